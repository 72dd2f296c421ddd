//! Members of families, and how they solve boards.

use crate::board::{Board, NeighborOrder};

/// An almost correct solver: its family's idea with fixed parameters.
///
/// To add a member, implement this trait in a file in `known` and list the member there. For a variant of A*, create a
/// [`Recipe`](crate::recipe::Recipe), which implements this trait.
pub trait Member: Sync {
    /// Returns the name of the family's idea.
    fn family(&self) -> &str;

    /// Returns the parameters, unique within the family.
    fn parameters(&self) -> &str;

    /// Solves a task. Every call must return the same answer.
    fn solve(&self, task: &MemberTask<'_>) -> MemberAnswer;

    /// Returns the family and the parameters, unique among all members.
    fn name(&self) -> String {
        format!("{}: {}", self.family(), self.parameters())
    }
}

/// A board to solve, with settings.
#[derive(Clone, Copy, Debug)]
pub struct MemberTask<'a> {
    /// The board.
    pub board: &'a Board,
    /// The optimal number of moves, or `None` if the board is unsolvable. A member may use this only to skip work with
    /// a known result, such as an endless search from a correct twin.
    pub optimal: Option<usize>,
    /// The choices that the assignment leaves open.
    pub manner: SolverChoices,
    /// The maximum number of nodes to take from each queue before [`MemberAnswer::NoEnd`].
    pub budget: u64,
}

impl MemberTask<'_> {
    /// Returns the outcome of a correct search without the twin: [`MemberAnswer::NoEnd`] for unsolvable boards.
    pub fn shortest(&self) -> MemberAnswer {
        self.optimal.map_or(MemberAnswer::NoEnd, MemberAnswer::Moves)
    }

    /// Returns `true` if the outcome is correct.
    pub fn is_right(&self, outcome: MemberAnswer) -> bool {
        match self.optimal {
            Some(moves) => outcome == MemberAnswer::Moves(moves),
            None => outcome == MemberAnswer::Unsolvable,
        }
    }
}

/// A member's answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MemberAnswer {
    /// A solution with this number of moves.
    Moves(usize),
    /// The board is unsolvable.
    Unsolvable,
    /// The search exceeded the budget or panicked.
    NoEnd,
}

/// The choices that the assignment leaves open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SolverChoices {
    /// The order of the neighbors.
    pub order: NeighborOrder,
    /// The tie-breaking rule for nodes of equal priority.
    pub ties: Ties,
}

/// The tie-breaking rule for nodes of equal priority.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ties {
    /// The order of the assignment's binary heap.
    Heap,
    /// The node that was enqueued earliest comes first.
    First,
}

impl SolverChoices {
    /// The model answer's choices.
    pub const MODEL: Self = Self { order: NeighborOrder::MODEL, ties: Ties::Heap };

    /// All combinations of neighbor order and tie-breaking rule. A puzzle exposes only members that fail with each of
    /// these.
    pub const ALL: [Self; 4] = [
        Self::MODEL,
        Self { order: NeighborOrder::COMPASS, ties: Ties::First },
        Self { order: NeighborOrder::MODEL, ties: Ties::First },
        Self { order: NeighborOrder::COMPASS, ties: Ties::Heap },
    ];
}
