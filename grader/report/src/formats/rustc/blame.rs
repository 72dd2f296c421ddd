//! Finds the position where a failure is shown.

use grade::check::Check;
use grade::view::CheckView;
use grade::{Cause, Definition, Failure, Place};

use super::Code;
use crate::blame;

/// A position in the code, and the length of the code to mark there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Spot {
    pub(super) place: Place,
    /// The length in characters.
    pub(super) length: u32,
}

impl Spot {
    /// Returns the position of code whose length is unknown.
    pub(super) fn at(place: Place) -> Self {
        Self { place, length: 1 }
    }

    /// Returns the first line of a file.
    pub(super) fn top_of(file: &str) -> Self {
        Self::at(Place { file: file.to_owned(), line: 1, column: 1 })
    }
}

/// Returns the position where a failed check is shown. If the code panicked, this is the position of the panic;
/// otherwise, it is the wrong method. Failures of the whole crate are shown at the top of its root file.
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

/// Returns the position where a remark on a check is shown.
pub(super) fn of_check(check: Check, code: &Code) -> Spot {
    shown(blame::of_check(check, &code.outline), code)
}

fn shown(found: Option<&Definition>, code: &Code) -> Spot {
    found.map_or_else(|| code.top(), |it| Spot { place: it.place.clone(), length: it.length })
}
