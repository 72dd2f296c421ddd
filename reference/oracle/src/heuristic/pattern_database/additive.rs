use slider::Tile;

use super::costs::PlacementCosts;
use super::{BadPatterns, parallel, partition};
use crate::heuristic::Heuristic;
use crate::puzzle::{Goal, Grid, Slide};

/// The sum of the costs of disjoint patterns. The cost of a pattern is the number of moves that the tiles need.
///
/// A move slides a single tile, so no move is counted twice, and the sum is admissible: R. E. Korf and A. Felner
/// ("Disjoint pattern database heuristics", Artificial Intelligence 134, 2002). With one tile per pattern, the result
/// is the Manhattan distance.
///
/// The blank is not part of a placement, so each cost is a minimum over the blank's possible cells. Therefore, the
/// bound is *inconsistent*: a move may change it by more than one.
#[derive(Clone, Debug)]
pub struct Additive {
    costs: Vec<PlacementCosts>,
    /// The pattern of each tile, as an index in `costs`.
    pattern_of: Box<[Option<usize>]>,
}

impl Additive {
    /// Builds the databases for these patterns. Other tiles are not counted.
    ///
    /// Patterns are built in parallel on all processors. Six tiles on a 4-by-4 board (5.8 million placements) take
    /// about three seconds and 29 megabytes. Eight tiles (519 million placements) take several minutes and 2.6
    /// gigabytes.
    ///
    /// # Errors
    ///
    /// See [`BadPatterns`].
    pub fn new(goal: &Goal, patterns: &[Vec<Tile>]) -> Result<Self, BadPatterns> {
        BadPatterns::check(goal, patterns, true, false)?;
        let costs = parallel::map(patterns, |pattern| PlacementCosts::new(goal, pattern));
        let tiles = (0..).take(goal.grid().cells().len());
        let pattern_of =
            tiles.map(|tile| costs.iter().position(|costs| costs.contains_tile(tile))).collect();
        Ok(Self { costs, pattern_of })
    }

    /// Returns patterns with these sizes that cover all tiles, such as 6, 6 and 3 for a 4-by-4 board. Well-known sizes
    /// give the partition from the literature.
    ///
    /// # Errors
    ///
    /// Returns an error if the sizes do not add up to the number of tiles, or if a size is too
    /// large.
    pub fn patterns(goal: &Goal, sizes: &[usize]) -> Result<Vec<Vec<Tile>>, BadPatterns> {
        let patterns = partition::compact_patterns(goal, sizes)?;
        BadPatterns::check(goal, &patterns, true, false)?;
        Ok(patterns)
    }

    /// Returns the tables with the costs of all placements, in an unspecified order. Can be used for histograms and
    /// averages.
    pub fn tables(&self) -> impl Iterator<Item = &[u8]> {
        self.costs.iter().map(PlacementCosts::costs_by_placement)
    }
}

impl Heuristic for Additive {
    type State = usize;

    fn initial_state(&self, grid: &Grid) -> usize {
        self.costs.iter().map(|costs| costs.cost_of(grid)).sum()
    }

    fn state_after(&self, before: &usize, grid: &Grid, slide: Slide) -> usize {
        let Some(pattern) = self.pattern_of[usize::from(slide.tile)] else { return *before };
        let [cost_before, cost_after] = self.costs[pattern].costs_around_slide(grid, slide);
        before + cost_after - cost_before
    }

    fn bound(&self, state: &usize) -> usize {
        *state
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::heuristic::Manhattan;
    use crate::table::every_board;

    fn of_sizes(goal: &Goal, sizes: &[usize]) -> Additive {
        let patterns = Additive::patterns(goal, sizes).expect("sizes that fit");
        Additive::new(goal, &patterns).expect("patterns that fit")
    }

    #[test]
    fn single_tile_patterns_equal_the_manhattan_distance() {
        let goal = Goal::blank_last(3);
        let singles = of_sizes(&goal, &[1; 8]);
        let manhattan = Manhattan::new(&goal);
        for grid in every_board(3) {
            assert_eq!(singles.initial_state(&grid), manhattan.initial_state(&grid));
        }
    }

    #[test]
    fn tiles_in_no_pattern_cost_nothing() {
        let goal = Goal::blank_last(3);
        let some = Additive::new(&goal, &[vec![1, 2]]).expect("patterns that fit");
        let none = Additive::new(&goal, &[]).expect("patterns that fit");
        let mut grid = goal.grid().clone();
        let slide = grid.slide(5);
        assert_eq!(
            some.bound(&some.state_after(&some.initial_state(goal.grid()), &grid, slide)),
            0
        );
        assert_eq!(none.initial_state(&grid), 0);
    }

    #[test]
    fn five_by_five_patterns_are_free_only_when_solved() {
        let goal = Goal::blank_last(5);
        let threes = of_sizes(&goal, &[3; 8]);
        assert_eq!(threes.initial_state(goal.grid()), 0);
        let entries: usize = threes.tables().map(<[u8]>::len).sum();
        assert_eq!(entries, 8 * 25 * 24 * 23);
        // Only the goal has cost zero.
        let is_only_the_goal_free = |table: &[u8]| {
            let free = table.iter().position(|&cost| cost == 0);
            free.is_some() && free == table.iter().rposition(|&cost| cost == 0)
        };
        assert!(threes.tables().all(is_only_the_goal_free));
    }
}
