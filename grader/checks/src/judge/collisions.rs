//! Judges comparisons of boards with equal hashes.

use std::collections::{BTreeMap, BTreeSet};

use grade::Tiles;
use grade::cause::BoardCause;
use grade::check::Check;
use probe::wire::Word;
use slider::Tile;

use super::equality::failure_for_wrong_pair;
use super::findings::{BoardFindings, FailureRank};
use super::survey::MalformedOutput;

/// The last of the consecutive factors. Most factors in use are smaller, such as 31 in Java's `Arrays.hashCode`.
/// The largest one that is often used by hand is 131, a factor of the BKDR hash.
const LAST: Tile = 131;

/// The factors of hashes for which there are boards.
fn hash_factors() -> impl Iterator<Item = Tile> {
    (1..=LAST).chain([256, 257])
}

/// Returns pairs of different boards with equal hashes, one after the other, in the order of [`hash_factors`].
///
/// Such a hash starts with any number, and multiplies it by a factor f before it adds a tile. One board starts with the
/// tiles x + 1, y, x, y + f, the other with x, y + f, x + 1, y. The hashes then differ by f^3 - f * f^2 - f + f = 0
/// times a power of f, also if they wrap around. For a factor of 1, the sums of the tiles times their cells are also
/// equal. Each factor has four pairs: for hashes that start at the first or the last cell, by rows or by columns.
pub(crate) fn collision_boards() -> Vec<Tiles> {
    hash_factors().flat_map(colliding_boards).collect()
}

fn colliding_boards(factor: Tile) -> impl Iterator<Item = Tiles> {
    let y = 1;
    let is_free = |x: &Tile| ![*x, x + 1].contains(&(y + factor));
    let x = (2..5).find(is_free).expect("at most two of these are taken");
    let first = [x + 1, y, x, y + factor];
    let second = [x, y + factor, x + 1, y];
    let largest = usize::from((x + 1).max(y + factor));
    // On a 2-by-2 board, one of the four numbers would have to be the blank.
    let n = (largest.isqrt() + 1).max(3);
    let board = move |mut start: [Tile; 4], is_reversed: bool| {
        if is_reversed {
            start.reverse();
        }
        let others = (1..).take(n * n - 1).filter(|tile| !first.contains(tile));
        start.into_iter().chain(others).chain([0]).collect::<Vec<Tile>>()
    };
    let ways = [(false, false), (true, false), (false, true), (true, true)];
    ways.into_iter().flat_map(move |(is_reversed, is_transposed)| {
        [first, second].map(|start| {
            let cells = board(start, is_reversed);
            let cell = |i: usize| if is_transposed { cells[i % n * n + i / n] } else { cells[i] };
            Tiles::from_cells(n, &(0..n * n).map(cell).collect::<Vec<_>>())
        })
    })
}

/// Finds pairs of different boards that are equal, among some or all of the pairs in [`collision_boards`]. Fails if the number of
/// observations is wrong.
pub(crate) fn judge(
    boards: &[Tiles],
    words: &[Word],
    found: &mut BoardFindings,
) -> Result<(), MalformedOutput> {
    if words.len() != boards.len() / 2 {
        return Err(MalformedOutput);
    }
    let of_factor = |factor| colliding_boards(factor).map(move |board| (board, factor));
    let factors: BTreeMap<Tiles, Tile> = hash_factors().flat_map(of_factor).collect();
    // A factor counts only once, although it has boards in several directions.
    let mut equal = BTreeSet::new();
    let mut failures = Vec::new();
    for (pair, word) in boards.chunks_exact(2).zip(words) {
        let [a, b] = pair else { continue };
        for (a, b, word) in [(a, b, word & 3), (b, a, word >> 2)] {
            let (is_equal, is_unequal) = (word & 1 != 0, word & 2 != 0);
            if is_equal {
                equal.extend(factors.get(a));
                failures.push(failure_for_wrong_pair(a, b, false, false, true));
            } else if !is_unequal {
                failures.push(failure_for_wrong_pair(a, b, true, true, false));
            }
        }
    }
    for failure in &failures {
        let tiles = failure.evidence.as_ref().map_or(&boards[0], |evidence| &evidence.tiles);
        found.note_failed_size(Check::BoardEquality, tiles.len());
        found.add_wrong_comparison(failure);
    }
    // The first pairs are the smallest.
    let Some(failure) = failures.into_iter().next() else { return Ok(()) };
    let size = failure
        .evidence
        .as_ref()
        .map_or(FailureRank::SMALLEST, |evidence| FailureRank::of_tiles(&evidence.tiles));
    // A comparison that leaves out tiles does not depend on a factor. A factor of 1 may have other reasons.
    let only = equal.first().filter(|factor| equal.len() == 1 && **factor > 1);
    found.note_failure(Check::BoardEquality, size, || match only {
        Some(&factor) => failure.with_cause(BoardCause::HashesEqual { factor }),
        None => failure,
    });
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the hash of a board's tiles, by rows or columns, and from either end.
    fn hash(board: &Tiles, factor: Tile, is_reversed: bool, by_columns: bool) -> u32 {
        let (n, cells) = (board.len(), board.cells());
        let cell = |i: usize| if by_columns { cells[i % n * n + i / n] } else { cells[i] };
        let mut tiles: Vec<Tile> = (0..n * n).map(cell).collect();
        if is_reversed {
            tiles.reverse();
        }
        let add =
            |hash: u32, tile: Tile| hash.wrapping_mul(factor.into()).wrapping_add(tile.into());
        tiles.into_iter().fold(17, add)
    }

    fn cause(equal: impl Fn(&Tiles, &Tiles) -> bool) -> Option<BoardCause> {
        let boards = collision_boards();
        let word = |pair: &[Tiles]| if equal(&pair[0], &pair[1]) { 5 } else { 10 };
        let words: Vec<Word> = boards.chunks(2).map(word).collect();
        let mut found = BoardFindings::default();
        judge(&boards, &words, &mut found).unwrap();
        match found.into_failed_checks().remove(&Check::BoardEquality)?.0.cause? {
            grade::cause::Cause::Board(cause) => Some(cause),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn the_boards_of_a_pair_are_different_and_have_equal_hashes() {
        let boards = collision_boards();
        let ways = [(false, false), (true, false), (false, true), (true, true)];
        let ways = || hash_factors().flat_map(|factor| ways.map(|way| (factor, way)));
        assert_eq!(boards.len(), 2 * ways().count());
        for (pair, (factor, (is_reversed, by_columns))) in boards.chunks(2).zip(ways()) {
            assert_ne!(pair[0], pair[1]);
            let hash = |board| hash(board, factor, is_reversed, by_columns);
            assert_eq!(hash(&pair[0]), hash(&pair[1]), "{factor}");
            for board in pair {
                let mut tiles = board.cells();
                assert_eq!(tiles.pop(), Some(0));
                tiles.sort_unstable();
                assert!(tiles.iter().copied().eq(1..=Tile::try_from(tiles.len()).unwrap()));
            }
        }
    }

    #[test]
    fn a_hash_is_named_only_if_all_other_pairs_are_unequal() {
        assert_eq!(cause(|a, b| a == b), None);
        for factor in [3, 7, 31, 37, 131, 257] {
            for by_columns in [true, false] {
                let hash = |tiles: &Tiles| hash(tiles, factor, false, by_columns);
                let found = cause(|a, b| hash(a) == hash(b));
                assert_eq!(found, Some(BoardCause::HashesEqual { factor }));
            }
        }
        // If the factor is even, a hash with 32 bits depends only on the last tiles.
        let even = |tiles: &Tiles| hash(tiles, 2, false, false);
        assert_eq!(cause(|a, b| even(a) == even(b)), Some(BoardCause::TilesEqual));
        let sum = |tiles: &Tiles| {
            tiles.cells().into_iter().enumerate().map(|(i, t)| i * usize::from(t)).sum::<usize>()
        };
        assert_eq!(cause(|a, b| sum(a) == sum(b)), Some(BoardCause::TilesEqual));
        assert_eq!(cause(|a, b| a[1..] == b[1..]), Some(BoardCause::TilesEqual));
        assert_eq!(
            judge(&collision_boards(), &[10], &mut BoardFindings::default()),
            Err(MalformedOutput)
        );
        // If only some pairs were compared, the factor is still the one of the equal boards.
        let last = collision_boards().split_off(collision_boards().len() - 4);
        let mut found = BoardFindings::default();
        judge(&last, &[5, 10], &mut found).unwrap();
        let failure = found.into_failed_checks().remove(&Check::BoardEquality).unwrap().0;
        assert_eq!(failure.cause, Some(BoardCause::HashesEqual { factor: 257 }.into()));
    }
}
