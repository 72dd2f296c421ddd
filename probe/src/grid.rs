//! Tiles to make boards from.

use slider::Tile;

use crate::wire::{LINE_END, Word};

/// A square of tiles in rows, as `Board::new` expects.
///
/// A grid does not know the goal or any distance. It can only find the blank and swap cells, to construct boards for
/// comparison.
///
/// Surveys use grids heavily. To save divisions, a grid also stores the tiles in a flat list with their rows and
/// columns.
pub(crate) struct TileGrid {
    rows: Vec<Vec<Tile>>,
    cells: Vec<TileCell>,
    blank: usize,
}

#[derive(Clone, Copy)]
struct TileCell {
    tile: Tile,
    row: usize,
    col: usize,
}

impl TileGrid {
    /// Makes a grid of dimension `n`. Panics if there is no blank.
    pub(crate) fn new(n: usize, tiles: &[Tile]) -> Self {
        let cell =
            |(cell, tile): (usize, &Tile)| TileCell { tile: *tile, row: cell / n, col: cell % n };
        let blank = tiles.iter().position(|tile| *tile == 0);
        Self {
            rows: tiles.chunks(n).map(<[Tile]>::to_vec).collect(),
            cells: tiles.iter().enumerate().map(cell).collect(),
            blank: blank.expect("a case's boards have a blank"),
        }
    }

    /// Returns the permutation of `0..n * n` with the given rank in lexicographic order.
    pub(crate) fn of_rank(n: usize, mut rank: usize) -> Self {
        let mut rest: Vec<Tile> = (0..n * n).map(|tile| tile as Tile).collect();
        let mut arrangements: usize = (1..=n * n).product();
        let mut tiles = Vec::with_capacity(n * n);
        while !rest.is_empty() {
            arrangements /= rest.len();
            tiles.push(rest.remove(rank / arrangements));
            rank %= arrangements;
        }
        Self::new(n, &tiles)
    }

    /// Advances to the next permutation in lexicographic order, or from the last to the first.
    pub(crate) fn next_permutation(&mut self) {
        let tile = |cell: usize| self.cells[cell].tile;
        let descent = (1..self.cells.len()).rev().find(|&i| tile(i - 1) < tile(i));
        let start = if let Some(i) = descent {
            let greater = (i..self.cells.len()).rev().find(|&j| tile(j) > tile(i - 1));
            self.exchange(i - 1, greater.expect("the tile at `i` is greater"));
            i
        } else {
            0
        };
        let (mut from, mut to) = (start, self.cells.len() - 1);
        while from < to {
            self.exchange(from, to);
            from += 1;
            to -= 1;
        }
    }

    pub(crate) fn n(&self) -> usize {
        self.rows.len()
    }

    pub(crate) fn rows(&self) -> &[Vec<Tile>] {
        &self.rows
    }

    pub(crate) fn exchange(&mut self, a: usize, b: usize) {
        let (was_at_a, was_at_b) = (self.cells[a].tile, self.cells[b].tile);
        for (cell, tile) in [(a, was_at_b), (b, was_at_a)] {
            let TileCell { row, col, .. } = self.cells[cell];
            self.cells[cell].tile = tile;
            self.rows[row][col] = tile;
            if tile == 0 {
                self.blank = cell;
            }
        }
    }

    pub(crate) fn blank(&self) -> usize {
        self.blank
    }

    /// Returns the cells next to the blank, in the order below, right, left, above.
    pub(crate) fn moves(&self) -> impl Iterator<Item = usize> + use<> {
        let n = self.n();
        let blank = self.blank;
        let TileCell { row, col, .. } = self.cells[blank];
        let below = (row + 1 < n).then_some(blank + n);
        let right = (col + 1 < n).then_some(blank + 1);
        let left = (col > 0).then(|| blank - 1);
        let above = (row > 0).then(|| blank - n);
        [below, right, left, above].into_iter().flatten()
    }

    /// Returns the cells where a [tokenized](crate::tokens::tokenize) text differs from the grid, or none if it does
    /// not describe a board of this size.
    pub(crate) fn differences(&self, tokens: &[Word]) -> Vec<usize> {
        let n = self.n();
        let lines: Vec<_> = tokens.iter().skip(1).collect();
        let mut lines = lines.split(|word| **word == LINE_END).skip(1);
        let rows: Vec<_> = lines.by_ref().take(n).collect();
        if rows.len() != n || rows.iter().any(|row| row.len() != n) {
            return Vec::new();
        }
        let differs =
            |cell: &usize| *rows[cell / n][cell % n] != Word::from(self.cells[*cell].tile);
        (0..n * n).filter(differs).collect()
    }

    /// Returns `true` if a [tokenized](crate::tokens::tokenize) text describes this grid.
    pub(crate) fn is_text(&self, tokens: &[Word]) -> bool {
        let n = self.n();
        let mut text = vec![(n * n + n + 2) as Word, n as Word, LINE_END];
        for row in self.cells.chunks(n) {
            text.extend(row.iter().map(|cell| Word::from(cell.tile)));
            text.push(LINE_END);
        }
        text == tokens
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn permutations_follow_in_lexicographic_order() {
        let mut grid = TileGrid::of_rank(2, 0);
        for rank in 0..24 {
            assert_eq!(grid.rows, TileGrid::of_rank(2, rank).rows, "rank {rank}");
            grid.next_permutation();
        }
        assert_eq!(grid.rows, TileGrid::of_rank(2, 0).rows, "the first follows the last");
        assert_eq!(TileGrid::of_rank(3, 362_879).rows.concat(), [8, 7, 6, 5, 4, 3, 2, 1, 0]);
    }

    #[test]
    fn the_blank_moves_down_right_left_up() {
        let moves = |blank: usize| {
            let mut tiles: Vec<Tile> = (1..9).collect();
            tiles.insert(blank, 0);
            TileGrid::new(3, &tiles).moves().collect::<Vec<_>>()
        };
        assert_eq!(moves(4), [7, 5, 3, 1]);
        assert_eq!(moves(0), [3, 1]);
        assert_eq!(moves(8), [7, 5]);
        assert_eq!(moves(3), [6, 4, 0]);
    }

    const E: Word = LINE_END;

    #[test]
    fn differences_are_listed_as_cells() {
        let grid = TileGrid::of_rank(2, 0);
        let text = |words: &[Word]| {
            let mut tokens = vec![words.len() as Word];
            tokens.extend(words);
            grid.differences(&tokens)
        };
        assert_eq!(text(&[2, E, 0, 1, E, 3, 2, E]), [2, 3]);
        assert_eq!(text(&[2, E, 0, 1, E, 2, 3, E]), [0; 0]);
        assert_eq!(text(&[2, E, 0, 1, 2, 3, E]), [0; 0]);
    }

    #[test]
    fn a_text_matches_only_its_own_grid() {
        let grid = TileGrid::of_rank(2, 0);
        assert!(grid.is_text(&[8, 2, E, 0, 1, E, 2, 3, E]));
        assert!(!grid.is_text(&[8, 2, E, 0, 1, E, 3, 2, E]));
        assert!(!grid.is_text(&[7, 2, E, 0, 1, 2, 3, E]));
    }
}
