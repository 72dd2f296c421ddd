//! The cells of a pattern's tiles, and those of the blank as far as they matter to them.

/// The most cells of a board that there are places for.
pub(super) const MAX_CELLS: usize = 25;

/// A set of cells, one bit each.
pub(super) type Cells = u32;

/// All places of `k` tiles on a board.
///
/// A *place* is the set of cells that the tiles of a pattern occupy, whichever stands where,
/// together with a *region*: the cells that the blank can get to without moving any of them. As
/// long as the blank stays in its region nothing happens that the pattern could see, so all cells
/// of a region are one to it.
///
/// Places are numbered so that those an even number of moves of pattern tiles away from each other
/// are together: a move takes one tile to a cell of the other colour of the chequerboard.
#[derive(Debug)]
pub(super) struct Placements {
    n: usize,
    k: usize,
    /// The number of even places, which come first.
    even: usize,
    /// Each place, by its number.
    all: Vec<Place>,
    /// For each set of cells, by [`Ranks`], its first place.
    first: Vec<u32>,
    /// For each set of cells and each cell, which of the set's regions that cell is in.
    region: Vec<u8>,
    ranks: Ranks,
}

/// One place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Place {
    /// The cells with a tile of the pattern.
    pub(super) occupied: Cells,
    /// The cells that the blank can be at.
    pub(super) region: Cells,
}

/// A tile of the pattern slides from one cell to the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Move {
    /// The tile's old cell, and the blank's new one.
    pub(super) from: usize,
    /// The tile's new cell, and the blank's old one.
    pub(super) to: usize,
}

impl Placements {
    /// The places of `k` tiles on an n-by-n board.
    ///
    /// # Panics
    ///
    /// If `n` is not from 2 to 5, or there are not cells for `k` tiles and a blank.
    pub(super) fn new(n: usize, k: usize) -> Self {
        let cells = n * n;
        assert!((2..=5).contains(&n) && (1..cells).contains(&k), "{k} tiles of {n}-by-{n}");
        let ranks = Ranks::new(cells, k);
        let mut sets = ranks.sets();
        let black = (0..cells).filter(|cell| (cell / n + cell % n) % 2 == 1);
        let black = black.fold(0, |black, cell| black | 1 << cell);
        // Stable: within the even and the odd, the order of the sets is kept.
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
            places.add(occupied);
            if (occupied & black).count_ones().is_multiple_of(2) {
                places.even = places.all.len();
            }
        }
        places
    }

    /// Adds the places of one set of cells.
    fn add(&mut self, occupied: Cells) {
        let cells = self.n * self.n;
        let rank = self.ranks.rank(occupied);
        let mut free = !occupied & ((1 << cells) - 1);
        self.first[rank] = u32::try_from(self.all.len()).expect("some hundred thousand places");
        let mut number = 0;
        while free != 0 {
            let region = flood(self.n, free, free & free.wrapping_neg());
            for cell in bits(region) {
                self.region[rank * cells + cell] = number;
            }
            self.all.push(Place { occupied, region });
            free &= !region;
            number += 1;
        }
    }

    /// The number of tiles.
    pub(super) fn tiles(&self) -> usize {
        self.k
    }

    /// The number of places.
    pub(super) fn len(&self) -> usize {
        self.all.len()
    }

    /// The number of even places, whose numbers come before all others.
    pub(super) fn even(&self) -> usize {
        self.even
    }

    /// The place with a number.
    pub(super) fn place(&self, number: usize) -> Place {
        self.all[number]
    }

    /// The number of the place where the tiles occupy a set of cells and the blank is at a cell.
    #[inline]
    pub(super) fn number(&self, occupied: Cells, blank: usize) -> usize {
        let rank = self.ranks.rank(occupied);
        let region = self.region[rank * self.n * self.n + blank];
        self.first[rank] as usize + usize::from(region)
    }

    /// The moves that a tile of the pattern can make: for each, a tile beside the region slides
    /// into it.
    pub(super) fn moves(&self, place: Place) -> impl Iterator<Item = Move> {
        let n = self.n;
        bits(place.region).flat_map(move |to| {
            bits(neighbors(n, 1 << to) & place.occupied).map(move |from| Move { from, to })
        })
    }
}

/// The cells next to any of some cells.
pub(super) fn neighbors(n: usize, cells: Cells) -> Cells {
    let all = (1 << (n * n)) - 1;
    let column = (0..n).fold(0, |column, row| column | 1 << (row * n));
    let left = (cells & !column) >> 1;
    let right = (cells & !(column << (n - 1))) << 1;
    (left | right | cells >> n | cells << n) & all
}

/// The cells among `free` that can be reached from `from` through them.
fn flood(n: usize, free: Cells, from: Cells) -> Cells {
    let mut reached = from;
    loop {
        let more = reached | neighbors(n, reached) & free;
        if more == reached {
            return reached;
        }
        reached = more;
    }
}

/// The numbers of the bits that are set, from the lowest.
pub(super) fn bits(mut set: Cells) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let lowest = (set != 0).then(|| set.trailing_zeros() as usize)?;
        set &= set - 1;
        Some(lowest)
    })
}

/// Consecutive numbers for all sets of `k` of the cells: two small tables that stay in the
/// processor's first cache, one for each half of the cells.
#[derive(Debug)]
struct Ranks {
    cells: usize,
    k: u32,
    /// The number of cells in the lower half.
    half: usize,
    /// For each set of the upper half, the rank of the first set that contains it.
    upper: Box<[u32; 1 << MAX_HALF]>,
    /// For each set of the lower half, how many of the same size come before it.
    lower: Box<[u16; 1 << MAX_HALF]>,
}

/// The most cells of half a board. The tables have this size for every board, so that the compiler
/// knows that all sets are in them.
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

    /// All the sets, by rank.
    fn sets(&self) -> Vec<Cells> {
        let sets = (0..1u32 << self.cells).filter(|set| set.count_ones() == self.k);
        sets.collect()
    }

    #[inline]
    fn rank(&self, set: Cells) -> usize {
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
            let all = ranks.sets();
            assert_eq!(all.len(), sets);
            assert!(all.iter().enumerate().all(|(rank, &set)| ranks.rank(set) == rank));
        }
    }

    #[test]
    fn a_region_ends_at_the_tiles() {
        // Tiles at a, the blank somewhere in one of two regions:
        //   . a .
        //   a a .
        //   . . .
        let places = Placements::new(3, 3);
        let corner = places.place(places.number(0b000_011_010, 0));
        assert_eq!(corner, Place { occupied: 0b000_011_010, region: 0b000_000_001 });
        let rest = places.place(places.number(0b000_011_010, 2));
        assert_eq!(rest.region, 0b111_100_100);
        assert_eq!(places.number(0b000_011_010, 2), places.number(0b000_011_010, 6));
        let moves: Vec<Move> = places.moves(corner).collect();
        assert_eq!(moves, [Move { from: 1, to: 0 }, Move { from: 3, to: 0 }]);
        assert_eq!(places.moves(rest).count(), 4);
    }

    #[test]
    fn a_move_leads_to_a_place_of_the_other_kind() {
        for (n, k) in [(3, 4), (4, 3)] {
            let places = Placements::new(n, k);
            for number in 0..places.len() {
                let place = places.place(number);
                for Move { from, to } in places.moves(place) {
                    let next = places.number(place.occupied ^ 1 << from ^ 1 << to, from);
                    assert_ne!(number < places.even(), next < places.even());
                }
            }
        }
    }
}
