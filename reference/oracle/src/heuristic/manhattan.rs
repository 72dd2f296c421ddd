use super::Heuristic;
use crate::puzzle::{Goal, Grid, Slide};

/// The sum of the distances of all tiles from home, not counting the blank. A move can bring only one tile closer, by
/// one step.
#[derive(Clone, Debug)]
pub struct Manhattan {
    goal: Goal,
}

impl Manhattan {
    /// Creates the Manhattan distance to a goal.
    pub fn new(goal: &Goal) -> Self {
        Self { goal: goal.clone() }
    }

    /// Returns the number of rows plus the number of columns from a cell to a tile's home.
    pub(super) fn distance(&self, tile: slider::Tile, cell: usize) -> usize {
        let (n, home) = (self.goal.dimension(), self.goal.home(tile));
        (cell / n).abs_diff(home / n) + (cell % n).abs_diff(home % n)
    }
}

impl Heuristic for Manhattan {
    type State = usize;

    fn initial_state(&self, grid: &Grid) -> usize {
        let tiles = grid.cells().iter().enumerate().filter(|&(_, &tile)| tile != 0);
        tiles.map(|(cell, &tile)| self.distance(tile, cell)).sum()
    }

    fn state_after(&self, before: &usize, _: &Grid, slide: Slide) -> usize {
        before + self.distance(slide.tile, slide.to) - self.distance(slide.tile, slide.from)
    }

    fn bound(&self, state: &usize) -> usize {
        *state
    }
}
