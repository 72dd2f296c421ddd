/// The direction of the blank's move, which is also the side from which the sliding tile comes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Direction {
    Up,
    Left,
    Right,
    Down,
}

impl Direction {
    /// All directions in numeric order.
    pub(super) const ALL: [Self; 4] = [Self::Up, Self::Left, Self::Right, Self::Down];

    /// Returns the blank's step, as rows down and columns to the right.
    pub(super) const fn row_and_column_step(self) -> (i8, i8) {
        match self {
            Self::Up => (-1, 0),
            Self::Left => (0, -1),
            Self::Right => (0, 1),
            Self::Down => (1, 0),
        }
    }

    /// Returns the blank's next cell on an n-by-n board, or `None` if it would leave the board.
    pub(super) fn source_cell(self, n: usize, cell: usize) -> Option<usize> {
        let (row, col) = (cell / n, cell % n);
        match self {
            Self::Up => (row > 0).then(|| cell - n),
            Self::Left => (col > 0).then(|| cell - 1),
            Self::Right => (col + 1 < n).then(|| cell + 1),
            Self::Down => (row + 1 < n).then(|| cell + n),
        }
    }
}
