//! Reads lists with one board per line, as found in the literature.

use std::ops::Range;

use base::input::{FileError, InputText};
use slider::Tile;

use super::board::{self, BoardProblem, dimension};
use super::problem::PuzzleProblem;
use super::words::PuzzleWords;
use super::{Claim, InputPuzzle};

/// The supported numbers of columns before the tiles: a name, the number of moves, the Manhattan distance and the
/// number of nodes of a published search.
///
/// A single column is a name, which may look like a number of moves.
const COLUMNS: [usize; 4] = [0, 1, 2, 4];

/// The maximum number of columns to consider. Squares from 4 upward differ by more, so the length of a line determines
/// the number of tiles.
const MOST_COLUMNS: usize = 4;

fn leading_columns(numbers: usize) -> Option<usize> {
    (0..=MOST_COLUMNS.min(numbers)).find(|&columns| dimension(numbers - columns).is_some())
}

fn parse_position(
    numbers: &[u64],
    blank: Tile,
) -> Option<Result<(usize, oracle::puzzle::Grid), BoardProblem>> {
    let columns = leading_columns(numbers.len())?;
    Some(board::board(&numbers[columns..], blank).map(|grid| (columns, grid)))
}

/// Returns `true` if most lines are boards. A single board is impossible, because its rows contain different tiles.
pub(super) fn is_list(words: &PuzzleWords<'_>, numbers: &[u64], blank: Tile) -> bool {
    // A single line is a list only with columns before the tiles.
    if let [line] = &words.lines[..]
        && leading_columns(line.len()).is_none_or(|columns| columns == 0)
    {
        return false;
    }
    let is_position = |line: &&Range<usize>| {
        parse_position(&numbers[(*line).clone()], blank).is_some_and(|position| position.is_ok())
    };
    let right = words.lines.iter().filter(is_position).count();
    2 * right > words.lines.len()
}

pub(super) fn parse_list(
    source: InputText<'_>,
    words: &PuzzleWords<'_>,
    numbers: &[u64],
    blank: Tile,
) -> Result<Vec<InputPuzzle>, FileError> {
    let lengths = || words.lines.iter().map(ExactSizeIterator::len);
    let usual = lengths().next().unwrap_or_default();
    let mut found = Vec::with_capacity(words.lines.len());
    for line in &words.lines {
        let span = words.all[line.start].span.start..words.all[line.end - 1].span.end;
        if line.len() != usual {
            let problem = PuzzleProblem::Ragged { found: line.len(), first: usual };
            return Err(source.error(span, &problem));
        }
        let (columns, grid) = match parse_position(&numbers[line.clone()], blank) {
            None => return Err(source.error(span, &PuzzleProblem::Line { found: line.len() })),
            Some(Ok(position)) => position,
            Some(Err(problem)) => {
                let columns = leading_columns(line.len()).unwrap_or_default();
                return Err(
                    problem.into_file_error(source, &words.all[line.start + columns..line.end])
                );
            }
        };
        if !COLUMNS.contains(&columns) {
            let problem = PuzzleProblem::Columns { extra: columns, tiles: line.len() - columns };
            return Err(source.error(span, &problem));
        }
        let word = |column: usize| &words.all[line.start + column];
        let name = (columns > 0).then(|| word(0).text.to_owned());
        let (mut claim, mut place) = (None, span);
        if columns >= 2 {
            let Ok(moves) = u32::try_from(numbers[line.start + 1]) else {
                return Err(source.error(word(1).span.clone(), &PuzzleProblem::TooLarge));
            };
            (claim, place) = (Some(Claim::Moves(moves)), word(1).span.clone());
        }
        found.push(InputPuzzle { name, grid, claim, line: line_of(source, place.start) });
    }
    Ok(found)
}

/// Returns the 1-based line of a byte.
pub(super) fn line_of(source: InputText<'_>, byte: usize) -> usize {
    source.text[..byte].matches('\n').count() + 1
}
