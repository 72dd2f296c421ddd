//! Reproducible random boards.

use slider::Tile;

use super::{Goal, Grid, NotABoard, is_solvable};

/// A seeded random number generator with the same output on every machine and in every version.
///
/// The generator is `SplitMix64` by G. L. Steele, D. Lea and C. H. Flood ("Fast splittable pseudorandom number
/// generators", OOPSLA 2014), with the constants from S. Vigna's reference implementation. The 2^64 states are enough
/// to draw test boards, although they yield only a small share of the boards above 4-by-4.
#[derive(Clone, Debug)]
pub struct SeededRandom {
    state: u64,
}

impl SeededRandom {
    /// Creates a generator from a seed.
    pub const fn new(seed: u64) -> Self {
        Self { state: seed }
    }

    /// Returns the next 64 random bits.
    pub fn next_bits(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.state;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// Returns a uniformly random number below `n`.
    ///
    /// The result is the upper half of the 128-bit product. Draws that would cause bias are rejected (D. Lemire, "Fast
    /// random integer generation in an interval", ACM Transactions on Modeling and Computer Simulation 29, 2019).
    ///
    /// # Panics
    ///
    /// Panics if `n` is 0.
    pub fn below(&mut self, n: usize) -> usize {
        assert!(n > 0, "there is no number below 0");
        let n = n as u64;
        // 2^64 modulo n.
        let surplus = n.wrapping_neg() % n;
        loop {
            let product = u128::from(self.next_bits()) * u128::from(n);
            if product & u128::from(u64::MAX) >= u128::from(surplus) {
                return usize::try_from(product >> 64).expect("less than n, which was a usize");
            }
        }
    }

    /// Shuffles items uniformly (R. A. Fisher, F. Yates, 1938; in place, R. Durstenfeld, 1964).
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }
}

/// Returns a uniformly random board of dimension `n`. For any goal, half of these boards are unsolvable.
///
/// # Errors
///
/// Returns an error if `n` is not between 2 and 127.
pub fn any_board(n: usize, random: &mut SeededRandom) -> Result<Grid, NotABoard> {
    if !(2..128).contains(&n) {
        return Err(NotABoard::Dimension(n));
    }
    Ok(shuffled(n, random))
}

/// Returns a uniformly random board that can reach the goal, or one that cannot.
///
/// If the board is in the wrong half, the first two tiles are swapped, which maps the halves one-to-one.
pub fn board_in_half(goal: &Goal, solvable: bool, random: &mut SeededRandom) -> Grid {
    let n = goal.dimension();
    let board = shuffled(n, random);
    if is_solvable(&board, goal) == solvable {
        return board;
    }
    let mut cells = board.cells().to_vec();
    match board.blank() {
        0 => cells.swap(1, 2),
        1 => cells.swap(0, 2),
        _ => cells.swap(0, 1),
    }
    grid_of_permutation(n, &cells)
}

/// Returns the board reached by random moves from the goal. The moves are uniform and may undo each other, so an
/// optimal solution has at most `moves` moves, often far fewer.
pub fn walk_back(goal: &Goal, moves: usize, random: &mut SeededRandom) -> Grid {
    let mut board = goal.grid().clone();
    for _ in 0..moves {
        let cells: Vec<usize> = board.slidable().collect();
        board.slide(cells[random.below(cells.len())]);
    }
    board
}

/// Returns a uniformly random board of dimension `n`.
fn shuffled(n: usize, random: &mut SeededRandom) -> Grid {
    let mut cells: Vec<Tile> = (0..).take(n * n).collect();
    random.shuffle(&mut cells);
    grid_of_permutation(n, &cells)
}

fn grid_of_permutation(n: usize, cells: &[Tile]) -> Grid {
    Grid::of_cells(n, cells.to_vec()).expect("a permutation of all tiles")
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::MovesTable;
    use crate::puzzle::Arrangement;

    /// From the reference implementation with the seed 1234567.
    #[test]
    fn numbers_match_the_published_ones() {
        let mut random = SeededRandom::new(1_234_567);
        let bits: Vec<u64> = (0..5).map(|_| random.next_bits()).collect();
        let expected = [
            6_457_827_717_110_365_317,
            3_203_168_211_198_807_973,
            9_817_491_932_198_370_423,
            4_593_380_528_125_082_431,
            16_408_922_859_458_223_821,
        ];
        assert_eq!(bits, expected);
    }

    /// Checks that all draws are about equally frequent. To be reproducible, the test must use a fixed seed.
    #[track_caller]
    fn check_uniform<T: Ord + std::fmt::Debug>(kinds: usize, draws: impl Iterator<Item = T>) {
        let mut counts = BTreeMap::<T, usize>::new();
        let mut all = 0;
        for draw in draws {
            *counts.entry(draw).or_default() += 1;
            all += 1;
        }
        assert_eq!(counts.len(), kinds);
        let each = all / kinds;
        // Allow more than five standard deviations.
        let slack = 5 * each.isqrt() + 5;
        assert!(counts.values().all(|&count| count.abs_diff(each) < slack), "{counts:?}");
    }

    #[test]
    fn draws_and_shuffles_are_uniform() {
        let mut random = SeededRandom::new(1);
        check_uniform(7, (0..70_000).map(|_| random.below(7)));
        check_uniform(
            24,
            (0..24_000).map(|_| {
                let mut items = [0, 1, 2, 3];
                random.shuffle(&mut items);
                items
            }),
        );
        assert!((0..100).all(|_| random.below(1) == 0));
        // With a range of two thirds of `u64`, a biased method would favor every other number.
        let n = usize::try_from(u64::MAX / 3 * 2).expect("the tests run on 64 bits");
        let even = (0..3000).filter(|_| random.below(n).is_multiple_of(2)).count();
        assert!((1350..1650).contains(&even), "{even}");
    }

    #[test]
    fn boards_are_uniform_within_their_half() {
        let mut random = SeededRandom::new(2);
        let cells = |grid: Grid| grid.cells().to_vec();
        check_uniform(24, (0..24_000).map(|_| cells(any_board(2, &mut random).expect("2"))));
        let goal = Goal::arranged(2, Arrangement::Spiral);
        let table = MovesTable::new(&goal);
        for solvable in [true, false] {
            let boards = (0..12_000).map(|_| {
                let board = board_in_half(&goal, solvable, &mut random);
                assert_eq!(table.moves(&board).is_some(), solvable);
                cells(board)
            });
            check_uniform(12, boards);
        }
    }

    #[test]
    fn walks_end_within_their_length() {
        let goal = Goal::arranged(3, Arrangement::BlankFirst);
        let table = MovesTable::new(&goal);
        let mut random = SeededRandom::new(3);
        for moves in [0, 1, 2, 7, 50] {
            for _ in 0..100 {
                let depth = table.moves(&walk_back(&goal, moves, &mut random)).expect("solvable");
                assert!(depth <= moves && (moves - depth).is_multiple_of(2), "{depth}, {moves}");
            }
        }
        assert_eq!(walk_back(&goal, 0, &mut random), *goal.grid());
    }

    #[test]
    fn a_seed_gives_the_same_board_every_time() {
        let board = |seed| any_board(4, &mut SeededRandom::new(seed)).expect("4-by-4");
        assert_eq!(board(42), board(42));
        assert_ne!(board(42), board(43));
        assert_eq!(board(0).cells(), [13, 4, 7, 5, 10, 2, 8, 9, 15, 11, 3, 1, 12, 0, 6, 14]);
    }

    #[test]
    fn dimensions_out_of_range_are_rejected() {
        for n in [0, 1, 128, usize::MAX] {
            let error = any_board(n, &mut SeededRandom::new(0)).unwrap_err();
            assert_eq!(error, NotABoard::Dimension(n));
        }
        assert_eq!(any_board(127, &mut SeededRandom::new(0)).map(|grid| grid.dimension()), Ok(127));
    }
}
