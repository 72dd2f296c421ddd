//! Tests running a student's tests on the model answer and on faults.

mod costs;
mod files;
mod joined;
mod private;

use std::fs;

use insta::assert_snapshot;
use serde_json::Value;

use crate::cache::CACHE;
use crate::support::{Bench, assert_parts, code as code_of, stdout, workspace};

const RUBRIC: &str = r#"
schema = "assignment/1"
title = "with tests"
[limits]
time = 30
stop = 90
memory_mib = 512
[checks]
"board.hamming" = { points = 1 }
[puzzles]
boards = []
solve = ["puzzle2x2-03", "puzzle2x2-unsolvable1"]
[tests]
faults = ["hamming-counts-blank", "no-twin-search", "path-reversed", "twin-moves-blank"]
"#;

/// A test of the board that catches a fault.
const HAMMING: &str = "
use alice_solver::Board;
use slider::Board as _;

#[test]
fn the_blank_is_no_tile() {
    assert_eq!(Board::new(&[vec![1, 2], vec![0, 3]]).hamming(), 1);
}
";

/// Writes the model answer as the crate `alice-solver`, and an assignment that grades tests.
fn bench() -> Bench {
    with_rubric(Bench::with_model())
}

/// Like `bench`, but the crate does not compile. This makes each grading a second faster, and is enough for integration
/// tests.
fn bench_with_only_tests() -> Bench {
    with_rubric(Bench::with_broken_model())
}

fn with_rubric(bench: Bench) -> Bench {
    bench.write("alice/Cargo.toml", "[package]\nname = \"alice-solver\"\nedition = \"2024\"\n");
    bench.write("hw/assignment.toml", RUBRIC);
    for file in ["2x2.toml", "unsolvable.toml"] {
        let puzzles = fs::read(workspace("fixtures/puzzles").join(file)).expect("puzzles");
        bench.write(&format!("hw/puzzles/{file}"), puzzles);
    }
    bench
}

fn verdict(bench: &Bench) -> String {
    verdict_on(bench, "2")
}

fn verdict_on(bench: &Bench, jobs: &str) -> String {
    let arguments = ["check", "alice", "--assignment", "hw", "--format", "json", "--jobs", jobs];
    // Ignore standard error: the first grading of an assignment reports that it measures costs.
    let output = bench.grade(&arguments);
    let grade: Value = serde_json::from_str(stdout(&output))
        .unwrap_or_else(|error| panic!("{error}\n{}", bench.snapshot(&output)));
    let mut lines = vec![format!(
        "{} / {}, exit code {}",
        grade["score"],
        grade["max_score"],
        code_of(&output)
    )];
    let checks = grade["checks"].as_array().expect("checks").iter();
    lines.extend(checks.filter(|check| check["status"] != "pass").map(|check| {
        let keys = ["id", "status", "summary", "detail"];
        let words: Vec<&str> = keys.into_iter().filter_map(|key| check[key].as_str()).collect();
        words.join(" | ").trim_end().to_owned()
    }));
    let remarks = grade["remarks"].as_array().expect("remarks").iter();
    lines.extend(remarks.filter_map(|remark| {
        let id = remark["id"].as_str().map_or_else(String::new, |id| format!("{id}: "));
        let text = remark["text"].as_str().expect("a text");
        // What is left of the faults, without their descriptions, follows from those that are caught.
        let text = match (text.find("` ("), text.rfind("): caught by ")) {
            (Some(begin), Some(end)) => format!("{}{}", &text[..=begin], &text[end + 1..]),
            _ => text.to_owned(),
        };
        (!text.ends_with(": not caught by your tests")).then(|| format!("- {id}{text}"))
    }));
    lines.join("\n")
}

#[test]
fn tests_catch_faults() {
    let bench = bench_with_only_tests();
    bench.write("alice/tests/board.rs", HAMMING);
    let solver = "#![allow(unused)]
mod common;
use alice_solver::{Board, Solver};
use slider::{Board as _, Solver as _};
use std::collections::HashSet;

macro_rules! solvable {
    ($($name:ident: $board:expr => $moves:expr,)*) => {
        $(#[test] fn $name() { assert_eq!(Solver::new(&common::board($board)).moves(), $moves); })*
    };
}

mod made {
    use super::*;
    solvable! {
        goal: [[1, 2], [3, 0]] => Some(0),
        one: [[1, 0], [3, 2]] => Some(1),
        none: [[2, 1], [3, 0]] => None,
    }
}

#[test]
fn a_result() -> Result<(), String> {
    let boards: HashSet<Board> = common::board([[1, 2], [3, 0]]).neighbors().collect();
    if boards.len() == 2 { Ok(()) } else { Err(format!(\"{boards:?}\")) }
}

#[test]
#[should_panic(expected = \"a blank\")]
fn a_board_needs_a_blank() {
    Board::new(&[vec![1, 2], vec![3, 4]]);
}

#[test]
#[ignore = \"takes long\"]
fn ignored() {
    loop {}
}
";
    bench.write("alice/tests/solver.rs", solver);
    let common = "pub fn board(rows: [[u16; 2]; 2]) -> alice_solver::Board {
    slider::Board::new(&rows.map(Vec::from))
}
";
    bench.write("alice/tests/common/mod.rs", common);
    let once = verdict(&bench);
    let report_with = |arguments: &[&str]| {
        let grade = bench.grade(&[&["check", "alice", "--assignment", "hw"], arguments].concat());
        stdout(&grade).split_whitespace().collect::<Vec<_>>().join(" ")
    };
    // The check has no points, so the report shows details only on request.
    let report = report_with(&[]);
    assert!(report.contains("2 of 4 faults caught") && !report.contains("caught by"), "{report}");
    let report = report_with(&["--only", "tests"]);
    assert_parts(
        &report,
        &[
            "`path-reversed` (solution() goes from the goal to the initial board): not caught by your \
             tests",
            "`hamming-counts-blank` (hamming() counts the blank): caught by `tests/board.rs::the_blank_is_no_tile`",
        ],
    );
    assert_snapshot!(once, @"
    0 / 1, exit code 1
    board.hamming | skipped
    - 6 tests ran on the model answer: all pass; 1 ignored; 2 of 4 faults caught
    - tests.own: `hamming-counts-blank`: caught by `tests/board.rs::the_blank_is_no_tile`
    - tests.own: `no-twin-search`: caught by `tests/solver.rs::made::none`
    ");
    bench.write("alice/tests/solver.rs", format!("{solver}// Again.\n"));
    assert_eq!(verdict_on(&bench, "1"), once);
}

#[test]
fn wrong_tests_are_reported_with_locations() {
    let bench = bench_with_only_tests();
    let tests = "use alice_solver::{Board, Solver};
use slider::{Board as _, Solver as _};

fn goal() -> Board { Board::new(&[vec![1, 2], vec![3, 0]]) }

#[test] fn wrong() {
    assert_eq!(goal().hamming(), 1, \"the goal\");
}
#[test] fn right() { assert!(goal().is_goal()); }
mod inner {
    #[test]
    #[should_panic] fn calm() { super::goal(); }
    #[test] #[should_panic(expected = \"blank\")]
    fn panics_otherwise() { panic!(\"no idea\\nat all\"); }
}
#[test] fn endless() { while goal().is_goal() {} }
#[test] fn error() -> Result<(), Box<dyn std::error::Error>> {
    let _: u8 = \"256\".parse()?;
    Ok(())
}
#[test] fn ends_the_program() { std::process::exit(0); }
";
    bench.write("alice/tests/all.rs", tests);
    assert_snapshot!(verdict(&bench), @"
    0 / 1, exit code 1
    board.hamming | skipped
    - 7 tests ran on the model answer: 1 passes, 6 fail; 0 of 4 faults caught
    - tests.own: your test `tests/all.rs::endless` fails on the model answer: it does not finish within 2 billion instructions
    - tests.own: your test `tests/all.rs::ends_the_program` fails on the model answer: it exits the process
    - tests.own: your test `tests/all.rs::error` fails on the model answer: it returns an error: ParseIntError { kind: PosOverflow }
    - tests.own: your test `tests/all.rs::inner::calm` fails on the model answer: it does not panic
    - tests.own: your test `tests/all.rs::inner::panics_otherwise` fails on the model answer: it panics without `blank` in the message: no idea; at all
    - tests.own: your test `tests/all.rs::wrong` fails on the model answer: it panics at tests/all.rs:7:5: assertion `left == right` failed: the goal; left: 0; right: 1
    ");
}

#[test]
fn uncompilable_tests_are_ignored() {
    let bench = bench_with_only_tests();
    bench.write("alice/tests/board.rs", HAMMING);
    let reads = "#[test] fn a() { assert!(include_str!(\"/etc/passwd\").is_empty()); }";
    bench.write("alice/tests/reads.rs", reads);
    let foreign = "use proptest::prelude::*;\n#[test] fn a() {}\n";
    bench.write("alice/tests/foreign.rs", foreign);
    let private = "use slider::Board as _;\n#[test]\nfn a() {\n    \
                   let board = alice_solver::Board::new(&[vec![1, 2], vec![3, 0]]);\n    \
                   assert_eq!(board.tiles.len(), 4);\n}\n";
    bench.write("alice/tests/private.rs", private);
    bench.write(
        "alice/tests/unsafe.rs",
        "#[test] fn a() { unsafe { std::hint::unreachable_unchecked() } }",
    );
    bench.write("alice/tests/no_main.rs", "#![no_main]\n#[test] fn a() {}");
    bench.write("alice/tests/nothing.rs", "fn f( {");
    bench.write("alice/tests/bytes.rs", b"\xff");
    assert_snapshot!(verdict(&bench), @"
    0 / 1, exit code 1
    board.hamming | skipped
    - 1 test ran on the model answer: it passes; 1 of 4 faults caught
    - tests.own: `hamming-counts-blank`: caught by `tests/board.rs::the_blank_is_no_tile`
    - tests.own: `tests/bytes.rs` is not UTF-8 text, so it is ignored
    - tests.own: the tests in `tests/reads.rs` are ignored, because they use `include_str!` to read files while they are compiled; instead, open files in `puzzles` and `tests` when the tests run
    - tests.own: the tests in 4 files do not compile with the model answer, so they did not run: tests/foreign.rs:1: cannot find module or crate `proptest` in this scope; tests/nothing.rs:1: the bracket `(` is never closed; tests/private.rs:5: no field `tiles` on type `model::Board`; tests/unsafe.rs:1: usage of an `unsafe` block
    - tests.own: the tests in `tests/no_main.rs` cannot run: it crashes: the program was aborted
    ");
}

#[test]
fn unit_tests_in_sources_run_against_the_model() {
    let bench = bench();
    // The code does not compile, but the tests do not need it.
    let board = "
#[cfg(test)]
mod tests {
    use super::*;
    use slider::Board as _;

    const ROWS: [[Tile; 2]; 2] = [[1, 2], [0, 3]];

    #[test]
    fn the_blank_is_no_tile() {
        assert_eq!(Board::new(&ROWS.map(Vec::from)).hamming(), 1);
    }

    #[test]
    fn one_slice() {
        let board = Board::new(&ROWS.map(Vec::from));
        assert_eq!(board.tiles.len(), 4);
        assert_eq!(board.blank, 2);
    }

    #[test]
    #[should_panic = \"a blank\"]
    fn a_board_needs_a_blank() {
        let _ = Board::new(&[vec![1, 2], vec![3, 4]]);
    }
}
";
    let code = bench.read("alice/src/board.rs");
    bench.write("alice/src/board.rs", format!("{code}{board}\nfn oops() -> u8 {{ \"\" }}\n"));
    let code = bench.read("alice/src/solver.rs");
    bench.write("alice/src/solver.rs", format!("{code}\n#[cfg(test)]\nmod tests;\n"));
    let tests = "//! Tests.\nuse super::*;\nuse slider::{Board as _, Solver as _};\n\
                 use crate::Board;\n\n#[test]\nfn a_node() {\n    \
                 let _ = Node { board: 0, moves: 0, priority: 0, previous: None };\n}\n\n#[test]\n\
                 fn unsolvable() {\n    let board = Board::new(&[vec![2, 1], vec![3, 0]]);\n    \
                 assert!(!Solver::new(&board).is_solvable());\n}\n";
    bench.write("alice/src/solver/tests.rs", tests);
    assert_snapshot!(verdict(&bench), @"
    0 / 1, exit code 1
    board.hamming | skipped
    - 3 tests ran on the model answer: all pass; 2 of 4 faults caught
    - tests.own: `hamming-counts-blank`: caught by `board::tests::the_blank_is_no_tile`
    - tests.own: `no-twin-search`: caught by `solver::tests::unsolvable`
    - tests.own: `board::tests::one_slice`, `solver::tests::a_node` do not compile with the model answer or with your code, so they did not run: src/board.rs:148: mismatched types
    ");
}

#[test]
fn tests_can_be_graded() {
    let bench = bench_with_only_tests();
    let graded = |catch: &str| {
        let rubric = RUBRIC.replace("[puzzles]", "\"tests.own\" = { points = 4 }\n[puzzles]");
        bench.write("hw/assignment.toml", format!("{rubric}{catch}"));
        verdict(&bench)
    };
    assert_snapshot!(graded(""), @r"
    0 / 5, exit code 1
    board.hamming | skipped
    tests.own | fail | there are no tests to run
    ");
    bench.write("alice/tests/board.rs", HAMMING);
    assert_snapshot!(graded("catch = 1"), @"
    4 / 5, exit code 1
    board.hamming | skipped
    - tests.own: 1 test ran on the model answer: it passes; 1 of 4 faults caught
    - tests.own: `hamming-counts-blank`: caught by `tests/board.rs::the_blank_is_no_tile`
    ");
    assert_snapshot!(graded("catch = 2"), @"
    0 / 5, exit code 1
    board.hamming | skipped
    tests.own | fail | your own tests catch 1 of 4 faults, but must catch 2 | not caught: `no-twin-search` (the twin is not searched, so unsolvable boards run forever)
    not caught: `path-reversed` (solution() goes from the goal to the initial board)
    not caught: `twin-moves-blank` (twin() swaps the first two cells even if one is the blank)
    - tests.own: 1 test ran on the model answer: it passes; 1 of 4 faults caught
    - tests.own: `hamming-counts-blank`: caught by `tests/board.rs::the_blank_is_no_tile`
    ");
    bench.edit("alice/tests/board.rs", "hamming(), 1", "hamming(), 2");
    assert_snapshot!(graded("catch = 0"), @"
    0 / 5, exit code 1
    board.hamming | skipped
    tests.own | fail | the only test fails on the model answer | tests/board.rs::the_blank_is_no_tile: it panics at tests/board.rs:7:5: assertion `left == right` failed; left: 1; right: 2
    - tests.own: 1 test ran on the model answer: it fails
    - tests.own: your test `tests/board.rs::the_blank_is_no_tile` fails on the model answer: it panics at tests/board.rs:7:5: assertion `left == right` failed; left: 1; right: 2
    ");
}

#[test]
fn missing_or_unconfigured_tests_are_not_reported() {
    let bench = bench();
    assert_snapshot!(verdict(&bench), @"1 / 1, exit code 0");
    bench.write("alice/tests/board.rs", HAMMING);
    let (rubric, _) = RUBRIC.split_once("[tests]").expect("the table");
    bench.write("hw/assignment.toml", rubric);
    assert_snapshot!(verdict(&bench), @"1 / 1, exit code 0");
}

#[test]
fn tests_from_the_grader_do_not_count_as_own_tests() {
    let bench = bench();
    let right = "cells_and_goals().filter(|(cell, goal)| cell != goal)";
    let wrong = "cells_and_goals().filter(|(cell, goal)| cell == goal)";
    bench.edit("alice/src/board.rs", right, wrong);
    bench.write("alice/tests/README.md", "");
    let found = ["check", "alice", "--assignment", "hw", "--tests", "alice/tests/found.rs"];
    assert_eq!(code_of(&bench.grade(&found)), 1);
    assert!(bench.read("alice/tests/found.rs").contains("\n#[test]\nfn board_hamming() {"));
    bench.edit("alice/src/board.rs", wrong, right);
    let tests = ["check", "alice", "--assignment", "hw", "--only", "tests"];
    assert_snapshot!(stdout(&bench.grade(&tests)), @"
    alice: 0 / 0

    Remarks  they do not affect points
      - you added no tests

    with tests, compiled by rustc 1.95.0 for wasm32-wasip1
    ");
    let rubric = RUBRIC.replace("[puzzles]", "\"tests.own\" = { points = 4 }\n[puzzles]");
    bench.write("hw/assignment.toml", rubric);
    assert_snapshot!(verdict(&bench), @"
    1 / 5, exit code 1
    tests.own | fail | the only test is from the template or from `grader check --tests`; add your own tests
    - tests.own: you added no tests
    ");
}

/// Writes the template's tests and puzzles, adapted to the crate's name.
fn add_template_tests(bench: &Bench) {
    for folder in ["tests", "puzzles"] {
        for entry in fs::read_dir(workspace("student-template").join(folder)).expect("a folder") {
            let entry = entry.expect("an entry");
            let name = entry.file_name().into_string().expect("a name");
            let text = fs::read_to_string(entry.path()).expect("a text");
            let text = text.replace("student_template", "alice_solver");
            bench.write(&format!("alice/{folder}/{name}"), text);
        }
    }
}

#[test]
fn template_tests_do_not_count_as_own_tests() {
    let bench = bench_with_only_tests();
    add_template_tests(&bench);
    assert_snapshot!(verdict(&bench), @"
    0 / 1, exit code 1
    board.hamming | skipped
    - you added no tests
    ");
    let rubric = RUBRIC.replace("[puzzles]", "\"tests.own\" = { points = 4 }\n[puzzles]");
    bench.write("hw/assignment.toml", format!("{rubric}catch = 1"));
    assert_snapshot!(verdict(&bench), @"
    0 / 5, exit code 1
    board.hamming | skipped
    tests.own | fail | all 22 tests are from the template or from `grader check --tests`; add your own tests
    - tests.own: you added no tests
    ");
    bench.model();
    // Even formatted, moved or inlined tests should be recognized as the template's.
    let board = bench.read("alice/tests/board.rs");
    let (_, first) = board.split_once("#[test]").expect("a test");
    let (first, rest) = first.split_once("#[test]").expect("another test");
    let head = "use alice_solver::Board;\nuse slider::Board as _;\n";
    let helpers = &board[board.find("/// Creates a board from a text").expect("a helper")..];
    let helpers = helpers.split("#[test]").next().expect("the text before the tests");
    bench.write("alice/tests/board.rs", format!("{head}{helpers}#[test]{rest}"));
    let moved = format!("{head}{helpers}mod moved {{ use super::*; #[test]\n// Mine.\n{first} }}");
    bench.write("alice/tests/mine.rs", moved);
    let code = bench.read("alice/src/board.rs");
    let within = format!(
        "#[cfg(test)] mod tests {{ use super::*; use slider::Board as _; {helpers} #[test]{first} }}"
    );
    bench.write("alice/src/board.rs", format!("{code}\n{within}"));
    assert_snapshot!(verdict(&bench), @"
    1 / 5, exit code 1
    tests.own | fail | all 23 tests are from the template or from `grader check --tests`; add your own tests
    - tests.own: you added no tests
    ");
    bench.edit("alice/tests/mine.rs", "each board has its own dimension", "mine");
    bench.write("alice/tests/hamming.rs", HAMMING);
    assert_snapshot!(verdict(&bench), @"
    5 / 5, exit code 0
    - tests.own: 2 tests ran on the model answer (besides 22 tests that you were given): all pass; 1 of 4 faults caught
    - tests.own: `hamming-counts-blank`: caught by `tests/hamming.rs::the_blank_is_no_tile`
    ");
}

/// With another compiler, the standard harness may be needed, but not with the one that the workspace is pinned to.
#[test]
fn the_small_harness_works_with_this_compiler() {
    let bench = bench_with_only_tests();
    bench.grade(&["check", "alice", "--assignment", "hw"]);
    let folders = fs::read_dir(&*CACHE).expect("the cache").flatten().map(|entry| entry.path());
    let harnesses = folders.filter(|folder| folder.join("libharness.rlib").is_file());
    assert!(harnesses.count() > 0, "there is no harness in {}", CACHE.display());
}
