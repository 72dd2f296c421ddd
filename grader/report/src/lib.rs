//! Formats grades for people and programs.
//!
//! A report depends only on its input: a [`Corrected`](grade::view::Corrected) grade, an audience's
//! [`View`](grade::view::View) of a grade, or the texts that explain checks. This crate does not use a clock, a
//! terminal or files. It is up to the caller where to show the report.

mod blame;
mod comment;
mod counts;
pub mod credit;
pub mod excerpt;
mod explain;
mod failure_parts;
pub mod formats;
mod hand;
mod hint;
pub mod human;
mod place;
pub mod plain;
mod roots;
mod since;
mod unit_tests;

pub use comment::comment;
pub use counts::counts_to_json;
pub use explain::{explanations, list_checks};
pub use failure_parts::{EvidencePart, evidence_parts};
pub use formats::Format;
pub use hand::{automatic_line, comment_line, hand_lines};
pub use hint::{Hint, HintStep, question, question_about_rule};
pub use human::{failed_checks_to_fix, format_failed_check, human, unwritten};
pub use place::{locate, place_of_check};
pub use roots::unselected_awaited;
pub use since::changes_since;
pub use terminal::page::Layout;
pub use unit_tests::{TestEnds, UnitTests, unit_tests};

use grade::Visibility;
use grade::points::Points;
use grade::view::Audience;

use formats::{Identity, SubmissionCode};

/// Everything that a report depends on, except the grade.
#[derive(Clone, Debug, Default)]
pub struct Context {
    /// The audience of the report.
    pub audience: Audience,
    /// The layout.
    pub layout: Layout,
    /// The path from the repository to the submission, or `None` if they are the same folder.
    pub folder: Option<String>,
    /// The submission's identity on Classroom 50.
    pub identity: Option<Identity>,
    /// The submission's code, for formats that can refer to it.
    pub code: SubmissionCode,
    /// The points that the audience can get, for grades without checks; see [`points_to_get`].
    pub most: Option<Points>,
}

impl Context {
    fn code_seen(&self) -> place::LocatedCode<'_> {
        place::LocatedCode { folder: self.folder.as_deref(), outline: &self.code.outline }
    }
}

/// The reason why a grade cannot be written in a format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RenderError {
    /// The score is required but missing.
    #[error("there is no score, but the format `{}` needs one", .0.name())]
    NoScore(Format),
    /// Criteria are not graded by hand yet, but the format needs the final score.
    #[error("not completely graded by hand yet, but the format `{}` needs the final score", .0.name())]
    Incomplete(Format),
    /// The submission's identity is required but missing.
    #[error("the format `{}` needs the submission's id", .0.name())]
    NoIdentity(Format),
    /// A correction sets the total out of all points, but the audience can get only the points of visible checks.
    #[error(
        "a correction sets the whole score, but the format `{}` for students leaves out the \
         points of hidden checks",
        .0.name()
    )]
    OtherMaximum(Format),
    /// The instructor holds the grade back, so no program may read it.
    #[error("the grade is held back, so there is no file for other programs")]
    Held,
}

/// Returns the points that an audience can get if a platform reads the score, from the points and the visibility of
/// each check.
pub fn points_to_get(
    audience: Audience,
    checks: impl IntoIterator<Item = (Points, Visibility)>,
) -> Points {
    let counts = |visibility| audience == Audience::Instructor || audience.sees(visibility);
    checks.into_iter().filter(|check| counts(check.1)).map(|check| check.0).sum()
}
