//! Shortest solutions, which whoever asks for a page finds.

use std::collections::BTreeMap;

use grade::{Tile, Tiles};

/// Finds the tiles that slide in a shortest solution of a board; `None` if it is no board, has no
/// solution, or takes too long. A page then has no replay of one.
pub type Solve = fn(&Tiles) -> Option<Vec<Tile>>;

/// The shortest solutions of the boards that were asked for. A class fails on the same puzzles over
/// and over.
#[derive(Clone, Debug)]
pub(super) struct Solutions {
    solve: Solve,
    found: BTreeMap<Tiles, Option<Vec<Tile>>>,
}

impl Solutions {
    /// Solutions that are found like this.
    pub(super) fn new(solve: Solve) -> Self {
        Self { solve, found: BTreeMap::new() }
    }

    /// The tiles that slide in a shortest solution of a board, if it is known.
    pub(super) fn of(&mut self, tiles: &Tiles) -> Option<&[Tile]> {
        if !self.found.contains_key(tiles) {
            self.found.insert(tiles.clone(), (self.solve)(tiles));
        }
        self.found.get(tiles)?.as_deref()
    }
}
