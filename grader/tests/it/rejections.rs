//! Tests that each rejection comes with a hint.

use insta::assert_snapshot;
use serde_json::Value;

use crate::support::{Bench, assert_parts, code, model_file, stderr, stdout};

const MANIFEST: &str = "\
[package]
name = \"hw\"
version = \"0.1.0\"
edition = \"2024\"

[dependencies]
slider = { path = \"../slider\" }
";

fn grade(bench: &Bench) -> Value {
    let output = bench.grade(&["check", "alice", "--format", "json"]);
    serde_json::from_str(stdout(&output)).expect("a grade")
}

fn holds(grade: &Value, group: &str) -> bool {
    let checks = grade["checks"].as_array().expect("checks");
    let is_of_it = |check: &&Value| check["id"].as_str().is_some_and(|id| id.starts_with(group));
    checks.iter().filter(is_of_it).all(|check| check["status"] == "pass")
}

#[test]
fn an_unavailable_crate_is_reported_with_its_manifest_line() {
    let bench = Bench::with_model();
    bench.write("alice/Cargo.toml", format!("{MANIFEST}itertools = \"0.14\"\n"));
    let line = "use slider::{Board, MinPq};";
    bench.edit("alice/src/solver.rs", line, &format!("use itertools::Itertools;\n{line}"));
    let grade = grade(&bench);
    assert!(holds(&grade, "board.") && !holds(&grade, "solver."), "{grade}");
    let build = &grade["checks"][0];
    assert_snapshot!(build["summary"], @r#""`itertools` in `Cargo.toml:8` is not available: submissions can use only `slider` and std; remove it""#);
    let help =
        "there is no module `itertools`, and submissions can use only the crates `slider` and std";
    assert_parts(build["detail"].as_str().expect("the compiler's words"), &[help]);
}

#[test]
fn in_a_workspace_the_student_crate_is_graded() {
    let bench = Bench::new();
    bench.write("ws/Cargo.toml", "[workspace]\nmembers = [\"hw\", \"slider\"]\nresolver = \"3\"\n");
    bench.write("ws/slider/Cargo.toml", "[package]\nname = \"slider\"\nversion = \"0.1.0\"\n");
    bench.write("ws/slider/src/lib.rs", "mod board;\npub use board::Board;\n");
    bench.write("ws/slider/src/board.rs", "pub trait Board {}\n");
    bench.write("ws/hw/Cargo.toml", MANIFEST);
    bench.write(
        "ws/hw/src/lib.rs",
        "mod board;\nmod solver;\npub use board::Board;\npub use solver::Solver;\n",
    );
    for file in ["board.rs", "solver.rs"] {
        bench.write(&format!("ws/hw/src/{file}"), model_file(file));
    }
    let output = bench.grade(&["check", "ws"]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let said = "the crate `slider` in `slider` is ignored, because the grader has its own";
    assert!(stderr(&output).contains(said), "{}", stderr(&output));
    let output = bench.grade(&["grade", "ws", "--out", "grades"]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    assert!(bench.path("grades/submissions/ws/grade.json").is_file());
}

/// An instructor's workspace has submissions as members.
#[test]
fn a_workspace_with_several_submissions_is_a_class() {
    let bench = Bench::new();
    bench.write("class/Cargo.toml", "[workspace]\nmembers = [\"*\"]\n");
    for name in ["alice", "bob"] {
        bench.write(&format!("class/{name}/Cargo.toml"), MANIFEST.replace("hw", name));
        bench.write(&format!("class/{name}/src/lib.rs"), "pub struct Board;\n");
    }
    assert_snapshot!(bench.failure(2, &["check", "class"], None), @"
    error: `class` contains 2 submissions: `alice`, `bob`

    hint: use a single submission, or grade all of them: `grader grade class --out grades`
    ");
}

#[test]
fn starting_a_thread_is_reported_with_its_location() {
    let bench = Bench::with_model();
    bench.edit(
        "alice/src/solver.rs",
        "        let mut search = Search::new(initial.clone());",
        "        std::thread::spawn(|| 1).join().unwrap();\n        let mut search = Search::new(initial.clone());",
    );
    let output = bench.grade(&["check", "alice", "--only", "solver.moves"]);
    assert_parts(
        stdout(&output),
        &[
            "✗ solver.moves  0 / 18  Solver::new() starts a thread, but threads are not\n",
            "do the work without starting a thread\n",
            "at src/solver.rs:24:14\n",
            "- `src/solver.rs:24:14` starts a thread, but threads are not available in the\n",
        ],
    );
}

#[test]
fn every_compile_error_is_listed_before_the_first_is_shown() {
    let bench = Bench::with_model();
    for number in 1..=4 {
        let text = bench.read("alice/src/board.rs");
        bench.write("alice/src/board.rs", format!("{text}\nfn wrong{number}() -> u8 {{ \"\" }}\n"));
    }
    let output = bench.grade(&["check", "alice", "--only", "compile.build"]);
    let text = stdout(&output);
    let list = text.split("error[E0308]").next().unwrap_or_default();
    assert_snapshot!(list, @"
    alice: 0 / 1

    Compile  0 / 1

      ✗ compile.build  0 / 1  the code does not compile: mismatched types

          4 errors:
            src/board.rs:122:21: mismatched types
            src/board.rs:124:21: mismatched types
            src/board.rs:126:21: mismatched types
            src/board.rs:128:21: mismatched types
    ");
}

/// You cannot tell a hard link from the file itself, so only the content counts. Symbolic links are refused.
#[cfg(unix)]
#[test]
fn a_hard_link_is_graded_like_a_copy() {
    let bench = Bench::with_model();
    // Only the board is graded, which is quick.
    bench.edit("alice/src/solver.rs", "fn is_solvable(&self)", "fn is_solveable(&self)");
    let copied = grade(&bench);
    let [board, solver] =
        ["board.rs", "solver.rs"].map(|file| bench.path(&format!("alice/src/{file}")));
    // One file has a second name outside the submission, the other in an unused module.
    std::fs::rename(&board, bench.path("elsewhere.rs")).expect("another name");
    std::fs::hard_link(bench.path("elsewhere.rs"), &board).expect("a link");
    std::fs::hard_link(&solver, bench.path("alice/src/old.rs")).expect("a link");
    let linked = grade(&bench);
    std::fs::remove_file(bench.path("alice/src/old.rs")).expect("a link");
    bench.write("alice/src/old.rs", bench.read("alice/src/solver.rs"));
    assert_eq!(copied["status"], "graded");
    assert_eq!(linked, grade(&bench));
    assert_eq!((&linked["score"], &linked["checks"]), (&copied["score"], &copied["checks"]));
}

#[test]
fn custom_items_named_like_file_macros_are_accepted() {
    let bench = Bench::with_model();
    bench.edit(
        "alice/src/board.rs",
        "use slider::Tile;",
        "use slider::Tile;\n\nmacro_rules! include_str { ($a:expr) => { $a } }\n\
         pub fn r#include_bytes(a: usize) -> usize { include_str!(a) }\n",
    );
    bench.edit(
        "alice/src/board.rs",
        "fn hamming(&self) -> usize {",
        "fn hamming(&self) -> usize {\n        assert!(r#include_bytes(1) == 1);",
    );
    assert_eq!(grade(&bench)["score"], 100);
}

#[test]
fn a_panic_in_a_helper_also_reports_its_caller() {
    let bench = Bench::with_model();
    bench.edit(
        "alice/src/board.rs",
        "fn manhattan(&self) -> usize {",
        "fn manhattan(&self) -> usize {\n        first_two(&self.tiles[3..3]);",
    );
    let text = bench.read("alice/src/board.rs");
    let helper = "\nfn first_two(tiles: &[Tile]) -> Tile {\n    tiles[0].max(tiles[1])\n}\n";
    bench.write("alice/src/board.rs", text + helper);
    let output = bench.grade(&["check", "alice", "--only", "board.manhattan"]);
    assert_parts(
        stdout(&output),
        &[
            "the panic is in a function that manhattan() calls at src/board.rs:69:9\n",
            "at src/board.rs:124:5\n",
        ],
    );
}
