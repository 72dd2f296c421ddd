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
    SolverSolvable,
    SolverMoves,
    SolverPath,
    SolverUnsolvable,
    SolverForeignBoard,
    SolverMinPq,
    SolverTime,
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
}

impl Group {
    /// What the ids of its checks begin with.
    pub fn id(self) -> &'static str {
        match self {
            Self::Compile => "compile",
            Self::Board => "board",
            Self::Solver => "solver",
        }
    }

    /// Its title in a report.
    pub fn title(self) -> &'static str {
        match self {
            Self::Compile => "Compile",
            Self::Board => "Board",
            Self::Solver => "Solver",
        }
    }
}

impl Check {
    /// Every check, in the order of a report.
    pub const ALL: [Self; 17] = [
        Self::CompileBuild,
        Self::CompileApi,
        Self::BoardDimension,
        Self::BoardDisplay,
        Self::BoardHamming,
        Self::BoardManhattan,
        Self::BoardIsGoal,
        Self::BoardEquality,
        Self::BoardNeighbors,
        Self::BoardTwin,
        Self::SolverSolvable,
        Self::SolverMoves,
        Self::SolverPath,
        Self::SolverUnsolvable,
        Self::SolverForeignBoard,
        Self::SolverMinPq,
        Self::SolverTime,
    ];

    /// Its id, which never changes its meaning.
    pub fn id(self) -> &'static str {
        match self {
            Self::CompileBuild => "compile.build",
            Self::CompileApi => "compile.api",
            Self::BoardDimension => "board.dimension",
            Self::BoardDisplay => "board.display",
            Self::BoardHamming => "board.hamming",
            Self::BoardManhattan => "board.manhattan",
            Self::BoardIsGoal => "board.is_goal",
            Self::BoardEquality => "board.equality",
            Self::BoardNeighbors => "board.neighbors",
            Self::BoardTwin => "board.twin",
            Self::SolverSolvable => "solver.solvable",
            Self::SolverMoves => "solver.moves",
            Self::SolverPath => "solver.path",
            Self::SolverUnsolvable => "solver.unsolvable",
            Self::SolverForeignBoard => "solver.foreign_board",
            Self::SolverMinPq => "solver.min_pq",
            Self::SolverTime => "solver.time",
        }
    }

    /// The check with this id.
    pub fn from_id(id: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|check| check.id() == id)
    }

    /// The check whose id is most like `id`, if any is.
    pub fn like(id: &str) -> Option<Self> {
        let similarity = |check: &Self| strsim::jaro_winkler(check.id(), id);
        let best = Self::ALL.into_iter().max_by(|a, b| similarity(a).total_cmp(&similarity(b)))?;
        (similarity(&best) > 0.8).then_some(best)
    }

    /// The group that it is shown in.
    pub fn group(self) -> Group {
        match self.id().split('.').next() {
            Some("compile") => Group::Compile,
            Some("board") => Group::Board,
            _ => Group::Solver,
        }
    }

    /// When it holds, in one line.
    pub fn holds(self) -> &'static str {
        match self {
            Self::CompileBuild => {
                "the code compiles, without `unsafe`, build scripts or foreign crates"
            }
            Self::CompileApi => "`Board` and `Solver<B>` implement the traits of `slider`",
            Self::BoardDimension => "dimension() is the number of rows",
            Self::BoardDisplay => "the text is the dimension and then the rows, 0 for the blank",
            Self::BoardHamming => "hamming() is the number of tiles out of place",
            Self::BoardManhattan => {
                "manhattan() is the sum of the tiles' distances to their places"
            }
            Self::BoardIsGoal => "is_goal() is true for the goal and for no other board",
            Self::BoardEquality => "boards are equal if size and tiles are, and not otherwise",
            Self::BoardNeighbors => "neighbors() are exactly the boards one move away",
            Self::BoardTwin => "twin() has two tiles exchanged, the same two on every call",
            Self::SolverSolvable => "is_solvable() is true if the board can reach the goal",
            Self::SolverMoves => "moves() is the least number of moves",
            Self::SolverPath => "solution() is a shortest way from the board to the goal",
            Self::SolverUnsolvable => "moves() and solution() are `None` for an unsolvable board",
            Self::SolverForeignBoard => "the solver works on boards that it did not bring",
            Self::SolverMinPq => "`MinPq` carries the search",
            Self::SolverTime => "no puzzle takes many times the model solver's work",
        }
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
        }
        assert!(Check::ALL.is_sorted(), "reports follow this order");
        assert_eq!(Check::like("board.haming"), Some(Check::BoardHamming));
        assert_eq!(Check::like("hamming"), None);
    }
}
