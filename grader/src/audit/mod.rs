//! Audits: whether an assignment tells right from wrong, found out by grading a corpus with it.
//!
//! [`run`] grades all submissions of a corpus; what is found is in [`findings`], as methods of
//! [`Audit`]. [`propose`](propose::propose) chooses the puzzles that it takes.

mod cover;
pub mod findings;
pub mod propose;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::build::BuildError;
use crate::check::Check;
use crate::corpus::{Corpus, Labelled};
use crate::exam::{Measures, pool};
use crate::grade::Verdict;
use crate::grading::{Graded, Grader};

/// What became of a corpus.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Audit {
    /// A hash of the assignment.
    pub assignment: String,
    /// The compiler, such as `rustc 1.95.0`.
    pub toolchain: String,
    /// The engine and its cost table.
    pub engine: String,
    /// The checks that the assignment grades, in the order of [`Check::ALL`].
    pub checks: Vec<Check>,
    /// The names of the puzzles that the assignment has solved, in its order.
    pub puzzles: Vec<String>,
    /// What became of each submission, in the order of the corpus.
    pub outcomes: Vec<Outcome>,
}

/// What became of one submission.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Outcome {
    /// Its name in the corpus.
    pub name: String,
    /// What is special about it.
    pub about: String,
    /// Whether its label names no check at all, graded or not.
    pub is_right: bool,
    /// The checks that its label names, of those that are graded.
    pub named: BTreeSet<Check>,
    /// The checks that failed, with what is wrong in a sentence.
    pub failed: BTreeMap<Check, String>,
    /// The checks that could not be looked at, with the check that each waits for.
    pub skipped: BTreeMap<Check, Check>,
    /// The checks at which the grader was at fault, with what happened.
    pub grader_faults: BTreeMap<Check, String>,
    /// What it takes of everything that has a limit.
    pub measures: Measures,
    /// For each check of the solver that failed, the puzzles that show it, of those that were run.
    ///
    /// Where a solver exhausts one budget after the other, the rest of the puzzles are not run: see
    /// `exam`.
    pub shown: BTreeMap<Check, BTreeSet<String>>,
}

/// Grades the submissions of a corpus, up to `jobs` at a time; `progress` is told how many are done.
///
/// The audit is the same whatever the number of jobs, if the grader has one thread for each
/// submission or several.
///
/// # Errors
///
/// If this machine lets the grader down.
pub fn run(
    grader: &Grader,
    corpus: &Corpus,
    jobs: usize,
    progress: &(dyn Fn(usize) + Sync),
) -> Result<Audit, BuildError> {
    let done = AtomicUsize::new(0);
    progress(0);
    let results = pool::map(jobs, &corpus.submissions, |labelled| {
        let result = grader.grade_closely(&labelled.submission, &|_| {});
        progress(done.fetch_add(1, Ordering::Relaxed) + 1);
        result
    });
    let assignment = grader.assignment();
    let mut audit = Audit {
        checks: assignment.checks.iter().map(|rated| rated.check).collect(),
        puzzles: assignment.solve.iter().map(|puzzle| puzzle.name.clone()).collect(),
        ..Audit::default()
    };
    for (labelled, result) in corpus.submissions.iter().zip(results) {
        let result = result?;
        audit.assignment.clone_from(&result.grade.assignment);
        audit.toolchain.clone_from(&result.grade.toolchain);
        audit.engine.clone_from(&result.grade.engine);
        audit.outcomes.push(Outcome::of(labelled, result));
    }
    Ok(audit)
}

impl Outcome {
    fn of(labelled: &Labelled, graded: Graded) -> Self {
        let Labelled { name, about, fails, .. } = labelled;
        let mut outcome = Self {
            name: name.clone(),
            about: about.clone(),
            is_right: fails.is_empty(),
            measures: graded.measures,
            shown: graded.shown,
            ..Self::default()
        };
        for grade in graded.grade.checks {
            let check = grade.check;
            if fails.contains(&check) {
                outcome.named.insert(check);
            }
            match grade.verdict {
                Verdict::Pass => {}
                Verdict::Fail(failure) => {
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
