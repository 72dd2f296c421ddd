//! Caps on the total, as an audience may see them.

use super::{Audience, Corrected, Sums};
use crate::points::Points;
use crate::{Cap, CapCondition, CheckGrade, PointsChange, Visibility, apply_caps};

/// A cap on the total, for an audience.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CapView {
    /// The maximum total.
    pub score: Points,
    /// The condition that does not hold, and the reason for the cap; `None` if the condition is hidden.
    pub because: Option<(CapCondition, String)>,
}

/// The change to the total due to caps, for platforms that can hide parts of a grade.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CapChange {
    /// The change to the total.
    pub change: PointsChange,
    /// The visibility. Together with the visible points, this change could be used to derive the hidden points.
    pub visibility: Visibility,
    /// The caps responsible for the change.
    pub caps: Vec<CapView>,
}

impl CapView {
    fn new(cap: &Cap) -> Self {
        Self { score: cap.score, because: Some((cap.unless, cap.why.clone())) }
    }
}

/// Returns the caps that apply after corrections. When a check gets full points from a correction, its caps are lifted.
/// When only some checks are reported, there are no caps.
fn caps_in_force(corrected: &Corrected) -> impl Iterator<Item = &Cap> {
    let is_lifted = |condition: CapCondition| {
        let Some(check) = condition.check() else { return false };
        let is_corrected = corrected
            .corrections_of_check(check)
            .any(|applied| applied.correction.effect.is_some());
        let has_all = |graded: &CheckGrade| corrected.score_of(graded) >= Some(graded.max_score);
        is_corrected && corrected.grade.check(check).is_some_and(has_all)
    };
    let caps = if corrected.is_whole() { &corrected.grade.caps[..] } else { &[] };
    caps.iter().filter(move |cap| !is_lifted(cap.unless))
}

/// Returns the caps that an audience may know about. A cap tells that a check failed, so only those who may see the
/// check may see the cap. However, when the sums of hidden points are shown, all caps are needed to compute the correct
/// total.
pub(super) fn visible_caps(corrected: &Corrected, audience: Audience, sums: Sums) -> Vec<CapView> {
    let view = |cap: &Cap| {
        let check = cap.unless.check().and_then(|check| corrected.grade.check(check));
        if check.is_none_or(|check| audience.sees(check.visibility)) {
            return Some(CapView::new(cap));
        }
        (sums == Sums::Included).then_some(CapView { score: cap.score, because: None })
    };
    caps_in_force(corrected).filter_map(view).collect()
}

pub(super) fn change_by_caps(corrected: &Corrected) -> Option<CapChange> {
    let checks = &corrected.grade.checks;
    let sum: Points = checks.iter().filter_map(|graded| corrected.score_of(graded)).sum();
    let caps: Vec<&Cap> = caps_in_force(corrected).filter(|cap| cap.score < sum).collect();
    let total = apply_caps(sum, caps.iter().map(|cap| cap.score));
    (total < sum).then(|| CapChange {
        change: PointsChange::between(sum, total),
        visibility: checks.iter().map(|graded| graded.visibility).max().unwrap_or_default(),
        caps: caps.into_iter().map(CapView::new).collect(),
    })
}
