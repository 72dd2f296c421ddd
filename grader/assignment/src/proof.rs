//! Compares expected answers with proofs by the oracle, and with the model's answers.

use std::path::Path;

use base::input::{self, FileError, InputText, display_path};
use oracle::pattern::SearchFinding;
use oracle::puzzle::{Goal, Grid};
use serde::{Deserialize, Serialize};

use super::domain::{Assignment, ExpectedAnswer, Puzzle, RandomPuzzles};
use super::load::{self, PUZZLES};
use super::problem::Problem;
use super::puzzle;
use super::random::twin;

/// The oracle has a table of all boards up to this size.
const TABLE_ROWS: usize = oracle::MovesTable::MAX_DIMENSION;

/// The maximum number of nodes in a search for a proof. This proves all answers that the default assignment uses.
/// It takes at most 0.03 s for each, after 0.5 s for the databases of 4-by-4 boards.
const NODES: u64 = 100_000;

/// How the oracle proves an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum OracleProof {
    /// A table of all boards of this size.
    Table,
    /// A search that finds a shortest solution.
    Search,
}

/// A correct answer, and who found it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AnswerSource {
    /// The oracle.
    Oracle,
    /// The model answer.
    Model,
}

/// An expected answer that differs from the answer of the oracle or the model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrongAnswer {
    /// The name of the puzzle.
    pub puzzle: String,
    /// The expected answer.
    pub expected: ExpectedAnswer,
    /// The answer that was found instead.
    pub found: ExpectedAnswer,
    /// Who found it.
    pub by: AnswerSource,
}

impl Puzzle {
    /// Returns the answer that the oracle proves, or `None` if it takes too long, or if there is nothing to solve.
    pub fn prove_answer(&self) -> Option<(ExpectedAnswer, OracleProof)> {
        let Self { tiles, answer, .. } = self;
        if *answer == ExpectedAnswer::BoardOnly {
            return None;
        }
        if let Some(moves) = least_moves(tiles)? {
            return Some((ExpectedAnswer::Moves(moves), proof_method(tiles.len())));
        }
        let twin_moves = least_moves(&twin(tiles))??;
        Some((ExpectedAnswer::Unsolvable { twin_moves }, proof_method(tiles.len())))
    }

    /// Returns an error if `found` is not the expected answer.
    ///
    /// # Errors
    ///
    /// Returns the difference.
    pub fn compare(&self, found: ExpectedAnswer, by: AnswerSource) -> Result<(), Box<WrongAnswer>> {
        if found == self.answer {
            return Ok(());
        }
        let (puzzle, expected) = (self.name.clone(), self.answer);
        Err(Box::new(WrongAnswer { puzzle, expected, found, by }))
    }
}

fn proof_method(rows: usize) -> OracleProof {
    if rows <= TABLE_ROWS { OracleProof::Table } else { OracleProof::Search }
}

/// Returns the least number of moves, or `None` for an unsolvable board. The outer `None` means that the search takes
/// too long.
#[expect(clippy::option_option, reason = "unknown is different from unsolvable")]
fn least_moves(tiles: &grade::Tiles) -> Option<Option<u32>> {
    let grid = Grid::new(tiles).expect("parsed tiles always form a board");
    let goal = Goal::blank_last(grid.dimension());
    match oracle::solve(&grid, &goal, NODES).finding {
        SearchFinding::Solved(slides) => Some(u32::try_from(slides.len()).ok()),
        SearchFinding::NoSolution => Some(None),
        SearchFinding::AtLeast(_) => None,
    }
}

impl Assignment {
    /// Returns all puzzles with an expected answer: those to solve, the pool of random boards, the private puzzles, and
    /// those boards that are not also solved.
    pub fn answered(&self) -> impl Iterator<Item = &Puzzle> {
        let drawn = self.private.iter().flat_map(|private| &private.puzzles);
        let drawn = self.random.iter().flat_map(RandomPuzzles::boards_in_pools).chain(drawn);
        let solved = self.solve.iter().chain(drawn);
        let is_solved = |board: &Puzzle| self.solve.iter().any(|puzzle| puzzle.name == board.name);
        let is_answered = |board: &&Puzzle| board.answer != ExpectedAnswer::BoardOnly;
        solved.chain(self.boards.iter().filter(is_answered).filter(move |board| !is_solved(board)))
    }
}

impl WrongAnswer {
    /// Returns the error at the position of the answer. `path` is the path of the assignment, or `None` for the
    /// built-in one.
    pub fn to_file_error(&self, path: Option<&Path>) -> FileError {
        let problem = self.to_problem();
        let Some(path) = path else {
            let mut files = embedded::PUZZLES.iter().map(|(file, text)| InputText { file, text });
            let place = files.find_map(|source| self.in_file(source, &problem));
            return place
                .unwrap_or_else(|| self.without_place("the built-in assignment".to_owned()));
        };
        let rubric = load::rubric_file(path);
        let files = load::puzzle_files(&rubric.with_file_name(PUZZLES)).unwrap_or_default();
        let place = files.iter().find_map(|file| {
            let text = input::read_text(file).ok()?;
            self.in_file(InputText { file: &display_path(file), text: &text }, &problem)
        });
        place.unwrap_or_else(|| self.without_place(display_path(&rubric)))
    }

    fn in_file(&self, source: InputText<'_>, problem: &Problem) -> Option<FileError> {
        let entries = puzzle::read_claims(source).ok()?;
        let entry = entries.into_iter().find(|entry| {
            entry.puzzle.name == self.puzzle && entry.puzzle.answer == self.expected
        })?;
        Some(source.error(entry.answer_span, problem))
    }

    /// Returns the error for a puzzle that is in no file, such as a random board.
    fn without_place(&self, file: String) -> FileError {
        let problem = Problem::OfPuzzle(self.puzzle.clone(), self.to_problem().to_string());
        FileError::of_file(file, &problem)
    }

    pub(super) fn to_problem(&self) -> Problem {
        use ExpectedAnswer::{BoardOnly, Moves, Unsolvable};
        let Self { expected, found, by, puzzle: _ } = *self;
        match (expected, found) {
            (Moves(moves), Moves(least)) => match by {
                AnswerSource::Oracle => Problem::NotLeast { moves, least },
                AnswerSource::Model => Problem::OtherMoves { moves, found: least },
            },
            (Unsolvable { twin_moves: moves }, Unsolvable { twin_moves: least }) => match by {
                AnswerSource::Oracle => Problem::TwinMoves { moves, least },
                AnswerSource::Model => Problem::OtherTwinMoves { moves, found: least },
            },
            (Moves(_) | BoardOnly, _) => Problem::Unsolvable,
            (Unsolvable { .. }, _) => Problem::Solvable,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::sync::LazyLock;

    use proptest::prelude::*;

    use super::*;

    #[test]
    fn the_oracle_confirms_every_expected_answer_of_the_default_assignment() {
        let assignment = Assignment::embedded();
        let mut unproven = Vec::new();
        for puzzle in assignment.answered() {
            match puzzle.prove_answer() {
                Some((found, _)) => puzzle.compare(found, AnswerSource::Oracle).unwrap(),
                None => unproven.push(&*puzzle.name),
            }
        }
        // Its 78 moves take a minute to prove, and only its board is used.
        assert_eq!(unproven, ["puzzle4x4-78"]);
    }

    proptest! {
        #[test]
        fn any_other_answer_is_an_error_at_its_number(
            index in any::<prop::sample::Index>(),
            other in 0..200_u32,
        ) {
            static ASSIGNMENT: LazyLock<Assignment> = LazyLock::new(Assignment::embedded);
            let puzzle = index.get(&ASSIGNMENT.solve);
            let (found, _) = puzzle.prove_answer().expect("a proof");
            let (key, claimed) = match puzzle.answer {
                ExpectedAnswer::Moves(_) => ("moves", ExpectedAnswer::Moves(other)),
                _ => ("twin_moves", ExpectedAnswer::Unsolvable { twin_moves: other }),
            };
            let puzzle = Puzzle { answer: claimed, ..puzzle.clone() };
            let folder = tempfile::tempdir().unwrap();
            fs::create_dir(folder.path().join(PUZZLES)).unwrap();
            let (name, tiles) = (&puzzle.name, puzzle.tiles.to_vec());
            let text = format!("[[puzzle]]\nname = {name:?}\ntiles = {tiles:?}\n{key} = {other}\n");
            fs::write(folder.path().join("puzzles/a.toml"), text).unwrap();
            for by in [AnswerSource::Oracle, AnswerSource::Model] {
                let Err(wrong) = puzzle.compare(found, by) else {
                    prop_assert_eq!(found, claimed);
                    continue;
                };
                let error = wrong.to_file_error(Some(folder.path()));
                prop_assert_eq!(error.line_and_column(), Some((4, key.len() + 4)));
                prop_assert!(error.message().ends_with(&format!("not {other}")), "{}", error);
            }
        }
    }
}
