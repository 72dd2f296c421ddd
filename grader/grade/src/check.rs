//! The checks, by the ids that instructors, students and other programs know.
//!
//! Everything that is declared of one stands in its row of `check/table.rs`. All that lists checks is made from
//! that, and so is what the rest of the grader asks of them.

#[cfg(test)]
mod book;
#[cfg(test)]
mod explanations;
mod questions;
mod table;

use std::fmt;

pub use table::Check;
use table::TABLE;

/// All that is declared of a check.
#[derive(Clone, Copy, Debug)]
pub struct CheckSpec {
    /// The check.
    pub check: Check,
    /// Its id, which never changes its meaning. It begins with that of its group.
    pub id: &'static str,
    /// The group that it is shown in.
    pub group: Group,
    /// The observations that it is judged by.
    pub judged_by: JudgedBy,
    /// The checks without which it may not be seen whether this one holds. It is skipped because of
    /// the first of them that does keep it from being seen.
    pub waits_for: &'static [Check],
    /// The quantity that is measured for it, with its unit, if it limits something.
    pub measures: Option<&'static str>,
    /// Whether what is wrong is read off a solution, so that a page has a shortest one beside it.
    pub shows_way: bool,
    /// When it holds, in one line of text.
    pub holds: &'static str,
    /// When it holds, in full, in one line of Markdown.
    pub in_full: &'static str,
    /// Its assertion, the reason, and how to repair what it finds: Markdown, with a title, and sections of
    /// prose, lists and code.
    pub explanation: &'static str,
}

/// The observations that a check is judged by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JudgedBy {
    /// The messages of the compiler.
    Compiler,
    /// Boards, and the answers of their methods.
    Values,
    /// The answers of a solver for each puzzle.
    Answer(SolverAnswer),
    /// Whether answers stay the same, whatever else is called.
    Immutability,
    /// Whether answers stay the same by other hash seeds.
    Chance,
    /// How a search goes on boards of the grader's own.
    Search,
    /// How often such a search asks for distances.
    Distances,
    /// The operations of such a search on its queue.
    Queue,
    /// The cost, in work or in bytes.
    Cost,
    /// The tests that the submission brings.
    Tests,
}

/// An answer of a solver.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SolverAnswer {
    /// Whether there is a solution.
    Solvable,
    /// How many moves it takes.
    Moves,
    /// The solution.
    Path,
    /// Moves and solution of a board that has none.
    Unsolvable,
}

/// A group of checks, as a report shows them together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Group {
    /// Whether there is something to grade.
    Compile,
    /// The board.
    Board,
    /// The solver.
    Solver,
    /// The tests that a submission brings.
    Tests,
}

impl Group {
    /// Every group, in the order of a report.
    pub const ALL: [Self; 4] = [Self::Compile, Self::Board, Self::Solver, Self::Tests];

    /// The prefix of the ids of its checks.
    pub fn id(self) -> &'static str {
        match self {
            Self::Compile => "compile",
            Self::Board => "board",
            Self::Solver => "solver",
            Self::Tests => "tests",
        }
    }

    /// Its checks, in the order of a report.
    pub fn checks(self) -> impl Iterator<Item = Check> {
        Check::ALL.into_iter().filter(move |check| check.spec().group == self)
    }

    /// Its title in a report.
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
    /// Every check, in the order of a report.
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

    /// All that is declared of it.
    pub fn spec(self) -> &'static CheckSpec {
        &TABLE[self as usize]
    }

    /// Its id, which never changes its meaning.
    pub fn id(self) -> &'static str {
        self.spec().id
    }

    /// The check with this id.
    pub fn from_id(id: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|check| check.id() == id)
    }

    /// The checks that this names: one by its id, or all of a group by the group's. None if it is
    /// the name of nothing.
    pub fn named(id: &str) -> Vec<Self> {
        let is_named = |check: &Self| check.id() == id || check.group().id() == id;
        Self::ALL.into_iter().filter(is_named).collect()
    }

    /// The check whose id, or the part of it after the dot, is most like `id`, if any is.
    pub fn like(id: &str) -> Option<Self> {
        let similarity = |check: &Self| {
            let (_, name) = check.id().split_once('.').unwrap_or_default();
            // A name alone is asked for without a dot.
            let of_name = if id.contains('.') { 0.0 } else { strsim::jaro_winkler(name, id) };
            strsim::jaro_winkler(check.id(), id).max(of_name)
        };
        // Of those that are equally like it, the first.
        let best = Self::ALL.into_iter().rev();
        let best = best.max_by(|a, b| similarity(a).total_cmp(&similarity(b)))?;
        (similarity(&best) > 0.8).then_some(best)
    }

    /// The id of the check or of the group that is most like `id`, if any is.
    pub fn or_group_like(id: &str) -> Option<&'static str> {
        let similarity = |name: &&str| strsim::jaro_winkler(name, id);
        let group = Group::ALL.into_iter().map(Group::id).rev();
        let group = group.max_by(|a, b| similarity(a).total_cmp(&similarity(b)));
        let check = Self::like(id).map(Self::id);
        // The name of a check without its group may be what is meant.
        let of_name = |id: &str| id.split_once('.').map_or(0.0, |(_, name)| similarity(&name));
        let of_check = check.map_or(0.0, |check| similarity(&check).max(of_name(check)));
        group.filter(|group| similarity(group) > of_check.max(0.8)).or(check)
    }

    /// The group that it is shown in.
    pub fn group(self) -> Group {
        self.spec().group
    }

    /// The first of the checks that this one waits for which is in the way of seeing whether it
    /// holds, by what is said of those that may be.
    pub fn waits_for_one_of<const N: usize>(self, in_the_way: [(Self, bool); N]) -> Option<Self> {
        let is_in_the_way = |it: &Self| in_the_way.contains(&(*it, true));
        self.spec().waits_for.iter().copied().find(is_in_the_way)
    }

    /// When it holds, in one line.
    pub fn holds(self) -> &'static str {
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
    fn a_group_may_be_what_is_meant() {
        for (id, like) in [
            ("bord", Some("board")),
            ("solvr", Some("solver")),
            ("twinn", Some("board.twin")),
            ("board.haming", Some("board.hamming")),
            ("memory", Some("board.memory")),
            ("xyzzy", None),
        ] {
            assert_eq!(Check::or_group_like(id), like, "{id}");
        }
    }

    #[test]
    fn no_check_is_without_a_row() {
        assert_eq!(crate::kinds::variants::<Check>().len(), Check::ALL.len());
    }

    #[test]
    fn ids_name_checks() {
        for check in Check::ALL {
            assert_eq!(Check::from_id(check.id()), Some(check));
            assert!(check.id().starts_with(&format!("{}.", check.group().id())), "{check}");
        }
        assert_eq!(Check::named("board.hamming"), [Check::BoardHamming]);
        let groups = Group::ALL.map(|group| Check::named(group.id()));
        assert_eq!(groups.concat(), Check::ALL);
        assert_eq!(Check::named("boards"), []);
        assert_eq!(Check::like("board.haming"), Some(Check::BoardHamming));
        assert_eq!(Check::like("hamming"), Some(Check::BoardHamming));
        assert_eq!(Check::like("hammin"), Some(Check::BoardHamming));
        assert_eq!(Check::like("immutable"), Some(Check::BoardImmutable));
        assert_eq!(Check::like("xyz"), None);
    }
}
