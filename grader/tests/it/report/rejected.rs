//! Tests that a rejected submission has no score in a gradebook, and gets zero only on request.

use insta::assert_snapshot;

use super::gradebooks::report;
use crate::support::{Bench, code, stderr, stdout};

/// An export from each platform. Jane's submission was graded. John's and Zoe's were rejected, but a correction gives
/// John points.
const EXPORTS: [(&str, &str); 6] = [
    (
        "canvas.csv",
        "Student,ID,SIS User ID,SIS Login ID,Section,8-puzzle (1234)\n    Points Possible,,,,,100\n\
         \"Doe, Jane\",11,u1,jane,A,\n\"Roe, John\",12,u2,jr,A,70\n\"Poe, Zoe\",13,u3,zp,A,\n",
    ),
    (
        "moodle.csv",
        "Identifier,Full name,Email address,Status,Grade,Maximum Grade,Grade can be changed,\
         Last modified (grade),Feedback comments\n\
         Participant 1,Jane Doe,jane@uni.example,-,,100.00,Yes,-,\n\
         Participant 2,John Roe,jr@uni.example,-,70.00,100.00,Yes,-,\n\
         Participant 3,Zoe Poe,zp@uni.example,-,,100.00,Yes,-,\n",
    ),
    (
        "blackboard.csv",
        "Last Name,First Name,Username,8-puzzle [Total Pts: 100 Score] |77\n\
         Doe,Jane,u1,\nRoe,John,u2,70\nPoe,Zoe,u3,Needs Grading\n",
    ),
    (
        "brightspace.csv",
        "OrgDefinedId,Username,Last Name,First Name,8-puzzle Points Grade <Numeric MaxPoints:100>,\
         End-of-Line Indicator\n\
         #u1,#jane,Doe,Jane,,#\n#u2,#jr,Roe,John,70,#\n#u3,#zp,Poe,Zoe,,#\n",
    ),
    (
        "gradescope.csv",
        "First Name,Last Name,SID,Email,8-puzzle,8-puzzle - Max Points\n\
         Jane,Doe,u1,jane@uni.example,,100.0\nJohn,Roe,u2,jr@uni.example,70.0,100.0\n\
         Zoe,Poe,u3,zp@uni.example,,100.0\n",
    ),
    (
        "github.csv",
        "assignment_name,github_username,roster_identifier,points_awarded,points_available\n\
         p,jane,u1,,100\np,jr,u2,70,100\np,zp,u3,,100\n",
    ),
];

/// Jane's row before and after the import.
const JANE: [(&str, &str); 6] = [
    ("u1,jane,A,\n", "u1,jane,A,0\n"),
    ("jane@uni.example,-,,", "jane@uni.example,-,0,"),
    ("Jane,u1,\n", "Jane,u1,0\n"),
    ("Doe,Jane,,#", "Doe,Jane,0,#"),
    ("jane@uni.example,,", "jane@uni.example,0,"),
    ("jane,u1,,", "jane,u1,0,"),
];

/// Zoe's row before the import, and after it if rejected submissions get zero.
const ZOE: [(&str, &str); 6] = [
    ("u3,zp,A,\n", "u3,zp,A,0\n"),
    ("zp@uni.example,-,,", "zp@uni.example,-,0,"),
    ("u3,Needs Grading\n", "u3,0\n"),
    ("Poe,Zoe,,#", "Poe,Zoe,0,#"),
    ("zp@uni.example,,", "zp@uni.example,0,"),
    ("zp,u3,,", "zp,u3,0,"),
];

/// A class that is quick to grade, with two rejected submissions, and the exports.
fn graded() -> Bench {
    let bench = Bench::new();
    bench.write("class/u1/board.rs", "pub struct Board // 1\n");
    bench.write("class/u2/notes.txt", "in work.7z\n");
    bench.write("class/u3/notes.txt", "nothing\n");
    bench.write(
        "roster.csv",
        "id,name,email\nu1,Jane Doe,jane@uni.example\nu2,John Roe,jr@uni.example\n\
         u3,Zoe Poe,zp@uni.example\n",
    );
    let output = bench.grade(&["grade", "class", "--out", "grades", "--roster", "roster.csv"]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    for (name, text) in EXPORTS {
        bench.write(name, text);
    }
    bench
}

#[test]
fn a_rejected_submission_does_not_change_cells_by_default() {
    let bench = graded();
    for ((name, text), (old, new)) in EXPORTS.into_iter().zip(JANE) {
        let out = format!("out-{name}");
        let output = bench.run(&report(name, &["--out", &out]));
        assert_eq!(code(&output), 0, "{name}: {}", stderr(&output));
        assert_eq!(bench.read(&out), text.replace(old, new), "{name}");
        let said = stderr(&output);
        assert!(said.starts_with("needs review, the submission was rejected: "), "{name}: {said}");
        assert_eq!(said.matches("70").count(), 1, "{name}: {said}");
    }
    let output = bench.run(&report("canvas.csv", &["--preview"]));
    assert_snapshot!(bench.snapshot(&output), @"
    exit code 0
    ----- stdout
    student    old  new
    Doe, Jane    -  0

    not changed  old  why
    Roe, John     70  needs review: the submission was rejected
    Poe, Zoe       -  needs review: the submission was rejected

    nothing was written: column `8-puzzle (1234)` (Canvas), 1 student; 0 already up to date, 2 left as is
    ");
}

#[test]
fn requested_zeros_do_not_overwrite_existing_points() {
    let bench = graded();
    for (((name, text), jane), zoe) in EXPORTS.into_iter().zip(JANE).zip(ZOE) {
        let out = format!("out-{name}");
        let output = bench.run(&report(name, &["--rejected", "zero", "--out", &out]));
        assert_eq!(code(&output), 1, "{name}: {}", stderr(&output));
        let expected = text.replace(jane.0, jane.1).replace(zoe.0, zoe.1);
        assert_eq!(bench.read(&out), expected, "{name}");
    }
    let output = bench.run(&report("canvas.csv", &["--rejected", "zero", "--out", "zero.csv"]));
    assert_snapshot!(bench.snapshot(&output), @"
    exit code 1
    ----- stdout
    zero.csv: column `8-puzzle (1234)` (Canvas), 2 students; 0 already up to date, 1 left as is
    ----- stderr
    0 points, because the submission was rejected: Poe, Zoe
    needs review, the submission was rejected, but the cell contains points: Roe, John (70)
    ");
}

#[test]
fn a_correction_gives_points_to_a_rejected_submission() {
    let bench = graded();
    bench.write(
        "grades/overrides.toml",
        "[[override]]\nsubmission = \"u2\"\nset = 65\nwhy = \"read by hand\"\nwho = \"me\"\n\
         [[override]]\nsubmission = \"u3\"\nset = 0\nwhy = \"empty\"\nwho = \"me\"\n",
    );
    let output = bench.run(&report("canvas.csv", &["--overwrite", "--out", "import.csv"]));
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    assert!(stderr(&output).contains("replaced: Roe, John (70 -> 65)"), "{}", stderr(&output));
    let expected = EXPORTS[0]
        .1
        .replace(JANE[0].0, JANE[0].1)
        .replace("u2,jr,A,70", "u2,jr,A,65")
        .replace(ZOE[0].0, ZOE[0].1);
    assert_eq!(bench.read("import.csv"), expected);
}

#[test]
fn rejections_are_commented_only_on_request() {
    let bench = graded();
    let output = bench.run(&report("moodle.csv", &["--rejected", "zero", "--out", "zero.csv"]));
    assert_eq!(code(&output), 1, "{}", stderr(&output));
    assert!(bench.read("zero.csv").lines().skip(1).all(|line| line.ends_with(",-,")));

    // When a correction sets the points, the comment should not mention the rejection.
    let output = bench.run(&report("moodle.csv", &["--comments", "--out", "import.csv"]));
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let written = bench.read("import.csv");
    let rows: Vec<&str> = written.split("Participant ").skip(2).collect();
    assert_eq!(rows[0], "2,John Roe,jr@uni.example,-,70.00,100.00,Yes,-,\n");
    assert!(rows[1].starts_with("3,Zoe Poe,zp@uni.example,-,,100.00,Yes,-,"), "{}", rows[1]);
    assert!(!rows[1].ends_with(",-,\n") && !rows[1].contains("0 of 100"), "{}", rows[1]);
}

#[test]
fn means_exclude_rejected_submissions() {
    let bench = graded();
    bench.write("class/u3/board.rs", "pub struct Board // 3\n");
    let arguments = ["grade", "class", "--out", "new", "--roster", "roster.csv"];
    let output = bench.grade(&arguments);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let output = bench.run(&["diff", "grades", "new"]);
    assert_snapshot!(bench.snapshot(&output), @"
    exit code 1
    ----- stdout
    u3 (Zoe Poe): rejected -> 0 / 100
      sources changed

    1 changed (0 up, 0 down), 2 unchanged
    mean of 1 submission: 0 -> 0  0 (without 2 rejected submissions)
    ");
    let output = bench.run(&["diff", "grades", "new", "--format", "json"]);
    let json: serde_json::Value = serde_json::from_str(stdout(&output)).unwrap();
    assert_eq!(json["summary"]["rejected"], 2);
    assert_eq!(json["summary"]["compared"], 1);
}
