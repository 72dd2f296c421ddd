//! Runs the files for each platform on a minimal machine that downloads a release, as the platform does.

#![cfg(all(target_os = "linux", target_arch = "x86_64"))]

mod clusters;
mod files;
mod runner;
mod yaml;

use std::fs;

use serde_json::Value;

use crate::support::{Bench, code, stderr, stdout};
use runner::{Runner, VERSION};

const RIGHT: &str = "self.cells_and_goals().filter(|(cell, goal)| cell != goal).count()";

const WRONG: &str = "self.cells_and_goals().filter(|(cell, goal)| cell != goal).count() + 1";

fn with_wrong_hamming(bench: &Bench) {
    bench.model();
    bench.edit("alice/src/board.rs", RIGHT, WRONG);
    fs::rename(bench.path("alice"), bench.path("work/alice")).unwrap();
}

fn output<'a>(outputs: &'a [(String, String)], name: &str) -> Option<&'a str> {
    outputs.iter().find(|output| output.0 == name).map(|output| output.1.as_str())
}

#[test]
fn the_action_writes_all_outputs_in_one_run() {
    let runner = Runner::new();
    let (bench, url) = (&runner.bench, runner.url());
    with_wrong_hamming(bench);
    let result = runner.use_action(&[
        ("sha256", &runner.sha256),
        ("url", &url),
        ("path", "alice"),
        ("junit", "report.xml"),
        ("json", "grade.json"),
    ]);
    let log = stdout(&result);
    assert_eq!(code(&result), 1, "{log}{}", stderr(&result));

    // The annotation points to the method's line.
    let source = bench.read("work/alice/src/board.rs");
    let line = 1 + source.lines().position(|line| line.contains("fn hamming")).unwrap();
    let place = format!("\n::error file=alice/src/board.rs,line={line},");
    assert!(log.contains(&place), "{place} is not in {log}");
    let place = format!("location: alice/src/board.rs:{line}<");
    let junit = bench.read("work/report.xml");
    assert!(junit.contains(&place), "{place} is not in {junit}");
    let page = bench.read("temp/summary");
    assert!(page.starts_with("## alice: ") && page.contains("hamming"), "{page}");

    let grade: Value = serde_json::from_str(&bench.read("work/grade.json")).unwrap();
    let outputs = runner.outputs();
    assert_eq!(output(&outputs, "status"), Some("graded"));
    for (name, field) in [("score", "score"), ("max-score", "max_score")] {
        let value: f64 = output(&outputs, name).unwrap().parse().unwrap();
        assert_eq!(Some(value), grade[field].as_f64(), "{name}");
    }

    // A local machine gives the same grade as a class.
    let desk = bench.grade(&["check", "work/alice", "--format", "json"]);
    assert_eq!(stdout(&desk), bench.read("work/grade.json"));
    fs::create_dir(bench.path("class")).unwrap();
    fs::rename(bench.path("work/alice"), bench.path("class/alice")).unwrap();
    assert_eq!(code(&bench.grade(&["grade", "class", "--out", "grades"])), 0);
    assert_eq!(bench.read("grades/submissions/alice/grade.json"), bench.read("work/grade.json"));
}

#[test]
fn the_job_reports_a_rejected_submission() {
    let runner = Runner::new();
    runner.bench.write("work/notes.txt", "nothing yet");
    let url = runner.url();
    let with = [("sha256", runner.sha256.as_str()), ("url", &url)];
    let result = runner.use_action(&with);
    assert_eq!(code(&result), 2, "{}", stderr(&result));
    assert!(stdout(&result).contains("\n::error title="), "{}", stdout(&result));
    assert!(stdout(&result).contains("contains no Rust crate"), "{}", stdout(&result));
    assert_eq!(output(&runner.outputs(), "status"), Some("rejected"));
    assert!(runner.bench.read("temp/summary").contains("contains no Rust crate"));

    // Code that does not compile will be graded.
    runner.bench.write("work/src/lib.rs", "pub struct Board");
    let result = runner.use_action(&with);
    assert_eq!(code(&result), 1, "{}", stderr(&result));
    assert!(stdout(&result).contains("\n::error file=src/lib.rs,line=1,"), "{}", stdout(&result));
    let outputs = runner.outputs();
    assert_eq!(output(&outputs, "status"), Some("graded"));
    assert_eq!(output(&outputs, "score"), Some("0"));
}

/// Checks that a failed step does not set a score, not even zero.
fn assert_no_grade(runner: &Runner, result: &std::process::Output, expected: i32, said: &str) {
    let (log, errors) = (stdout(result), stderr(result));
    assert_eq!(code(result), expected, "{log}{errors}");
    assert!(format!("{log}{errors}").contains(said), "{said} is not in {log}{errors}");
    assert!(log.contains("::error title=not graded::"), "{log}");
    let outputs = runner.outputs();
    assert_eq!(outputs, [("status".to_owned(), "grader_error".to_owned())]);
    assert_eq!(runner.bench.read("temp/summary"), "");
}

#[test]
fn a_missing_or_altered_program_is_not_run() {
    let runner = Runner::new();
    with_wrong_hamming(&runner.bench);
    let (sha256, url) = (runner.sha256.as_str(), runner.url());
    let other = "0".repeat(64);
    let use_action =
        |with: &[(&str, &str)]| runner.use_action(&[&[("path", "alice")], with].concat());

    let result = use_action(&[("sha256", &other), ("url", &url)]);
    assert_no_grade(&runner, &result, 3, &format!("has the hash {sha256} instead of {other}"));
    let result = use_action(&[("sha256", sha256), ("url", &format!("{url}.no"))]);
    assert_no_grade(&runner, &result, 3, "cannot be downloaded");
    let result = use_action(&[("sha256", ""), ("url", &url)]);
    assert_no_grade(&runner, &result, 2, "GRADER_SHA256 must be");
    let result = use_action(&[("sha256", sha256), ("url", &url), ("version", "../0.1.0")]);
    assert_no_grade(&runner, &result, 2, "GRADER_VERSION must be");
    let result = use_action(&[("sha256", sha256), ("repository", "x; echo bad")]);
    assert_no_grade(&runner, &result, 2, "GRADER_REPOSITORY must be");
    assert!(!runner.bench.path("tokens.log").exists(), "nothing was run");

    // When the machine cannot grade, students should receive neither a grade nor files.
    runner.program("rustc", "#!/bin/sh\nexit 1\n");
    let result = use_action(&[("sha256", sha256), ("url", &url), ("json", "grade.json")]);
    assert_no_grade(&runner, &result, 3, "the grader or this machine is at fault");
    assert!(!runner.bench.path("work/grade.json").exists());
}

#[test]
fn the_download_token_is_not_passed_to_the_grader() {
    let runner = Runner::new().with_gh();
    runner.bench.write("bin/no-compiler", "");
    runner.bench.write("work/notes.txt", "nothing to grade");
    let result = runner.use_action(&[("sha256", &runner.sha256), ("token", "secret")]);
    assert_eq!(code(&result), 2, "{}{}", stdout(&result), stderr(&result));
    let said = runner.bench.read("bin/gh.log");
    let wanted =
        format!("secret release download v{VERSION} --repo course/grader --pattern grader-");
    assert!(said.starts_with(&wanted), "{said}");
    assert_eq!(runner.bench.read("tokens.log"), "\n", "the grader has no token");
    assert!(!format!("{}{}", stdout(&result), stderr(&result)).contains("secret"));
    // If there is no compiler, it will be installed, together with the sandbox target.
    let said = runner.bench.read("bin/rustup.log");
    assert!(
        said.contains("\ntoolchain install 1.95.0 --profile minimal --target wasm32-wasip1 "),
        "{said}"
    );

    // The next job can use the downloaded files.
    runner.use_action(&[("sha256", &runner.sha256), ("token", "secret")]);
    assert_eq!(runner.bench.read("bin/gh.log").lines().count(), 1);
}
