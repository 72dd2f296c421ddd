//! Tests the errors of `grader report --gradebook` and `--format`, and the output in every format.

use std::fs;

use grade::Grade;
use grade::view::Corrected;
use insta::assert_snapshot;
use report::{Context, Format};

use crate::process::Finish as _;
use crate::support::{Bench, code, stderr, stdout};

pub(super) const CANVAS: &str = "\
Student,ID,SIS User ID,SIS Login ID,Section,8-puzzle (1234),Final Score
    Points Possible,,,,,100,(read only)
\"Doe, Jane\",11,u1,jane,A,,0
\"Roe, John\",12,u2,jr,A,,0
\"Poe, Zoe\",13,u3,zp,A,7,0
\"Student, Test\",99,,abc,A,,0
";

/// A class from Canvas that is quick to grade, with a correction and a roster.
pub(super) fn bench() -> Bench {
    let bench = Bench::new();
    for (file, text) in [
        ("doejane_11_600_board.rs", "pub struct Board // 1\n"),
        ("roejohn_LATE_12_610_board.rs", "pub struct Board // 2\n"),
        ("moeeve_15_611_notes.rs", "// no board\n"),
    ] {
        bench.write(&format!("class/{file}"), text);
    }
    bench.write(
        "roster.csv",
        "id,name,email\nu1,Jane Doe,jane@uni.example\nu2,John Roe,jr@uni.example\n\
         u3,Zoe Poe,zp@uni.example\n",
    );
    bench.write("export.csv", CANVAS);
    bench
}

pub(super) fn grade(bench: &Bench, more: &[&str]) {
    let output = bench.grade(&[&["grade", "class", "--out", "grades"], more].concat());
    // A submission may be unmatched.
    assert!(code(&output) <= 1, "{}", stderr(&output));
}

pub(super) fn graded() -> Bench {
    let bench = bench();
    grade(&bench, &["--roster", "roster.csv"]);
    let names = fs::read_dir(bench.path("grades/submissions")).unwrap();
    assert_eq!(names.count(), 3);
    bench.write(
        "grades/overrides.toml",
        "[[override]]\nsubmission = \"u1\"\nset = 12.5\nwhy = \"by hand\"\nwho = \"me\"\n",
    );
    grade(&bench, &["--roster", "roster.csv"]);
    bench
}

#[test]
fn unusable_gradebooks_are_rejected_without_output() {
    let bench = graded();
    let two = CANVAS.replace("Final Score", "8-puzzle (77)");
    bench.write("two.csv", two.replace("(read only)", "5"));
    bench.write("other.csv", "name,points\nJane,\n");
    let mut said = String::new();
    for arguments in [
        &["--gradebook", "nothing.csv", "--out", "o"][..],
        &["--gradebook", "other.csv", "--out", "o"],
        &["--gradebook", "two.csv", "--out", "o"],
        &["--gradebook", "two.csv", "--column", "8-puzzle", "--out", "o"],
        &["--gradebook", "export.csv", "--column", "9-puzzle", "--out", "o"],
        &["--gradebook", "export.csv", "--column", "Final Score", "--out", "o"],
        &["--gradebook", "export.csv", "--column", "SIS Login ID", "--out", "o"],
        &["--gradebook", "export.csv", "--column", "Section", "--out", "o"],
        &["--gradebook", "export.csv", "--match", "Login", "--out", "o"],
        &["--gradebook", "export.csv", "--out", "../[DIR]/export.csv"],
        &["--gradebook", "export.csv"],
        &["--format", "tap"],
        &["--format", "tap", "--out", "class"],
        &["--format", "tap", "--out", "export.csv"],
        &["--format", "classroom50", "--out", "o"],
    ] {
        let name = bench.path("").file_name().unwrap().to_str().unwrap().to_owned();
        let arguments: Vec<String> =
            arguments.iter().map(|argument| argument.replace("[DIR]", &name)).collect();
        let mut all = vec!["report", "grades"];
        all.extend(arguments.iter().map(String::as_str));
        let mut command = bench.command(&all);
        for name in ["CLASSROOM", "ASSIGNMENT", "OWNER", "USERNAME", "SUBMISSION_TAG"] {
            command.env_remove(name);
        }
        let output = command.finish();
        assert_eq!((code(&output), stdout(&output)), (2, ""), "{all:?}");
        said += &stderr(&output).replace(&name, "[DIR]").replace("\n\nhint", "\nhint");
        assert!(!bench.path("o").exists(), "{all:?}");
    }
    assert_snapshot!(said, @"
    error: cannot read `nothing.csv`
      caused by: No such file or directory (os error 2)
    hint: check that it exists
    error: `other.csv`: this is not a gradebook from Blackboard, Brightspace, Canvas, GitHub Classroom, Gradescope or Moodle; its columns are name, points
    hint: export the complete gradebook with the columns that identify students; from Blackboard and Brightspace, export it in English
    error: `two.csv`: `--column` is missing, and several columns are possible: 8-puzzle (1234), 8-puzzle (77)
    hint: select the column with `--column`
    error: `two.csv`: several columns have the name `8-puzzle`: 8-puzzle (1234), 8-puzzle (77)
    hint: use the complete column header from the export
    error: `export.csv`: the column `9-puzzle` is missing; the columns are Student, ID, SIS User ID, SIS Login ID, Section, 8-puzzle (1234), Final Score
    hint: use the complete column header from the export
    error: `export.csv`: the column `Final Score` is read-only
    hint: create a column for the assignment on the platform, and export the gradebook again
    error: `export.csv`: the column `SIS Login ID` does not contain assignment points; use one of 8-puzzle (1234)
    hint: select the column with `--column`
    error: `export.csv`: the column `Section` does not contain assignment points; use one of 8-puzzle (1234)
    hint: select the column with `--column`
    error: `export.csv`: the column `Login` is missing; the columns are Student, ID, SIS User ID, SIS Login ID, Section, 8-puzzle (1234), Final Score
    hint: use the complete column header from the export
    error: `../[DIR]/export.csv` is the export itself
    hint: use another file for `--out`, and import that file
    error: `--out` is missing
    hint: use `--out` to name the gradebook to write
    error: `--out` is missing
    hint: use `--out` to name the folder to write to
    error: `--out class` contains submissions
    hint: use a separate folder; other files among the submissions would be read as submissions
    error: the grader did not write `export.csv`, or somebody has changed it since
    hint: move it to another place, or use a new folder or file for `--out`; nothing was written
    error: cannot find the Classroom 50 submission for `moeeve_15`: `SUBMISSION_TAG` is not set
    hint: use `--identities` with a CSV file that has the columns `submission`, `OWNER`, `SUBMISSION_TAG`, `COMMIT_URL` and `RELEASE_URL`, and set `CLASSROOM` and `ASSIGNMENT`
    ");
    assert_eq!(bench.read("export.csv"), CANVAS);

    fs::remove_file(bench.path("grades/grades.json")).unwrap();
    let output =
        bench.run(&["report", "grades", "--gradebook", "export.csv", "--out", "import.csv"]);
    assert_snapshot!(bench.snapshot(&output), @"
    exit code 2
    ----- stderr
    error: the grading run in `grades` is not complete

    hint: run `grader grade` again with this `--out` to resume
    ");
}

#[test]
fn every_format_writes_a_file_for_each_submission() {
    let bench = graded();
    bench.write(
        "identities.csv",
        "submission,OWNER,SUBMISSION_TAG,COMMIT_URL,RELEASE_URL\n\
         u1,jane,submit/2026-06-01T14-32-05Z-a1b2c3d,https://example.org/1,https://example.org/2\n\
         u2,john,submit/2026-06-01T15-32-05Z-a1b2c3d,https://example.org/3,https://example.org/4\n\
         moeeve_15,eve,submit/2026-06-01T16-32-05Z-a1b2c3d,https://example.org/5,https://example.org/6\n",
    );
    for format in Format::ALL {
        let out = format!("as-{}", format.name());
        let mut arguments = vec!["report", "grades", "--format", format.name(), "--out", &out];
        if format == Format::Classroom50 {
            arguments.extend(["--identities", "identities.csv"]);
        }
        let mut command = bench.command(&arguments);
        let output = command.env("CLASSROOM", "cs").env("ASSIGNMENT", "puzzle").finish();
        // Nobody on the roster is called `moeeve`, so the only absent student may be.
        let doubt = "students who may have a submission: u3 (`moeeve_15`: `moeeve` is not on the \
                     roster)\n";
        assert_eq!((code(&output), stderr(&output)), (1, doubt), "{}", format.name());
        assert_eq!(stdout(&output), format!("{out}: 3 files\n"));
        let mut names: Vec<_> = fs::read_dir(bench.path(&out))
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        let ending = format.ending();
        assert_eq!(names, ["moeeve_15", "u1", "u2"].map(|name| format!("{name}.{ending}")));
        if matches!(format, Format::Human | Format::Json) {
            let grade = bench.read("grades/submissions/u2/grade.json");
            let record = Grade::from_json(&grade).unwrap();
            let corrected = Corrected::from(&record);
            let expected = format.render(&corrected, &Context::default()).unwrap();
            assert_eq!(bench.read(&format!("{out}/u2.{ending}")), expected);
        }
    }
    for format in Format::ALL {
        let text = bench.read(&format!("as-{}/u1.{}", format.name(), format.ending()));
        let shows = text.contains("corrected by me: by hand");
        assert_eq!(shows, format != Format::Json, "{}: {text}", format.name());
    }
    assert!(bench.read("as-classroom50/u2.json").contains("\"owner\": \"john\""));
    // Earlier files are replaced, but not those that somebody has changed.
    let earlier = bench.read("as-tap/u1.tap");
    let report = || bench.run(&["report", "grades", "--format", "tap", "--out", "as-tap"]);
    assert_eq!(stdout(&report()), "as-tap: 3 files\n");
    bench.write("as-tap/u1.tap", format!("{earlier}\nSee me in my office.\n"));
    let output = report();
    assert_snapshot!(bench.snapshot(&output), @"
    exit code 2
    ----- stderr
    error: the grader did not write `as-tap/u1.tap`, or somebody has changed it since

    hint: move it to another place, or use a new folder or file for `--out`; nothing was written
    ");
}
