//! Audits: grading a corpus to check that an assignment tells correct submissions from wrong ones.
//!
//! Use [`grade_corpus`] to grade the submissions of a corpus, and the methods of [`Audit`] in [`findings`] and `ranking` to
//! evaluate the results. To select puzzles, use [`propose`](propose::propose_puzzles).

#![cfg_attr(not(test), warn(clippy::disallowed_methods))]

mod cache;
pub(crate) mod comparison;
mod confusion;
pub mod corpus;
mod cover;
pub mod findings;
pub mod propose;
pub(crate) mod ranking;
pub mod report;

use std::collections::{BTreeMap, BTreeSet};

use assignment::{Assignment, RubricEntry};
use base::pool;
use checks::grading::Grader;
use grade::check::Check;
use grade::points::Points;
use grade::{Basis, Cause, Failure, Grade, Measures, Verdict, Visibility};
use sandbox::build::BuildError;

use crate::corpus::{Corpus, Labelled, ScoreRange};
pub use cache::AuditCache;
use cache::AuditedGrade;
use comparison::FailureComparison;
pub use confusion::{Confusion, ConfusionRow};

/// The results of grading a corpus.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Audit {
    /// The assignment, compiler and engine.
    pub basis: Basis,
    /// The graded checks, in the order of [`Check::ALL`].
    pub checks: Vec<Check>,
    /// The names of the puzzles for the solver, in order.
    pub puzzles: Vec<String>,
    /// The maximum score.
    pub max_score: Points,
    /// Whether only part of the corpus was graded.
    pub is_part: bool,
    /// The number of labels with scores to ignore, because the points differ from the default assignment.
    pub unheld_scores: usize,
    /// The number of labels with facts to ignore, because the boards or limits differ from the default assignment.
    pub unheld_shows: usize,
    /// The results of the submissions, in corpus order.
    pub outcomes: Vec<LabelOutcome>,
}

/// The result of a submission.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LabelOutcome {
    /// The name in the corpus.
    pub name: String,
    /// The description of the submission.
    pub about: String,
    /// Whether the label names no checks, graded or not.
    pub is_right: bool,
    /// The graded checks that the label names.
    pub named: BTreeSet<Check>,
    /// The graded checks that must pass.
    pub passes: BTreeSet<Check>,
    /// The graded checks that may pass or fail.
    pub may_fail: BTreeSet<Check>,
    /// The expected score, if scores are compared.
    pub expected_score: Option<ScoreRange>,
    /// The score; `None` for a grader error.
    pub score: Option<Points>,
    /// The share of puzzles with a correct `moves()`, in thousandths; `None` if not graded.
    pub solved: Option<u32>,
    /// The fuel of all searches, with each puzzle counted once.
    pub fuel: u64,
    /// The failed checks, each with a message.
    pub failed: BTreeMap<Check, String>,
    /// The mistakes that the label calls true.
    pub causes: BTreeSet<String>,
    /// The mistakes that the report names.
    pub mistakes: BTreeSet<String>,
    /// The facts of the failures with facts in the label.
    pub exhibits: BTreeMap<Check, FailureComparison>,
    /// The skipped checks, each with the reason.
    pub skipped: BTreeMap<Check, Check>,
    /// The checks with a grader error, each with its message.
    pub grader_faults: BTreeMap<Check, String>,
    /// The measured use of all limited resources.
    pub measures: Measures,
    /// For each failed solver check, the executed puzzles to expose the failure.
    ///
    /// This may be incomplete: when budgets are exhausted repeatedly, the remaining puzzles will be skipped, as
    /// described in `exam`.
    pub shown: BTreeMap<Check, BTreeSet<String>>,
}

/// An event for progress reports.
#[derive(Clone, Copy, Debug)]
pub enum AuditEvent<'a> {
    /// The audit starts.
    Begin {
        /// The number of submissions.
        submissions: usize,
    },
    /// A submission was graded.
    Done {
        /// The result, compared with the label.
        outcome: &'a LabelOutcome,
        /// Whether the verdicts came from the cache.
        is_kept: bool,
    },
}

/// The settings for grading a corpus.
#[derive(Clone, Copy)]
pub struct AuditSettings<'a> {
    /// The maximum number of concurrent submissions.
    pub jobs: usize,
    /// The cache; `None` to grade every submission again.
    pub kept: Option<&'a AuditCache>,
    /// Called for each event.
    pub observer: &'a (dyn Fn(AuditEvent<'_>) + Sync),
}

/// Grades the submissions of a corpus, up to `jobs` at a time, and reports each to `observer`. Results are cached
/// immediately, so an interrupted audit can be resumed.
///
/// The result does not depend on the number of jobs or threads, or the cache.
///
/// # Errors
///
/// Returns an error if the grader or the machine fails.
pub fn grade_corpus(
    grader: &Grader,
    corpus: &Corpus,
    work: AuditSettings<'_>,
) -> Result<Audit, BuildError> {
    let AuditSettings { jobs, kept, observer } = work;
    let assignment = grader.assignment();
    let default = Assignment::embedded();
    let holds_scores = is_rated_alike(assignment, &default);
    // Labels of an own corpus were written for the given assignment.
    let holds_shows = !corpus.is_of_grader || is_tried_alike(assignment, &default);
    observer(AuditEvent::Begin { submissions: corpus.submissions.len() });
    let results = pool::map_in_parallel(jobs, &corpus.submissions, |labelled| {
        let submission = &labelled.submission;
        let before = kept.and_then(|kept| kept.get(grader, submission));
        let is_kept = before.is_some();
        let found = match before {
            Some(found) => found,
            None => AuditedGrade::from(grader.grade_closely(submission, &|_| {})?),
        };
        // Without a cache, the next audit will take longer, but will still be correct.
        if let Some(kept) = kept.filter(|_| !is_kept) {
            let _ = kept.put(grader, submission, &found);
        }
        let max_score = found.grade.max_score();
        let mut outcome = LabelOutcome::new(labelled, found);
        let unheld_score = !holds_scores && outcome.expected_score.take().is_some();
        let unheld_shows = !holds_shows && outcome.forget_exhibits();
        observer(AuditEvent::Done { outcome: &outcome, is_kept });
        Ok::<_, BuildError>((max_score, outcome, unheld_score, unheld_shows))
    });
    let mut audit = Audit {
        basis: grader.basis(),
        checks: compared_checks(assignment, corpus),
        puzzles: assignment.solve.iter().map(|puzzle| puzzle.name.clone()).collect(),
        is_part: corpus.is_part,
        ..Audit::default()
    };
    for result in results {
        let (max_score, outcome, unheld_score, unheld_shows) = result?;
        audit.max_score = max_score;
        audit.unheld_scores += usize::from(unheld_score);
        audit.unheld_shows += usize::from(unheld_shows);
        audit.outcomes.push(outcome);
    }
    Ok(audit)
}

/// Returns the cached results without grading any submissions.
pub fn load_cached_results(grader: &Grader, corpus: &Corpus, kept: &AuditCache) -> Audit {
    let assignment = grader.assignment();
    let known = |labelled: &Labelled| {
        Some(LabelOutcome::new(labelled, kept.get(grader, &labelled.submission)?))
    };
    let outcomes: Vec<LabelOutcome> = corpus.submissions.iter().filter_map(known).collect();
    Audit {
        basis: grader.basis(),
        checks: compared_checks(assignment, corpus),
        is_part: outcomes.len() < corpus.submissions.len(),
        outcomes,
        ..Audit::default()
    }
}

/// Returns the graded checks that are compared with the labels.
fn compared_checks(assignment: &Assignment, corpus: &Corpus) -> Vec<Check> {
    let graded = assignment.checks.iter().map(|rated| rated.check);
    let is_compared = |check: &Check| {
        corpus.submissions.iter().any(|labelled| labelled.expected.is_about(*check))
    };
    graded.filter(is_compared).collect()
}

/// Returns the share of puzzles that the submission's own program solves, in thousandths, or `None` if this is unknown.
fn solved_share(grade: &Grade) -> Option<u32> {
    match grade.program {
        Some(tally) => (1000 * tally.correct).checked_div(tally.cases()),
        // Without a fault in the grader, the program was not run, and solves nothing.
        None => grade.fault().is_none().then_some(0),
    }
}

/// Returns `true` if two assignments award the same points for the same checks, regardless of visibility and puzzles.
fn is_rated_alike(one: &Assignment, other: &Assignment) -> bool {
    let plain =
        |rated: &RubricEntry| RubricEntry { visibility: Visibility::default(), ..rated.clone() };
    one.caps == other.caps && one.checks.iter().map(plain).eq(other.checks.iter().map(plain))
}

/// Returns `true` if two assignments use the same boards and limits, so that a fault produces the same evidence.
fn is_tried_alike(one: &Assignment, other: &Assignment) -> bool {
    let is_as_strict = |rated: &RubricEntry| {
        let counterpart = other.checks.iter().find(|graded| graded.check == rated.check);
        counterpart.is_none_or(|graded| graded.is_strict == rated.is_strict)
    };
    (one.limits, &one.boards, &one.solve, &one.random)
        == (other.limits, &other.boards, &other.solve, &other.random)
        && one.checks.iter().all(is_as_strict)
}

impl Audit {
    /// Stops comparing facts with labels, because they depend on the boards.
    pub(crate) fn forget_exhibits(&mut self) {
        for outcome in &mut self.outcomes {
            self.unheld_shows += usize::from(outcome.forget_exhibits());
        }
    }
}

/// Returns the mistake that a failure names. A compiler's message and a rule about the code are not compared with labels.
fn named_mistake(failure: &Failure) -> Option<String> {
    let cause = failure.cause.as_ref().filter(|cause| !matches!(cause, Cause::Compile(_)))?;
    cause.mistake()
}

#[cfg(test)]
impl LabelOutcome {
    /// Creates an outcome from the causes that reports name, and the true ones.
    fn with_causes(causes: &[&str], mistakes: &[&str]) -> Self {
        let set = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
        Self { causes: set(causes), mistakes: set(mistakes), ..Self::default() }
    }
}

impl LabelOutcome {
    /// Stops comparing facts with this label. Returns whether there were any.
    fn forget_exhibits(&mut self) -> bool {
        !std::mem::take(&mut self.exhibits).is_empty()
    }

    fn new(labelled: &Labelled, found: AuditedGrade) -> Self {
        let Labelled { name, about, expected, .. } = labelled;
        let AuditedGrade { grade, measures, shown, fuel } = found;
        let mut outcome = Self {
            name: name.clone(),
            about: about.clone(),
            is_right: expected.is_right(),
            expected_score: expected.score,
            causes: expected.causes.clone(),
            score: grade.score().or_else(|| grade.rejection.as_ref().map(|_| Points::ZERO)),
            solved: solved_share(&grade),
            fuel,
            measures,
            shown,
            ..Self::default()
        };
        for grade in grade.checks.into_iter().filter(|grade| expected.is_about(grade.check)) {
            let check = grade.check;
            for (of_label, of_outcome) in [
                (&expected.fails, &mut outcome.named),
                (&expected.passes, &mut outcome.passes),
                (&expected.may_fail, &mut outcome.may_fail),
            ] {
                if of_label.contains(&check) {
                    of_outcome.insert(check);
                }
            }
            match grade.verdict {
                Verdict::Pass => {}
                Verdict::Fail(failure) => {
                    if let Some(wanted) = expected.shows.get(&check) {
                        outcome.exhibits.insert(check, FailureComparison::new(wanted, &failure));
                    }
                    outcome.mistakes.extend(named_mistake(&failure));
                    outcome.failed.insert(check, failure.summary);
                }
                Verdict::Skipped { because } => {
                    outcome.skipped.insert(check, because);
                }
                Verdict::GraderError(message) => {
                    outcome.grader_faults.insert(check, message);
                }
            }
        }
        outcome
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn score_ranges_apply_only_to_the_default_points() {
        let default = Assignment::embedded();
        let mut own = default.clone();
        own.title = "mine".to_owned();
        own.solve.truncate(5);
        own.checks[3].visibility = Visibility::Hidden;
        assert!(is_rated_alike(&own, &default));
        let mut dearer = own.clone();
        dearer.checks[3].points = Points::from_thousandths(1);
        assert!(!is_rated_alike(&dearer, &default));
        let mut stricter = own.clone();
        stricter.checks[3].is_strict ^= true;
        assert!(!is_rated_alike(&stricter, &default));
        assert!(!is_tried_alike(&stricter, &default));
        own.checks.pop();
        assert!(!is_rated_alike(&own, &default));
    }

    #[test]
    fn exhibits_apply_only_to_the_default_boards() {
        let default = Assignment::embedded();
        let mut dearer = default.clone();
        dearer.checks[3].points = Points::from_thousandths(1);
        dearer.checks.pop();
        assert!(is_tried_alike(&dearer, &default));
        let mut shorter = default.clone();
        shorter.solve.truncate(5);
        assert!(!is_tried_alike(&shorter, &default));
        let mut hidden = default.clone();
        hidden.solve[0].visibility = Visibility::Hidden;
        assert!(!is_tried_alike(&hidden, &default));

        let exhibits = BTreeMap::from([(Check::SolverMoves, FailureComparison::default())]);
        let outcomes =
            vec![LabelOutcome { exhibits, ..LabelOutcome::default() }, LabelOutcome::default()];
        let mut audit = Audit { outcomes, ..Audit::default() };
        audit.forget_exhibits();
        assert_eq!(audit.unheld_shows, 1);
        assert!(audit.outcomes.iter().all(|outcome| outcome.exhibits.is_empty()));
    }
}
