//! The checks, by the ids that instructors, students and other programs know.

use std::fmt;

/// A check: one thing that holds for a submission or does not.
///
/// The order is that of a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[expect(missing_docs, reason = "`id` and `holds` say it")]
pub enum Check {
    CompileBuild,
    CompileApi,
    BoardDimension,
    BoardDisplay,
    BoardHamming,
    BoardManhattan,
    BoardIsGoal,
    BoardEquality,
    BoardNeighbors,
    BoardTwin,
    BoardImmutable,
    BoardGrowth,
    BoardMemory,
    SolverSolvable,
    SolverMoves,
    SolverPath,
    SolverUnsolvable,
    SolverImmutable,
    SolverForeignBoard,
    SolverDeterministic,
    SolverLockstep,
    SolverGoalDequeued,
    SolverMinPq,
    SolverCriticalOptimization,
    SolverCaching,
    SolverTime,
    SolverMemory,
    TestsOwn,
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

/// Every check in the order of a report, with its id and when it holds, in one line.
const TABLE: [(Check, &str, &str); 28] = [
    (
        Check::CompileBuild,
        "compile.build",
        "the code compiles, without `unsafe`, build scripts or foreign crates",
    ),
    (Check::CompileApi, "compile.api", "`Board` and `Solver<B>` implement the traits of `slider`"),
    (Check::BoardDimension, "board.dimension", "dimension() is the number of rows"),
    (
        Check::BoardDisplay,
        "board.display",
        "the text is the dimension and then the rows, 0 for the blank",
    ),
    (Check::BoardHamming, "board.hamming", "hamming() is the number of tiles out of place"),
    (
        Check::BoardManhattan,
        "board.manhattan",
        "manhattan() is the sum of the tiles' distances to their places",
    ),
    (Check::BoardIsGoal, "board.is_goal", "is_goal() is true for the goal and for no other board"),
    (
        Check::BoardEquality,
        "board.equality",
        "boards are equal if size and tiles are, and not otherwise",
    ),
    (Check::BoardNeighbors, "board.neighbors", "neighbors() are exactly the boards one move away"),
    (Check::BoardTwin, "board.twin", "twin() has two tiles exchanged, the same two on every call"),
    (
        Check::BoardImmutable,
        "board.immutable",
        "no call changes what another call answers, on any board",
    ),
    (Check::BoardGrowth, "board.growth", "no method's cost grows faster than the number of tiles"),
    (
        Check::BoardMemory,
        "board.memory",
        "a board takes no more than a few times the model's bytes",
    ),
    (
        Check::SolverSolvable,
        "solver.solvable",
        "is_solvable() is true if the board can reach the goal",
    ),
    (Check::SolverMoves, "solver.moves", "moves() is the least number of moves"),
    (Check::SolverPath, "solver.path", "solution() is a shortest way from the board to the goal"),
    (
        Check::SolverUnsolvable,
        "solver.unsolvable",
        "moves() and solution() are `None` for an unsolvable board",
    ),
    (
        Check::SolverImmutable,
        "solver.immutable",
        "the answers stay the same, in any order, without solving again",
    ),
    (
        Check::SolverForeignBoard,
        "solver.foreign_board",
        "the solver works on boards that it did not bring",
    ),
    (Check::SolverDeterministic, "solver.deterministic", "the answers do not depend on chance"),
    (
        Check::SolverLockstep,
        "solver.lockstep",
        "board and twin are searched in turn, step for step",
    ),
    (
        Check::SolverGoalDequeued,
        "solver.goal_dequeued",
        "the search ends when the goal leaves the queue",
    ),
    (Check::SolverMinPq, "solver.min_pq", "`MinPq` carries the search"),
    (
        Check::SolverCriticalOptimization,
        "solver.critical_optimization",
        "the board just left is not queued again",
    ),
    (
        Check::SolverCaching,
        "solver.caching",
        "a distance is asked for once a node, not at every comparison",
    ),
    (Check::SolverTime, "solver.time", "no puzzle takes many times the model solver's work"),
    (Check::SolverMemory, "solver.memory", "no puzzle takes many times the model solver's memory"),
    (
        Check::TestsOwn,
        "tests.own",
        "the tests in the submission pass on the model answer and catch faults",
    ),
];

impl Check {
    /// Every check, in the order of a report.
    pub const ALL: [Self; TABLE.len()] = {
        let mut all = [Self::CompileBuild; TABLE.len()];
        let mut i = 0;
        while i < TABLE.len() {
            all[i] = TABLE[i].0;
            i += 1;
        }
        all
    };

    /// Its id, which never changes its meaning.
    pub fn id(self) -> &'static str {
        TABLE[self as usize].1
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

    /// The group that it is shown in.
    pub fn group(self) -> Group {
        match self.id().split('.').next() {
            Some("compile") => Group::Compile,
            Some("board") => Group::Board,
            Some("tests") => Group::Tests,
            _ => Group::Solver,
        }
    }

    /// When it holds, in one line.
    pub fn holds(self) -> &'static str {
        TABLE[self as usize].2
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
    fn ids_name_checks() {
        for check in Check::ALL {
            assert_eq!(Check::from_id(check.id()), Some(check));
            assert_eq!(TABLE[check as usize].0, check, "the table has the order of the checks");
        }
        assert!(Check::ALL.is_sorted(), "reports follow this order");
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
