//! Collects an assignment's puzzles by name.

use std::collections::BTreeMap;
use std::ops::Range;

use base::input::{FileError, InputText};

use super::domain::{ExpectedAnswer, Puzzle};
use super::problem::Problem;
use super::puzzle;

#[derive(Default)]
pub(super) struct PuzzleSet {
    puzzles: BTreeMap<String, Placed>,
}

struct Placed {
    puzzle: Puzzle,
    file: String,
    name_span: Range<usize>,
}

impl PuzzleSet {
    pub(super) fn add_file(&mut self, source: InputText<'_>) -> Result<(), FileError> {
        for puzzle::PuzzleEntry { puzzle, name_span, .. } in puzzle::read_puzzles(source)? {
            let name = puzzle.name.clone();
            if let Some(first) = self.puzzles.get(&name) {
                let is_here = first.file == source.file;
                let elsewhere = (!is_here).then(|| first.file.clone());
                let error = source.error(name_span, &Problem::SecondName { name, elsewhere });
                return Err(if is_here {
                    error.with_second_place(first.name_span.clone(), "first here")
                } else {
                    error
                });
            }
            let file = source.file.to_owned();
            self.puzzles.insert(name, Placed { puzzle, file, name_span });
        }
        Ok(())
    }

    pub(super) fn insert_or_replace(&mut self, puzzle: Puzzle) {
        let placed = Placed { file: String::new(), name_span: 0..0, puzzle };
        self.puzzles.insert(placed.puzzle.name.clone(), placed);
    }

    pub(super) fn get(&self, name: &str) -> Option<&Puzzle> {
        self.puzzles.get(name).map(|placed| &placed.puzzle)
    }

    pub(super) fn puzzles_to_solve(&self) -> Vec<Puzzle> {
        let puzzles = self.puzzles.values().map(|placed| &placed.puzzle);
        puzzles.filter(|puzzle| puzzle.answer != ExpectedAnswer::BoardOnly).cloned().collect()
    }

    /// Returns the most similar puzzle name, if any is similar enough.
    pub(super) fn most_similar_name(&self, name: &str) -> Option<&str> {
        let rated = self.puzzles.keys().map(|known| (strsim::jaro_winkler(known, name), known));
        let (similarity, best) = rated.max_by(|a, b| a.0.total_cmp(&b.0))?;
        // As for checks: a name with a typing error is recognized, but an unrelated one is not.
        (similarity > 0.8).then_some(best)
    }
}
