//! The faults of a solver's answers, and of their cost.

use probe::wire::Question;
use serde::{Deserialize, Serialize};

use super::cost::{self, Worst};
use super::flaw::{Counted, Decided, Flaw, Pattern};
use super::{Cause, QuestionName, When};
use crate::Stop;
use crate::words::{question_call as call, stopped};

/// A fault of a solver.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum SolverCause {
    /// A question gets no answer.
    Stopped {
        /// The question.
        #[serde(with = "QuestionName")]
        question: Question,
        /// The end of the run.
        stop: Stop,
    },
    /// A question was stopped after many times the model's work.
    CutOff {
        /// The question.
        #[serde(with = "QuestionName")]
        question: Question,
    },
    /// The search goes on without end, and looks where no search with an admissible priority comes.
    Lost {
        /// The greatest depth of a board that it has expanded, in moves.
        depth: u64,
        /// The moves of a shortest solution.
        least: u64,
        /// Whether it is the search of the twin, and the solution the twin's.
        is_of_twin: bool,
    },
    /// A question gets no answer when it is asked again.
    StopsAgain {
        /// The question.
        #[serde(with = "QuestionName")]
        question: Question,
        /// The end of the run.
        stop: Stop,
    },
    /// A question gets no answer under other random numbers or another clock.
    StopsByChance {
        /// The question.
        #[serde(with = "QuestionName")]
        question: Question,
        /// The end of the run.
        stop: Stop,
    },
    /// A question gets no answer once there are other solvers.
    StopsBeside {
        /// The question.
        #[serde(with = "QuestionName")]
        question: Question,
        /// The end of the run.
        stop: Stop,
        /// The step that came before.
        when: When,
    },
    /// A board with a solution is called unsolvable.
    SolvableDenied {
        /// What is known of how it came about.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        decided: Option<Decided>,
    },
    /// A board without a solution is called solvable.
    SolvableClaimed {
        /// What is known of how it came about.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        decided: Option<Decided>,
    },
    /// There are no moves for a board with a solution.
    NoMoves,
    /// The moves are one more or one less than those of the solution, which is right.
    MovesOffByOne {
        /// The puzzles on which they are, if it is so on all that are wrong.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        puzzles: Option<Pattern>,
    },
    /// The moves differ from the least number by the same everywhere.
    MovesOff {
        /// The difference.
        by: u64,
        /// Whether they are more.
        is_more: bool,
        /// The puzzles on which they are.
        puzzles: Pattern,
    },
    /// The moves are the same number on all puzzles.
    MovesConstant {
        /// The number.
        moves: u64,
        /// The puzzles on which it is wrong.
        puzzles: Pattern,
    },
    /// The moves count something else.
    MovesCount {
        /// What they count.
        counted: Counted,
        /// The puzzles on which they are wrong.
        puzzles: Pattern,
    },
    /// The solution is legal and too long, as the moves say.
    TooLong {
        /// The number of surplus moves.
        more: u64,
        /// The flaw of the search, if it is proven.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        flaw: Option<Flaw>,
    },
    /// The moves are not the least number.
    WrongMoves,
    /// There are moves for a board without a solution.
    MovesClaimed,
    /// There are moves and a solution for a board without one.
    BothClaimed,
    /// There is no way for a board with a solution.
    NoSolution,
    /// The way has no boards.
    EmptySolution,
    /// The way runs from the goal to the board.
    Reversed,
    /// The way begins one move after the board.
    WithoutInitial {
        /// The puzzles on which it does, if it is so on all that are wrong.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        puzzles: Option<Pattern>,
    },
    /// The way ends one move before the goal, on all puzzles that are wrong.
    WithoutGoal {
        /// The puzzles on which it does.
        puzzles: Pattern,
    },
    /// The way has every board that was expanded, in that order.
    AllExpanded,
    /// The way begins elsewhere.
    WrongBegin,
    /// A board of the way is not one move from the one before it.
    NoMove {
        /// The position of the board in the way, from 1.
        board: usize,
    },
    /// The way does not end at the goal.
    WrongEnd,
    /// The way has another length than the shortest, and not the one that `moves` says.
    WrongLength {
        /// Its moves.
        moves: u64,
        /// The least moves.
        optimal: u64,
        /// The flaw of the search, if it is proven.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        flaw: Option<Flaw>,
    },
    /// There is a way for a board without a solution.
    SolutionClaimed,
    /// An answer is another one than before.
    Changes {
        /// The question.
        #[serde(with = "QuestionName")]
        question: Question,
        /// The step after which the answer was another one.
        when: When,
    },
    /// A later call searches again.
    SolvesAgain {
        /// The question of that call.
        #[serde(with = "QuestionName")]
        question: Question,
    },
    /// An answer is another one under other random numbers or another clock.
    ChangesByChance {
        /// The question.
        #[serde(with = "QuestionName")]
        question: Question,
    },
    /// It compiles with the submission's own board alone.
    OwnBoardOnly,
    /// It is right on the submission's own boards, and this is wrong on the grader's.
    OnForeignBoards {
        /// The fault on the grader's boards.
        cause: Box<Cause>,
    },
    /// It is right on the submission's own boards, and tells the grader's apart by their `Debug`
    /// text, which tells nothing.
    ToldByDebug,
    /// It is right on the grader's boards, and this is wrong on the submission's own, which are right
    /// by themselves.
    WithOwnBoard {
        /// The fault on the submission's own boards.
        cause: Box<Cause>,
    },
    /// It takes too much work.
    Work {
        /// The multiple of the model's work, in tenths, rounded up.
        tenths: u64,
        /// The largest multiple that is allowed.
        limit: u32,
        /// The puzzle on which it takes the most, if that is another one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        worst: Option<Worst>,
    },
    /// Its search has too many bytes at once.
    BytesAtOnce {
        /// The bytes.
        bytes: u64,
        /// The multiple of the model's bytes, in tenths, rounded up.
        tenths: u64,
        /// The largest multiple that is allowed.
        limit: u32,
        /// The bytes that are allowed.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        allowed: Option<u64>,
    },
    /// It keeps too many bytes.
    BytesKept {
        /// The bytes.
        bytes: u64,
        /// The multiple of the model's bytes, in tenths, rounded up.
        tenths: u64,
        /// The bytes that are allowed.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        allowed: Option<u64>,
    },
    /// The type has state that can change behind `&self`, which this rubric forbids.
    HiddenState {
        /// The name of the type.
        owner: String,
    },
}

impl SolverCause {
    /// The fault, in one sentence without a period.
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
            Self::NoMove { board } => {
                format!("board {board} of solution() is not one move away from the previous board")
            }
            Self::WrongEnd => "solution() does not end at the goal".to_owned(),
            Self::WrongLength { moves, optimal, flaw } => {
                let why = Flaw::end(*flaw);
                format!("solution() has {moves} moves, but the shortest has {optimal} moves{why}")
            }
            Self::SolutionClaimed => claimed("solution() does not return `None`"),
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
            Self::ToldByDebug => {
                "the solver uses the `{:?}` text of boards, but the trait does not define this \
                 text"
                    .to_owned()
            }
            Self::WithOwnBoard { cause } => {
                format!("with your own `Board`: {}", cause.sentence())
            }
            Self::Work { tenths, limit, worst } => cost::work(*tenths, *limit, worst.as_ref()),
            Self::BytesAtOnce { bytes, tenths, limit, allowed } => {
                cost::at_once(*bytes, *tenths, *limit, *allowed)
            }
            Self::BytesKept { bytes, tenths, allowed } => cost::kept(*bytes, *tenths, *allowed),
            Self::HiddenState { owner } => {
                format!("`{owner}` has state that can change through `&self`")
            }
        }
    }

    /// The call that did not come back, as code, and how it ended, if that is what is wrong.
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
            | Self::Changes { .. }
            | Self::SolvesAgain { .. }
            | Self::ChangesByChance { .. }
            | Self::OwnBoardOnly
            | Self::ToldByDebug
            | Self::Work { .. }
            | Self::BytesAtOnce { .. }
            | Self::BytesKept { .. }
            | Self::HiddenState { .. } => None,
        }
    }
}

/// The sentence for a result that a board without a solution must not have.
fn claimed(what: &str) -> String {
    format!("{what} for a board without a solution")
}

fn lost(depth: u64, least: u64, is_of_twin: bool) -> String {
    let of = if is_of_twin { "of the twin " } else { "" };
    format!(
        "the search {of}does not end: it went {depth} moves deep, but the shortest solution has \
         {least} moves"
    )
}

fn off(by: u64, is_more: bool, puzzles: Pattern) -> String {
    let than = if is_more { "more" } else { "less" };
    let puzzles = Pattern::end(Some(puzzles));
    format!("moves() is {by} {than} than the smallest number of moves{puzzles}")
}
