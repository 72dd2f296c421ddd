pub(super) type Cell = u8;

/// Enough for a 3-by-3 board, or for eight tiles and the blank.
pub(super) const MAX_THINGS: usize = 9;

/// The placements of *things*, which are tiles and possibly the blank, on distinct cells. They are numbered from 0.
/// There are `cells * (cells - 1) * ...` of them, with one factor per thing.
///
/// A placement is a sequence of choices among the free cells. These are the digits of the number, from the most
/// significant.
#[derive(Clone, Copy, Debug)]
pub(super) struct ThingPlacements {
    cells: usize,
    things: usize,
}

impl ThingPlacements {
    /// Creates the placements of `things` things on `cells` cells. There may be at most [`MAX_THINGS`] things, and no
    /// more than cells. With over 256 cells, placements can only be counted.
    pub(super) fn new(cells: usize, things: usize) -> Self {
        debug_assert!(things <= MAX_THINGS && things <= cells);
        Self { cells, things }
    }

    /// Returns the number of placements, or `None` if it exceeds `usize`.
    pub(super) fn count(self) -> Option<usize> {
        (0..self.things).try_fold(1usize, |count, taken| count.checked_mul(self.cells - taken))
    }

    /// Returns the number of the placement on these cells. Entries beyond the number of things are ignored.
    pub(super) fn index_of(self, places: &[Cell; MAX_THINGS]) -> usize {
        // Called billions of times. A constant number of things lets the compiler unroll the loop.
        // Loops with a known length are unrolled, and this is the innermost part of each search.
        match self.things {
            0 => 0,
            1 => self.number_of::<1>(places),
            2 => self.number_of::<2>(places),
            3 => self.number_of::<3>(places),
            4 => self.number_of::<4>(places),
            5 => self.number_of::<5>(places),
            6 => self.number_of::<6>(places),
            7 => self.number_of::<7>(places),
            8 => self.number_of::<8>(places),
            _ => self.number_of::<MAX_THINGS>(places),
        }
    }

    fn number_of<const THINGS: usize>(self, places: &[Cell; MAX_THINGS]) -> usize {
        let mut number = 0;
        for thing in 0..THINGS {
            let cell = places[thing];
            let taken = places[..thing].iter().map(|&earlier| u8::from(earlier < cell)).sum::<u8>();
            number = number * (self.cells - thing) + usize::from(cell - taken);
        }
        number
    }

    /// Returns the placement with this number, padded with 0.
    pub(super) fn placement(self, number: usize) -> [Cell; MAX_THINGS] {
        match self.things {
            0 => [0; MAX_THINGS],
            1 => self.placement_of::<1>(number),
            2 => self.placement_of::<2>(number),
            3 => self.placement_of::<3>(number),
            4 => self.placement_of::<4>(number),
            5 => self.placement_of::<5>(number),
            6 => self.placement_of::<6>(number),
            7 => self.placement_of::<7>(number),
            8 => self.placement_of::<8>(number),
            _ => self.placement_of::<MAX_THINGS>(number),
        }
    }

    fn placement_of<const THINGS: usize>(self, mut number: usize) -> [Cell; MAX_THINGS] {
        let mut places = [0; MAX_THINGS];
        for thing in (0..THINGS).rev() {
            let choices = self.cells - thing;
            places[thing] = Cell::try_from(number % choices).expect("there are at most 256 cells");
            number /= choices;
        }
        // Each choice skips the cells of earlier things. Work backward, so that all later things skip this one's cell.
        for thing in (0..THINGS).rev() {
            let cell = places[thing];
            for later in &mut places[thing + 1..THINGS] {
                *later += u8::from(*later >= cell);
            }
        }
        places
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_placement_has_a_unique_number() {
        for (cells, things) in [(4, 4), (9, 1), (9, 5), (9, 9), (25, 3)] {
            let placements = ThingPlacements::new(cells, things);
            let count = placements.count().expect("few");
            let mut seen = BTreeSet::new();
            for number in 0..count {
                let places = placements.placement(number);
                let used: BTreeSet<Cell> = places[..things].iter().copied().collect();
                assert!(used.len() == things && used.iter().all(|&cell| usize::from(cell) < cells));
                assert!(seen.insert(places));
                assert_eq!(placements.index_of(&places), number);
            }
        }
    }

    #[test]
    fn a_count_that_overflows_is_none() {
        assert_eq!(ThingPlacements::new(256, 9).count(), None);
        assert_eq!(ThingPlacements::new(16, 0).count(), Some(1));
    }
}
