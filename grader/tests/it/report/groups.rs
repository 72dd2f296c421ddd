//! Tests `grader report --gradebook` on group submissions.

use insta::assert_snapshot;

use super::gradebooks::report;
use crate::support::{Bench, code, stderr};

/// Jane submitted for her group, which includes John. Zoe submitted alone, and Eve did not submit.
const CANVAS: &str = "\
Student,ID,SIS User ID,SIS Login ID,Section,8-puzzle (1234)
    Points Possible,,,,,100
\"Doe, Jane\",11,u1,jane,A,
\"Roe, John\",12,u2,jr,A,
\"Poe, Zoë\",13,u3,zp,A,
\"Moe, Eve\",14,u4,eve,A,
";

/// A download from Canvas, where a group submission has the group's name and one member's id.
fn bench() -> Bench {
    let bench = Bench::new();
    bench.write("class/team1_11_600_board.rs", "pub struct Board // 1\n");
    bench.write("class/poezoe_13_601_board.rs", "pub struct Board // 2\n");
    bench.write("export.csv", CANVAS);
    bench.write("by-hand.csv", "id,name\nu1,Jane Doe\nu2,John Roe\nu3,Zoë Poe\nu4,Eve Moe\n");
    bench.write("ids.csv", "id\nu1\nu2\nu3\nu4\n");
    bench
}

/// Rosters with the platform's ids. One was written manually, and one has no names.
const ROSTERS: [&str; 3] = ["export.csv", "by-hand.csv", "ids.csv"];

#[test]
fn zeros_are_withheld_if_a_group_may_have_submitted() {
    let bench = bench();
    for roster in ROSTERS {
        let output = bench.grade(&[
            "grade",
            "class",
            "--roster",
            roster,
            "--out",
            roster.trim_end_matches(".csv"),
        ]);
        assert_eq!(code(&output), 1, "{roster}: {}", stderr(&output));
        let doubt = "students who may have a submission: ";
        assert!(stderr(&output).contains(doubt), "{roster}: {}", stderr(&output));
        let folder = roster.trim_end_matches(".csv");
        let zero = ["--gradebook", "export.csv", "--missing", "zero", "--out", "zero.csv"];
        let output = bench.run(&[&["report", folder], &zero[..]].concat());
        assert_eq!(code(&output), 1, "{roster}: {}", stderr(&output));
        // John is in the group, and for all we know, Eve is, too.
        let zeros = bench.read("zero.csv");
        assert!(zeros.contains("jr,A,\n") && zeros.contains("eve,A,\n"), "{roster}: {zeros}");
        std::fs::remove_file(bench.path("zero.csv")).unwrap();
    }
}

#[test]
fn group_points_are_written_without_zeros() {
    let bench = bench();
    let output = bench.grade(&["grade", "class", "--roster", "by-hand.csv", "--out", "grades"]);
    assert_eq!(code(&output), 1, "{}", stderr(&output));
    let output = bench.run(&report("export.csv", &["--out", "import.csv"]));
    assert_snapshot!(bench.snapshot(&output), @"
    exit code 1
    ----- stdout
    import.csv: column `8-puzzle (1234)` (Canvas), 2 students; 0 already up to date, 2 left as is
    ----- stderr
    not changed, no submission: Roe, John; Moe, Eve
    students who may have a submission: u1, u2, u4 (`team1_11`: `team1` is not on the roster)
    ");
    let expected = CANVAS.replace("jane,A,", "jane,A,0").replace("zp,A,", "zp,A,0");
    assert_eq!(bench.read("import.csv"), expected);
}

#[test]
fn a_class_without_groups_gets_zeros() {
    let bench = bench();
    std::fs::rename(
        bench.path("class/team1_11_600_board.rs"),
        bench.path("class/doejane_11_600_board.rs"),
    )
    .unwrap();
    for roster in ["export.csv", "by-hand.csv"] {
        let folder = roster.trim_end_matches(".csv");
        let output = bench.grade(&["grade", "class", "--roster", roster, "--out", folder]);
        assert_eq!(code(&output), 0, "{roster}: {}", stderr(&output));
        let zero = ["--gradebook", "export.csv", "--missing", "zero", "--out", "zero.csv"];
        let output = bench.run(&[&["report", folder], &zero[..]].concat());
        assert_eq!(code(&output), 0, "{roster}: {}", stderr(&output));
        let zeros = bench.read("zero.csv").lines().filter(|line| line.ends_with("A,0")).count();
        assert_eq!(zeros, 4, "{roster}: {}", bench.read("zero.csv"));
    }
}

/// The list of groups from Canvas. Eve is not in a group.
const GROUPS: &str = "\
name,canvas_user_id,user_id,login_id,sections,group_name,canvas_group_id,group_id
\"Doe, Jane\",11,u1,jane,A,Team 1,5,
\"Roe, John\",12,u2,jr,A,Team 1,5,
\"Poe, Zoë\",13,u3,zp,A,,,
\"Moe, Eve\",14,u4,eve,A,,,
";

#[test]
fn a_group_submission_counts_for_all_members() {
    let bench = bench();
    bench.write("groups.csv", GROUPS);
    for roster in ["export.csv", "by-hand.csv"] {
        let folder = roster.trim_end_matches(".csv");
        let grade = ["grade", "class", "--roster", roster, "--groups", "groups.csv"];
        let output = bench.grade(&[&grade[..], &["--out", folder]].concat());
        assert_eq!(code(&output), 0, "{roster}: {}", stderr(&output));
        assert!(bench.path(folder).join("submissions/u1+u2").exists(), "{roster}");
        let zero = ["--gradebook", "export.csv", "--missing", "zero", "--out", "zero.csv"];
        let output = bench.run(&[&["report", folder], &zero[..]].concat());
        assert_eq!(code(&output), 0, "{roster}: {}", stderr(&output));
        let missing = "0 points, because there is no submission: Moe, Eve\n";
        assert_eq!(stderr(&output), missing, "{roster}");
        assert_eq!(bench.read("zero.csv"), CANVAS.replace(",A,\n", ",A,0\n"), "{roster}");
    }
}

#[test]
fn a_student_without_a_listed_group_gets_no_zero() {
    let bench = bench();
    bench.write("groups.csv", GROUPS.replace("\"Moe, Eve\",14,u4,eve,A,,,\n", ""));
    let grade = ["grade", "class", "--roster", "by-hand.csv", "--groups", "groups.csv"];
    let output = bench.grade(&[&grade[..], &["--out", "grades"]].concat());
    assert_eq!(code(&output), 1);
    assert!(stderr(&output).contains("students who may have a submission: u4"));
    let output = bench.run(&report("export.csv", &["--missing", "zero", "--out", "zero.csv"]));
    assert_eq!(code(&output), 1, "{}", stderr(&output));
    assert!(bench.read("zero.csv").contains("eve,A,\n"));
}

#[test]
fn a_list_of_groups_must_fit_the_class() {
    let bench = bench();
    let grade = ["grade", "class", "--roster", "export.csv", "--groups", "groups.csv"];
    bench.write("groups.csv", GROUPS.replace("Team 1", "Team 2"));
    let output = bench.grade(&[&grade[..], &["--out", "grades"]].concat());
    assert_snapshot!(bench.snapshot(&output), @"
    exit code 2
    ----- stderr
    error: no submission is named after a group in `groups.csv`: Team 2

    hint: name the folders after the groups, or list the authors of each submission in a file for `--authors`
    ");
    bench.write("groups.csv", "id,name\nu1,Jane\n");
    let output = bench.grade(&[&grade[..], &["--out", "other"]].concat());
    assert_snapshot!(bench.snapshot(&output), @"
    exit code 2
    ----- stderr
    error: `groups.csv` needs a column with each student's group, such as `group`

    hint: the columns in its first line are id, name
    ");
}

#[test]
fn a_file_of_authors_is_written_and_read() {
    let bench = bench();
    let grade = ["grade", "class", "--roster", "by-hand.csv"];
    let first = ["--out", "grades", "--write-authors", "authors.csv"];
    let output = bench.grade(&[&grade[..], &first].concat());
    assert_eq!(code(&output), 1, "{}", stderr(&output));
    assert_snapshot!(bench.read("authors.csv"), @"
    entry,students,note
    poezoe_13_601_board.rs,u3,
    team1_11_600_board.rs,,`team1` is not on the roster
    ");
    let output = bench.grade(&[&grade[..], &first].concat());
    assert_snapshot!(bench.snapshot(&output), @"
    exit code 2
    ----- stderr
    error: `authors.csv` already exists

    hint: use it with `--authors`, or remove it
    ");
    bench.write("authors.csv", bench.read("authors.csv").replace("rs,,", "rs,u1; u2,"));
    let output = bench.grade(&[&grade[..], &["--authors", "authors.csv", "--out", "new"]].concat());
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let zero = ["--gradebook", "export.csv", "--missing", "zero", "--out", "zero.csv"];
    let output = bench.run(&[&["report", "new"], &zero[..]].concat());
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let missing = "0 points, because there is no submission: Moe, Eve\n";
    assert_eq!(stderr(&output), missing);
}
