//! Tests `grader check --tests`. The generated tests are compiled like a student's tests. They should fail on the
//! submission, and pass on the model answer.

mod endless;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use insta::assert_snapshot;

use crate::process::Finish as _;
use crate::support::{Bench, code, model_file, stderr, stdout, workspace};

/// A rubric with fast checks and easy puzzles.
const RUBRIC: &str = r#"
schema = "assignment/1"
title = "easy puzzles"

[limits]
time = 30
stop = 90
memory_mib = 512

[checks]
"compile.build" = { points = 1 }
"compile.api" = { points = 1 }
"board.dimension" = { points = 1 }
"board.display" = { points = 1 }
"board.hamming" = { points = 1 }
"board.manhattan" = { points = 1 }
"board.is_goal" = { points = 1, visibility = "hidden" }
"board.equality" = { points = 1 }
"board.neighbors" = { points = 1 }
"board.twin" = { points = 1 }
"solver.solvable" = { points = 1 }
"solver.moves" = { points = 1 }
"solver.path" = { points = 1 }
"solver.unsolvable" = { points = 1 }
"solver.min_pq" = { points = 1 }

[puzzles]
boards = []
solve = ["puzzle2x2-01", "puzzle2x2-02", "puzzle2x2-unsolvable1", "puzzle04", "telling09a"]
"#;

fn results(output: &Output) -> String {
    let lines = stdout(output).lines();
    let mut lines: Vec<&str> = lines.filter(|line| line.starts_with("test ")).collect();
    lines.retain(|line| !line.starts_with("test result"));
    lines.sort_unstable();
    lines.join("\n")
}

fn alone(file: &str) -> &str {
    let (file, _) = file.split_once("\n/// Creates a board from text").expect("there is a helper");
    file.split_once(" as _};\n\n").or(file.split_once(" as _;\n\n")).expect("there are imports").1
}

fn rustc(arguments: &[&str]) {
    let mut command = Command::new("rustc");
    command.current_dir(workspace("")).args(["--edition", "2024"]).args(arguments);
    let output = command.finish();
    assert!(output.status.success(), "{arguments:?}: {}", stderr(&output));
}

fn text(path: &Path) -> &str {
    path.to_str().expect("the paths of tests are UTF-8")
}

impl Bench {
    fn rubric(&self) {
        self.write("hw/assignment.toml", RUBRIC);
        for entry in fs::read_dir(workspace("fixtures/puzzles")).expect("the puzzles") {
            let path = entry.expect("an entry").path();
            let name = path.file_name().expect("its name").to_string_lossy().into_owned();
            self.write(&format!("hw/puzzles/{name}"), fs::read(&path).expect("a puzzle file"));
        }
    }

    /// Grades `alice`. Returns the exit code and the file from `--tests`.
    fn tests(&self, arguments: &[&str]) -> (i32, String) {
        let check = ["check", "alice", "--assignment", "hw", "--tests", "shown.rs"];
        let output = self.run(&[&check[..], arguments].concat());
        (code(&output), self.read("shown.rs"))
    }

    /// Compiles a crate as the library `alice`. Returns the output folder.
    fn library(&self, folder: &str) -> PathBuf {
        let slider = self.path("libslider.rlib");
        if !slider.exists() {
            let source = workspace("slider/src/lib.rs");
            let name = ["--crate-type", "rlib", "--crate-name", "slider"];
            rustc(&[&name[..], &["-o", text(&slider), text(&source)]].concat());
        }
        let (place, root) = (self.path(folder), self.path(&format!("{folder}/src/lib.rs")));
        let library = place.join("libalice.rlib");
        let name = ["--crate-type", "rlib", "--crate-name", "alice", "--cap-lints", "allow"];
        let slider = format!("slider={}", text(&slider));
        rustc(&[&name[..], &["--extern", &slider, "-o", text(&library), text(&root)]].concat());
        place
    }

    /// Compiles the tests in a folder with the library, and runs them. Compiler warnings are errors.
    fn run_tests(&self, library: &Path) -> String {
        let program = self.compile_tests(library);
        results(&Command::new(program).finish())
    }

    fn compile_tests(&self, library: &Path) -> PathBuf {
        let program = library.join("shown");
        let slider = format!("slider={}", text(&self.path("libslider.rlib")));
        let alice = format!("alice={}", text(&library.join("libalice.rlib")));
        let source = self.path("shown.rs");
        let folder = self.path("");
        let externs = ["-L", text(&folder), "--extern", &slider, "--extern", &alice];
        let rest = ["--test", "-D", "warnings", "-o", text(&program), text(&source)];
        rustc(&[&externs[..], &rest].concat());
        program
    }

    /// Runs the tests in `shown.rs` on the submission and on the model answer.
    fn try_tests(&self) -> [String; 2] {
        self.write("model/src/lib.rs", self.read("alice/src/lib.rs"));
        for file in ["board.rs", "solver.rs"] {
            self.write(&format!("model/src/{file}"), model_file(file));
        }
        ["alice", "model"].map(|folder| self.run_tests(&self.library(folder)))
    }
}

fn bench() -> Bench {
    let bench = Bench::with_model();
    bench.write("alice/Cargo.toml", "[package]\nname = \"alice\"\nedition = \"2024\"\n");
    bench.rubric();
    bench
}

#[test]
fn tests_fail_on_wrong_answers_only() {
    let bench = bench();
    bench.edit(
        "alice/src/board.rs",
        "self.cells_and_goals().filter(|(cell, goal)| cell != goal).count()",
        "(0..self.tiles.len())
            .filter(|&cell| usize::from(self.tiles[cell]) != (cell + 1) % self.tiles.len())
            .count()",
    );
    bench.edit("alice/src/board.rs", "writeln!(f, \"{}\", self.n)?;", "");
    let derived = "#[derive(Clone, Debug, PartialEq, Eq)]\npub struct Board {";
    bench.edit(
        "alice/src/board.rs",
        derived,
        "impl Eq for Board {}
        impl PartialEq for Board {
            fn eq(&self, other: &Self) -> bool {
                self.tiles.iter().zip(&other.tiles).all(|(tile, other)| tile == other)
            }
        }
        #[derive(Clone, Debug)]
        pub struct Board {",
    );
    bench.edit("alice/src/solver.rs", "boards.len() - 1", "boards.len()");
    bench.edit("alice/src/solver.rs", "boards.reverse();", "");
    let answer = "self.solution.as_ref().map(|boards| boards.iter().cloned())";
    bench.edit(
        "alice/src/solver.rs",
        answer,
        "Some(self.solution.iter().flatten().cloned().collect::<Vec<_>>().into_iter())",
    );
    let (exit, tests) = bench.tests(&[]);
    assert_eq!(exit, 1);
    assert_snapshot!(alone(&tests), @r#"
    /// board.display: the text does not start with the dimension
    #[test]
    fn board_display() {
        let text = "2  1 2  3 0";
        assert_text(&puzzle(text), text);
    }

    /// board.hamming: hamming() counts the blank
    #[test]
    fn board_hamming() {
        let board = puzzle("2  1 0  3 2");
        assert_eq!(board.hamming(), 1);
    }

    /// board.equality: boards of different sizes are equal
    #[test]
    fn board_equality() {
        let a = puzzle("2  0 1  2 3");
        let b = puzzle("3  0 1 2  3 4 5  6 7 8");
        assert_ne!(a, b);
    }

    /// solver.moves: moves() is off by one: it does not match solution(), on all 4 puzzles
    #[test]
    fn solver_moves() {
        let board = puzzle("2  1 2  0 3");
        let solver = Solver::new(&board);
        assert_eq!(solver.moves(), Some(1));
    }

    /// solver.path: solution() is reversed: it goes from the goal to the board
    #[test]
    fn solver_path() {
        let board = puzzle("2  1 2  0 3");
        assert_path(&board, 1);
    }

    /// solver.unsolvable: solution() does not return `None` for a board without a solution
    #[test]
    fn solver_unsolvable() {
        let board = puzzle("2  1 0  2 3");
        let solver = Solver::new(&board);
        assert!(solver.solution().is_none());
    }
    "#);
    let [alice, model] = bench.try_tests();
    assert_snapshot!(alice, @"
    test board_display ... FAILED
    test board_equality ... FAILED
    test board_hamming ... FAILED
    test solver_moves ... FAILED
    test solver_path ... FAILED
    test solver_unsolvable ... FAILED
    ");
    assert_snapshot!(model, @"
    test board_display ... ok
    test board_equality ... ok
    test board_hamming ... ok
    test solver_moves ... ok
    test solver_path ... ok
    test solver_unsolvable ... ok
    ");

    let mut rustfmt = Command::new("rustfmt");
    let rustfmt = rustfmt.args(["--check", "--edition", "2024"]).arg(bench.path("shown.rs"));
    let output = rustfmt.current_dir(workspace("")).finish();
    assert_eq!((stdout(&output), stderr(&output)), ("", ""));
}

#[test]
fn tests_fail_on_wrong_derived_boards_and_panics() {
    let bench = bench();
    bench.edit("alice/src/board.rs", "(row > 0).then(|| blank - n)", "None::<usize>");
    bench.edit(
        "alice/src/board.rs",
        "self.with_tiles_exchanged(0, 1)\n",
        "Self { blank: 0, ..self.with_tiles_exchanged(0, 1) }\n",
    );
    bench.edit(
        "alice/src/board.rs",
        "self.cells_and_goals().map(distance).sum()",
        "if self.n == 4 { panic!(\"too large\") }\n        \
         self.cells_and_goals().map(distance).sum()",
    );
    // This check is hidden, so it should not appear.
    let is_goal = "self.cells_and_goals().all(|(cell, goal)| cell == goal)";
    bench.edit("alice/src/board.rs", is_goal, "false");
    let (exit, tests) = bench.tests(&["--only", "board"]);
    assert_eq!(exit, 1);
    assert_snapshot!(alone(&tests), @r#"
    /// board.manhattan: manhattan() panics: too large
    #[test]
    fn board_manhattan() {
        let board = puzzle("4  2 1 3 4  5 6 7 8  9 10 11 12  13 14 15 0");
        let _ = board.manhattan();
    }

    /// board.neighbors: neighbors() returns 1 of the 2 boards that are one move away; 1 missing
    #[test]
    fn board_neighbors() {
        let board = puzzle("2  1 2  3 0");
        let right = [puzzle("2  1 2  0 3"), puzzle("2  1 0  3 2")];
        assert_neighbors(&board, &right);
    }

    /// board.twin: twin() is wrong for the twin, but correct for a new board with the same tiles
    #[test]
    fn board_twin() {
        let board = puzzle("2  1 2  3 0");
        let twin = board.twin();
        assert_twin(&twin);
    }
    "#);
    let [alice, model] = bench.try_tests();
    assert_snapshot!(alice, @"
    test board_manhattan ... FAILED
    test board_neighbors ... FAILED
    test board_twin ... FAILED
    ");
    assert_snapshot!(model, @"
    test board_manhattan ... ok
    test board_neighbors ... ok
    test board_twin ... ok
    ");
}

fn said(file: &str) -> String {
    let (_, after) = file.split_once("explains a check.\n").expect("there is a header");
    let comments =
        after.lines().filter(|line| line.starts_with("//") || line.starts_with("fn board"));
    let comments: Vec<&str> =
        comments.take_while(|line| !line.contains("Creates a board from text")).collect();
    comments.join("\n")
}

/// Grading uses a 32-bit `usize`, so some faults may not occur on a student's machine.
#[test]
fn faults_that_need_32_bits_are_marked() {
    let bench = bench();
    bench.edit(
        "alice/src/board.rs",
        "self.cells_and_goals().map(distance).sum()",
        "self.cells_and_goals().map(distance).sum::<usize>() * 1_000_000_000 / 1_000_000_000",
    );
    let (exit, tests) = bench.tests(&["--only", "board.manhattan"]);
    assert_eq!(exit, 1);
    assert_snapshot!(said(&tests), @"
    //!
    //! The test fails until you fix its fault; on other machines it may pass, as noted there.
    /// board.manhattan: manhattan() panics: attempt to multiply with overflow
    ///
    /// On a 64-bit machine this may pass. The grader has 32-bit `usize`, and a number is too large for
    /// it.
    fn board_manhattan() {
    ");
    let [alice, _] = bench.try_tests();
    assert_snapshot!(alice, @"test board_manhattan ... ok");
}

/// A test with a single board cannot expose a fault that depends on other boards.
#[test]
fn a_test_that_passes_despite_the_fault_is_omitted() {
    let bench = bench();
    bench.edit(
        "alice/src/board.rs",
        "self.cells_and_goals().filter(|(cell, goal)| cell != goal).count()",
        "static CALLS: std::sync::atomic::AtomicUsize = std::sync::atomic::AtomicUsize::new(0);
        let calls = CALLS.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        self.cells_and_goals().filter(|(cell, goal)| cell != goal).count() + calls / 9",
    );
    bench.edit("alice/src/board.rs", "writeln!(f, \"{}\", self.n)?;", "");
    let (exit, tests) = bench.tests(&["--only", "board.hamming", "--only", "board.display"]);
    assert_eq!(exit, 1);
    assert_snapshot!(said(&tests), @"
    //!
    //! The test fails until you fix its fault.
    /// board.display: the text does not start with the dimension
    fn board_display() {
    // The tests for these failures are left out, because they pass on the current code:
    //
    //   board.hamming: hamming() returns the wrong number (this board is correct on its own; it was
    //   wrong after calls on other boards, so look for state that boards share)
    ");
    let [alice, model] = bench.try_tests();
    assert_eq!(alice, "test board_display ... FAILED");
    assert_eq!(model, "test board_display ... ok");
    let (_, tests) = bench.tests(&["--only", "board.hamming"]);
    assert_snapshot!(said(&tests), @"
    // The tests for these failures are left out, because they pass on the current code:
    //
    //   board.hamming: hamming() returns the wrong number (this board is correct on its own; it was
    //   wrong after calls on other boards, so look for state that boards share)
    ");
}

#[test]
fn tests_are_not_run_after_a_compile_error() {
    let bench = bench();
    bench.edit("alice/src/board.rs", "writeln!(f, \"{}\", self.n)?;", "");
    let solver = bench.read("alice/src/solver.rs");
    bench.write("alice/src/solver.rs", format!("{solver}\nfn oops() -> u8 {{ \"\" }}\n"));
    let (exit, tests) = bench.tests(&["--only", "board"]);
    assert_eq!(exit, 1);
    assert_snapshot!(said(&tests), @"
    //!
    //! The tests could not be compiled with the crate, so they were not run. Each test should fail
    //! until you fix its fault.
    /// board.display: the text does not start with the dimension
    fn board_display() {
    ");
}

#[test]
fn passing_checks_and_compile_errors_have_no_tests() {
    let bench = bench();
    let (exit, tests) = bench.tests(&["--only", "compile"]);
    assert_eq!(exit, 0);
    assert!(tests.ends_with("\n\n// Nothing failed, so there is nothing to show.\n"), "{tests}");

    bench.write("alice/src/lib.rs", "mod board;\npub use board::Board;\n");
    let (exit, tests) = bench.tests(&["--only", "compile"]);
    assert_eq!(exit, 1);
    assert_snapshot!(tests, @"
    //! Written by `grader check --tests`. These tests do not count as your own.
    //!
    //! Tests for the failures that `grader check` found in `alice`: one for each failed check, with the
    //! smallest case.
    //!
    //! Put this file in the crate's `tests` folder, next to `src`, and run
    //!
    //! ```text
    //! cargo test --test NAME
    //! ```
    //!
    //! where NAME is the file name without `.rs`. `grader explain CHECK` explains a check.

    // There are no tests for these failures, because the traits do not expose them:
    //
    //   compile.api: `Solver` is in `src/solver.rs`; add a `mod` for this file to the library
    ");
}

#[test]
fn an_unwritable_file_is_reported_before_grading() {
    let bench = Bench::with_model();
    let output = bench.run(&["check", "alice", "--tests", "no/shown.rs"]);
    assert_snapshot!(bench.snapshot(&output), @"
    exit code 2
    ----- stderr
    error: cannot write `no/shown.rs`
      caused by: its folder does not exist

    hint: use a file in a folder that you can write to
    ");
}
