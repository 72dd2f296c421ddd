//! Finds the method in the student's code that a failure concerns.

use grade::cause::{After, BoardCause, Cause};
use grade::check::{Check, Group};
use grade::{Asked, Definition, Departure, Failure, Order, Outline, Target};
use grade::{Method, Question};

/// Finds the definition that a failed check concerns: the part of the search that broke a rule, the method called in the
/// failing case or, if the case does not name one, the method that the check tests. Returns `None` if the check concerns
/// the whole crate, or if the submission does not define anything suitable.
pub(crate) fn of_failure<'a>(
    check: Check,
    failure: Option<&Failure>,
    outline: &'a Outline,
) -> Option<&'a Definition> {
    if let Some(moment) = failure.and_then(|it| it.moment.as_ref()) {
        let of_keys = is_of_keys(&moment.what).then(|| outline.of(Target::Order)).flatten();
        return of_keys.or_else(|| outline.nearest(Target::Solver(Question::New)));
    }
    if let Some(target) = failure.and_then(|it| it.cause.as_ref()).and_then(changes_the_board) {
        return outline.nearest(target);
    }
    let asked = failure.and_then(|it| it.evidence.as_ref()).map(|it| it.asked);
    let of_case = asked.and_then(target_asked).filter(|_| is_of_any_method(check));
    outline.nearest(of_case.or_else(|| target(check))?)
}

/// Returns `true` if a search broke a rule because of the order of its keys rather than the numbers of moves in them.
fn is_of_keys(what: &Departure) -> bool {
    use Order as O;
    match what {
        Departure::OutOfOrder { by, .. } => {
            !matches!(by, Some(O::Steps | O::OtherMoves | O::Siblings | O::Inserted))
        }
        _ => false,
    }
}

/// Returns the method that changed the board, if a call on the same board then returned a different result.
fn changes_the_board(cause: &Cause) -> Option<Target> {
    let Cause::Board(BoardCause::Changes { after, .. }) = cause else { return None };
    match after {
        After::NeighborTaken => Some(Target::Board(Method::Neighbors)),
        After::TwinTaken => Some(Target::Board(Method::Twin)),
        _ => None,
    }
}

/// Finds the definition that a check concerns.
pub(crate) fn of_check(check: Check, outline: &Outline) -> Option<&Definition> {
    outline.nearest(target(check)?)
}

/// Returns the method that a check tests, or the type if the check covers a type in general. Returns `None` for checks
/// of the whole crate.
fn target(check: Check) -> Option<Target> {
    use Check as C;
    Some(match check {
        C::CompileBuild | C::CompileApi | C::TestsOwn => return None,
        C::BoardDimension => Target::Board(Method::Dimension),
        C::BoardDisplay => Target::Board(Method::Display),
        C::BoardHamming => Target::Board(Method::Hamming),
        C::BoardManhattan => Target::Board(Method::Manhattan),
        C::BoardIsGoal => Target::Board(Method::IsGoal),
        C::BoardEquality => Target::Board(Method::Eq),
        C::BoardNeighbors => Target::Board(Method::Neighbors),
        C::BoardTwin => Target::Board(Method::Twin),
        C::BoardImmutable | C::BoardGrowth | C::BoardMemory => Target::BoardType,
        C::SolverSolvable | C::SolverUnsolvable => Target::Solver(Question::IsSolvable),
        C::SolverMoves => Target::Solver(Question::Moves),
        C::SolverPath => Target::Solver(Question::Solution),
        C::SolverImmutable | C::SolverForeignBoard | C::SolverDeterministic => Target::SolverType,
        // The whole search takes place in `Solver::new`.
        C::SolverLockstep
        | C::SolverGoalDequeued
        | C::SolverMinPq
        | C::SolverCriticalOptimization
        | C::SolverCaching
        | C::SolverTime
        | C::SolverMemory => Target::Solver(Question::New),
    })
}

/// Returns `true` if the check calls more than one method, so that only the failing case identifies the method.
fn is_of_any_method(check: Check) -> bool {
    let whole = matches!(target(check), Some(Target::BoardType | Target::SolverType));
    (whole && check.group() != Group::Compile) || check == Check::SolverUnsolvable
}

/// Returns the method called in a case.
fn target_asked(asked: Asked) -> Option<Target> {
    Some(match asked {
        Asked::Beyond => return None,
        Asked::Board { method, .. } | Asked::BoardAfter { method, .. } => Target::Board(method),
        Asked::Walked { method: Method::Eq } | Asked::Equal { .. } | Asked::Clone => {
            Target::Board(Method::Eq)
        }
        // `neighbors` returned a wrong board on the path to this board.
        Asked::Walked { .. } => Target::Board(Method::Neighbors),
        Asked::TwinTwice => Target::Board(Method::Twin),
        Asked::Path { .. } => Target::Solver(Question::Solution),
        Asked::Solver { question }
        | Asked::SolverAgain { question, .. }
        | Asked::SolverBeside { question, .. } => Target::Solver(match question {
            Question::First => Question::Solution,
            Question::Other => Question::New,
            question => question,
        }),
    })
}
