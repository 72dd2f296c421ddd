//! Ranks counterexamples, because each check reports only one.

use grade::{Tiles, Visibility};

use crate::judge::facts::BoardFacts;
use crate::judge::sizes::BoardSizes;

/// The rank of a counterexample. The counterexample with the widest audience is reported; among these, the one with the
/// fewest moves and then the smallest; and among equal ones, the first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct FailureRank {
    visibility: Visibility,
    /// The number of `neighbors` calls that lead to the board.
    moves: usize,
    pub(super) n: usize,
    hamming: u32,
    manhattan: u32,
}

impl FailureRank {
    pub(crate) const SMALLEST: Self =
        Self { visibility: Visibility::Visible, moves: 0, n: 0, hamming: 0, manhattan: 0 };

    pub(crate) fn from_facts(facts: &BoardFacts) -> Self {
        let visibility = Visibility::Visible;
        Self {
            visibility,
            moves: 0,
            n: facts.n,
            hamming: facts.hamming,
            manhattan: facts.manhattan,
        }
    }

    pub(crate) fn of_tiles(tiles: &Tiles) -> Self {
        if tiles.is_empty() {
            return Self::SMALLEST;
        }
        Self::from_facts(&BoardFacts::new(tiles.len(), &tiles.cells()))
    }

    pub(crate) fn after_moves(self, moves: usize) -> Self {
        Self { moves, ..self }
    }

    pub(crate) fn with_visibility(self, visibility: Visibility) -> Self {
        Self { visibility, ..self }
    }

    pub(super) fn size_class(self) -> BoardSizes {
        BoardSizes::of_rows(self.n)
    }

    pub(crate) fn visibility(self) -> Visibility {
        self.visibility
    }
}
