//! Tests which cells `grader report --gradebook` fills in, and the exit codes.

use std::fs;

use grade::{Grade, Verdict};
use insta::assert_snapshot;

use super::platforms::{CANVAS, bench, grade, graded};
use crate::support::{Bench, code, stderr, stdout};

/// Like `CANVAS`, but students without a submission have no points, and there is a row for Eve.
pub(super) const ALL: &str = "\
Student,ID,SIS User ID,SIS Login ID,Section,8-puzzle (1234),Final Score
    Points Possible,,,,,100,(read only)
\"Doe, Jane\",11,u1,jane,A,,0
\"Roe, John\",12,u2,jr,A,55,0
\"Poe, Zoe\",13,u3,zp,A,,0
\"Moe, Eve\",15,u5,eve,A,,0
";

pub(super) fn report<'a>(export: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    [&["report", "grades", "--gradebook", export], more].concat()
}

#[test]
fn a_gradebook_is_filled_in_with_final_scores() {
    let bench = graded();
    let output = bench.run(&report("export.csv", &["--out", "import.csv"]));
    assert_snapshot!(bench.snapshot(&output), @"
    exit code 1
    ----- stdout
    import.csv: column `8-puzzle (1234)` (Canvas), 2 students; 0 already up to date, 2 left as is
    ----- stderr
    rejected, and not in the gradebook: moeeve (15)
    not changed, no submission: Poe, Zoe (7)
    not changed, the platform's test student: Student, Test
    students who may have a submission: u3 (`moeeve_15`: `moeeve` is not on the roster)
    ");
    let expected =
        CANVAS.replace("u1,jane,A,,0", "u1,jane,A,12.5,0").replace("u2,jr,A,,0", "u2,jr,A,0,0");
    assert_eq!(bench.read("import.csv"), expected);
    assert_eq!(bench.read("export.csv"), CANVAS);

    // When the gradebook is imported, exported and filled in again, it should not change.
    let again = ["--column", "8-puzzle", "--match", "SIS User ID", "--out", "again.csv"];
    let output = bench.run(&report("import.csv", &again));
    assert_eq!(code(&output), 1, "{}", stderr(&output));
    assert_eq!(bench.read("again.csv"), expected);

    // The command may overwrite its earlier output, but no other file.
    assert_eq!(code(&bench.run(&report("export.csv", &["--out", "import.csv"]))), 1);
    bench.write("roster.csv", "id,name\n7,Zoe Poe\n");
    let output = bench.run(&report("export.csv", &["--out", "roster.csv"]));
    assert_snapshot!(bench.snapshot(&output), @"
    exit code 2
    ----- stderr
    error: `roster.csv` already exists, and is not a copy of this gradebook

    hint: use another file for `--out`; nothing was written
    ");
    assert_eq!(bench.read("roster.csv"), "id,name\n7,Zoe Poe\n");

    // Blackboard uses UTF-16.
    let text = "\"Last Name\"\t\"First Name\"\t\"Username\"\t\"P [Total Pts: 100 Score] |77\"\n\
                \"Doe\"\t\"Jane\"\t\"jane\"\t\"\"\n";
    let utf16 = |text: &str| -> Vec<u8> {
        let units = text.encode_utf16().flat_map(u16::to_le_bytes);
        [0xff, 0xfe].into_iter().chain(units).collect()
    };
    bench.write("gc.xls", utf16(text));
    let output = bench.run(&report("gc.xls", &["--out", "gc-out.xls"]));
    assert_eq!(
        stdout(&output),
        "gc-out.xls: column `P [Total Pts: 100 Score] |77` (Blackboard), 1 student; 0 already up to \
         date, 0 left as is\n"
    );
    let expected = utf16(&text.replace("\"jane\"\t\"\"", "\"jane\"\t\"12.5\""));
    assert_eq!(fs::read(bench.path("gc-out.xls")).unwrap(), expected);
}

#[test]
fn a_preview_shows_changes_and_writes_nothing() {
    let bench = graded();
    let before = fs::read_dir(bench.path("")).unwrap().count();
    let output = bench.run(&report("export.csv", &["--preview"]));
    assert_snapshot!(bench.snapshot(&output), @"
    exit code 1
    ----- stdout
    student    old  new
    Doe, Jane    -  12.5
    Roe, John    -  0

    not changed    old  why
    Poe, Zoe         7  no submission
    Student, Test    -  the platform's test student
    moeeve (15)         no row; the submission was rejected

    nothing was written: column `8-puzzle (1234)` (Canvas), 2 students; 0 already up to date, 2 left as is
    ----- stderr
    students who may have a submission: u3 (`moeeve_15`: `moeeve` is not on the roster)
    ");
    assert_eq!(fs::read_dir(bench.path("")).unwrap().count(), before);
}

#[test]
fn points_on_another_scale_are_rejected() {
    let bench = graded();
    bench.write("ten.csv", CANVAS.replace(",100,", ",10,"));
    let output = bench.run(&report("ten.csv", &["--out", "o"]));
    assert_snapshot!(bench.snapshot(&output), @"
    exit code 2
    ----- stderr
    error: `ten.csv`: the column `8-puzzle (1234)` is worth 10 points, but the assignment is worth 100

    hint: use `--scale` to scale the points to 10, or `--as-is` to keep them
    ");
    assert!(!bench.path("o").exists());
    for (more, points) in [("--scale", "1.25"), ("--scale=20", "2.5"), ("--as-is", "12.5")] {
        let output = bench.run(&report("ten.csv", &["--out", "o", more]));
        assert_eq!(code(&output), 1, "{}", stderr(&output));
        assert!(bench.read("o").contains(&format!("u1,jane,A,{points},0")), "{more}");
    }
}

#[test]
fn zeros_are_given_only_to_missing_students() {
    let bench = graded();
    let roster = bench.read("roster.csv");
    let zero = ["--missing", "zero", "--out", "zero.csv"];
    // According to the roster, Eve and Zoe could be the same person.
    let output = bench.run(&report("export.csv", &zero));
    assert_eq!(code(&output), 1, "a cell with points gets no zero: {}", stderr(&output));
    assert!(bench.read("zero.csv").contains("u3,zp,A,7,0"));
    fs::remove_file(bench.path("zero.csv")).unwrap();
    bench.write("empty.csv", CANVAS.replace("u3,zp,A,7,0", "u3,zp,A,,0"));
    let output = bench.run(&report("empty.csv", &zero));
    assert_snapshot!(bench.snapshot(&output), @"
    exit code 1
    ----- stdout
    zero.csv: column `8-puzzle (1234)` (Canvas), 2 students; 0 already up to date, 2 left as is
    ----- stderr
    rejected, and not in the gradebook: moeeve (15)
    not changed, no submission: Poe, Zoe
    not changed, the platform's test student: Student, Test
    students who may have a submission: u3 (`moeeve_15`: `moeeve` is not on the roster)
    ");
    assert!(bench.read("zero.csv").contains("u3,zp,A,,0"));
    fs::remove_file(bench.path("zero.csv")).unwrap();

    // With Eve on the roster, Zoe is certainly missing, and will be listed.
    bench.write("roster.csv", roster + "u5,Eve Moe,eve@uni.example\n");
    fs::remove_dir_all(bench.path("grades/submissions/moeeve_15")).unwrap();
    grade(&bench, &["--roster", "roster.csv"]);
    bench.write("all.csv", ALL);
    let overwrite = [&zero[..], &["--overwrite"]].concat();
    let output = bench.run(&report("all.csv", &overwrite));
    assert_snapshot!(bench.snapshot(&output), @"
    exit code 0
    ----- stdout
    zero.csv: column `8-puzzle (1234)` (Canvas), 3 students; 0 already up to date, 1 left as is
    ----- stderr
    0 points, because there is no submission: Poe, Zoe
    replaced: Roe, John (55 -> 0)
    needs review, the submission was rejected: Moe, Eve
    ");
    let expected = ALL
        .replace("u1,jane,A,,0", "u1,jane,A,12.5,0")
        .replace("u2,jr,A,55,0", "u2,jr,A,0,0")
        .replace("u3,zp,A,,0", "u3,zp,A,0,0");
    assert_eq!(bench.read("zero.csv"), expected);

    // Cells of excused students should not become zero.
    bench.write("excused.csv", ALL.replace("u3,zp,A,,0", "u3,zp,A,EX,0"));
    let output = bench.run(&report("excused.csv", &overwrite));
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    assert!(stderr(&output).contains("contains a word instead of a number: Poe, Zoe (EX)"));
    assert!(bench.read("zero.csv").contains("u3,zp,A,EX,0"));
}

/// Late submissions are in a separate folder, and are graded into the same grades folder. This once made 19 students
/// appear to be missing.
#[test]
fn a_partial_summary_does_not_mark_students_missing() {
    let bench = bench();
    grade(&bench, &["--roster", "roster.csv"]);
    bench.write("late/poezoe_LATE_13_700_board.rs", "pub struct Board // 3\n");
    let late = ["grade", "late", "--roster", "roster.csv", "--out", "grades"];
    let before = bench.read("grades/grades.json");
    let output = bench.grade(&late);
    assert_snapshot!(bench.snapshot(&output), @"
    exit code 2
    ----- stderr
    students without a submission: u1, u2
    error: `grades` contains grades for submissions that are not in this class: moeeve_15, u1, u2

    hint: grade the whole class together, use another folder for `--out`, or leave these grades out of the summary with `--replace-class`
    ");
    assert_eq!(bench.read("grades/grades.json"), before);

    // Merging must not replace the other submissions' grades either.
    let elsewhere = ["grade", "late", "--roster", "roster.csv", "--out", "late-grades"];
    assert_eq!(code(&bench.grade(&elsewhere)), 0);
    let output = bench.run(&["merge", "late-grades", "--out", "grades"]);
    assert_snapshot!(bench.snapshot(&output), @"
    exit code 2
    ----- stderr
    error: `grades` contains grades for submissions that are not in this class: moeeve_15, u1, u2

    hint: use an empty or new folder for `--out`, or pass that folder to `grader merge` as well
    ");
    assert_eq!(bench.read("grades/grades.json"), before);

    // With `--replace-class`, the summary will cover only late submissions, so zeros are withheld.
    let output = bench.grade(&[&late[..], &["--replace-class"]].concat());
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    bench.write("all.csv", ALL);
    let zero = ["--missing", "zero", "--out", "zero.csv"];
    let output = bench.run(&report("all.csv", &zero));
    assert_snapshot!(bench.snapshot(&output), @"
    exit code 2
    ----- stderr
    error: zeros are withheld, because the folder contains grades that are not in its summary: moeeve_15, u1, u2

    hint: grade all submissions of the class together, or remove the folders of students who have left the class from `submissions`
    ");
    // A part of a class does not show which students have no submission, either.
    let part = ["grade", "class", "--roster", "roster.csv", "--partition", "slice:1/2"];
    let output = bench.grade(&[&part[..], &["--out", "part"]].concat());
    assert_eq!(code(&output), 1, "{}", stderr(&output));
    let output = bench.run(&[&["report", "part", "--gradebook", "all.csv"], &zero[..]].concat());
    assert_snapshot!(bench.snapshot(&output), @"
    exit code 2
    ----- stderr
    error: cannot tell which students have no submission, because the folder contains only part of the class

    hint: merge the parts with `grader merge` first
    ");
    assert!(!bench.path("zero.csv").exists());
}

#[test]
fn cells_do_not_change_without_a_score() {
    let bench = graded();
    let file = "grades/submissions/u2/grade.json";
    let mut faulty = Grade::from_json(&bench.read(file)).unwrap();
    faulty.checks[0].verdict = Verdict::GraderError("out of memory".to_owned());
    bench.write(file, faulty.json());
    bench.write("all.csv", ALL);
    let output = bench.run(&report("all.csv", &["--out", "import.csv"]));
    assert_snapshot!(bench.snapshot(&output), @"
    exit code 3
    ----- stdout
    import.csv: column `8-puzzle (1234)` (Canvas), 1 student; 0 already up to date, 3 left as is
    ----- stderr
    `grades.csv` and `grades.json` were updated, because corrections, extensions or points given by hand have changed
    not changed, no submission: Poe, Zoe
    needs review, the submission was rejected: Moe, Eve
    not changed, no score because the grader was at fault: Roe, John (55)
    ");
    assert!(bench.read("import.csv").contains("u2,jr,A,55,0"));
}

#[test]
fn indistinguishable_students_are_reported() {
    let bench = bench();
    // This class contains one of two students with the same name, a group, and a group member who submitted alone.
    let submission = |number: usize, names: &[&str]| {
        bench.write(&format!("named/submission_{number}/board.rs"), "pub struct Board // x\n");
        let names =
            names.iter().map(|name| format!("  - :name: {name}\n    :sid: {}\n", &name[..2]));
        format!("submission_{number}:\n  :submitters:\n{}", names.collect::<String>())
    };
    let text = submission(1, &["Jane Doe", "Ann Poe"])
        + &submission(2, &["Jane Doe"])
        + &submission(3, &["Lee Kim"]);
    bench.write("named/submission_metadata.yml", format!("---\n{text}"));
    let output = bench.grade(&["grade", "named", "--out", "grades"]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let export = "Student,ID,SIS Login ID,Section,p (1)\n    Points Possible,,,,100\n\
                  \"Doe, Jane\",1,jd,A,5\n\"Kim, Lee\",2,lk,A,6\n\"Kim, Lee\",3,lk2,A,7\n\
                  \"Poe, Ann\",4,ap,A,8\n";
    bench.write("export.csv", export);
    let output = bench.run(&report("export.csv", &["--overwrite", "--out", "import.csv"]));
    assert_snapshot!(bench.snapshot(&output), @"
    exit code 1
    ----- stdout
    import.csv: column `p (1)` (Canvas), 1 student; 0 already up to date, 3 left as is
    ----- stderr
    replaced: Poe, Ann (8 -> 0)
    not changed, Doe, Jane (line 3): one student has several submissions: Jane Doe (Ja) in `Ja`, Jane Doe (Ja) in `Ja+An`
    not changed, Kim, Lee (line 4): lines 4, 5 all match Lee Kim (Le)
    not changed, Kim, Lee (line 5): lines 4, 5 all match Lee Kim (Le)
    ");
    let changed = export.replace("ap,A,8", "ap,A,0");
    assert_eq!(bench.read("import.csv"), changed);
}

#[test]
fn a_class_with_only_rejected_submissions_fails() {
    let bench = bench();
    bench.write("wrong/a/readme.txt", "nothing");
    bench.write("wrong/b/readme.txt", "nothing");
    let output = bench.grade(&["grade", "wrong", "--out", "grades"]);
    assert_eq!(code(&output), 1, "{}", stderr(&output));
    assert_eq!(stdout(&output), "2 submissions: 0 graded, 2 rejected\n");
}

#[test]
fn platform_ids_identify_students_without_a_roster() {
    let bench = bench();
    grade(&bench, &[]);
    let output = bench.run(&report("export.csv", &["--out", "import.csv"]));
    assert_eq!(code(&output), 1, "{}", stderr(&output));
    let expected =
        CANVAS.replace("u1,jane,A,,0", "u1,jane,A,0,0").replace("u2,jr,A,,0", "u2,jr,A,0,0");
    assert_eq!(bench.read("import.csv"), expected);
    let output = bench.run(&report("export.csv", &["--out", "import.csv", "--missing", "zero"]));
    assert_snapshot!(bench.snapshot(&output), @"
    exit code 2
    ----- stderr
    error: cannot tell which students have no submission, because the class was graded without a roster

    hint: run `grader grade` again with the same folder and `--roster`; existing grades are reused
    ");
}

#[test]
fn a_brightspace_user_number_is_not_an_id() {
    let bench = Bench::new();
    bench.write(
        "class/1002-640693 - Jane Doe - Nov 20, 2026 1033 AM/board.rs",
        "pub struct Board // 1\n",
    );
    let export = "\
OrgDefinedId,Username,Last Name,First Name,8-puzzle Points Grade <Numeric MaxPoints:100>,End-of-Line Indicator
#1001,#jane,Doe,Jane,,#
#1002,#jr,Roe,John,,#
";
    bench.write("export.csv", export);
    grade(&bench, &[]);
    let output = bench.run(&report("export.csv", &["--out", "import.csv"]));
    assert_snapshot!(bench.snapshot(&output), @"
    exit code 0
    ----- stdout
    import.csv: column `8-puzzle Points Grade <Numeric MaxPoints:100>` (Brightspace), 1 student; 0 already up to date, 1 left as is
    ----- stderr
    not changed, no submission: Roe John
    ");
    assert_eq!(bench.read("import.csv"), export.replace("Doe,Jane,,#", "Doe,Jane,0,#"));
}
