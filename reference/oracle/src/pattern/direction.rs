//! Directions in which the blank moves.

/// The direction in which the blank moves, which is also the side from which the sliding tile comes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Direction {
    /// Toward the cell above.
    Up,
    /// Toward the cell to the left.
    Left,
    /// Toward the cell to the right.
    Right,
    /// Toward the cell below.
    Down,
}

impl Direction {
    /// All directions in numeric order.
    pub(super) const ALL: [Self; 4] = [Self::Up, Self::Left, Self::Right, Self::Down];

    /// Returns the number of rows down and the number of columns to the right that the blank moves.
    pub(super) const fn step(self) -> (i8, i8) {
        match self {
            Self::Up => (-1, 0),
            Self::Left => (0, -1),
            Self::Right => (0, 1),
            Self::Down => (1, 0),
        }
    }

    /// Returns the cell to which the blank moves on an n-by-n board, or `None` if it would leave the board.
    pub(super) fn from(self, n: usize, cell: usize) -> Option<usize> {
        let (row, col) = (cell / n, cell % n);
        match self {
            Self::Up => (row > 0).then(|| cell - n),
            Self::Left => (col > 0).then(|| cell - 1),
            Self::Right => (col + 1 < n).then(|| cell + 1),
            Self::Down => (row + 1 < n).then(|| cell + n),
        }
    }
}
