//! Computes the correct values for a board.

use base::square;
use grade::Tiles;
use probe::wire::{LINE_END, Word};
use slider::Tile;

/// A board in row-major order, with the correct values of its methods.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct BoardFacts {
    pub(crate) n: usize,
    pub(crate) tiles: Vec<Tile>,
    pub(crate) blank: usize,
    pub(crate) hamming: Word,
    pub(crate) manhattan: Word,
}

impl BoardFacts {
    pub(crate) fn new(n: usize, tiles: &[Tile]) -> Self {
        let mut facts = Self { n, tiles: tiles.to_vec(), blank: 0, hamming: 0, manhattan: 0 };
        facts.update_distances();
        facts
    }

    pub(crate) fn become_board(&mut self, tiles: &[Tile]) {
        self.tiles.copy_from_slice(tiles);
        self.update_distances();
    }

    fn update_distances(&mut self) {
        (self.hamming, self.manhattan) = (0, 0);
        let (mut row, mut col) = (0, 0);
        for (cell, &tile) in self.tiles.iter().enumerate() {
            if tile == 0 {
                self.blank = cell;
            } else {
                let goal = usize::from(tile) - 1;
                if goal != cell {
                    let distance = (goal / self.n).abs_diff(row) + (goal % self.n).abs_diff(col);
                    self.hamming += 1;
                    self.manhattan += Word::try_from(distance).unwrap_or(Word::MAX);
                }
            }
            col += 1;
            if col == self.n {
                (row, col) = (row + 1, 0);
            }
        }
    }

    pub(crate) fn is_goal(&self) -> bool {
        self.hamming == 0
    }

    /// Returns the cells that the blank can move to, in this order: below, right, left, above.
    pub(crate) fn blank_moves(&self) -> impl Iterator<Item = usize> + use<> {
        square::cells_beside_blank(self.n, self.blank)
    }

    pub(crate) fn with_exchanged_cells(&self, a: usize, b: usize) -> Self {
        let mut tiles = self.tiles.clone();
        tiles.swap(a, b);
        Self::new(self.n, &tiles)
    }

    pub(crate) fn is_with_exchanged_cells(&self, a: usize, b: usize, tiles: &[Tile]) -> bool {
        let here = |cell: usize| match cell {
            cell if cell == a => self.tiles[b],
            cell if cell == b => self.tiles[a],
            cell => self.tiles[cell],
        };
        tiles.len() == self.tiles.len() && (0..tiles.len()).all(|cell| tiles[cell] == here(cell))
    }

    pub(crate) fn is_one_move_from(&self, tiles: &[Tile]) -> bool {
        self.blank_moves().any(|cell| self.is_with_exchanged_cells(self.blank, cell, tiles))
    }

    pub(crate) fn to_tiles(&self) -> Tiles {
        Tiles::from_cells(self.n, &self.tiles)
    }

    /// Returns `true` if these words are the board's text in the probe's encoding.
    pub(crate) fn has_text(&self, words: &[Word]) -> bool {
        let (n, rest) = match words {
            [n, LINE_END, rest @ ..] => (*n, rest),
            _ => return false,
        };
        usize::try_from(n) == Ok(self.n)
            && rest.len() == self.n * (self.n + 1)
            && rest.chunks(self.n + 1).zip(self.tiles.chunks(self.n)).all(|(line, row)| {
                line[self.n] == LINE_END
                    && line.iter().zip(row).all(|(word, tile)| *word == Word::from(*tile))
            })
    }
}

pub(crate) fn parse_text(n: usize, words: &[Word]) -> Option<Vec<Tile>> {
    let [first, LINE_END, rest @ ..] = words else { return None };
    if usize::try_from(*first) != Ok(n) || rest.len() != n * (n + 1) {
        return None;
    }
    let mut tiles = Vec::with_capacity(n * n);
    for line in rest.chunks(n + 1) {
        if line[n] != LINE_END {
            return None;
        }
        for word in &line[..n] {
            tiles.push(Tile::try_from(*word).ok()?);
        }
    }
    Some(tiles)
}

pub(crate) fn goal_tiles(n: usize) -> Tiles {
    let tiles: Vec<Tile> =
        (1..n * n).chain([0]).filter_map(|tile| Tile::try_from(tile).ok()).collect();
    Tiles::from_cells(n, &tiles)
}

/// Advances to the next permutation in lexicographic order, or from the last to the first.
pub(crate) fn next_permutation(tiles: &mut [Tile]) {
    let descent = (1..tiles.len()).rev().find(|&i| tiles[i - 1] < tiles[i]);
    let start = descent.map_or(0, |i| {
        let greater = (i..tiles.len()).rev().find(|&j| tiles[j] > tiles[i - 1]);
        // There is always a greater tile: at least the one at `i`.
        tiles.swap(i - 1, greater.unwrap_or(i));
        i
    });
    tiles[start..].reverse();
}

pub(crate) fn permutation_with_rank(n: usize, mut rank: usize) -> Vec<Tile> {
    let mut rest: Vec<Tile> = (0..n * n).filter_map(|tile| Tile::try_from(tile).ok()).collect();
    let mut arrangements: usize = (1..=rest.len()).product();
    let mut tiles = Vec::with_capacity(rest.len());
    while !rest.is_empty() {
        arrangements /= rest.len();
        tiles.push(rest.remove(rank / arrangements));
        rank %= arrangements;
    }
    tiles
}

#[cfg(test)]
mod tests {
    use slider::Board as _;

    use super::*;

    /// Compares the facts with the model's values on all boards of the two smallest sizes.
    #[test]
    fn facts_match_the_model_answer() {
        for (n, count) in [(2, 24), (3, 362_880)] {
            let mut tiles = permutation_with_rank(n, 0);
            let mut facts = BoardFacts::new(n, &tiles);
            for rank in 0..count {
                facts.become_board(&tiles);
                let model = reference::Board::new(&facts.to_tiles());
                assert_eq!(facts.hamming as usize, model.hamming(), "{model}");
                assert_eq!(facts.manhattan as usize, model.manhattan(), "{model}");
                assert_eq!(facts.is_goal(), model.is_goal(), "{model}");
                if rank % 1000 == 0 {
                    assert_eq!(tiles, permutation_with_rank(n, rank));
                    let moved = facts
                        .blank_moves()
                        .map(|cell| facts.with_exchanged_cells(facts.blank, cell).to_tiles());
                    let moved: Vec<_> =
                        moved.map(|to_tiles| reference::Board::new(&to_tiles)).collect();
                    assert_eq!(moved, model.neighbors().collect::<Vec<_>>());
                }
                next_permutation(&mut tiles);
            }
            assert_eq!(tiles, permutation_with_rank(n, 0), "the first follows the last");
        }
    }

    #[test]
    fn correct_and_wrong_texts_are_distinguished() {
        const E: Word = LINE_END;
        let facts = BoardFacts::new(2, &[1, 0, 3, 2]);
        let right = [2, E, 1, 0, E, 3, 2, E];
        assert!(facts.has_text(&right));
        assert_eq!(parse_text(2, &right), Some(vec![1, 0, 3, 2]));
        for wrong in [&[1, 0, E, 3, 2, E][..], &[2, E, 1, 0, 3, 2, E], &[2, E, 1, 0, E, 3, E, 2]] {
            assert!(!facts.has_text(wrong));
            assert_eq!(parse_text(2, wrong), None);
        }
        assert!(!facts.has_text(&[2, E, 1, 0, E, 2, 3, E]));
    }
}
