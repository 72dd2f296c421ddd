//! The place in the code that a failure is about.

use grade::check::{Check, Group};
use grade::view::CheckView;
use grade::{Asked, Cause, Definition, Failure, Place, Target};

use super::Code;
use probe::wire::{Method, Question};

/// A place with the length of what stands there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Spot {
    pub(super) place: Place,
    /// Characters.
    pub(super) length: u32,
}

impl Spot {
    /// The beginning of something whose length nobody has told.
    pub(super) fn at(place: Place) -> Self {
        Self { place, length: 1 }
    }

    /// The first line of a file.
    pub(super) fn top_of(file: &str) -> Self {
        Self::at(Place { file: file.to_owned(), line: 1, column: 1 })
    }
}

/// The spot for a failed check: where the code panicked, or else the method that answers wrong. What
/// is about the whole crate is at the top of its first file.
pub(super) fn spot(check: &CheckView, failure: Option<&Failure>, code: &Code) -> Spot {
    if let Some(place) = failure.and_then(|it| it.place.clone()) {
        return Spot::at(place);
    }
    if let Some(Cause::Compile(cause)) = failure.and_then(|it| it.cause.as_ref())
        && let Some((file, line)) = cause.line()
    {
        return Spot::at(Place { file: file.to_owned(), line, column: 1 });
    }
    let asked = failure.and_then(|it| it.evidence.as_ref()).map(|it| it.asked);
    let of_case = asked.and_then(target_asked).filter(|_| is_of_any_method(check.check));
    place_of(of_case.or_else(|| target(check.check)), code)
}

/// The spot for what is said of a check.
pub(super) fn of_check(check: Check, code: &Code) -> Spot {
    place_of(target(check), code)
}

fn place_of(target: Option<Target>, code: &Code) -> Spot {
    let shown = |it: &Definition| Spot { place: it.place.clone(), length: it.length };
    let found = target.and_then(|it| code.outline.nearest(it));
    found.map_or_else(|| code.top(), shown)
}

/// The method that a check is about, or the type where it is about the whole of it. None if it is
/// about the crate.
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
        // All of the search is done when the solver is made.
        C::SolverLockstep
        | C::SolverGoalDequeued
        | C::SolverMinPq
        | C::SolverCriticalOptimization
        | C::SolverCaching
        | C::SolverTime
        | C::SolverMemory => Target::Solver(Question::New),
    })
}

/// Whether a check is about whichever method its case asks.
fn is_of_any_method(check: Check) -> bool {
    let whole = matches!(target(check), Some(Target::BoardType | Target::SolverType));
    whole && check.group() != Group::Compile
}

/// The method that a case asks.
fn target_asked(asked: Asked) -> Option<Target> {
    Some(match asked {
        Asked::Beyond => return None,
        Asked::Board { method, .. } | Asked::BoardAfter { method, .. } => Target::Board(method),
        Asked::Equal { .. } | Asked::Clone => Target::Board(Method::Eq),
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
