//! Corrections and deductions for lateness, as an audience may see them.

use super::{Corrected, LateView, View};
use crate::check::Check;
use crate::points::Points;
use crate::{Applied, Effect, Late, Override, PointsChange};

/// A correction, a comment, or a deduction for lateness.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Correction {
    /// The check; `None` for the total.
    pub check: Option<Check>,
    /// The author.
    pub who: String,
    /// The reason, in the instructor's words.
    pub why: String,
    /// The description of lateness, such as `late: 2 days, -20 %`. Then, `who` and `why` are empty.
    pub late: Option<String>,
    /// The effect on points.
    pub effected: Effected,
}

/// The effect of a correction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effected {
    /// No change: the correction is only a comment, or the submission has no score.
    Nothing,
    /// These points were changed.
    Changed {
        /// The points before the correction.
        was: Points,
        /// The maximum points.
        max_score: Points,
    },
    /// The total changed by this amount, but part of the total is hidden.
    Added(PointsChange),
    /// The total was set to this number, but part of the total is hidden.
    Set(Points),
}

impl Correction {
    pub(super) fn new(applied: &Applied, effected: Effected) -> Self {
        let Override { check, why, who, .. } = &applied.correction;
        Self { check: *check, who: who.clone(), why: why.clone(), late: None, effected }
    }

    /// Creates a correction with points that the audience may see.
    pub(super) fn with_visible_points(applied: &Applied, was: Points, max_score: Points) -> Self {
        let effected = match applied.correction.effect {
            None => Effected::Nothing,
            Some(_) => Effected::Changed { was, max_score },
        };
        Self::new(applied, effected)
    }

    /// Creates a correction for an audience that must not see the total.
    pub(super) fn with_secret_total(applied: &Applied) -> Self {
        let effected = match applied.correction.effect {
            None => Effected::Nothing,
            Some(Effect::Add(change)) => Effected::Added(change),
            Some(Effect::Set(points)) => Effected::Set(points),
        };
        Self::new(applied, effected)
    }

    pub(super) fn correction_for_lateness(late: &Late, effected: Effected) -> Self {
        let (who, why) = (String::new(), String::new());
        Self { check: None, who, why, late: Some(late.line()), effected }
    }

    /// Returns `true` if the correction changes points, or `false` for a comment.
    pub fn has_effect(&self) -> bool {
        self.effected != Effected::Nothing
    }
}

impl View {
    /// Deducts points for lateness from the points shown. This must be based on the points shown alone, since the
    /// hidden points could be derived from the deduction otherwise.
    pub(super) fn deduct_late_points(&mut self, corrected: &Corrected) {
        let (Some((late, _)), Some(was)) = (&corrected.late, self.score) else { return };
        let taken = late.less.taken(was);
        let now = was.without(taken);
        self.late = Some(LateView { line: late.line_with(taken), taken });
        let effected = if now == was {
            Effected::Nothing
        } else if self.is_total {
            Effected::Changed { was, max_score: self.max_score }
        } else {
            Effected::Added(PointsChange::between(was, now))
        };
        self.score = Some(now);
        self.corrections.push(Correction::correction_for_lateness(late, effected));
    }
}
