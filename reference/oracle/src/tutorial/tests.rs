//! Compares the programs with optimal solutions, with the samples in the tutorials, and with counts from runs of the
//! published sources, which we completed for this purpose.

use slider::Tile;

use super::*;
use crate::puzzle::Arrangement;
use crate::table::{MovesTable, every_board};

fn grid(cells: [Tile; 9]) -> Grid {
    Grid::of_cells(3, cells.to_vec()).expect("a board")
}

fn run_on(program: TutorialProgram, cells: [Tile; 9]) -> TutorialRun {
    run(program, &grid(cells), &Goal::blank_last(3), u64::MAX).expect("both 3-by-3")
}

/// Checks the number of moves, the nodes taken from the frontier including the goal, and the nodes added to it, not
/// counting the start.
#[track_caller]
fn check(program: TutorialProgram, cells: [Tile; 9], counts: [u64; 3]) {
    let run = run_on(program, cells);
    let moves = run.moves().expect("the board has a solution");
    assert_eq!([moves as u64, run.expanded + 1, run.nodes.len() as u64 - 1], counts);
    let boards = run.solution().expect("the board has a solution");
    assert_eq!((boards.len(), boards.first()), (moves + 1, Some(&grid(cells))));
    assert_eq!(boards.last(), Some(Goal::blank_last(3).grid()));
    for pair in boards.windows(2) {
        let is_move = |cell| {
            let mut board = pair[0].clone();
            board.slide(cell);
            board == pair[1]
        };
        assert!(pair[0].slidable().any(is_move));
    }
}

#[test]
fn counts_match_the_published_sources() {
    check(TutorialProgram::CppAStar, [3, 7, 8, 2, 0, 6, 4, 5, 1], [24, 2479, 3967]);
    check(TutorialProgram::CppAStar, [1, 6, 2, 0, 4, 3, 7, 5, 8], [7, 10, 19]);
    check(TutorialProgram::CppAStar, [0, 1, 2, 3, 4, 5, 6, 7, 8], [22, 1389, 2251]);
    check(TutorialProgram::CppAStar, [8, 7, 6, 5, 2, 3, 0, 1, 4], [28, 3036, 4880]);
    check(TutorialProgram::CppGreedy, [3, 7, 8, 2, 0, 6, 4, 5, 1], [62, 314, 527]);
    check(TutorialProgram::CppGreedy, [1, 6, 2, 0, 4, 3, 7, 5, 8], [7, 13, 24]);
    check(TutorialProgram::CSharp, [3, 7, 8, 2, 0, 6, 4, 5, 1], [24, 1803, 2791]);
    check(TutorialProgram::CSharp, [1, 6, 2, 0, 4, 3, 7, 5, 8], [7, 10, 19]);
    check(TutorialProgram::CSharp, [8, 7, 6, 5, 2, 3, 0, 1, 4], [28, 8889, 13_329]);
    check(TutorialProgram::Python, [1, 0, 3, 4, 2, 5, 7, 8, 6], [3, 4, 8]);
    check(TutorialProgram::Python, [0, 1, 2, 3, 4, 5, 6, 7, 8], [52, 176, 303]);
    check(TutorialProgram::Python, [8, 7, 6, 5, 2, 3, 0, 1, 4], [70, 391, 677]);
}

/// Runs a program on every 300th solvable board. Returns the number of solutions that are not optimal, and the total
/// number of expanded nodes.
fn longer(program: TutorialProgram) -> (usize, u64) {
    let table = MovesTable::blank_last(3);
    let solvable = every_board(3).filter_map(|grid| Some((table.moves(&grid)?, grid)));
    let (mut longer, mut expanded) = (0, 0);
    for (least, grid) in solvable.step_by(300) {
        let run = run(program, &grid, &Goal::blank_last(3), u64::MAX).expect("both 3-by-3");
        let moves = run.moves().expect("the board has a solution");
        assert!(moves >= least, "{program:?}: {grid:?}");
        longer += usize::from(moves > least);
        expanded += run.expanded;
    }
    (longer, expanded)
}

#[test]
fn each_program_is_suboptimal_on_some_boards() {
    // These are 95.0 %, 13.1 % and 9.1 % of 605 boards.
    assert_eq!(longer(TutorialProgram::Python), (575, 135_168));
    assert_eq!(longer(TutorialProgram::CppAStar), (79, 500_773));
    assert_eq!(longer(TutorialProgram::CSharp), (55, 858_711));
}

/// Checks that a program finds optimal solutions for all boards fewer than `least` moves from the goal, and that its
/// solution for this board is 2 moves too long.
#[track_caller]
fn check_least(program: TutorialProgram, cells: [Tile; 9], least: usize) {
    let table = MovesTable::blank_last(3);
    assert_eq!(table.moves(&grid(cells)), Some(least));
    assert_eq!(run_on(program, cells).moves(), Some(least + 2));
    for grid in every_board(3) {
        if let Some(moves) = table.moves(&grid).filter(|&moves| moves < least) {
            let run = run(program, &grid, &Goal::blank_last(3), u64::MAX).expect("both 3-by-3");
            assert_eq!(run.moves(), Some(moves), "{grid:?}");
        }
    }
}

#[test]
fn easy_boards_reveal_no_fault() {
    check_least(TutorialProgram::Python, [2, 4, 3, 1, 5, 6, 7, 0, 8], 7);
    check_least(TutorialProgram::CppAStar, [0, 5, 2, 6, 1, 3, 4, 7, 8], 12);
    check_least(TutorialProgram::CSharp, [1, 2, 3, 8, 6, 7, 4, 0, 5], 11);
}

#[test]
fn the_depth_first_program_is_breadth_first() {
    let start = [1, 6, 2, 0, 4, 3, 7, 5, 8];
    let [breadth, depth] =
        [TutorialProgram::CppBreadthFirst, TutorialProgram::CppDepthFirst].map(|program| {
            let run = run_on(program, start);
            (run.moves(), run.expanded, run.nodes.len())
        });
    assert_eq!(breadth, depth);
    assert_eq!(breadth.0, Some(7));
}

#[test]
fn programs_accept_any_goal_and_dimension() {
    for (n, arrangement) in [(2, Arrangement::Spiral), (2, Arrangement::BlankLast)] {
        let goal = Goal::arranged(n, arrangement);
        let table = MovesTable::new(&goal);
        for grid in every_board(n) {
            for program in TutorialProgram::ALL {
                let run = run(program, &grid, &goal, 1000).expect("both 2-by-2");
                match table.moves(&grid) {
                    Some(least) => assert!(run.moves() >= Some(least), "{program:?}: {grid:?}"),
                    // There are twelve boards, and some of them are queued twice.
                    None => {
                        assert_eq!((run.end, run.expanded.max(13)), (TutorialEnd::Exhausted, 13));
                    }
                }
            }
        }
    }
    let error =
        run(TutorialProgram::Python, &grid([0, 1, 2, 3, 4, 5, 6, 7, 8]), &Goal::blank_last(2), 1);
    assert!(error.is_err());
}

#[test]
fn a_program_can_be_stopped() {
    let goal = Goal::blank_last(3);
    for program in TutorialProgram::ALL {
        let run = run(program, &grid([8, 6, 7, 2, 5, 4, 3, 0, 1]), &goal, 10).expect("3-by-3");
        assert_eq!((run.end, run.expanded, run.moves()), (TutorialEnd::GaveUp, 10, None));
        assert_eq!(run.solution(), None);
    }
}
