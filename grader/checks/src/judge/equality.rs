//! Judges comparisons of boards.

use grade::cause::BoardCause;
use grade::check::Check;
use grade::{Asked, Evidence, Failure, Tiles, Value};
use probe::wire::Word;
use slider::Tile;

use super::facts::goal_tiles;
use super::findings::{BoardFindings, FailureRank};
use super::sizes::BoardSizes;
use super::survey::MalformedOutput;

/// Returns the boards to compare in pairs.
///
/// The boards are: all 2-by-2 boards; boards of other sizes with a common prefix or a common corner; 4-by-4 boards with
/// the same digits in the same order; the 3-by-3 goal and the boards that differ from it in two cells, many of which
/// have equal distances; and a large board with swapped tiles that differ only in their high bits.
pub(crate) fn equality_boards() -> Vec<Tiles> {
    let goal = |n| goal_tiles(n).cells();
    let mut boards = Vec::new();
    let mut small = vec![0, 1, 2, 3];
    // These are all 4! boards with two rows.
    for _ in 0..24 {
        boards.push(Tiles::from_cells(2, &small));
        super::facts::next_permutation(&mut small);
    }
    boards.extend((2..=5).map(|n| Tiles::from_cells(n, &goal(n))));
    // Add the 3-by-3 and 4-by-4 goals with the blank first, which share a prefix.
    boards.extend(
        [(3, 9), (4, 16)].map(|(n, end)| Tiles::from_cells(n, &(0..end).collect::<Vec<_>>())),
    );
    boards.extend(nested_boards());
    boards.extend(boards_with_same_digits().map(|tiles| Tiles::from_cells(4, &tiles)));
    let mut large = goal(17);
    boards.push(Tiles::from_cells(17, &large));
    // These are the tiles 1 and 257, which are equal in a byte.
    large.swap(0, 256);
    boards.push(Tiles::from_cells(17, &large));
    // These are all boards that differ from a goal with three rows in two cells.
    for a in 0..9 {
        for b in a + 1..9 {
            let mut tiles = goal(3);
            tiles.swap(a, b);
            boards.push(Tiles::from_cells(3, &tiles));
        }
    }
    boards
}

/// Returns a 3-by-3 board with the 2-by-2 goal in the corner, and a 4-by-4 board with that board in the corner. A
/// row-by-row comparison that stops at the end of the shorter row does not distinguish them.
fn nested_boards() -> [Tiles; 2] {
    [
        Tiles::from_cells(3, &[1, 2, 4, 3, 0, 5, 6, 7, 8]),
        Tiles::from_cells(4, &[1, 2, 4, 9, 3, 0, 5, 10, 6, 7, 8, 11, 12, 13, 14, 15]),
    ]
}

/// Returns 4-by-4 boards with the same digits in the same order: 1, 11, 2, 12, 0 and 11, 1, 2, 12, 0, and 1, 12, 11, 2,
/// 0 and 11, 2, 1, 12, 0. A comparison of texts without separators does not distinguish them.
fn boards_with_same_digits() -> impl Iterator<Item = Vec<Tile>> {
    [[1, 11, 2, 12, 0], [11, 1, 2, 12, 0], [1, 12, 11, 2, 0], [11, 2, 1, 12, 0]].into_iter().map(
        |first| {
            let others = (0..16).filter(|tile| !first.contains(tile));
            first.into_iter().chain(others).collect()
        },
    )
}

/// The dimensions of boards to compare like this. All boards with two rows, and many with three, are in [`equality_boards`]. On
/// large boards, comparisons are expensive.
pub(crate) const ALIKE: [usize; 16] = [4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 32, 127];

/// Returns the boards of dimension `n` to compare in pairs: a board, a copy of it, its neighbors, and boards with two
/// of its tiles swapped.
pub(crate) fn similar_boards(n: usize) -> Vec<Tiles> {
    let (middle, last) = (n / 2, n * n - 1);
    let center = middle * n + middle;
    // Almost all tiles are misplaced. The blank is in the middle, with four moves.
    let mut tiles = goal_tiles(n).cells();
    tiles.rotate_right(n + 1);
    if let Some(blank) = tiles.iter().position(|tile| *tile == 0) {
        tiles.swap(blank, center);
    }
    // On larger boards, a correct but slow `==` would take too long to compare all pairs.
    let (moves, lines) = match n {
        ..=8 => (4, (0..n).collect()),
        9..=16 => (4, vec![0, 1, middle - 1, n - 2, n - 1]),
        _ => (1, vec![0, n - 1]),
    };
    let mut exchanges: Vec<(usize, usize)> = base::square::cells_beside_blank(n, center)
        .take(moves)
        .map(|cell| (center, cell))
        .collect();
    exchanges.extend(lines.iter().map(|row| (row * n + n - 2, row * n + n - 1)));
    exchanges.push((center, last));
    if n <= 16 {
        // Each line may be the one that a loop with a wrong bound leaves out.
        exchanges.extend([(0, n), (n - 1, last), (0, last)]);
    }
    // On small boards, two of these swaps are identical.
    exchanges.sort_unstable();
    exchanges.dedup();
    let mut boards = vec![Tiles::from_cells(n, &tiles); 2];
    for (a, b) in exchanges {
        let mut tiles = tiles.clone();
        tiles.swap(a, b);
        boards.push(Tiles::from_cells(n, &tiles));
    }
    boards
}

/// Finds the smallest boards with a wrong comparison. Fails if the number of observations is wrong.
pub(crate) fn judge(
    boards: &[Tiles],
    words: &[Word],
    found: &mut BoardFindings,
) -> Result<(), MalformedOutput> {
    let count = boards.len();
    if words.len() != count * count + count {
        return Err(MalformedOutput);
    }
    let (pairs, clones) = words.split_at(count * count);
    let mut failures = Vec::new();
    for (i, word) in pairs.iter().enumerate() {
        let (a, b) = (&boards[i / count], &boards[i % count]);
        let expected = a == b;
        let (equal, unequal) = (word & 1 != 0, word & 2 != 0);
        if equal != expected {
            failures
                .push((a.len().max(b.len()), failure_for_wrong_pair(a, b, false, expected, equal)));
        } else if unequal == expected {
            failures.push((
                a.len().max(b.len()),
                failure_for_wrong_pair(a, b, true, !expected, unequal),
            ));
        }
    }
    for (board, word) in boards.iter().zip(clones) {
        // Both directions must be equal.
        if *word != 3 {
            failures.push((board.len(), failure_for_unequal_clone(board)));
        }
    }
    for (rows, failure) in &failures {
        found.note_failed_size(Check::BoardEquality, *rows);
        found.add_wrong_comparison(failure);
    }
    // If the smallest failures tie in size, report the earliest.
    if let Some((_, failure)) = failures.into_iter().min_by_key(|(size, _)| *size) {
        let size = failure
            .evidence
            .as_ref()
            .map_or(FailureRank::SMALLEST, |evidence| FailureRank::of_tiles(&evidence.tiles));
        found.note_failure(Check::BoardEquality, size, || {
            let are_equal = failure.cause == Some(BoardCause::TilesEqual.into());
            if are_equal && all_same_digits(boards, pairs) {
                failure.with_cause(BoardCause::DigitsEqual)
            } else {
                failure
            }
        });
    }
    Ok(())
}

/// Finds a pair of different boards that are equal. The words are their indices, if there is one.
pub(crate) fn judge_distinct(
    boards: &[Tiles],
    words: &[Word],
    found: &mut BoardFindings,
) -> Result<(), MalformedOutput> {
    let board = |word: Word| usize::try_from(word).ok().and_then(|index| boards.get(index));
    let [a, b] = match *words {
        [] => return Ok(()),
        [a, b] => [board(a).ok_or(MalformedOutput)?, board(b).ok_or(MalformedOutput)?],
        _ => return Err(MalformedOutput),
    };
    if a == b {
        return Err(MalformedOutput);
    }
    let failure = failure_for_wrong_pair(a, b, false, false, true);
    found.note_failed_size(Check::BoardEquality, a.len());
    found.add_wrong_comparison(&failure);
    found.note_failure(Check::BoardEquality, FailureRank::of_tiles(a), || failure);
    Ok(())
}

/// Finds the sizes of boards that are equal exactly if their texts are. Each of the words is the index of the first board
/// with the same text.
pub(crate) fn judge_texts(
    boards: &[Tiles],
    words: &[Word],
    found: &mut BoardFindings,
) -> Result<(), MalformedOutput> {
    if words.len() != boards.len() {
        return Err(MalformedOutput);
    }
    let (mut compared, mut ambiguous) = (BoardSizes::default(), BoardSizes::default());
    for (i, a) in boards.iter().enumerate() {
        let size = BoardSizes::of_rows(a.len());
        compared |= size;
        for (j, b) in boards.iter().enumerate().filter(|(_, b)| b.len() == a.len()) {
            if (words[i] == words[j]) != (a == b) {
                ambiguous |= size;
            }
        }
    }
    found.told_apart |= compared.except(ambiguous);
    Ok(())
}

/// Returns `true` if boards compare equal exactly when their tiles have the same digits in the same order, with or
/// without the blank.
fn all_same_digits(boards: &[Tiles], pairs: &[Word]) -> bool {
    [true, false].iter().any(|has_blank| {
        let digits: Vec<String> =
            boards.iter().map(|board| digits_of_board(board, *has_blank)).collect();
        let mut expected = digits.iter().flat_map(|a| digits.iter().map(move |b| a == b));
        pairs.iter().all(|word| expected.next() == Some(word & 1 != 0))
    })
}

fn digits_of_board(tiles: &Tiles, has_blank: bool) -> String {
    let cells = tiles.cells().into_iter().filter(|tile| has_blank || *tile != 0);
    cells.map(|tile| tile.to_string()).collect()
}

pub(super) fn failure_for_wrong_pair(
    a: &Tiles,
    b: &Tiles,
    negated: bool,
    expected: bool,
    actual: bool,
) -> Failure {
    let cause = match (a == b, a.len() == b.len()) {
        _ if negated => BoardCause::NotOpposite,
        (true, _) => BoardCause::SameUnequal,
        (_, false) => BoardCause::SizesEqual,
        (false, true) => BoardCause::TilesEqual,
    };
    Failure::from_cause(cause).with_evidence(Evidence {
        tiles: a.clone(),
        other: Some(b.clone()),
        call: if negated { "a != b" } else { "a == b" }.to_owned(),
        expected: Value::Truth(expected),
        actual: Value::Truth(actual),
        asked: Asked::Equal { negated },
        ..Evidence::default()
    })
}

fn failure_for_unequal_clone(board: &Tiles) -> Failure {
    Failure::from_cause(BoardCause::CloneUnequal).with_evidence(Evidence {
        tiles: board.clone(),
        other: Some(board.clone()),
        call: "a == the clone of b".to_owned(),
        expected: Value::Truth(true),
        actual: Value::Truth(false),
        asked: Asked::Clone,
        ..Evidence::default()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn observe(equal: impl Fn(&Tiles, &Tiles) -> bool) -> Vec<Word> {
        let boards = equality_boards();
        let pair = |a, b| if equal(a, b) { 1 } else { 2 };
        let pairs = boards.iter().flat_map(|a| boards.iter().map(move |b| (a, b)));
        let mut words: Vec<Word> = pairs.map(|(a, b)| pair(a, b)).collect();
        words.extend(boards.iter().map(|board| if equal(board, board) { 3 } else { 0 }));
        words
    }

    fn summary(equal: impl Fn(&Tiles, &Tiles) -> bool) -> Option<String> {
        let mut found = BoardFindings::default();
        judge(&equality_boards(), &observe(equal), &mut found).unwrap();
        found.into_failed_checks().remove(&Check::BoardEquality).map(|(failure, _)| failure.summary)
    }

    #[test]
    fn violations_of_each_law_are_reported() {
        assert_eq!(summary(|a, b| a == b), None);
        let text = |text: Option<String>| text.unwrap_or_default();
        assert_eq!(text(summary(|_, _| false)), "two boards with the same tiles are not equal");
        let same_start = |a: &Tiles, b: &Tiles| {
            let (a, b) = (a.cells(), b.cells());
            let len = a.len().min(b.len());
            a[..len] == b[..len]
        };
        assert_eq!(text(summary(same_start)), "boards of different sizes are equal");
        let zipped = |a: &Tiles, b: &Tiles| {
            a.iter().zip(b.iter()).all(|(a, b)| a.iter().zip(b).all(|(a, b)| a == b))
        };
        assert_eq!(text(summary(zipped)), "boards of different sizes are equal");
        let digits = |tiles: &Tiles| tiles.cells().iter().map(Tile::to_string).collect::<String>();
        let same_digits = |a: &Tiles, b: &Tiles| digits(a) == digits(b);
        assert_eq!(
            text(summary(same_digits)),
            "different boards are equal if the digits of their tiles are the same, as in `1 11` and \
             `11 1`; separate the numbers when you compare texts"
        );
        let first_row = |a: &Tiles, b: &Tiles| a.len() == b.len() && a[0] == b[0];
        assert_eq!(text(summary(first_row)), "`==` returns `true` for different boards");
        assert_eq!(
            judge(&equality_boards(), &[1], &mut BoardFindings::default()),
            Err(MalformedOutput)
        );
    }

    #[test]
    fn similar_boards_differ_except_for_the_first_two() {
        for n in ALIKE {
            let boards = similar_boards(n);
            assert_eq!(boards[0], boards[1]);
            let different: std::collections::BTreeSet<_> = boards.iter().collect();
            assert_eq!(different.len(), boards.len() - 1, "n = {n}");
            let row = |row: usize| boards.iter().any(|board| board[row] != boards[0][row]);
            assert!(row(0) && row(n / 2) && row(n - 1), "n = {n}");
            for board in &boards {
                let mut tiles = board.cells();
                tiles.sort_unstable();
                assert!(tiles.iter().enumerate().all(|(at, tile)| at == usize::from(*tile)));
            }
        }
    }
}
