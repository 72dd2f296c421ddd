//! Report formats; see [the list](Format). Each format for another program is a function of a [`View`].
//!
//! Platforms read the score from some of the formats ([`gradescope()`], [`classroom50()`]), so these must include
//! all points. Others will be in a repository or its logs (`junit`, `github`, [`exercism()`], [`tap()`]). Like the
//! human-readable report, they contain only the checks that a student may see, and the number of hidden checks.
//! [`rustc()`] is for editors to show failures.
//!
//! No format contains a time, because a grade contains none.
//!
//! Classroom 50 allows only integers. For it, points are always in thousandths, even when tenths would be precise
//! enough. If the unit depended on the points, the maximum could differ between students in a class, because there can
//! be more decimals in partial credit and corrections than in the rubric.

mod classroom50;
mod exercism;
mod github;
mod gradescope;
mod junit;
mod rustc;
mod tap;

use grade::view::{Audience, Corrected, View};
use grade::{Applied, CheckGrade, Effect};

use super::{Context, RenderError, human, locate};

pub use classroom50::{Identity, IdentityError, classroom50};
pub use exercism::exercism;
pub use github::summary::{SUMMARY_LIMIT, summary};
pub use gradescope::gradescope;
pub use rustc::{SubmissionCode, SubmissionSources, rustc};
pub use tap::tap;

struct Spec {
    name: &'static str,
    about: &'static str,
    ending: &'static str,
    readers: Audience,
    /// Whether a platform reads the score from the file and shows the file to the student.
    is_for_points: bool,
    leads_to: Lead,
    render: Render,
}

type Render = fn(&Corrected, &Context) -> Result<String, RenderError>;

impl Spec {
    /// Creates a format for students, without references to code.
    fn new(name: &'static str, about: &'static str, ending: &'static str, render: Render) -> Self {
        let (readers, leads_to) = (Audience::Student, Lead::Nowhere);
        Self { name, about, ending, readers, is_for_points: false, leads_to, render }
    }
}

/// The part of a submission's code that a report can refer to. Each variant includes the previous ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Lead {
    /// No part of the code.
    Nowhere,
    /// The graded methods. Requires [`SubmissionCode::outline`].
    Methods,
    /// Any line. Requires all of [`SubmissionCode`].
    Lines,
}

/// Generates the enum, so that each format is defined in only one place.
macro_rules! formats {
    ($($(#[$attribute:meta])+ $format:ident = $spec:expr;)+) => {
        /// The format of a report.
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
        pub enum Format {
            $($(#[$attribute])+ $format,)+
        }

        impl Format {
            /// All formats, starting with the one for people.
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
    /// Text for people, on a terminal.
    #[default]
    Human = Spec {
        leads_to: Lead::Methods,
        ..Spec::new("human", "text for a terminal", "txt", |reported, context| {
            let mut view = reported.view(context.audience);
            locate(&mut view, &context.code.outline);
            Ok(human(&view, &context.layout))
        })
    };
    /// `grade.json`, for programs.
    Json = Spec {
        readers: Audience::Instructor,
        ..Spec::new("json", "all data as JSON, for programs (grade.json)", "json", |reported, _| {
            Ok(reported.grade().json())
        })
    };
    /// `JUnit` XML.
    Junit = Spec {
        leads_to: Lead::Methods,
        ..Spec::new("junit", "JUnit XML", "xml", |reported, context| {
            Ok(junit::junit(&reported.view(context.audience), context.code_seen()))
        })
    };
    /// GitHub Actions' workflow commands.
    Github = Spec {
        leads_to: Lead::Methods,
        ..Spec::new(
            "github",
            "annotations for GitHub Actions, and a job summary",
            "txt",
            |reported, context| {
                let mut view = reported.view(context.audience);
                locate(&mut view, &context.code.outline);
                Ok(github::commands::github(&view, &context.layout, context.code_seen()))
            },
        )
    };
    /// Gradescope's `results.json`.
    Gradescope = Spec {
        readers: Audience::Instructor,
        ..Spec::new("gradescope", "Gradescope's results.json", "json", |reported, _| {
            if reported.is_incomplete() {
                return Err(RenderError::Incomplete(Format::Gradescope));
            }
            Ok(gradescope(&reported.platform()))
        })
    };
    /// Classroom 50's `result.json`.
    Classroom50 = Spec {
        is_for_points: true,
        ..Spec::new(
            "classroom50",
            "Classroom 50's result.json; reads the runner's variables",
            "json",
            |reported, context| {
                let format = Format::Classroom50;
                let identity = context.identity.as_ref().ok_or(RenderError::NoIdentity(format))?;
                let text = classroom50(&view_with_score(format, reported, context)?, identity, context.most);
                text.ok_or(RenderError::NoScore(format))
            },
        )
    };
    /// Exercism's `results.json`.
    Exercism = Spec::new("exercism", "Exercism's results.json, version 3", "json", |reported, context| {
        Ok(exercism(&reported.view(context.audience)))
    });
    /// The Test Anything Protocol.
    Tap = Spec::new("tap", "the Test Anything Protocol, version 14", "tap", |reported, context| {
        Ok(tap(&reported.view(context.audience)))
    });
    /// The compiler's messages, for editors.
    Rustc = Spec {
        leads_to: Lead::Lines,
        ..Spec::new(
            "rustc",
            "compiler messages in JSON, for editors with rust-analyzer",
            "jsonl",
            |reported, context| Ok(rustc(&reported.view(context.audience), &context.code)),
        )
    };
}

impl Format {
    /// Returns the name used on the command line.
    pub fn name(self) -> &'static str {
        self.spec().name
    }

    /// Returns a short description.
    pub fn about(self) -> &'static str {
        self.spec().about
    }

    /// Returns the file extension, such as `xml`.
    pub fn ending(self) -> &'static str {
        self.spec().ending
    }

    /// Returns the names of all formats.
    pub fn names() -> impl Iterator<Item = &'static str> {
        Self::ALL.into_iter().map(Self::name)
    }

    /// Returns the format with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|format| format.name() == name)
    }

    /// Returns the default audience. This is the instructor if the format contains everything, or if the platform can
    /// hide results from students.
    pub fn default_audience(self) -> Audience {
        self.spec().readers
    }

    /// Returns `true` if a platform reads the score from the file and shows the file to the student. There should be
    /// nothing hidden in such a file.
    pub fn is_for_points(self) -> bool {
        self.spec().is_for_points
    }

    /// Returns the part of the submission's code that the report can refer to.
    pub fn linked_code(self) -> Lead {
        self.spec().leads_to
    }

    /// Formats a grade and its corrections.
    ///
    /// `json` always contains the complete grade, without corrections, and so does `gradescope`, with the visibility of
    /// each part. The contents of other formats depend on the audience. A platform reads the score from `classroom50`, so
    /// students can always see this file. For instructors, it therefore includes the points for hidden checks by group,
    /// but nothing else about these checks.
    ///
    /// # Errors
    ///
    /// Returns an error if the format is Classroom 50's and the identity or the score is missing, if a platform would
    /// read a score without criteria that are not graded by hand yet, or with a different maximum than in the rest of the
    /// class, or if the format is for programs and the grade is held back.
    pub fn render(self, corrected: &Corrected, context: &Context) -> Result<String, RenderError> {
        if corrected.is_held() && self != Self::Human {
            return Err(RenderError::Held);
        }
        (self.spec().render)(corrected, context)
    }
}

/// Returns the view for a format with a score for a platform, or an error if a correction sets the total of all points,
/// but the rest of the class has scores without hidden points.
fn view_with_score(
    format: Format,
    corrected: &Corrected,
    context: &Context,
) -> Result<View, RenderError> {
    if corrected.is_incomplete() {
        return Err(RenderError::Incomplete(format));
    }
    let view = match context.audience {
        Audience::Instructor => corrected.view_with_sums(),
        audience => corrected.view(audience),
    };
    let is_hidden = |graded: &CheckGrade| !view.audience.sees(graded.visibility);
    let is_without = corrected.grade().checks.iter().any(is_hidden)
        && !view.hidden.iter().any(|hidden| hidden.sum.is_some());
    let is_set = |applied: &Applied| {
        applied.correction.check.is_none()
            && matches!(applied.correction.effect, Some(Effect::Set(_)))
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
    fn format_names_round_trip() {
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
