//! Runs the Windows program with Wine. Everything should work as on Linux, except for what needs a compiler.
//!
//! `.ci/wine` builds the Windows program and runs these tests.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output};
use std::sync::LazyLock;

use serde_json::Value;

use super::{Bench, class, tree};
use crate::process::Finish as _;
use crate::support::{code, stderr, stdout, workspace};

const VARIABLE: &str = "GRADER_FOR_WINDOWS";

/// The Wine prefix, which all tests in a run share.
static PREFIX: LazyLock<PathBuf> = LazyLock::new(|| {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("wine");
    fs::create_dir_all(&folder).unwrap();
    folder
});

/// Runs the Windows program in the test folder, with an empty cache.
fn wine(bench: &Bench, arguments: &[&str]) -> Output {
    let program = std::env::var_os(VARIABLE).expect("`.ci/wine` sets the program's path");
    let mut command = Command::new("wine");
    command.arg(program).args(arguments).current_dir(bench.path("."));
    command.env("WINEPREFIX", &*PREFIX).env("WINEDEBUG", "-all").env("GRADER_CACHE_DIR", "cache");
    // If there is a compiler, hide it.
    command.env("RUSTC", "C:\\nowhere\\rustc.exe").finish()
}

fn same(bench: &Bench, arguments: &[&str]) -> String {
    let (here, there) = (bench.run(arguments), wine(bench, arguments));
    assert_eq!(code(&there), code(&here), "{arguments:?}: {}", stderr(&there));
    assert_eq!(stdout(&there), stdout(&here), "{arguments:?}");
    stdout(&here).to_owned()
}

#[test]
#[ignore = "wants Wine and the program for Windows: see .ci/wine"]
fn wine_runs_puzzle_commands_and_the_game() {
    let bench = Bench::new();
    assert!(same(&bench, &["--version"]).starts_with("grader "));
    same(&bench, &["explain", "board.hamming"]);
    for board in ["1 2 3 / 4 5 6 / 8 7 0", "8 6 7 / 2 5 4 / 3 0 1"] {
        same(&bench, &["puzzle", "solve", board]);
        same(&bench, &["puzzle", "show", board]);
    }
    fs::copy(workspace("fixtures/puzzles/2x2.toml"), bench.path("2x2.toml")).unwrap();
    same(&bench, &["puzzle", "verify", "2x2.toml"]);

    for (program, page) in
        [(Bench::run as fn(&Bench, &[&str]) -> Output, "here.html"), (wine, "there.html")]
    {
        let output = program(&bench, &["play", "--out", page]);
        assert_eq!(code(&output), 0, "{}", stderr(&output));
    }
    assert!(bench.read("there.html") == bench.read("here.html"), "the pages differ");

    let output = wine(&bench, &["check", "nowhere"]);
    assert_eq!(code(&output), 2, "{}", stderr(&output));
    assert!(stderr(&output).contains("`nowhere`"), "{}", stderr(&output));
}

#[test]
#[ignore = "wants Wine and the program for Windows: see .ci/wine"]
fn wine_grades_are_identical_to_linux_grades() {
    let bench = class();
    let output = bench.grade(&["build", "class", "--out", "programs"]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let grade = ["grade", "class", "--prebuilt", "programs", "--out"];
    let here = bench.run(&[&grade[..], &["here"]].concat());
    let there = wine(&bench, &[&grade[..], &["there"]].concat());
    assert_eq!(code(&there), code(&here), "{}", stderr(&there));
    assert_eq!(tree(&bench.path("there")), tree(&bench.path("here")));
    let text = bench.read("there/submissions/alice/grade.json");
    let alice: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(alice["score"], 100);

    // Create pages and reports from the files that were written by the Windows program.
    for (program, folder) in
        [(Bench::run as fn(&Bench, &[&str]) -> Output, "here"), (wine, "there")]
    {
        let students = format!("{folder}-students");
        let output = program(&bench, &["report", folder, "--students", &students]);
        assert_eq!(code(&output), 0, "{}", stderr(&output));
        let text = format!("{folder}-text");
        let output = program(&bench, &["report", folder, "--format", "junit", "--out", &text]);
        assert_eq!(code(&output), 0, "{}", stderr(&output));
    }
    assert_eq!(tree(&bench.path("there-students")), tree(&bench.path("here-students")));
    assert_eq!(tree(&bench.path("there-text")), tree(&bench.path("here-text")));
}
