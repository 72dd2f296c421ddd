//! Finds positions in a submission's code, for programs that can show them.

use grade::check::{Check, Group};
use grade::view::{CheckView, Finding, View};
use grade::{Outline, SourcePosition};

use crate::{blame, plain};

#[derive(Clone, Copy, Debug)]
pub(super) struct LocatedCode<'a> {
    /// The path from the repository to the submission, or `None` if they are the same folder.
    pub(super) folder: Option<&'a str>,
    pub(super) outline: &'a Outline,
}

/// Sets the place of each failed check in a view, relative to the submission's folder.
pub fn locate(view: &mut View, outline: &Outline) {
    for check in view.checks.iter_mut().chain(&mut view.others) {
        check.at = place_of_failure(check, LocatedCode { folder: None, outline });
    }
}

/// Returns the place of the method or type that a check concerns, or `None` if it concerns the whole crate.
pub fn place_of_check(check: Check, outline: &Outline) -> Option<&SourcePosition> {
    blame::definition_of_check(check, outline).map(|definition| &definition.place)
}

/// Returns the position that best shows why a check failed: a panic, the first position in the compiler's messages, or
/// the faulty method. The file name is escaped and relative to the repository.
pub(super) fn place_of_failure(check: &CheckView, code: LocatedCode) -> Option<SourcePosition> {
    let failure = match &check.finding {
        Finding::Fail(failure) => Some(failure),
        Finding::FailUnseen => None,
        Finding::Pass | Finding::Skipped { .. } | Finding::GraderError(_) => return None,
    };
    let named = || {
        let lines = failure?.detail.as_deref()?.lines();
        lines
            .filter_map(|line| line.trim_start().strip_prefix("--> "))
            .find_map(SourcePosition::parse)
    };
    let of_compiler = || (check.check.group() == Group::Compile).then(named).flatten();
    let of_method =
        || Some(blame::definition_to_blame(check.check, failure, code.outline)?.place.clone());
    let place = failure
        .and_then(|failure| failure.place.clone())
        .or_else(of_compiler)
        .or_else(of_method)?;
    let file = plain::to_clean_line(&place.file);
    let file = match code.folder {
        Some(folder) => format!("{}/{file}", folder.trim_end_matches('/')),
        None => file,
    };
    Some(SourcePosition { file, ..place })
}
