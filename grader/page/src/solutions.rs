//! Caches shortest solutions.

use std::collections::BTreeMap;

use grade::{Tile, Tiles};

/// A function that finds a shortest solution and returns the tiles that slide. It returns `None` if the board is
/// invalid, unsolvable, or takes too long to solve. The page then has no replay for the board.
pub type Solve = fn(&Tiles) -> Option<Vec<Tile>>;

/// A cache of shortest solutions, because many students fail on the same puzzle.
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

    /// Returns the tiles that slide in a shortest solution, if one can be found.
    pub(super) fn of(&mut self, tiles: &Tiles) -> Option<&[Tile]> {
        if !self.found.contains_key(tiles) {
            self.found.insert(tiles.clone(), (self.solve)(tiles));
        }
        self.found.get(tiles)?.as_deref()
    }
}
