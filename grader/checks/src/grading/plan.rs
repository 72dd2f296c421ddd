//! Plans: hashes of everything except the submission that affects a grade.

use std::hash::Hash;

use assignment::{Tests, faults};
use base::digest::PartsHash;
use embedded::TEMPLATE_TESTS;
use grade::Grade;

use super::{Grader, credit, engine_and_cost_table};

impl Grader {
    /// Returns the hash of everything except the submission that affects a grade: the assignment, the compiler version,
    /// the shared crates, the subjects of tests, the engine, and the grader's own sources. A hash looks like
    /// `sha256:0b1c...`.
    ///
    /// If two plans are equal, submissions with equal hashes get equal grades, so results can be reused.
    pub fn plan_hash(&self) -> String {
        self.hash_of("plan/1", &self.assignment.hash())
    }

    /// Like [`plan_hash`](Self::plan_hash), but excludes points. If two of these hashes are equal, equal submissions get the same
    /// verdicts, and [`with_its_points`](Self::with_its_points) converts grades between the plans.
    pub fn verdicts_plan_hash(&self) -> String {
        self.hash_of("verdicts/1", &self.assignment.verdicts_hash())
    }

    /// Converts a grade with the same [verdicts](Self::verdicts_plan_hash) to the grade that this grader would assign,
    /// without compiling or running anything. Returns `None` if verdicts may differ or are missing.
    pub fn with_its_points(&self, grade: Grade) -> Option<Grade> {
        let grade = credit::with_points_of(&self.assignment, grade)?;
        (grade.basis == self.basis()).then_some(grade)
    }

    fn hash_of(&self, form: &str, assignment: &str) -> String {
        let compiled = (self.workshop.compiler_identity(), self.workshop.libraries());
        let held_against = self.assignment.tests.as_ref().map(what_tests_are_held_against);
        let plan =
            (form, source_hash(), assignment, compiled, engine_and_cost_table(), held_against);
        PartsHash::from_value(&plan).with_algorithm_name()
    }
}

/// Returns the hash of the grader's sources, which decide the words of a grade.
pub fn source_hash() -> &'static str {
    env!("SOURCES")
}

/// Returns the texts of an assignment's faults and of the template's tests, which the other hashes do not cover.
fn what_tests_are_held_against(tests: &Tests) -> impl Hash {
    let faults: Vec<_> = tests.faults.iter().map(|name| faults::label(name)).collect();
    (faults, TEMPLATE_TESTS)
}
