//! The board. Write this file first.

use std::fmt;

use slider::Tile;

/// An immutable `n`-by-`n` board with sliding tiles, where `2 <= n < 128`.
///
/// Every method should take time proportional to `n * n` or less.
///
/// The derived equality compares all fields. This is correct if every field follows from the tiles.
/// If you add a field that does not, such as a counter, you must implement `PartialEq`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    // This is one way to store the tiles, but not the fastest. You can change it.
    tiles: Vec<Vec<Tile>>,
}

impl slider::Board for Board {
    /// Creates a board from `tiles[row][col]`, where 0 is the blank.
    ///
    /// You can assume that there are `n` rows of `n` tiles, with `2 <= n < 128`, and that each
    /// number from 0 to `n * n - 1` occurs once.
    fn new(tiles: &[Vec<Tile>]) -> Self {
        // The board needs its own copy of the tiles, because the argument may change later.
        Self { tiles: tiles.to_vec() }
    }

    /// Returns the number of rows, `n`.
    fn dimension(&self) -> usize {
        todo!("return the number of rows")
    }

    /// Returns the number of tiles that are not in their goal position.
    ///
    /// The goal is 1, 2, 3 and so on, row by row, with the blank last. The blank is not a tile, so
    /// do not count it.
    fn hamming(&self) -> usize {
        todo!("count the tiles, without the blank, that are out of place")
    }

    /// Returns the sum of the tiles' distances to the goal: rows plus columns, without the blank.
    fn manhattan(&self) -> usize {
        todo!("for each tile, add the rows and columns to its goal position")
    }

    /// Returns `true` if this board is the goal.
    fn is_goal(&self) -> bool {
        todo!("compare the tiles with the goal")
    }

    /// Returns the two, three or four boards that are one move away, in any order.
    ///
    /// Each neighbor is a new board. This board does not change.
    fn neighbors(&self) -> impl Iterator<Item = Self> {
        // This compiles, but panics when a neighbor is needed. One way to write it: push the
        // neighbors to a `Vec` and end with `neighbors.into_iter()`.
        std::iter::from_fn(|| {
            todo!("for each tile next to the blank, copy the board and slide this tile")
        })
    }

    /// Returns a copy of this board with two tiles exchanged, the same two on every call. The
    /// blank is not a tile.
    fn twin(&self) -> Self {
        todo!("choose two cells with tiles, and return a copy with these tiles exchanged")
    }
}

/// Writes `n + 1` lines: the dimension, then the rows, with 0 for the blank. Separate the tiles
/// with at least one space.
impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let _ = f;
        todo!("write the dimension and the rows with `writeln!(f, ...)`")
    }
}
