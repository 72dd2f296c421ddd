//! The results of mutants.

use std::fmt;

use grade::check::Check;
use grade::{Grade, Verdict};

use crate::mutant::Mutant;
use crate::pair::Pair;

/// A mutant and its result.
#[derive(Clone, Debug)]
pub(crate) struct MutantOutcome {
    pub(crate) mutant: Mutant,
    pub(crate) fate: Fate,
    /// The number of the reason, if the mutant is an explained survivor.
    pub(crate) reason: Option<usize>,
}

/// A mutant of second order and its result.
#[derive(Clone, Debug)]
pub(crate) struct PairOutcome {
    pub(crate) pair: Pair,
    pub(crate) fate: Fate,
    /// The number of the reason, if the pair is an explained survivor.
    pub(crate) reason: Option<usize>,
    /// The results of the two parts, if the pair survives.
    pub(crate) parts: Option<[MutantOutcome; 2]>,
}

/// The result of a mutant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Fate {
    /// The mutant does not compile.
    NotCompiling,
    /// The mutant fails these checks.
    Caught(Vec<Check>),
    /// The mutant passes all checks.
    Survived,
    /// The grader failed with this message.
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
            Self::GraderFault(message) => write!(f, "grader error: {message}"),
        }
    }
}

impl MutantOutcome {
    /// Returns whether the mutant is an unexplained survivor.
    pub(crate) fn is_open(&self) -> bool {
        self.fate == Fate::Survived && self.reason.is_none()
    }
}

impl PairOutcome {
    /// Returns whether the pair survives and both of its parts are explained survivors.
    pub(crate) fn is_explained_by_parts(&self) -> bool {
        let is_right = |part: &MutantOutcome| part.fate == Fate::Survived && part.reason.is_some();
        self.parts.as_ref().is_some_and(|parts| parts.iter().all(is_right))
    }

    /// Returns whether the pair is an unexplained survivor.
    pub(crate) fn is_open(&self) -> bool {
        self.fate == Fate::Survived && self.reason.is_none() && !self.is_explained_by_parts()
    }
}

impl Fate {
    /// Returns the result that corresponds to this grade.
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
