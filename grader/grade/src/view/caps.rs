//! The rubric's limits of the total, as far as an audience may know them.

use super::{Audience, Corrected, Sums};
use crate::check::Check;
use crate::points::Points;
use crate::{Cap, Change, CheckGrade, Visibility, capped};

/// A limit of the total.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CapView {
    /// The most that the total can be.
    pub score: Points,
    /// The check that does not hold, and why that limits the total; none if the check is hidden.
    pub because: Option<(Check, String)>,
}

/// The points that the rubric's limits take away from the sum of all checks, on a platform that
/// shows each part only to those who may see it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CapChange {
    /// The points that the total loses.
    pub change: Change,
    /// The audience of the change. Beside the points that are visible it would tell the hidden
    /// ones.
    pub visibility: Visibility,
    /// The limits that do it.
    pub caps: Vec<CapView>,
}

impl CapView {
    /// All that there is to know of a limit.
    fn new(cap: &Cap) -> Self {
        Self { score: cap.score, because: Some((cap.unless, cap.why.clone())) }
    }
}

/// The limits that count once the grade is corrected: a correction that gives a check all of its
/// points lifts what rests on the check. They limit the total alone, and not that of a few checks.
fn in_force(corrected: &Corrected) -> impl Iterator<Item = &Cap> {
    let is_lifted = |check: Check| {
        let is_corrected = corrected.of_check(check).any(|it| it.correction.effect.is_some());
        let has_all = |it: &CheckGrade| corrected.score_of(it) >= Some(it.max_score);
        is_corrected && corrected.grade.check(check).is_some_and(has_all)
    };
    let caps = if corrected.is_whole() { &corrected.grade.caps[..] } else { &[] };
    caps.iter().filter(move |cap| !is_lifted(cap.unless))
}

/// The limits of the total that an audience may know. A limit that rests on a hidden check would
/// tell of it, so it is for those alone who may see the check; but where hidden points are told as
/// a sum, the total has to be right.
pub(super) fn known(corrected: &Corrected, audience: Audience, sums: Sums) -> Vec<CapView> {
    let view = |cap: &Cap| {
        let of_it = corrected.grade.check(cap.unless);
        if of_it.is_none_or(|it| audience.sees(it.visibility)) {
            return Some(CapView::new(cap));
        }
        (sums == Sums::Told).then_some(CapView { score: cap.score, because: None })
    };
    in_force(corrected).filter_map(view).collect()
}

/// The points that the limits take away from the sum of all checks; none if they take nothing.
pub(super) fn change(corrected: &Corrected) -> Option<CapChange> {
    let checks = &corrected.grade.checks;
    let sum: Points = checks.iter().filter_map(|it| corrected.score_of(it)).sum();
    let caps: Vec<&Cap> = in_force(corrected).filter(|cap| cap.score < sum).collect();
    let total = capped(sum, caps.iter().map(|cap| cap.score));
    (total < sum).then(|| CapChange {
        change: Change::between(sum, total),
        visibility: checks.iter().map(|it| it.visibility).max().unwrap_or_default(),
        caps: caps.into_iter().map(CapView::new).collect(),
    })
}
