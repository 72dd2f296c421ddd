//! A grade with the corrections that an instructor has made by hand.

use std::collections::BTreeSet;

use super::Audience;
use super::platform::Platform;
use super::view::{Sums, View};
use crate::check::Check;
use crate::class;
use crate::class::overrides::{Applied, Overrides};
use crate::grade::Grade;
use crate::points::Points;
use crate::report::record::{Outcome, Record};

/// What `grade.json` says of a submission, and the corrections of it by hand.
///
/// It is what every format is made from: `grade.json` of the record as it is, the others of a
/// [`View`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Corrected {
    pub(super) record: Record,
    pub(super) corrections: Vec<Applied>,
    /// The score with all corrections; none if there is none.
    pub(super) score: Option<Points>,
    /// The checks to report, if it is not all of them.
    only: Option<BTreeSet<Check>>,
}

impl Corrected {
    /// A record with those of the corrections that are for its submission.
    pub fn new(record: Record, overrides: &Overrides) -> Self {
        let (corrections, score) = overrides.apply(&class::Record::from(&record));
        Self { record, corrections, score, only: None }
    }

    /// A grade with all that it has, which is more than a file has, and no corrections.
    pub fn of_grade(grade: &Grade) -> Self {
        Self::from(Record::in_full(grade))
    }

    /// The same, of which only these checks are reported, with their corrections. What the other
    /// checks hide stays hidden.
    #[must_use]
    pub fn only(mut self, checks: &[Check]) -> Self {
        let has = |check: Check| checks.contains(&check);
        if !self.record.checks.iter().all(|it| has(it.check)) {
            self.corrections.retain(|it| it.correction.check.is_some_and(has));
            self.only = Some(checks.iter().copied().collect());
        }
        self
    }

    /// The record, without any correction, of the checks that are reported.
    ///
    /// It has everything: it is for instructors.
    pub fn record(&self) -> Record {
        let Some(only) = &self.only else { return self.record.clone() };
        let mut record = self.record.clone();
        record.checks.retain(|it| only.contains(&it.check));
        Record::of_part(record)
    }

    /// The corrections and what each changed, in the order of their file.
    ///
    /// They are all there, also those of hidden checks: it is for instructors.
    pub fn corrections(&self) -> &[Applied] {
        &self.corrections
    }

    /// The points of all checks with all corrections; none if there is no score.
    pub fn score(&self) -> Option<Points> {
        self.score
    }

    /// What this audience may know.
    pub fn view(&self, audience: Audience) -> View {
        View::new(self, audience, Sums::Secret)
    }

    /// What a student may know, and the points of what is hidden, group by group: for platforms
    /// that take a score from a file which the student can read, too.
    pub fn view_with_sums(&self) -> View {
        View::new(self, Audience::Student, Sums::Told)
    }

    /// Everything, each part for those that its visibility names: for platforms that keep it from
    /// the others.
    pub fn platform(&self) -> Platform {
        Platform::new(self)
    }

    /// What became of what is reported.
    pub(super) fn outcome(&self) -> Outcome {
        if self.is_whole() { self.record.outcome.clone() } else { self.record().outcome }
    }

    /// Whether a check is reported.
    pub(super) fn reports(&self, check: Check) -> bool {
        self.only.as_ref().is_none_or(|only| only.contains(&check))
    }

    /// Whether all checks are reported, so that the score as a whole is.
    pub(super) fn is_whole(&self) -> bool {
        self.only.is_none()
    }
}

/// Without corrections.
impl From<Record> for Corrected {
    fn from(record: Record) -> Self {
        Self::new(record, &Overrides::default())
    }
}
