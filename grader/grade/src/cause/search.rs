//! Faults in a search.

use probe::wire::{Method, Question};
use serde::{Deserialize, Serialize};

use super::proof::{CauseProof, proven_by};
use super::{Cause, Flaw, SolverCause};
use crate::Stop;
use crate::words::{counted, method_call as call, question_call, singular_or_plural};

/// A fault in a search.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum SearchCause {
    /// `neighbors` is never called on the grader's boards, so the search cannot be observed.
    NeverAsks,
    /// `twin` is never called, so the twin is not searched.
    NoTwin,
    /// On unsolvable boards, the search always ends after this many steps, and the twin is not searched.
    GivesUpWithoutTwin {
        /// The number of expansions.
        steps: u64,
    },
    /// `twin` is called on every board, but no twin is searched.
    TwinOfEach,
    /// If the text of a board is that of another board, the solver gives the other answer about solvability.
    #[serde(rename = "told_by_text")]
    RecognizedByText,
    /// If the text of a board is that of another board, the number of moves changes.
    SolvedByText,
    /// The twin's search does not expand any boards.
    TwinNotExpanded,
    /// The search ends after this many steps, with keys in the queue, before either board is solved.
    GivesUp {
        /// The number of expansions.
        steps: u64,
    },
    /// The twin's search starts after the board's search has ended.
    TwinLast,
    /// One search gets too far ahead of the other.
    OutOfStep {
        /// The number of steps in the board's search when one search first gets too far ahead.
        own: u64,
        /// The number of steps in the twin's search at that time.
        twin: u64,
    },
    /// The twin's search dequeues boards in another order than the board's search.
    TwinOutOfOrder,
    /// Both searches share one queue, which this rubric forbids.
    OneQueue,
    /// The twin's search ends before it can reach the goal.
    TwinTooShort,
    /// The search ends before the goal is dequeued.
    EndsEarly,
    /// The search continues after the goal is dequeued.
    GoesOn,
    /// No keys are dequeued.
    NoQueue,
    /// Boards are expanded without being dequeued.
    Unqueued,
    /// `neighbors` is called too often before a key is dequeued.
    CallsAhead {
        /// The number of calls.
        calls: u64,
        /// The number of keys dequeued so far.
        deleted: u64,
    },
    /// No key is dequeued after the last call to `neighbors`.
    NothingTaken,
    /// A question searches, although the solver searched when it was created.
    SearchesAgain {
        /// The question.
        question: Question,
    },
    /// One of two queues gets too far ahead of the other.
    QueuesOutOfTurn {
        /// The number of keys dequeued from one queue.
        one: u64,
        /// The number of keys dequeued from the other queue.
        other: u64,
    },
    /// The queue does not determine the order of the search.
    QueueForShow,
    /// Keys are ordered inconsistently, or their order changes while they are in the queue.
    KeyChanges,
    /// `cmp` and `partial_cmp` disagree about some keys.
    TwoOrders,
    /// The board of the previous search node is enqueued again.
    QueuedAgain {
        /// The number of enqueued keys.
        queued: u64,
        /// The search that uses the queue.
        queue: QueueOf,
    },
    /// More keys are enqueued than with the critical optimization. It is not known which boards they belong to.
    Overfull {
        /// The number of enqueued keys.
        queued: u64,
        /// The maximum number.
        most: u64,
    },
    /// A distance is computed more than once for the same board.
    Uncached {
        /// The distance.
        method: Method,
        /// The number of calls.
        calls: u64,
        /// The number of boards.
        boards: u64,
    },
}

impl SearchCause {
    pub(crate) fn proof(&self) -> CauseProof {
        proven_by! { self;
            Log: NeverAsks NoTwin TwinOfEach TwinNotExpanded GivesUpWithoutTwin GivesUp TwinLast OutOfStep
                TwinOutOfOrder OneQueue TwinTooShort EndsEarly GoesOn NoQueue Unqueued CallsAhead NothingTaken
                SearchesAgain QueuesOutOfTurn KeyChanges TwoOrders QueuedAgain;
            SecondRun: RecognizedByText SolvedByText QueueForShow;
            Measurement: Overfull Uncached;
        }
    }

    pub(crate) fn sentence(&self) -> String {
        match self {
            Self::NeverAsks => "the solver never calls neighbors() on the given board".to_owned(),
            Self::NoTwin => "the solver never calls twin()".to_owned(),
            Self::GivesUpWithoutTwin { steps } => format!(
                "the search ends after {}, and the twin is not searched",
                counted(*steps, "expansion")
            ),
            Self::TwinOfEach => {
                "the solver calls twin() on most boards, but does not search from the initial \
                 board's twin"
                    .to_owned()
            }
            Self::RecognizedByText => {
                "if only the text of the board changes, is_solvable() changes".to_owned()
            }
            Self::SolvedByText => {
                "if only the text of the board changes, moves() changes".to_owned()
            }
            Self::TwinNotExpanded => {
                "the solver calls twin(), but the search expands no board of the twin".to_owned()
            }
            Self::GivesUp { steps } => format!(
                "the search ends after {}, before the board or the twin is solved",
                counted(*steps, "expansion")
            ),
            Self::TwinLast => {
                "the twin's search starts only after the board's search has ended".to_owned()
            }
            Self::OutOfStep { own, twin } => format!(
                "the two searches do not take turns: of the first {}, {own} are for the board and \
                 {twin} for the twin",
                // A worker reports these numbers, and is not trusted.
                counted(own.saturating_add(*twin), "step")
            ),
            Self::TwinOutOfOrder => {
                "the twin's search takes a board from the queue before another with a lower \
                 priority; the board's search does not"
                    .to_owned()
            }
            Self::OneQueue => "both searches share one queue; use a queue for each".to_owned(),
            Self::TwinTooShort => "the twin's search ends before it can reach the goal".to_owned(),
            Self::EndsEarly => "the search ends before the goal leaves the queue".to_owned(),
            Self::GoesOn => "the search continues after the goal leaves the queue".to_owned(),
            Self::NoQueue => "the search takes no boards from a `MinPq`".to_owned(),
            Self::Unqueued => {
                "the search expands boards that did not come out of a `MinPq`".to_owned()
            }
            Self::CallsAhead { calls, deleted } => format!(
                "neighbors() is called {} before {} have left a `MinPq`",
                counted(*calls, "time"),
                counted(*deleted + 1, "key")
            ),
            Self::NothingTaken => {
                "no key leaves a `MinPq` after the last call of neighbors()".to_owned()
            }
            Self::SearchesAgain { question } => format!(
                "{} uses a `MinPq`, although Solver::new() has already searched",
                question_call(*question)
            ),
            Self::QueuesOutOfTurn { one, other } => format!(
                "the queues do not take turns: of the first {} taken from them, {one} are from one \
                 queue and {other} from the other",
                counted(one.saturating_add(*other), "key")
            ),
            Self::QueueForShow => {
                "the search uses a `MinPq`, but does not follow its order".to_owned()
            }
            Self::KeyChanges => "two comparisons of the same keys in the queue differ".to_owned(),
            Self::TwoOrders => "`partial_cmp` of a key does not agree with `cmp`; do not derive it, and make it return \
                                `Some(self.cmp(other))`"
                .to_owned(),
            Self::QueuedAgain { .. } => {
                "the board of a node's predecessor is queued again".to_owned()
            }
            Self::Overfull { queued, most } => format!(
                "{} {} queued; without the boards of the predecessors, there are at most {most}",
                counted(*queued, "board"),
                singular_or_plural(*queued, "is", "are")
            ),
            Self::Uncached { method, calls, boards } => {
                let (calls, boards) = (counted(*calls, "time"), counted(*boards, "board"));
                format!("{} is called {calls} for {boards}", call(*method))
            }
        }
    }

    /// Returns `true` if this probably causes the other fault.
    pub(crate) fn explains(&self, other: &Cause) -> bool {
        match (self, other) {
            // If the twin is not searched, the search does not end on an unsolvable board.
            (Self::NoTwin, Cause::Solver(SolverCause::CutOff { .. })) => true,
            (Self::NoTwin, Cause::Solver(_)) => {
                matches!(other.stop(), Some(Stop::Fuel | Stop::Memory))
            }
            // If a search keeps going back, it expands too many boards.
            (Self::QueuedAgain { .. } | Self::Overfull { .. }, Cause::Solver(cause)) => matches!(
                cause,
                SolverCause::Work { .. }
                    | SolverCause::BytesAtOnce { .. }
                    | SolverCause::CutOff { .. }
            ),
            // A search that goes on after the goal takes more work, and may return a longer way to the goal.
            (Self::GoesOn, Cause::Solver(cause)) => {
                matches!(cause.flaw(), Some(Flaw::GoalFound { .. } | Flaw::Relinked { .. }))
                    || matches!(cause, SolverCause::Work { flaw: None, .. })
            }
            // The queue compares keys with `<=`, which calls `partial_cmp`.
            (Self::TwoOrders, Cause::Solver(cause)) => {
                matches!(cause.flaw(), Some(Flaw::OutOfOrder { .. }))
            }
            _ => false,
        }
    }
}

/// The search that uses a queue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum QueueOf {
    /// The board's search.
    Own,
    /// The twin's search.
    Twin,
    /// Both searches, or an unknown one.
    Both,
}
