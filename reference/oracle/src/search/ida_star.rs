//! IDA* for the puzzle, with counts for each round.

use slider::Tile;

use super::depth_first::{DepthBound, DepthFirst};
use super::report::{Limit, SearchReport};
use super::sliding::Sliding;
use super::step::StepwiseSearch as _;
use crate::heuristic::Heuristic;
use crate::puzzle::{Goal, Grid, Slide};

/// Solves a board optimally and returns the tiles to slide, in order. Does not terminate if the board is unsolvable.
/// See [`DepthBound::IdaStar`].
pub fn solve<H: Heuristic>(grid: Grid, goal: &Goal, heuristic: &H) -> Vec<Tile> {
    let report = search(grid, goal, heuristic, Limit::NONE);
    report.path().unwrap_or_default().iter().map(|slide| slide.tile).collect()
}

/// Runs an IDA* search within a limit. The board and the goal must have the same dimension.
///
/// With [`Limit::NONE`], does not terminate if the board is unsolvable.
pub fn search<H: Heuristic>(
    grid: Grid,
    goal: &Goal,
    heuristic: &H,
    limit: Limit,
) -> SearchReport<Slide> {
    let space = Sliding::new(goal, heuristic);
    let start = space.position(grid);
    DepthFirst::new(space, start, DepthBound::IdaStar, limit).run()
}

#[cfg(test)]
mod tests {
    use slider::Tile;

    use super::*;
    use crate::heuristic::{LinearConflict, Manhattan, Max, Sum, WalkingDistance};
    use crate::table::{MovesTable, every_board};

    #[test]
    fn ida_star_agrees_with_the_table() {
        let goal = Goal::blank_last(3);
        let in_line = Sum(Manhattan::new(&goal), LinearConflict::new(&goal));
        let best = Max(in_line, WalkingDistance::new(&goal));
        let table = MovesTable::new(&goal);
        // The step is prime to spread the sample over all depths.
        for grid in every_board(3).step_by(331) {
            if let Some(moves) = table.moves(&grid) {
                assert_eq!(solve(grid.clone(), &goal, &best).len(), moves, "{grid:?}");
            }
        }
    }

    #[test]
    fn a_solution_leads_to_the_goal() {
        let [deep, other]: [&[Tile]; 2] =
            [&[8, 6, 7, 2, 5, 4, 3, 0, 1], &[6, 4, 7, 8, 5, 0, 3, 2, 1]];
        let goal = Goal::blank_last(3);
        let in_line = Sum(Manhattan::new(&goal), LinearConflict::new(&goal));
        for cells in [deep, other] {
            let mut grid = Grid::of_cells(3, cells.to_vec()).expect("a board");
            let slides = solve(grid.clone(), &goal, &in_line);
            assert_eq!(slides.len(), 31);
            for tile in slides {
                let from = grid.slidable().find(|&cell| grid.cells()[cell] == tile);
                grid.slide(from.expect("a sliding tile is next to the blank"));
            }
            assert_eq!(grid, *goal.grid());
        }
    }
}
