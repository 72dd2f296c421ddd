//! Numbers the places of a pattern's tiles.

/// The cells of a 5-by-5 board. A 6-by-6 board would not fit into [`Cells`].
pub(super) const MAX_CELLS: usize = 25;

pub(super) type Cells = u32;

/// All places of `k` tiles on a board.
///
/// A *place* is the set of the tiles' cells, together with a *region*: the cells that the blank can reach without
/// moving these tiles. Within the region, the blank's cell does not matter.
///
/// Every place has a parity, because a tile's move takes it to a cell of the other color, as on a chessboard. Even
/// places come first.
#[derive(Debug)]
pub(super) struct TilePlaces {
    n: usize,
    k: usize,
    /// The number of even places.
    even: usize,
    all: Vec<TilePlace>,
    /// For each set of cells, indexed by [`Ranks`], the number of the first place.
    first: Vec<u32>,
    /// For each set of cells and each cell, the index of the cell's region.
    region: Vec<u8>,
    ranks: Ranks,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TilePlace {
    pub(super) occupied: Cells,
    /// The cells that the blank can reach.
    pub(super) region: Cells,
}

/// A slide of a pattern tile to an adjacent cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Move {
    /// The tile's old cell, and the blank's new cell.
    pub(super) from: usize,
    /// The tile's new cell, and the blank's old cell.
    pub(super) to: usize,
}

impl TilePlaces {
    /// Creates the places of `k` tiles on an n-by-n board.
    ///
    /// # Panics
    ///
    /// Panics if `n` is not between 2 and 5, or if there is no room for `k` tiles and a blank.
    pub(super) fn new(n: usize, k: usize) -> Self {
        let cells = n * n;
        assert!((2..=5).contains(&n) && (1..cells).contains(&k), "{k} tiles of {n}-by-{n}");
        let ranks = Ranks::new(cells, k);
        let mut sets = ranks.sets_in_order();
        let black = (0..cells).filter(|cell| (cell / n + cell % n) % 2 == 1);
        let black = black.fold(0, |black, cell| black | 1 << cell);
        // The sort is stable, so sets with the same parity stay in order.
        sets.sort_by_key(|occupied| (occupied & black).count_ones() % 2);
        let mut places = Self {
            n,
            k,
            even: 0,
            all: Vec::new(),
            first: vec![0; sets.len()],
            region: vec![0; sets.len() * cells],
            ranks,
        };
        for occupied in sets {
            places.add_places_with_occupied(occupied);
            if (occupied & black).count_ones().is_multiple_of(2) {
                places.even = places.all.len();
            }
        }
        places
    }

    fn add_places_with_occupied(&mut self, occupied: Cells) {
        let cells = self.n * self.n;
        let rank = self.ranks.rank_of_set(occupied);
        let mut free = !occupied & ((1 << cells) - 1);
        self.first[rank] = u32::try_from(self.all.len())
            .expect("there are only a few hundred thousand placements");
        let mut number = 0;
        while free != 0 {
            // Starts in the lowest free cell.
            let region = reachable_cells(self.n, free, free & free.wrapping_neg());
            for cell in cells_in_set(region) {
                self.region[rank * cells + cell] = number;
            }
            self.all.push(TilePlace { occupied, region });
            free &= !region;
            number += 1;
        }
    }

    pub(super) fn dimension(&self) -> usize {
        self.n
    }

    pub(super) fn tile_count(&self) -> usize {
        self.k
    }

    pub(super) fn len(&self) -> usize {
        self.all.len()
    }

    pub(super) fn even_count(&self) -> usize {
        self.even
    }

    pub(super) fn place(&self, number: usize) -> TilePlace {
        self.all[number]
    }

    /// Returns the number of the place with these occupied cells and the blank in this cell.
    #[inline]
    pub(super) fn index_of(&self, occupied: Cells, blank: usize) -> usize {
        let rank = self.ranks.rank_of_set(occupied);
        let region = self.region[rank * self.ranks.cells + blank];
        self.first[rank] as usize + usize::from(region)
    }

    /// Returns all moves of the pattern's tiles into the region.
    pub(super) fn moves(&self, place: TilePlace) -> impl Iterator<Item = Move> {
        let n = self.n;
        cells_in_set(place.region).flat_map(move |to| {
            cells_in_set(cells_beside(n, 1 << to) & place.occupied)
                .map(move |from| Move { from, to })
        })
    }
}

pub(super) fn cells_beside(n: usize, cells: Cells) -> Cells {
    let all = (1 << (n * n)) - 1;
    let column = (0..n).fold(0, |column, row| column | 1 << (row * n));
    // The first column has no cells to the left. Without the mask, its bits would move to the end of the row above.
    let left = (cells & !column) >> 1;
    let right = (cells & !(column << (n - 1))) << 1;
    (left | right | cells >> n | cells << n) & all
}

/// Returns the cells that are reachable from `from` through cells in `free`.
fn reachable_cells(n: usize, free: Cells, from: Cells) -> Cells {
    let mut reached = from;
    loop {
        let more = reached | cells_beside(n, reached) & free;
        if more == reached {
            return reached;
        }
        reached = more;
    }
}

pub(super) fn cells_in_set(mut set: Cells) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let lowest = (set != 0).then(|| set.trailing_zeros() as usize)?;
        set &= set - 1;
        Some(lowest)
    })
}

/// Consecutive ranks for all sets of `k` cells. The tables, one for each half of the cells, are small enough for the
/// first-level cache.
#[derive(Debug)]
struct Ranks {
    cells: usize,
    k: u32,
    half: usize,
    /// For each upper half, the rank of the first set.
    upper: Box<[u32; 1 << MAX_HALF]>,
    /// For each lower half, the number of smaller halves with the same number of cells.
    lower: Box<[u16; 1 << MAX_HALF]>,
}

/// The tables always cover this many cells, which lets the compiler omit bounds checks.
const MAX_HALF: usize = MAX_CELLS.div_ceil(2);

impl Ranks {
    fn new(cells: usize, k: usize) -> Self {
        let half = cells.div_ceil(2);
        let k = u32::try_from(k).expect("at most 25");
        let mut of_size = [0; MAX_CELLS + 1];
        let mut lower = vec![0; 1 << MAX_HALF];
        for (set, before) in (0..1u32 << half).zip(lower.iter_mut()) {
            let size = &mut of_size[set.count_ones() as usize];
            *before = *size;
            *size += 1;
        }
        let mut upper = vec![0; 1 << MAX_HALF];
        let mut rank = 0;
        for (set, first) in (0..1u32 << (cells - half)).zip(upper.iter_mut()) {
            *first = rank;
            if let Some(rest) = k.checked_sub(set.count_ones()) {
                rank += u32::from(of_size[rest as usize]);
            }
        }
        let is_whole = "the tables have that length";
        let upper = upper.into_boxed_slice().try_into().expect(is_whole);
        let lower = lower.into_boxed_slice().try_into().expect(is_whole);
        Self { cells, k, half, upper, lower }
    }

    fn sets_in_order(&self) -> Vec<Cells> {
        let sets = (0..1u32 << self.cells).filter(|set| set.count_ones() == self.k);
        sets.collect()
    }

    #[inline]
    fn rank_of_set(&self, set: Cells) -> usize {
        let within = (1 << self.half) - 1;
        let lower = self.lower[set as usize & within & ((1 << MAX_HALF) - 1)];
        let upper = self.upper[(set as usize >> self.half) & ((1 << MAX_HALF) - 1)];
        upper as usize + usize::from(lower)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_have_consecutive_ranks() {
        for (cells, k, sets) in [(4, 2, 6), (9, 4, 126), (16, 8, 12_870), (25, 3, 2_300)] {
            let ranks = Ranks::new(cells, k);
            let all = ranks.sets_in_order();
            assert_eq!(all.len(), sets);
            assert!(all.iter().enumerate().all(|(rank, &set)| ranks.rank_of_set(set) == rank));
        }
    }

    #[test]
    fn regions_are_bounded_by_pattern_tiles() {
        // `a` marks the pattern's tiles, which split the free cells into two regions.
        let places = TilePlaces::new(3, 3);
        let corner = places.place(places.index_of(0b000_011_010, 0));
        assert_eq!(corner, TilePlace { occupied: 0b000_011_010, region: 0b000_000_001 });
        let rest = places.place(places.index_of(0b000_011_010, 2));
        assert_eq!(rest.region, 0b111_100_100);
        assert_eq!(places.index_of(0b000_011_010, 2), places.index_of(0b000_011_010, 6));
        let moves: Vec<Move> = places.moves(corner).collect();
        assert_eq!(moves, [Move { from: 1, to: 0 }, Move { from: 3, to: 0 }]);
        assert_eq!(places.moves(rest).count(), 4);
    }

    #[test]
    fn a_move_changes_the_parity_of_a_placement() {
        for (n, k) in [(3, 4), (4, 3)] {
            let places = TilePlaces::new(n, k);
            for number in 0..places.len() {
                let place = places.place(number);
                for Move { from, to } in places.moves(place) {
                    let next = places.index_of(place.occupied ^ 1 << from ^ 1 << to, from);
                    assert_ne!(number < places.even_count(), next < places.even_count());
                }
            }
        }
    }
}
