//! The members of a family, and their results on a board.

use crate::board::{Board, Order};

/// One nearly right way to solve a board: a family's idea with its parameters fixed.
///
/// To add one, implement this in a file below `known` and name it there, or, if the idea is a
/// change of A*, make a [`Recipe`](crate::recipe::Recipe), which implements it.
pub trait Member: Sync {
    /// The idea, the same for all members of a family.
    fn family(&self) -> &str;

    /// The parameters that tell it from the others of its family.
    fn parameters(&self) -> &str;

    /// Its answer. It must be the same on every call.
    fn solve(&self, task: &Task<'_>) -> Outcome;

    /// The family with the parameters: no two members have the same.
    fn name(&self) -> String {
        format!("{}: {}", self.family(), self.parameters())
    }
}

/// A board to solve, and how.
#[derive(Clone, Copy, Debug)]
pub struct Task<'a> {
    /// The board.
    pub board: &'a Board,
    /// Its optimal count, or `None` if it cannot be solved. A member may look at it only to spare
    /// itself work whose result is known, such as a search of a right twin that cannot end.
    pub optimal: Option<usize>,
    /// The decisions that the assignment leaves open.
    pub manner: Manner,
    /// The most nodes that may be taken from each queue. Beyond that the outcome is
    /// [`Outcome::NoEnd`].
    pub budget: u64,
}

impl Task<'_> {
    /// The outcome of a right search for this board alone, without a search of the twin: it has no
    /// end where there is no solution.
    pub fn shortest(&self) -> Outcome {
        self.optimal.map_or(Outcome::NoEnd, Outcome::Moves)
    }

    /// Whether an outcome is the right one.
    pub fn is_right(&self, outcome: Outcome) -> bool {
        match self.optimal {
            Some(moves) => outcome == Outcome::Moves(moves),
            None => outcome == Outcome::Unsolvable,
        }
    }
}

/// The answer of a member.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// A solution of so many moves.
    Moves(usize),
    /// No solution.
    Unsolvable,
    /// Nothing within the budget, or it panicked.
    NoEnd,
}

/// The two decisions that the assignment leaves open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Manner {
    /// The order in which a board gives its neighbors.
    pub order: Order,
    /// The node that goes first of several with the same priority.
    pub ties: Ties,
}

/// The node that goes first of several with the same priority.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ties {
    /// The one that the assignment's binary heap gives.
    Heap,
    /// The one that was queued first.
    First,
}

impl Manner {
    /// The manner of the model.
    pub const MODEL: Self = Self { order: Order::MODEL, ties: Ties::Heap };

    /// Two orders with both ways to break ties. A puzzle shows a member only if the member is
    /// wrong on it in all of these.
    pub const ALL: [Self; 4] = [
        Self::MODEL,
        Self { order: Order::COMPASS, ties: Ties::First },
        Self { order: Order::MODEL, ties: Ties::First },
        Self { order: Order::COMPASS, ties: Ties::Heap },
    ];
}
