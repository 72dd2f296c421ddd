//! Lower bounds on the number of moves to the goal.

mod combine;
mod linear_conflict;
mod manhattan;
mod walking_distance;

pub use combine::{Max, Sum};
pub use linear_conflict::LinearConflict;
pub use manhattan::Manhattan;
pub use walking_distance::WalkingDistance;

use crate::puzzle::{Grid, Slide};

/// A lower bound on the number of moves to the goal that is kept up to date slide by slide.
///
/// A bound must be *admissible*: never more than the moves that the board really takes. For the
/// goal it is therefore 0.
pub trait Heuristic {
    /// What is remembered of a board so that the next one's bound is found quickly.
    type State: Clone;

    /// The state of a board.
    fn start(&self, grid: &Grid) -> Self::State;

    /// The state of `grid`, given the state of the board that it was before `slide`.
    fn after(&self, before: &Self::State, grid: &Grid, slide: Slide) -> Self::State;

    /// The bound, in moves, of the board that the state is of.
    fn bound(&self, state: &Self::State) -> usize;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::oracle::{Table, every_board};
    use crate::puzzle::{Arrangement, Goal};

    /// Checks, on all boards up to 3-by-3 and for several goals, that the bound is admissible and
    /// that keeping it up to date gives the same as starting afresh.
    fn check<H: Heuristic>(heuristic_of: impl Fn(&Goal) -> H) {
        for (n, arrangement) in [
            (2, Arrangement::BlankLast),
            (3, Arrangement::BlankLast),
            (3, Arrangement::BlankFirst),
            (3, Arrangement::Spiral),
        ] {
            let goal = Goal::arranged(n, arrangement);
            let table = Table::new(&goal);
            let heuristic = heuristic_of(&goal);
            let bound = |grid: &Grid| heuristic.bound(&heuristic.start(grid));
            for mut grid in every_board(n) {
                let state = heuristic.start(&grid);
                if let Some(moves) = table.moves(&grid) {
                    assert!(heuristic.bound(&state) <= moves, "{grid:?}");
                }
                let blank = grid.blank();
                for from in grid.slidable() {
                    let slide = grid.slide(from);
                    let kept = heuristic.after(&state, &grid, slide);
                    assert_eq!(heuristic.bound(&kept), bound(&grid), "{grid:?}");
                    grid.slide(blank);
                }
            }
            assert_eq!(bound(goal.grid()), 0);
        }
    }

    #[test]
    fn manhattan_is_admissible() {
        check(Manhattan::new);
    }

    #[test]
    fn linear_conflict_is_admissible_on_top_of_manhattan() {
        check(|goal| Sum(Manhattan::new(goal), LinearConflict::new(goal)));
    }

    #[test]
    fn walking_distance_is_admissible() {
        check(WalkingDistance::new);
    }

    #[test]
    fn the_greatest_of_all_is_admissible() {
        let in_line = |goal: &Goal| Sum(Manhattan::new(goal), LinearConflict::new(goal));
        check(|goal| Max(in_line(goal), WalkingDistance::new(goal)));
    }
}
