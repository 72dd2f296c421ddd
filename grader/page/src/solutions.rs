use std::collections::BTreeMap;

use grade::{Tile, Tiles};

/// Returns the tiles that slide in a shortest solution, or `None` if the board is invalid, unsolvable, or takes too
/// long to solve. The page then has no replay.
pub type Solve = fn(&Tiles) -> Option<Vec<Tile>>;

/// A cache of shortest solutions, because many students fail on the same puzzles.
#[derive(Clone, Debug)]
pub(super) struct Solutions {
    solve: Solve,
    found: BTreeMap<Tiles, Option<Vec<Tile>>>,
}

impl Solutions {
    pub(super) fn new(solve: Solve) -> Self {
        Self { solve, found: BTreeMap::new() }
    }

    /// See [`Solve`].
    pub(super) fn solution(&mut self, tiles: &Tiles) -> Option<&[Tile]> {
        if !self.found.contains_key(tiles) {
            self.found.insert(tiles.clone(), (self.solve)(tiles));
        }
        self.found.get(tiles)?.as_deref()
    }
}
