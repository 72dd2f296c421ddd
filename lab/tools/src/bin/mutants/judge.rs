//! Grades mutants.

use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicUsize, Ordering};

use assignment::Assignment;
use base::pool;
use checks::grading::Grader;
use intake::Submission;
use sandbox::build::{self, Toolchain};

use crate::MutantsError;
use crate::base::Base;
use crate::explained::Explained;
use crate::fate::{MutantFate, MutantOutcome, PairOutcome};
use crate::fate_cache::FateCache;
use crate::mutant::Mutant;
use crate::pair::Pairs;

pub(crate) struct MutantJudge<'a> {
    base: &'a Base,
    explained: &'a Explained,
    grader: Grader,
    kept: FateCache,
    jobs: usize,
}

impl<'a> MutantJudge<'a> {
    /// Sets up the grader, and checks that the base gets all points.
    pub(crate) fn new(
        base: &'a Base,
        explained: &'a Explained,
        jobs: Option<NonZeroUsize>,
    ) -> Result<Self, MutantsError> {
        let toolchain = Toolchain::find(None)?;
        let cache = build::cache_folder().map_err(|(_, error)| error)?;
        // Mutants are graded in parallel, so use one thread each.
        let grader = Grader::new(toolchain, Assignment::embedded(), &cache, 1, &|_| {
            print_to_stderr("preparing (first run only)");
        })?;
        let kept = FateCache::open(&cache, &grader.plan_hash())?;
        let jobs = jobs.map_or_else(pool::cores, usize::from);
        let judge = Self { base, explained, grader, kept, jobs };
        // If the base lost points, every mutant would seem to be caught.
        match judge.load_or_grade(&base.submission)? {
            MutantFate::Survived => Ok(judge),
            fate => Err(MutantsError::Usage(format!(
                "{} itself does not get all points: {fate}",
                base.name
            ))),
        }
    }

    /// Returns the result of a submission, from the cache or by grading it.
    fn load_or_grade(&self, submission: &Submission) -> Result<MutantFate, MutantsError> {
        let hash = submission.hash();
        if let Some(fate) = self.kept.look_up_fate(&hash) {
            return Ok(fate.clone());
        }
        let fate = MutantFate::from_grade(&self.grader.grade(submission, &|_| {})?);
        self.kept.keep(&hash, &fate)?;
        Ok(fate)
    }

    fn load_or_grade_all(
        &self,
        what: &str,
        submissions: &[Submission],
    ) -> Result<Vec<MutantFate>, MutantsError> {
        let (done, all) = (AtomicUsize::new(0), submissions.len());
        let fates = pool::map_in_parallel(self.jobs, submissions, |submission| {
            let fate = self.load_or_grade(submission);
            let done = done.fetch_add(1, Ordering::Relaxed) + 1;
            // Often enough to see that something happens.
            if done.is_multiple_of(20) || done == all {
                print_to_stderr(&format!("graded {done} of {all} {what}"));
            }
            fate
        });
        fates.into_iter().collect()
    }

    pub(crate) fn judge_mutants(
        &self,
        mutants: Vec<Mutant>,
    ) -> Result<Vec<MutantOutcome>, MutantsError> {
        let base = &self.base.submission;
        let made: Vec<_> =
            mutants.iter().map(|mutant| base.with_file(&mutant.file, &mutant.text)).collect();
        let fates = self.load_or_grade_all("mutants", &made)?;
        let outcomes = mutants.into_iter().zip(fates).map(|(mutant, fate)| {
            let reason = self.explained.index_of_reason(&self.base.name, &mutant);
            MutantOutcome { mutant, fate, reason }
        });
        Ok(outcomes.collect())
    }

    /// Grades pairs of these mutants until `count` pairs have compiled, or no pairs are left. This includes pairs that
    /// do not compile.
    pub(crate) fn judge_pairs(
        &self,
        mutants: &[Mutant],
        count: usize,
        seed: u64,
    ) -> Result<Vec<PairOutcome>, MutantsError> {
        let base = &self.base.submission;
        let mut pairs = Pairs::new(base, mutants, seed);
        let mut outcomes: Vec<PairOutcome> = Vec::new();
        loop {
            let compiling =
                outcomes.iter().filter(|outcome| outcome.fate != MutantFate::NotCompiling).count();
            // Draw again for each pair that does not compile, because it says nothing about the checks.
            let drawn: Vec<_> = pairs.by_ref().take(count - compiling).collect();
            if drawn.is_empty() {
                return Ok(outcomes);
            }
            let made: Vec<_> = drawn.iter().map(|pair| pair.to_submission(base)).collect();
            for (pair, fate) in drawn.into_iter().zip(self.load_or_grade_all("pairs", &made)?) {
                let reason = self.explained.reason_of_pair(&self.base.name, &pair);
                let parts = match fate {
                    // The parts tell whether a single mutant survives, too, or whether one mistake hides another.
                    MutantFate::Survived => {
                        Some(self.judge_mutants(pair.mutants().map(Clone::clone).into())?)
                    }
                    _ => None,
                };
                let parts = parts.and_then(|parts| parts.try_into().ok());
                outcomes.push(PairOutcome { pair, fate, reason, parts });
            }
        }
    }
}

fn print_to_stderr(text: &str) {
    let _ = writeln!(io::stderr(), "{text}");
}
