//! A correction by hand, or what the late policy takes off, as far as an audience may know what it changes.

use crate::check::Check;
use crate::points::Points;
use crate::{Applied, Change, Effect, Late, Override};

/// A correction by hand, a comment, or what the late policy takes off.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Correction {
    /// The check; none for the whole score.
    pub check: Option<Check>,
    /// The person who made it.
    pub who: String,
    /// The reason, in the instructor's words.
    pub why: String,
    /// What the late policy says, such as `late: 2 days, -20 %`, if it is that; `who` and `why` are
    /// empty then.
    pub late: Option<String>,
    /// The effect on the points.
    pub effected: Effected,
}

/// The effect of a correction on points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effected {
    /// Nothing: it is a comment, or there is no score to change.
    Nothing,
    /// It changed these points.
    Changed {
        /// The points without it.
        was: Points,
        /// The points that there were to get.
        max_score: Points,
    },
    /// It changed a score, part of which is hidden, by so much.
    Added(Change),
    /// It set a score, part of which is hidden.
    Set(Points),
}

impl Correction {
    /// The correction with this effect.
    pub(super) fn new(applied: &Applied, effected: Effected) -> Self {
        let Override { check, why, who, .. } = &applied.correction;
        Self { check: *check, who: who.clone(), why: why.clone(), late: None, effected }
    }

    /// A correction of points that may all be known.
    pub(super) fn changed(applied: &Applied, was: Points, max_score: Points) -> Self {
        let effected = match applied.correction.effect {
            None => Effected::Nothing,
            Some(_) => Effected::Changed { was, max_score },
        };
        Self::new(applied, effected)
    }

    /// A correction of a sum that must not be known.
    pub(super) fn of_secret(applied: &Applied) -> Self {
        let effected = match applied.correction.effect {
            None => Effected::Nothing,
            Some(Effect::Add(change)) => Effected::Added(change),
            Some(Effect::Set(points)) => Effected::Set(points),
        };
        Self::new(applied, effected)
    }

    /// What lateness takes off.
    pub(super) fn late(late: &Late, effected: Effected) -> Self {
        let (who, why) = (String::new(), String::new());
        Self { check: None, who, why, late: Some(late.line()), effected }
    }

    /// Whether it is more than a comment.
    pub fn has_effect(&self) -> bool {
        self.effected != Effected::Nothing
    }
}
