//! The checks and their ids.
//!
//! Each row of `check/table.rs` declares a check. All lists and properties of checks come from this table.

#[cfg(test)]
mod book;
#[cfg(test)]
mod explanations;
mod questions;
mod table;

use std::fmt;

pub use table::Check;
use table::TABLE;

/// Declares a check.
#[derive(Clone, Copy, Debug)]
pub struct CheckSpec {
    /// The check.
    pub check: Check,
    /// The id, which starts with the id of the group. Its meaning will never change.
    pub id: &'static str,
    /// The group.
    pub group: Group,
    /// The observations used to judge the check.
    pub judged_by: JudgedBy,
    /// Checks that must pass before this check can be judged. When some of them fail, this check may be skipped, and
    /// the first one to fail is given as the reason.
    pub waits_for: &'static [Check],
    /// The limited quantity with its unit, if there is a limit.
    pub measures: Option<&'static str>,
    /// Whether the check can fail because of a solution. Then, pages should show a shortest solution for comparison.
    pub shows_way: bool,
    /// The condition for passing, as a single line of text.
    pub holds: &'static str,
    /// The complete condition for passing, as a single line of Markdown.
    pub in_full: &'static str,
    /// The requirement, the reason, and how to fix a failure, as Markdown: a title, followed by sections of prose,
    /// lists and code.
    pub explanation: &'static str,
}

/// The observations used to judge a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JudgedBy {
    /// Compiler messages.
    Compiler,
    /// The values of board methods.
    Values,
    /// An answer from a solver.
    Answer(SolverAnswer),
    /// Whether answers stay the same.
    Immutability,
    /// Whether answers depend on random numbers or the clock.
    Chance,
    /// The search on the grader's boards.
    Search,
    /// The number of distance calls in a search on the grader's boards.
    Distances,
    /// The queue operations in a search on the grader's boards.
    Queue,
    /// Work or memory use.
    Cost,
    /// The submission's tests.
    Tests,
}

/// An answer from a solver.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SolverAnswer {
    /// The result of `is_solvable`.
    Solvable,
    /// The result of `moves`.
    Moves,
    /// The result of `solution`.
    Path,
    /// The results of `moves` and `solution` for an unsolvable board.
    Unsolvable,
}

/// A group of checks in a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Group {
    /// The code compiles.
    Compile,
    /// The board.
    Board,
    /// The solver.
    Solver,
    /// The submission's tests.
    Tests,
}

impl Group {
    /// All groups, in report order.
    pub const ALL: [Self; 4] = [Self::Compile, Self::Board, Self::Solver, Self::Tests];

    /// Returns the common prefix of the group's ids.
    pub fn id(self) -> &'static str {
        match self {
            Self::Compile => "compile",
            Self::Board => "board",
            Self::Solver => "solver",
            Self::Tests => "tests",
        }
    }

    /// Returns the checks, in report order.
    pub fn checks(self) -> impl Iterator<Item = Check> {
        Check::ALL.into_iter().filter(move |check| check.spec().group == self)
    }

    /// Returns the title for reports.
    pub fn title(self) -> &'static str {
        match self {
            Self::Compile => "Compile",
            Self::Board => "Board",
            Self::Solver => "Solver",
            Self::Tests => "Tests",
        }
    }
}

impl Check {
    /// All checks, in report order.
    pub const ALL: [Self; TABLE.len()] = {
        let mut all = [Self::CompileBuild; TABLE.len()];
        let mut i = 0;
        while i < TABLE.len() {
            all[i] = TABLE[i].check;
            assert!(all[i] as usize == i, "the table has the order of the checks");
            i += 1;
        }
        all
    };

    /// Returns the declaration.
    pub fn spec(self) -> &'static CheckSpec {
        &TABLE[self as usize]
    }

    /// Returns the id. Its meaning never changes.
    pub fn id(self) -> &'static str {
        self.spec().id
    }

    /// Looks up a check by id.
    pub fn from_id(id: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|check| check.id() == id)
    }

    /// Looks up a check by id, or all checks of a group. Returns nothing if the id is unknown.
    pub fn named(id: &str) -> Vec<Self> {
        let is_named = |check: &Self| check.id() == id || check.group().id() == id;
        Self::ALL.into_iter().filter(is_named).collect()
    }

    /// Returns the check with the most similar id or name, if one is similar enough. The name of a check is the part of
    /// the id after the dot.
    pub fn most_similar(id: &str) -> Option<Self> {
        let similarity = |check: &Self| {
            let (_, name) = check.id().split_once('.').unwrap_or_default();
            // An id without a dot may be a name.
            let of_name = if id.contains('.') { 0.0 } else { strsim::jaro_winkler(name, id) };
            strsim::jaro_winkler(check.id(), id).max(of_name)
        };
        // To break ties, use the first.
        let best = Self::ALL.into_iter().rev();
        let best = best.max_by(|a, b| similarity(a).total_cmp(&similarity(b)))?;
        // At this similarity, `board.neighbours` is recognized, but an unrelated name is not.
        (similarity(&best) > 0.8).then_some(best)
    }

    /// Returns the most similar id of a check or a group.
    pub fn most_similar_check_or_group(id: &str) -> Option<&'static str> {
        let similarity = |name: &&str| strsim::jaro_winkler(name, id);
        let group = Group::ALL.into_iter().map(Group::id).rev();
        let group = group.max_by(|a, b| similarity(a).total_cmp(&similarity(b)));
        let check = Self::most_similar(id).map(Self::id);
        // This may be the name of a check, without the group.
        let of_name = |id: &str| id.split_once('.').map_or(0.0, |(_, name)| similarity(&name));
        let of_check = check.map_or(0.0, |check| similarity(&check).max(of_name(check)));
        group.filter(|group| similarity(group) > of_check.max(0.8)).or(check)
    }

    /// Returns the group.
    pub fn group(self) -> Group {
        self.spec().group
    }

    /// Returns the first failed check that must pass before this one, if any.
    pub fn first_failed_of<const N: usize>(self, in_the_way: [(Self, bool); N]) -> Option<Self> {
        let is_in_the_way = |check: &Self| in_the_way.contains(&(*check, true));
        self.spec().waits_for.iter().copied().find(is_in_the_way)
    }

    /// Returns the condition for passing, as a line of text.
    pub fn condition_for_passing(self) -> &'static str {
        self.spec().holds
    }
}

impl fmt::Display for Check {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn suggestions_include_groups() {
        for (id, like) in [
            ("bord", Some("board")),
            ("solvr", Some("solver")),
            ("twinn", Some("board.twin")),
            ("board.haming", Some("board.hamming")),
            ("memory", Some("board.memory")),
            ("xyzzy", None),
        ] {
            assert_eq!(Check::most_similar_check_or_group(id), like, "{id}");
        }
    }

    #[test]
    fn every_check_has_a_row() {
        assert_eq!(crate::kinds::variants::<Check>().len(), Check::ALL.len());
    }

    #[test]
    fn check_ids_round_trip() {
        for check in Check::ALL {
            assert_eq!(Check::from_id(check.id()), Some(check));
            assert!(check.id().starts_with(&format!("{}.", check.group().id())), "{check}");
        }
        assert_eq!(Check::named("board.hamming"), [Check::BoardHamming]);
        let groups = Group::ALL.map(|group| Check::named(group.id()));
        assert_eq!(groups.concat(), Check::ALL);
        assert_eq!(Check::named("boards"), []);
        assert_eq!(Check::most_similar("board.haming"), Some(Check::BoardHamming));
        assert_eq!(Check::most_similar("hamming"), Some(Check::BoardHamming));
        assert_eq!(Check::most_similar("hammin"), Some(Check::BoardHamming));
        assert_eq!(Check::most_similar("immutable"), Some(Check::BoardImmutable));
        assert_eq!(Check::most_similar("xyz"), None);
    }
}
