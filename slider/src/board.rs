//! The board: what a position is and what can be asked of it.

use std::fmt::{Debug, Display};

/// A tile number; 0 is the blank.
///
/// A board has fewer than 128 rows, so every tile is below 127 * 127 = 16,129.
pub type Tile = u16;

/// An immutable `n`-by-`n` board, `2 <= n < 128`.
///
/// # Immutable
///
/// No call changes what any other call answers, in whatever order they come: not on this board,
/// nor on a clone, a neighbor or a twin of it. Two boards of different sizes can be alive at once.
///
/// # Equality
///
/// Two boards are equal when they have the same size and the same tile in every cell, however
/// they came about. Nothing else that a board may remember takes part.
///
/// # Display
///
/// `n + 1` lines: the dimension, then the rows, with 0 for the blank. Numbers are separated by
/// one space or more; other spacing is free.
///
/// ```text
/// 3
///  0  1  3
///  4  2  5
///  7  8  6
/// ```
///
/// # Cost
///
/// Every method takes time proportional to `n * n` or better, and a board takes that much memory.
pub trait Board: Clone + Eq + Debug + Display {
    /// The board with `tiles[row][col]` in each cell.
    ///
    /// The argument may be taken for granted: `n` rows of `n` tiles with `2 <= n < 128`, each
    /// number from 0 to `n * n - 1` once ([`parse_tiles`](crate::parse_tiles) has checked that).
    fn new(tiles: &[Vec<Tile>]) -> Self;

    /// The number of rows, which is the number of columns.
    fn dimension(&self) -> usize;

    /// The number of tiles out of place. The blank is no tile and is not counted.
    ///
    /// ```text
    /// 8  1  3        tile       1  2  3  4  5  6  7  8
    /// 4     2        misplaced  1  1  0  0  1  1  0  1     hamming = 5
    /// 7  6  5
    /// ```
    fn hamming(&self) -> usize;

    /// The sum of the tiles' distances to their places in the goal, where a tile's distance is
    /// its rows plus its columns to go. The blank is no tile and is not counted.
    ///
    /// ```text
    /// 8  1  3        tile       1  2  3  4  5  6  7  8
    /// 4     2        distance   1  2  0  0  2  2  0  3     manhattan = 10
    /// 7  6  5
    /// ```
    fn manhattan(&self) -> usize;

    /// Whether the tiles are 1, 2, ..., `n * n - 1` in row-major order, with the blank last.
    fn is_goal(&self) -> bool;

    /// The boards that are one move away: two, three or four, in any order, each once.
    fn neighbors(&self) -> impl Iterator<Item = Self>;

    /// This board with two of its tiles exchanged. The blank is no tile.
    ///
    /// Which two is free, but it is the same two on every call. Of a board and its twin exactly
    /// one can reach the goal, which is how a [`Solver`](crate::Solver) recognises a board that
    /// cannot.
    #[must_use]
    fn twin(&self) -> Self;
}
