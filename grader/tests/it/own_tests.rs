//! The tests that a submission brings, run on the model and on faults.

use std::fs;

use insta::assert_snapshot;
use serde_json::Value;

use crate::support::{Bench, code, stdout, workspace};

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

/// A good test of the board, which catches a fault.
const HAMMING: &str = "
use alice_solver::Board;
use slider::Board as _;

#[test]
fn the_blank_is_no_tile() {
    assert_eq!(Board::new(&[vec![1, 2], vec![0, 3]]).hamming(), 1);
}
";

/// The model answer as the crate `alice-solver`, and a rubric that looks at tests.
fn bench() -> Bench {
    let bench = Bench::with_model();
    bench.write("alice/Cargo.toml", "[package]\nname = \"alice-solver\"\nedition = \"2024\"\n");
    bench.write("hw/assignment.toml", RUBRIC);
    for file in ["2x2.toml", "unsolvable.toml"] {
        let puzzles = fs::read(workspace("fixtures/puzzles").join(file)).expect("puzzles");
        bench.write(&format!("hw/puzzles/{file}"), puzzles);
    }
    bench
}

/// Grades the submission: what is said of its tests.
fn verdict(bench: &Bench) -> String {
    verdict_on(bench, "2")
}

/// The same on so many threads.
fn verdict_on(bench: &Bench, jobs: &str) -> String {
    let arguments = ["check", "alice", "--assignment", "hw", "--format", "json", "--jobs", jobs];
    // The first grading with an assignment says that it measures, so what is said beside is not
    // looked at.
    let output = bench.grade(&arguments);
    let grade: Value = serde_json::from_str(stdout(&output))
        .unwrap_or_else(|error| panic!("{error}\n{}", bench.snapshot(&output)));
    let mut lines =
        vec![format!("{} / {}, exit code {}", grade["score"], grade["max_score"], code(&output))];
    let checks = grade["checks"].as_array().expect("checks").iter();
    lines.extend(checks.filter(|check| check["status"] != "pass").map(|check| {
        let keys = ["id", "status", "summary", "detail"];
        let words: Vec<&str> = keys.into_iter().filter_map(|key| check[key].as_str()).collect();
        words.join(" | ").trim_end().to_owned()
    }));
    let remarks = grade["remarks"].as_array().expect("remarks").iter();
    lines.extend(remarks.map(|remark| {
        let id = remark["id"].as_str().map_or_else(String::new, |id| format!("{id}: "));
        format!("- {id}{}", remark["text"].as_str().expect("a text"))
    }));
    lines.join("\n")
}

#[test]
fn tests_catch_faults() {
    let bench = bench();
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
    assert_snapshot!(once, @r"
    1 / 1, exit code 0
    - your 6 tests (and 1 more is ignored) pass on the model answer and catch 2 of 4 faults; not caught: `path-reversed` (solution() goes from the goal to the initial board), `twin-moves-blank` (twin() always exchanges the first two cells, the blank or not)
    ");
    // Changed, so that they are run again.
    bench.write("alice/tests/solver.rs", format!("{solver}// Again.\n"));
    assert_eq!(verdict_on(&bench, "1"), once);
}

#[test]
fn wrong_tests_are_named_with_their_place() {
    let bench = bench();
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
    assert_snapshot!(verdict(&bench), @r"
    1 / 1, exit code 0
    - 1 of your 7 tests passes on the model answer and catches none of 4 faults; not caught: `hamming-counts-blank` (hamming() counts the blank), `no-twin-search` (only the board itself is searched, which never ends if it has no solution), `path-reversed` (solution() goes from the goal to the initial board), `twin-moves-blank` (twin() always exchanges the first two cells, the blank or not)
    - your test `tests/all.rs::endless` fails on the model answer: it is not over after 2 billion instructions
    - your test `tests/all.rs::ends_the_program` fails on the model answer: it ends the program
    - your test `tests/all.rs::error` fails on the model answer: it returns an error: ParseIntError { kind: PosOverflow }
    - your test `tests/all.rs::inner::calm` fails on the model answer: it does not panic
    - your test `tests/all.rs::inner::panics_otherwise` fails on the model answer: it panics without `blank` in the message: no idea; at all
    - your test `tests/all.rs::wrong` fails on the model answer: it panics at tests/all.rs:7:5: assertion `left == right` failed: the goal; left: 0; right: 1
    ");
}

#[test]
fn tests_that_cannot_be_compiled_are_left_out() {
    let bench = bench();
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
    assert_snapshot!(verdict(&bench), @r"
    1 / 1, exit code 0
    - your only test passes on the model answer and catches 1 of 4 faults; not caught: `no-twin-search` (only the board itself is searched, which never ends if it has no solution), `path-reversed` (solution() goes from the goal to the initial board), `twin-moves-blank` (twin() always exchanges the first two cells, the blank or not)
    - `tests/bytes.rs` is not UTF-8 text, so it is left out
    - the tests in `tests/reads.rs` use `include_str!`, which reads the machine that compiles them, so they are left out; they may open files in `puzzles` and `tests` when they run
    - the tests in 4 files do not compile against the model answer, so they are not run: tests/foreign.rs:1: cannot find module or crate `proptest` in this scope; tests/nothing.rs:1: this file contains an unclosed delimiter; tests/private.rs:5: no field `tiles` on type `model::Board`; tests/unsafe.rs:1: usage of an `unsafe` block
    - the tests in `tests/no_main.rs` cannot be listed: it breaks down: the program was aborted
    ");
}

#[test]
fn tests_within_the_sources_are_run_without_the_sources() {
    let bench = bench();
    // The code itself is wrong, and does not even compile, which is no matter for its tests.
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
    assert_snapshot!(verdict(&bench), @r"
    0 / 1, exit code 1
    board.hamming | skipped
    - your 3 tests pass on the model answer and catch 2 of 4 faults; not caught: `path-reversed` (solution() goes from the goal to the initial board), `twin-moves-blank` (twin() always exchanges the first two cells, the blank or not)
    - 2 tests within the sources do not compile against the model answer, as none does that uses what is private, and so cannot be run: `board::tests::one_slice`, `solver::tests::a_node`
    ");
}

#[test]
fn tests_can_be_graded() {
    let bench = bench();
    let graded = |catch: &str| {
        let rubric = RUBRIC.replace("[puzzles]", "\"tests.own\" = { points = 4 }\n[puzzles]");
        bench.write("hw/assignment.toml", format!("{rubric}{catch}"));
        verdict(&bench)
    };
    assert_snapshot!(graded(""), @r"
    1 / 5, exit code 1
    tests.own | fail | there are no tests that could be run
    ");
    bench.write("alice/tests/board.rs", HAMMING);
    assert_snapshot!(graded("catch = 1"), @r"
    5 / 5, exit code 0
    - tests.own: your only test passes on the model answer and catches 1 of 4 faults; not caught: `no-twin-search` (only the board itself is searched, which never ends if it has no solution), `path-reversed` (solution() goes from the goal to the initial board), `twin-moves-blank` (twin() always exchanges the first two cells, the blank or not)
    ");
    assert_snapshot!(graded("catch = 2"), @r"
    1 / 5, exit code 1
    tests.own | fail | the tests catch 1 of 4 faults, and 2 are asked for | not caught: `no-twin-search` (only the board itself is searched, which never ends if it has no solution)
    not caught: `path-reversed` (solution() goes from the goal to the initial board)
    not caught: `twin-moves-blank` (twin() always exchanges the first two cells, the blank or not)
    - tests.own: your only test passes on the model answer and catches 1 of 4 faults; not caught: `no-twin-search` (only the board itself is searched, which never ends if it has no solution), `path-reversed` (solution() goes from the goal to the initial board), `twin-moves-blank` (twin() always exchanges the first two cells, the blank or not)
    ");
    bench.edit("alice/tests/board.rs", "hamming(), 1", "hamming(), 2");
    assert_snapshot!(graded("catch = 0"), @r"
    1 / 5, exit code 1
    tests.own | fail | the only test fails on the model answer | tests/board.rs::the_blank_is_no_tile: it panics at tests/board.rs:7:5: assertion `left == right` failed; left: 1; right: 2
    - tests.own: none of your tests passes on the model answer
    - tests.own: your test `tests/board.rs::the_blank_is_no_tile` fails on the model answer: it panics at tests/board.rs:7:5: assertion `left == right` failed; left: 1; right: 2
    ");
}

#[test]
fn without_tests_nothing_is_said_of_them() {
    let bench = bench();
    assert_snapshot!(verdict(&bench), @"1 / 1, exit code 0");
    bench.write("alice/tests/board.rs", HAMMING);
    let (rubric, _) = RUBRIC.split_once("[tests]").expect("the table");
    bench.write("hw/assignment.toml", rubric);
    assert_snapshot!(verdict(&bench), @"1 / 1, exit code 0");
}

/// The example tests read the puzzles in the folder of the crate.
#[test]
fn the_example_tests_are_run_like_any() {
    let bench = bench();
    for folder in ["tests", "puzzles"] {
        for entry in fs::read_dir(workspace("student-template").join(folder)).expect("a folder") {
            let entry = entry.expect("an entry");
            let name = entry.file_name().into_string().expect("a name");
            bench.write(&format!("alice/{folder}/{name}"), fs::read(entry.path()).expect("a file"));
        }
    }
    bench.write("alice/Cargo.toml", "[package]\nname = \"student-template\"\nedition = \"2024\"\n");
    assert_snapshot!(verdict(&bench), @r"
    1 / 1, exit code 0
    - your 22 tests pass on the model answer and catch all 4 faults that they are tried on
    ");
}

/// What the submission brings can be read, and there is nothing else.
#[test]
fn tests_see_their_files_and_no_others() {
    let bench = bench();
    bench.write("alice/puzzles/one.txt", "2\n1 0\n3 2\n");
    bench.write("alice/puzzles/more/two.txt", "2\n1 2\n3 0\n");
    bench.write("alice/secret.txt", "x");
    let tests = r#"use std::fs;
use std::io::{Read, Seek, SeekFrom};

#[test]
fn files() {
    assert_eq!(fs::read_to_string("puzzles/one.txt").unwrap(), "2\n1 0\n3 2\n");
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/puzzles/../puzzles/more/two.txt");
    let mut file = fs::File::open(path).unwrap();
    file.seek(SeekFrom::End(-4)).unwrap();
    let mut end = String::new();
    file.read_to_string(&mut end).unwrap();
    assert_eq!(end, "3 0\n");
    assert_eq!(fs::metadata(path).unwrap().len(), 10);
    for _ in 0..1000 {
        fs::File::open(path).unwrap();
    }
}

#[test]
fn folders() {
    let entries = fs::read_dir("puzzles").unwrap().map(|entry| entry.unwrap());
    let names: Vec<_> = entries
        .map(|entry| (entry.file_name().into_string().unwrap(), entry.path().is_dir()))
        .collect();
    assert_eq!(names, [("more".to_owned(), true), ("one.txt".to_owned(), false)]);
    assert_eq!(fs::read_dir("/").unwrap().count(), 2, "puzzles and tests");
}

#[test]
fn nothing_else() {
    for path in ["secret.txt", "Cargo.toml", "src/lib.rs", "/etc/passwd", "../hw/assignment.toml"] {
        assert!(fs::read(path).is_err(), "{path}");
    }
    for path in ["puzzles/one.txt", "new.txt"] {
        assert!(fs::write(path, "x").is_err(), "{path}");
    }
    assert!(fs::remove_file("puzzles/one.txt").is_err());
    assert!(std::env::vars().next().is_none());
}
"#;
    bench.write("alice/tests/world.rs", tests);
    bench.write("alice/tests/data/three.txt", "3");
    let said = verdict(&bench);
    assert!(said.contains("your 3 tests pass on the model answer and catch none of 4"), "{said}");
}
