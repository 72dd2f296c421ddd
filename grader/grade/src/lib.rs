//! A grade: what was found about a submission and what it is worth.
//!
//! There is one type for it. The checks fill a [`Grade`], [`json`] writes it as `grade.json` and reads
//! it back, [`correction`] applies what an instructor has changed by hand, and [`view`] makes of it
//! what an audience may know, which is all that reports get.

pub mod budgets;
pub mod cause;
pub mod check;
pub mod correction;
mod counts;
mod credit;
mod evidence;
pub mod json;
pub mod kinds;
mod late;
mod measure;
mod moment;
mod outline;
pub mod points;
pub mod pretty;
mod stop;
mod tiles;
pub mod view;
pub mod words;

// The samples are written for the crates above this one; tests here have them as a module.
#[cfg(test)]
extern crate self as grade;
#[cfg(test)]
#[path = "../../samples/src/lib.rs"]
#[allow(unreachable_pub, reason = "it is a crate of its own for those above")]
mod sample;

use crate::check::Check;
use crate::points::Points;

pub use cause::Cause;
pub use correction::{Applied, Change, Effect, Override, Reach, Rule};
pub use counts::{BoardCalls, Counts, INSTRUCTION, QueueLog};
pub use credit::{Cap, CapRule, Credit, FEW_ROWS, Parts, SIZES, Share, Tally, capped};
pub use evidence::{Asked, Evidence, PATH_TILES, Value};
pub use late::{Late, Less};
pub use measure::{Measure, Measures};
pub use moment::{Departure, Moment, Order, SearchNode, SearchTree, Taken};
pub use outline::{Definition, Outline, Target};
/// The calls and the boards that causes and evidence tell of, in the words of the sandbox.
pub use probe::wire::{Method, Question, Whose};
pub use stop::{PanicKind, Place, Stop, TestEnd};
pub use tiles::{Tile, Tiles};
pub use wasm_target::TARGET;

/// The value of [`Grade::sources`] where no sources could be read.
pub const NO_SOURCES: &str = "none";

/// The whole grade of one submission: what the checks fill, and what `grade.json` has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grade {
    /// The name of the submission.
    pub submission: String,
    /// A hash of its sources.
    pub sources: String,
    /// The assignment, compiler and engine.
    pub basis: Basis,
    /// The reason why it is no submission, if it is none. It has no checks then.
    pub rejection: Option<Rejection>,
    /// The checks that were run, in the order of [`Check::ALL`].
    pub checks: Vec<CheckGrade>,
    /// The rubric's limits of the total whose check does not hold.
    pub caps: Vec<Cap>,
    /// Things worth saying that cost no points.
    pub remarks: Vec<Remark>,
}

/// The assignment and the tools that submissions are graded with.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Basis {
    /// A hash of the assignment.
    pub assignment: String,
    /// The compiler, such as `rustc 1.95.0`.
    pub toolchain: String,
    /// The engine and its cost table.
    pub engine: String,
}

/// The reason why something is no submission.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rejection {
    /// In one sentence without a period.
    pub reason: String,
    /// The points that there were to get.
    pub max_score: Points,
}

/// The result of one check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckGrade {
    /// The check.
    pub check: Check,
    /// The points that it is worth.
    pub max_score: Points,
    /// The audience of its result.
    pub visibility: Visibility,
    /// The result.
    pub verdict: Verdict,
    /// The amount that the submission takes of whatever the check limits, if it limits something
    /// and that was measured.
    pub measure: Option<Measure>,
    /// The points for the cases that are right, where the rubric gives some and the check fails or
    /// could not be looked at in all of them; no points if they are kept back.
    pub credit: Option<Credit>,
    /// The check that has to hold for these points and does not, if they are kept back for that.
    pub withheld: Option<Check>,
    /// The rubric's text for a failed check, such as a link to a slide.
    pub note: Option<String>,
}

/// The audience of the result of a check, of a puzzle, and of everything that happens on it.
///
/// Ordered from the widest audience to the narrowest.
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    serde::Serialize,
    serde::Deserialize,
)]
#[serde(rename_all = "snake_case")]
pub enum Visibility {
    /// The student, at once.
    #[default]
    Visible,
    /// The student, once no more can be handed in.
    AfterDueDate,
    /// The instructor.
    Hidden,
}

impl Visibility {
    /// Every visibility, from the most open one.
    pub const ALL: [Self; 3] = [Self::Visible, Self::AfterDueDate, Self::Hidden];

    /// The visibility with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|visibility| visibility.as_str() == name)
    }

    /// Its name in rubrics and grades.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Visible => "visible",
            Self::AfterDueDate => "after_due_date",
            Self::Hidden => "hidden",
        }
    }
}

/// The result of a check, as the judge found it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(clippy::large_enum_variant, reason = "a grade has but a few dozen of them")]
pub enum Verdict {
    /// It holds.
    Pass,
    /// It does not, and this shows it.
    Fail(Failure),
    /// It could not be looked at before this other check holds.
    Skipped {
        /// The check that it waits for.
        because: Check,
    },
    /// The grader could not find out. Never the submission's fault.
    GraderError(String),
}

impl Verdict {
    /// The verdict with its answers in the form that they have in `grade.json`.
    #[must_use]
    pub fn canonical(self) -> Self {
        let Self::Fail(mut failure) = self else { return self };
        failure.evidence = failure.evidence.map(|evidence| Evidence {
            expected: evidence.expected.canonical(),
            actual: evidence.actual.canonical(),
            ..evidence
        });
        Self::Fail(failure)
    }

    /// Its name in a grade.
    pub fn status(&self) -> &'static str {
        match self {
            Self::Pass => "pass",
            Self::Fail(_) => "fail",
            Self::Skipped { .. } => "skipped",
            Self::GraderError(_) => "grader_error",
        }
    }
}

/// The reason why a check fails, with its evidence.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Failure {
    /// The fault, in one sentence without a period. It is made from the cause, for people alone.
    pub summary: String,
    /// The fault, for programs. None if only the sentence is known, as in a grade of an earlier
    /// version.
    pub cause: Option<Cause>,
    /// The smallest case that shows it.
    pub evidence: Option<Evidence>,
    /// The first step of the search in it that is not allowed, if that was seen.
    pub moment: Option<Box<Moment>>,
    /// The place where the code panicked, if it did.
    pub place: Option<Place>,
    /// Further lines, such as the compiler's own.
    pub detail: Option<String>,
    /// The audience of all of this: it tells of the puzzle that shows the fault, which may be
    /// hidden.
    /// That the check fails is a matter of the check's own visibility.
    pub visibility: Visibility,
}

impl Failure {
    /// A failure for this reason.
    pub fn of(cause: impl Into<Cause>) -> Self {
        let cause = cause.into();
        Self { summary: cause.sentence(), cause: Some(cause), ..Self::default() }
    }

    /// A failure of which only the sentence is known.
    pub fn told(summary: impl Into<String>) -> Self {
        Self { summary: summary.into(), ..Self::default() }
    }

    /// Whether the code that is asked for is not there yet.
    pub fn is_unwritten(&self) -> bool {
        self.cause.as_ref().is_some_and(Cause::is_unwritten)
    }

    /// With the case that shows it.
    #[must_use]
    pub fn with_evidence(mut self, evidence: Evidence) -> Self {
        self.evidence = Some(evidence);
        self
    }
}

/// Something worth saying that costs no points.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Remark {
    /// The check that it belongs to, if it belongs to one.
    pub check: Option<Check>,
    /// The remark, in one sentence without a period.
    pub text: String,
    /// Its audience, if the check is seen: it may tell of hidden puzzles.
    pub visibility: Visibility,
    /// Whether it comes before everything else in a report.
    pub is_headline: bool,
}

impl Remark {
    /// A remark for everyone.
    pub fn new(check: Option<Check>, text: impl Into<String>) -> Self {
        Self { check, text: text.into(), visibility: Visibility::Visible, is_headline: false }
    }
}

/// The state of a submission as a whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Status {
    /// It was graded.
    Graded,
    /// It is no submission, so that there was nothing to grade. It has no points.
    Rejected,
    /// The grader was at fault; there is no score.
    GraderError,
}

impl Status {
    /// Every status.
    pub const ALL: [Self; 3] = [Self::Graded, Self::Rejected, Self::GraderError];

    /// Its name in a grade.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Graded => "graded",
            Self::Rejected => "rejected",
            Self::GraderError => "grader_error",
        }
    }

    /// The status with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|status| status.as_str() == name)
    }
}

impl CheckGrade {
    /// The points that it brings; none if the grader could not find out.
    pub fn score(&self) -> Option<Points> {
        match (&self.verdict, &self.credit) {
            (Verdict::GraderError(_), _) => None,
            (Verdict::Pass, _) if self.withheld.is_none() => Some(self.max_score),
            (Verdict::Fail(_) | Verdict::Skipped { .. }, Some(credit)) => Some(credit.points),
            _ => Some(Points::ZERO),
        }
    }

    /// Keeps its points back until this check passes.
    pub fn withhold(&mut self, until: Check) {
        self.withheld = Some(until);
        if let Some(credit) = &mut self.credit {
            credit.points = Points::ZERO;
        }
    }

    /// Whether it is known not to hold: it fails, or waits for a check that does.
    pub fn is_missed(&self) -> bool {
        matches!(self.verdict, Verdict::Fail(_) | Verdict::Skipped { .. })
    }
}

impl Grade {
    /// A grade with nothing in it yet.
    pub fn new(submission: impl Into<String>, sources: impl Into<String>, basis: Basis) -> Self {
        Self {
            submission: submission.into(),
            sources: sources.into(),
            basis,
            rejection: None,
            checks: Vec::new(),
            caps: Vec::new(),
            remarks: Vec::new(),
        }
    }

    /// The state of the submission: one fault of the grader outweighs everything else.
    pub fn status(&self) -> Status {
        match self.fault() {
            _ if self.rejection.is_some() => Status::Rejected,
            Some(_) => Status::GraderError,
            None => Status::Graded,
        }
    }

    /// The message of the first check at which the grader was at fault, if there is one.
    pub fn fault(&self) -> Option<&str> {
        self.checks.iter().find_map(|check| match &check.verdict {
            Verdict::GraderError(message) => Some(message.as_str()),
            _ => None,
        })
    }

    /// The points of all checks together, as far as the rubric does not limit them; none if the
    /// grader was at fault.
    pub fn score(&self) -> Option<Points> {
        let sum = || self.checks.iter().filter_map(CheckGrade::score).sum();
        let has_score = self.status() != Status::GraderError;
        has_score.then(|| capped(sum(), self.caps.iter().map(|cap| cap.score)))
    }

    /// The points that there are to get.
    pub fn max_score(&self) -> Points {
        match &self.rejection {
            Some(rejection) => rejection.max_score,
            None => self.checks.iter().map(|check| check.max_score).sum(),
        }
    }

    /// Whether every check holds.
    pub fn all_passed(&self) -> bool {
        self.checks.iter().all(|check| check.verdict == Verdict::Pass)
    }

    /// The result of a check, if the check was made.
    pub fn check(&self, check: Check) -> Option<&CheckGrade> {
        self.checks.iter().find(|it| it.check == check)
    }
}
