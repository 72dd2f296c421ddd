use std::panic::resume_unwind;
use std::sync::{Mutex, PoisonError};
use std::thread;

use super::placements::{Cells, Move, TilePlaces};
use super::tile_permutations::{TilePermutations, add_orders};

/// The distances of all states of a pattern, from a breadth-first search over sets of orders.
///
/// A *state* consists of a place and the order of the tiles in it. Its *distance* is the minimum number of moves of the
/// pattern's tiles to the goal.
#[derive(Debug)]
pub(super) struct PatternDistances {
    /// For each place, the set of orders for which half the distance, rounded down, is odd.
    pub(super) odd_halves: Vec<u32>,
    /// The number of states with each distance.
    pub(super) histogram: Vec<u64>,
}

/// Searches from a goal, given as a place and the index of an order.
///
/// All states with the same place and distance form a set of orders, so hundreds of states move at once. A move always
/// flips the parity of the place, so it changes the distance by one, and the search only needs to keep the sets for two
/// distances. To compute the new set for a place, it gathers states from all places with a move to it. Threads write to
/// disjoint places, so the result does not depend on the number of threads.
///
/// Calls `found` after every distance, with the distance and the number of states found so far.
pub(super) fn search_distances(
    places: &TilePlaces,
    orders: &TilePermutations,
    (goal, order): (usize, u16),
    threads: usize,
    found: &mut dyn FnMut(usize, u64),
) -> PatternDistances {
    let words = orders.words_per_set();
    let sources = IncomingMoves::new(places);
    let even = places.even_count();
    let mut states = vec![0; places.len() * words];
    let mut is_occupied = vec![false; places.len()];
    let mut odd_halves = vec![0; places.len() * words];
    states[goal * words + usize::from(order) / 32] |= 1 << (order % 32);
    is_occupied[goal] = true;

    let (mut histogram, mut total) = (vec![1], 1);
    let mut from_even = goal < even;
    for distance in 1.. {
        let parts = PlaceRange {
            first: 0,
            states: &mut states,
            is_occupied: &mut is_occupied,
            odd_halves: &mut odd_halves,
        };
        let (evens, odds) = parts.split_at(even, words);
        let (from, to) = if from_even { (evens, odds) } else { (odds, evens) };
        let layer = DistanceStep { orders, sources: &sources, from, marks: distance / 2 % 2 == 1 };
        let new = layer.advance_to_next_distance(to, threads);
        if new == 0 {
            break;
        }
        total += new;
        histogram.push(new);
        found(distance, total);
        from_even = !from_even;
    }
    PatternDistances { odd_halves, histogram }
}

/// A range of places, with their search data.
struct PlaceRange<'a> {
    first: usize,
    /// For each place, the states at the latest distance.
    states: &'a mut [u32],
    /// For each place, whether `states` has any.
    is_occupied: &'a mut [bool],
    /// See [`PatternDistances::odd_halves`].
    odd_halves: &'a mut [u32],
}

impl PlaceRange<'_> {
    /// Splits off the first `count` places, with `words` words each.
    fn split_at(self, count: usize, words: usize) -> (Self, Self) {
        let (states, more_states) = self.states.split_at_mut(count * words);
        let (is_occupied, more_is_occupied) = self.is_occupied.split_at_mut(count);
        let (odd_halves, more_odd_halves) = self.odd_halves.split_at_mut(count * words);
        let rest = PlaceRange {
            first: self.first + count,
            states: more_states,
            is_occupied: more_is_occupied,
            odd_halves: more_odd_halves,
        };
        (PlaceRange { first: self.first, states, is_occupied, odd_halves }, rest)
    }

    fn split_into_chunks(self, count: usize, words: usize) -> impl Iterator<Item = Self> {
        let mut rest = Some(self);
        std::iter::from_fn(move || {
            let part = rest.take()?;
            if part.is_occupied.len() <= count {
                return Some(part).filter(|part| !part.is_occupied.is_empty());
            }
            let (first, others) = part.split_at(count, words);
            rest = Some(others);
            Some(first)
        })
    }
}

/// Reusable buffers for sets, with arbitrary initial contents.
struct Buffers {
    reached: Vec<u32>,
    scratch: [Vec<u32>; 2],
}

impl Buffers {
    fn new(words: usize) -> Self {
        Self { reached: vec![0; words], scratch: [vec![0; words], vec![0; words]] }
    }
}

/// A step from one distance to the next.
struct DistanceStep<'a> {
    orders: &'a TilePermutations,
    sources: &'a IncomingMoves,
    from: PlaceRange<'a>,
    /// Whether half the new distance is odd.
    marks: bool,
}

/// Small enough to balance the load of the threads.
/// It is also large enough that threads rarely wait for the next part.
const PLACES_AT_ONCE: usize = 256;

impl DistanceStep<'_> {
    /// Replaces the states of the previous distance in `to` with those of the next distance. Returns their number.
    fn advance_to_next_distance(&self, to: PlaceRange<'_>, threads: usize) -> u64 {
        let words = self.orders.words_per_set();
        let parts = to.split_into_chunks(PLACES_AT_ONCE, words);
        // Without threads, the builder also works in a browser, where WebAssembly has none.
        if threads < 2 {
            let mut buffers = Buffers::new(words);
            return parts.map(|part| self.fill_places(part, &mut buffers)).sum();
        }
        let parts = Mutex::new(parts);
        let work = || {
            let mut buffers = Buffers::new(words);
            let mut new = 0;
            loop {
                // If another thread panicked, joining it will end the search.
                let next = parts.lock().unwrap_or_else(PoisonError::into_inner).next();
                let Some(part) = next else { return new };
                new += self.fill_places(part, &mut buffers);
            }
        };
        thread::scope(|scope| {
            let workers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
            let counts = workers.into_iter().map(thread::ScopedJoinHandle::join);
            counts.map(|count| count.unwrap_or_else(|panic| resume_unwind(panic))).sum()
        })
    }

    /// Fills the sets of several places. Returns the number of new states.
    fn fill_places(&self, to: PlaceRange<'_>, buffers: &mut Buffers) -> u64 {
        let words = self.orders.words_per_set();
        let mut all_new = 0;
        let sets = to.states.chunks_mut(words).zip(to.odd_halves.chunks_mut(words));
        let places = (to.first..).zip(sets.zip(to.is_occupied));
        for (place, ((states, odd_halves), is_occupied)) in places {
            let mut new = 0_u32;
            if self.collect_reached_states(place, buffers) {
                for (states, &reached) in states.iter_mut().zip(&buffers.reached) {
                    // The previous states are one move closer to the goal than the sources.
                    *states = reached & !*states;
                    new += states.count_ones();
                }
                // Bits start as zero, so only odd halves need to be written.
                if self.marks && new > 0 {
                    add_orders(odd_halves, states);
                }
            // This place still has the states from two distances ago.
            } else if *is_occupied {
                states.fill(0);
            }
            *is_occupied = new > 0;
            all_new += u64::from(new);
        }
        all_new
    }

    /// Collects in `buffers.reached` all states that result from moves to a place. Returns `false` if there are none.
    fn collect_reached_states(&self, place: usize, buffers: &mut Buffers) -> bool {
        let words = self.orders.words_per_set();
        let Buffers { reached, scratch } = buffers;
        let mut is_reached = false;
        for source in self.sources.moves_into(place) {
            let number = source.place as usize - self.from.first;
            if !self.from.is_occupied[number] {
                continue;
            }
            if !is_reached {
                reached.fill(0);
                is_reached = true;
            }
            let states = &self.from.states[number * words..][..words];
            self.orders.slide_tile_in_all(
                states,
                source.from.into(),
                source.to.into(),
                reached,
                scratch,
            );
        }
        is_reached
    }
}

/// For each place, the places with a move to it.
struct IncomingMoves {
    /// The index of each place's first source. Its sources end where those of the next place begin.
    starts: Vec<u32>,
    sources: Vec<IncomingMove>,
}

/// A place with a move to another place, and the tile's positions in the orders before and after the move.
struct IncomingMove {
    place: u32,
    from: u8,
    to: u8,
}

impl IncomingMoves {
    fn new(places: &TilePlaces) -> Self {
        let mut all = Self { starts: vec![0], sources: Vec::new() };
        for number in 0..places.len() {
            let place = places.place(number);
            for Move { from, to } in places.moves(place) {
                // The reverse move takes a tile from `to` to `from`.
                let occupied = place.occupied ^ 1 << from ^ 1 << to;
                let number = places.index_of(occupied, from);
                all.sources.push(IncomingMove {
                    place: u32::try_from(number)
                        .expect("there are only a few hundred thousand placements"),
                    from: position_in_order(occupied, to),
                    to: position_in_order(place.occupied, from),
                });
            }
            all.starts.push(
                u32::try_from(all.sources.len()).expect("there are only a few million moves"),
            );
        }
        all
    }

    fn moves_into(&self, place: usize) -> &[IncomingMove] {
        &self.sources[self.starts[place] as usize..self.starts[place + 1] as usize]
    }
}

/// Returns the position of a cell's tile in the order: the number of tiles in lower cells.
#[expect(clippy::cast_possible_truncation, reason = "there are at most 25 cells")]
pub(super) fn position_in_order(occupied: Cells, cell: usize) -> u8 {
    (occupied & ((1 << cell) - 1)).count_ones() as u8
}
