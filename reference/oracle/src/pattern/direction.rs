//! The ways that the blank can go.

/// The direction that the blank goes in, which is where the tile comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Direction {
    /// To the cell above.
    Up,
    /// To the cell to the left.
    Left,
    /// To the cell to the right.
    Right,
    /// To the cell below.
    Down,
}

impl Direction {
    /// All directions, by their numbers.
    pub(super) const ALL: [Self; 4] = [Self::Up, Self::Left, Self::Right, Self::Down];

    /// The rows down and the columns to the right that it leads.
    pub(super) const fn step(self) -> (i8, i8) {
        match self {
            Self::Up => (-1, 0),
            Self::Left => (0, -1),
            Self::Right => (0, 1),
            Self::Down => (1, 0),
        }
    }

    /// The cell that the blank comes to from another on an n-by-n board, or `None` if that is
    /// beyond the edge.
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
