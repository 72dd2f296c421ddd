//! The moment at which a search left what is allowed.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::{Tiles, kinds};

/// The first step of a search that is not allowed, as it was seen at its queue.
///
/// In `grade.json` it is an object: `kind` names what happened, and the other fields are its data.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Moment {
    /// The number of the key taken out of a queue last, from 1: keys of both searches count.
    pub step: u64,
    /// The search that left it.
    pub tree: SearchTree,
    /// The kind of step, with its data.
    #[serde(flatten)]
    pub what: Departure,
    /// The boards that were taken out just before and after, and in that step.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub around: Vec<Taken>,
}

/// One of the two searches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SearchTree {
    /// The search of the board.
    Own,
    /// The search of its twin.
    Twin,
}

/// A step by which a search left what is allowed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Departure {
    /// A board came out of the queue while one of a lesser priority was in it.
    OutOfOrder {
        /// The board that came out.
        taken: SearchNode,
        /// The least one that was waiting.
        waiting: SearchNode,
        /// The order in which the keys come out, if one fits all of them.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        by: Option<Order>,
    },
    /// A board was not queued, because it had been reached before in more moves.
    ClosedTooEarly {
        /// The board that was expanded.
        from: SearchNode,
        /// Its neighbor, as it was reached now.
        board: SearchNode,
        /// The moves of the way by which it was reached first.
        first: u64,
        /// The board that it was reached from then.
        first_from: Option<SearchNode>,
    },
    /// A board was not queued, and had never been reached before.
    NeverQueued {
        /// The board that was expanded.
        from: SearchNode,
        /// Its neighbor.
        board: SearchNode,
    },
    /// A board came out of the queue and was not expanded, though it never had been.
    ThrownAway {
        /// The board.
        board: SearchNode,
        /// The moves of the longer way by which it had been expanded, if it had.
        first: Option<u64>,
    },
    /// The best boards of a queue were put into another one, and this one was not.
    LeftBehind {
        /// The least board that was left.
        board: SearchNode,
    },
    /// The search ended with a way while a board was waiting that may lead to a shorter one.
    EndedEarly {
        /// The moves of the way.
        way: u64,
        /// The board that was taken out last.
        last: SearchNode,
        /// The least one that was waiting.
        waiting: SearchNode,
    },
    /// The search ended when the goal was met as a neighbor.
    GoalMet {
        /// The board that was expanded.
        from: SearchNode,
        /// The goal.
        goal: SearchNode,
    },
    /// The goal came out of the queue, and the search went on.
    WentOn {
        /// The goal.
        goal: SearchNode,
        /// The board that was taken out next.
        next: SearchNode,
    },
    /// The search ended without a goal while boards were waiting.
    GaveUp {
        /// The board that was taken out last.
        last: SearchNode,
        /// The least one that was waiting.
        waiting: SearchNode,
    },
    /// A board came out of the queue and was expanded, and the solution reaches it by a longer way.
    Relinked {
        /// The board, as it was expanded.
        board: SearchNode,
        /// The board that it was reached from then.
        from: SearchNode,
        /// The board before it in the solution.
        instead: SearchNode,
    },
    /// The board just left was queued again.
    QueuedAgain {
        /// The board that was expanded.
        from: SearchNode,
        /// The board that it was reached from, as its neighbor.
        board: SearchNode,
    },
    /// One of the two searches made a step out of turn.
    OutOfTurn {
        /// The steps with the board.
        own: u64,
        /// The steps with the twin.
        twin: u64,
        /// The board of that step.
        board: SearchNode,
    },
}

/// An order in which keys come out of a queue, other than the right one. Each is of the smallest first
/// but one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Order {
    /// The largest moves + manhattan first.
    LargestFirst,
    /// By the Manhattan distance alone.
    Manhattan,
    /// By the moves and a multiple of the Manhattan distance.
    Weighted {
        /// The factor of the distance.
        times: u64,
    },
    /// By the Hamming distance alone.
    Hamming,
    /// By the moves and the Hamming distance.
    MovesAndHamming,
    /// By the moves alone.
    Moves,
    /// By twice the moves and the Manhattan distance.
    MovesTwice,
    /// By the keys taken out so far and the Manhattan distance.
    Steps,
    /// By the moves of the other search and the Manhattan distance.
    OtherMoves,
    /// By none that lasts: keys change while they are queued.
    Changing,
}

/// As a formula, where it has one.
impl fmt::Display for Order {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::LargestFirst => write!(f, "moves + manhattan, the largest first"),
            Self::Manhattan => write!(f, "manhattan alone"),
            Self::Weighted { times } => write!(f, "moves + {times} * manhattan"),
            Self::Hamming => write!(f, "hamming alone"),
            Self::MovesAndHamming => write!(f, "moves + hamming"),
            Self::Moves => write!(f, "moves alone"),
            Self::MovesTwice => write!(f, "2 * moves + manhattan"),
            Self::Steps => write!(f, "steps of the search + manhattan"),
            Self::OtherMoves => write!(f, "the other search's moves + manhattan"),
            Self::Changing => write!(f, "changing keys"),
        }
    }
}

/// A board in a search.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SearchNode {
    /// Its tiles in rows.
    pub tiles: Tiles,
    /// The moves from the root of its tree.
    pub moves: u64,
    /// Its Manhattan distance.
    pub manhattan: u64,
}

/// A board that was taken out of a queue.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Taken {
    /// The number of the step.
    pub step: u64,
    /// The search that took it out.
    pub tree: SearchTree,
    /// The board.
    pub node: SearchNode,
}

impl Departure {
    /// Its kind, such as `out_of_order`.
    pub fn kind(&self) -> String {
        kinds::kind(self)
    }

    /// The boards that show it: the one that the rule is broken with and what it is held against.
    pub fn nodes(&self) -> Vec<&SearchNode> {
        match self {
            Self::OutOfOrder { taken, waiting, .. } => vec![taken, waiting],
            Self::ClosedTooEarly { from, board, .. }
            | Self::NeverQueued { from, board }
            | Self::QueuedAgain { from, board } => vec![from, board],
            Self::ThrownAway { board, .. }
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
    /// The priority that A* gives it: the moves made and the Manhattan distance.
    pub fn priority(&self) -> u64 {
        self.moves.saturating_add(self.manhattan)
    }
}
