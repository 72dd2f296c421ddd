//! Reasons for wrong answers, from the queue log or from a pattern across the puzzles.

use crate::words::counted;
use serde::{Deserialize, Serialize};

use super::proof::CauseProof;
use crate::WrongOrder;

/// A flaw in a search, proven by the queue log.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Flaw {
    /// Keys are not dequeued in the order of moves + Manhattan distance.
    OutOfOrder {
        /// The actual order, if known.
        by: Option<WrongOrder>,
    },
    /// A board is closed before the shortest path to it is found.
    ClosedTooEarly,
    /// A neighbor is never enqueued.
    NeverQueued,
    /// None of the neighbors of a board is enqueued.
    NoneQueued,
    /// A board is expanded whose key was not dequeued.
    OtherExpanded,
    /// A board is expanded again, without a key that was dequeued.
    ExpandedAgain,
    /// A dequeued board is not expanded.
    ThrownAway,
    /// Boards are left behind in an abandoned queue.
    LeftBehind,
    /// The search ends while a board with a lower priority is in the queue.
    EndedEarly,
    /// The search reached the goal in fewer moves, but from some board on, the solution follows a longer path.
    Relinked {
        /// The number of moves at which the goal was dequeued.
        moves: u64,
    },
    /// The goal was dequeued on a shorter path than the solution.
    GoalFound {
        /// The number of moves on that path.
        moves: u64,
    },
}

impl Flaw {
    /// Describes the flaw, to end a sentence.
    pub(super) fn end_of_sentence(flaw: Option<Self>) -> String {
        flaw.map(|flaw| format!(": {}", flaw.clause())).unwrap_or_default()
    }

    /// Describes the flaw, to start a sentence.
    pub(super) fn start_of_sentence(flaw: Option<Self>) -> String {
        flaw.map(|flaw| format!("{}; ", flaw.clause())).unwrap_or_default()
    }

    fn clause(self) -> String {
        match self {
            Self::OutOfOrder { by: Some(WrongOrder::LargestFirst) } => {
                "the largest key comes out of the queue first".to_owned()
            }
            Self::OutOfOrder { by: Some(WrongOrder::Changing) } => {
                "keys change while they are in the queue, and come out in the wrong order"
                    .to_owned()
            }
            Self::OutOfOrder { by: Some(WrongOrder::Siblings) } => {
                "the number of moves grows with each neighbor of a board".to_owned()
            }
            Self::OutOfOrder { by: Some(WrongOrder::Summed) } => {
                "a priority adds manhattan to the previous priority instead of to the number of \
                 moves"
                    .to_owned()
            }
            Self::OutOfOrder { by: Some(order) } => {
                format!("keys come out in the order of {order} instead of moves + manhattan")
            }
            Self::OutOfOrder { by: None } => {
                "keys do not come out in the order of moves + manhattan".to_owned()
            }
            Self::ClosedTooEarly => {
                "a board is not queued again, although the new path to it is shorter".to_owned()
            }
            Self::NeverQueued => "a neighbor is never added to the queue".to_owned(),
            Self::NoneQueued => "none of the neighbors of a board is added to the queue".to_owned(),
            Self::OtherExpanded => {
                "the board that is expanded is not the one that came out of the queue".to_owned()
            }
            Self::ExpandedAgain => {
                "a board is expanded again, but no key came out of the queue".to_owned()
            }
            Self::ThrownAway => "a board comes out of the queue but is not expanded".to_owned(),
            Self::LeftBehind => "the search switches to another queue and loses boards".to_owned(),
            Self::EndedEarly => "the search ends while a better board is in the queue".to_owned(),
            Self::Relinked { moves } | Self::GoalFound { moves } => {
                format!("the goal came out of the queue after {}", counted(moves, "move"))
            }
        }
    }
}

/// How a solver got a wrong `is_solvable()` result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Decided {
    /// The solver's other answers are correct.
    OthersAreRight,
    /// The goal was dequeued.
    GoalFound,
    /// No board was dequeued or expanded.
    NotSearched,
    /// The search ended after the same number of expansions on every puzzle with a wrong result.
    GivesUp {
        /// The number of expansions.
        steps: u64,
        /// The number of puzzles with a wrong result.
        puzzles: u32,
    },
}

impl Decided {
    pub(super) fn proof(self) -> CauseProof {
        match self {
            Self::OthersAreRight => CauseProof::Case,
            Self::GoalFound | Self::NotSearched => CauseProof::Log,
            Self::GivesUp { .. } => CauseProof::AllCases,
        }
    }

    /// Explains why a solvable board was reported as unsolvable, to end a sentence.
    pub(super) fn explain_denied(self) -> String {
        match self {
            Self::OthersAreRight => ", but moves() and solution() return it".to_owned(),
            Self::GoalFound => ", but the search reaches the goal".to_owned(),
            Self::NotSearched => NOT_SEARCHED.to_owned(),
            Self::GivesUp { steps, puzzles } => {
                format!("; on all {puzzles} such puzzles, the search ends after {steps} expansions")
            }
        }
    }

    /// Explains why an unsolvable board was reported as solvable, to end a sentence.
    pub(super) fn explain_claimed(self) -> String {
        match self {
            Self::OthersAreRight => ", but moves() and solution() return `None`".to_owned(),
            Self::NotSearched => NOT_SEARCHED.to_owned(),
            Self::GoalFound | Self::GivesUp { .. } => String::new(),
        }
    }
}

const NOT_SEARCHED: &str =
    "; the solver calls no neighbors() on the board and takes nothing from a `MinPq`";

/// How many of the puzzles show the same fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Pattern {
    /// The number of puzzles that show it.
    pub shown: u32,
    /// The number of puzzles with an answer.
    pub of: u32,
}

impl Pattern {
    /// Describes the pattern, to end a sentence.
    pub(super) fn end_of_sentence(pattern: Option<Self>) -> String {
        match pattern {
            None => String::new(),
            Some(Self { shown, of }) if shown == of => format!(", on all {of} puzzles"),
            Some(Self { shown, of }) => format!(", on {shown} of {of} puzzles"),
        }
    }
}

/// The quantity that `moves()` returns instead of the number of moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Counted {
    /// Twice the number of moves.
    EachTwice,
    /// The number of expanded boards.
    Expanded,
    /// The number of dequeued keys.
    Dequeued,
    /// The number of enqueued keys.
    Queued,
    /// The number of steps: of dequeued keys, and also of expanded boards.
    Steps,
}

impl Counted {
    pub(super) fn words(self) -> &'static str {
        match self {
            Self::EachTwice => "each move twice",
            Self::Expanded => "the boards that the search expands",
            Self::Dequeued => "the boards that come out of the queue",
            Self::Queued => "the boards that enter the queue",
            Self::Steps => "the steps of the search",
        }
    }
}
