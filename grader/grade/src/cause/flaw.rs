//! What is proven of a wrong answer beyond the answer itself: by the log of the search, or by all
//! puzzles together.

use serde::{Deserialize, Serialize};

use crate::Order;

/// The flaw of a search that the log of its queues proves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Flaw {
    /// Keys come out in another order than that of moves + manhattan: in this one, if it is known.
    OutOfOrder {
        /// The order in which they come out.
        by: Option<Order>,
    },
    /// A board is closed before its shortest way is found.
    ClosedTooEarly,
    /// A neighbor is never queued.
    NeverQueued,
    /// A board comes out of the queue and is not expanded.
    ThrownAway,
    /// Boards are left behind in a queue that is given up.
    LeftBehind,
    /// The search ends while a better board is waiting.
    EndedEarly,
    /// The search is right, and a link of the way back was overwritten.
    Relinked {
        /// The moves after which the goal came out.
        moves: u64,
    },
    /// The goal came out of the queue on a shorter way than the one that is given.
    GoalFound {
        /// The moves of that way.
        moves: u64,
    },
}

impl Flaw {
    /// The flaw behind what it led to, as the end of a sentence.
    pub(super) fn end(flaw: Option<Self>) -> String {
        flaw.map(|flaw| format!(": {}", flaw.clause())).unwrap_or_default()
    }

    fn clause(self) -> String {
        match self {
            Self::OutOfOrder { by: Some(Order::LargestFirst) } => {
                "the largest key comes out of the queue first".to_owned()
            }
            Self::OutOfOrder { by: Some(Order::Changing) } => {
                "keys change while they are in the queue, and come out in the wrong order"
                    .to_owned()
            }
            Self::OutOfOrder { by: Some(order) } => {
                format!("keys come out in the order of {order} instead of moves + manhattan")
            }
            Self::OutOfOrder { by: None } => {
                "keys do not come out in the order of moves + manhattan".to_owned()
            }
            Self::ClosedTooEarly => {
                "a board is closed before its shortest path is found".to_owned()
            }
            Self::NeverQueued => "a neighbor is never added to the queue".to_owned(),
            Self::ThrownAway => "a board comes out of the queue but is not expanded".to_owned(),
            Self::LeftBehind => "the search switches to another queue and loses boards".to_owned(),
            Self::EndedEarly => "the search ends while a better board is in the queue".to_owned(),
            Self::Relinked { moves } => format!(
                "the search found the goal in {moves} moves, but later overwrote a link of that \
                 path"
            ),
            Self::GoalFound { moves } => {
                format!("the goal came out of the queue after {moves} moves")
            }
        }
    }
}

/// The way in which a wrong `is_solvable()` came about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Decided {
    /// The other two answers are right.
    OthersAreRight,
    /// The goal came out of the queue of the search.
    GoalFound,
    /// No board was taken out of a queue or expanded.
    NotSearched,
    /// On each puzzle where it is wrong, the search ended after as many expansions.
    GivesUp {
        /// The boards that it expands.
        steps: u64,
        /// The puzzles on which it does.
        puzzles: u32,
    },
}

impl Decided {
    /// How a board with a solution came to be called unsolvable, as the end of a sentence.
    pub(super) fn denied(self) -> String {
        match self {
            Self::OthersAreRight => ", but moves() and solution() return it".to_owned(),
            Self::GoalFound => ", but the search reaches the goal".to_owned(),
            Self::NotSearched => NOT_SEARCHED.to_owned(),
            Self::GivesUp { steps, puzzles } => format!(
                "; on all {puzzles} such puzzles, the search gives up after {steps} expansions"
            ),
        }
    }

    /// How a board without a solution came to be called solvable, as the end of a sentence.
    pub(super) fn claimed(self) -> String {
        match self {
            Self::OthersAreRight => ", but moves() and solution() return `None`".to_owned(),
            Self::NotSearched => NOT_SEARCHED.to_owned(),
            Self::GoalFound | Self::GivesUp { .. } => String::new(),
        }
    }
}

const NOT_SEARCHED: &str = "; the solver decides this without a search";

/// The puzzles that show the same fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Pattern {
    /// The number of puzzles that show it.
    pub shown: u32,
    /// The number of puzzles with an answer to look at.
    pub of: u32,
}

impl Pattern {
    /// The puzzles, as the end of a sentence.
    pub(super) fn end(pattern: Option<Self>) -> String {
        match pattern {
            None => String::new(),
            Some(Self { shown, of }) if shown == of => format!(", on all {of} puzzles"),
            Some(Self { shown, of }) => format!(", on {shown} of {of} puzzles"),
        }
    }
}

/// What `moves()` counts instead of moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Counted {
    /// Each move, twice.
    EachTwice,
    /// The boards expanded.
    Expanded,
    /// The keys taken out of queues.
    Dequeued,
    /// The keys put into queues.
    Queued,
}

impl Counted {
    /// What is counted, in words.
    pub(super) fn words(self) -> &'static str {
        match self {
            Self::EachTwice => "each move twice",
            Self::Expanded => "the boards that the search expands",
            Self::Dequeued => "the boards that come out of the queue",
            Self::Queued => "the boards that enter the queue",
        }
    }
}
