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

    /// How many there are, or `None` if a `usize` cannot tell.
    pub(super) fn count(self) -> Option<usize> {
        (0..self.things).try_fold(1usize, |count, taken| count.checked_mul(self.cells - taken))
    }

    /// The number of the placement in which each thing is at the cell in `places`, of which only
    /// the first are looked at, as many as there are things.
    pub(super) fn number(self, places: &[Cell; MAX_THINGS]) -> usize {
        let mut number = 0;
        for (thing, &cell) in places[..self.things].iter().enumerate() {
            let taken: usize =
                places[..thing].iter().map(|&earlier| usize::from(earlier < cell)).sum();
            number = number * (self.cells - thing) + usize::from(cell) - taken;
        }
        number
    }

    /// The placement that has a number. Cells after those of the things are 0.
    pub(super) fn placement(self, mut number: usize) -> [Cell; MAX_THINGS] {
        let mut choices = [0; MAX_THINGS];
        for thing in (0..self.things).rev() {
            choices[thing] = number % (self.cells - thing);
            number /= self.cells - thing;
        }
        let mut places = [0; MAX_THINGS];
        // The cells taken so far, in ascending order: a choice skips those that come before it.
        let mut taken = [0; MAX_THINGS];
        for thing in 0..self.things {
            let mut cell = choices[thing];
            let mut at = 0;
            while at < thing && taken[at] <= cell {
                cell += 1;
                at += 1;
            }
            taken.copy_within(at..thing, at + 1);
            taken[at] = cell;
            places[thing] = Cell::try_from(cell).expect("there are at most 256 cells");
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
