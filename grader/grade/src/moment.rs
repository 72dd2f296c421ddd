//! The moment at which a search broke a rule.

use std::fmt;

use probe::wire::Question;
use serde::{Deserialize, Serialize};

use super::cause::Flaw;
use super::{Target, Tiles, kinds};

/// The first step at which a search broke a rule, as observed at its queue.
///
/// In `grade.json`, this is an object with a `kind` field and the data for this kind.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Moment {
    /// The number of the last key dequeued by either search, from 1.
    pub step: u64,
    /// The search that broke the rule.
    pub tree: SearchTree,
    /// What happened.
    #[serde(flatten)]
    pub what: Departure,
    /// The boards dequeued shortly before, during, and after this step.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub around: Vec<DequeuedBoard>,
}

/// One of the two searches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SearchTree {
    /// The search from the board.
    Own,
    /// The search from the twin.
    Twin,
}

/// A step that breaks a rule.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Departure {
    /// A board was dequeued before a board with a lower priority.
    OutOfOrder {
        /// The board that was dequeued.
        taken: SearchNode,
        /// The board with the lowest priority in the queue.
        waiting: SearchNode,
        /// The order in which keys were dequeued, if known.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        by: Option<WrongOrder>,
    },
    /// A board was not enqueued, because a longer path had already reached it.
    ClosedTooEarly {
        /// The board that was expanded.
        from: SearchNode,
        /// The neighbor that was not enqueued, on the shorter path.
        board: SearchNode,
        /// The number of moves on the longer path.
        first: u64,
        /// The previous board on the longer path.
        first_from: Option<SearchNode>,
    },
    /// A board was not enqueued, although no path had reached it before.
    NeverQueued {
        /// The board that was expanded.
        from: SearchNode,
        /// The neighbor that was not enqueued.
        board: SearchNode,
    },
    /// A board was expanded, and none of its neighbors was enqueued.
    NoneQueued {
        /// The board that was expanded.
        from: SearchNode,
        /// The number of its neighbors.
        neighbors: u64,
    },
    /// A board was expanded that is not the board of the key that was dequeued, but of another key.
    OtherExpanded {
        /// The board of the key.
        taken: SearchNode,
        /// The board that was expanded.
        board: SearchNode,
    },
    /// A board was expanded again, although no key was dequeued in between.
    ExpandedAgain {
        /// The board.
        board: SearchNode,
    },
    /// A board was dequeued but not expanded, although it had not yet been expanded with so few moves.
    ThrownAway {
        /// The board.
        board: SearchNode,
        /// The number of moves with which the board had been expanded before, on a longer path.
        first: Option<u64>,
    },
    /// The search switched to a different queue and left boards behind.
    LeftBehind {
        /// The board with the lowest priority among those left behind.
        board: SearchNode,
    },
    /// The search ended with a path, although a board in the queue could have led to a shorter one.
    EndedEarly {
        /// The number of moves on the path.
        way: u64,
        /// The last dequeued board.
        last: SearchNode,
        /// The board with the lowest priority in the queue.
        waiting: SearchNode,
    },
    /// The search ended when it generated the goal.
    GoalMet {
        /// The board that was expanded.
        from: SearchNode,
        /// The goal.
        goal: SearchNode,
    },
    /// The search continued after the goal was dequeued.
    WentOn {
        /// The goal.
        goal: SearchNode,
        /// The board that was dequeued next.
        next: SearchNode,
    },
    /// The search ended without the goal, although there were boards in the queue.
    GaveUp {
        /// The last dequeued board.
        last: SearchNode,
        /// The board with the lowest priority in the queue.
        waiting: SearchNode,
    },
    /// The solution reaches a board after more moves than the search did.
    Relinked {
        /// The board as the search expanded it.
        board: SearchNode,
        /// The previous board on the shorter path.
        from: SearchNode,
        /// The previous board in the solution.
        instead: SearchNode,
    },
    /// The board of the previous search node was enqueued again.
    QueuedAgain {
        /// The board that was expanded.
        from: SearchNode,
        /// The neighbor that was enqueued: the board of the previous search node.
        board: SearchNode,
    },
    /// A search took a step when it was the other search's turn.
    OutOfTurn {
        /// The number of steps in the board's search.
        own: u64,
        /// The number of steps in the twin's search.
        twin: u64,
        /// The board that the step expanded.
        board: SearchNode,
        /// Whether every step so far took the smaller of the least keys in both queues.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        is_by_key: bool,
    },
}

/// A wrong order to dequeue keys. The smallest value comes first, except for one variant. Keys with the same value may
/// be ordered by anything else.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum WrongOrder {
    /// Moves + Manhattan distance, with the largest value first.
    LargestFirst,
    /// The Manhattan distance, without the moves.
    Manhattan,
    /// Moves + a multiple of the Manhattan distance.
    Weighted {
        /// The factor for the distance.
        times: u64,
    },
    /// The Hamming distance, without the moves.
    Hamming,
    /// Moves + Hamming distance.
    MovesAndHamming,
    /// The moves, without a distance.
    Moves,
    /// Twice the moves + Manhattan distance.
    MovesTwice,
    /// The number of dequeued keys + Manhattan distance.
    Steps,
    /// The moves of the other search + Manhattan distance.
    OtherMoves,
    /// Moves that increase from one neighbor of a board to the next + Manhattan distance.
    Siblings,
    /// The number of enqueued keys + Manhattan distance.
    Inserted,
    /// The sum of the Manhattan distances of all boards on the path.
    Summed,
    /// Keys whose order changes while they are in the queue.
    Changing,
}

impl WrongOrder {
    /// Returns the part of the search to blame for this order of keys.
    fn part_to_blame(self) -> Target {
        match self {
            Self::LargestFirst | Self::Changing | Self::Moves => Target::Order,
            Self::Manhattan
            | Self::Weighted { .. }
            | Self::Hamming
            | Self::MovesAndHamming
            | Self::MovesTwice
            | Self::Summed => Target::Priority,
            // The distance is correct, but the new node has the wrong number of moves.
            Self::Steps | Self::OtherMoves | Self::Siblings | Self::Inserted => Target::Expansion,
        }
    }
}

/// Returns the order as a formula, if there is one.
impl fmt::Display for WrongOrder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::LargestFirst => write!(f, "moves + manhattan, the largest first"),
            Self::Manhattan => write!(f, "manhattan"),
            Self::Weighted { times } => write!(f, "moves + {times} * manhattan"),
            Self::Hamming => write!(f, "hamming"),
            Self::MovesAndHamming => write!(f, "moves + hamming"),
            Self::Moves => write!(f, "moves"),
            Self::MovesTwice => write!(f, "2 * moves + manhattan"),
            Self::Steps => write!(f, "steps of the search + manhattan"),
            Self::OtherMoves => write!(f, "the other search's moves + manhattan"),
            Self::Siblings => write!(f, "a counter that grows with each neighbor + manhattan"),
            Self::Inserted => write!(f, "boards queued so far + manhattan"),
            Self::Summed => write!(f, "the sum of manhattan over the whole path"),
            Self::Changing => write!(f, "changing keys"),
        }
    }
}

/// A board in a search.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SearchNode {
    /// The tiles.
    pub tiles: Tiles,
    /// The number of moves from the root of the search tree.
    pub moves: u64,
    /// The Manhattan distance.
    pub manhattan: u64,
}

/// A board that was dequeued.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(expecting = "struct Taken")]
pub struct DequeuedBoard {
    /// The number of the step.
    pub step: u64,
    /// The search that dequeued it.
    pub tree: SearchTree,
    /// The board.
    pub node: SearchNode,
}

impl Departure {
    /// Returns the variant's name, such as `out_of_order`.
    pub fn kind(&self) -> String {
        kinds::kind(self)
    }

    /// Returns the part of the search to blame.
    pub fn part_to_blame(&self) -> Target {
        match self {
            Self::OutOfOrder { by, .. } => by.map_or(Target::Order, WrongOrder::part_to_blame),
            Self::ClosedTooEarly { .. }
            | Self::NeverQueued { .. }
            | Self::NoneQueued { .. }
            | Self::QueuedAgain { .. }
            | Self::GoalMet { .. } => Target::Expansion,
            Self::ThrownAway { .. } | Self::OtherExpanded { .. } | Self::ExpandedAgain { .. } => {
                Target::Removal
            }
            Self::LeftBehind { .. }
            | Self::EndedEarly { .. }
            | Self::WentOn { .. }
            | Self::GaveUp { .. }
            | Self::Relinked { .. }
            | Self::OutOfTurn { .. } => Target::Solver(Question::New),
        }
    }

    /// Returns the flaw of the search, if this step proves one.
    pub fn flaw(&self) -> Option<Flaw> {
        Some(match self {
            Self::OutOfOrder { by, .. } => Flaw::OutOfOrder { by: *by },
            Self::ClosedTooEarly { .. } | Self::ThrownAway { first: Some(_), .. } => {
                Flaw::ClosedTooEarly
            }
            Self::NeverQueued { .. } => Flaw::NeverQueued,
            Self::NoneQueued { .. } => Flaw::NoneQueued,
            Self::OtherExpanded { .. } => Flaw::OtherExpanded,
            Self::ExpandedAgain { .. } => Flaw::ExpandedAgain,
            Self::ThrownAway { first: None, .. } => Flaw::ThrownAway,
            Self::LeftBehind { .. } => Flaw::LeftBehind,
            Self::EndedEarly { .. } => Flaw::EndedEarly,
            Self::GoalMet { .. }
            | Self::WentOn { .. }
            | Self::GaveUp { .. }
            | Self::Relinked { .. }
            | Self::QueuedAgain { .. }
            | Self::OutOfTurn { .. } => return None,
        })
    }

    /// Returns the boards involved: the one that breaks the rule, and those to compare it with.
    pub fn nodes(&self) -> Vec<&SearchNode> {
        match self {
            Self::OutOfOrder { taken, waiting, .. } => vec![taken, waiting],
            Self::ClosedTooEarly { from, board, .. }
            | Self::NeverQueued { from, board }
            | Self::QueuedAgain { from, board } => vec![from, board],
            Self::NoneQueued { from, .. } => vec![from],
            Self::OtherExpanded { taken, board } => vec![taken, board],
            Self::ThrownAway { board, .. }
            | Self::ExpandedAgain { board }
            | Self::LeftBehind { board }
            | Self::OutOfTurn { board, .. } => vec![board],
            Self::EndedEarly { last, waiting, .. } | Self::GaveUp { last, waiting } => {
                vec![last, waiting]
            }
            Self::Relinked { board, from, instead } => vec![board, from, instead],
            Self::GoalMet { from, goal } => vec![from, goal],
            Self::WentOn { goal, next } => vec![goal, next],
        }
    }
}

impl SearchNode {
    /// Returns the A* priority: the number of moves plus the Manhattan distance.
    pub fn priority(&self) -> u64 {
        self.moves.saturating_add(self.manhattan)
    }
}
