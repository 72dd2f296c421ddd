//! Finds the method in the student's code that caused a failure.

use grade::check::{Check, Group};
use grade::{Definition, Failure, Method, Outline, Question, Target};

/// Finds the definition behind a failed check: the part of the search that broke a rule, if known, otherwise the part
/// that the cause blames, otherwise the method called in the failing case, otherwise the method that the check tests.
/// This is `None` if the check is about the crate in general, or if the submission has no such definition.
pub(crate) fn definition_to_blame<'a>(
    check: Check,
    failure: Option<&Failure>,
    outline: &'a Outline,
) -> Option<&'a Definition> {
    let part = failure.and_then(|failure| match (&failure.moment, &failure.cause) {
        (Some(moment), _) => Some(moment.what.part_to_blame()),
        (None, cause) => cause.as_ref()?.part_to_blame(),
    });
    let called =
        || failure?.evidence.as_ref()?.asked.part_to_blame().filter(|_| is_of_any_method(check));
    outline.definition_or_surrounding(part.or_else(called).or_else(|| target_of_check(check))?)
}

pub(crate) fn definition_of_check(check: Check, outline: &Outline) -> Option<&Definition> {
    outline.definition_or_surrounding(target_of_check(check)?)
}

/// Returns the method that a check tests, or the type if the check is about the type in general. This is `None` for
/// checks of the crate.
fn target_of_check(check: Check) -> Option<Target> {
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

/// Returns `true` if the check can pass only if the student has written something. The template's types compile, and they
/// derive `==`, so nothing is wrong with them before the first method is written.
pub(crate) fn tests_written_code(check: Check) -> bool {
    !matches!(target_of_check(check), None | Some(Target::BoardType | Target::Board(Method::Eq)))
}

/// Returns `true` if the check calls several methods, and only the failing case tells which one failed.
fn is_of_any_method(check: Check) -> bool {
    let whole = matches!(target_of_check(check), Some(Target::BoardType | Target::SolverType));
    (whole && check.group() != Group::Compile) || check == Check::SolverUnsolvable
}

#[cfg(test)]
mod tests {
    use grade::cause::{BoardCause, SolverCause};
    use grade::{SourcePosition, Whose};

    use super::*;

    fn add(outline: &mut Outline, target: Target, line: u32) {
        let place = SourcePosition { file: "src/lib.rs".to_owned(), line, column: 1 };
        outline.add(Definition { target, place, length: 1 });
    }

    #[test]
    fn an_unequal_neighbor_is_blamed_on_the_comparison() {
        let mut outline = Outline::default();
        add(&mut outline, Target::BoardType, 3);
        add(&mut outline, Target::Board(Method::Neighbors), 30);
        let failure = Failure::from_cause(BoardCause::DerivedUnequal { whose: Whose::Neighbor });
        let line = |outline: &Outline| {
            let found = definition_to_blame(Check::BoardNeighbors, Some(&failure), outline);
            found.map(|definition| definition.place.line)
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
            let failure = Failure::from_cause(cause);
            definition_to_blame(Check::SolverPath, Some(&failure), &outline)
                .map(|definition| definition.place.line)
        };
        assert_eq!(line(SolverCause::Reversed), Some(60));
        assert_eq!(line(SolverCause::NoSolution), Some(20));
        outline.remove(Target::Path);
        let failure = Failure::from_cause(SolverCause::Reversed);
        let found = definition_to_blame(Check::SolverPath, Some(&failure), &outline);
        assert_eq!(found.map(|definition| definition.place.line), Some(20));
    }
}
