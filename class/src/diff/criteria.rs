//! Compares the points of criteria that are graded by hand.

use std::collections::BTreeSet;

use grade::points::Points;

use crate::summary::FinalScore;

/// The change of a criterion that is graded by hand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CriterionChange {
    /// The criterion's id.
    pub id: String,
    /// The old points, or `None` if it was not graded, or not in the rubric.
    pub old: Option<Points>,
    /// The new points, or `None` if it is not graded, or not in the rubric.
    pub new: Option<Points>,
}

/// Compares the criteria of a submission, sorted by id.
pub(super) fn criterion_changes(old: &FinalScore, new: &FinalScore) -> Vec<CriterionChange> {
    let ids: BTreeSet<&String> = old.criteria.keys().chain(new.criteria.keys()).collect();
    let change = |id: &String| {
        let [old, new] = [old, new].map(|side| side.criteria.get(id).copied().flatten());
        (old != new).then(|| CriterionChange { id: id.clone(), old, new })
    };
    ids.into_iter().filter_map(change).collect()
}
