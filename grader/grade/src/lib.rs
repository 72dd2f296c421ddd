//! A submission's grade: the results of the checks, and the points for them.
//!
//! [`Grade`] is the central type. The checks produce it, [`json`] is used to read and write it as `grade.json`,
//! [`correction`] to apply an instructor's changes, and [`view`] to select the parts that an audience may see. Reports
//! can access only such a view.

pub mod budgets;
pub mod cause;
pub mod check;
pub mod correction;
mod counts;
mod credit;
mod evidence;
pub mod hand;
pub mod json;
pub mod kinds;
mod late;
mod measure;
mod moment;
mod omitted;
mod outline;
pub mod points;
pub mod pretty;
mod roots;
mod stop;
mod tiles;
pub mod view;
pub mod words;

// The samples are a crate for the rest of the workspace, but the tests here need to include them as a module.
#[cfg(test)]
extern crate self as grade;
#[cfg(test)]
#[path = "../../samples/src/lib.rs"]
#[allow(unreachable_pub, reason = "other crates use this module as a separate crate")]
#[expect(dead_code, reason = "only tests of other crates shorten errors")]
mod sample;

use crate::check::Check;
use crate::points::Points;

pub use cause::Cause;
pub use correction::{Applied, CorrectionRule, Effect, Override, PointsChange, Reach};
pub use counts::{BoardCalls, INSTRUCTION, QueueLog, SearchCounts};
use credit::apply_caps;
pub use credit::{Cap, CapCondition, CapRule, Credit, FEW_ROWS, SIZES, Share, ShareUnit, Tally};
pub use evidence::{Asked, Evidence, PATH_TILES, Value};
pub use late::{Late, Less};
pub use measure::{Measure, Measures};
pub use moment::{Departure, DequeuedBoard, Moment, SearchNode, SearchTree, WrongOrder};
pub use omitted::{KitOmissions, OmittedCounts};
pub use outline::{Definition, Outline, Target};
/// The methods, questions and board origins in causes and evidence, defined by the sandbox.
pub use probe::wire::{Method, Question, Whose};
pub use roots::find_root_cause;
pub use stop::{PanicKind, SourcePosition, Stop, StopPoint, TestEnd};
pub use tiles::{Tile, Tiles};
pub use wasm_target::TARGET;

/// The value of [`Grade::sources`] if the sources cannot be read.
pub const NO_SOURCES: &str = "none";

/// The complete grade of a submission, as in `grade.json`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grade {
    /// The submission's name.
    pub submission: String,
    /// A hash of the sources.
    pub sources: String,
    /// The assignment, compiler and engine.
    pub basis: Basis,
    /// The reason for the rejection, if there is one. A rejected submission has no checks.
    pub rejection: Option<Rejection>,
    /// The checks that were run, in the order of [`Check::ALL`].
    pub checks: Vec<CheckGrade>,
    /// The caps on the total.
    pub caps: Vec<Cap>,
    /// The visible puzzles, by what the submission's own solver answers with its own board; `None` if this program does
    /// not exist.
    pub program: Option<Tally>,
    /// What the assignment omits, if it is a student kit.
    pub omitted: KitOmissions,
    /// Comments that do not affect points.
    pub remarks: Vec<Remark>,
}

/// The assignment, and the tools used for grading.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Basis {
    /// A hash of the assignment.
    pub assignment: String,
    /// The compiler, such as `rustc 1.95.0`.
    pub toolchain: String,
    /// The engine, with its cost table.
    pub engine: String,
}

/// The reason a submission was rejected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rejection {
    /// The reason, without a final period.
    pub reason: String,
    /// The maximum points.
    pub max_score: Points,
}

/// The result of a check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckGrade {
    /// The check.
    pub check: Check,
    /// The maximum points.
    pub max_score: Points,
    /// The result's visibility.
    pub visibility: Visibility,
    /// The result.
    pub verdict: Verdict,
    /// The measured amount and the limit, if the check has a limit and the amount was measured.
    pub measure: Option<Measure>,
    /// The partial credit, if the rubric allows it and the check failed or was skipped. Withheld points are zero.
    pub credit: Option<Credit>,
    /// The check that must pass first, while the points are withheld.
    pub withheld: Option<Check>,
    /// The rubric's text for a failed check, such as a link to a slide.
    pub note: Option<String>,
}

/// The audience that may see a check's result, or a puzzle and all results that depend on it.
///
/// The variants are ordered from the widest audience to the narrowest.
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    serde::Serialize,
    serde::Deserialize,
)]
#[serde(rename_all = "snake_case")]
pub enum Visibility {
    /// Visible to students immediately.
    #[default]
    Visible,
    /// Visible to students once submissions are closed.
    AfterDueDate,
    /// Visible only to instructors.
    Hidden,
}

impl Visibility {
    /// All variants, in order.
    pub const ALL: [Self; 3] = [Self::Visible, Self::AfterDueDate, Self::Hidden];

    /// Looks up a visibility by name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|visibility| visibility.as_str() == name)
    }

    /// Returns the name used in rubrics and grades.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Visible => "visible",
            Self::AfterDueDate => "after_due_date",
            Self::Hidden => "hidden",
        }
    }
}

/// The verdict on a check.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(clippy::large_enum_variant, reason = "a grade contains only a few dozen of them")]
pub enum Verdict {
    /// The check passed.
    Pass,
    /// The check failed, with this evidence.
    Fail(Failure),
    /// Another check failed first.
    Skipped {
        /// The check that failed.
        because: Check,
    },
    /// The result is unknown because of a grader error, which is never the submission's fault.
    GraderError(String),
}

impl Verdict {
    /// Returns the verdict as read back from `grade.json`.
    #[must_use]
    pub fn canonical(self) -> Self {
        let Self::Fail(mut failure) = self else { return self };
        failure.evidence = failure.evidence.map(|evidence| Evidence {
            expected: evidence.expected.normalized_for_json(),
            actual: evidence.actual.normalized_for_json(),
            ..evidence
        });
        Self::Fail(failure)
    }

    /// Returns the name used in grades.
    pub fn status(&self) -> &'static str {
        match self {
            Self::Pass => "pass",
            Self::Fail(_) => "fail",
            Self::Skipped { .. } => "skipped",
            Self::GraderError(_) => "grader_error",
        }
    }
}

/// The reason a check failed, with the evidence.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Failure {
    /// The fault, without a final period. This sentence is generated from the cause, and should only be read by people.
    pub summary: String,
    /// The fault, for programs. Grades from earlier versions may contain only the sentence.
    pub cause: Option<Cause>,
    /// The smallest failing case.
    pub evidence: Option<Evidence>,
    /// The first step at which the search broke a rule, if it could be observed.
    pub moment: Option<Box<Moment>>,
    /// The position of the panic, if the code panicked.
    pub place: Option<SourcePosition>,
    /// Additional lines to show, such as compiler messages.
    pub detail: Option<String>,
    /// The failure's visibility. This can be narrower than the check's, because the failure may describe a hidden
    /// puzzle. Anyone who may see the check may also see that it failed.
    pub visibility: Visibility,
}

impl Failure {
    /// Creates a failure with this cause, its place, and a note on it.
    pub fn from_cause(cause: impl Into<Cause>) -> Self {
        let cause = cause.into();
        Self {
            summary: cause.sentence(),
            place: cause.stop().and_then(Stop::place).cloned(),
            detail: cause.note().map(str::to_owned),
            cause: Some(cause),
            ..Self::default()
        }
    }

    /// Creates a failure with only the sentence.
    pub fn from_summary(summary: impl Into<String>) -> Self {
        Self { summary: summary.into(), ..Self::default() }
    }

    /// Explains the compiler's message in the detail, in two sentences for beginners, if there is an explanation.
    pub fn explanation(&self) -> Option<&'static str> {
        match &self.cause {
            Some(Cause::Compile(cause)) => cause.explanation(),
            _ => None,
        }
    }

    /// Adds lines at the end of the detail.
    pub fn add_detail(&mut self, lines: &str) {
        let detail = self.detail.get_or_insert_default();
        if !detail.is_empty() && !detail.ends_with('\n') {
            detail.push('\n');
        }
        detail.push_str(lines);
    }

    /// Replaces the cause and the sentence, but keeps the evidence.
    pub fn replace_cause(&mut self, cause: impl Into<Cause>) {
        let cause = cause.into();
        self.summary = cause.sentence();
        self.cause = Some(cause);
    }

    /// Replaces the cause like [`Self::replace_cause`].
    #[must_use]
    pub fn with_cause(mut self, cause: impl Into<Cause>) -> Self {
        self.replace_cause(cause);
        self
    }

    /// Adds the failing case.
    #[must_use]
    pub fn with_evidence(mut self, evidence: Evidence) -> Self {
        self.evidence = Some(evidence);
        self
    }
}

/// A comment without effect on points.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Remark {
    /// The check concerned, if any.
    pub check: Option<Check>,
    /// The text, without a final period.
    pub text: String,
    /// The audience that may see the remark, among those who may see the check. Remarks can be about hidden puzzles.
    pub visibility: Visibility,
    /// Whether reports show the remark before everything else. If such a remark is about no check, they leave it out
    /// when they show a wrong answer of the solver.
    pub is_headline: bool,
    /// Whether somebody has to look at the submission before the score can count.
    pub needs_review: bool,
}

impl Remark {
    /// Creates a remark that is visible to everyone.
    pub fn new(check: Option<Check>, text: impl Into<String>) -> Self {
        Self {
            check,
            text: text.into(),
            visibility: Visibility::Visible,
            is_headline: false,
            needs_review: false,
        }
    }
}

/// A submission's overall status.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Status {
    /// The submission was graded.
    Graded,
    /// The submission was rejected and has no points.
    Rejected,
    /// There was a grader error, so there is no score.
    GraderError,
    /// The instructor holds the grade back, so nobody is shown a score. This is never the status of a [`Grade`].
    Held,
}

impl Status {
    /// The statuses that a [`Grade`] can have.
    pub const ALL: [Self; 3] = [Self::Graded, Self::Rejected, Self::GraderError];

    /// Returns the name used in grades.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Graded => "graded",
            Self::Rejected => "rejected",
            Self::GraderError => "grader_error",
            Self::Held => "held",
        }
    }

    /// Looks up the status of a [`Grade`] by name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|status| status.as_str() == name)
    }
}

impl CheckGrade {
    /// Returns the points for the check, or `None` after a grader error.
    pub fn score(&self) -> Option<Points> {
        match (&self.verdict, &self.credit) {
            (Verdict::GraderError(_), _) => None,
            (Verdict::Pass, _) if self.withheld.is_none() => Some(self.max_score),
            (Verdict::Fail(_) | Verdict::Skipped { .. }, Some(credit)) => Some(credit.points),
            _ => Some(Points::ZERO),
        }
    }

    /// Withholds the points until another check passes.
    pub fn withhold(&mut self, until: Check) {
        self.withheld = Some(until);
        if let Some(credit) = &mut self.credit {
            credit.points = Points::ZERO;
        }
    }

    /// Returns `true` if the check failed or was skipped.
    pub fn is_missed(&self) -> bool {
        matches!(self.verdict, Verdict::Fail(_) | Verdict::Skipped { .. })
    }
}

impl Grade {
    /// Creates a grade without checks.
    pub fn new(submission: impl Into<String>, sources: impl Into<String>, basis: Basis) -> Self {
        Self {
            submission: submission.into(),
            sources: sources.into(),
            basis,
            rejection: None,
            checks: Vec::new(),
            caps: Vec::new(),
            program: None,
            omitted: KitOmissions::default(),
            remarks: Vec::new(),
        }
    }

    /// Returns the status: [`Status::GraderError`] if any check has a grader error.
    pub fn status(&self) -> Status {
        match self.fault() {
            _ if self.rejection.is_some() => Status::Rejected,
            Some(_) => Status::GraderError,
            None => Status::Graded,
        }
    }

    /// Returns the message of the first grader error in a check.
    pub fn fault(&self) -> Option<&str> {
        self.checks.iter().find_map(|check| match &check.verdict {
            Verdict::GraderError(message) => Some(message.as_str()),
            _ => None,
        })
    }

    /// Returns the total points after caps, or `None` for a rejected submission and after a grader error.
    pub fn score(&self) -> Option<Points> {
        let sum = || self.checks.iter().filter_map(CheckGrade::score).sum();
        let has_score = self.status() == Status::Graded;
        has_score.then(|| apply_caps(sum(), self.caps.iter().map(|cap| cap.score)))
    }

    /// Returns the maximum points.
    pub fn max_score(&self) -> Points {
        match &self.rejection {
            Some(rejection) => rejection.max_score,
            None => self.checks.iter().map(|check| check.max_score).sum(),
        }
    }

    /// Returns `true` if all checks passed.
    pub fn all_passed(&self) -> bool {
        self.checks.iter().all(|check| check.verdict == Verdict::Pass)
    }

    /// Returns the result of a check, if it was run.
    pub fn check(&self, check: Check) -> Option<&CheckGrade> {
        self.checks.iter().find(|graded| graded.check == check)
    }
}
