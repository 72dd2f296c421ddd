//! Tests programs with multiple solvers, and the solver on the submission's board.

use insta::assert_snapshot;

use crate::support::{Bench, code, stdout};

/// Returns the report on the model answer's solver after these edits, and the test to expose the fault.
fn said(edits: &[(&str, &str, &str)]) -> String {
    let bench = Bench::with_model();
    for (file, find, replace) in edits {
        bench.edit(file, find, replace);
    }
    let output = bench.grade(&["check", "alice", "--only", "solver", "--tests", "shown.rs"]);
    assert_eq!(code(&output), 1);
    let failure = stdout(&output).split("\n\n").filter(|it| !it.contains('✓'));
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
    assert_snapshot!(said(&[keeps]), @r#"
      ✗ solver.immutable  0 / 4  is_solvable() returns a different result after
                                 another solver was made
          a             b             is_solvable() of a, beside a solver of b
          ┌─────────┐   ┌─────────┐     expected true
          │ 2  1  3 │   │ 5  3    │     but was  false
          │ 6  4  8 │   │ 2  1  6 │
          │    7  5 │   │ 4  7  8 │
          └─────────┘   └─────────┘
          src/solver.rs:34:9: a `thread_local!` variable
          at src/solver.rs:43:8
          rule: the results stay the same in any order, without a second search
          try it: grader check alice --only solver.immutable
          more: grader explain solver.immutable
    compiled by rustc 1.95.0 for wasm32-wasip1
    Next: fix solver.immutable, src/solver.rs:43:8
      is_solvable() returns a different result after another solver was made
      grader check alice --only solver.immutable
    fn solver_immutable() {
        let board = puzzle("3  2 1 3  6 4 8  0 7 5");
        let other = puzzle("3  5 3 0  2 1 6  4 7 8");
        let beside = Solver::new(&other);
        let _ = (beside.is_solvable(), beside.moves(), beside.solution().map(Iterator::count));
        let solver = Solver::new(&board);
        assert!(solver.is_solvable());
    "#);
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
    assert_snapshot!(said(&[walks, asks, counts]), @r#"
      ✗ solver.moves  9 / 18  with your own `Board`: Solver::new() panics in
                              `Board::manhattan`, called by `Search::step`: one
                              thing at a time
          ┌──────┐   Solver::new() of puzzle2x2-01
          │ 1  2 │
          │    3 │
          └──────┘
          at src/board.rs:77:9
          points: 50 of 100 puzzles correct; 50 wrong; the smallest that fails is
                  puzzle2x2-01
          rule: moves() is the smallest number of moves
          try it: grader check alice --only solver.moves
          more: grader explain solver.moves
    Remarks  they do not affect points
      - board.immutable: the static `WALKS` is an `AtomicUsize` (src/board.rs:47:8):
        this can change through `&self`; is this why `solver.moves` fails?
    compiled by rustc 1.95.0 for wasm32-wasip1
    Next: fix solver.moves, src/board.rs:77:9
      with your own `Board`: Solver::new() panics in `Board::manhattan`, called by
      `Search::step`: one thing at a time
      grader check alice --only solver.moves
    fn solver_moves() {
        let board = puzzle("2  1 2  0 3");
        let _ = Solver::new(&board);
    "#);
}
