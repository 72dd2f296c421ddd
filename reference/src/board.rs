//! The model board.

use std::fmt;

use slider::Tile;

/// An immutable `n`-by-`n` board, as [`slider::Board`] describes it.
///
/// The tiles stand in one slice, row after row, so that a board is a single allocation and a
/// neighbor is a copy with two cells exchanged. Where the blank is follows from the tiles and is
/// kept because every call of [`neighbors`](slider::Board::neighbors) needs it. The distances are
/// not kept: a solver asks for one of them once a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    /// The number of rows.
    n: usize,
    /// The tile in row `r` and column `c` is at `r * n + c`.
    tiles: Box<[Tile]>,
    /// The index in `tiles` of the blank.
    blank: usize,
}

impl Board {
    /// This board with the contents of two cells exchanged, neither of them the blank.
    fn with_tiles_exchanged(&self, a: usize, b: usize) -> Self {
        let mut board = self.clone();
        board.tiles.swap(a, b);
        board
    }

    /// This board with the blank moved to `cell`, and the tile that was there to the blank's cell.
    fn with_blank_at(&self, cell: usize) -> Self {
        let mut board = self.clone();
        board.tiles.swap(self.blank, cell);
        board.blank = cell;
        board
    }

    /// Every cell that holds a tile, with the cell where that tile belongs.
    fn cells_and_goals(&self) -> impl Iterator<Item = (usize, usize)> {
        let cells = self.tiles.iter().enumerate().filter(|&(_, &tile)| tile != 0);
        cells.map(|(cell, &tile)| (cell, usize::from(tile) - 1))
    }
}

impl slider::Board for Board {
    /// See [`slider::Board::new`].
    ///
    /// # Panics
    ///
    /// If no tile is 0. That is a broken promise of the caller, as is any other argument that is
    /// no board; only this one would leave the board without a blank to move.
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

    /// The boards that are one move away, in the order in which the blank goes down, right, left
    /// and up. Any order will do; with this one the search takes exactly as many steps as the
    /// figures that are known for the course's own solver.
    fn neighbors(&self) -> impl Iterator<Item = Self> {
        let (n, blank) = (self.n, self.blank);
        let (row, col) = (blank / n, blank % n);
        let down = (row + 1 < n).then(|| blank + n);
        let right = (col + 1 < n).then(|| blank + 1);
        let left = (col > 0).then(|| blank - 1);
        let up = (row > 0).then(|| blank - n);
        [down, right, left, up].into_iter().flatten().map(|cell| self.with_blank_at(cell))
    }

    /// The first two tiles of the first row exchanged or, where the blank is one of them, the last
    /// two of the last row. Any pair will do; see [`neighbors`](slider::Board::neighbors) for why
    /// this one.
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
        // As wide as the largest tile, n * n - 1, so that the columns stand below each other.
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
    fn goals_of_every_size_are_goals() {
        for n in 2..128 {
            let goal = goal(n);
            assert!(goal.is_goal(), "n = {n}");
            assert_eq!((goal.hamming(), goal.manhattan()), (0, 0), "n = {n}");
            assert!(!goal.twin().is_goal(), "n = {n}");
            assert!(goal.neighbors().all(|neighbor| !neighbor.is_goal()), "n = {n}");
        }
    }

    #[test]
    fn neighbors_go_down_right_left_up() {
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
        // The way back is among a neighbor's own neighbors, so its blank is where it says.
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
    fn the_twin_leaves_the_blank_alone() {
        let twin_of = |rows| board(rows).twin();
        assert_eq!(twin_of([[1, 2], [3, 0]]), board([[2, 1], [3, 0]]));
        assert_eq!(twin_of([[1, 2], [0, 3]]), board([[2, 1], [0, 3]]));
        assert_eq!(twin_of([[1, 0], [2, 3]]), board([[1, 0], [3, 2]]));
        assert_eq!(twin_of([[0, 1], [2, 3]]), board([[0, 1], [3, 2]]));
    }

    #[test]
    fn equality_is_size_and_tiles() {
        let small = board([[1, 2], [3, 0]]);
        assert_eq!(small, goal(2));
        assert_ne!(small, goal(3));
        assert_ne!(small, small.twin());
        assert_eq!(small, small.twin().twin());
    }

    #[test]
    fn display_is_the_classic_file() {
        assert_eq!(goal(2).to_string(), "2\n 1 2\n 3 0\n");
        let text = goal(4).to_string();
        assert_eq!(text, "4\n  1  2  3  4\n  5  6  7  8\n  9 10 11 12\n 13 14 15  0\n");
        assert_eq!(slider::parse_tiles(&text).map(|tiles| Board::new(&tiles)), Ok(goal(4)));
    }

    #[test]
    fn manhattan_changes_by_one_a_move() {
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
