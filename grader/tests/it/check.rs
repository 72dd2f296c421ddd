//! Tests the arguments and the output of `grader check`.

use std::fs;

use grade::check::Check;
use insta::assert_snapshot;
use serde_json::Value;

use crate::process::Finish as _;
use crate::support::{
    Bench, assert_parts, code, grade_model, model_file, stderr, stdout, today, workspace,
};

const ESCAPE: char = '\x1b';

const NOT_BLANK: &str = "self.cells_and_goals().filter(|(cell, goal)| cell != goal).count()";

const WITH_BLANK: &str = "\
(0..self.tiles.len())
            .filter(|&cell| usize::from(self.tiles[cell]) != (cell + 1) % self.tiles.len())
            .count()";

#[test]
fn the_model_in_the_current_folder_gets_full_points() {
    let output = grade_model();
    assert_eq!(code(&output), 0);
    let report = stdout(&output);
    for id in graded() {
        assert!(report.contains(&format!("✓ {id}")), "{id} is not in {report}");
    }
    assert_parts(report, &["alice: 100 / 100\n", "All checks passed. Well done!"]);
}

#[test]
fn two_files_are_graded_and_json_matches_the_contract() {
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
            "program",
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
        assert!(hash.len() == 64 && hash.bytes().all(|byte| byte.is_ascii_hexdigit()), "{hash}");
    }
    assert!(grade["toolchain"].as_str().unwrap().starts_with("rustc 1."));
    assert!(grade["engine"].as_str().unwrap().starts_with("wasmtime 48."));
    let mut measured = Vec::new();
    for check in grade["checks"].as_array().unwrap() {
        let keys = keys(check);
        let (always, rest) = keys.split_at(5);
        assert_eq!(always, ["id", "status", "score", "max_score", "visibility"]);
        assert!(rest.is_empty() || rest == ["measure"], "{rest:?}");
        measured.extend((rest == ["measure"]).then(|| check["id"].as_str().unwrap()));
        assert_eq!((&check["status"], &check["visibility"]), (&"pass".into(), &"visible".into()));
    }
    let limits = Check::ALL.into_iter().filter(|check| check.spec().measures.is_some());
    assert_eq!(measured, limits.map(Check::id).collect::<Vec<_>>());
    assert_eq!(ids(&grade), graded());
    assert_eq!(grade["remarks"], Value::Array(Vec::new()));

    let folder = bench.path("").display().to_string();
    assert!(!text.contains(folder.trim_end_matches('/')), "a path is in {text}");
    for date in today() {
        assert!(!text.contains(&date), "the date is in {text}");
    }
}

#[test]
fn a_nested_submission_is_graded_into_a_report_file() {
    let bench = Bench::with_model();
    fs::create_dir(bench.path("upload")).unwrap();
    fs::rename(bench.path("alice"), bench.path("upload/alice")).unwrap();
    let output = bench.grade(&["check", "upload", "--out", "r.txt", "--only", "board.hamming"]);
    assert_snapshot!(bench.snapshot(&output), @"exit code 0");
    assert_parts(&bench.read("r.txt"), &["upload: 4 / 4\n", "✓ board.hamming\n"]);
    let mut left: Vec<_> =
        fs::read_dir(bench.path("")).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    left.sort();
    assert_eq!(left, ["r.txt", "upload"], "nothing else is written");
}

#[test]
fn a_fault_is_shown_on_the_smallest_board() {
    let bench = Bench::with_model();
    bench.edit("alice/src/board.rs", NOT_BLANK, WITH_BLANK);
    let output = bench.grade(&["check", "alice", "--only", "board"]);
    assert_eq!(code(&output), 1);
    assert_parts(
        stdout(&output),
        &[
            "alice: 33 / 37\n",
            "│ 1    │     expected 1\n",
            "tile 2 is not in its cell\n",
            "at src/board.rs:64:8\n",
            "try it: grader check alice --only board.hamming\n",
        ],
    );
}

#[test]
fn only_the_selected_checks_are_reported() {
    let bench = Bench::with_model();
    bench.edit("alice/src/board.rs", NOT_BLANK, WITH_BLANK);
    let arguments = ["--only", "board.hamming", "--only", "solver", "--format", "json"];
    let output = bench.grade(&[&["check", "alice"][..], &arguments].concat());
    let grade: Value = serde_json::from_str(stdout(&output)).unwrap();
    let solver = Check::named("solver").into_iter().map(Check::id);
    let asked: Vec<_> = std::iter::once("board.hamming").chain(solver).collect();
    assert_eq!(ids(&grade), asked);
    assert_eq!(code(&output), 1);
    let hamming = &grade["checks"][0];
    assert_eq!(
        keys(hamming),
        [
            "id",
            "status",
            "score",
            "max_score",
            "visibility",
            "summary",
            "cause",
            "evidence",
            "detail",
            "reproduce",
        ]
    );
    assert_snapshot!(hamming["evidence"], @r#"{"tiles":[[1,0],[3,2]],"call":"hamming()","expected":1,"actual":2,"asked":{"what":"board","whose":"own","method":"hamming"}}"#);
}

#[test]
fn the_template_report_lists_what_to_implement() {
    let bench = Bench::new();
    let template = workspace("student-template");
    let template = template.to_str().unwrap();
    let ids = "compile board.dimension board.display board.hamming board.manhattan board.is_goal \
               board.neighbors board.twin board.growth solver.moves solver.path \
               solver.memory";
    let only = ids.split(' ').flat_map(|id| ["--only", id]);
    let output = bench.grade(&["check", template].into_iter().chain(only).collect::<Vec<_>>());
    assert!(!stdout(&output).contains("panic"));
    let report = bench.snapshot(&output).replace(&format!("'{template}'"), template);
    assert_eq!(code(&output), 1);
    assert_parts(
        &report.replace(template, "[TEMPLATE]"),
        &[
            "student-template: 2 / 61\n\n8 checks wait for code",
            "1. dimension()    src/board.rs:34:9   board.dimension\n",
            "8. Solver::new()  src/solver.rs:37:9  solver.moves\n",
            "- waiting for board.dimension: board.growth (1 point)\n",
            "- waiting for solver.moves: solver.path, solver.memory (10 points)\n",
            "- you added no tests\n",
            "Next: write dimension(), src/board.rs:34:9\n  grader check [TEMPLATE] --only",
        ],
    );
}

#[test]
fn submissions_cannot_use_the_model_crate() {
    let bench = Bench::with_model();
    bench.write("alice/src/lib.rs", "pub use model::{Board, Solver};\n");
    let output = bench.grade(&["check", "alice", "--only", "compile"]);
    assert_eq!(code(&output), 1);
    assert_parts(
        stdout(&output),
        &[
            "! `src/board.rs` defines `Board`, but was not graded, because no file of the\n",
            "error[E0432]: unresolved import `model`\n       --> src/lib.rs:1:9\n",
            "there is no module `model`, and submissions can use only the crates `slider` and std",
        ],
    );
}

#[test]
fn color_is_off_without_a_terminal_unless_forced() {
    let bench = Bench::with_broken_model();
    let grade = |variables: &[(&str, &str)]| {
        let mut command = bench.command(&["check", "alice", "--only", "compile"]);
        let output = bench.finish_grade(command.envs(variables.iter().copied()));
        assert_eq!((code(&output), stderr(&output)), (1, ""));
        stdout(&output).to_owned()
    };
    let plain = grade(&[]);
    assert!(plain.contains("compile.build") && !plain.contains(ESCAPE));
    assert_eq!(grade(&[("CLICOLOR_FORCE", "1"), ("NO_COLOR", "1")]), plain);

    let coloured = grade(&[("CLICOLOR_FORCE", "1")]);
    assert!(coloured.contains(ESCAPE));
    assert_eq!(without_escapes(&coloured), plain);
}

#[test]
fn work_for_the_first_run_is_announced() {
    let bench = Bench::with_broken_model();
    // An assignment with costs that can be measured quickly.
    bench.write(
        "hw/assignment.toml",
        "schema = 'assignment/1'\ntitle = 'one'\nlimits = { time = 30, stop = 90, memory_mib = 512 }\n\
         checks = { 'compile.build' = { points = 1 } }\npuzzles = { boards = [], solve = ['one'] }\n",
    );
    let one = "[[puzzle]]\nname = 'one'\ntiles = [[1, 0], [3, 2]]\nmoves = 1\n";
    bench.write("hw/puzzles/one.toml", one);
    let cache = bench.path("cache");
    let grade = || {
        let mut command = bench.command(&["check", "alice", "--assignment", "hw"]);
        let output = command.env("GRADER_CACHE_DIR", &cache).finish();
        assert_eq!(code(&output), 1);
        output
    };
    let (first, second) = (grade(), grade());
    assert_snapshot!(stderr(&first), @"
    compiling shared code (first run only)
    measuring the model solver (first run only)
    ");
    assert_eq!(stderr(&second), "");
    assert_eq!(stdout(&first), stdout(&second));
}

fn keys(object: &Value) -> Vec<&str> {
    object.as_object().expect("an object").keys().map(String::as_str).collect()
}

fn graded() -> Vec<&'static str> {
    let graded = Check::ALL.into_iter().filter(|check| *check != Check::TestsOwn);
    graded.map(Check::id).collect()
}

fn ids(grade: &Value) -> Vec<&str> {
    let checks = grade["checks"].as_array().expect("a list of checks");
    checks.iter().map(|check| check["id"].as_str().expect("an id")).collect()
}

fn without_escapes(text: &str) -> String {
    let mut parts = text.split(ESCAPE);
    let first = parts.next().unwrap_or_default();
    let rest = parts.map(|part| part.split_once('m').expect("an escape code for a style").1);
    std::iter::once(first).chain(rest).collect()
}
