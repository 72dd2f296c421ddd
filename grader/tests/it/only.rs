//! Tests that `grader check --only` gives the same verdicts as the full grade.

use crate::support::{Bench, assert_parts, code, stdout};

const BOARD: &str = "alice/src/board.rs";
const SOLVER: &str = "alice/src/solver.rs";

/// Returns the score and the section about the board. Only the full grade has remarks about the whole program.
fn board(report: &str) -> [&str; 2] {
    let score = report.lines().next().expect("a score");
    let start = report.find("\nBoard").expect("a section");
    let end = report.find("\nRemarks").or_else(|| report.find("\ncompiled by"));
    [score, &report[start..end.expect("the end of a report")]]
}

#[test]
fn board_only_verdicts_match_the_full_grade() {
    for (find, replace) in [
        ("rows + cols\n", "rows + cols / 2\n"),
        ("if self.blank > 1 {", "if self.blank > 0 {"),
        ("(col > 0).then(|| blank - 1)", "Some(blank - 1)"),
    ] {
        let bench = Bench::with_model();
        bench.edit(BOARD, find, replace);
        let alone = bench.grade(&["check", "alice", "--only", "board"]);
        // Only a full grade can count the operations of a search.
        let whole = bench.grade(&["check", "alice", "--only", "board", "--counts", "counts.json"]);
        assert_eq!(code(&alone), code(&whole), "{replace}");
        // A fault of the whole program can be found only when the solver runs.
        let runs = |report: &str| report.contains("your program is right on");
        assert!(runs(stdout(&whole)), "{}", stdout(&whole));
        assert!(!runs(stdout(&alone)), "{}", stdout(&alone));
        let (alone, whole) = (board(stdout(&alone)), board(stdout(&whole)));
        assert_eq!(alone, whole, "{replace}");
        assert!(alone[1].contains('✗'), "{replace}: {}", alone[1]);
    }
}

#[test]
fn verdicts_on_values_match_the_full_grade() {
    let manhattan = "rows + cols\n";
    // Only one size is slow, so this takes little time even if it uses up a budget.
    let burn = |steps| {
        format!(
            "let steps = if self.n == 9 {{ {steps} }} else {{ 0 }};\n            \
             (0..steps).fold(rows + cols, |sum, _| std::hint::black_box(sum))\n"
        )
    };
    let neighbors = "let (n, blank) = (self.n, self.blank);";
    let endless = format!("while self.tiles[..3] == [5, 0, 7] {{}}\n        {neighbors}");
    for (find, replace, fails) in [
        (manhattan, "rows + cols / 2\n", true),
        // Only a few boards are wrong, and only with 3 rows.
        (manhattan, "rows + cols + usize::from(self.tiles[..4] == [5, 0, 7, 1])\n", true),
        // Fast enough, and too slow.
        (manhattan, &burn(600), false),
        (manhattan, &burn(6_000_000), true),
        // A call that does not return does not affect the values.
        (neighbors, &endless, false),
    ] {
        let bench = Bench::with_model();
        bench.edit(BOARD, find, replace);
        let only = ["check", "alice", "--only", "board.manhattan", "--only", "board.hamming"];
        let alone = bench.grade(&only);
        let whole = bench.grade(&[&only[..], &["--counts", "counts.json"]].concat());
        assert_eq!(code(&alone), i32::from(fails), "{replace}: {}", stdout(&alone));
        assert_eq!(code(&alone), code(&whole), "{replace}");
        assert_eq!(board(stdout(&alone)), board(stdout(&whole)), "{replace}");
    }
}

#[test]
fn an_endless_search_does_not_delay_board_checks() {
    let bench = Bench::with_model();
    bench.edit(BOARD, "rows + cols\n", "rows + cols + 1\n");
    let search = "let mut search = Search::new(initial.clone());";
    bench.edit(SOLVER, search, &format!("while initial.dimension() > 0 {{}}\n        {search}"));
    let output = bench.grade(&["check", "alice", "--only", "board.manhattan"]);
    assert_eq!(code(&output), 1);
    assert_parts(
        stdout(&output),
        &["✗ board.manhattan  0 / 6  manhattan() returns the wrong number\n"],
    );
}

#[test]
fn a_crate_with_compile_errors_is_graded_completely() {
    let bench = Bench::with_model();
    bench.edit(SOLVER, "Self { solution }", "Self { solution: 1 }");
    let alone = bench.grade(&["check", "alice", "--only", "board"]);
    assert!(stdout(&alone).starts_with("alice: 37 / 37\n"), "{}", stdout(&alone));
    bench.edit(BOARD, "rows + cols\n", "rows + cols + \"1\"\n");
    let broken = bench.grade(&["check", "alice", "--only", "board.manhattan"]);
    // The report also shows the error that the check waits for.
    let text = stdout(&broken);
    assert!(text.starts_with("alice: 0 / 6\n\nCompile\n\n  ✗ compile.build  0 / 1  "), "{text}");
    for part in [
        "error[E0277]: cannot add `&str` to `usize`",
        "\nBoard  0 / 6\n  - waiting for compile.build: board.manhattan (6 points)\n",
        "\nNext: fix compile.build",
        "\n  grader check alice --only compile.build\n",
    ] {
        assert!(text.contains(part), "{part}\n{text}");
    }
}

#[test]
fn a_passed_check_is_followed_by_the_next_failure() {
    let bench = Bench::with_model();
    bench.edit(BOARD, "rows + cols\n", "rows + cols + 1\n");
    let output = bench.grade(&["check", "alice", "--only", "board.dimension"]);
    assert_eq!(code(&output), 0);
    assert_parts(
        stdout(&output),
        &["alice: 1 / 1\n", "\nIt passed.\n", "\nNext: fix board.manhattan, src/board.rs:68:8\n"],
    );
    let output = bench.grade(&["check", "alice", "--only", "compile"]);
    assert!(stdout(&output).contains("\nAll compile checks passed.\n"), "{}", stdout(&output));
}

#[test]
fn points_for_partly_written_code_are_explained() {
    let bench = Bench::with_model();
    bench.edit(
        SOLVER,
        "self.solution.as_ref().map(|boards| boards.len() - 1)",
        "todo!(\"count the moves\")",
    );
    let output = bench.grade(&["check", "alice", "--only", "solver.moves"]);
    assert_parts(
        stdout(&output),
        &[
            "1. moves()  src/solver.rs:42:9  solver.moves\n",
            "- solver.moves, 9 of 18 points, moves() is not written yet: 0 of 100 puzzles\n    \
             correct; 100 solved, but with an unfinished moves(), for half of the points;\n",
            "Next: write moves(), src/solver.rs:42:9\n",
        ],
    );
    let bench = Bench::with_model();
    let count = "self.cells_and_goals().filter(|(cell, goal)| cell != goal).count()";
    let small = format!("if self.n > 3 {{ todo!() }} else {{ {count} }}");
    bench.edit(BOARD, count, &small);
    let output = bench.grade(&["check", "alice", "--only", "board.hamming"]);
    assert_parts(
        stdout(&output),
        &[
            "1. hamming()  src/board.rs:65:25  board.hamming\n",
            "- board.hamming, 1.333 of 4 points, hamming() is not written yet: correct for\n    \
             2 of 6 ranges of sizes; the smallest failing board has 4 rows\n",
        ],
    );
}
