//! Prepares the slides of a board for fast lookups.

use super::placements::Cells;
use super::tile_permutations::order_change_number;

/// A slide of a pattern tile, prepared for fast lookups.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct PatternSlide {
    /// The tile's old and new cells.
    pub(super) cells: Cells,
    /// The tile's old cell, and the blank's new cell.
    pub(super) from: u8,
    /// The first cell after the lower of the two cells.
    next: u8,
    /// The number of the change in the order, for each set of occupied cells among the four cells from `next`, in four
    /// bits each.
    shifts: u64,
}

impl PatternSlide {
    /// Creates the slide from cell `from` to an adjacent cell on an n-by-n board.
    #[expect(clippy::cast_possible_truncation, reason = "there are at most 25 cells")]
    pub(super) fn new(n: usize, from: usize, to: usize) -> Self {
        let between = (1 << (from.abs_diff(to) - 1)) - 1;
        debug_assert!(from.abs_diff(to) == 1 || from.abs_diff(to) == n, "adjacent cells");
        // A slide passes at most four cells, so there are 16 sets of occupied cells, with four bits for each result.
        let shifts = (0..16_u64).map(|occupied| {
            let passed = (occupied & between).count_ones() as usize;
            (order_change_number(passed, from < to) as u64) << (4 * occupied)
        });
        Self {
            cells: 1 << from | 1 << to,
            from: from as u8,
            next: from.min(to) as u8 + 1,
            shifts: shifts.sum(),
        }
    }

    /// Returns the number of the change in the order, given the occupied cells.
    #[inline]
    pub(super) fn order_change_number(&self, occupied: Cells) -> usize {
        let between = occupied >> self.next & 0b1111;
        (self.shifts >> (4 * between) & 0b1111) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_vertical_slide_passes_the_tiles_between_its_cells() {
        let occupied = 0b0000_0011_1110_0001;
        assert_eq!(
            PatternSlide::new(4, 6, 10).order_change_number(occupied ^ 1 << 6 ^ 1 << 10),
            order_change_number(3, true)
        );
        assert_eq!(
            PatternSlide::new(4, 9, 5).order_change_number(occupied ^ 1 << 9),
            order_change_number(3, false)
        );
        assert_eq!(
            PatternSlide::new(4, 0, 4).order_change_number(occupied ^ 1 << 0 ^ 1 << 4),
            order_change_number(0, true)
        );
        assert_eq!(
            PatternSlide::new(5, 5, 10).order_change_number(0b111_1100_0000),
            order_change_number(4, true)
        );
    }

    #[test]
    fn a_horizontal_slide_passes_no_tiles() {
        assert_eq!(
            PatternSlide::new(4, 5, 6).order_change_number(0b1111_1101_1111),
            order_change_number(0, true)
        );
        assert_eq!(
            PatternSlide::new(4, 6, 5).order_change_number(0b1111_1011_1111),
            order_change_number(0, false)
        );
    }
}
