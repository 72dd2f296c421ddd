//! `grader check`: what it takes, and what it prints.

use std::fs;
use std::time::{SystemTime, UNIX_EPOCH};

use insta::assert_snapshot;
use serde_json::Value;

use crate::support::{Bench, MODEL_GRADE, code, model_file, stderr, stdout, workspace};

/// What begins every change of colour.
const ESCAPE: char = '\x1b';

/// How the model's `hamming` leaves out the blank.
const NOT_BLANK: &str = "self.cells_and_goals().filter(|(cell, goal)| cell != goal).count()";

/// A `hamming` that counts it, and nothing else that does.
const WITH_BLANK: &str = "\
(0..self.tiles.len())
            .filter(|&cell| usize::from(self.tiles[cell]) != (cell + 1) % self.tiles.len())
            .count()";

#[test]
fn the_model_in_the_current_folder_gets_full_marks() {
    assert_eq!(code(&MODEL_GRADE), 0);
    assert_snapshot!(stdout(&MODEL_GRADE), @"");
}

#[test]
fn two_files_are_a_submission_and_json_is_the_contracts() {
    let bench = Bench::new();
    for file in ["board.rs", "solver.rs"] {
        bench.write(&format!("bob/{file}"), model_file(file));
    }
    let output = bench.grade(&["check", "bob", "--format", "json"]);
    assert_eq!((code(&output), stderr(&output)), (0, ""));
    let text = stdout(&output);
    let grade: Value = serde_json::from_str(text).unwrap();
    assert_eq!(
        keys(&grade),
        [
            "schema",
            "submission",
            "sources",
            "assignment",
            "toolchain",
            "engine",
            "status",
            "score",
            "max_score",
            "checks",
            "remarks",
        ]
    );
    assert_eq!(grade["schema"], "grade/1");
    assert_eq!(grade["submission"], "bob");
    assert_eq!(grade["status"], "graded");
    assert_eq!((&grade["score"], &grade["max_score"]), (&Value::from(100), &Value::from(100)));
    for hash in ["sources", "assignment"] {
        let hash = grade[hash].as_str().unwrap().strip_prefix("sha256:").unwrap();
        assert!(hash.len() == 64 && hash.bytes().all(|it| it.is_ascii_hexdigit()), "{hash}");
    }
    assert!(grade["toolchain"].as_str().unwrap().starts_with("rustc 1."));
    assert!(grade["engine"].as_str().unwrap().starts_with("wasmtime 48."));
    for check in grade["checks"].as_array().unwrap() {
        assert_eq!(keys(check), ["id", "status", "score", "max_score", "visibility"]);
        assert_eq!((&check["status"], &check["visibility"]), (&"pass".into(), &"visible".into()));
    }
    assert_eq!(ids(&grade).len(), 17);
    assert_eq!(grade["remarks"], Value::Array(Vec::new()));

    let folder = bench.path("").display().to_string();
    assert!(!text.contains(folder.trim_end_matches('/')), "a path is in {text}");
    for date in today() {
        assert!(!text.contains(&date), "the date is in {text}");
    }
}

#[test]
fn a_folder_too_many_is_no_matter_and_the_report_goes_to_a_file() {
    let bench = Bench::with_model();
    fs::create_dir(bench.path("upload")).unwrap();
    fs::rename(bench.path("alice"), bench.path("upload/alice")).unwrap();
    let output = bench.grade(&["check", "upload", "--out", "r.txt", "--only", "board.hamming"]);
    assert_snapshot!(bench.snapshot(&output), @"");
    assert_snapshot!(bench.read("r.txt"), @"");
    let mut left: Vec<_> =
        fs::read_dir(bench.path("")).unwrap().map(|it| it.unwrap().file_name()).collect();
    left.sort();
    assert_eq!(left, ["r.txt", "upload"], "nothing else is written");
}

#[test]
fn a_fault_is_shown_on_the_smallest_board() {
    let bench = Bench::with_model();
    bench.edit("alice/src/board.rs", NOT_BLANK, WITH_BLANK);
    let output = bench.grade(&["check", "alice", "--only", "board"]);
    assert_snapshot!(bench.snapshot(&output), @"");
}

#[test]
fn what_is_asked_for_is_reported_and_nothing_else() {
    let bench = Bench::with_model();
    bench.edit("alice/src/board.rs", NOT_BLANK, WITH_BLANK);
    let arguments = ["--only", "board.hamming", "--only", "solver", "--format", "json"];
    let output = bench.grade(&[&["check", "alice"][..], &arguments].concat());
    let grade: Value = serde_json::from_str(stdout(&output)).unwrap();
    assert_snapshot!(ids(&grade).join("\n"), @"");
    assert_eq!(code(&output), 1);
    let hamming = &grade["checks"][0];
    assert_eq!(
        keys(hamming),
        ["id", "status", "score", "max_score", "visibility", "summary", "evidence", "reproduce",]
    );
    assert_snapshot!(hamming["evidence"], @"");
}

#[test]
fn a_solver_that_does_not_compile_costs_no_points_of_the_board() {
    let bench = Bench::with_model();
    bench.edit("alice/src/solver.rs", "        Self { solution }\n", "        Self { solution\n");
    let output = bench.grade(&["check", "alice"]);
    assert_snapshot!(bench.snapshot(&output), @"");
}

#[test]
fn the_template_is_a_list_of_things_to_do() {
    let bench = Bench::new();
    let template = workspace("student-template");
    let output = bench.grade(&["check", template.to_str().unwrap()]);
    assert!(!stdout(&output).contains("panic"));
    assert_snapshot!(bench.snapshot(&output), @"");
}

#[test]
fn the_models_own_code_is_out_of_reach() {
    let bench = Bench::with_model();
    bench.write("alice/src/lib.rs", "pub use model::{Board, Solver};\n");
    let output = bench.grade(&["check", "alice", "--only", "compile"]);
    assert_snapshot!(bench.snapshot(&output), @"");
}

#[test]
fn files_of_the_machine_are_out_of_reach() {
    let bench = Bench::with_model();
    let secret = "const _: &str = include_str!(\"/etc/hostname\");\n";
    bench.edit("alice/src/board.rs", "use std::fmt;\n", &format!("use std::fmt;\n{secret}"));
    let output = bench.grade(&["check", "alice", "--only", "compile.build"]);
    assert_snapshot!(bench.snapshot(&output), @"");
}

/// A submission that takes little time, because it is not run.
#[test]
fn colour_is_for_terminals_and_for_those_who_force_it() {
    let bench = Bench::with_model();
    let secret = "const _: &str = env!(\"PATH\");\n";
    bench.edit("alice/src/board.rs", "use std::fmt;\n", &format!("use std::fmt;\n{secret}"));
    let arguments = ["check", "alice", "--only", "compile"];

    let plain = bench.grade(&arguments);
    assert_snapshot!(bench.snapshot(&plain), @"");

    let forced = bench.finish_grade(bench.command(&arguments).env("CLICOLOR_FORCE", "1"));
    assert!(stdout(&forced).contains(ESCAPE));
    assert_eq!(without_escapes(stdout(&forced)), stdout(&plain));

    let mut both = bench.command(&arguments);
    let both = bench.finish_grade(both.env("CLICOLOR_FORCE", "1").env("NO_COLOR", "1"));
    assert_eq!(stdout(&both), stdout(&plain));
}

/// The names in an object, in the order of the text.
fn keys(object: &Value) -> Vec<&str> {
    object.as_object().expect("an object").keys().map(String::as_str).collect()
}

/// The ids of the checks.
fn ids(grade: &Value) -> Vec<&str> {
    let checks = grade["checks"].as_array().expect("a list of checks");
    checks.iter().map(|check| check["id"].as_str().expect("an id")).collect()
}

/// The text as a terminal without colours would show it.
fn without_escapes(text: &str) -> String {
    let mut parts = text.split(ESCAPE);
    let first = parts.next().unwrap_or_default();
    let rest = parts.map(|part| part.split_once('m').expect("an escape code for a style").1);
    std::iter::once(first).chain(rest).collect()
}

/// Today's date, and yesterday's in case it is midnight, the ways that dates are written.
fn today() -> [String; 4] {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).expect("a clock that is right");
    let days = now.as_secs() / (24 * 60 * 60);
    let [(y, m, d), (year, month, day)] = [date(days), date(days - 1)];
    [
        format!("{y}-{m:02}-{d:02}"),
        format!("{year}-{month:02}-{day:02}"),
        format!("{d:02}.{m:02}.{y}"),
        format!("{m:02}/{d:02}/{y}"),
    ]
}

/// The year, month and day that is so many days after the first of January 1970.
///
/// Source: Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms", `civil_from_days`.
fn date(days: u64) -> (u64, u64, u64) {
    let days = days + 719_468;
    let (era, of_era) = (days / 146_097, days % 146_097);
    let year = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    let month = (5 * of_year + 2) / 153;
    let day = of_year - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    (era * 400 + year + u64::from(month <= 2), month, day)
}
