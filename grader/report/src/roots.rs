//! Finds failed checks that explain other failed checks in a report.

use grade::Failure;
use grade::check::Check;
use grade::view::{CheckView, Finding};

/// Returns another failed check that probably explains this failure, if the audience may see both.
pub(crate) fn root(check: &CheckView, all: &[CheckView]) -> Option<Check> {
    let of = |root: Check| all.iter().find(|it| it.check == root).and_then(failure);
    grade::root(check.check, failure(check)?, of)
}

/// Moves the checks that another failure explains to the end, and otherwise keeps the order.
pub(crate) fn sort_causes_first(checks: &mut [&CheckView], all: &[CheckView]) {
    checks.sort_by_cached_key(|check| root(check, all).is_some());
}

fn failure(check: &CheckView) -> Option<&Failure> {
    match &check.finding {
        Finding::Fail(failure) => Some(failure),
        _ => None,
    }
}
