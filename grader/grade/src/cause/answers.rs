//! Sentences about a solver's answers.

use super::flaw::Pattern;
use crate::words::counted;

/// The solver confuses its two searches.
pub(super) const TWINS: &str = "solution() starts at the twin instead of the board, which has no solution; does each node know \
                     which search it belongs to?";

/// The solver compares the `Debug` texts of boards.
pub(super) const BY_DEBUG: &str =
    "the solver uses the `{:?}` text of boards, but the trait does not define this text";

pub(super) fn claimed(what: &str) -> String {
    format!("{what} for a board without a solution")
}

pub(super) fn lost(depth: u64, least: u64, is_of_twin: bool) -> String {
    let search = if is_of_twin { "the twin's search" } else { "the search" };
    format!(
        "{search} does not end: it went {depth} moves deep, but the shortest solution has {}",
        counted(least, "move")
    )
}

/// Describes a `moves` that differs from the minimum by a constant.
pub(super) fn off(by: u64, is_more: bool, puzzles: Pattern) -> String {
    let than = if is_more { "more" } else { "less" };
    let puzzles = Pattern::end(Some(puzzles));
    format!("moves() is {by} {than} than the smallest number of moves{puzzles}")
}
