//! Tests both types together, as students' own tests should.

use reference::{Board, Solver};
use slider::{Board as _, Solver as _};

fn board(puzzle: &str) -> Board {
    Board::new(&slider::parse_tiles(puzzle).expect("a puzzle"))
}

#[test]
fn a_solution_leads_to_the_goal_move_by_move() {
    let initial = board("3  0 1 3  4 2 5  7 8 6");
    let solver = Solver::new(&initial);
    assert!(solver.is_solvable());
    let solution: Vec<Board> = solver.solution().expect("it is solvable").collect();
    assert_eq!(solver.moves(), Some(4));
    assert_eq!(solution.len(), 5);
    assert_eq!(solution.first(), Some(&initial));
    assert!(solution.last().is_some_and(Board::is_goal));
    for step in solution.windows(2) {
        assert!(step[0].neighbors().any(|neighbor| neighbor == step[1]), "{}{}", step[0], step[1]);
    }
}

#[test]
fn the_goal_is_its_own_solution() {
    let goal = board("2  1 2  3 0");
    let solver = Solver::new(&goal);
    assert_eq!(solver.moves(), Some(0));
    assert_eq!(solver.solution().map(Iterator::collect), Some(vec![goal]));
}

#[test]
fn a_board_with_a_solvable_twin_has_no_solution() {
    let solver = Solver::new(&board("3  1 2 3  4 5 6  8 7 0"));
    assert!(!solver.is_solvable());
    assert_eq!(solver.moves(), None);
    assert!(solver.solution().is_none());
}

#[test]
fn a_board_never_equals_a_larger_board() {
    let small = board("2  1 2  3 0");
    let large = board("3  1 2 3  0 4 5  6 7 8");
    assert_ne!(small, large);
    assert_ne!(large, small);
}
