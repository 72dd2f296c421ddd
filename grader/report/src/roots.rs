//! Failed checks that explain other failed checks in a report.

use grade::Failure;
use grade::check::Check;
use grade::view::{CheckView, Finding};

/// Returns the failed check that probably explains why another check fails, if the audience may see both.
pub(crate) fn root(check: &CheckView, all: &[CheckView]) -> Option<Check> {
    let of = |root: Check| all.iter().find(|it| it.check == root).and_then(failure);
    grade::root(check.check, failure(check)?, of)
}

fn failure(check: &CheckView) -> Option<&Failure> {
    match &check.finding {
        Finding::Fail(failure) => Some(failure),
        _ => None,
    }
}
