//! The orders of a pattern's tiles on their cells, and sets of such orders.

/// The tiles of an order that share a word: all orders of the last four are bits of one.
const LOW: usize = 4;

/// The most tiles of a pattern.
pub(super) const MAX_TILES: usize = 8;

/// The numbers of all orders of `k` tiles, and what moves do to them.
///
/// An order lists the tiles of a pattern, counted from 0, by the cells that they stand on, row by
/// row. Its *index* is made for sets of orders that are words of bits: the bit is the rank of the
/// last four tiles among their 24 orders, the word the rank of what comes before. So 24 of the 32
/// bits of a word are used, and the word holds all orders that begin alike.
///
/// A tile that slides to the left or right stays where it is in the order. One that slides up or
/// down goes past the tiles between, and those can be at most as many as the board has columns
/// less one.
#[derive(Debug)]
pub(super) struct TilePermutations {
    k: usize,
    words: usize,
    /// The index that each index becomes when a tile goes from one position to another, by
    /// [`TilePermutations::entry`].
    after: Vec<u16>,
    /// The length of each part of `after`, as a power of two.
    stride: u32,
    /// The effect of exchanging the tiles at `position` and the next, on a set.
    exchanges: Vec<Exchange>,
}

/// The set of orders that some set becomes when two neighbors are exchanged in each.
#[derive(Debug)]
enum Exchange {
    /// Both tiles come before the last four: whole words change places. Each word comes from the
    /// one that is given.
    Words(Vec<u16>),
    /// One tile goes in among the last four. Each word is made of four groups of six bits, and
    /// each group comes from the word and group that are given.
    Groups(Vec<[(u16, u8); LOW]>),
    /// Both are among the last four: all words change alike. Those bits of each mask move up, or
    /// down, by a number of places.
    Bits { up: Vec<(u32, u32)>, down: Vec<(u32, u32)> },
}

impl TilePermutations {
    /// The orders of `k` tiles.
    ///
    /// # Panics
    ///
    /// If `k` is not from 1 to [`MAX_TILES`].
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
        // A tile goes past another by an exchange, and farther by one more.
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

    /// The index in `after` of the part for a tile that goes from one position to another. The
    /// parts are at multiples of a power of two, which saves a multiplication in each look-up.
    #[inline]
    fn entry(&self, from: usize, to: usize) -> usize {
        (from * MAX_TILES + to) << self.stride
    }

    /// The words of a set of orders.
    pub(super) fn words(&self) -> usize {
        self.words
    }

    /// The index of an order.
    pub(super) fn index(&self, order: &[u8]) -> u16 {
        let low: usize = (1..=self.k.min(LOW)).product();
        let rank = rank(order);
        u16::try_from(rank / low * 32 + rank % low).expect("8! / 24 * 32 at most")
    }

    /// The index of an order after the tile at the position `from` has gone to `to`.
    #[inline]
    pub(super) fn after(&self, index: u16, from: usize, to: usize) -> u16 {
        self.after[self.entry(from, to) + usize::from(index)]
    }

    /// Turns a set of orders into that after the tile at the position `from` has gone to `to` in
    /// each. `scratch` is as long as the set, and its content does not matter.
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

    /// The effect of exchanging the tiles at `position` and the next, on a set.
    /// `after` has the index that each index becomes.
    fn exchange(&self, position: usize, after: &[u16]) -> Exchange {
        let used = (1..=self.k.min(LOW)).product::<usize>();
        let high = self.k.saturating_sub(LOW);
        if position + 1 < high {
            Exchange::Words((0..self.words).map(|word| after[word * 32] / 32).collect())
        } else if position < high {
            // To exchange twice changes nothing, so where a group goes is where it comes from.
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
    /// Writes the set that `from` becomes to `into`, which is as long.
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

/// The number of orders of the same tiles that come before this one in lexicographic order.
fn rank(order: &[u8]) -> usize {
    let mut left = order.len();
    order.iter().enumerate().fold(0, |rank, (position, tile)| {
        let smaller = order[position + 1..].iter().filter(|&later| later < tile).count();
        left -= 1;
        rank * (left + 1) + smaller
    })
}

/// The order of the tiles 0 to `k - 1` that has a rank.
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
    fn every_order_has_a_bit_of_its_own() {
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
    fn the_rest_of_an_order_closes_up() {
        let orders = TilePermutations::new(6);
        let after = |order: [u8; 6], from, to| orders.after(orders.index(&order), from, to);
        assert_eq!(after([5, 0, 1, 2, 3, 4], 0, 3), orders.index(&[0, 1, 2, 5, 3, 4]));
        assert_eq!(after([5, 0, 1, 2, 3, 4], 4, 1), orders.index(&[5, 3, 0, 1, 2, 4]));
        assert_eq!(after([5, 0, 1, 2, 3, 4], 2, 2), orders.index(&[5, 0, 1, 2, 3, 4]));
    }

    /// A set of orders moves as its members do, one by one.
    #[test]
    fn sets_move_like_orders() {
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
