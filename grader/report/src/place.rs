//! Places in the code of a submission, for programs that lead there.

use grade::Place;
use grade::check::Group;
use grade::view::{CheckView, Finding};

use crate::plain;

/// The place that shows why a check failed: where the code panicked, or the first that the compiler
/// names. Its file is safe to pass on, and is below `folder`, where the submission is in its repository.
pub(super) fn of(check: &CheckView, folder: Option<&str>) -> Option<Place> {
    let Finding::Fail(failure) = &check.finding else { return None };
    let named = || {
        let lines = failure.detail.as_deref()?.lines();
        lines.filter_map(|line| line.trim_start().strip_prefix("--> ")).find_map(Place::read)
    };
    let of_compiler = || (check.check.group() == Group::Compile).then(named).flatten();
    let place = failure.place.clone().or_else(of_compiler)?;
    let file = plain::clean(&place.file);
    let file = match folder {
        Some(folder) => format!("{}/{file}", folder.trim_end_matches('/')),
        None => file,
    };
    Some(Place { file, ..place })
}
