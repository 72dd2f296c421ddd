/// The number of tiles at the end of an order whose permutations share a word.
/// Four tiles have 24 orders, which fit into 32 bits. Five have 120.
const LOW: usize = 4;

/// The index of an order is a `u16`. There are 40,320 orders of eight tiles, but 362,880 of nine.
pub(super) const MAX_TILES: usize = 8;

/// A tile that slides vertically passes at most four others, because there are at most five columns.
const MAX_PASSED: usize = 4;

/// The number of ways in which a slide can change a tile's position. See [`order_change_number`].
const SHIFTS: usize = 2 * MAX_PASSED + 1;

/// Returns the number of the change if a tile passes `passed` others, which come after it in the order if it slides
/// down, and before it if it slides up.
pub(super) fn order_change_number(passed: usize, is_down: bool) -> usize {
    if passed == 0 || is_down { passed } else { MAX_PASSED + passed }
}

/// The numbering of all orders of `k` tiles, and the effects of moves on orders and sets of orders.
///
/// An order lists the pattern's tiles, counted from 0, by their cells in row-major order. Its *index* is designed for
/// sets stored as words of bits: the bit is the rank of the last four tiles among their 24 orders, and the word is the
/// rank of the tiles before them. So a word uses 24 of 32 bits, for all orders that begin with the same tiles.
///
/// A tile that slides horizontally keeps the position in the order. A tile that slides vertically passes the tiles
/// between the two cells. It always passes fewer tiles than there are columns.
#[derive(Debug)]
pub(super) struct TilePermutations {
    k: usize,
    words: usize,
    /// For each index, tile and [`order_change_number`], the new index. The entries of an index are adjacent, because a search tries
    /// several moves of the same state.
    after: Vec<u16>,
    /// For each position, the effect of swapping the tile with the next.
    exchanges: Vec<Exchange>,
}

/// The effect of swapping two adjacent tiles in every order of a set.
#[derive(Debug)]
enum Exchange {
    /// Both tiles come before the last four, so words are swapped. Contains each word's source.
    Words(Vec<u16>),
    /// Only the second tile is among the last four. See [`transpose`].
    Groups,
    /// Both tiles are among the last four, so all words change in the same way.
    Bits(BitSwaps),
}

/// Swaps of bits in a word.
#[derive(Clone, Copy, Debug)]
struct BitSwaps {
    /// A mask of the bits that stay.
    kept: u32,
    /// For each distance between swapped bits, a mask of the lower bits, and the distance.
    swaps: [(u32, u32); 3],
}

impl TilePermutations {
    /// # Panics
    ///
    /// Panics if `k` is not between 1 and [`MAX_TILES`].
    pub(super) fn new(k: usize) -> Self {
        assert!((1..=MAX_TILES).contains(&k), "a pattern of {k} tiles");
        let low: usize = (1..=k.min(LOW)).product();
        let words = (1..=k).product::<usize>() / low;
        let mut orders = Self { k, words, after: Vec::new(), exchanges: Vec::new() };
        let mut exchanged = Vec::new();
        for position in 1..k {
            let mut after = vec![0; words * 32];
            for order in (0..words * low).map(|rank| unrank(k, rank)) {
                let mut other = order.clone();
                other.swap(position - 1, position);
                after[usize::from(orders.index_of_order(&order))] = orders.index_of_order(&other);
            }
            orders.exchanges.push(orders.create_exchange(position - 1, &after));
            exchanged.push(after);
        }
        // Longer moves are sequences of swaps of adjacent tiles.
        orders.after = vec![0; words * 32 * k * SHIFTS];
        for order in (0..words * low).map(|rank| unrank(k, rank)) {
            let index = orders.index_of_order(&order);
            for (position, &tile) in order.iter().enumerate() {
                let entries =
                    &mut orders.after[(usize::from(index) * k + usize::from(tile)) * SHIFTS..];
                let mut go = |positions: &mut dyn Iterator<Item = usize>, is_down| {
                    let mut after = index;
                    for (passed, exchange) in (1..=MAX_PASSED).zip(positions) {
                        after = exchanged[exchange][usize::from(after)];
                        entries[order_change_number(passed, is_down)] = after;
                    }
                };
                go(&mut (position..k - 1), true);
                go(&mut (0..position).rev(), false);
                entries[order_change_number(0, true)] = index;
            }
        }
        orders
    }

    pub(super) fn words_per_set(&self) -> usize {
        self.words
    }

    pub(super) fn index_of_order(&self, order: &[u8]) -> u16 {
        let low: usize = (1..=self.k.min(LOW)).product();
        let rank = rank(order);
        // A word has 32 bits, of which the last eight stay unused.
        u16::try_from(rank / low * 32 + rank % low).expect("8! / 24 * 32 at most")
    }

    /// Returns the order with an index.
    pub(super) fn order_with_index(&self, index: u16) -> Vec<u8> {
        let low: usize = (1..=self.k.min(LOW)).product();
        let index = usize::from(index);
        unrank(self.k, index / 32 * low + index % 32)
    }

    /// Returns the index after a tile's position changes. See [`order_change_number`].
    #[inline]
    pub(super) fn index_after(&self, index: u16, tile: usize, shift: usize) -> u16 {
        self.after[(usize::from(index) * self.k + tile) * SHIFTS + shift]
    }

    /// Moves the tile at position `from` to position `to` in every order in a set, and adds these orders to `into`.
    /// Overwrites `scratch`. All sets have the same length.
    pub(super) fn slide_tile_in_all(
        &self,
        set: &[u32],
        from: usize,
        to: usize,
        into: &mut [u32],
        [scratch, next]: &mut [Vec<u32>; 2],
    ) {
        if from == to {
            return add_orders(into, set);
        }
        let (first, last) = (from.min(to), from.max(to) - 1);
        let exchange = |step| &self.exchanges[if from < to { first + step } else { last - step }];
        let steps = last - first;
        // The last swap writes to `into`.
        if steps == 0 {
            return exchange(0).apply_to_set(set, into, |word, bits| *word |= bits);
        }
        exchange(0).apply_to_set(set, scratch, |word, bits| *word = bits);
        for step in 1..steps {
            exchange(step).apply_to_set(scratch, next, |word, bits| *word = bits);
            std::mem::swap(scratch, next);
        }
        exchange(steps).apply_to_set(scratch, into, |word, bits| *word |= bits);
    }

    /// Returns the effect of swapping the tile at `position` with the next. `after` maps each index to the new one.
    fn create_exchange(&self, position: usize, after: &[u16]) -> Exchange {
        let high = self.k.saturating_sub(LOW);
        if position + 1 < high {
            Exchange::Words((0..self.words).map(|word| after[word * 32] / 32).collect())
        } else if position < high {
            Exchange::Groups
        } else {
            let used = (1..=self.k.min(LOW)).product::<usize>();
            let mut bits = BitSwaps { kept: 0, swaps: [(0, 0); 3] };
            for (bit, &to) in (0..).zip(&after[..used]) {
                let Some(distance) = u32::from(to).checked_sub(bit) else { continue };
                if distance == 0 {
                    bits.kept |= 1 << bit;
                    continue;
                }
                let known = |swap: &&mut (u32, u32)| swap.0 == 0 || swap.1 == distance;
                let swap = bits.swaps.iter_mut().find(known).expect("at most three distances");
                *swap = (swap.0 | 1 << bit, distance);
            }
            Exchange::Bits(bits)
        }
    }
}

impl Exchange {
    /// Calls `put` with each word of `into` and the bits of the word after the swap in `from`, which must be as long.
    #[inline]
    fn apply_to_set(&self, from: &[u32], into: &mut [u32], put: impl Fn(&mut u32, u32)) {
        match self {
            Self::Words(sources) => {
                for (word, &source) in into.iter_mut().zip(sources) {
                    put(word, from[usize::from(source)]);
                }
            }
            Self::Groups => {
                let (from, _) = from.as_chunks();
                let (into, _) = into.as_chunks_mut::<{ LOW + 1 }>();
                for (words, &from) in into.iter_mut().zip(from) {
                    for (word, bits) in words.iter_mut().zip(transpose(from)) {
                        put(word, bits);
                    }
                }
            }
            Self::Bits(swaps) => {
                for (word, &bits) in into.iter_mut().zip(from) {
                    put(word, swaps.apply_to_word(bits));
                }
            }
        }
    }
}

impl BitSwaps {
    #[inline]
    fn apply_to_word(self, bits: u32) -> u32 {
        self.swaps.iter().fold(bits & self.kept, |swapped, (lower, distance)| {
            swapped | (bits & lower) << distance | bits >> distance & lower
        })
    }
}

/// Swaps the first two of the last five tiles in every order. The words are for the orders that begin with the same
/// tiles before these. Each word stands for one of the five tiles, and consists of four groups of six bits, which stand
/// for the next tile, so this is a transposition.
#[inline]
fn transpose(words: [u32; LOW + 1]) -> [u32; LOW + 1] {
    // Six bits, one for each order of the last three tiles.
    const GROUP: u32 = 0b11_1111;
    let mut transposed = [0; LOW + 1];
    for low in 0..LOW {
        for high in low + 1..=LOW {
            // A word has no group for its own tile, so higher tiles are one group lower.
            let (low_group, high_group) = (6 * low, 6 * (high - 1));
            transposed[low] |= (words[high] >> low_group & GROUP) << high_group;
            transposed[high] |= (words[low] >> high_group & GROUP) << low_group;
        }
    }
    transposed
}

/// Adds the orders in `other` to a set.
pub(super) fn add_orders(set: &mut [u32], other: &[u32]) {
    for (word, &more) in set.iter_mut().zip(other) {
        *word |= more;
    }
}

/// Returns the lexicographic rank of an order among the permutations of the same tiles.
fn rank(order: &[u8]) -> usize {
    let mut left = order.len();
    order.iter().enumerate().fold(0, |rank, (position, tile)| {
        let smaller = order[position + 1..].iter().filter(|&later| later < tile).count();
        left -= 1;
        rank * (left + 1) + smaller
    })
}

/// Returns the order of the tiles 0 to `k - 1` with this rank.
fn unrank(k: usize, mut rank: usize) -> Vec<u8> {
    let mut left: Vec<u8> = (0..).take(k).collect();
    let mut orders: usize = (1..=k).product();
    let mut order = Vec::with_capacity(k);
    while !left.is_empty() {
        orders /= left.len();
        order.push(left.remove(rank / orders));
        rank %= orders;
    }
    order
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_order_has_a_unique_bit() {
        for k in 1..=6 {
            let orders = TilePermutations::new(k);
            let count = (1..=k).product();
            let mut seen = vec![0u32; orders.words_per_set()];
            for order in (0..count).map(|rank| unrank(k, rank)) {
                let index = usize::from(orders.index_of_order(&order));
                assert_eq!(seen[index / 32] >> (index % 32) & 1, 0, "{order:?}");
                seen[index / 32] |= 1 << (index % 32);
            }
            assert_eq!(seen.iter().map(|word| word.count_ones() as usize).sum::<usize>(), count);
        }
    }

    /// Moves the tile at position `from` to position `to`.
    fn after(orders: &TilePermutations, index: u16, from: usize, to: usize) -> u16 {
        let tile = orders.order_with_index(index)[from];
        orders.index_after(index, tile.into(), order_change_number(from.abs_diff(to), from < to))
    }

    #[test]
    fn moving_a_tile_shifts_the_others() {
        let orders = TilePermutations::new(6);
        let after =
            |order: [u8; 6], from, to| after(&orders, orders.index_of_order(&order), from, to);
        assert_eq!(after([5, 0, 1, 2, 3, 4], 0, 3), orders.index_of_order(&[0, 1, 2, 5, 3, 4]));
        assert_eq!(after([5, 0, 1, 2, 3, 4], 4, 1), orders.index_of_order(&[5, 3, 0, 1, 2, 4]));
        assert_eq!(after([5, 0, 1, 2, 3, 4], 2, 2), orders.index_of_order(&[5, 0, 1, 2, 3, 4]));
    }

    #[test]
    fn sets_move_like_their_members() {
        for k in 1..=7 {
            let orders = TilePermutations::new(k);
            let members = (0..(1..=k).product::<usize>()).filter(|rank| rank % 7 < 2);
            let members: Vec<u16> =
                members.map(|rank| orders.index_of_order(&unrank(k, rank))).collect();
            let set_of = |members: &[u16]| {
                let mut set = vec![0u32; orders.words_per_set()];
                for &index in members {
                    set[usize::from(index) / 32] |= 1 << (index % 32);
                }
                set
            };
            let pairs = (0..k).flat_map(|from| (0..k).map(move |to| (from, to)));
            for (from, to) in pairs.filter(|&(from, to)| from.abs_diff(to) <= MAX_PASSED) {
                let moved: Vec<u16> =
                    members.iter().map(|&index| after(&orders, index, from, to)).collect();
                let arbitrary = vec![!0; orders.words_per_set()];
                let mut scratch = [arbitrary.clone(), arbitrary];
                let mut set = vec![0; orders.words_per_set()];
                orders.slide_tile_in_all(&set_of(&members), from, to, &mut set, &mut scratch);
                assert_eq!(set, set_of(&moved), "{k} tiles, {from} to {to}");
            }
        }
    }
}
