//! The law of private seeds: a correct submission passes the same checks with every seed.

use assignment::{Assignment, PrivateCases};
use audit::corpus::Labelled;
use base::seed::{choose_several, from_texts};
use checks::grading::Grader;
use grade::Verdict;
use grade::check::Check;
use sandbox::build::BuildError;

/// A private seed and the correct submissions to grade with it.
pub(crate) struct SeedTrial<'a> {
    seed: String,
    submissions: Vec<&'a Labelled>,
}

impl<'a> SeedTrial<'a> {
    /// Draws `count` private seeds, and `submissions` correct submissions for each of them.
    pub(crate) fn draw(
        corpus: &'a [Labelled],
        count: usize,
        submissions: usize,
        seed: u64,
    ) -> Vec<Self> {
        let right: Vec<&Labelled> =
            corpus.iter().filter(|labelled| labelled.expected.is_right()).collect();
        let trial = |number: usize| {
            let seed = format!("the private seed {seed} {number}");
            let mut random = from_texts(&[&seed]);
            let submissions = choose_several(&mut random, submissions, right.clone());
            Self { seed, submissions }
        };
        (0..count).map(trial).collect()
    }

    /// Returns the assignment with the private seed.
    pub(crate) fn assignment(&self, assignment: &Assignment) -> Assignment {
        let private = Some(PrivateCases::draw(self.seed.clone()));
        Assignment { private, ..assignment.clone() }
    }

    /// Grades the submissions. Returns a line for each of them, and the number of violations.
    pub(crate) fn check_laws(&self, grader: &Grader) -> Result<(Vec<String>, usize), BuildError> {
        let mut lines = Vec::new();
        let mut violations = 0;
        for labelled in &self.submissions {
            let grade = grader.grade(&labelled.submission, &|_| {})?;
            let must_pass = |check: Check| labelled.expected.passes.contains(&check);
            let wrong = grade.checks.iter().filter(|graded| must_pass(graded.check));
            let wrong: Vec<String> = wrong
                .filter(|graded| graded.verdict != Verdict::Pass)
                .map(|graded| match &graded.verdict {
                    Verdict::Fail(failure) => format!("{}: {}", graded.check, failure.summary),
                    _ => format!("{} has no result", graded.check),
                })
                .collect();
            violations += wrong.len();
            let result = if wrong.is_empty() { "passes".to_owned() } else { wrong.join("; ") };
            lines.push(format!("{} with \"{}\": {result}", labelled.name, self.seed));
        }
        Ok((lines, violations))
    }
}
