//! A grade: what was found about a submission and what it is worth.

pub mod cause;
mod credit;
pub(crate) mod kinds;
mod moment;
pub(crate) mod words;

use probe::wire::{Method, Question, Whose};
use serde::{Deserialize, Serialize};
use slider::Tile;

use crate::check::Check;
pub use crate::exam::Measure;
use crate::points::Points;
use crate::run::{Place, Stop};
pub use cause::Cause;
pub use credit::{Cap, Credit, FEW_ROWS, Parts, Share, capped};
pub use moment::{Departure, Moment, SearchNode, SearchTree, Taken};

/// The tiles of a board in rows.
pub type Tiles = Vec<Vec<Tile>>;

/// The whole grade of one submission. Every report is a function of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grade {
    /// The name of the submission.
    pub submission: String,
    /// A hash of its sources.
    pub sources: String,
    /// A hash of the assignment.
    pub assignment: String,
    /// The compiler, such as `rustc 1.95.0`.
    pub toolchain: String,
    /// The engine and its cost table.
    pub engine: String,
    /// The checks that were run, in the order of [`Check::ALL`].
    pub checks: Vec<CheckGrade>,
    /// The rubric's limits of the total whose check does not hold.
    pub caps: Vec<Cap>,
    /// What is worth saying and costs no points.
    pub remarks: Vec<Remark>,
}

/// What became of one check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckGrade {
    /// The check.
    pub check: Check,
    /// What it is worth.
    pub max_score: Points,
    /// Who may see it.
    pub visibility: Visibility,
    /// What was found.
    pub verdict: Verdict,
    /// What the submission takes of what the check limits, if it limits something and that was
    /// measured.
    pub measure: Option<Measure>,
    /// The points for the part that holds, where the rubric gives some and the check fails.
    pub credit: Option<Credit>,
    /// The check that has to hold for these points and does not, if they are kept back for that.
    pub withheld: Option<Check>,
}

/// Who may see something: the result of a check, a puzzle and what happens on it.
///
/// In the order of those who may: what comes later is seen by fewer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
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

/// What was found of one check.
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

/// Why a check does not hold.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Failure {
    /// What is wrong, in one sentence without a period. It is made from the cause, for people alone.
    pub summary: String,
    /// What is wrong, for programs. None if only the sentence is known, as in a grade of an earlier
    /// version.
    pub cause: Option<Cause>,
    /// The smallest case that shows it.
    pub evidence: Option<Evidence>,
    /// The first step of the search in it that is not allowed, if that was seen.
    pub moment: Option<Box<Moment>>,
    /// Where the code panicked, if it did.
    pub place: Option<Place>,
    /// Further lines, such as the compiler's own.
    pub detail: Option<String>,
    /// Who may see all of this: it tells of the puzzle that shows the fault, which may be hidden.
    /// That the check fails is a matter of the check's own visibility.
    pub visibility: Visibility,
}

impl Failure {
    /// A failure for this reason.
    pub fn of(cause: impl Into<Cause>) -> Self {
        let cause = cause.into();
        Self { summary: words::sentence(&cause), cause: Some(cause), ..Self::default() }
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

/// A case that shows a fault.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Evidence {
    /// The board.
    pub tiles: Tiles,
    /// The puzzle's name, if it has one.
    pub puzzle: Option<String>,
    /// A second board, where a fault takes two.
    pub other: Option<Tiles>,
    /// What was asked, such as `hamming()`.
    pub call: String,
    /// What is right.
    pub expected: Value,
    /// What the submission said.
    pub actual: Value,
    /// What was asked, for programs that ask it again.
    pub asked: Asked,
    /// How the code ended, where it did not answer.
    pub stop: Option<Stop>,
    /// The boards of the solution that the submission gave, from its first on, each with its tiles
    /// row by row; empty for what is no board of the puzzle's size. None if it gave no solution, or
    /// none that the fault is in. No more than [`PATH_TILES`] tiles are kept.
    pub path: Vec<Vec<Tile>>,
}

/// The most tiles of a solution that are kept as evidence. The longest ways of boards up to 4-by-4
/// fit in.
pub const PATH_TILES: usize = 2048;

/// What a case asks, as far as it can be asked through the traits of the assignment.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "what", rename_all = "snake_case")]
pub enum Asked {
    /// Something that they do not show, such as what a search costs.
    #[default]
    Beyond,
    /// A method of the board, or of its neighbor or twin that is the other board.
    Board {
        /// Which board is asked.
        #[serde(with = "cause::WhoseName")]
        whose: Whose,
        /// What it is asked.
        #[serde(with = "cause::MethodName")]
        method: Method,
    },
    /// `==` or, if that is how the two boards were compared, `!=`.
    Equal {
        /// Whether it was `!=`.
        negated: bool,
    },
    /// Whether the board equals its clone.
    Clone,
    /// Whether two calls of `twin()` give equal boards.
    TwinTwice,
    /// This method of the board, once it was asked the other: it has to answer as it does alone.
    BoardAfter {
        /// What is called first.
        #[serde(with = "cause::MethodName")]
        before: Method,
        /// What answers otherwise then.
        #[serde(with = "cause::MethodName")]
        method: Method,
    },
    /// A question to the solver of the board.
    Solver {
        /// Which.
        #[serde(with = "cause::QuestionName")]
        question: Question,
    },
    /// This question to the solver of the board, again, once it was asked the other.
    SolverAgain {
        /// What is asked in between.
        #[serde(with = "cause::QuestionName")]
        before: Question,
        /// What answers otherwise then.
        #[serde(with = "cause::QuestionName")]
        question: Question,
    },
    /// A question to the solver of the board, where the other board has a solver, too.
    SolverBeside {
        /// Whether the solver of the other board was made first.
        is_second: bool,
        /// What is asked.
        #[serde(with = "cause::QuestionName")]
        question: Question,
    },
    /// A solution.
    Path {
        /// The moves of a shortest one.
        moves: u64,
    },
}

impl Asked {
    /// Whether it is about two boards that did not come of one another: the call has them as `a` and
    /// `b`.
    pub fn is_of_a_pair(self) -> bool {
        matches!(self, Self::Equal { .. } | Self::Clone | Self::SolverBeside { .. })
    }

    /// Whether a neighbor or a twin of the board was asked, and not the board.
    pub fn is_of_a_derived_board(self) -> bool {
        matches!(self, Self::Board { whose: Whose::Neighbor | Whose::Twin, .. })
    }
}

/// An answer, right or wrong.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Value {
    /// There is none: the code did not get that far.
    #[default]
    Nothing,
    /// Rust's `None`.
    NoneValue,
    /// A number.
    Number(u64),
    /// A truth value.
    Truth(bool),
    /// Words: a text that the submission has made, or a description in the grader's words.
    Text(String),
    /// A board.
    Board(Tiles),
    /// Several boards.
    Boards(Vec<Tiles>),
}

/// Something worth saying that costs no points.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Remark {
    /// The check that it belongs to, if it belongs to one.
    pub check: Option<Check>,
    /// What there is to say, in one sentence without a period.
    pub text: String,
    /// Who may see it, if the check is seen: it may tell of hidden puzzles.
    pub visibility: Visibility,
}

impl Remark {
    /// A remark for everyone.
    pub fn new(check: Option<Check>, text: impl Into<String>) -> Self {
        Self { check, text: text.into(), visibility: Visibility::Visible }
    }
}

/// The state of a submission as a whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// It was graded.
    Graded,
    /// The grader was at fault; there is no score.
    GraderError,
}

impl Status {
    /// Its name in a grade.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Graded => "graded",
            Self::GraderError => "grader_error",
        }
    }
}

impl CheckGrade {
    /// The points that it brings.
    pub fn score(&self) -> Points {
        if self.withheld.is_some() { Points::ZERO } else { self.earned() }
    }

    /// The points that it would bring if none were kept back.
    pub fn earned(&self) -> Points {
        match (&self.verdict, &self.credit) {
            (Verdict::Pass, _) => self.max_score,
            (Verdict::Fail(_), Some(credit)) => credit.points,
            _ => Points::ZERO,
        }
    }
}

impl Grade {
    /// Whether the submission was graded: one fault of the grader outweighs everything else.
    pub fn status(&self) -> Status {
        let is_fault = |check: &CheckGrade| matches!(check.verdict, Verdict::GraderError(_));
        if self.checks.iter().any(is_fault) { Status::GraderError } else { Status::Graded }
    }

    /// The points of all checks together, as far as the rubric does not limit them.
    pub fn score(&self) -> Points {
        let sum = self.checks.iter().map(CheckGrade::score).sum();
        capped(sum, self.caps.iter().map(|cap| cap.score))
    }

    /// The points that there are to get.
    pub fn max_score(&self) -> Points {
        self.checks.iter().map(|check| check.max_score).sum()
    }

    /// Whether every check passed.
    pub fn all_passed(&self) -> bool {
        self.checks.iter().all(|check| check.verdict == Verdict::Pass)
    }
}
