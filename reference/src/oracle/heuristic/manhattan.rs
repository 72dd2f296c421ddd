//! The Manhattan distance.

use slider::Tile;

use super::{Grid, Heuristic, Slide};

/// The sum of the tiles' distances to their goals. A move brings one tile one step closer at best.
#[derive(Clone, Copy, Debug)]
pub(in crate::oracle) struct Manhattan;

impl Heuristic for Manhattan {
    type State = usize;

    fn start(&self, grid: &Grid) -> usize {
        let tiles = grid.cells().iter().enumerate().filter(|&(_, &tile)| tile != 0);
        tiles.map(|(cell, &tile)| distance(grid.dimension(), tile, cell)).sum()
    }

    fn after(&self, before: usize, grid: &Grid, slide: Slide) -> usize {
        let n = grid.dimension();
        before + distance(n, slide.tile, slide.to) - distance(n, slide.tile, slide.from)
    }

    fn bound(&self, state: &usize) -> usize {
        *state
    }
}

/// The rows plus the columns between a tile at a cell and its goal.
fn distance(n: usize, tile: Tile, cell: usize) -> usize {
    let goal = usize::from(tile) - 1;
    (cell / n).abs_diff(goal / n) + (cell % n).abs_diff(goal % n)
}
