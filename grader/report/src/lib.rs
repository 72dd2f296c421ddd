//! Reports: what a person or a program reads of a grade.
//!
//! Everything here is a pure function of a [`Corrected`] grade, of the [`View`]
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
pub use human::{failed, human, to_mend};
pub use terminal::page::Layout;
pub use unit_tests::{TestEnds, UnitTests, unit_tests};

use grade::points::Points;
use grade::view::{Audience, Corrected, View};
use grade::{Applied, CheckGrade, Effect, Visibility};

use formats::{Code, Identity};

/// The form of a report.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Format {
    /// For a person, on a terminal.
    #[default]
    Human,
    /// `grade.json`, for programs.
    Json,
    /// `JUnit` XML.
    Junit,
    /// Workflow commands of GitHub Actions.
    Github,
    /// Gradescope's `results.json`.
    Gradescope,
    /// Classroom 50's `result.json`.
    Classroom50,
    /// The results of GitHub Classroom's autograding actions.
    Autograding,
    /// Exercism's `results.json`.
    Exercism,
    /// The Test Anything Protocol.
    Tap,
    /// The compiler's messages, for editors.
    Rustc,
}

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

/// The reason why a report cannot be written in a format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RenderError {
    /// There is no score, and no way to say so.
    #[error("there is no score, which the format `{}` has no way to say", .0.name())]
    NoScore(Format),
    /// The format needs to know which submission it is.
    #[error("the format `{}` needs to know which submission it is", .0.name())]
    NoIdentity(Format),
    /// The score as a whole is set by hand, and it is out of more points than the audience's.
    #[error(
        "the score as a whole is set by hand, and the points of hidden checks are not in the format \
         `{}` for students",
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

/// Refuses a score out of all points where those of the rest of a class are out of fewer.
fn refuse_other_maximum(
    format: Format,
    corrected: &Corrected,
    view: &View,
) -> Result<(), RenderError> {
    let checks = &corrected.grade().checks;
    let is_hidden = |it: &CheckGrade| !view.audience.sees(it.visibility);
    let is_without = checks.iter().any(is_hidden) && !view.hidden.iter().any(|it| it.sum.is_some());
    let is_set = |it: &Applied| {
        it.correction.check.is_none() && matches!(it.correction.effect, Some(Effect::Set(_)))
    };
    if is_without && corrected.corrections().iter().any(is_set) {
        return Err(RenderError::OtherMaximum(format));
    }
    Ok(())
}

impl Format {
    /// Every format, the one for people first.
    pub const ALL: [Self; 10] = [
        Self::Human,
        Self::Json,
        Self::Junit,
        Self::Github,
        Self::Gradescope,
        Self::Classroom50,
        Self::Autograding,
        Self::Exercism,
        Self::Tap,
        Self::Rustc,
    ];

    /// Its name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Human => "human",
            Self::Json => "json",
            Self::Junit => "junit",
            Self::Github => "github",
            Self::Gradescope => "gradescope",
            Self::Classroom50 => "classroom50",
            Self::Autograding => "autograding",
            Self::Exercism => "exercism",
            Self::Tap => "tap",
            Self::Rustc => "rustc",
        }
    }

    /// The format in a few words.
    pub fn about(self) -> &'static str {
        match self {
            Self::Human => "for people, on a terminal",
            Self::Json => "grade.json, for programs: all there is to know",
            Self::Junit => "JUnit XML",
            Self::Github => "annotations of GitHub Actions; adds the summary of the job",
            Self::Gradescope => "results.json of Gradescope",
            Self::Classroom50 => "result.json of Classroom 50; reads its variables",
            Self::Autograding => "results of the autograding actions of GitHub Classroom",
            Self::Exercism => "results.json of Exercism, version 3",
            Self::Tap => "the Test Anything Protocol, version 14",
            Self::Rustc => "messages of the compiler in JSON, for editors with rust-analyzer",
        }
    }

    /// The names of all formats.
    pub fn names() -> impl Iterator<Item = &'static str> {
        Self::ALL.into_iter().map(Self::name)
    }

    /// The format with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|format| format.name() == name)
    }

    /// The audience of a report in this format if nobody says another: the instructor, if the
    /// format has everything or goes to a platform that keeps from students what is hidden.
    pub fn readers(self) -> Audience {
        match self {
            Self::Json | Self::Gradescope => Audience::Instructor,
            Self::Human
            | Self::Junit
            | Self::Github
            | Self::Classroom50
            | Self::Autograding
            | Self::Exercism
            | Self::Tap
            | Self::Rustc => Audience::Student,
        }
    }

    /// A grade with its corrections, in this format.
    ///
    /// `json` has all of the grade and no correction, whoever the audience is, and `gradescope`
    /// says of each part who may see it. The others show what the audience may see. Students read
    /// the files of `classroom50` and `autograding` in any case, because the platforms take the
    /// score from them. So for the instructor these have the points of what is hidden, group by
    /// group, and nothing else of it.
    ///
    /// # Errors
    ///
    /// If the format is Classroom 50's and the context has no identity or the grade no score, or if a
    /// platform would take the score and it is not out of the same points as the others of a class.
    pub fn render(self, corrected: &Corrected, context: &Context) -> Result<String, RenderError> {
        let audience = context.audience;
        let view = || corrected.view(audience);
        let scored = || match audience {
            Audience::Instructor => corrected.view_with_sums(),
            Audience::Student | Audience::AfterDueDate => corrected.view(audience),
        };
        let code =
            place::Code { folder: context.folder.as_deref(), outline: &context.code.outline };
        Ok(match self {
            Self::Human => human(&view(), &context.layout),
            Self::Json => corrected.grade().json(),
            Self::Junit => formats::junit(&view(), code),
            Self::Github => formats::github(&view(), &context.layout, code),
            Self::Gradescope => formats::gradescope(&corrected.platform()),
            Self::Classroom50 => {
                let identity = context.identity.as_ref().ok_or(RenderError::NoIdentity(self))?;
                let view = scored();
                refuse_other_maximum(self, corrected, &view)?;
                let text = formats::classroom50(&view, identity, context.most);
                text.ok_or(RenderError::NoScore(self))?
            }
            Self::Autograding => {
                let view = scored();
                refuse_other_maximum(self, corrected, &view)?;
                formats::autograding(&view, context.most, &context.code.outline)
            }
            Self::Exercism => formats::exercism(&view()),
            Self::Tap => formats::tap(&view()),
            Self::Rustc => formats::rustc(&view(), &context.code),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_name_formats() {
        let mut names: Vec<_> = Format::names().collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), Format::ALL.len());
        for format in Format::ALL {
            assert_eq!(Format::from_name(format.name()), Some(format));
        }
        assert_eq!(Format::from_name("Human"), None);
    }
}
