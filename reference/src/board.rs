//! The model answer's board.

use std::fmt;

use slider::Tile;

/// An immutable `n`-by-`n` board, as [`slider::Board`] describes it.
///
/// The tiles are stored row by row in a single slice. Cloning a board therefore takes a single
/// allocation, and a neighbor is a clone with two cells swapped. The blank's index follows from the
/// tiles, but is stored because every call to [`neighbors`](slider::Board::neighbors) needs it.
/// Distances are not stored, because a solver asks for only one of them, once per board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    /// The number of rows.
    n: usize,
    /// The tiles, with row `r` and column `c` at index `r * n + c`.
    tiles: Box<[Tile]>,
    /// The index of the blank in `tiles`.
    blank: usize,
}

impl Board {
    /// Returns this board with the tiles in two cells swapped. Neither cell may contain the blank.
    fn with_tiles_exchanged(&self, a: usize, b: usize) -> Self {
        let mut board = self.clone();
        board.tiles.swap(a, b);
        board
    }

    /// Returns this board after the tile in `cell` slides into the blank.
    fn with_blank_at(&self, cell: usize) -> Self {
        let mut board = self.clone();
        board.tiles.swap(self.blank, cell);
        board.blank = cell;
        board
    }

    /// Returns the cell of every tile, together with the tile's goal cell.
    fn cells_and_goals(&self) -> impl Iterator<Item = (usize, usize)> {
        let cells = self.tiles.iter().enumerate().filter(|&(_, &tile)| tile != 0);
        cells.map(|(cell, &tile)| (cell, usize::from(tile) - 1))
    }
}

impl slider::Board for Board {
    /// Creates a board: see [`slider::Board::new`].
    ///
    /// # Panics
    ///
    /// Panics if no tile is 0, because a board without a blank has no moves. Other invalid
    /// arguments, which the caller must also avoid, are not detected.
    fn new(tiles: &[Vec<Tile>]) -> Self {
        let n = tiles.len();
        let tiles = tiles.concat().into_boxed_slice();
        let blank = tiles.iter().position(|&tile| tile == 0).expect("a board has a blank");
        Self { n, tiles, blank }
    }

    fn dimension(&self) -> usize {
        self.n
    }

    fn hamming(&self) -> usize {
        self.cells_and_goals().filter(|(cell, goal)| cell != goal).count()
    }

    fn manhattan(&self) -> usize {
        let distance = |(cell, goal): (usize, usize)| {
            let rows = (cell / self.n).abs_diff(goal / self.n);
            let cols = (cell % self.n).abs_diff(goal % self.n);
            rows + cols
        };
        self.cells_and_goals().map(distance).sum()
    }

    fn is_goal(&self) -> bool {
        self.cells_and_goals().all(|(cell, goal)| cell == goal)
    }

    /// Returns the boards that are one move away, with the blank moving down, right, left and up.
    /// Any order would do. With this order, the solver's step counts match those published for the
    /// course's own solver.
    fn neighbors(&self) -> impl Iterator<Item = Self> {
        let (n, blank) = (self.n, self.blank);
        let (row, col) = (blank / n, blank % n);
        let down = (row + 1 < n).then(|| blank + n);
        let right = (col + 1 < n).then(|| blank + 1);
        let left = (col > 0).then(|| blank - 1);
        let up = (row > 0).then(|| blank - n);
        [down, right, left, up].into_iter().flatten().map(|cell| self.with_blank_at(cell))
    }

    /// Returns this board with the first two tiles of the first row swapped or, if one of these is
    /// the blank, the last two of the last row. Any pair would do. See
    /// [`neighbors`](slider::Board::neighbors) for the reason for this choice.
    fn twin(&self) -> Self {
        let last = self.tiles.len() - 1;
        if self.blank > 1 {
            self.with_tiles_exchanged(0, 1)
        } else {
            self.with_tiles_exchanged(last - 1, last)
        }
    }
}

impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Align the columns by padding to the width of the largest tile, n * n - 1.
        let width = (self.tiles.len() - 1).to_string().len();
        writeln!(f, "{}", self.n)?;
        for row in self.tiles.chunks_exact(self.n) {
            for tile in row {
                write!(f, " {tile:>width$}")?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use slider::Board as _;

    use super::*;

    fn board<const N: usize>(rows: [[Tile; N]; N]) -> Board {
        Board::new(&rows.map(Vec::from))
    }

    fn goal(n: usize) -> Board {
        let last = n * n;
        let tiles: Vec<Tile> =
            (1..=last).map(|tile| Tile::try_from(tile % last).expect("n is below 128")).collect();
        Board::new(&tiles.chunks(n).map(Vec::from).collect::<Vec<_>>())
    }

    #[test]
    fn distances_do_not_count_the_blank() {
        let example = board([[8, 1, 3], [4, 0, 2], [7, 6, 5]]);
        assert_eq!(example.dimension(), 3);
        assert_eq!(example.hamming(), 5);
        assert_eq!(example.manhattan(), 10);
        assert!(!example.is_goal());

        let one_move_away = board([[1, 2], [0, 3]]);
        assert_eq!((one_move_away.hamming(), one_move_away.manhattan()), (1, 1));
    }

    #[test]
    fn goals_of_every_size_are_recognized() {
        for n in 2..128 {
            let goal = goal(n);
            assert!(goal.is_goal(), "n = {n}");
            assert_eq!((goal.hamming(), goal.manhattan()), (0, 0), "n = {n}");
            assert!(!goal.twin().is_goal(), "n = {n}");
            assert!(goal.neighbors().all(|neighbor| !neighbor.is_goal()), "n = {n}");
        }
    }

    #[test]
    fn neighbors_are_ordered_down_right_left_up() {
        let middle = board([[1, 2, 3], [4, 0, 5], [6, 7, 8]]);
        let neighbors: Vec<Board> = middle.neighbors().collect();
        assert_eq!(
            neighbors,
            [
                board([[1, 2, 3], [4, 7, 5], [6, 0, 8]]),
                board([[1, 2, 3], [4, 5, 0], [6, 7, 8]]),
                board([[1, 2, 3], [0, 4, 5], [6, 7, 8]]),
                board([[1, 0, 3], [4, 2, 5], [6, 7, 8]]),
            ]
        );
        // Each neighbor has the original board as a neighbor, so its stored blank index is correct.
        assert!(neighbors.iter().all(|neighbor| neighbor.neighbors().any(|back| back == middle)));
    }

    #[test]
    fn a_corner_has_two_neighbors_and_an_edge_three() {
        let count = |blank: usize| {
            let mut tiles: Vec<Tile> = (1..9).collect();
            tiles.insert(blank, 0);
            Board::new(&tiles.chunks(3).map(Vec::from).collect::<Vec<_>>()).neighbors().count()
        };
        assert_eq!([0, 1, 2, 3, 4, 5, 6, 7, 8].map(count), [2, 3, 2, 3, 4, 3, 2, 3, 2]);
    }

    #[test]
    fn the_twin_keeps_the_blank_in_place() {
        let twin_of = |rows| board(rows).twin();
        assert_eq!(twin_of([[1, 2], [3, 0]]), board([[2, 1], [3, 0]]));
        assert_eq!(twin_of([[1, 2], [0, 3]]), board([[2, 1], [0, 3]]));
        assert_eq!(twin_of([[1, 0], [2, 3]]), board([[1, 0], [3, 2]]));
        assert_eq!(twin_of([[0, 1], [2, 3]]), board([[0, 1], [3, 2]]));
    }

    #[test]
    fn equality_compares_size_and_tiles() {
        let small = board([[1, 2], [3, 0]]);
        assert_eq!(small, goal(2));
        assert_ne!(small, goal(3));
        assert_ne!(small, small.twin());
        assert_eq!(small, small.twin().twin());
    }

    #[test]
    fn display_uses_the_classic_file_format() {
        assert_eq!(goal(2).to_string(), "2\n 1 2\n 3 0\n");
        let text = goal(4).to_string();
        assert_eq!(text, "4\n  1  2  3  4\n  5  6  7  8\n  9 10 11 12\n 13 14 15  0\n");
        assert_eq!(slider::parse_tiles(&text).map(|tiles| Board::new(&tiles)), Ok(goal(4)));
    }

    #[test]
    fn manhattan_changes_by_one_per_move() {
        let start = board([[8, 1, 3], [4, 0, 2], [7, 6, 5]]);
        let mut seen = HashSet::new();
        let mut boards = vec![start];
        while let Some(board) = boards.pop() {
            if !seen.insert(board.to_string()) || seen.len() > 1000 {
                continue;
            }
            for neighbor in board.neighbors() {
                assert_eq!(neighbor.manhattan().abs_diff(board.manhattan()), 1, "{board}");
                boards.push(neighbor);
            }
        }
    }
}
