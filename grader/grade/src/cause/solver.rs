//! Faults in a solver's answers and costs.

use probe::wire::Question;
use serde::{Deserialize, Serialize};

use super::answers::{BY_DEBUG, TWINS, claimed, lost, off};
use super::cost::{self, Worst};
use super::flaw::{Counted, Decided, Flaw, Pattern};
use super::{Cause, When};
use crate::Stop;
use crate::words::{question_call as call, stopped};

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
    },
    /// A question was stopped after many times the model answer's work.
    CutOff {
        /// The question.
        question: Question,
    },
    /// The search does not terminate: it expands boards that no admissible priority would expand.
    Lost {
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
    OwnBoardOnly,
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

/// A board of the solution does not follow the previous one.
const NO_MOVE: &str = "is not one move away from the previous board; does each node link to the node \
                       that it was created from?";

impl SolverCause {
    pub(crate) fn sentence(&self) -> String {
        match self {
            Self::Stopped { question, stop } => stopped(call(*question), stop),
            Self::CutOff { question } => {
                format!("{} was stopped after many times the model's work", call(*question))
            }
            Self::Lost { depth, least, is_of_twin } => lost(*depth, *least, *is_of_twin),
            Self::StopsAgain { question, stop } => {
                format!("{} when it is called again", stopped(call(*question), stop))
            }
            Self::StopsBeside { question, stop, when } => {
                format!("{} {}", stopped(call(*question), stop), when.words())
            }
            Self::StopsByChance { question, stop } => {
                format!("{}, depending on hash seeds or the clock", stopped(call(*question), stop))
            }
            Self::SolvableDenied { decided } => {
                let why = decided.map(Decided::denied).unwrap_or_default();
                format!("is_solvable() returns false for a board that has a solution{why}")
            }
            Self::SolvableClaimed { decided } => {
                let why = decided.map(Decided::claimed).unwrap_or_default();
                format!("is_solvable() returns true for a board without a solution{why}")
            }
            Self::NoMoves => "moves() returns `None` for a board that has a solution".to_owned(),
            Self::MovesOffByOne { puzzles } => format!(
                "moves() is off by one: it does not match solution(){}",
                Pattern::end(*puzzles)
            ),
            Self::MovesOff { by, is_more, puzzles } => off(*by, *is_more, *puzzles),
            Self::MovesConstant { moves, puzzles: Pattern { shown, of } } => {
                format!("moves() always returns {moves}; this is wrong for {shown} of {of} puzzles")
            }
            Self::MovesCount { counted, puzzles: Pattern { shown, of } } => {
                let counted = counted.words();
                format!("moves() counts {counted}; this is wrong for {shown} of {of} puzzles")
            }
            Self::TooLong { more, flaw } => {
                format!("the solution is {more} moves longer than the shortest{}", Flaw::end(*flaw))
            }
            Self::WrongMoves => "moves() is not the smallest number of moves".to_owned(),
            Self::MovesClaimed => claimed("moves() does not return `None`"),
            Self::BothClaimed => claimed("moves() and solution() do not return `None`"),
            Self::NoSolution => {
                "solution() returns `None` for a board that has a solution".to_owned()
            }
            Self::EmptySolution => "solution() is empty".to_owned(),
            Self::Reversed => {
                "solution() is reversed: it goes from the goal to the board".to_owned()
            }
            Self::WithoutInitial { puzzles } => {
                format!("solution() leaves out the initial board{}", Pattern::end(*puzzles))
            }
            Self::WithoutGoal { puzzles } => {
                format!("solution() ends one board before the goal{}", Pattern::end(Some(*puzzles)))
            }
            Self::AllExpanded => {
                "solution() contains every board that the search expands, not only the boards of \
                 the path"
                    .to_owned()
            }
            Self::WrongBegin => "solution() does not start with the initial board".to_owned(),
            Self::NoMove { board } => format!("board {board} of solution() {NO_MOVE}"),
            Self::WrongEnd => "solution() does not end at the goal".to_owned(),
            Self::WrongLength { moves, optimal, flaw } => {
                let why = Flaw::end(*flaw);
                format!("solution() has {moves} moves, but the shortest has {optimal} moves{why}")
            }
            Self::SolutionClaimed => claimed("solution() does not return `None`"),
            Self::TwinsSolution => TWINS.to_owned(),
            Self::Changes { question, when } => {
                format!("{} returns a different result {}", call(*question), when.words())
            }
            Self::SolvesAgain { question } => {
                format!("{} searches again when it is called again", call(*question))
            }
            Self::ChangesByChance { question } => {
                format!("{} depends on hash seeds or the clock", call(*question))
            }
            Self::OwnBoardOnly => "`Solver` works only with your own `Board`".to_owned(),
            Self::OnForeignBoards { cause } => {
                format!("with the grader's boards: {}", cause.sentence())
            }
            Self::DistinguishedByDebug => BY_DEBUG.to_owned(),
            Self::WithOwnBoard { cause } => {
                format!("with your own `Board`: {}", cause.sentence())
            }
            Self::Work { tenths, limit, worst, flaw } => {
                Flaw::start(*flaw) + &cost::work(*tenths, *limit, worst.as_ref())
            }
            Self::WorkOfDrop { tenths, without, limit } => cost::of_drop(*tenths, *without, *limit),
            Self::BytesAtOnce { bytes, tenths, limit, allowed } => {
                cost::at_once(*bytes, *tenths, *limit, *allowed)
            }
            Self::BytesKept { bytes, tenths, allowed } => cost::kept(*bytes, *tenths, *allowed),
            Self::HiddenState { owner } => {
                format!("`{owner}` has state that can change through `&self`")
            }
        }
    }

    pub(crate) fn stopped(&self) -> Option<(&'static str, &Stop)> {
        match self {
            Self::Stopped { question, stop }
            | Self::StopsAgain { question, stop }
            | Self::StopsBeside { question, stop, .. }
            | Self::StopsByChance { question, stop } => Some((call(*question), stop)),
            Self::Lost { .. } => Some((call(Question::New), &Stop::Fuel)),
            Self::OnForeignBoards { cause } | Self::WithOwnBoard { cause } => cause.stopped(),
            Self::CutOff { .. }
            | Self::SolvableDenied { .. }
            | Self::SolvableClaimed { .. }
            | Self::NoMoves
            | Self::MovesOffByOne { .. }
            | Self::MovesOff { .. }
            | Self::MovesConstant { .. }
            | Self::MovesCount { .. }
            | Self::TooLong { .. }
            | Self::WrongMoves
            | Self::MovesClaimed
            | Self::BothClaimed
            | Self::NoSolution
            | Self::EmptySolution
            | Self::Reversed
            | Self::WithoutInitial { .. }
            | Self::WithoutGoal { .. }
            | Self::AllExpanded
            | Self::WrongBegin
            | Self::NoMove { .. }
            | Self::WrongEnd
            | Self::WrongLength { .. }
            | Self::SolutionClaimed
            | Self::TwinsSolution
            | Self::Changes { .. }
            | Self::SolvesAgain { .. }
            | Self::ChangesByChance { .. }
            | Self::OwnBoardOnly
            | Self::DistinguishedByDebug
            | Self::Work { .. }
            | Self::WorkOfDrop { .. }
            | Self::BytesAtOnce { .. }
            | Self::BytesKept { .. }
            | Self::HiddenState { .. } => None,
        }
    }
}
