//! A number for each way to place some things on different cells.

/// A cell of a board that pattern databases can be made for.
pub(super) type Cell = u8;

/// The most things that can be placed: the eight tiles and the blank of a 3-by-3 board, or a
/// pattern of eight tiles and the blank.
pub(super) const MAX_THINGS: usize = 9;

/// The placements of `things` different things on `cells` cells, no two on the same: numbers from
/// 0 to one below `cells * (cells - 1) * ...`, with as many factors as there are things.
///
/// The first thing has the choice of all cells, each further one of those that are left. The
/// number is that of the choices, the first the most significant digit.
#[derive(Clone, Copy, Debug)]
pub(super) struct Placements {
    cells: usize,
    things: usize,
}

impl Placements {
    /// The placements of at most [`MAX_THINGS`] things on at least as many cells. They can be
    /// counted for any number of cells, and numbered if there are at most 256.
    pub(super) fn new(cells: usize, things: usize) -> Self {
        debug_assert!(things <= MAX_THINGS && things <= cells);
        Self { cells, things }
    }

    /// The number of placements, or `None` if a `usize` cannot hold it.
    pub(super) fn count(self) -> Option<usize> {
        (0..self.things).try_fold(1usize, |count, taken| count.checked_mul(self.cells - taken))
    }

    /// The number of the placement in which each thing is at the cell in `places`, of which only
    /// the first are looked at, as many as there are things.
    pub(super) fn number(self, places: &[Cell; MAX_THINGS]) -> usize {
        // It is asked for billions of times. Where the number of things is a constant, the
        // compiler needs no loop.
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

    /// The placement that has a number. Cells after those of the things are 0.
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
        // From the last thing back, each earlier thing takes a cell that the later ones skip.
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
    fn every_placement_has_a_number_of_its_own() {
        for (cells, things) in [(4, 4), (9, 1), (9, 5), (9, 9), (25, 3)] {
            let placements = Placements::new(cells, things);
            let count = placements.count().expect("few");
            let mut seen = BTreeSet::new();
            for number in 0..count {
                let places = placements.placement(number);
                let used: BTreeSet<Cell> = places[..things].iter().copied().collect();
                assert!(used.len() == things && used.iter().all(|&cell| usize::from(cell) < cells));
                assert!(seen.insert(places));
                assert_eq!(placements.number(&places), number);
            }
        }
    }

    #[test]
    fn too_many_to_count_are_not_counted() {
        assert_eq!(Placements::new(256, 9).count(), None);
        assert_eq!(Placements::new(16, 0).count(), Some(1));
    }
}
