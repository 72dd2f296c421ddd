//! Generates boards for surveys.

use std::collections::BTreeSet;
use std::ops::RangeInclusive;

use base::seed::{random_below, random_within, shuffle};
use grade::{Tiles, Visibility};
use probe::Boards;
use slider::Tile;

use crate::exam::CaseDraw;
use crate::judge;

/// The number of boards with 3 rows.
/// This is 9!, including the half that cannot be solved, since methods must also work on these.
pub(super) const ALL_3X3: usize = 362_880;

/// The texts of 3-by-3 boards are read for every board with a rank that is a multiple of this number.
///
/// Formatting every board would take almost half of the total work. A test shows that these boards contain every
/// combination of three tiles in three cells, so they reveal any fault that depends on at most three tiles.
const TEXTS: usize = 23;

/// The ranges of dimensions to draw from. Other cases use only a few of these dimensions for each method.
/// They leave out the larger dimensions that all submissions get, such as 32, 64 and 127.
const DRAWN: [RangeInclusive<usize>; 3] = [18..=31, 33..=63, 65..=126];

/// The number of boards to compare with one another. If `==` compares hashes with 16 bits, about eleven pairs are equal.
/// They form 719,400 pairs.
const DISTINCT: usize = 1_200;

/// Draws dimensions, one from each range in each draw, and returns who may see them.
pub(super) fn drawn_sizes(draws: &[CaseDraw]) -> impl Iterator<Item = (usize, Visibility)> {
    draws.iter().flat_map(|draw| {
        let mut random = draw.seed;
        DRAWN.map(|range| (random_within(&mut random, range), draw.visibility))
    })
}

/// Draws different boards of the same dimension.
pub(super) fn draw_distinct(mut random: u64) -> Vec<Tiles> {
    // There are only 24 boards with two rows, so the loop below would not end for them.
    let n = 3 + random_below(&mut random, 3);
    let mut boards = BTreeSet::new();
    let mut tiles = judge::goal_tiles(n).cells();
    while boards.len() < DISTINCT {
        shuffle(&mut random, &mut tiles);
        boards.insert(Tiles::from_cells(n, &tiles));
    }
    boards.into_iter().collect()
}

/// Returns the number of boards.
pub(super) fn board_count(boards: &Boards) -> usize {
    match boards {
        Boards::Ranks { from, to, .. } => to - from,
        // A board without rows must not divide by zero.
        Boards::Listed { n, tiles } | Boards::Walk { n, tiles } => tiles.len() / (n * n).max(1),
    }
}

/// Returns about `most` of the boards: the first on a walk, and otherwise evenly distributed ones.
pub(super) fn take_some_boards(boards: &Boards, most: usize) -> Boards {
    let some = evenly_spread(board_count(boards), most);
    match boards {
        Boards::Walk { n, tiles } => Boards::Walk {
            n: *n,
            tiles: tiles.chunks(n * n).take(most).flatten().copied().collect(),
        },
        Boards::Listed { n, tiles } => {
            let tiles = some.flat_map(|at| &tiles[at * n * n..(at + 1) * n * n]).copied().collect();
            Boards::Listed { n: *n, tiles }
        }
        Boards::Ranks { n, from, .. } => {
            let tiles = some.flat_map(|at| judge::permutation_with_rank(*n, from + at)).collect();
            Boards::Listed { n: *n, tiles }
        }
    }
}

/// Returns at most `most` of the first numbers, evenly distributed.
pub(super) fn evenly_spread(count: usize, most: usize) -> impl Iterator<Item = usize> {
    (0..most.min(count)).map(move |at| at * count / most.min(count))
}

pub(super) fn tiles_of_boards_for_texts() -> Vec<Tile> {
    (0..ALL_3X3).step_by(TEXTS).flat_map(|rank| judge::permutation_with_rank(3, rank)).collect()
}

pub(super) fn shuffled_board(n: usize) -> Tiles {
    Tiles::from_cells(n, &boards_of_size(n, 0)[..n * n])
}

/// Returns boards of dimension `n`, more for small dimensions.
pub(super) fn boards_of_size(n: usize, seed: u64) -> Vec<Tile> {
    let goal = judge::goal_tiles(n).cells();
    // Large boards are expensive, and all sizes share one total.
    let shuffled = if n <= 10 { 4 } else { 1 };
    let mut tiles = Vec::new();
    let mut random = seed.wrapping_add(n as u64);
    for _ in 0..shuffled {
        let mut board = goal.clone();
        shuffle(&mut random, &mut board);
        tiles.extend(board);
    }
    // A power of two and the maximum are most likely to overflow a packed number.
    if n <= 16 || n == 64 || n == 127 {
        tiles.extend(goal);
    }
    tiles
}

/// Returns a random walk from a shuffled board. No move undoes the previous move.
pub(super) fn random_walk(n: usize, moves: usize, seed: u64) -> Vec<Tile> {
    let mut random = seed.wrapping_add(moves as u64);
    let mut board = judge::goal_tiles(n).cells();
    shuffle(&mut random, &mut board);
    let boards = base::square::random_walk_boards(n, &board, &mut random).take(moves).flatten();
    board.iter().copied().chain(boards).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn some_boards_are_boards_of_the_survey(most in 1..400_usize, from in 0..300_usize) {
            let all = Boards::Ranks { n: 3, from, to: 362 };
            let tiles = (from..362).flat_map(|rank| judge::permutation_with_rank(3, rank)).collect();
            let listed = Boards::Listed { n: 3, tiles };
            let nth = judge::nth_board;
            for boards in [&all, &listed] {
                let some = take_some_boards(boards, most);
                assert_eq!(board_count(&some), most.min(board_count(boards)));
                let ranks: BTreeSet<_> = (0..board_count(boards)).map(|at| nth(boards, at)).collect();
                assert!((0..board_count(&some)).all(|at| ranks.contains(&nth(&some, at))));
            }
            let Boards::Listed { n, tiles } = listed else { unreachable!() };
            let some = take_some_boards(&Boards::Walk { n, tiles: tiles.clone() }, most);
            let Boards::Walk { tiles: some, .. } = some else { panic!("a walk is still a walk") };
            assert!(tiles.starts_with(&some));
        }
    }

    #[test]
    fn text_boards_cover_all_triples_of_tiles_and_cells() {
        let mut seen = BTreeSet::new();
        for board in tiles_of_boards_for_texts().chunks(9) {
            for a in 0..9 {
                for b in a + 1..9 {
                    for c in b + 1..9 {
                        seen.insert(([a, b, c], [board[a], board[b], board[c]]));
                    }
                }
            }
        }
        let places = 9 * 8 * 7 / 6;
        assert_eq!(seen.len(), places * (9 * 8 * 7));
    }
}
