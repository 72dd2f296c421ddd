//! Rules, which correct all submissions with a given cause or in a given group.
//!
//! A submission's own corrections take precedence: a rule is ignored if one of them changes the same check or sets the
//! whole score. Two rules must not change the same points. A rule must apply to at least one submission, unless it has
//! `may_be_unused`.

use std::collections::{BTreeMap, BTreeSet};

use base::input::{FileError, InputText};
use grade::{Applied, CorrectionRule, Effect, Grade, Override, Reach, Verdict};

use super::{OverrideError, Overrides, RuleOfFile};
use crate::groups;

/// A rule, with the number of submissions that it applied to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleHits {
    /// The correction for each submission.
    pub correction: Override,
    /// The cause or group.
    pub reach: Reach,
    /// The number of submissions.
    pub submissions: usize,
}

/// A submission's name and corrections.
pub type Corrections<'a> = (&'a str, &'a [Applied]);

/// Returns the rules that applied to these submissions, in file order.
pub fn rule_hits<'a>(class: impl IntoIterator<Item = Corrections<'a>>) -> Vec<RuleHits> {
    let mut hits: BTreeMap<usize, RuleHits> = BTreeMap::new();
    for applied in class.into_iter().flat_map(|(_, corrections)| corrections) {
        if let Some(rule) = &applied.correction.rule {
            let (correction, reach) = (applied.correction.clone(), rule.reach.clone());
            let hit = || RuleHits { correction, reach, submissions: 0 };
            hits.entry(rule.place).or_insert_with(hit).submissions += 1;
        }
    }
    hits.into_values().collect()
}

fn rules_of(corrections: &[Applied]) -> impl Iterator<Item = &CorrectionRule> {
    corrections.iter().filter_map(|applied| applied.correction.rule.as_ref())
}

impl Overrides {
    /// Returns the corrections for a submission, from single corrections and rules, in file order.
    pub fn corrections_for(&self, grade: &Grade) -> Vec<Override> {
        let own = self.own.get(&grade.submission).map_or(&[][..], Vec::as_slice);
        let reaching = self.rules.iter().filter(|rule| rule.reaches_grade(grade));
        let reaching = reaching.filter(|rule| !is_passed_over(&rule.correction, own));
        let reaching = reaching.map(|rule| (rule.place, rule.correction.clone()));
        let mut all: Vec<(usize, Override)> = own.iter().cloned().chain(reaching).collect();
        // Corrections apply in the order of the file, whether they are for one submission or for many.
        all.sort_by_key(|(place, _)| *place);
        all.into_iter().map(|(_, correction)| correction).collect()
    }

    /// Validates each rule for a class. `is_whole` means that `class` contains all submissions.
    ///
    /// # Errors
    ///
    /// Returns an error if two rules change the same points or, in a complete class, if a rule does not apply to any
    /// submission and does not allow that.
    pub fn check_rules<'a>(
        &self,
        class: impl IntoIterator<Item = Corrections<'a>>,
        is_whole: bool,
    ) -> Result<(), FileError> {
        let mut reached: BTreeSet<usize> = BTreeSet::new();
        for (name, corrections) in class {
            self.refuse_clash(name, corrections)?;
            reached.extend(rules_of(corrections).map(|rule| rule.place));
        }
        let is_idle =
            |(place, rule): &(usize, &RuleOfFile)| !rule.may_be_unused && !reached.contains(place);
        match self.rules.iter().enumerate().find(is_idle) {
            Some((_, rule)) if is_whole => {
                Err(self.input_text().error(rule.span.clone(), &OverrideError::ReachesNobody))
            }
            _ => Ok(()),
        }
    }

    /// Returns `true` unless all corrections are for single submissions.
    pub fn has_rules(&self) -> bool {
        !self.rules.is_empty()
    }

    fn refuse_clash(&self, name: &str, corrections: &[Applied]) -> Result<(), FileError> {
        let changes = corrections.iter().map(|applied| &applied.correction);
        let mut seen: Vec<(&Override, usize)> = Vec::new();
        for correction in changes.filter(|correction| correction.effect.is_some()) {
            let Some(rule) = &correction.rule else { continue };
            let clashes = |(other, _): &&(&Override, usize)| {
                other.check == correction.check
                    || sets_whole_score(other)
                    || sets_whole_score(correction)
            };
            if let Some((_, first)) = seen.iter().find(clashes) {
                let span = |place: usize| self.rules[place].span.clone();
                let error = self
                    .input_text()
                    .error(span(rule.place), &OverrideError::Clash(name.to_owned()));
                return Err(error.with_second_place(span(*first), "the first"));
            }
            seen.push((correction, rule.place));
        }
        Ok(())
    }

    fn input_text(&self) -> InputText<'_> {
        InputText { file: &self.file, text: &self.text }
    }
}

impl RuleOfFile {
    fn reaches_grade(&self, grade: &Grade) -> bool {
        match &self.reach {
            Reach::Group(id) => groups::group_id(grade).as_deref() == Some(id),
            Reach::Cause(name) => grade.checks.iter().any(|check| {
                let is_asked_for = self.correction.check.is_none_or(|wanted| wanted == check.check);
                is_asked_for
                    && matches!(&check.verdict, Verdict::Fail(failure)
                        if failure.cause.as_ref().is_some_and(|cause| cause.name() == *name))
            }),
        }
    }
}

/// Returns `true` if a correction of the submission takes precedence over a rule.
fn is_passed_over(rule: &Override, own: &[(usize, Override)]) -> bool {
    let outweighs = |correction: &Override| {
        correction.effect.is_some() && correction.check == rule.check
            || sets_whole_score(correction)
    };
    rule.effect.is_some() && own.iter().any(|(_, correction)| outweighs(correction))
}

/// Returns `true` if a correction sets the whole score, which makes all others irrelevant.
fn sets_whole_score(correction: &Override) -> bool {
    correction.check.is_none() && matches!(correction.effect, Some(Effect::Set(_)))
}
