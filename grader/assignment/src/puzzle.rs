//! Reads puzzle files: named boards with expected answers.

use std::ops::Range;

use base::input::{FileError, InputText};
use grade::{Tiles, Visibility};
use oracle::heuristic::{Heuristic as _, Manhattan};
use oracle::puzzle::{Goal, Grid, is_solvable};
use serde::Deserialize;
use slider::Tile;
use toml::Spanned;

use super::domain::{ExpectedAnswer, Puzzle};
use super::problem::Problem;
use super::proof::AnswerSource;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct WireFile {
    #[serde(default)]
    pub(super) puzzle: Vec<WirePuzzle>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct WirePuzzle {
    pub(super) name: Spanned<String>,
    tiles: WireTiles,
    moves: Option<Spanned<u32>>,
    twin_moves: Option<Spanned<u32>>,
    board_only: Option<Spanned<bool>>,
    visibility: Option<Spanned<String>>,
    /// The source of the puzzle, ignored by the grader.
    #[serde(rename = "source")]
    _source: Option<String>,
}

/// A puzzle, with the positions of its name and answer in the file.
pub struct PuzzleEntry {
    /// The puzzle.
    pub puzzle: Puzzle,
    pub(crate) name_span: Range<usize>,
    /// The span of the number of moves, or of the name if there is no such number.
    pub answer_span: Range<usize>,
}

/// Reads a puzzle file and validates each puzzle without searching. This rejects a wrong number of moves if it is
/// impossible, for example because of its parity, or if there is a table of all boards of this size.
pub(super) fn read_puzzles(source: InputText<'_>) -> Result<Vec<PuzzleEntry>, FileError> {
    let entries = read_claims(source)?;
    for entry in &entries {
        let Puzzle { tiles, answer, .. } = &entry.puzzle;
        let is_small = tiles.len() <= oracle::MovesTable::MAX_DIMENSION;
        check_possible(tiles, *answer)
            .and_then(|()| if is_small { check_proof(&entry.puzzle) } else { Ok(()) })
            .map_err(|problem| source.error(entry.answer_span.clone(), &problem))?;
    }
    Ok(entries)
}

/// Returns the first error in each puzzle of a file. Also searches for proofs of the answers.
pub(super) fn find_problems(source: InputText<'_>) -> Vec<FileError> {
    let file: WireFile = match toml::from_str(source.text) {
        Ok(file) => file,
        Err(error) => return vec![source.toml_error(&error, |_| None)],
    };
    let problem = |wire: &WirePuzzle| {
        let entry = match parse_entry(wire, source) {
            Ok(entry) => entry,
            Err(error) => return Some(error),
        };
        let Puzzle { tiles, answer, .. } = &entry.puzzle;
        let problem =
            check_possible(tiles, *answer).and_then(|()| check_proof(&entry.puzzle)).err()?;
        Some(source.error(entry.answer_span, &problem))
    };
    file.puzzle.iter().filter_map(problem).collect()
}

/// Reads a puzzle file without checking whether the answers are possible.
///
/// # Errors
///
/// Returns the first error in the file, with a position.
pub fn read_claims(source: InputText<'_>) -> Result<Vec<PuzzleEntry>, FileError> {
    let file: WireFile =
        toml::from_str(source.text).map_err(|error| source.toml_error(&error, |_| None))?;
    file.puzzle.iter().map(|wire| parse_entry(wire, source)).collect()
}

fn parse_entry(wire: &WirePuzzle, source: InputText<'_>) -> Result<PuzzleEntry, FileError> {
    let (name, name_span) = (wire.name.get_ref(), wire.name.span());
    if name.trim().is_empty() || name.contains(char::is_control) {
        return Err(source.error(name_span, &Problem::Name));
    }
    let tiles = parse_tiles(&wire.tiles, source)?;
    let answer = wire.answer().map_err(|problem| source.error(name_span.clone(), &problem))?;
    let answer_span = wire.answer_span().unwrap_or_else(|| name_span.clone());
    let visibility = visibility(wire.visibility.as_ref(), source)?;
    let puzzle = Puzzle { name: name.clone(), tiles, answer, visibility };
    Ok(PuzzleEntry { puzzle, name_span, answer_span })
}

/// Parses the visibility. The default is visible.
pub(super) fn visibility(
    name: Option<&Spanned<String>>,
    source: InputText<'_>,
) -> Result<Visibility, FileError> {
    let Some(name) = name else { return Ok(Visibility::default()) };
    let unknown = || source.error(name.span(), &Problem::Visibility(name.get_ref().clone()));
    visibility_named(name.get_ref()).ok_or_else(unknown)
}

/// Also accepts the command line's spelling, such as `after-due-date`.
fn visibility_named(name: &str) -> Option<Visibility> {
    Visibility::from_name(&name.replace('-', "_"))
}

/// A board in a file, before validation.
pub type WireTiles = Spanned<Vec<Spanned<Vec<Spanned<i64>>>>>;

/// Converts the rows to tiles.
///
/// # Errors
///
/// Returns the first error, with its position, if the rows are not a valid board.
pub fn parse_tiles(rows: &WireTiles, source: InputText<'_>) -> Result<Tiles, FileError> {
    let n = rows.get_ref().len();
    // The assignment promises these dimensions. On larger boards, a tile would not fit into 14 bits.
    if !(2..=127).contains(&n) {
        return Err(source.error(rows.span(), &Problem::Dimension(n)));
    }
    let mut seen: Vec<Option<Range<usize>>> = vec![None; n * n];
    let mut twice = None;
    let mut tiles = Vec::with_capacity(n * n);
    for (index, row) in rows.get_ref().iter().enumerate() {
        let length = row.get_ref().len();
        if length != n {
            let problem = Problem::NotSquare { row: index + 1, tiles: length, n };
            return Err(source.error(row.span(), &problem));
        }
        for cell in row.get_ref() {
            let tile = *cell.get_ref();
            let place = usize::try_from(tile).ok().and_then(|tile| seen.get_mut(tile));
            let (Some(place), Ok(small)) = (place, Tile::try_from(tile)) else {
                return Err(source.error(cell.span(), &Problem::Tile { tile, n }));
            };
            if let Some(first) = place.replace(cell.span()) {
                twice.get_or_insert((tile, cell.span(), first));
            }
            tiles.push(small);
        }
    }
    // All tiles are in range. If one is missing, another must be repeated.
    if let Some((tile, span, first)) = twice {
        let missing = seen.iter().position(Option::is_none).unwrap_or_default();
        let problem = Problem::TileTwice { tile, missing };
        return Err(source.error(span, &problem).with_second_place(first, "first here"));
    }
    Ok(Tiles::from_cells(n, &tiles))
}

/// Checks whether the answer is possible, as far as this is known without a search.
fn check_possible(tiles: &Tiles, answer: ExpectedAnswer) -> Result<(), Problem> {
    let moves = match answer {
        ExpectedAnswer::Moves(moves) => moves,
        ExpectedAnswer::Unsolvable { twin_moves } => twin_moves,
        ExpectedAnswer::BoardOnly => return Ok(()),
    };
    let grid = Grid::new(tiles).expect("parsed tiles always form a board");
    let goal = Goal::blank_last(grid.dimension());
    let solvable = is_solvable(&grid, &goal);
    match answer {
        ExpectedAnswer::Moves(_) if !solvable => return Err(Problem::Unsolvable),
        ExpectedAnswer::Unsolvable { .. } if solvable => return Err(Problem::Solvable),
        _ => {}
    }
    // The twin does not move the blank, so the rule applies to both boards.
    if moves % 2 != blank_distance_from_corner(tiles) % 2 {
        let parity = if moves % 2 == 0 { "odd" } else { "even" };
        return Err(Problem::Parity { moves, parity });
    }
    let manhattan = Manhattan::new(&goal);
    let manhattan = manhattan.bound(&manhattan.initial_state(&grid));
    if matches!(answer, ExpectedAnswer::Moves(_)) && (moves as usize) < manhattan {
        return Err(Problem::TooFewMoves(manhattan));
    }
    Ok(())
}

/// Compares the answer with the one that the oracle proves.
fn check_proof(puzzle: &Puzzle) -> Result<(), Problem> {
    let Some((found, _)) = puzzle.prove_answer() else { return Ok(()) };
    puzzle.compare(found, AnswerSource::Oracle).map_err(|wrong| wrong.to_problem())
}

/// Returns the blank's distance from the last corner, in steps.
fn blank_distance_from_corner(tiles: &Tiles) -> u32 {
    // Counted from the last row and the last column.
    let below = tiles.iter().rev().zip(0..);
    let cells = below.flat_map(|(row, down)| row.iter().rev().zip(down..));
    cells.filter(|(tile, _)| **tile == 0).map(|(_, steps)| steps).sum()
}

impl WirePuzzle {
    /// Returns the answer, or an error unless exactly one answer is given.
    pub(super) fn answer(&self) -> Result<ExpectedAnswer, Problem> {
        let moves = self.moves.as_ref().map(|moves| ExpectedAnswer::Moves(*moves.get_ref()));
        let twin = self.twin_moves.as_ref().map(|moves| *moves.get_ref());
        let twin = twin.map(|twin_moves| ExpectedAnswer::Unsolvable { twin_moves });
        let board_only = self.board_only.as_ref().is_some_and(|flag| *flag.get_ref());
        let board_only = board_only.then_some(ExpectedAnswer::BoardOnly);
        let mut given = [moves, twin, board_only].into_iter().flatten();
        match (given.next(), given.next()) {
            (Some(answer), None) => Ok(answer),
            (None, _) => Err(Problem::NoAnswer(self.name.get_ref().clone())),
            (Some(_), Some(_)) => Err(Problem::SeveralAnswers(self.name.get_ref().clone())),
        }
    }

    /// Returns the visibility. If it is missing or invalid, everyone may see the puzzle.
    pub(super) fn visibility(&self) -> Visibility {
        let named = self.visibility.as_ref().and_then(|word| visibility_named(word.get_ref()));
        named.unwrap_or_default()
    }

    fn answer_span(&self) -> Option<Range<usize>> {
        self.moves.as_ref().or(self.twin_moves.as_ref()).map(Spanned::span)
    }
}

#[cfg(test)]
mod tests;
