//! The embedded default assignment.

use base::input::InputText;
use embedded::{ASSIGNMENT, PUZZLES};
use grade::Tiles;
use slider::Tile;

use super::domain::{Assignment, Puzzle};
use super::puzzle::WireFile;
use super::puzzle_set::PuzzleSet;
use super::rubric;

impl Assignment {
    /// Returns the default assignment.
    ///
    /// # Panics
    ///
    /// Never panics, because tests prove that the embedded files are valid.
    pub fn embedded() -> Self {
        Self::embedded_with_puzzles().0
    }

    /// Returns the default assignment and all solvable embedded puzzles.
    ///
    /// # Panics
    ///
    /// See [`embedded`](Self::embedded).
    pub fn embedded_with_puzzles() -> (Self, Vec<Puzzle>) {
        let mut puzzles = PuzzleSet::default();
        for (_, text) in PUZZLES {
            for puzzle in parse_trusted_puzzles(text)
                .expect("a test reads the same files without the shortcut")
            {
                puzzles.insert_or_replace(puzzle);
            }
        }
        let source = InputText { file: "assignment.toml", text: ASSIGNMENT };
        let assignment = rubric::read_rubric(source)
            .and_then(|rubric| rubric.with_puzzles(source, &puzzles))
            .unwrap_or_else(|error| panic!("a test reads the same file: {error}"));
        (assignment, puzzles.puzzles_to_solve())
    }
}

/// Reads the puzzles from an embedded file, skipping the validation that user files need.
///
/// Tiles make up nine tenths of the file. Parsing them as TOML would take ten times as long as the rest of loading, so
/// this function extracts them first.
fn parse_trusted_puzzles(text: &str) -> Option<Vec<Puzzle>> {
    const KEY: &str = "\ntiles = [";
    let mut rest = text;
    let mut toml = String::new();
    let mut boards = Vec::new();
    while let Some(start) = rest.find(KEY) {
        let (before, after) = rest.split_at(start + KEY.len());
        let (tiles, length) = parse_tiles(after)?;
        boards.push(tiles);
        toml.push_str(before);
        rest = &after[length..];
    }
    toml.push_str(rest);
    let file: WireFile = toml::from_str(&toml).ok()?;
    let puzzles = file.puzzle.into_iter().zip(boards).map(|(wire, tiles)| {
        let (answer, visibility) = (wire.answer().ok()?, wire.visibility());
        Some(Puzzle { name: wire.name.into_inner(), tiles, answer, visibility })
    });
    puzzles.collect()
}

/// Also returns the index of the closing bracket.
fn parse_tiles(text: &str) -> Option<(Tiles, usize)> {
    let mut rows = Vec::new();
    let mut row: Option<Vec<Tile>> = None;
    let mut number: Option<Tile> = None;
    for (place, byte) in text.bytes().enumerate() {
        match (byte, &mut row) {
            (b'0'..=b'9', Some(_)) => {
                let digit = Tile::from(byte - b'0');
                // A typing error in a tile must fail the test, not wrap around.
                number = Some(number.unwrap_or(0).checked_mul(10)?.checked_add(digit)?);
            }
            (b',', Some(row)) => row.push(number.take()?),
            (b'[', None) => row = Some(Vec::new()),
            (b']', Some(_)) => {
                let mut row = row.take()?;
                row.extend(number.take());
                rows.push(row);
            }
            (b']', None) => return Some((rows.into(), place)),
            (b',', None) | (b' ' | b'\r' | b'\n', _) => {}
            _ => return None,
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use grade::check::Check;
    use grade::points::Points;

    use super::*;
    use crate::domain::ExpectedAnswer;
    use crate::puzzle;

    #[test]
    fn the_fast_parser_matches_the_full_parser() {
        let mut puzzles = PuzzleSet::default();
        for (file, text) in PUZZLES {
            let source = InputText { file, text };
            let long = puzzle::read_puzzles(source).unwrap_or_else(|error| panic!("{error}"));
            let long: Vec<Puzzle> = long.into_iter().map(|entry| entry.puzzle).collect();
            assert_eq!(parse_trusted_puzzles(text), Some(long), "{file}");
            puzzles.add_file(source).unwrap_or_else(|error| panic!("{error}"));
        }
        let source = InputText { file: "assignment.toml", text: ASSIGNMENT };
        let rubric = rubric::read_rubric(source).unwrap();
        assert_eq!(rubric.with_puzzles(source, &puzzles).unwrap(), Assignment::embedded());
    }

    #[test]
    fn all_code_checks_are_graded_for_100_points() {
        let assignment = Assignment::embedded();
        // The grader reports this check without grading it.
        let graded = Check::ALL.into_iter().filter(|check| *check != Check::TestsOwn);
        assert!(assignment.checks.iter().map(|rated| rated.check).eq(graded));
        let points: Points = assignment.checks.iter().map(|rated| rated.points).sum();
        assert_eq!(points.to_string(), "100");
    }

    #[test]
    fn puzzles_are_sorted_by_size_and_moves() {
        let order = |puzzle: &Puzzle| match puzzle.answer {
            ExpectedAnswer::Moves(moves) => (puzzle.tiles.len(), false, moves),
            ExpectedAnswer::Unsolvable { twin_moves } => (puzzle.tiles.len(), true, twin_moves),
            ExpectedAnswer::BoardOnly => panic!("`{}` cannot be solved", puzzle.name),
        };
        assert!(Assignment::embedded().solve.is_sorted_by_key(order));
    }
}
