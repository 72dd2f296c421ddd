//! The place in the code that a failure is about.

use grade::check::Check;
use grade::view::CheckView;
use grade::{Cause, Definition, Failure, Place};

use super::Code;
use crate::blame;

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
    shown(blame::of_failure(check.check, failure, &code.outline), code)
}

/// The spot for what is said of a check.
pub(super) fn of_check(check: Check, code: &Code) -> Spot {
    shown(blame::of_check(check, &code.outline), code)
}

fn shown(found: Option<&Definition>, code: &Code) -> Spot {
    found.map_or_else(|| code.top(), |it| Spot { place: it.place.clone(), length: it.length })
}
