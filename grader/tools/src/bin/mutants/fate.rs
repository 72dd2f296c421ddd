//! The fate of a mutant.

use std::fmt;

use grade::check::Check;
use grade::{Grade, Verdict};

use crate::mutant::Mutant;
use crate::pair::Pair;

/// A mutant with what became of it.
#[derive(Clone, Debug)]
pub(crate) struct MutantOutcome {
    pub(crate) mutant: Mutant,
    pub(crate) fate: Fate,
    /// The reason that it is right if it survives, by its number; if there is one.
    pub(crate) reason: Option<usize>,
}

/// A mutant of second order with what became of it.
#[derive(Clone, Debug)]
pub(crate) struct PairOutcome {
    pub(crate) pair: Pair,
    pub(crate) fate: Fate,
    /// The reason for the pair itself.
    pub(crate) reason: Option<usize>,
    /// The fates of the parts alone, if the pair survives.
    pub(crate) parts: Option<[MutantOutcome; 2]>,
}

/// The fate of a mutant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Fate {
    /// The compiler does not take it, so there is nothing to check.
    NotCompiling,
    /// These checks fail.
    Caught(Vec<Check>),
    /// All checks pass.
    Survived,
    /// The grader could not find out.
    GraderFault(String),
}

impl fmt::Display for Fate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotCompiling => f.write_str("does not compile"),
            Self::Caught(checks) => {
                let ids: Vec<_> = checks.iter().map(|check| check.id()).collect();
                write!(f, "caught by {}", ids.join(", "))
            }
            Self::Survived => f.write_str("survived"),
            Self::GraderFault(message) => write!(f, "fault of the grader: {message}"),
        }
    }
}

impl MutantOutcome {
    /// Whether it survives and nothing says why.
    pub(crate) fn is_open(&self) -> bool {
        self.fate == Fate::Survived && self.reason.is_none()
    }
}

impl PairOutcome {
    /// Whether it survives as both its parts do alone, each with a reason.
    pub(crate) fn is_explained_by_parts(&self) -> bool {
        let is_right = |part: &MutantOutcome| part.fate == Fate::Survived && part.reason.is_some();
        self.parts.as_ref().is_some_and(|parts| parts.iter().all(is_right))
    }

    /// Whether it survives and nothing says why.
    pub(crate) fn is_open(&self) -> bool {
        self.fate == Fate::Survived && self.reason.is_none() && !self.is_explained_by_parts()
    }
}

impl Fate {
    /// The fate of a mutant with this grade.
    pub(crate) fn of(grade: &Grade) -> Self {
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
