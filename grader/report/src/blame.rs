//! Finds the method in the student's code that caused a failure.

use grade::cause::{After, BoardCause, Cause, SolverCause, WhoseCall};
use grade::check::{Check, Group};
use grade::{Asked, Definition, Departure, Failure, Order, Outline, Target};
use grade::{Method, Question, Whose};

/// Finds the definition behind a failed check: the part of the search that broke a rule, if known, otherwise the method
/// called in the failing case, otherwise the method that the check tests. This is `None` if the check is about the
/// crate in general, or if the submission has no such definition.
pub(crate) fn of_failure<'a>(
    check: Check,
    failure: Option<&Failure>,
    outline: &'a Outline,
) -> Option<&'a Definition> {
    if let Some(moment) = failure.and_then(|it| it.moment.as_ref()) {
        return outline.nearest(part_of_search(&moment.what));
    }
    if let Some(target) = failure.and_then(|it| it.cause.as_ref()).and_then(of_cause) {
        return outline.nearest(target);
    }
    let asked = failure.and_then(|it| it.evidence.as_ref()).map(|it| it.asked);
    let of_case = asked.and_then(target_asked).filter(|_| is_of_any_method(check));
    outline.nearest(of_case.or_else(|| target(check))?)
}

fn part_of_search(what: &Departure) -> Target {
    use Departure as D;
    match what {
        D::OutOfOrder { by, .. } => by.map_or(Target::Order, part_of_keys),
        D::ClosedTooEarly { .. }
        | D::NeverQueued { .. }
        | D::QueuedAgain { .. }
        | D::GoalMet { .. } => Target::Expansion,
        D::ThrownAway { .. } => Target::Removal,
        D::LeftBehind { .. }
        | D::EndedEarly { .. }
        | D::WentOn { .. }
        | D::GaveUp { .. }
        | D::Relinked { .. }
        | D::OutOfTurn { .. } => Target::Solver(Question::New),
    }
}

/// Returns the part of the search to blame for this order of keys.
fn part_of_keys(by: Order) -> Target {
    match by {
        Order::LargestFirst | Order::Changing | Order::Moves => Target::Order,
        Order::Manhattan
        | Order::Weighted { .. }
        | Order::Hamming
        | Order::MovesAndHamming
        | Order::MovesTwice
        | Order::Summed => Target::Priority,
        // The distance is correct, but the new node has the wrong number of moves.
        Order::Steps | Order::OtherMoves | Order::Siblings | Order::Inserted => Target::Expansion,
    }
}

/// Returns the part of the code that a cause names: the method that costs too much, the comparison if it includes more
/// than the tiles, the method that changed a board, the search if it mixes up its trees, or the function that lists a
/// solution's boards if the list is wrong.
fn of_cause(cause: &Cause) -> Option<Target> {
    let after = match cause {
        Cause::Board(BoardCause::Changes { after, .. }) => *after,
        Cause::Board(
            BoardCause::Steep { method, .. }
            | BoardCause::Unending { method, .. }
            | BoardCause::UsesUp { method, .. },
        ) => return Some(Target::Board(*method)),
        Cause::Board(BoardCause::DerivedChanges { whose, .. }) => {
            let is_twin = *whose == Whose::Twin;
            return Some(Target::Board(if is_twin { Method::Twin } else { Method::Neighbors }));
        }
        Cause::Board(BoardCause::DerivedUnequal { .. } | BoardCause::TwinsUnequal) => {
            return Some(Target::Board(Method::Eq));
        }
        Cause::Solver(SolverCause::SolvesAgain { question }) => {
            return Some(of_question(*question));
        }
        Cause::Solver(
            SolverCause::CutOff { question: Question::Drop } | SolverCause::WorkOfDrop { .. },
        ) => return Some(of_question(Question::Drop)),
        // The search confuses its trees.
        Cause::Solver(SolverCause::TwinsSolution) => return Some(Target::Solver(Question::New)),
        Cause::Solver(cause) if is_of_list(cause) => return Some(Target::Path),
        _ => return None,
    };
    match after {
        After::NeighborTaken => Some(Target::Board(Method::Neighbors)),
        After::TwinTaken => Some(Target::Board(Method::Twin)),
        After::Called { method, of: WhoseCall::Itself } => Some(Target::Board(method)),
        _ => None,
    }
}

fn is_of_list(cause: &SolverCause) -> bool {
    matches!(
        cause,
        SolverCause::EmptySolution
            | SolverCause::Reversed
            | SolverCause::WithoutInitial { .. }
            | SolverCause::WithoutGoal { .. }
            | SolverCause::WrongBegin
            | SolverCause::NoMove { .. }
            | SolverCause::WrongEnd
            | SolverCause::WrongLength { .. }
    )
}

pub(crate) fn of_check(check: Check, outline: &Outline) -> Option<&Definition> {
    outline.nearest(target(check)?)
}

/// Returns the method that a check tests, or the type if the check is about the type in general. This is `None` for
/// checks of the crate.
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
        // The distance is computed where it should be stored.
        C::SolverCaching => Target::Priority,
        C::SolverImmutable | C::SolverForeignBoard | C::SolverDeterministic => Target::SolverType,
        // The whole search takes place in `Solver::new`.
        C::SolverLockstep
        | C::SolverGoalDequeued
        | C::SolverMinPq
        | C::SolverCriticalOptimization
        | C::SolverTime
        | C::SolverMemory => Target::Solver(Question::New),
    })
}

/// Returns `true` if the check calls several methods, and only the failing case tells which one failed.
fn is_of_any_method(check: Check) -> bool {
    let whole = matches!(target(check), Some(Target::BoardType | Target::SolverType));
    (whole && check.group() != Group::Compile) || check == Check::SolverUnsolvable
}

fn target_asked(asked: Asked) -> Option<Target> {
    Some(match asked {
        Asked::Beyond => return None,
        Asked::Board { method, .. } | Asked::BoardAfter { method, .. } => Target::Board(method),
        Asked::Walked { method: Method::Eq } | Asked::Equal { .. } | Asked::Clone => {
            Target::Board(Method::Eq)
        }
        // If a board along the path is wrong, the fault is in `neighbors`.
        Asked::Walked { .. } => Target::Board(Method::Neighbors),
        Asked::TwinTwice => Target::Board(Method::Twin),
        Asked::Path { .. } => Target::Solver(Question::Solution),
        Asked::Solver { question }
        | Asked::SolverAgain { question, .. }
        | Asked::SolverBeside { question, .. } => of_question(question),
    })
}

fn of_question(question: Question) -> Target {
    Target::Solver(match question {
        Question::First | Question::Interleaved => Question::Solution,
        Question::Other => Question::New,
        question => question,
    })
}

#[cfg(test)]
mod tests {
    use grade::{Place, Whose};

    use super::*;

    fn add(outline: &mut Outline, target: Target, line: u32) {
        let place = Place { file: "src/lib.rs".to_owned(), line, column: 1 };
        outline.add(Definition { target, place, length: 1 });
    }

    #[test]
    fn an_unequal_neighbor_is_blamed_on_the_comparison() {
        let mut outline = Outline::default();
        add(&mut outline, Target::BoardType, 3);
        add(&mut outline, Target::Board(Method::Neighbors), 30);
        let failure = Failure::of(BoardCause::DerivedUnequal { whose: Whose::Neighbor });
        let line = |outline: &Outline| {
            let found = of_failure(Check::BoardNeighbors, Some(&failure), outline);
            found.map(|it| it.place.line)
        };
        assert_eq!(line(&outline), Some(3), "the comparison is derived");
        add(&mut outline, Target::Board(Method::Eq), 50);
        assert_eq!(line(&outline), Some(50));
    }

    #[test]
    fn a_wrong_path_is_blamed_on_its_builder() {
        let mut outline = Outline::default();
        add(&mut outline, Target::Solver(Question::Solution), 20);
        add(&mut outline, Target::Path, 60);
        let line = |cause: SolverCause| {
            let failure = Failure::of(cause);
            of_failure(Check::SolverPath, Some(&failure), &outline).map(|it| it.place.line)
        };
        assert_eq!(line(SolverCause::Reversed), Some(60));
        assert_eq!(line(SolverCause::NoSolution), Some(20));
        outline.remove(Target::Path);
        let failure = Failure::of(SolverCause::Reversed);
        let found = of_failure(Check::SolverPath, Some(&failure), &outline);
        assert_eq!(found.map(|it| it.place.line), Some(20));
    }
}
