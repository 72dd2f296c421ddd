/// The number of tiles at the end of an order whose permutations share a word.
const LOW: usize = 4;

pub(super) const MAX_TILES: usize = 8;

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
    /// For each move between two positions, a table of the new index of each index, at [`TilePermutations::entry`].
    after: Vec<u16>,
    stride: u32,
    /// For each position, the effect of swapping the tile with the next.
    exchanges: Vec<Exchange>,
}

/// The effect of swapping two adjacent tiles in every order of a set.
#[derive(Debug)]
enum Exchange {
    /// Both tiles come before the last four, so words are swapped. Contains each word's source.
    Words(Vec<u16>),
    /// One tile is among the last four and the other is not. A word consists of four groups of six bits. Contains each
    /// group's source word and source group.
    Groups(Vec<[(u16, u8); LOW]>),
    /// Both tiles are among the last four, so all words change in the same way. Contains masks with the distance to
    /// shift the masked bits up or down.
    Bits { up: Vec<(u32, u32)>, down: Vec<(u32, u32)> },
}

impl TilePermutations {
    /// # Panics
    ///
    /// Panics if `k` is not between 1 and [`MAX_TILES`].
    pub(super) fn new(k: usize) -> Self {
        assert!((1..=MAX_TILES).contains(&k), "a pattern of {k} tiles");
        let low: usize = (1..=k.min(LOW)).product();
        let words = (1..=k).product::<usize>() / low;
        let stride = (words * 32).next_power_of_two().trailing_zeros();
        let mut orders = Self { k, words, after: Vec::new(), stride, exchanges: Vec::new() };
        let mut exchanged = Vec::new();
        for position in 1..k {
            let mut after = vec![0; words * 32];
            for order in (0..words * low).map(|rank| unrank(k, rank)) {
                let mut other = order.clone();
                other.swap(position - 1, position);
                after[usize::from(orders.index(&order))] = orders.index(&other);
            }
            orders.exchanges.push(orders.exchange(position - 1, &after));
            exchanged.push(after);
        }
        // Longer moves are sequences of swaps of adjacent tiles.
        orders.after = vec![0; orders.entry(MAX_TILES, 0)];
        for from in 0..k {
            let unchanged: Vec<u16> = (0..).take(words * 32).collect();
            let mut go = |positions: &mut dyn Iterator<Item = (usize, usize)>| {
                let mut after = unchanged.clone();
                for (to, exchange) in positions {
                    for index in &mut after {
                        *index = exchanged[exchange][usize::from(*index)];
                    }
                    let entry = orders.entry(from, to);
                    orders.after[entry..][..words * 32].copy_from_slice(&after);
                }
            };
            go(&mut (from + 1..k).map(|to| (to, to - 1)));
            go(&mut (0..from).rev().map(|to| (to, to)));
            let entry = orders.entry(from, from);
            orders.after[entry..][..words * 32].copy_from_slice(&unchanged);
        }
        orders
    }

    /// Returns the start of the part of `after` for a move from position `from` to `to`. The parts are aligned to
    /// powers of two to save a multiplication in every lookup.
    #[inline]
    fn entry(&self, from: usize, to: usize) -> usize {
        (from * MAX_TILES + to) << self.stride
    }

    pub(super) fn words(&self) -> usize {
        self.words
    }

    pub(super) fn index(&self, order: &[u8]) -> u16 {
        let low: usize = (1..=self.k.min(LOW)).product();
        let rank = rank(order);
        u16::try_from(rank / low * 32 + rank % low).expect("8! / 24 * 32 at most")
    }

    /// Returns the index after the tile at position `from` moves to position `to`.
    #[inline]
    pub(super) fn after(&self, index: u16, from: usize, to: usize) -> u16 {
        self.after[self.entry(from, to) + usize::from(index)]
    }

    /// Moves the tile at position `from` to position `to` in every order in a set. Overwrites `scratch`, which must be
    /// as long as the set.
    pub(super) fn slide(&self, set: &mut Vec<u32>, from: usize, to: usize, scratch: &mut Vec<u32>) {
        let mut exchange = |position: usize| {
            self.exchanges[position].apply(set, scratch);
            std::mem::swap(set, scratch);
        };
        if from < to {
            (from..to).for_each(&mut exchange);
        } else {
            (to..from).rev().for_each(&mut exchange);
        }
    }

    /// Returns the effect of swapping the tile at `position` with the next. `after` maps each index to the new one.
    fn exchange(&self, position: usize, after: &[u16]) -> Exchange {
        let used = (1..=self.k.min(LOW)).product::<usize>();
        let high = self.k.saturating_sub(LOW);
        if position + 1 < high {
            Exchange::Words((0..self.words).map(|word| after[word * 32] / 32).collect())
        } else if position < high {
            // The swap is its own inverse.
            let group = |word: usize, group: usize| {
                let index = usize::from(after[word * 32 + group * 6]);
                let [word, group] = [index / 32, index % 32 / 6];
                (
                    u16::try_from(word).expect("8! / 24 words"),
                    u8::try_from(group).expect("4 groups"),
                )
            };
            let groups = |word| [0, 1, 2, 3].map(|number| group(word, number));
            Exchange::Groups((0..self.words).map(groups).collect())
        } else {
            let [mut up, mut down] = [[0u32; 32]; 2];
            for bit in 0..used {
                let to = usize::from(after[bit]);
                if to >= bit {
                    up[to - bit] |= 1 << bit;
                } else {
                    down[bit - to] |= 1 << bit;
                }
            }
            let shifts = |masks: [u32; 32]| {
                let masks = (0..).zip(masks).filter(|&(_, mask)| mask != 0);
                masks.map(|(shift, mask)| (mask, shift)).collect()
            };
            Exchange::Bits { up: shifts(up), down: shifts(down) }
        }
    }
}

impl Exchange {
    /// Writes `from` after the swap to `into`, which must be as long.
    fn apply(&self, from: &[u32], into: &mut [u32]) {
        match self {
            Self::Words(sources) => {
                for (word, &source) in into.iter_mut().zip(sources) {
                    *word = from[usize::from(source)];
                }
            }
            Self::Groups(sources) => {
                for (word, groups) in into.iter_mut().zip(sources) {
                    *word = (0..).step_by(6).zip(groups).fold(0, |word, (at, &(source, group))| {
                        let bits = from[usize::from(source)] >> (u32::from(group) * 6) & 0x3f;
                        word | bits << at
                    });
                }
            }
            Self::Bits { up, down } => {
                into.fill(0);
                for &(mask, shift) in up {
                    for (word, &bits) in into.iter_mut().zip(from) {
                        *word |= (bits & mask) << shift;
                    }
                }
                for &(mask, shift) in down {
                    for (word, &bits) in into.iter_mut().zip(from) {
                        *word |= (bits & mask) >> shift;
                    }
                }
            }
        }
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
            let mut seen = vec![0u32; orders.words()];
            for order in (0..count).map(|rank| unrank(k, rank)) {
                let index = usize::from(orders.index(&order));
                assert_eq!(seen[index / 32] >> (index % 32) & 1, 0, "{order:?}");
                seen[index / 32] |= 1 << (index % 32);
            }
            assert_eq!(seen.iter().map(|word| word.count_ones() as usize).sum::<usize>(), count);
        }
    }

    #[test]
    fn moving_a_tile_shifts_the_others() {
        let orders = TilePermutations::new(6);
        let after = |order: [u8; 6], from, to| orders.after(orders.index(&order), from, to);
        assert_eq!(after([5, 0, 1, 2, 3, 4], 0, 3), orders.index(&[0, 1, 2, 5, 3, 4]));
        assert_eq!(after([5, 0, 1, 2, 3, 4], 4, 1), orders.index(&[5, 3, 0, 1, 2, 4]));
        assert_eq!(after([5, 0, 1, 2, 3, 4], 2, 2), orders.index(&[5, 0, 1, 2, 3, 4]));
    }

    #[test]
    fn sets_move_like_their_members() {
        for k in 1..=7 {
            let orders = TilePermutations::new(k);
            let members = (0..(1..=k).product::<usize>()).filter(|rank| rank % 7 < 2);
            let members: Vec<u16> = members.map(|rank| orders.index(&unrank(k, rank))).collect();
            let set_of = |members: &[u16]| {
                let mut set = vec![0u32; orders.words()];
                for &index in members {
                    set[usize::from(index) / 32] |= 1 << (index % 32);
                }
                set
            };
            for (from, to) in (0..k).flat_map(|from| (0..k).map(move |to| (from, to))) {
                let moved: Vec<u16> =
                    members.iter().map(|&index| orders.after(index, from, to)).collect();
                let (mut set, mut scratch) = (set_of(&members), vec![!0; orders.words()]);
                orders.slide(&mut set, from, to, &mut scratch);
                assert_eq!(set, set_of(&moved), "{k} tiles, {from} to {to}");
            }
        }
    }
}
