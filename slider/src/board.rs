//! The board and its methods.

use std::fmt::{Debug, Display};

/// A tile number, where 0 is the blank.
///
/// A board has fewer than 128 rows, so every tile is less than 127 * 127 = 16,129.
pub type Tile = u16;

/// An immutable `n`-by-`n` board with `2 <= n < 128`.
///
/// # Immutable
///
/// A call must not change the result of any other call, in any order: not on this board, and not on
/// its clones, its neighbors or its twin. A program can use boards of different sizes at the same
/// time.
///
/// # Equality
///
/// Two boards are equal if they have the same size and the same tile in every cell. It does not
/// matter how a board was made or what other data it stores.
///
/// # Display
///
/// The text has `n + 1` lines: the dimension, then the rows, with 0 for the blank. Numbers are
/// separated by at least one space. Any other spacing is allowed.
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
/// Every method takes time proportional to `n * n` or less, and a board takes memory proportional
/// to `n * n` or less.
pub trait Board: Clone + Eq + Debug + Display {
    /// Creates the board with `tiles[row][col]` in each cell.
    ///
    /// You can assume that the argument is valid: `n` rows of `n` tiles with `2 <= n < 128`, and
    /// each number from 0 to `n * n - 1` exactly once. [`parse_tiles`](crate::parse_tiles) has
    /// checked this.
    fn new(tiles: &[Vec<Tile>]) -> Self;

    /// Returns the number of rows, which is also the number of columns.
    fn dimension(&self) -> usize;

    /// Returns the number of tiles out of place. The blank is not a tile, so it does not count.
    ///
    /// ```text
    /// 8  1  3        tile       1  2  3  4  5  6  7  8
    /// 4     2        misplaced  1  1  0  0  1  1  0  1     hamming = 5
    /// 7  6  5
    /// ```
    fn hamming(&self) -> usize;

    /// Returns the sum of the tiles' distances to their goal positions, where a distance is the
    /// number of rows plus the number of columns. The blank is not a tile, so it does not count.
    ///
    /// ```text
    /// 8  1  3        tile       1  2  3  4  5  6  7  8
    /// 4     2        distance   1  2  0  0  2  2  0  3     manhattan = 10
    /// 7  6  5
    /// ```
    fn manhattan(&self) -> usize;

    /// Returns `true` if the tiles are 1, 2, ..., `n * n - 1` in row-major order and the blank is
    /// last.
    fn is_goal(&self) -> bool;

    /// Returns the boards that are one move away: two, three or four, in any order, each once.
    fn neighbors(&self) -> impl Iterator<Item = Self>;

    /// Returns this board with two of its tiles exchanged. The blank is not a tile.
    ///
    /// You choose the two tiles, but they must be the same on every call. Either the board or its
    /// twin can reach the goal, but never both, so a [`Solver`](crate::Solver) uses the twin to
    /// recognize unsolvable boards.
    #[must_use]
    fn twin(&self) -> Self;
}
