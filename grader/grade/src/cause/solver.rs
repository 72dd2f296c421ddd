//! Faults in a solver's answers and costs.

mod sentence;

use std::mem::discriminant;

use probe::wire::Question;
use serde::{Deserialize, Serialize};

use super::cost::Worst;
use super::flaw::{Counted, Decided, Flaw, Pattern};
use super::proof::{CauseProof, proven_by};
use super::{Cause, SearchCause, When};
use crate::words::question_call as call;
use crate::{Stop, StopPoint, Target};

/// A fault in a solver.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum SolverCause {
    /// A question is not answered.
    Stopped {
        /// The question.
        question: Question,
        /// How the run ended.
        stop: Stop,
        /// Where it was stopped.
        #[serde(default, skip_serializing_if = "StopPoint::is_unknown")]
        point: StopPoint,
    },
    /// A question was stopped after many times the model answer's work.
    CutOff {
        /// The question.
        question: Question,
        /// Where it was stopped.
        #[serde(default, skip_serializing_if = "StopPoint::is_unknown")]
        point: StopPoint,
    },
    /// The search was stopped after it had expanded boards that no admissible priority would expand.
    Lost {
        /// Where it was stopped.
        #[serde(default, skip_serializing_if = "StopPoint::is_unknown")]
        point: StopPoint,
        /// The maximum depth of expanded boards, in moves.
        depth: u64,
        /// The minimum number of moves to solve the puzzle, or the twin.
        least: u64,
        /// Whether the twin's search is affected. If so, `least` refers to the twin.
        is_of_twin: bool,
    },
    /// A question is not answered when asked again.
    StopsAgain {
        /// The question.
        question: Question,
        /// How the run ended.
        stop: Stop,
    },
    /// A question is not answered with different random numbers or a different clock.
    StopsByChance {
        /// The question.
        question: Question,
        /// How the run ended.
        stop: Stop,
    },
    /// A question is not answered while other solvers exist.
    StopsBeside {
        /// The question.
        question: Question,
        /// How the run ended.
        stop: Stop,
        /// The preceding step.
        when: When,
    },
    /// A solvable board is reported as unsolvable.
    SolvableDenied {
        /// The explanation, if known.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        decided: Option<Decided>,
    },
    /// An unsolvable board is reported as solvable.
    SolvableClaimed {
        /// The explanation, if known.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        decided: Option<Decided>,
    },
    /// `moves` returns `None` for a solvable board.
    NoMoves,
    /// `moves` is off by one, but the solution is correct.
    MovesOffByOne {
        /// The puzzles affected, if this explains all wrong answers.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        puzzles: Option<Pattern>,
    },
    /// `moves` is off by the same amount on every puzzle with a wrong result.
    MovesOff {
        /// The difference.
        by: u64,
        /// Whether `moves` is too high.
        is_more: bool,
        /// The puzzles affected.
        puzzles: Pattern,
    },
    /// `moves` returns the same number on all puzzles.
    MovesConstant {
        /// The returned number.
        moves: u64,
        /// The puzzles affected.
        puzzles: Pattern,
    },
    /// `moves` returns a different quantity.
    MovesCount {
        /// The quantity.
        counted: Counted,
        /// The puzzles affected.
        puzzles: Pattern,
    },
    /// The solution is valid but too long, and `moves` equals its length.
    TooLong {
        /// The number of extra moves.
        more: u64,
        /// The proven flaw of the search, if any.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        flaw: Option<Flaw>,
    },
    /// `moves` is not the minimum.
    WrongMoves,
    /// `moves` returns a number for an unsolvable board.
    MovesClaimed,
    /// `moves` and `solution` return values for an unsolvable board.
    BothClaimed,
    /// `solution` returns `None` for a solvable board.
    NoSolution,
    /// The solution is empty.
    EmptySolution,
    /// The solution runs from the goal to the initial board.
    Reversed,
    /// The solution lacks the initial board.
    WithoutInitial {
        /// The puzzles affected, if this explains all wrong answers.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        puzzles: Option<Pattern>,
    },
    /// The solution lacks the goal, on every puzzle with a wrong solution.
    WithoutGoal {
        /// The puzzles affected.
        puzzles: Pattern,
    },
    /// The solution contains all expanded boards, in order.
    AllExpanded,
    /// The solution starts with a board other than the initial board.
    WrongBegin,
    /// The solution contains a board that is not a neighbor of the previous one.
    NoMove {
        /// The position of the board, from 1.
        board: usize,
    },
    /// The solution does not end at the goal.
    WrongEnd,
    /// The solution has neither the minimum number of moves nor the number that `moves` returns.
    WrongLength {
        /// The length of the solution, in moves.
        moves: u64,
        /// The minimum number of moves.
        optimal: u64,
        /// The proven flaw of the search, if any.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        flaw: Option<Flaw>,
    },
    /// `solution` returns boards for an unsolvable board.
    SolutionClaimed,
    /// `solution` returns the twin's solution for an unsolvable board.
    TwinsSolution,
    /// An answer changed.
    Changes {
        /// The question.
        question: Question,
        /// The step after which it changed.
        when: When,
    },
    /// A later call to the solver repeats the search.
    SolvesAgain {
        /// The question.
        question: Question,
    },
    /// An answer changes with different random numbers or a different clock.
    ChangesByChance {
        /// The question.
        question: Question,
    },
    /// The solver compiles only with the submission's own board.
    OwnBoardOnly {
        /// The compiler's message about another board, if known.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        message: Option<String>,
    },
    /// The solver has this fault on the grader's boards, but not on the submission's own.
    OnForeignBoards {
        /// The solver's fault on the grader's boards.
        cause: Box<Cause>,
    },
    /// The solver is correct on the submission's boards, but tells the grader's boards apart by their `Debug` text,
    /// which does not identify them.
    #[serde(rename = "told_by_debug")]
    DistinguishedByDebug,
    /// The solver has this fault on the submission's boards, although it is correct on the grader's boards, and the
    /// submission's boards are correct.
    WithOwnBoard {
        /// The solver's fault on the submission's own boards.
        cause: Box<Cause>,
    },
    /// The solver does too much work.
    Work {
        /// The work as a multiple of the model's work, in tenths, rounded up.
        tenths: u64,
        /// The maximum multiple.
        limit: u32,
        /// The most expensive puzzle, unless the evidence shows it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        worst: Option<Worst>,
        /// The proven flaw of the search, if any.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        flaw: Option<Flaw>,
    },
    /// The solver does too much work, but not without being dropped.
    WorkOfDrop {
        /// The work as a multiple of the model's work, in tenths, rounded up.
        tenths: u64,
        /// The same without dropping the solver.
        without: u64,
        /// The maximum multiple.
        limit: u32,
    },
    /// The search's peak memory is too high.
    BytesAtOnce {
        /// The size in bytes.
        bytes: u64,
        /// The size as a multiple of the model's size, in tenths, rounded up.
        tenths: u64,
        /// The maximum multiple.
        limit: u32,
        /// The maximum size in bytes.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        allowed: Option<u64>,
    },
    /// The solver retains too much memory.
    BytesKept {
        /// The size in bytes.
        bytes: u64,
        /// The size as a multiple of the model's size, in tenths, rounded up.
        tenths: u64,
        /// The maximum size in bytes.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        allowed: Option<u64>,
    },
    /// The type has hidden mutable state, which this rubric forbids.
    HiddenState {
        /// The type.
        owner: String,
    },
}

impl SolverCause {
    /// Returns the call that did not return, as code, and how the run ended.
    pub(crate) fn stopped(&self) -> Option<(&'static str, &Stop)> {
        match self {
            Self::Stopped { question, stop, .. }
            | Self::StopsAgain { question, stop }
            | Self::StopsBeside { question, stop, .. }
            | Self::StopsByChance { question, stop } => Some((call(*question), stop)),
            Self::Lost { .. } => Some((call(Question::New), &Stop::Fuel)),
            Self::OnForeignBoards { cause } | Self::WithOwnBoard { cause } => cause.stopped(),
            _ => None,
        }
    }

    pub(crate) fn proof(&self) -> CauseProof {
        let of_data = match self {
            Self::TooLong { flaw, .. }
            | Self::WrongLength { flaw, .. }
            | Self::Work { flaw, .. } => flaw.map(|_| CauseProof::Log),
            Self::SolvableDenied { decided } | Self::SolvableClaimed { decided } => {
                decided.map(Decided::proof)
            }
            Self::MovesOffByOne { puzzles } | Self::WithoutInitial { puzzles } => {
                puzzles.map(|_| CauseProof::AllCases)
            }
            _ => None,
        };
        of_data.unwrap_or(proven_by! { self;
            Log: AllExpanded SolvesAgain DistinguishedByDebug;
            AllCases: MovesOff MovesConstant MovesCount WithoutGoal;
            SecondRun: StopsByChance ChangesByChance OnForeignBoards WithOwnBoard;
            Compiler: OwnBoardOnly;
            Code: HiddenState;
            Measurement: WorkOfDrop CutOff Lost BytesAtOnce BytesKept Work;
            Case: Stopped StopsAgain StopsBeside NoMoves WrongMoves MovesClaimed BothClaimed
                NoSolution EmptySolution Reversed WrongBegin NoMove WrongEnd SolutionClaimed
                TwinsSolution Changes SolvableDenied SolvableClaimed MovesOffByOne TooLong
                WithoutInitial WrongLength;
        })
    }

    /// Returns the part of the code to blame, unless it is the method that the failing case calls.
    pub(crate) fn part_to_blame(&self) -> Option<Target> {
        match self {
            Self::SolvesAgain { question } => Some(Target::method_answering(*question)),
            Self::WorkOfDrop { .. } => Some(Target::Solver(Question::Drop)),
            Self::Stopped { question, .. } | Self::CutOff { question, .. } => {
                Some(Target::method_answering(*question))
            }
            // The search confuses its trees, or goes astray.
            Self::TwinsSolution | Self::Lost { .. } => Some(Target::Solver(Question::New)),
            // The function that lists the boards is wrong.
            Self::EmptySolution
            | Self::Reversed
            | Self::WithoutInitial { .. }
            | Self::WithoutGoal { .. }
            | Self::WrongBegin
            | Self::NoMove { .. }
            | Self::WrongEnd
            | Self::WrongLength { .. } => Some(Target::Path),
            _ => None,
        }
    }

    /// Returns the flaw of the search that the queue log proves, if the fault has one.
    pub(super) fn flaw(&self) -> Option<Flaw> {
        match self {
            Self::TooLong { flaw, .. }
            | Self::WrongLength { flaw, .. }
            | Self::Work { flaw, .. } => *flaw,
            _ => None,
        }
    }

    /// Returns `true` if this probably causes the other fault.
    pub(crate) fn explains(&self, other: &Cause) -> bool {
        match (self, other) {
            // If a search gives up after a number of steps, neither the board nor the twin is solved.
            (
                Self::SolvableDenied { decided: Some(Decided::GivesUp { steps: one, .. }) },
                Cause::Search(SearchCause::GivesUp { steps: other }),
            ) => one == other,
            (Self::TwinsSolution, Cause::Solver(cause)) => {
                matches!(cause, Self::SolvableClaimed { .. })
            }
            // If a solution has too many boards, or if nodes have wrong links, the solver keeps too many boards.
            (Self::AllExpanded | Self::NoMove { .. }, Cause::Solver(cause)) => {
                matches!(cause, Self::BytesKept { .. })
            }
            _ => false,
        }
    }

    /// Returns `true` if checks should list only one of the two faults.
    pub(crate) fn is_like(&self, other: &Self) -> bool {
        let is_endless = |cause: &Self| {
            matches!(
                cause,
                Self::Lost { .. } | Self::Stopped { stop: Stop::Fuel, question: Question::New, .. }
            )
        };
        let is_of_moves = |cause: &Self| {
            matches!(cause, Self::MovesOffByOne { .. } | Self::TooLong { .. } | Self::WrongMoves)
        };
        let is_slow = |cause: &Self| matches!(cause, Self::CutOff { .. } | Self::Work { .. });
        let kind = |cause: &Self| [is_endless(cause), is_of_moves(cause), is_slow(cause)];
        match (self, other) {
            _ if kind(self) != kind(other) => false,
            _ if kind(self).contains(&true) => true,
            (
                Self::Stopped { question, stop, .. },
                Self::Stopped { question: of_other, stop: other, .. },
            ) => question == of_other && stop.is_like(other),
            _ => discriminant(self) == discriminant(other),
        }
    }

    /// Returns `true` if this describes the fault on all puzzles that show it.
    pub(crate) fn is_of_all_puzzles(&self) -> bool {
        matches!(
            self,
            Self::MovesOffByOne { puzzles: Some(_) }
                | Self::MovesOff { .. }
                | Self::MovesConstant { .. }
                | Self::MovesCount { .. }
                | Self::WithoutInitial { puzzles: Some(_) }
                | Self::WithoutGoal { .. }
                | Self::AllExpanded
        )
    }
}
