//! The formats of reports: [the list of them](Format), and those of other programs, each a function of a
//! [`View`].
//!
//! Those that platforms take points from ([`gradescope()`], [`classroom50()`], `autograding`) have
//! the points of all checks. Those that are read in a repository or its logs (`junit`,
//! `github`, [`exercism()`], [`tap()`]) have what a student may see, as the report for people: of
//! the other checks they say how many there are. [`rustc()`] is for editors, which show the failures
//! alone.
//!
//! None of them has a time in it, since a grade has none.
//!
//! Platforms that want whole numbers get thousandths of points, whatever the points are. A unit that depended on
//! them, such as a tenth where that is enough, would give students of one class different maxima, because parts of
//! points and corrections have more decimals than the rubric.

mod autograding;
mod classroom50;
mod exercism;
mod github;
mod gradescope;
mod junit;
mod rustc;
mod tap;

use grade::view::{Audience, Corrected, View};
use grade::{Applied, CheckGrade, Effect};

use super::{Context, RenderError, human};

pub use classroom50::{Identity, IdentityError, classroom50};
pub use exercism::exercism;
pub use github::summary::{SUMMARY_LIMIT, summary};
pub use gradescope::gradescope;
pub use rustc::{Code, Sources, rustc};
pub use tap::tap;

/// A format, as [the list](Format) has it.
struct Spec {
    /// Its name on the command line.
    name: &'static str,
    /// The format in a few words.
    about: &'static str,
    /// The ending of a file in it.
    ending: &'static str,
    /// The audience of a report in it if nobody says another.
    readers: Audience,
    /// Whether a platform takes the score from it and hands the file to the student.
    is_for_points: bool,
    /// The part of the submission's code that it leads to.
    leads_to: Lead,
    render: Render,
}

type Render = fn(&Corrected, &Context) -> Result<String, RenderError>;

impl Spec {
    /// A format that students read if nobody says otherwise, and that leads to no code.
    fn of(name: &'static str, about: &'static str, ending: &'static str, render: Render) -> Self {
        let (readers, leads_to) = (Audience::Student, Lead::Nowhere);
        Self { name, about, ending, readers, is_for_points: false, leads_to, render }
    }
}

/// The part of a submission's code that a report leads to, from the least to the most.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Lead {
    /// No part of it.
    Nowhere,
    /// The methods that are graded: it takes [`Code::outline`].
    Methods,
    /// Any line: it takes all of [`Code`].
    Lines,
}

/// Makes the enum of the list of formats, so that each is in one place.
macro_rules! formats {
    ($($(#[$attribute:meta])+ $format:ident = $spec:expr;)+) => {
        /// The form of a report.
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
        pub enum Format {
            $($(#[$attribute])+ $format,)+
        }

        impl Format {
            /// Every format, the one for people first.
            pub const ALL: [Self; [$(stringify!($format)),+].len()] = [$(Self::$format),+];

            fn spec(self) -> Spec {
                match self {
                    $(Self::$format => $spec,)+
                }
            }
        }
    };
}

formats! {
    /// For a person, on a terminal.
    #[default]
    Human = Spec::of("human", "for people, on a terminal", "txt", |it, context| {
        Ok(human(&it.view(context.audience), &context.layout))
    });
    /// `grade.json`, for programs.
    Json = Spec {
        readers: Audience::Instructor,
        ..Spec::of("json", "grade.json, for programs: all data", "json", |it, _| {
            Ok(it.grade().json())
        })
    };
    /// `JUnit` XML.
    Junit = Spec {
        leads_to: Lead::Methods,
        ..Spec::of("junit", "JUnit XML", "xml", |it, context| {
            Ok(junit::junit(&it.view(context.audience), context.code_seen()))
        })
    };
    /// Workflow commands of GitHub Actions.
    Github = Spec {
        leads_to: Lead::Methods,
        ..Spec::of(
            "github",
            "annotations for GitHub Actions; adds a job summary",
            "txt",
            |it, context| {
                let view = it.view(context.audience);
                Ok(github::commands::github(&view, &context.layout, context.code_seen()))
            },
        )
    };
    /// Gradescope's `results.json`.
    Gradescope = Spec {
        readers: Audience::Instructor,
        ..Spec::of("gradescope", "results.json of Gradescope", "json", |it, _| {
            Ok(gradescope(&it.platform()))
        })
    };
    /// Classroom 50's `result.json`.
    Classroom50 = Spec {
        is_for_points: true,
        ..Spec::of(
            "classroom50",
            "result.json of Classroom 50; reads its variables",
            "json",
            |it, context| {
                let format = Format::Classroom50;
                let identity = context.identity.as_ref().ok_or(RenderError::NoIdentity(format))?;
                let text = classroom50(&scored(format, it, context)?, identity, context.most);
                text.ok_or(RenderError::NoScore(format))
            },
        )
    };
    /// The results of GitHub Classroom's autograding actions.
    Autograding = Spec {
        is_for_points: true,
        leads_to: Lead::Methods,
        ..Spec::of(
            "autograding",
            "results of the autograding actions of GitHub Classroom",
            "json",
            |it, context| {
                let view = scored(Format::Autograding, it, context)?;
                Ok(autograding::autograding(&view, context.most, &context.code.outline))
            },
        )
    };
    /// Exercism's `results.json`.
    Exercism = Spec::of("exercism", "results.json of Exercism, version 3", "json", |it, context| {
        Ok(exercism(&it.view(context.audience)))
    });
    /// The Test Anything Protocol.
    Tap = Spec::of("tap", "the Test Anything Protocol, version 14", "tap", |it, context| {
        Ok(tap(&it.view(context.audience)))
    });
    /// The compiler's messages, for editors.
    Rustc = Spec {
        leads_to: Lead::Lines,
        ..Spec::of(
            "rustc",
            "messages of the compiler in JSON, for editors with rust-analyzer",
            "jsonl",
            |it, context| Ok(rustc(&it.view(context.audience), &context.code)),
        )
    };
}

impl Format {
    /// Its name on the command line.
    pub fn name(self) -> &'static str {
        self.spec().name
    }

    /// The format in a few words.
    pub fn about(self) -> &'static str {
        self.spec().about
    }

    /// The ending of a file in this format, such as `xml`.
    pub fn ending(self) -> &'static str {
        self.spec().ending
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
        self.spec().readers
    }

    /// Whether a platform takes the score from it and hands the file to the student, who must not learn
    /// from it what is hidden.
    pub fn is_for_points(self) -> bool {
        self.spec().is_for_points
    }

    /// The part of the submission's code that it leads to.
    pub fn leads_to(self) -> Lead {
        self.spec().leads_to
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
        (self.spec().render)(corrected, context)
    }
}

/// The view for a format that a platform takes the score from. A score out of all points is refused where
/// those of the rest of a class are out of fewer.
fn scored(format: Format, corrected: &Corrected, context: &Context) -> Result<View, RenderError> {
    let view = match context.audience {
        Audience::Instructor => corrected.view_with_sums(),
        audience => corrected.view(audience),
    };
    let is_hidden = |it: &CheckGrade| !view.audience.sees(it.visibility);
    let is_without = corrected.grade().checks.iter().any(is_hidden)
        && !view.hidden.iter().any(|it| it.sum.is_some());
    let is_set = |it: &Applied| {
        it.correction.check.is_none() && matches!(it.correction.effect, Some(Effect::Set(_)))
    };
    if is_without && corrected.corrections().iter().any(is_set) {
        return Err(RenderError::OtherMaximum(format));
    }
    Ok(view)
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
