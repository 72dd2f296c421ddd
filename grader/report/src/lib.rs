//! Reports: what a person or a program reads of a grade.
//!
//! Everything here is a pure function of a [`Corrected`](grade::view::Corrected) grade, of the [`View`](grade::view::View)
//! that an audience gets of it, or of the texts that explain checks:
//! no clock, no terminal, no files. Whoever prints a report finds out what it is printed on.

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

/// The circumstances that a report is written for, beside its grade.
#[derive(Clone, Debug, Default)]
pub struct Context {
    /// The audience that reads it.
    pub audience: Audience,
    /// The layout of the page or terminal.
    pub layout: Layout,
    /// The folder of the submission in its repository, `None` if it is the repository's own.
    pub folder: Option<String>,
    /// The submission's identity for Classroom 50.
    pub identity: Option<Identity>,
    /// The submission's code, for formats that lead to it.
    pub code: Code,
    /// The points that the audience can get, for a grade that has no checks to tell them by: see
    /// [`points_to_get`].
    pub most: Option<Points>,
}

impl Context {
    /// The places in the code that a report may lead to.
    fn code_seen(&self) -> place::Code<'_> {
        place::Code { folder: self.folder.as_deref(), outline: &self.code.outline }
    }
}

/// The reason why a report cannot be written in a format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RenderError {
    /// There is no score, and no way to say so.
    #[error("there is no score, but the format `{}` needs one", .0.name())]
    NoScore(Format),
    /// The format needs to know which submission it is.
    #[error("the format `{}` needs the submission's id", .0.name())]
    NoIdentity(Format),
    /// The score as a whole is set by hand, and it is out of more points than the audience's.
    #[error(
        "a correction sets the whole score, but the format `{}` for students leaves out the \
         points of hidden checks",
        .0.name()
    )]
    OtherMaximum(Format),
}

/// The points that an audience can get in the formats that platforms take a score from, of checks that
/// are worth so much and seen by so many.
pub fn points_to_get(
    audience: Audience,
    checks: impl IntoIterator<Item = (Points, Visibility)>,
) -> Points {
    let counts = |visibility| audience == Audience::Instructor || audience.sees(visibility);
    checks.into_iter().filter(|it| counts(it.1)).map(|it| it.0).sum()
}
