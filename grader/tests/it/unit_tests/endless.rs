//! Tests the generated tests for searches that never end. Students will run them, so they should not use up a machine's
//! resources.

use std::fmt::Write as _;

use audit::corpus::Corpus;

use super::*;

/// The limit on the address space, in KiB.
const MEMORY: u64 = 2 << 20;

/// Faults in a board that can cause an endless search.
const LABELLED: [&str; 6] = [
    "faults/is-goal-never",
    "faults/goal-transposed",
    "faults/manhattan-endless",
    "faults/is-goal-recursion",
    "faults/neighbors-flood-output",
    "faults/neighbors-without-up",
];

impl Bench {
    /// Compiles the tests in `shown.rs` for `alice`, and runs them with a memory limit and the time limit of
    /// [`Finish`].
    fn run_tests_within_limits(&self) -> String {
        let program = self.compile_tests(&self.library("alice"));
        let mut command = Command::new("sh");
        command.args(["-c", &format!("ulimit -v {MEMORY} && exec \"$0\"")]).arg(program);
        let output = command.finish();
        assert!(output.status.code().is_some(), "they broke down: {}", output.status);
        results(&output)
    }

    /// Makes the solver return one move too many, to also get a test with the submission's board.
    fn miscount(&self) {
        self.edit("alice/src/solver.rs", "boards.len() - 1", "boards.len()");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_test_with_an_endless_search_is_ignored() {
    let bench = bench();
    bench.edit(
        "alice/src/board.rs",
        "self.cells_and_goals().filter(|(cell, goal)| cell != goal).count()",
        "(0..self.tiles.len()).filter(|&cell| usize::from(self.tiles[cell]) != cell + 1).count()",
    );
    let is_goal = "self.cells_and_goals().all(|(cell, goal)| cell == goal)";
    bench.edit("alice/src/board.rs", is_goal, "self.hamming() == 0");
    bench.miscount();
    let (exit, tests) = bench.tests(&["--only", "board.hamming", "--only", "solver.moves"]);
    assert_eq!(exit, 1);
    assert_snapshot!(said(&tests), @"
    //!
    //! Both tests fail until you fix their faults.
    //!
    //! One of them is marked `#[ignore]`, with the reason. To run such a test, use `cargo test --test
    //! NAME TEST -- --ignored`.
    /// board.hamming: hamming() counts the blank
    fn board_hamming() {
    /// solver.moves: moves() is off by one: it does not match solution(), on all 4 puzzles
    ");
    assert_snapshot!(alone(&tests), @r#"
    /// board.hamming: hamming() counts the blank
    #[test]
    fn board_hamming() {
        let board = puzzle("2  1 2  3 0");
        assert_eq!(board.hamming(), 0);
    }

    /// solver.moves: moves() is off by one: it does not match solution(), on all 4 puzzles
    #[test]
    #[ignore = "it takes too long and may use all memory: run it alone"]
    fn solver_moves() {
        within_two_seconds(|| {
            let board = puzzle("2  1 2  0 3");
            let solver = Solver::new(&board);
            assert_eq!(solver.moves(), Some(1));
        });
    }
    "#);
    assert_snapshot!(bench.run_tests_within_limits(), @"
    test board_hamming ... FAILED
    test solver_moves ... ignored, it takes too long and may use all memory: run it alone
    ");
}

#[cfg(target_os = "linux")]
#[test]
fn tests_for_labeled_submissions_terminate() {
    let corpus = Corpus::embedded().expect("the grader's own");
    let mut text = String::new();
    for name in LABELLED {
        let labelled = corpus.submissions.iter().find(|submission| submission.name == name);
        let labelled = labelled.unwrap_or_else(|| panic!("there is no {name}"));
        let bench = bench();
        for file in labelled.submission.files() {
            bench.write(&format!("alice/{}", file.path), file.text);
        }
        bench.miscount();
        let (exit, _) = bench.tests(&[]);
        assert_eq!(exit, 1, "{name}");
        let _ = writeln!(text, "{name}\n{}", bench.run_tests_within_limits());
    }
    assert_snapshot!(text, @"
    faults/is-goal-never
    test solver_moves ... ignored, it takes too long and may use all memory: run it alone
    faults/goal-transposed
    test board_hamming ... FAILED
    test board_manhattan ... FAILED
    test solver_moves ... FAILED
    faults/manhattan-endless
    test board_manhattan ... ignored, it takes too long and may use all memory: run it alone
    test solver_moves ... ignored, it takes too long and may use all memory: run it alone
    faults/is-goal-recursion
    test solver_moves ... ignored, it overflows the stack, which ends all tests: run it alone
    faults/neighbors-flood-output
    test board_neighbors ... ignored, it prints too much: run it alone
    test solver_moves ... ignored, it prints too much: run it alone
    faults/neighbors-without-up
    test board_neighbors ... FAILED
    test solver_moves ... FAILED
    ");
}
