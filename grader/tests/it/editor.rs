//! Tests the messages for an editor: the output of the commands that it runs, and what it shows, with a real
//! rust-analyzer.

mod server;
mod sessions;

use std::ffi::OsString;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use insta::assert_snapshot;
use serde_json::Value;

use crate::cache::CACHE;
use crate::support::{Bench, PROGRAM, code, stderr, stdout, workspace};

/// A student's repository from `grader new`, with the model answer.
fn repository() -> Bench {
    let bench = Bench::new();
    assert_eq!(code(&bench.run(&["new", "alice"])), 0);
    for file in ["board.rs", "solver.rs"] {
        let text = fs::read(workspace("reference/src").join(file)).expect("the model answer");
        bench.write(&format!("alice/src/{file}"), text);
    }
    bench
}

const BOARD: &str = "alice/src/board.rs";
const RIGHT: &str = "self.cells_and_goals().filter(|(cell, goal)| cell != goal).count()";
const WRONG: &str = "self.cells_and_goals().filter(|(cell, goal)| cell != goal).count() + 1";

#[test]
fn failed_checks_are_errors_at_the_method_name() {
    let bench = repository();
    bench.edit(BOARD, RIGHT, WRONG);
    let output = bench.grade(&["check", "alice", "--format", "rustc"]);
    assert_eq!(code(&output), 1);
    let lines: Vec<Value> =
        stdout(&output).lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let errors: Vec<&Value> = lines.iter().filter(|line| line["level"] == "error").collect();
    let [error] = &errors[..] else { panic!("{lines:#?}") };
    let span = &error["spans"][0];
    assert_eq!(error["code"]["code"], "board.hamming");
    assert_eq!(span["file_name"], BOARD);
    let text = span["text"][0]["text"].as_str().expect("the line of the code");
    let number =
        |name: &str| span[name].as_u64().and_then(|number| usize::try_from(number).ok()).unwrap();
    assert_eq!(&text[number("column_start") - 1..number("column_end") - 1], "hamming");
    let source = bench.read(BOARD);
    assert_eq!(&source[number("byte_start")..number("byte_end")], "hamming");
    let note = error["children"][0]["message"].as_str().expect("a note");
    assert!(note.contains("expected 0") && note.contains("but was  1"), "{note}");
}

#[test]
fn compiler_errors_keep_their_locations() {
    let bench = repository();
    bench.edit(BOARD, RIGHT, "self.no_such_method() + undefined");
    let output = bench.grade(&["check", "alice", "--format", "rustc"]);
    let read = |line: &str| {
        let message: Value = serde_json::from_str(line).expect("JSON");
        let span = &message["spans"][0];
        let (code, line) = (&message["code"]["code"], &span["line_start"]);
        format!("{} {code} {line}", span["file_name"])
    };
    let line =
        bench.read(BOARD).lines().position(|line| line.contains("no_such_method")).unwrap() + 1;
    let of_line: Vec<String> = stdout(&output).lines().map(read).collect();
    for code in ["E0599", "E0425"] {
        let expected = format!("\"{BOARD}\" \"{code}\" {line}");
        assert!(of_line.contains(&expected), "{expected} in {of_line:#?}");
    }
}

/// Runs the command that an editor runs after each save. The tested program can be on the `PATH` or not.
fn editor_check(bench: &Bench, has_grader: bool) -> Output {
    let mut command = Command::new("sh");
    command.arg("editor-check.sh").current_dir(bench.path("alice"));
    command.env("CARGO_NET_OFFLINE", "true").env_remove("CARGO_TARGET_DIR");
    command.env("PATH", path(has_grader)).env("GRADER_CACHE_DIR", &*CACHE);
    bench.finish_grade(&mut assert_cmd::Command::from_std(command))
}

/// Returns a `PATH` with the compiler, and with the tested program or no grader at all.
fn path(has_grader: bool) -> OsString {
    let program = Path::new(PROGRAM).parent().expect("a folder").to_owned();
    let folders = std::env::var_os("PATH").expect("a path");
    let others = std::env::split_paths(&folders).filter(|folder| !folder.join("grader").exists());
    let own = has_grader.then_some(program);
    std::env::join_paths(own.into_iter().chain(others)).expect("a path")
}

/// Returns the diagnostics from cargo and the grader, with source, level, code and labels.
fn diagnostics(output: &Output) -> Vec<String> {
    let line = |line: &str| {
        let line: Value = serde_json::from_str(line).expect("JSON");
        if line["reason"] != "compiler-message" {
            return None;
        }
        let message = &line["message"];
        let code = message["code"]["code"].as_str()?.to_owned();
        let source = if code.contains('.') { "grader" } else { "cargo" };
        let package = line["package_id"].as_str().expect("a package");
        assert!(package.starts_with("path+file://") && package.contains("/alice#"), "{package}");
        let spans = message["spans"].as_array().expect("spans");
        let labels = spans.iter().filter(|span| !span["label"].is_null()).count();
        let fixes = message["children"].as_array().expect("children").iter();
        let fixes = fixes.filter(|child| child["level"] == "help").count();
        Some(format!("{source} {} {code}: {labels} labels, {fixes} helps", message["level"]))
    };
    let mut all: Vec<String> = stdout(output).lines().filter_map(line).collect();
    assert!(all.is_sorted_by_key(|name| name.starts_with("grader")), "ours come last: {all:#?}");
    // A library is compiled once for itself and once for its tests, possibly at the same time.
    all.sort();
    all.dedup();
    all
}

const WARNED: &str =
    "let misPlaced = self.cells_and_goals().filter(|(cell, goal)| cell != goal).count(); misPlaced";

#[test]
fn grader_messages_follow_complete_compiler_messages() {
    let bench = repository();
    bench.edit(BOARD, RIGHT, WARNED);
    bench.edit(BOARD, "            rows + cols\n", "            rows + cols + 1\n");
    let output = editor_check(&bench, true);
    assert_snapshot!(diagnostics(&output).join("\n"), @r#"
    cargo "warning" non_snake_case: 0 labels, 1 helps
    grader "error" board.manhattan: 0 labels, 2 helps
    "#);
    // Code that does not compile should not be graded, and each error should be reported only once.
    bench.edit(BOARD, WARNED, "let wrong: usize = \"text\"; wrong");
    let output = editor_check(&bench, true);
    assert_snapshot!(diagnostics(&output).join("\n"), @r#"cargo "error" E0308: 2 labels, 0 helps"#);
    let line = stdout(&output).lines().find(|line| line.contains("E0308")).expect("the error");
    let line: Value = serde_json::from_str(line).expect("JSON");
    assert_snapshot!(line["message"]["rendered"].as_str().expect("a text"), @r#"
    error[E0308]: mismatched types
      --> src/board.rs:65:28
       |
    65 |         let wrong: usize = "text"; wrong
       |                    -----   ^^^^^^ expected `usize`, found `&str`
       |                    |
       |                    expected due to this
    "#);
}

#[test]
fn editors_show_compiler_messages_without_the_grader() {
    let bench = repository();
    bench.edit(BOARD, RIGHT, WARNED);
    bench.edit(BOARD, "            rows + cols\n", "            rows + cols + 1\n");
    let output = editor_check(&bench, false);
    assert_eq!((code(&output), stderr(&output)), (0, ""));
    assert_snapshot!(diagnostics(&output).join("\n"), @r#"cargo "warning" non_snake_case: 0 labels, 1 helps"#);
}
