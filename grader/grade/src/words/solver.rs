//! Words for what is wrong with the answers of a solver.

use super::{question_call as call, stopped};
use crate::cause::{SolverCause, When};

pub(super) fn sentence(cause: &SolverCause) -> String {
    match cause {
        SolverCause::Stopped { question, stop } => stopped(call(*question), stop),
        SolverCause::CutOff { question } => {
            format!("{} was stopped after many times the model's work", call(*question))
        }
        SolverCause::Lost { depth, least, is_of_twin } => {
            let of = if *is_of_twin { "of the twin " } else { "" };
            format!(
                "the search {of}does not come to an end: it has gone {depth} moves far, where the \
                 shortest solution has {least}"
            )
        }
        SolverCause::StopsAgain { question, stop } => {
            format!("{}, when it is called again", stopped(call(*question), stop))
        }
        SolverCause::StopsBeside { question, stop, when } => {
            format!("{}, {}", stopped(call(*question), stop), since(*when))
        }
        SolverCause::StopsByChance { question, stop } => {
            format!("by chance {}", stopped(call(*question), stop))
        }
        SolverCause::SolvableDenied => {
            "is_solvable() is false for a board that has a solution".to_owned()
        }
        SolverCause::SolvableClaimed => {
            "is_solvable() is true for a board without a solution".to_owned()
        }
        SolverCause::NoMoves => "moves() is `None` for a board that has a solution".to_owned(),
        SolverCause::MovesOffByOne => {
            "moves() is off by one: it does not fit solution()".to_owned()
        }
        SolverCause::TooLong { more } => format!(
            "the solution is {more} moves longer than the shortest; \
             does the search stop, or close a board, too early?"
        ),
        SolverCause::WrongMoves => "moves() is not the least number of moves".to_owned(),
        SolverCause::MovesClaimed => {
            "moves() is not `None` for a board without a solution".to_owned()
        }
        SolverCause::NoSolution => "solution() is `None` for a board that has one".to_owned(),
        SolverCause::EmptySolution => "solution() is empty".to_owned(),
        SolverCause::Reversed => "solution() runs from the goal to the board".to_owned(),
        SolverCause::WithoutInitial => "solution() leaves out the initial board".to_owned(),
        SolverCause::WrongBegin => "solution() does not begin with the initial board".to_owned(),
        SolverCause::NoMove { board } => {
            format!("board {board} of solution() is not one move from the board before it")
        }
        SolverCause::WrongEnd => "solution() does not end at the goal".to_owned(),
        SolverCause::WrongLength { moves, optimal } => {
            format!("solution() has {moves} moves, where the shortest has {optimal}")
        }
        SolverCause::SolutionClaimed => {
            "solution() is not `None` for a board without a solution".to_owned()
        }
        SolverCause::Changes { question, when } => {
            format!("{} answers otherwise {}", call(*question), since(*when))
        }
        SolverCause::SolvesAgain { question } => {
            format!("{} solves the puzzle again when it is called again", call(*question))
        }
        SolverCause::ChangesByChance { question } => {
            format!("{} depends on hash seeds or the clock", call(*question))
        }
        SolverCause::OwnBoardOnly => {
            "`Solver` works only with the submission's own `Board`".to_owned()
        }
        SolverCause::OnForeignBoards { cause } => {
            format!("on boards that it did not bring: {}", super::sentence(cause))
        }
        SolverCause::ToldByDebug => {
            "boards are told apart by their `{:?}` text, of which the trait promises nothing"
                .to_owned()
        }
        SolverCause::WithOwnBoard { cause } => {
            format!("with its own `Board`: {}", super::sentence(cause))
        }
        SolverCause::Work { tenths, limit } => format!(
            "the solver takes {} times the model's work; {limit} are allowed",
            times(*tenths)
        ),
        SolverCause::BytesAtOnce { bytes, tenths, limit } => format!(
            "the search has {bytes} bytes at once, {} times the model's; {limit} are allowed",
            times(*tenths)
        ),
        SolverCause::BytesKept { bytes, tenths } => format!(
            "the solver keeps {bytes} bytes, {} times the model's; \
             does it keep the search, and not only the solution?",
            times(*tenths)
        ),
        SolverCause::HiddenState { owner } => {
            format!("`{owner}` has state that can change behind `&self`")
        }
    }
}

/// A number of tenths.
fn times(tenths: u64) -> String {
    format!("{}.{}", tenths / 10, tenths % 10)
}

/// When an answer was another one.
fn since(when: When) -> String {
    match when {
        When::First => "when it is called first".to_owned(),
        When::Again => "when it is called again".to_owned(),
        When::SecondSolver => "after another solver was made".to_owned(),
        When::OtherDropped => "after another solver was dropped".to_owned(),
        When::OtherAsked { question } => {
            format!("after {} of another solver", call(question))
        }
        When::OtherHalfTaken => "while half of another solver's solution is taken".to_owned(),
        When::After { question } => format!("after {}", call(question)),
    }
}
