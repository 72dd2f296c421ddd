//! Finds the position to show a failure at.

use grade::check::Check;
use grade::view::CheckView;
use grade::{Cause, Definition, Failure, SourcePosition};

use super::SubmissionCode;
use crate::blame;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Spot {
    pub(super) place: SourcePosition,
    /// The length in characters.
    pub(super) length: u32,
}

impl Spot {
    /// Returns a position in code of unknown length.
    pub(super) fn at(place: SourcePosition) -> Self {
        Self { place, length: 1 }
    }

    pub(super) fn top_of(file: &str) -> Self {
        Self::at(SourcePosition { file: file.to_owned(), line: 1, column: 1 })
    }
}

/// Returns the position for a failed check: the panic, or the faulty method. Failures of the crate in general are shown
/// at the top of its root file.
pub(super) fn spot(check: &CheckView, failure: Option<&Failure>, code: &SubmissionCode) -> Spot {
    if let Some(place) = failure.and_then(|failure| failure.place.clone()) {
        return Spot::at(place);
    }
    if let Some(Cause::Compile(cause)) = failure.and_then(|failure| failure.cause.as_ref())
        && let Some((file, line)) = cause.line()
    {
        return Spot::at(SourcePosition { file: file.to_owned(), line, column: 1 });
    }
    spot_of_definition(blame::of_failure(check.check, failure, &code.outline), code)
}

pub(super) fn of_check(check: Check, code: &SubmissionCode) -> Spot {
    spot_of_definition(blame::of_check(check, &code.outline), code)
}

fn spot_of_definition(found: Option<&Definition>, code: &SubmissionCode) -> Spot {
    found.map_or_else(
        || code.top(),
        |definition| Spot { place: definition.place.clone(), length: definition.length },
    )
}
