//! What becomes of a mutant.

use grader::check::Check;
use grader::grade::{Grade, Verdict};

use crate::mutant::Mutant;

/// A mutant with what became of it.
#[derive(Clone, Debug)]
pub(crate) struct Outcome {
    pub(crate) mutant: Mutant,
    pub(crate) fate: Fate,
}

/// What becomes of a mutant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Fate {
    /// The compiler does not take it, so there is nothing to check.
    NotCompiling,
    /// These checks fail.
    Caught(Vec<Check>),
    /// All checks pass; the reason that this is right, by its number, if there is one.
    Survived(Option<usize>),
    /// The grader could not find out.
    GraderFault(String),
}

impl Fate {
    /// What the grade of a mutant says, which has this `reason` to survive.
    pub(crate) fn of(grade: &Grade, reason: Option<usize>) -> Self {
        let mut failed = Vec::new();
        for check in &grade.checks {
            match &check.verdict {
                Verdict::GraderError(message) => return Self::GraderFault(message.clone()),
                Verdict::Fail(_) => failed.push(check.check),
                Verdict::Pass | Verdict::Skipped { .. } => {}
            }
        }
        let is_compile = |check: &Check| matches!(check, Check::CompileBuild | Check::CompileApi);
        match failed {
            failed if failed.iter().any(is_compile) => Self::NotCompiling,
            failed if failed.is_empty() => Self::Survived(reason),
            failed => Self::Caught(failed),
        }
    }
}
