//! Converts numbers to a board.

use std::ops::Range;

use base::input::{FileError, InputText};
use oracle::puzzle::Grid;
use slider::Tile;

use super::problem::PuzzleProblem;
use super::words::{PuzzleWord, PuzzleWords};

/// The dimensions that the assignment promises: see [`slider::Board`].
pub(super) const DIMENSIONS: std::ops::RangeInclusive<usize> = 2..=127;

/// Returns the number of rows of a board with `tiles` tiles, if there is one.
pub(super) fn dimension(tiles: usize) -> Option<usize> {
    let n = tiles.isqrt();
    (n * n == tiles && DIMENSIONS.contains(&n)).then_some(n)
}

/// A problem with one or two words of a board.
#[derive(Debug)]
pub(super) struct BoardProblem {
    /// Counted from the first tile.
    word: usize,
    problem: PuzzleProblem,
    first: Option<usize>,
}

impl BoardProblem {
    pub(super) fn into_file_error(
        self,
        source: InputText<'_>,
        tiles: &[PuzzleWord<'_>],
    ) -> FileError {
        let span = |word: usize| tiles[word].span.clone();
        let error = source.error(span(self.word), &self.problem);
        match self.first {
            Some(first) => error.with_second_place(span(first), "first here"),
            None => error,
        }
    }
}

/// Creates a board from tiles in row-major order. The number of tiles must be a square.
///
/// If the number for the blank is not 0, the other tiles are renumbered from 1 in order: if 8 is the blank on a 3-by-3
/// board, tiles 0 to 7 become 1 to 8.
pub(super) fn board(tiles: &[u64], blank: Tile) -> Result<Grid, BoardProblem> {
    let n = tiles.len().isqrt();
    let blank = usize::from(blank);
    // Tiles are numbered from 0, or from 1 if the blank is n * n.
    let first = usize::from(blank == n * n);
    if blank > n * n {
        let problem = PuzzleProblem::Blank { blank: Tile::try_from(blank).unwrap_or_default(), n };
        return Err(BoardProblem { word: 0, problem, first: None });
    }
    let mut seen: Vec<Option<usize>> = vec![None; n * n];
    let mut twice = None;
    let mut cells = Vec::with_capacity(n * n);
    for (word, &tile) in tiles.iter().enumerate() {
        let place = usize::try_from(tile).ok().and_then(|tile| tile.checked_sub(first));
        let Some((place, earlier)) = place.and_then(|place| Some((place, seen.get_mut(place)?)))
        else {
            return Err(BoardProblem {
                word,
                problem: PuzzleProblem::Tile { tile, n, first },
                first: None,
            });
        };
        if let Some(earlier) = earlier.replace(word) {
            twice.get_or_insert((word, tile, earlier));
        }
        let value = match (place + first).cmp(&blank) {
            // Tiles before the blank keep their order, and those after it move up by one.
            std::cmp::Ordering::Less => place + 1,
            std::cmp::Ordering::Equal => 0,
            std::cmp::Ordering::Greater => place,
        };
        cells.push(Tile::try_from(value).unwrap_or_default());
    }
    if let Some((word, tile, earlier)) = twice {
        // All tiles are in range and one is repeated, so another is missing.
        let missing = first + seen.iter().position(Option::is_none).unwrap_or_default();
        let problem = PuzzleProblem::Twice { tile, missing };
        return Err(BoardProblem { word, problem, first: Some(earlier) });
    }
    Grid::of_cells(n, cells).map_err(|_| BoardProblem {
        word: 0,
        problem: PuzzleProblem::Count { found: tiles.len() },
        first: None,
    })
}

/// Returns the board of all words: a square number of tiles, optionally after the number of rows. No square except 1 is
/// one more than a square, so the count is unambiguous.
pub(super) fn board_of_all_words(
    words: &PuzzleWords<'_>,
    numbers: &[u64],
    blank: Tile,
) -> Option<Grid> {
    range_of_tiles(numbers).and_then(|tiles| {
        let n = tiles.len().isqrt();
        let is_square = !words.has_marked_rows || words.rows.iter().all(|row| row.len() == n);
        // Explicit row separators must match the board's rows.
        let rows_fit = is_square || tiles.len() < numbers.len();
        board(&numbers[tiles], blank).ok().filter(|_| rows_fit)
    })
}

/// Returns the index range of the tiles, or `None` if a board cannot have as many numbers.
fn range_of_tiles(numbers: &[u64]) -> Option<Range<usize>> {
    if dimension(numbers.len()).is_some() {
        return Some(0..numbers.len());
    }
    let (first, tiles) = numbers.split_first()?;
    let n = dimension(tiles.len())?;
    (*first == n as u64).then_some(1..numbers.len())
}

/// Explains why words do not form a board.
pub(super) fn diagnose(
    source: InputText<'_>,
    words: &PuzzleWords<'_>,
    numbers: &[u64],
    blank: Tile,
) -> FileError {
    if let Some(tiles) = range_of_tiles(numbers)
        && tiles.start == 1
        && let Err(problem) = board(&numbers[tiles], blank)
    {
        return problem.into_file_error(source, &words.all[1..]);
    }
    // A single number before more lines is the number of rows.
    let has_dimension = words.lines.first().is_some_and(|line| line.len() == 1)
        && words.lines.get(1).is_some_and(|line| line.len() > 1);
    if has_dimension && let Err(error) = slider::parse_tiles(source.text) {
        return classic_error(source, &error);
    }
    if words.rows.len() > 1
        && DIMENSIONS.contains(&words.rows.len())
        && (words.has_marked_rows || dimension(numbers.len()).is_none())
        && words.rows.iter().any(|row| row.len() == words.rows.len())
        && let Some(row) = words.rows.iter().position(|row| row.len() != words.rows.len())
    {
        let range = &words.rows[row];
        let n = words.rows.len();
        let problem = PuzzleProblem::NotSquare { row: row + 1, tiles: range.len(), n };
        return source
            .error(words.all[range.start].span.start..words.all[range.end - 1].span.end, &problem);
    }
    if let Some(n) = dimension(numbers.len()) {
        if let Err(problem) = board(numbers, blank) {
            return problem.into_file_error(source, &words.all);
        }
        // The tiles are correct, so the rows must be wrong.
        let row = words.rows.iter().position(|row| row.len() != n).unwrap_or_default();
        let range = &words.rows[row];
        let problem = PuzzleProblem::NotSquare { row: row + 1, tiles: range.len(), n };
        return source.error(words.all[range.start].span.clone(), &problem);
    }
    let (first, last) = (&words.all[0], &words.all[words.all.len() - 1]);
    source.error(first.span.start..last.span.end, &PuzzleProblem::Count { found: numbers.len() })
}

/// Converts an error of the classic parser to one that points at the text.
fn classic_error(source: InputText<'_>, error: &slider::ParseError) -> FileError {
    let mut lines = source.text.split_inclusive('\n');
    let before: usize = lines.by_ref().take(error.line() - 1).map(str::len).sum();
    let line = lines.next().unwrap_or_default();
    let column = line.char_indices().nth(error.column() - 1).map_or(line.len(), |(at, _)| at);
    let start = before + column;
    let length = source.text[start..].find(char::is_whitespace);
    let end = length.map_or(source.text.len(), |length| start + length);
    source.error(start..end, &PuzzleProblem::Classic(error.kind().clone()))
}
