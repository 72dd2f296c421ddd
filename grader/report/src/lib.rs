//! Reports about grades, for people and programs.
//!
//! Reports are pure functions of a [`Corrected`](grade::view::Corrected) grade, the [`View`](grade::view::View) of it
//! for an audience, or the texts that explain checks. This crate accesses no clock, terminal or files. The caller
//! determines the properties of the output device.

mod blame;
mod comment;
mod counts;
pub mod credit;
pub mod excerpt;
mod explain;
pub mod formats;
pub mod human;
mod place;
pub mod plain;
mod unit_tests;

pub use comment::comment;
pub use counts::counts;
pub use explain::{explanations, list_checks};
pub use formats::Format;
pub use human::{failed, human, to_mend};
pub use terminal::page::Layout;
pub use unit_tests::{TestEnds, UnitTests, unit_tests};

use grade::Visibility;
use grade::points::Points;
use grade::view::Audience;

use formats::{Code, Identity};

/// The circumstances of a report, in addition to the grade.
#[derive(Clone, Debug, Default)]
pub struct Context {
    /// The readers of the report.
    pub audience: Audience,
    /// The layout of the page or terminal.
    pub layout: Layout,
    /// The path from the repository to the submission; `None` if they are the same folder.
    pub folder: Option<String>,
    /// The identity of the submission on Classroom 50.
    pub identity: Option<Identity>,
    /// The code of the submission, for formats that refer to it.
    pub code: Code,
    /// The number of points available to the audience, for grades without checks; see [`points_to_get`].
    pub most: Option<Points>,
}

impl Context {
    /// Returns the positions in the code that a report may refer to.
    fn code_seen(&self) -> place::Code<'_> {
        place::Code { folder: self.folder.as_deref(), outline: &self.code.outline }
    }
}

/// The reason a report cannot be written in some format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RenderError {
    /// The format requires a score, but there is none.
    #[error("there is no score, but the format `{}` needs one", .0.name())]
    NoScore(Format),
    /// The format requires the identity of the submission.
    #[error("the format `{}` needs the submission's id", .0.name())]
    NoIdentity(Format),
    /// The total is set by a correction, and its maximum is higher than the points available to the audience.
    #[error(
        "a correction sets the whole score, but the format `{}` for students leaves out the \
         points of hidden checks",
        .0.name()
    )]
    OtherMaximum(Format),
}

/// Returns the number of points available to an audience in formats from which platforms read the score, given the
/// points and visibility of the checks.
pub fn points_to_get(
    audience: Audience,
    checks: impl IntoIterator<Item = (Points, Visibility)>,
) -> Points {
    let counts = |visibility| audience == Audience::Instructor || audience.sees(visibility);
    checks.into_iter().filter(|it| counts(it.1)).map(|it| it.0).sum()
}
