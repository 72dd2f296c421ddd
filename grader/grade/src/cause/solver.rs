//! The faults of a solver's answers, and of their cost.

use probe::wire::Question;
use serde::{Deserialize, Serialize};

use super::{Cause, QuestionName};
use crate::Stop;

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
    SolvableDenied,
    /// A board without a solution is called solvable.
    SolvableClaimed,
    /// There are no moves for a board with a solution.
    NoMoves,
    /// The moves are one more or one less than those of the solution, which is right.
    MovesOffByOne,
    /// The solution is legal and too long, as the moves say.
    TooLong {
        /// The number of surplus moves.
        more: u64,
    },
    /// The moves are not the least number.
    WrongMoves,
    /// There are moves for a board without a solution.
    MovesClaimed,
    /// There is no way for a board with a solution.
    NoSolution,
    /// The way has no boards.
    EmptySolution,
    /// The way runs from the goal to the board.
    Reversed,
    /// The way begins one move after the board.
    WithoutInitial,
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
    },
    /// Its search has too many bytes at once.
    BytesAtOnce {
        /// The bytes.
        bytes: u64,
        /// The multiple of the model's bytes, in tenths, rounded up.
        tenths: u64,
        /// The largest multiple that is allowed.
        limit: u32,
    },
    /// It keeps too many bytes.
    BytesKept {
        /// The bytes.
        bytes: u64,
        /// The multiple of the model's bytes, in tenths, rounded up.
        tenths: u64,
    },
    /// The type has state that can change behind `&self`, which this rubric forbids.
    HiddenState {
        /// The name of the type.
        owner: String,
    },
}

/// The circumstances in which an answer was another one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(tag = "done", rename_all = "snake_case")]
pub enum When {
    /// As the first question of a solver that was asked others first before.
    First,
    /// As the same question was asked again at once.
    Again,
    /// Once there was a second solver.
    SecondSolver,
    /// Once another solver was dropped.
    OtherDropped,
    /// Once another solver was asked something.
    OtherAsked {
        /// The question to the other solver.
        #[serde(with = "QuestionName")]
        question: Question,
    },
    /// While another solver's solution was taken in parts.
    OtherHalfTaken,
    /// After another question.
    After {
        /// The question.
        #[serde(with = "QuestionName")]
        question: Question,
    },
}
