//! Lower bounds on the number of moves to the goal.

mod combine;
mod linear_conflict;
mod manhattan;
mod walking_distance;

pub(super) use combine::{Max, Sum};
pub(super) use linear_conflict::LinearConflict;
pub(super) use manhattan::Manhattan;
pub(super) use walking_distance::WalkingDistance;

use super::grid::{Grid, Slide};

/// A lower bound on the number of moves to the goal that is kept up to date slide by slide.
///
/// A bound must be *admissible*, never more than the moves that the board really takes. For the
/// goal it is 0, and a search needs one that is 0 for no other board, as every bound is that is
/// nowhere below the Manhattan distance.
pub(super) trait Heuristic {
    /// What is remembered of a board so that the next one's bound is found quickly.
    type State: Copy;

    /// The state of a board.
    fn start(&self, grid: &Grid) -> Self::State;

    /// The state of `grid`, given the state of the board that it was before `slide`.
    fn after(&self, before: Self::State, grid: &Grid, slide: Slide) -> Self::State;

    /// The bound, in moves, of the board that the state is of.
    fn bound(&self, state: &Self::State) -> usize;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::oracle::table::{Table, every_board};

    /// Checks, on all boards up to 3-by-3, that the bound is admissible and that keeping it up to
    /// date gives the same as starting afresh.
    fn check<H: Heuristic>(heuristic_of: impl Fn(usize) -> H) {
        for n in [2, 3] {
            let heuristic = heuristic_of(n);
            let bound = |grid: &Grid| heuristic.bound(&heuristic.start(grid));
            for mut grid in every_board(n) {
                let state = heuristic.start(&grid);
                if let Some(moves) = Table::of(n).moves(&grid) {
                    assert!(heuristic.bound(&state) <= moves, "{grid:?}");
                }
                let blank = grid.blank();
                for from in grid.slidable() {
                    let slide = grid.slide(from);
                    let kept = heuristic.after(state, &grid, slide);
                    assert_eq!(heuristic.bound(&kept), bound(&grid), "{grid:?}");
                    grid.slide(blank);
                }
            }
            assert_eq!(bound(&Grid::goal(n)), 0);
        }
    }

    #[test]
    fn manhattan_is_admissible() {
        check(|_| Manhattan);
    }

    #[test]
    fn linear_conflict_is_admissible_on_top_of_manhattan() {
        check(|_| Sum(Manhattan, LinearConflict));
    }

    #[test]
    fn walking_distance_is_admissible() {
        check(WalkingDistance::of);
    }

    #[test]
    fn the_greatest_of_all_is_admissible() {
        check(|n| Max(Sum(Manhattan, LinearConflict), WalkingDistance::of(n)));
    }
}
