//! The Manhattan distance.

use super::Heuristic;
use crate::puzzle::{Goal, Grid, Slide};

/// The sum of the tiles' distances to their homes, the blank not counted. A move brings one tile
/// one step closer at best.
#[derive(Clone, Debug)]
pub struct Manhattan {
    goal: Goal,
}

impl Manhattan {
    /// The Manhattan distance to a goal.
    pub fn new(goal: &Goal) -> Self {
        Self { goal: goal.clone() }
    }

    /// The rows plus the columns between a cell and a tile's home.
    pub(super) fn distance(&self, tile: slider::Tile, cell: usize) -> usize {
        let (n, home) = (self.goal.dimension(), self.goal.home(tile));
        (cell / n).abs_diff(home / n) + (cell % n).abs_diff(home % n)
    }
}

impl Heuristic for Manhattan {
    type State = usize;

    fn start(&self, grid: &Grid) -> usize {
        let tiles = grid.cells().iter().enumerate().filter(|&(_, &tile)| tile != 0);
        tiles.map(|(cell, &tile)| self.distance(tile, cell)).sum()
    }

    fn after(&self, before: &usize, _: &Grid, slide: Slide) -> usize {
        before + self.distance(slide.tile, slide.to) - self.distance(slide.tile, slide.from)
    }

    fn bound(&self, state: &usize) -> usize {
        *state
    }
}
