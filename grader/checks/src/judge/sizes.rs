//! Size classes of boards, to count the sizes that a method handles correctly.

use std::ops::{BitOr, BitOrAssign};

use grade::{SIZES, Tally};

/// A set of [size classes](SIZES).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct BoardSizes(u8);

impl BoardSizes {
    pub(crate) const ALL: Self = Self((1 << SIZES.len()) - 1);

    /// Returns the class of boards with this many rows. The smallest class includes 0.
    pub(crate) fn of_rows(n: usize) -> Self {
        Self(1 << Self::index_of_class(n))
    }

    pub(crate) fn from_rows_up(n: usize) -> Self {
        Self(Self::ALL.0 & (u8::MAX << Self::index_of_class(n)))
    }

    pub(crate) fn except(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    pub(crate) fn overlaps(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    fn index_of_class(n: usize) -> usize {
        // Boards above the last bound belong to the last class.
        SIZES.iter().position(|most| n <= *most).unwrap_or(SIZES.len() - 1)
    }

    pub(crate) fn tally_if_these_fail(self) -> Tally {
        let all = Self::ALL.0.count_ones();
        Tally::from_correct(all - self.0.count_ones(), all)
    }
}

impl BitOr for BoardSizes {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl BitOrAssign for BoardSizes {
    fn bitor_assign(&mut self, other: Self) {
        *self = *self | other;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_size_belongs_to_a_class() {
        let held = |sizes: BoardSizes| sizes.tally_if_these_fail().correct;
        assert_eq!(
            [2, 3, 4, 5, 10, 11, 17, 127].map(|n| BoardSizes::of_rows(n).0),
            [1, 2, 4, 8, 8, 16, 32, 32]
        );
        assert_eq!((held(BoardSizes::default()), held(BoardSizes::ALL)), (6, 0));
        assert_eq!(held(BoardSizes::from_rows_up(11)), 4, "right up to ten rows");
        assert_eq!(BoardSizes::from_rows_up(2), BoardSizes::ALL);
        assert_eq!(
            BoardSizes::ALL.except(BoardSizes::from_rows_up(11)),
            BoardSizes::of_rows(2)
                | BoardSizes::of_rows(3)
                | BoardSizes::of_rows(4)
                | BoardSizes::of_rows(5)
        );
        assert_eq!(
            held(BoardSizes::of_rows(2) | BoardSizes::of_rows(2) | BoardSizes::of_rows(127)),
            4
        );
    }
}
