//! The remarks that an audience may see.

use super::shown::hides;
use super::{Audience, CheckView, Finding};
use crate::check::JudgedBy;
use crate::{Grade, Remark};

/// Returns the remarks that an audience may see. `checks` are the checks that the view shows.
pub(super) fn visible_remarks(
    grade: &Grade,
    checks: &[CheckView],
    audience: Audience,
) -> Vec<Remark> {
    let is_open = |remark: &&Remark| {
        let is_of_hidden = remark.check.is_some_and(|check| hides(grade, check, audience));
        audience.sees(remark.visibility) && !is_of_hidden
    };
    let is_said = checks.iter().any(is_wrong_answer);
    // A headline about no check is about the solver. If the view shows the wrong answer of the solver, the headline
    // would repeat it, and seem to blame the board. If the check is hidden, only the headline says it.
    let repeats = |remark: &&Remark| is_said && remark.is_headline && remark.check.is_none();
    grade.remarks.iter().filter(is_open).filter(|remark| !repeats(remark)).cloned().collect()
}

/// Returns `true` if the view shows a wrong answer of the solver.
fn is_wrong_answer(check: &CheckView) -> bool {
    matches!(check.check.spec().judged_by, JudgedBy::Answer(_))
        && matches!(check.finding, Finding::Fail(_))
}
