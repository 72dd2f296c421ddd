//! The findings of an audit: the matrix of checks and faults, and deviations from labels.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use grade::check::Check;
use grade::points::Points;

use super::comparison::Deviation;
use super::{Audit, LabelOutcome};
use crate::corpus::ScoreRange;

/// The number of submissions with each result.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AuditTotals {
    /// The number of faults: submissions with a check in the label.
    pub faults: usize,
    /// The number of faults with only ungraded checks in the label.
    pub ungraded: usize,
    /// The number of faults that fail a check in the label.
    pub caught: usize,
    /// The number of correct submissions: those without a check in the label.
    pub right: usize,
    /// The number of correct submissions with an unexpected failure.
    pub hurt: usize,
    /// The number of submissions that contradict the label.
    pub contradictions: usize,
    /// The number of submissions with a grader error.
    pub grader_faults: usize,
}

/// A submission with verdicts or points that contradict the label.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contradiction<'a> {
    /// The submission.
    pub outcome: &'a LabelOutcome,
    /// The unexpected failures, with messages.
    pub unexpected: Vec<(Check, &'a str)>,
    /// The checks that should have failed but did not.
    pub missing: Vec<(Check, MissingFailure)>,
    /// The checks that should have passed but were skipped, with the reasons.
    pub skipped: Vec<(Check, Check)>,
    /// The expected failures, with evidence that differs from the label.
    pub shown: Vec<Deviation<'a>>,
    /// The mistakes that the report names, but that the label does not call true, if it calls any true.
    pub wrong_causes: Vec<&'a String>,
    /// The actual score and the expected range, if they do not match.
    pub score: Option<(Points, ScoreRange)>,
}

/// The result of a check that should have failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MissingFailure {
    /// It passed.
    Passed,
    /// It was skipped, because this check failed.
    Skipped(Check),
}

/// The findings for a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CheckFindings {
    /// The check.
    pub check: Check,
    /// The number of faults with the check in the label.
    pub named: usize,
    /// The number of these faults that fail the check.
    pub caught: usize,
    /// The number of other faults that fail the check unexpectedly.
    pub collateral: usize,
    /// The number of correct submissions that fail the check unexpectedly.
    pub hurt: usize,
}

/// The margin between correct and wrong submissions at a limit, in hundredths of the check's unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Margin<'a> {
    /// The check.
    pub check: Check,
    /// The limit.
    pub limit: u64,
    /// The highest value of a correct submission, with the name.
    pub right: Option<(u64, &'a str)>,
    /// The lowest value among the faults that fail the check, with the name.
    pub fault: Option<(u64, &'a str)>,
}

impl LabelOutcome {
    /// Returns the unexpected failures.
    pub(crate) fn unexpected_failures(&self) -> impl Iterator<Item = (Check, &str)> {
        let failed = self.failed.iter().map(|(check, summary)| (*check, summary.as_str()));
        failed.filter(|(check, _)| !self.may_fail.contains(check))
    }

    fn deviations(&self) -> impl Iterator<Item = Deviation<'_>> {
        self.exhibits.iter().flat_map(|(check, exhibit)| {
            exhibit.differences().into_iter().map(|difference| (*check, difference))
        })
    }

    /// Returns `true` for a fault that fails a check in the label.
    pub fn is_caught(&self) -> bool {
        self.named.iter().any(|check| self.failed.contains_key(check))
    }

    /// Returns the contradiction with the label, if any. Grader errors are not contradictions.
    pub fn contradiction(&self) -> Option<Contradiction<'_>> {
        let unexpected: Vec<_> =
            self.unexpected_failures().filter(|(check, _)| !self.named.contains(check)).collect();
        let missing: Vec<_> = self
            .named
            .iter()
            .filter(|check| {
                !self.failed.contains_key(check) && !self.grader_faults.contains_key(check)
            })
            .map(|check| {
                let because = self.skipped.get(check).copied();
                (*check, because.map_or(MissingFailure::Passed, MissingFailure::Skipped))
            })
            .collect();
        let skipped = self.skipped.iter().filter(|(check, _)| self.passes.contains(check));
        let skipped: Vec<_> = skipped.map(|(check, because)| (*check, *because)).collect();
        let score = self.score.zip(self.expected_score);
        let score = score.filter(|(points, range)| !range.contains(*points));
        let shown: Vec<_> = self.deviations().collect();
        let wrong_causes =
            self.wrong_causes().filter(|_| !self.causes.is_empty()).collect::<Vec<_>>();
        let holds = unexpected.is_empty()
            && missing.is_empty()
            && skipped.is_empty()
            && shown.is_empty()
            && wrong_causes.is_empty()
            && score.is_none();
        let contradiction = Contradiction {
            outcome: self,
            unexpected,
            missing,
            skipped,
            shown,
            wrong_causes,
            score,
        };
        (!holds).then_some(contradiction)
    }
}

impl Audit {
    /// Returns the submissions with a check in the label.
    pub fn faulty_submissions(&self) -> impl Iterator<Item = &LabelOutcome> {
        self.outcomes.iter().filter(|outcome| !outcome.is_right)
    }

    /// Returns the submissions without a check in the label.
    pub fn rightly_labelled_submissions(&self) -> impl Iterator<Item = &LabelOutcome> {
        self.outcomes.iter().filter(|outcome| outcome.is_right)
    }

    /// Returns the number of submissions with each result.
    pub fn totals(&self) -> AuditTotals {
        AuditTotals {
            faults: self.faulty_submissions().count(),
            ungraded: self.faulty_submissions().filter(|outcome| outcome.named.is_empty()).count(),
            caught: self.faulty_submissions().filter(|outcome| outcome.is_caught()).count(),
            right: self.rightly_labelled_submissions().count(),
            hurt: self
                .rightly_labelled_submissions()
                .filter(|outcome| outcome.unexpected_failures().next().is_some())
                .count(),
            contradictions: self.submissions_contradicting_labels().count(),
            grader_faults: self.grader_faults().count(),
        }
    }

    /// Returns the submissions that contradict their labels.
    pub fn submissions_contradicting_labels(&self) -> impl Iterator<Item = Contradiction<'_>> {
        self.outcomes.iter().filter_map(LabelOutcome::contradiction)
    }

    /// Returns the submissions with a grader error.
    pub fn grader_faults(&self) -> impl Iterator<Item = &LabelOutcome> {
        self.outcomes.iter().filter(|outcome| !outcome.grader_faults.is_empty())
    }

    /// Returns the findings for each check.
    pub fn findings_by_check(&self) -> impl Iterator<Item = CheckFindings> {
        self.checks.iter().map(|&check| {
            let names = |outcome: &&LabelOutcome| outcome.named.contains(&check);
            let fails = |outcome: &&LabelOutcome| outcome.failed.contains_key(&check);
            let faulted =
                |outcome: &&LabelOutcome| fails(outcome) && !outcome.may_fail.contains(&check);
            CheckFindings {
                check,
                named: self.faulty_submissions().filter(names).count(),
                caught: self.faulty_submissions().filter(names).filter(fails).count(),
                collateral: self
                    .faulty_submissions()
                    .filter(faulted)
                    .filter(|outcome| !names(outcome))
                    .count(),
                hurt: self.rightly_labelled_submissions().filter(faulted).count(),
            }
        })
    }

    /// Returns the rows to show in a report. For a partial corpus, returns only those with findings.
    pub(crate) fn rows_of_interest(&self) -> impl Iterator<Item = CheckFindings> {
        let says = |row: &CheckFindings| row.named + row.caught + row.collateral + row.hurt > 0;
        self.findings_by_check().filter(move |row| !self.is_part || says(row))
    }

    /// Returns the unproven checks: those that are not in any fault's label.
    pub fn checks_without_fault(&self) -> impl Iterator<Item = Check> {
        self.findings_by_check().filter(|row| row.named == 0).map(|row| row.check)
    }

    /// Returns `true` if the audit recorded which puzzles expose a fault, for at least one submission.
    pub(crate) fn knows_puzzles(&self) -> bool {
        self.faulty_submissions()
            .any(|outcome| outcome.shown.values().any(|puzzles| !puzzles.is_empty()))
    }

    /// Returns the puzzles that no verdict depends on, because other puzzles expose the same faults. You can remove any
    /// one of them, but not necessarily all.
    pub(crate) fn idle_puzzles(&self) -> impl Iterator<Item = &str> {
        let shown = self.faulty_submissions().flat_map(|outcome| outcome.shown.values());
        let needed: BTreeSet<&String> =
            shown.filter(|puzzles| puzzles.len() == 1).flatten().collect();
        self.puzzles.iter().filter(move |name| !needed.contains(name)).map(String::as_str)
    }

    /// Returns the submissions with labels that allow either verdict of a check.
    pub(crate) fn submissions_with_open_labels(&self) -> impl Iterator<Item = &LabelOutcome> {
        self.outcomes.iter().filter(|outcome| !outcome.may_fail.is_empty())
    }

    /// Returns the margin at each limit, with the closest correct and wrong submission.
    pub fn margins(&self) -> impl Iterator<Item = Margin<'_>> {
        self.checks.iter().filter_map(|check| {
            let values = |outcome| measured_value(outcome, *check);
            let limit = self
                .outcomes
                .iter()
                .find_map(|outcome| Some(outcome.measures.get(check)?.limit))?;
            let right = self
                .rightly_labelled_submissions()
                .filter_map(values)
                .min_by_key(|(value, _)| Reverse(*value));
            let failing =
                self.faulty_submissions().filter(|outcome| outcome.failed.contains_key(check));
            let fault = failing.filter_map(values).min_by_key(|(value, _)| *value);
            Some(Margin { check: *check, limit, right, fault })
        })
    }
}

/// Returns the measured value that a check limits, with the submission's name.
fn measured_value(outcome: &LabelOutcome, check: Check) -> Option<(u64, &str)> {
    let measure = outcome.measures.get(&check)?;
    Some((measure.value, outcome.name.as_str()))
}

#[cfg(test)]
pub(crate) mod sample {
    use grade::{Basis, INSTRUCTION, Measure};

    use super::*;

    fn points(points: u64) -> Points {
        Points::from_thousandths(1000 * points)
    }

    /// Returns a submission with these checks in the label, and these failed checks.
    pub(crate) fn outcome(name: &str, named: &[Check], failed: &[Check]) -> LabelOutcome {
        LabelOutcome {
            name: name.to_owned(),
            about: format!("what {name} does"),
            is_right: named.is_empty(),
            named: named.iter().copied().collect(),
            failed: failed.iter().map(|check| (*check, format!("{name} is wrong"))).collect(),
            score: Some(points(40 - 10 * failed.len() as u64)),
            fuel: 1_000_000 * INSTRUCTION,
            ..LabelOutcome::default()
        }
    }

    pub(crate) fn audit() -> Audit {
        use Check::{BoardHamming, BoardTwin, SolverMoves, SolverTime};
        let mut greedy = outcome("faults/greedy", &[SolverMoves], &[SolverMoves]);
        let puzzles = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
        greedy.shown.insert(SolverMoves, puzzles(&["b", "c"]));
        let mut slow = outcome("faults/slow", &[SolverTime], &[SolverTime, BoardHamming]);
        slow.shown.insert(SolverTime, puzzles(&["c"]));
        slow.measures.insert(SolverTime, Measure { value: 12_050, limit: 3000, puzzle: None });
        slow.fuel *= 30;
        slow.expected_score = Some(ScoreRange { least: points(25), most: points(35) });
        let mut missed = outcome("faults/missed", &[SolverMoves, BoardTwin], &[]);
        missed.skipped.insert(BoardTwin, BoardHamming);
        missed.skipped.insert(SolverTime, SolverMoves);
        missed.passes.insert(SolverTime);
        let mut right = outcome("right/plain", &[], &[]);
        right.measures.insert(SolverTime, Measure { value: 150, limit: 3000, puzzle: None });
        let mut lazy = outcome("right/lazy", &[], &[SolverMoves]);
        lazy.measures.insert(SolverTime, Measure { value: 230, limit: 3000, puzzle: None });
        let mut either = outcome("right/either", &[], &[SolverTime]);
        either.may_fail.extend([BoardTwin, SolverTime]);
        let mut broken = outcome("right/broken", &[], &[]);
        broken.score = None;
        broken.grader_faults.insert(SolverMoves, "the clock ran out".to_owned());
        Audit {
            basis: Basis {
                assignment: "sha256:a5".to_owned(),
                toolchain: "rustc 1.95.0".to_owned(),
                engine: "wasmtime 48.0.8, cost table 1".to_owned(),
            },
            checks: vec![BoardHamming, BoardTwin, SolverMoves, SolverTime],
            puzzles: ["a", "b", "c"].map(str::to_owned).to_vec(),
            max_score: points(40),
            is_part: false,
            unheld_scores: 0,
            unheld_shows: 0,
            outcomes: vec![greedy, slow, missed, right, lazy, either, broken],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn totals_and_matrix_rows_are_counted() {
        let audit = sample::audit();
        let totals = AuditTotals {
            faults: 3,
            ungraded: 0,
            caught: 2,
            right: 4,
            hurt: 1,
            contradictions: 3,
            grader_faults: 1,
        };
        assert_eq!(audit.totals(), totals);
        let row = |check| audit.findings_by_check().find(|row| row.check == check).unwrap();
        let of = |check| {
            let CheckFindings { named, caught, collateral, hurt, .. } = row(check);
            [named, caught, collateral, hurt]
        };
        assert_eq!(of(Check::SolverMoves), [2, 1, 0, 1]);
        assert_eq!(of(Check::SolverTime), [1, 1, 0, 0]);
        assert_eq!(of(Check::BoardHamming), [0, 0, 1, 0]);
        assert!(audit.checks_without_fault().eq([Check::BoardHamming]));
    }

    #[test]
    fn contradictions_list_unexpected_and_missing_results() {
        let audit = sample::audit();
        let contradictions: Vec<_> = audit.submissions_contradicting_labels().collect();
        let [slow, missed, lazy] = contradictions.as_slice() else { panic!("{contradictions:?}") };
        assert_eq!(slow.unexpected, [(Check::BoardHamming, "faults/slow is wrong")]);
        assert_eq!(slow.missing, []);
        let score = slow.score.map(|(points, range)| format!("{points}, {range}"));
        assert_eq!(score.as_deref(), Some("20, 25 to 35"));
        assert_eq!(missed.unexpected, []);
        let skipped = MissingFailure::Skipped(Check::BoardHamming);
        let missing = [(Check::BoardTwin, skipped), (Check::SolverMoves, MissingFailure::Passed)];
        assert_eq!(missed.missing, missing);
        assert_eq!(missed.skipped, [(Check::SolverTime, Check::SolverMoves)]);
        assert_eq!(missed.score, None);
        assert_eq!(lazy.unexpected, [(Check::SolverMoves, "right/lazy is wrong")]);
    }

    #[test]
    fn message_wording_does_not_affect_the_audit() {
        use terminal::page::Layout;

        use crate::report::AuditFormat;

        let texts = |word: &str| {
            let mut audit = sample::audit();
            for outcome in &mut audit.outcomes {
                for text in outcome.failed.values_mut().chain(outcome.grader_faults.values_mut()) {
                    word.clone_into(text);
                }
            }
            AuditFormat::ALL.map(|format| format.render(&audit, &Layout::default()))
        };
        let replaced = texts("lorem").map(|text| text.replace("lorem", "ipsum"));
        assert_eq!(replaced, texts("ipsum"));
        assert!(replaced.iter().all(|text| text.contains("ipsum")));
    }

    #[test]
    fn sole_puzzles_that_expose_a_fault_are_needed() {
        assert!(sample::audit().idle_puzzles().eq(["a", "b"]));
    }

    /// A partial corpus cannot show that a puzzle is idle or a check is unproven.
    #[test]
    fn a_partial_audit_makes_no_claims_about_the_rest() {
        use terminal::page::Layout;

        use crate::report::AuditFormat;

        let mut part = sample::audit();
        part.outcomes.truncate(1);
        let texts =
            |audit: &Audit| AuditFormat::ALL.map(|format| format.render(audit, &Layout::default()));
        let said = [
            "not affect any verdict",
            "without a labelled fault",
            "verdict depends on",
            "idle_puzzles",
        ];
        let says = |text: &String| said.iter().any(|said| text.contains(said));
        assert!(texts(&part).iter().all(says));
        part.is_part = true;
        assert!(!texts(&part).iter().any(says));
        assert_eq!(part.rows_of_interest().count(), 1);
    }

    #[test]
    fn margins_lie_between_correct_submissions_and_faults() {
        let audit = sample::audit();
        let margins: Vec<_> = audit.margins().collect();
        let margin = Margin {
            check: Check::SolverTime,
            limit: 3000,
            right: Some((230, "right/lazy")),
            fault: Some((12_050, "faults/slow")),
        };
        assert_eq!(margins, [margin]);
    }
}
