//! Size classes of boards, to count the sizes that a method handles correctly.

use std::ops::{BitOr, BitOrAssign};

use grade::{SIZES, Tally};

/// A set of [size classes](SIZES).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Sizes(u8);

impl Sizes {
    pub(crate) const ALL: Self = Self((1 << SIZES.len()) - 1);

    /// Returns the class of boards with this many rows. The smallest class includes 0.
    pub(crate) fn of(n: usize) -> Self {
        Self(1 << Self::index(n))
    }

    pub(crate) fn from(n: usize) -> Self {
        Self(Self::ALL.0 & (u8::MAX << Self::index(n)))
    }

    pub(crate) fn except(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    pub(crate) fn meets(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    fn index(n: usize) -> usize {
        SIZES.iter().position(|most| n <= *most).unwrap_or(SIZES.len() - 1)
    }

    pub(crate) fn tally(self) -> Tally {
        let all = Self::ALL.0.count_ones();
        Tally::of(all - self.0.count_ones(), all)
    }
}

impl BitOr for Sizes {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl BitOrAssign for Sizes {
    fn bitor_assign(&mut self, other: Self) {
        *self = *self | other;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_size_belongs_to_a_class() {
        let held = |sizes: Sizes| sizes.tally().correct;
        assert_eq!(
            [2, 3, 4, 5, 10, 11, 17, 127].map(|n| Sizes::of(n).0),
            [1, 2, 4, 8, 8, 16, 32, 32]
        );
        assert_eq!((held(Sizes::default()), held(Sizes::ALL)), (6, 0));
        assert_eq!(held(Sizes::from(11)), 4, "right up to ten rows");
        assert_eq!(Sizes::from(2), Sizes::ALL);
        assert_eq!(
            Sizes::ALL.except(Sizes::from(11)),
            Sizes::of(2) | Sizes::of(3) | Sizes::of(4) | Sizes::of(5)
        );
        assert_eq!(held(Sizes::of(2) | Sizes::of(2) | Sizes::of(127)), 4);
    }
}
