//! The sentences for faults in a solver.

use probe::wire::Question;

use super::SolverCause;
use crate::cause::cost;
use crate::cause::flaw::{Decided, Flaw, Pattern};
use crate::words::{counted, question_call as call, sentence_about_stop, sentence_about_stop_at};
use crate::{Stop, StopPoint};

/// The solver confuses its two searches.
const TWINS: &str = "solution() starts at a twin of the board, which has no solution";

/// The solver compares the `Debug` texts of boards.
const BY_DEBUG: &str =
    "the solver uses the `{:?}` text of boards, but the trait does not define this text";

impl SolverCause {
    #[expect(clippy::too_many_lines, reason = "one sentence for each cause")]
    pub(crate) fn sentence(&self) -> String {
        match self {
            Self::Stopped { question, stop, point } => {
                sentence_about_stop_at(call(*question), stop, point)
            }
            Self::CutOff { question, point } => {
                sentence_about_stop_at(call(*question), &Stop::Fuel, point)
            }
            Self::Lost { point, depth, least, is_of_twin } => {
                sentence_about_lost_search(point, *depth, *least, *is_of_twin)
            }
            Self::StopsAgain { question, stop } => {
                format!("{} when it is called again", sentence_about_stop(call(*question), stop))
            }
            Self::StopsBeside { question, stop, when } => {
                format!("{} {}", sentence_about_stop(call(*question), stop), when.describe_at_end())
            }
            Self::StopsByChance { question, stop } => {
                format!(
                    "{}, depending on hash seeds or the clock",
                    sentence_about_stop(call(*question), stop)
                )
            }
            Self::SolvableDenied { decided } => {
                let why = decided.map(Decided::explain_denied).unwrap_or_default();
                format!("is_solvable() returns false for a board that has a solution{why}")
            }
            Self::SolvableClaimed { decided } => {
                let why = decided.map(Decided::explain_claimed).unwrap_or_default();
                format!("is_solvable() returns true for a board without a solution{why}")
            }
            Self::NoMoves => "moves() returns `None` for a board that has a solution".to_owned(),
            Self::MovesOffByOne { puzzles } => format!(
                "moves() is off by one: it does not match solution(){}",
                Pattern::end_of_sentence(*puzzles)
            ),
            Self::MovesOff { by, is_more, puzzles } => {
                sentence_about_constant_difference(*by, *is_more, *puzzles)
            }
            Self::MovesConstant { moves, puzzles } => {
                format!("moves() always returns {moves}{}", clause_about_wrong_puzzles(*puzzles))
            }
            Self::MovesCount { counted, puzzles } => {
                format!(
                    "moves() counts {}{}",
                    counted.words(),
                    clause_about_wrong_puzzles(*puzzles)
                )
            }
            Self::TooLong { more, flaw } => {
                let more = counted(*more, "move");
                format!(
                    "the solution is {more} longer than the shortest{}",
                    Flaw::end_of_sentence(*flaw)
                )
            }
            Self::WrongMoves => "moves() is not the smallest number of moves".to_owned(),
            Self::MovesClaimed => {
                sentence_about_claim_if_unsolvable("moves() does not return `None`")
            }
            Self::BothClaimed => {
                sentence_about_claim_if_unsolvable("moves() and solution() do not return `None`")
            }
            Self::NoSolution => {
                "solution() returns `None` for a board that has a solution".to_owned()
            }
            Self::EmptySolution => "solution() is empty".to_owned(),
            Self::Reversed => {
                "solution() is reversed: it goes from the goal to the board".to_owned()
            }
            Self::WithoutInitial { puzzles } => {
                format!(
                    "solution() leaves out the initial board{}",
                    Pattern::end_of_sentence(*puzzles)
                )
            }
            Self::WithoutGoal { puzzles } => {
                format!(
                    "solution() ends one board before the goal{}",
                    Pattern::end_of_sentence(Some(*puzzles))
                )
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
                sentence_about_length(*moves, *optimal, *flaw)
            }
            Self::SolutionClaimed => {
                sentence_about_claim_if_unsolvable("solution() does not return `None`")
            }
            Self::TwinsSolution => TWINS.to_owned(),
            Self::Changes { question, when } => {
                format!("{} returns a different result {}", call(*question), when.describe_at_end())
            }
            Self::SolvesAgain { question } => {
                format!("{} does the work of a search when it is called again", call(*question))
            }
            Self::ChangesByChance { question } => {
                format!("{} depends on hash seeds or the clock", call(*question))
            }
            Self::OwnBoardOnly { message } => sentence_about_own_board_only(message.as_deref()),
            Self::OnForeignBoards { cause } => {
                format!("with the grader's boards: {}", cause.sentence())
            }
            Self::DistinguishedByDebug => BY_DEBUG.to_owned(),
            Self::WithOwnBoard { cause } => {
                format!("with your own `Board`: {}", cause.sentence())
            }
            Self::Work { tenths, limit, worst, flaw } => {
                Flaw::start_of_sentence(*flaw)
                    + &cost::sentence_about_work(*tenths, *limit, worst.as_ref())
            }
            Self::WorkOfDrop { tenths, without, limit } => {
                cost::sentence_about_work_of_dropping(*tenths, *without, *limit)
            }
            Self::BytesAtOnce { bytes, tenths, limit, allowed } => {
                cost::sentence_about_peak_memory(*bytes, *tenths, *limit, *allowed)
            }
            Self::BytesKept { bytes, tenths, allowed } => {
                cost::sentence_about_kept_memory(*bytes, *tenths, *allowed)
            }
            Self::HiddenState { owner } => {
                format!("`{owner}` has state that can change through `&self`")
            }
        }
    }
}

fn sentence_about_claim_if_unsolvable(what: &str) -> String {
    format!("{what} for a board without a solution")
}

fn sentence_about_length(moves: u64, optimal: u64, flaw: Option<Flaw>) -> String {
    let (moves, optimal) = (counted(moves, "move"), counted(optimal, "move"));
    format!("solution() has {moves}, but the shortest has {optimal}{}", Flaw::end_of_sentence(flaw))
}

fn clause_about_wrong_puzzles(Pattern { shown, of }: Pattern) -> String {
    format!("; this is wrong for {shown} of {of} puzzles")
}

fn sentence_about_lost_search(
    point: &StopPoint,
    depth: u64,
    least: u64,
    is_of_twin: bool,
) -> String {
    let search = if is_of_twin { "the twin's search" } else { "the search" };
    let stopped = sentence_about_stop_at(call(Question::New), &Stop::Fuel, point);
    format!(
        "{stopped}; {search} was {} deep, but the shortest solution has {}",
        counted(depth, "move"),
        counted(least, "move")
    )
}

fn sentence_about_own_board_only(message: Option<&str>) -> String {
    let message = message.map(|message| format!(": {message}")).unwrap_or_default();
    format!("`Solver` does not compile with another board{message}")
}

/// Describes a `moves` that differs from the minimum by a constant.
fn sentence_about_constant_difference(by: u64, is_more: bool, puzzles: Pattern) -> String {
    let than = if is_more { "more" } else { "less" };
    let puzzles = Pattern::end_of_sentence(Some(puzzles));
    format!("moves() is {by} {than} than the smallest number of moves{puzzles}")
}
