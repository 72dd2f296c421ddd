use slider::Tile;

use super::Heuristic;
use crate::puzzle::{Goal, Grid, Slide};

/// The number of misplaced tiles, not counting the blank. Each needs at least one move, and each move slides a single
/// tile.
#[derive(Clone, Debug)]
pub struct Hamming {
    goal: Goal,
}

impl Hamming {
    /// Creates the Hamming distance to a goal.
    pub fn new(goal: &Goal) -> Self {
        Self { goal: goal.clone() }
    }

    fn one_if_misplaced(&self, tile: Tile, cell: usize) -> usize {
        usize::from(self.goal.home(tile) != cell)
    }
}

impl Heuristic for Hamming {
    type State = usize;

    fn initial_state(&self, grid: &Grid) -> usize {
        let tiles = grid.cells().iter().enumerate().filter(|&(_, &tile)| tile != 0);
        tiles.map(|(cell, &tile)| self.one_if_misplaced(tile, cell)).sum()
    }

    fn state_after(&self, before: &usize, _: &Grid, slide: Slide) -> usize {
        before + self.one_if_misplaced(slide.tile, slide.to)
            - self.one_if_misplaced(slide.tile, slide.from)
    }

    fn bound(&self, state: &usize) -> usize {
        *state
    }
}
