//! Audiences of a report, and the view of a grade that each of them gets.
//!
//! Reports never see a [`Grade`](super::Grade): they take a [`View`], in which there is nothing that
//! its audience must not know. So what is hidden cannot be shown by mistake, whatever a report does.
//! `grade.json` alone is written from the grade itself.

mod caps;
mod corrected;
mod correction;
mod late;
mod platform;
mod shown;
#[cfg(test)]
mod tests;

pub use caps::{CapChange, CapView};
pub use corrected::Corrected;
pub use correction::{Correction, Effected};
pub use platform::Platform;
pub use shown::{CheckView, Finding, Hidden, LateView, Needed, Provenance, Sum, View};

use super::Visibility;

/// The audience of a report.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Audience {
    /// The student, while the assignment is open.
    #[default]
    Student,
    /// The student, once no more can be handed in.
    AfterDueDate,
    /// The instructor, who may know all.
    Instructor,
}

impl Audience {
    /// Every audience, from the one that may know least.
    pub const ALL: [Self; 3] = [Self::Student, Self::AfterDueDate, Self::Instructor];

    /// Its name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Student => "student",
            Self::AfterDueDate => "after-due-date",
            Self::Instructor => "instructor",
        }
    }

    /// The people of this audience, in a few words.
    pub fn about(self) -> &'static str {
        match self {
            Self::Student => "the visible checks, and the number and points of the others",
            Self::AfterDueDate => "also checks with `after_due_date`",
            Self::Instructor => "everything",
        }
    }

    /// The audience with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|audience| audience.name() == name)
    }

    /// The first audience that may see what has this visibility.
    pub fn of(visibility: Visibility) -> Self {
        match visibility {
            Visibility::Visible => Self::Student,
            Visibility::AfterDueDate => Self::AfterDueDate,
            Visibility::Hidden => Self::Instructor,
        }
    }

    /// Whether it may see what has this visibility.
    pub fn sees(self, visibility: Visibility) -> bool {
        self >= Self::of(visibility)
    }
}

/// Whether the points of what is hidden are told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sums {
    Secret,
    Told,
}
