//! Several solvers in one program, and the solver on its own board.

use insta::assert_snapshot;

use crate::support::{Bench, code, stdout};

/// What is said about these checks of Alice, whose answer is the model's with these edits.
fn said(edits: &[(&str, &str, &str)], only: &str) -> String {
    let bench = Bench::with_model();
    for (file, find, replace) in edits {
        bench.edit(file, find, replace);
    }
    let output = bench.grade(&["check", "alice", "--only", only, "--tests", "shown.rs"]);
    assert_eq!(code(&output), 1);
    stdout(&output).to_owned() + &bench.read("shown.rs")
}

#[test]
fn an_answer_that_is_kept_for_another_board_is_shown_with_both_boards() {
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
    assert_snapshot!(said(&[keeps], "solver"), @"");
}

#[test]
fn what_is_wrong_with_the_pair_alone_is_said_so() {
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
    assert_snapshot!(said(&[walks, asks, counts], "solver"), @"");
}
