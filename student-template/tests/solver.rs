//! Tests for the solver, in the order in which to make them pass. They use your board, so make the
//! board's tests pass first. Run them with this command:
//!
//! ```text
//! cargo test --test solver
//! ```
//!
//! Start with the failing test that has the lowest number. The tests are only examples: a solver
//! that passes all of them can still be wrong. Add your own tests.

use std::fs;
use std::path::Path;

use slider::{Board as _, Solver as _};
use student_template::{Board, Solver};

/// Reads the board from a file in the folder `puzzles`.
fn puzzle(name: &str) -> Board {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("puzzles").join(name);
    let text = fs::read_to_string(&path).expect("the file is in the folder `puzzles`");
    Board::new(&slider::parse_tiles(&text).expect("the file holds a puzzle"))
}

/// Solves a puzzle, and checks the number of moves and every move of the solution.
#[track_caller]
fn check(name: &str, moves: usize) {
    let initial = puzzle(name);
    let solver = Solver::new(&initial);
    assert!(solver.is_solvable(), "{name} is solvable");
    assert_eq!(solver.moves(), Some(moves), "the smallest number of moves for {name}");

    let solution: Vec<Board> = solver.solution().expect("there is a solution").collect();
    assert_eq!(
        solution.len(),
        moves + 1,
        "the number of boards in the solution of {name}, with the first and the last board"
    );
    assert_eq!(solution[0], initial, "the solution of {name} begins with the initial board");
    assert!(solution[moves].is_goal(), "the solution of {name} ends with the goal");
    for step in solution.windows(2) {
        assert!(
            step[0].neighbors().any(|neighbor| neighbor == step[1]),
            "the solution of {name} has a step that is not a move: from\n{}to\n{}",
            step[0],
            step[1]
        );
    }
}

/// Checks that the solver recognizes an unsolvable puzzle.
#[track_caller]
fn check_unsolvable(name: &str) {
    let solver = Solver::new(&puzzle(name));
    assert!(!solver.is_solvable(), "{name} is unsolvable");
    assert_eq!(solver.moves(), None, "{name} has no number of moves");
    assert!(solver.solution().is_none(), "{name} has no solution");
}

#[test]
fn test_01_the_goal_takes_no_moves() {
    check("puzzle2x2-00.txt", 0);
}

#[test]
fn test_02_a_short_puzzle() {
    check("puzzle04.txt", 4);
}

#[test]
fn test_03_a_puzzle_with_two_shortest_solutions() {
    check("puzzle07.txt", 7);
}

#[test]
fn test_04_the_farthest_2_by_2_board() {
    check("puzzle2x2-06.txt", 6);
}

// If the solver does not search from the twin, the next two tests never end.

#[test]
fn test_05_a_2_by_2_board_without_a_solution() {
    check_unsolvable("puzzle2x2-unsolvable1.txt");
}

#[test]
fn test_06_larger_boards_without_a_solution() {
    check_unsolvable("puzzle3x3-unsolvable.txt");
    check_unsolvable("puzzle4x4-unsolvable.txt");
}

#[test]
fn test_07_a_large_board_that_is_almost_solved() {
    check("puzzle14.txt", 14);
}

// If a search inserts the previous board again, the next tests are very slow.

#[test]
fn test_08_a_longer_puzzle() {
    check("puzzle20.txt", 20);
}

#[test]
fn test_09_one_of_the_two_hardest_3_by_3_boards() {
    check("puzzle31.txt", 31);
}

#[test]
fn test_10_a_4_by_4_board() {
    check("puzzle4x4-30.txt", 30);
}

#[test]
fn test_11_the_answers_stay_the_same() {
    let solver = Solver::new(&puzzle("puzzle07.txt"));
    let ask = || (solver.moves(), solver.is_solvable(), solver.solution().map(Iterator::count));
    assert_eq!(ask(), (Some(7), true, Some(8)), "the first time");
    assert_eq!(ask(), (Some(7), true, Some(8)), "the second time");
}
