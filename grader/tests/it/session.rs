//! Tests programs with multiple solvers, and the solver on the submission's board.

use crate::support::{Bench, assert_parts, code, stdout};

/// Returns the report on the model answer's solver after these edits, and the test to expose the fault.
fn said(edits: &[(&str, &str, &str)]) -> String {
    let bench = Bench::with_model();
    for (file, find, replace) in edits {
        bench.edit(file, find, replace);
    }
    let output = bench.grade(&["check", "alice", "--only", "solver", "--tests", "shown.rs"]);
    assert_eq!(code(&output), 1);
    let failure = stdout(&output).split("\n\n").filter(|part| !part.contains('✓'));
    let shown = bench.read("shown.rs");
    let test = shown.split("#[test]\n").nth(1).and_then(|rest| rest.split("\n}\n").next());
    let parts = failure.skip(1).chain(test);
    parts.map(str::trim_end).collect::<Vec<_>>().join("\n")
}

#[test]
fn a_wrongly_cached_answer_is_reported_with_both_boards() {
    let keeps = (
        "alice/src/solver.rs",
        "        Self { solution }",
        "        thread_local! {
            static MADE: std::cell::RefCell<Vec<(usize, usize)>> = Default::default();
        }
        let key = (initial.dimension(), initial.manhattan());
        let is_known = MADE.with_borrow(|made| made.contains(&key));
        MADE.with_borrow_mut(|made| made.push(key));
        Self { solution: solution.filter(|_| !is_known) }",
    );
    assert_parts(
        &said(&[keeps]),
        &[
            "✗ solver.immutable  0 / 4  is_solvable() returns a different result after\n",
            "a             b             is_solvable() of a, beside a solver of b\n",
            "src/solver.rs:34:9: a `thread_local!` variable\n",
            "let beside = Solver::new(&other);\n",
            "let solver = Solver::new(&board);\n    assert!(solver.is_solvable());",
        ],
    );
}

#[test]
fn failures_with_only_the_own_board_are_marked() {
    let walks = (
        "alice/src/board.rs",
        "        [down, right, left, up].into_iter().flatten().map(|cell| self.with_blank_at(cell))",
        "        struct Walk;
        impl Drop for Walk {
            fn drop(&mut self) {
                WALKS.fetch_sub(1, Relaxed);
            }
        }
        WALKS.fetch_add(1, Relaxed);
        let walk = Walk;
        [down, right, left, up].into_iter().flatten().map(move |cell| {
            let _ = &walk;
            self.with_blank_at(cell)
        })",
    );
    let asks = (
        "alice/src/board.rs",
        "        self.cells_and_goals().map(distance).sum()",
        "        assert!(WALKS.load(Relaxed) == 0, \"one thing at a time\");
        self.cells_and_goals().map(distance).sum()",
    );
    let counts = (
        "alice/src/board.rs",
        "impl slider::Board for Board {",
        "use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
static WALKS: AtomicUsize = AtomicUsize::new(0);

impl slider::Board for Board {",
    );
    assert_parts(
        &said(&[walks, asks, counts]),
        &[
            "✗ solver.moves  9 / 18  with your own `Board`: Solver::new() panics in\n",
            "`Board::manhattan`, called by `Search::step`: one\n",
            "at src/board.rs:77:9\n",
            "points: 50 of 100 puzzles correct; 50 wrong; the smallest that fails is\n",
            "- board.immutable: the static `WALKS` is an `AtomicUsize` (src/board.rs:47:8):\n",
            "let board = puzzle(\"2  1 2  0 3\");\n    let _ = Solver::new(&board);",
        ],
    );
}
