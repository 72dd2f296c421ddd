//! Finds failed checks that explain other failed checks in a report.

use grade::Failure;
use grade::check::Check;
use grade::view::{CheckView, Finding, View};

/// Returns another failed check that probably explains this failure, if the audience may see both.
pub(crate) fn find_root_cause(check: &CheckView, view: &View) -> Option<Check> {
    let of = |root: Check| view.find(root).and_then(visible_failure);
    grade::find_root_cause(check.check, visible_failure(check)?, of)
}

/// Moves the checks that another failure explains to the end, and otherwise keeps the order.
pub(crate) fn sort_causes_first(checks: &mut [&CheckView], view: &View) {
    checks.sort_by_cached_key(|check| find_root_cause(check, view).is_some());
}

/// Returns the failed checks that were not selected, but that explain selected ones or that these wait for.
pub(crate) fn unselected_causes(view: &View) -> Vec<&CheckView> {
    let mut behind: Vec<&CheckView> = Vec::new();
    let mut open: Vec<&CheckView> = view.checks.iter().collect();
    while let Some(check) = open.pop() {
        let reason = check_awaited_by(check).or_else(|| find_root_cause(check, view));
        let other =
            view.others.iter().find(|check| Some(check.check) == reason && check.is_failed());
        if let Some(other) = other.filter(|other| behind.iter().all(|has| has.check != other.check))
        {
            behind.push(other);
            open.push(other);
        }
    }
    behind
}

/// Returns the failed checks that were not selected, but that selected ones wait for.
pub fn unselected_awaited(view: &View) -> impl Iterator<Item = &CheckView> {
    let is_awaited = |other: &CheckView| {
        view.checks.iter().any(|check| check_awaited_by(check) == Some(other.check))
    };
    view.others.iter().filter(move |check| check.is_failed() && is_awaited(check))
}

fn check_awaited_by(check: &CheckView) -> Option<Check> {
    match check.finding {
        Finding::Skipped { because } => because,
        _ => None,
    }
}

fn visible_failure(check: &CheckView) -> Option<&Failure> {
    match &check.finding {
        Finding::Fail(failure) => Some(failure),
        _ => None,
    }
}
