//! Caches shortest solutions.

use std::collections::BTreeMap;

use grade::{Tile, Tiles};

/// Finds a shortest solution and returns the tiles that slide. Returns `None` if the board is invalid or unsolvable or
/// takes too long to solve. The page then shows no replay.
pub type Solve = fn(&Tiles) -> Option<Vec<Tile>>;

/// A cache of shortest solutions. Students in a class often fail on the same puzzle.
#[derive(Clone, Debug)]
pub(super) struct Solutions {
    solve: Solve,
    found: BTreeMap<Tiles, Option<Vec<Tile>>>,
}

impl Solutions {
    /// Creates an empty cache.
    pub(super) fn new(solve: Solve) -> Self {
        Self { solve, found: BTreeMap::new() }
    }

    /// Returns the tiles that slide in a shortest solution, if it can be found.
    pub(super) fn of(&mut self, tiles: &Tiles) -> Option<&[Tile]> {
        if !self.found.contains_key(tiles) {
            self.found.insert(tiles.clone(), (self.solve)(tiles));
        }
        self.found.get(tiles)?.as_deref()
    }
}
