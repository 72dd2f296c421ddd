//! The plan: everything that decides a grade beside the submission.

use base::digest::Parts;
use embedded::TEMPLATE_TESTS;
use grade::Grade;

use super::{Grader, credit, engine};
use crate::assignment::Tests;
use crate::faults;

impl Grader {
    /// A hash of everything that decides a grade but the submission itself, such as
    /// `sha256:0b1c...`: the assignment, the compiler with all that it says of itself, what
    /// submissions are compiled against, what their tests are held against, the engine, and the
    /// grader's own sources.
    ///
    /// Under the same plan, submissions with the same hash get the same grade, so that it need not
    /// be found out again.
    pub fn plan(&self) -> String {
        self.hash_of("plan/1", &self.assignment.hash())
    }

    /// The same hash without the points: under the same one, submissions with the same hash get the same
    /// verdicts, of which [`with_its_points`](Self::with_its_points) makes a grade.
    pub fn verdicts_plan(&self) -> String {
        self.hash_of("verdicts/1", &self.assignment.verdicts_hash())
    }

    /// The grade that this grader would find, made of one with the same
    /// [verdicts](Self::verdicts_plan); nothing is compiled or run. `None` if its verdicts are others, or
    /// it has none.
    pub fn with_its_points(&self, grade: Grade) -> Option<Grade> {
        let grade = credit::with_points_of(&self.assignment, grade)?;
        (grade.basis == self.basis()).then_some(grade)
    }

    fn hash_of(&self, form: &str, assignment: &str) -> String {
        let parts = [
            form,
            env!("SOURCES"),
            assignment,
            self.workshop.compiler(),
            self.workshop.libraries(),
            &engine(),
        ];
        let mut plan: Parts = parts.into_iter().collect();
        let tests = self.assignment.tests.iter();
        tests.flat_map(what_tests_are_held_against).for_each(|text| plan.add(text));
        plan.named()
    }
}

/// The texts of the faults that an assignment names, and of the template's tests. The hash of the
/// assignment has the names alone, and the sources of the crates have neither.
fn what_tests_are_held_against(tests: &Tests) -> impl Iterator<Item = &'static str> {
    let faults: Vec<_> = tests.faults.iter().filter_map(|name| faults::label(name)).collect();
    faults.into_iter().chain(TEMPLATE_TESTS.iter().map(|(_, text)| *text))
}
