//! The results of mutants.

use std::fmt;

use grade::check::Check;
use grade::{Grade, Verdict};

use crate::mutant::Mutant;
use crate::pair::MutantPair;

#[derive(Clone, Debug)]
pub(crate) struct MutantOutcome {
    pub(crate) mutant: Mutant,
    pub(crate) fate: MutantFate,
    pub(crate) reason: Option<usize>,
}

#[derive(Clone, Debug)]
pub(crate) struct PairOutcome {
    pub(crate) pair: MutantPair,
    pub(crate) fate: MutantFate,
    pub(crate) reason: Option<usize>,
    /// The results of the parts, if the pair survives.
    pub(crate) parts: Option<[MutantOutcome; 2]>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum MutantFate {
    NotCompiling,
    /// The mutant fails these checks.
    Caught(Vec<Check>),
    Survived,
    GraderFault(String),
}

impl fmt::Display for MutantFate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotCompiling => f.write_str("does not compile"),
            Self::Caught(checks) => {
                let ids: Vec<_> = checks.iter().map(|check| check.id()).collect();
                write!(f, "caught by {}", ids.join(", "))
            }
            Self::Survived => f.write_str("survived"),
            Self::GraderFault(message) => write!(f, "grader error: {message}"),
        }
    }
}

impl MutantOutcome {
    pub(crate) fn survives_unexplained(&self) -> bool {
        self.fate == MutantFate::Survived && self.reason.is_none()
    }
}

impl PairOutcome {
    /// Returns `true` if the pair survives, and both parts are explained survivors.
    pub(crate) fn is_explained_by_parts(&self) -> bool {
        let is_right =
            |part: &MutantOutcome| part.fate == MutantFate::Survived && part.reason.is_some();
        self.parts.as_ref().is_some_and(|parts| parts.iter().all(is_right))
    }

    pub(crate) fn survives_unexplained(&self) -> bool {
        self.fate == MutantFate::Survived && self.reason.is_none() && !self.is_explained_by_parts()
    }
}

impl MutantFate {
    pub(crate) fn from_grade(grade: &Grade) -> Self {
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
            failed if failed.is_empty() => Self::Survived,
            failed => Self::Caught(failed),
        }
    }
}
