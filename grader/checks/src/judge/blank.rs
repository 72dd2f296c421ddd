//! Detects distances that wrongly count the blank.

use probe::wire::{Method, Word};

use super::facts::Facts;

/// The number of ways to count the blank.
const WAYS: usize = 3;

/// The ways of counting the blank that a method's answers rule out.
///
/// A single answer is weak evidence. On a 2-by-2 board, many wrong distances happen to equal the distance of the tiles
/// including the blank.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct BlankCount {
    hamming: [bool; WAYS],
    manhattan: [bool; WAYS],
}

impl BlankCount {
    /// Adds an answer, correct or wrong.
    pub(crate) fn see(&mut self, facts: &Facts, method: Method, actual: Word) {
        let (refuted, right) = match method {
            Method::Hamming => (&mut self.hamming, facts.hamming),
            Method::Manhattan => (&mut self.manhattan, facts.manhattan),
            _ => return,
        };
        for (refuted, more) in refuted.iter_mut().zip(counted(facts, method)) {
            *refuted |= actual != right + more;
        }
    }

    /// Adds other observations.
    pub(crate) fn merge(&mut self, other: Self) {
        let pairs = [(&mut self.hamming, other.hamming), (&mut self.manhattan, other.manhattan)];
        for (refuted, others) in pairs {
            for (refuted, other) in refuted.iter_mut().zip(others) {
                *refuted |= other;
            }
        }
    }

    /// Returns `true` if the same way of counting explains all of a method's answers.
    pub(crate) fn explains(self, method: Method) -> bool {
        let refuted = if method == Method::Hamming { self.hamming } else { self.manhattan };
        refuted.contains(&false)
    }
}

/// Returns the amount that each way of counting the blank adds: as a tile that belongs in the last cell, as a tile that
/// belongs in the first cell, and, for Hamming, as a tile that is always misplaced.
fn counted(facts: &Facts, method: Method) -> [Word; WAYS] {
    let last = facts.tiles.len() - 1;
    let way = |goal: usize| {
        let rows = (facts.blank / facts.n).abs_diff(goal / facts.n);
        let cols = (facts.blank % facts.n).abs_diff(goal % facts.n);
        Word::try_from(rows + cols).unwrap_or(Word::MAX)
    };
    if method == Method::Hamming {
        [Word::from(facts.blank != last), Word::from(facts.blank != 0), 1]
    } else {
        [way(last), way(0), way(last)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the explanation for a method with these answers.
    fn explains(answer: impl Fn(&Facts) -> Word, boards: &[[u16; 4]]) -> bool {
        let mut count = BlankCount::default();
        for tiles in boards {
            let facts = Facts::new(2, tiles);
            count.see(&facts, Method::Manhattan, answer(&facts));
        }
        count.explains(Method::Manhattan)
    }

    #[test]
    fn the_blank_is_counted_only_if_it_is_on_every_board() {
        let boards = [[1, 2, 3, 0], [1, 2, 0, 3], [0, 1, 3, 2]];
        let home = |facts: &Facts| counted(facts, Method::Manhattan)[0];
        assert!(explains(|facts| facts.manhattan + home(facts), &boards));
        assert!(!explains(|facts| facts.manhattan + 1, &boards), "the goal is 1");
        let only_there = |facts: &Facts| facts.manhattan + Word::from(facts.blank == 2);
        assert!(explains(only_there, &boards[..2]));
        assert!(!explains(only_there, &boards), "the last is right");
    }
}
