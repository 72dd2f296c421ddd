//! Tests that a report starts with faults of the whole program, which students see when they run the board and the
//! solver together.

use insta::assert_snapshot;

use crate::support::{Bench, stdout};

fn head(bench: &Bench) -> String {
    let output = bench.grade(&["check", "alice"]);
    stdout(&output).lines().take_while(|line| !line.is_empty()).collect::<Vec<_>>().join("\n")
}

#[test]
fn wrong_results_caused_by_the_board_are_reported_first() {
    let bench = Bench::with_model();
    // Boards from `new` are correct, but boards from `neighbors` lack a move up.
    bench.edit(
        "alice/src/board.rs",
        "[down, right, left, up]",
        "[down, right, left, up.filter(|_| self.made)]",
    );
    bench.edit(
        "alice/src/board.rs",
        "    blank: usize,\n}",
        "    blank: usize,\n    made: bool,\n}",
    );
    bench.edit("alice/src/board.rs", "{ n, tiles, blank }", "{ n, tiles, blank, made: true }");
    bench.edit(
        "alice/src/board.rs",
        "board.blank = cell;",
        "board.blank = cell;\n        board.made = false;",
    );
    bench.edit("alice/src/board.rs", "Clone, Debug, PartialEq, Eq", "Clone, Debug, Eq");
    let equal = "impl PartialEq for Board {\n    fn eq(&self, other: &Self) -> bool {\n        self.tiles == other.tiles\n    }\n}\n";
    bench.edit("alice/src/board.rs", "impl slider::Board", &format!("{equal}\nimpl slider::Board"));
    assert_snapshot!(head(&bench), @"
    alice: 88.529 / 100
    ! your program is right on 16 of 68 puzzles
    ! with your own `Board`, Solver::new() of puzzle2x2-06 was stopped at the limit
      of instructions; with the grader's boards, your `Solver` is correct, so fix
      board.neighbors first
    ! at most 88.529 points until your program solves all puzzles: the board and the
      solver must work together (93.333 without this limit)
    ");
}

#[test]
fn wrong_results_caused_by_the_solver_are_reported_by_its_checks() {
    let bench = Bench::with_model();
    bench.edit("alice/src/solver.rs", "let priority = moves + ", "let priority = ");
    assert_snapshot!(head(&bench), @"
    alice: 44.466 / 100
    ! your program is right on 27 of 129 puzzles
    ! at most 44.466 points until solver.moves passes: a solver must find the
      smallest number of moves (44.77 without this limit)
    ");
}

/// The boards of a solution are read from their texts, so a correct solution looks wrong.
#[test]
fn wrong_texts_are_reported_only_by_their_check() {
    let bench = Bench::with_model();
    bench.edit("alice/src/board.rs", "\"{}\", self.n)", "\"{}\", self.n + 1)");
    assert_snapshot!(head(&bench), @"alice: 97 / 100");
}

#[test]
fn a_correct_program_has_no_headline() {
    assert_snapshot!(head(&Bench::with_model()), @"alice: 100 / 100");
}
