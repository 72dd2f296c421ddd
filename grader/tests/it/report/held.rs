//! Tests that a grade that is held back is in no report for students, and that instructors see the reason.

use std::fs;

use insta::assert_snapshot;

use super::feedback::unzipped;
use super::gradebooks::report;
use super::platforms::{CANVAS, graded};
use crate::support::{Bench, code, stderr, stdout};

const REASON: &str = "the code is a copy";

/// The points that a correction gives to the submission.
const POINTS: &str = "12.5";

const HOLD: &str = "[[override]]
student = \"Jane Doe\"
hold = true
why = \"the code is a copy\"
who = \"R. S.\"
";

fn held() -> Bench {
    let bench = graded();
    let corrections = bench.read("grades/overrides.toml");
    assert!(corrections.contains(POINTS), "{corrections}");
    bench.write("grades/overrides.toml", format!("{corrections}\n{HOLD}"));
    bench
}

#[test]
fn a_summary_tells_the_reason_but_no_points() {
    let bench = held();
    let whole = bench.read("grades/grades.csv");
    let output = bench.grade(&[
        "grade",
        "class",
        "--roster",
        "roster.csv",
        "--out",
        "grades",
        "--jobs",
        "1",
    ]);
    assert_snapshot!(stdout(&output), @"3 submissions: 1 graded, 1 rejected, 1 held back, 1 late, 1 with corrections");
    assert!(stderr(&output).contains("u1 (Jane Doe): held back: the code is a copy"), "{output:?}");
    let csv = bench.read("grades/grades.csv");
    let row = |csv: &str| csv.lines().find(|line| line.starts_with("u1,")).unwrap().to_owned();
    assert_snapshot!(row(&csv), @"u1,held,,,,100,,all: the code is a copy (R. S.),Jane Doe,u1,jane@uni.example,,,,");
    let json: serde_json::Value = serde_json::from_str(&bench.read("grades/grades.json")).unwrap();
    assert_eq!(json["totals"]["held"], 1);
    let row_of_json = |name: &str| {
        let rows = json["submissions"].as_array().unwrap();
        rows.iter().find(|row| row["submission"] == name).unwrap().to_string()
    };
    assert_snapshot!(row_of_json("u1"), @r#"{"submission":"u1","students":[{"id":"u1","name":"Jane Doe","email":"jane@uni.example"}],"status":"held","max_score":100,"failed":[],"corrections":[{"hold":true,"why":"the code is a copy","who":"R. S."}],"checks":{}}"#);
    // The others are as before, and so is Jane once the grade is released.
    assert_eq!(csv.replace(&row(&csv), &row(&whole)), whole);
    bench.edit("grades/overrides.toml", HOLD, "");
    assert_eq!(code(&bench.run(&["report", "grades"])), 1);
    assert_eq!(bench.read("grades/grades.csv"), whole);
}

#[test]
fn no_output_for_students_has_the_points_or_the_reason() {
    let bench = held();
    let pages = bench.run(&["report", "grades", "--students", "pages"]);
    assert_eq!(code(&pages), 1, "{}", stderr(&pages));
    assert_snapshot!(stdout(&pages), @"grades/report.html: 3 submissions: 1 graded, 1 rejected, 1 held back, 1 late, 1 with corrections");
    let page = bench.read("pages/u1.html");
    assert!(page.contains("Your instructor is holding back this grade."), "{page}");
    let back = ["report", "grades", "--feedback", "canvas", "--out", "back.zip"];
    let back = bench.run(&[&back[..], &["--download", "class"]].concat());
    assert_eq!(code(&back), 0, "{}", stderr(&back));
    let files = unzipped(&fs::read(bench.path("back.zip")).unwrap());
    let feedback = String::from_utf8(files["doejane_11_600_board.rs"].clone()).unwrap();
    assert_snapshot!(feedback, @"
    // u1: held back
    //
    // Your instructor is holding back this grade. Please ask your instructor about it.
    ");
    let human = bench.run(&["report", "grades", "--format", "human", "--out", "human"]);
    assert_eq!(code(&human), 1, "{}", stderr(&human));
    for text in [page, feedback, bench.read("human/u1.txt")] {
        for hidden in [POINTS, REASON, "compile.build", "R. S."] {
            assert!(!text.contains(hidden), "{hidden} in {text}");
        }
    }
    // The page for instructors has the reason, but not the points.
    let page = bench.read("grades/report.html");
    assert!(page.contains(REASON) && !page.contains(POINTS), "{page}");
}

#[test]
fn programs_get_no_file_and_a_gradebook_no_points() {
    let bench = held();
    for format in ["json", "junit", "gradescope", "tap"] {
        let output = bench.run(&["report", "grades", "--format", format, "--out", format]);
        assert_eq!(code(&output), 1, "{}", stderr(&output));
        assert!(stderr(&output).contains("held back, so not written: u1\n"), "{output:?}");
        let files = fs::read_dir(bench.path(format)).unwrap();
        let names: Vec<_> = files.map(|file| file.unwrap().file_name()).collect();
        assert!(
            names.len() == 2 && !names.iter().any(|name| name.to_str().unwrap().starts_with("u1"))
        );
    }
    let output = bench.run(&report("export.csv", &["--out", "import.csv"]));
    assert!(
        stderr(&output).contains("not changed, the grade is held back: Doe, Jane\n"),
        "{output:?}"
    );
    let expected = CANVAS.replace("u2,jr,A,,0", "u2,jr,A,0,0");
    assert_eq!(bench.read("import.csv"), expected);
    // A comparison hides the points on both sides.
    bench.run(&["report", "grades"]);
    crate::grade::copy(&bench.path("grades"), &bench.path("new"));
    bench.edit("new/overrides.toml", HOLD, "");
    bench.run(&["report", "new"]);
    assert_snapshot!(bench.snapshot(&bench.run(&["diff", "grades", "new"])), @"
    exit code 1
    ----- stdout
    u1 (Jane Doe): held back -> 12.5 / 100
      from the checks alone: no score -> 0

    1 changed (0 up, 0 down), 2 unchanged
    mean of 1 submission: 0 -> 0  0 (without 1 rejected submission)
    ");
}

#[test]
fn only_a_whole_grade_is_held_back() {
    let bench = held();
    let error = |bench: &Bench| {
        let output = bench.run(&["report", "grades"]);
        assert_eq!(code(&output), 2);
        stderr(&output).to_owned()
    };
    bench.edit("grades/overrides.toml", "hold = true", "hold = true\ncheck = \"board.hamming\"");
    assert_snapshot!(error(&bench), @r#"
    error: a grade is held back as a whole, so `hold` excludes `check`
      --> grades/overrides.toml:10:9
       |
     9 | hold = true
       |        ---- held back here
    10 | check = "board.hamming"
       |         ^^^^^^^^^^^^^^^
       |
       = help: write a separate `[[override]]` for each
    "#);
    bench.edit("grades/overrides.toml", "hold = true\ncheck = \"board.hamming\"", "hold = false");
    assert_snapshot!(error(&bench), @"
    error: `hold` can only be `true`
     --> grades/overrides.toml:9:8
      |
    9 | hold = false
      |        ^^^^^
      |
      = help: remove the correction to release the grade
    ");
}
