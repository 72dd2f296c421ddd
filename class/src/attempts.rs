//! Decides which attempt counts when a student has more than one.
//!
//! Earlier attempts are graded only if the rule is [`Counting::Best`]. These grades are stored beside the grade that
//! counts, as `attempt-1.json` with `attempt-1.key`. When the due date or an extension changes, a different attempt can
//! then count without being graded again.

use base::digest::PartsHash;
use grade::{Grade, Status};
use intake::class::{Attempt, AttemptNumber};
use late::{Counting, LatenessFinding};

use super::assignment_summary::AssignmentSummary;
use super::error::ClassError;
use super::late_days::LATE_DAYS;
use super::output::{EXTENSIONS, GradesFolder};
use super::rules::ClassRules;

/// Returns a hash of the late policy, the extensions and the late days, which affect the choice, or `None` if the latest attempt
/// always counts.
pub(super) fn hash_of_choice_rules(
    counting: Counting,
    about: Option<&AssignmentSummary>,
    graded: &GradesFolder,
) -> Result<Option<String>, ClassError> {
    if counting == Counting::Latest {
        return Ok(None);
    }
    let late = about.and_then(|about| about.late.as_ref());
    let late = serde_json::to_string(&late).expect("strings and numbers always serialize");
    let extensions = graded.read_file(EXTENSIONS)?.unwrap_or_default();
    let late_days = graded.read_file(LATE_DAYS)?;
    Ok(Some(
        [late, extensions]
            .into_iter()
            .chain(late_days)
            .collect::<PartsHash>()
            .with_algorithm_name(),
    ))
}

/// The attempts that can count, earliest first: at least one.
#[derive(Clone, Debug)]
pub(super) struct AttemptCandidates(Vec<Attempt>);

impl AttemptCandidates {
    pub(super) fn new(newest: &Attempt, counting: Counting, rules: &ClassRules) -> Self {
        let mut all = newest.counting_attempts();
        let only = match counting {
            Counting::Best => return Self(all),
            Counting::Latest => all.len() - 1,
            Counting::LastBeforeDue => last_before_due(&all, rules),
        };
        // The other attempts are dropped, so their order does not matter.
        Self(vec![all.swap_remove(only)])
    }

    pub(super) fn attempts(&self) -> &[Attempt] {
        &self.0
    }

    /// Returns what is known before grading. With more than one candidate, this does not include the submission time.
    pub(super) fn known_before_grading(&self) -> Attempt {
        match &self.0[..] {
            [only] => only.clone(),
            several => {
                let Attempt { name, students, group, from, .. } = several[0].clone();
                let number = Some(AttemptNumber { number: None, of: several.len() });
                Attempt { name, students, group, from, number, ..Attempt::default() }
            }
        }
    }

    /// Returns the index of the attempt that counts, given a grade for each candidate.
    ///
    /// Ignores corrections, because they were written for the attempt that counted and should not change the choice.
    /// When an attempt has a grader error, this attempt is chosen, because we cannot tell which one is best.
    pub(super) fn index_of_best(&self, grades: &[Grade], rules: &ClassRules) -> usize {
        if let Some(at) = grades.iter().position(|grade| grade.status() == Status::GraderError) {
            return at;
        }
        let worth = |at: &usize| {
            let grade = &grades[*at];
            let points = rules.points_after_lateness(grade.clone(), &self.0[*at]);
            (points.unwrap_or_default(), grade.status() == Status::Graded)
        };
        // For equally good attempts, `max_by_key` returns the last.
        (0..grades.len()).max_by_key(worth).unwrap_or_default()
    }
}

/// Returns the index of the last on-time attempt or, if none is known to be, of the last before the first late one. An
/// attempt before a late one may be on time and, even if it is late, is closer to the due date. Platforms such as Moodle
/// report only the time of the newest attempt.
fn last_before_due(all: &[Attempt], rules: &ClassRules) -> usize {
    let findings: Vec<_> =
        all.iter().map(|attempt| rules.lateness_of(attempt).map(|late| late.finding)).collect();
    last_on_time_or_before_late(&findings)
}

/// Returns the index of the last attempt on time or, if none is known to be, that before the first late one.
fn last_on_time_or_before_late(findings: &[Option<LatenessFinding>]) -> usize {
    let is_on_time = |finding: &Option<LatenessFinding>| {
        matches!(finding, Some(LatenessFinding::OnTime | LatenessFinding::Waived(_)))
    };
    let is_late = |finding: &Option<LatenessFinding>| {
        use LatenessFinding::{Covered, Late, Said};
        matches!(finding, Some(Late(_) | Covered(_) | Said))
    };
    findings.iter().rposition(is_on_time).unwrap_or_else(|| {
        let first_late = findings.iter().position(is_late).unwrap_or(findings.len());
        // The attempt before the first late one or, if there is none before it, the late one itself.
        first_late.saturating_sub(1)
    })
}

#[cfg(test)]
mod tests {
    use base::input::InputText as Text;
    use grade::Verdict;
    use grade::check::Check;
    use intake::class::SubmissionSource;
    use proptest::prelude::*;

    use super::*;
    use crate::overrides::{Overrides, Scope};

    fn graded(score: f64) -> Grade {
        let failure = samples::fail(Check::BoardHamming, samples::hamming());
        samples::grade([(samples::pass(Check::BoardTwin), score), (failure, 10.0 - score)])
    }

    fn attempts(count: usize) -> Attempt {
        let older = vec![Attempt::default(); count - 1];
        Attempt { older, ..Attempt::new("alice", SubmissionSource::default()) }
    }

    #[test]
    fn the_latest_of_the_best_attempts_counts() {
        let rules = ClassRules::default();
        let candidates = AttemptCandidates::new(&attempts(3), Counting::Best, &rules);
        let best = |grades: &[Grade]| candidates.index_of_best(grades, &rules);
        assert_eq!(best(&[graded(5.0), graded(7.0), graded(6.0)]), 1);
        assert_eq!(best(&[graded(7.0), graded(6.0), graded(7.0)]), 2);
        assert_eq!(best(&[graded(0.0), graded(0.0), graded(0.0)]), 2);
        // The points for the failed attempt are unknown.
        let fault = (Check::BoardHamming, Verdict::GraderError("no memory".to_owned()));
        let fault = samples::grade([(samples::pass(Check::BoardTwin), 1.0), (fault, 9.0)]);
        assert_eq!(best(&[graded(9.0), fault, graded(10.0)]), 1);
    }

    #[test]
    fn corrections_do_not_change_the_counted_attempt() {
        let text = "[[override]]\nsubmission = \"alice\"\nset = 4\nwhy = \"x\"\nwho = \"y\"\n";
        let scope = Scope { names: None, checks: None, students: None };
        let overrides = Overrides::parse(Text { file: "overrides.toml", text }, scope).unwrap();
        let rules = ClassRules::from_overrides(overrides);
        let candidates = AttemptCandidates::new(&attempts(2), Counting::Best, &rules);
        let grades = [graded(8.0), graded(5.0)];
        assert_eq!(candidates.index_of_best(&grades, &rules), 0);
        let row = rules.row_without_hand_of_attempt(grades[0].clone(), &candidates.attempts()[0]);
        assert_eq!(row.final_score.map(|points| points.to_string()).as_deref(), Some("4"));
        assert_eq!(row.attempt, Some(AttemptNumber { number: Some(1), of: 2 }));
    }

    /// Files that other files for the same attempt displaced are not a separate attempt.
    #[test]
    fn a_single_attempt_has_no_number() {
        let displaced = Attempt { is_displaced: true, ..Attempt::default() };
        let newest = Attempt { older: vec![displaced], ..attempts(1) };
        let candidates = AttemptCandidates::new(&newest, Counting::Best, &ClassRules::default());
        assert_eq!(candidates.attempts().len(), 1);
        assert_eq!(candidates.known_before_grading().number, None);
    }

    proptest! {
        /// Attempts are in order, so those before the due date come first. Some of the times are unknown.
        #[test]
        fn no_late_attempt_counts_if_another_may_be_on_time(
            on_time in 0..5_usize,
            are_known in proptest::collection::vec(any::<bool>(), 1..9),
        ) {
            let finding = |(at, is_known): (usize, &bool)| match is_known {
                false => None,
                true if at < on_time => Some(LatenessFinding::OnTime),
                true => Some(LatenessFinding::Said),
            };
            let findings: Vec<_> = are_known.iter().enumerate().map(finding).collect();
            let chosen = last_on_time_or_before_late(&findings);
            let known_on_time = findings.iter().rposition(|finding| *finding == Some(LatenessFinding::OnTime));
            prop_assert_eq!(known_on_time.unwrap_or(chosen), chosen);
            if findings[chosen] == Some(LatenessFinding::Said) {
                prop_assert_eq!(chosen, 0);
            } else if known_on_time.is_none() {
                prop_assert!(!findings[..chosen].contains(&Some(LatenessFinding::Said)));
            }
        }
    }
}
