//! The board: write this file first.

use std::fmt;

use slider::Tile;

/// An immutable `n`-by-`n` board with sliding tiles, where `2 <= n < 128`.
///
/// Every method should take time proportional to `n * n` or better.
///
/// The derived equality compares all fields. It is right as long as every field follows from the
/// tiles. If you add one that does not, say a counter, you have to implement `PartialEq` yourself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    // This is one way to keep the tiles, and not the fastest. Change it as you like.
    tiles: Vec<Vec<Tile>>,
}

impl slider::Board for Board {
    /// Creates a board from `tiles[row][col]`, where 0 is the blank.
    ///
    /// You may assume that there are `n` rows of `n` tiles, with `2 <= n < 128`, and that each
    /// number from 0 to `n * n - 1` is there once.
    fn new(tiles: &[Vec<Tile>]) -> Self {
        // The board must own its tiles: what happens to the argument later is not its business.
        Self { tiles: tiles.to_vec() }
    }

    /// The number of rows, `n`.
    fn dimension(&self) -> usize {
        todo!("return the number of rows")
    }

    /// The number of tiles that are not where they are in the goal.
    ///
    /// The goal is 1, 2, 3 and so on, row by row, with the blank last. The blank is not a tile:
    /// do not count it.
    fn hamming(&self) -> usize {
        todo!("count the tiles, without the blank, that are out of place")
    }

    /// The sum of the tiles' distances to their goals: rows plus columns. Do not count the blank.
    fn manhattan(&self) -> usize {
        todo!("add up, for each tile, the rows and the columns to its place in the goal")
    }

    /// Whether this board is the goal.
    fn is_goal(&self) -> bool {
        todo!("compare the tiles with the goal")
    }

    /// The two, three or four boards that are one move away, in any order.
    ///
    /// Each is a new board. This one stays as it is.
    fn neighbors(&self) -> impl Iterator<Item = Self> {
        // This compiles, and fails as soon as a neighbor is asked for. One way to write it: put the
        // neighbors into a `Vec` and end with `neighbors.into_iter()`.
        std::iter::from_fn(|| {
            todo!("copy the board once for each tile beside the blank, and slide the tile there")
        })
    }

    /// A board that is this one with two tiles exchanged, the same two on every call. The blank
    /// is not a tile.
    fn twin(&self) -> Self {
        todo!("choose two cells that hold tiles, and return a copy with the two exchanged")
    }
}

/// `n + 1` lines: the dimension, then the rows, with 0 for the blank. Separate the tiles by one
/// space or more.
impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let _ = f;
        todo!("write the dimension and the rows with `writeln!(f, ...)`")
    }
}
