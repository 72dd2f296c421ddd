//! A pattern database.

use std::sync::Arc;

use super::layers::{self, PatternDistances, position_in_order};
use super::placements::{Cells, Move, TilePlaces};
use super::slide::PatternSlide;
use super::tile_permutations::TilePermutations;

/// For each state, the number of moves of the pattern's tiles to the goal.
///
/// The database stores one bit per state: whether half of that distance, rounded down, is odd. The parity of the
/// distance follows from the place. A move changes the distance by exactly one, so if we know the distance before the
/// move, the bit tells whether it increased or decreased. For an initial state, we find the distance by descending to
/// the goal.
///
/// Distances that differ by at most one between neighbors fit into a few bits: G. Cooperman and L. Finkelstein ("New
/// methods for using Cayley graphs in interconnection networks", Discrete Applied Mathematics 37/38, 1992) store them
/// modulo three.
#[derive(Debug)]
pub(super) struct StateDatabase {
    places: Arc<TilePlaces>,
    orders: Arc<TilePermutations>,
    /// The homes of the pattern's tiles, which identify the tiles.
    homes: Cells,
    /// The goal's place, and the index of the goal's order.
    goal: (usize, u16),
    odd_halves: Vec<u32>,
}

/// The state of a pattern without the region, together with the distance.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct PatternState {
    occupied: Cells,
    /// The index of the order.
    order: u16,
    /// The minimum number of moves of the pattern's tiles to the goal.
    pub(super) distance: u8,
}

impl StateDatabase {
    /// Builds the database for the tiles with these homes. `blank` is the home of the blank.
    ///
    /// Calls `found` with the search's current distance and the number of states found so far.
    pub(super) fn build(
        shape: &Shape,
        homes: Cells,
        blank: usize,
        threads: usize,
        found: &mut dyn FnMut(usize, u64),
    ) -> (Self, Vec<u64>) {
        let mut database = Self::without_distances(shape, homes, blank);
        let PatternDistances { odd_halves, histogram } =
            layers::search_distances(&shape.places, &shape.orders, database.goal, threads, found);
        database.odd_halves = odd_halves;
        (database, histogram)
    }

    /// Creates a database from stored words. Returns `None` if the number of words is wrong.
    pub(super) fn from_words(
        shape: &Shape,
        homes: Cells,
        blank: usize,
        words: Vec<u32>,
    ) -> Option<Self> {
        let database = Self { odd_halves: words, ..Self::without_distances(shape, homes, blank) };
        (database.odd_halves.len() == shape.words_of_all_places()).then_some(database)
    }

    fn without_distances(shape: &Shape, homes: Cells, blank: usize) -> Self {
        let Shape { places, orders } = shape;
        let in_order: Vec<u8> = (0..).take(places.tile_count()).collect();
        let goal = (places.index_of(homes, blank), orders.index_of_order(&in_order));
        let (places, orders) = (Arc::clone(places), Arc::clone(orders));
        Self { places, orders, homes, goal, odd_halves: Vec::new() }
    }

    pub(super) fn homes(&self) -> Cells {
        self.homes
    }

    pub(super) fn words_of_odd_half(&self) -> &[u32] {
        &self.odd_halves
    }

    /// Returns the state for a board with tile `tiles[cell]` in each cell. Ignores the blank's entry.
    pub(super) fn initial_state(&self, tiles: &[u8], blank: usize) -> PatternState {
        let mut occupied = 0;
        let mut order = Vec::new();
        for (cell, &tile) in tiles.iter().enumerate() {
            if cell != blank && self.homes >> tile & 1 == 1 {
                occupied |= 1 << cell;
                order.push(position_in_order(self.homes, tile.into()));
            }
        }
        let order = self.orders.index_of_order(&order);
        let state = PatternState { occupied, order, distance: 0 };
        PatternState { distance: self.distance_by_descent(state, blank), ..state }
    }

    /// Returns the distance of a state, by moving to states with smaller distances until the goal is reached.
    fn distance_by_descent(&self, mut state: PatternState, mut blank: usize) -> u8 {
        let is_goal_even = self.goal.0 < self.places.even_count();
        for moves in 0.. {
            let place = self.places.index_of(state.occupied, blank);
            if (place, state.order) == self.goal {
                return moves;
            }
            // The distance is known only modulo four. Adding four prevents an underflow.
            let is_odd = (place < self.places.even_count()) != is_goal_even;
            state.distance = 4 + u8::from(is_odd) + 2 * self.bit_of_state(place, state.order);
            let order = self.orders.order_with_index(state.order);
            let next = self.places.moves(self.places.place(place)).find_map(|Move { from, to }| {
                let tile = order[usize::from(position_in_order(state.occupied, from))];
                let slide = PatternSlide::new(self.places.dimension(), from, to);
                let next = self.state_after(state, &slide, tile);
                (next.distance < state.distance).then_some((next, from))
            });
            (state, blank) =
                next.expect("every state except the goal has a neighbor nearer to the goal");
        }
        unreachable!("the loop has no end but the goal")
    }

    /// Returns the state after a slide of one of the pattern's tiles, counted from 0.
    #[inline]
    pub(super) fn state_after(
        &self,
        state: PatternState,
        slide: &PatternSlide,
        tile: u8,
    ) -> PatternState {
        let occupied = state.occupied ^ slide.cells;
        // A horizontal slide keeps the order, but is not a special case, because the branch would be unpredictable.
        let order =
            self.orders.index_after(state.order, tile.into(), slide.order_change_number(occupied));
        let odd_half = self.bit_of_state(self.places.index_of(occupied, slide.from.into()), order);
        // One less or one more: only one of these matches the bit.
        let less = state.distance.wrapping_sub(1);
        let distance = less.wrapping_add(2 * ((less >> 1 & 1) ^ odd_half));
        PatternState { occupied, order, distance }
    }

    /// Returns the bit for a state: 1 if half the distance, rounded down, is odd.
    #[inline]
    fn bit_of_state(&self, place: usize, order: u16) -> u8 {
        let order = usize::from(order);
        // Each order has a bit, in words of 32 bits.
        let word = self.odd_halves[place * self.orders.words_per_set() + order / 32];
        u8::from(word >> (order % 32) & 1 == 1)
    }
}

/// The data that all patterns with the same number of tiles share.
#[derive(Clone, Debug)]
pub(super) struct Shape {
    places: Arc<TilePlaces>,
    orders: Arc<TilePermutations>,
}

impl Shape {
    /// Creates the shape for patterns with `k` tiles on an n-by-n board.
    pub(super) fn new(n: usize, k: usize) -> Self {
        Self { places: Arc::new(TilePlaces::new(n, k)), orders: Arc::new(TilePermutations::new(k)) }
    }

    /// Returns the number of a pattern's states.
    pub(super) fn states(&self) -> u64 {
        let orders: usize = (1..=self.places.tile_count()).product();
        (self.places.len() * orders) as u64
    }

    pub(super) fn words_of_all_places(&self) -> usize {
        self.places.len() * self.orders.words_per_set()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{HashMap, HashSet, VecDeque};

    use super::super::placements::{cells_beside, cells_in_set};
    use super::*;

    /// Computes the distances with a simple search. The blank and the pattern's tiles move step by step, and moves of
    /// other tiles cost nothing.
    fn plain(n: usize, homes: &[usize], blank: usize) -> HashMap<(Vec<usize>, usize), u8> {
        let mut distances = HashMap::new();
        let mut queue = VecDeque::from([(homes.to_vec(), blank, 0)]);
        while let Some((tiles, blank, distance)) = queue.pop_front() {
            if distances.contains_key(&(tiles.clone(), blank)) {
                continue;
            }
            distances.insert((tiles.clone(), blank), distance);
            for next in cells_in_set(cells_beside(n, 1 << blank)) {
                if let Some(tile) = tiles.iter().position(|&cell| cell == next) {
                    let mut tiles = tiles.clone();
                    tiles[tile] = blank;
                    queue.push_back((tiles, next, distance + 1));
                } else {
                    queue.push_front((tiles.clone(), next, distance));
                }
            }
        }
        distances
    }

    #[track_caller]
    fn check(n: usize, homes: &[usize], blank: usize) {
        let shape = Shape::new(n, homes.len());
        let set = homes.iter().fold(0, |set, home| set | 1 << home);
        let (database, histogram) = StateDatabase::build(&shape, set, blank, 2, &mut |_, _| ());
        let plain = plain(n, homes, blank);
        let mut count = vec![0; histogram.len()];
        let mut seen = HashSet::new();
        for ((cells, blank), distance) in plain {
            let other = (0..=25).find(|&cell| !homes.contains(&usize::from(cell)));
            let mut tiles = vec![other.expect("a free cell"); n * n];
            for (&cell, &home) in cells.iter().zip(homes) {
                tiles[cell] = u8::try_from(home).expect("a cell");
            }
            let state = database.initial_state(&tiles, blank);
            assert_eq!(state.distance, distance, "{cells:?}, blank {blank}");
            let place = database.places.index_of(state.occupied, blank);
            if seen.insert((place, state.order)) {
                count[usize::from(distance)] += 1;
            }
        }
        assert_eq!(count, histogram);
        assert_eq!(histogram.iter().sum::<u64>(), shape.states());
    }

    #[test]
    fn distances_match_a_plain_search() {
        check(2, &[0], 3);
        check(3, &[0, 1, 2, 3], 8);
        check(3, &[1, 2, 4, 5, 7], 0);
        check(3, &[0, 2, 6], 4);
        check(4, &[0, 1, 4], 15);
        check(5, &[7, 12], 24);
    }
}
