//! The points of a submission while corrections of its checks are applied.

use std::collections::BTreeSet;

use super::{Change, Effect, Override, changed};
use crate::check::Check;
use crate::class::record::Record;
use crate::grade::capped;
use crate::points::Points;

/// More than any score is.
pub(super) const UNBOUNDED: Points = Points::from_thousandths(u64::MAX / 8);

/// The sum over the checks, and which of the rubric's limits it is held to.
pub(super) struct Tally<'a> {
    record: &'a Record,
    /// None if there is no score.
    sum: Option<Points>,
    /// The checks that a correction has given all their points: what rests on them is no limit.
    lifted: BTreeSet<Check>,
}

impl<'a> Tally<'a> {
    pub(super) fn of(record: &'a Record) -> Self {
        let sum = || record.checks.iter().filter_map(|check| check.score).sum();
        let sum = record.score.map(|score| if record.caps.is_empty() { score } else { sum() });
        Self { record, sum, lifted: BTreeSet::new() }
    }

    /// Applies a correction of a check, and says by how much that changes its points; none if
    /// there are none to change.
    pub(super) fn correct(&mut self, correction: &Override) -> Option<Change> {
        let (effect, check, sum) = (correction.effect?, correction.check?, self.sum?);
        let graded = self.record.checks.iter().find(|it| it.id == check.id());
        let old = graded.and_then(|it| it.score).unwrap_or_default();
        // What was rejected has no checks, but a correction may still give it points.
        let most = graded.map_or(UNBOUNDED, |it| it.max_score);
        let new = match effect {
            Effect::Add(change) => changed(old, change, most),
            Effect::Set(points) => points.min(most),
        };
        if new >= most {
            self.lifted.insert(check);
        }
        let change = Change::between(old, new);
        self.sum = Some(changed(sum, change, UNBOUNDED));
        Some(change)
    }

    /// The score before corrections of the whole.
    pub(super) fn total(&self) -> Option<Points> {
        let is_lifted = |id: &str| self.lifted.iter().any(|check| check.id() == id);
        let caps = self.record.caps.iter().filter(|(unless, _)| !is_lifted(unless));
        self.sum.map(|sum| capped(sum, caps.map(|(_, score)| *score)))
    }
}
