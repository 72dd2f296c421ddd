//! Audiences, and the view of a grade for each audience.
//!
//! Reports cannot access a [`Grade`](super::Grade), only a [`View`], which leaves out everything that the audience must
//! not see, to avoid revealing hidden results by mistake. Only `grade.json` is written from the grade itself.

mod caps;
mod corrected;
mod correction;
mod late;
mod platform;
mod remarks;
mod selection;
mod shown;
#[cfg(test)]
mod tests;

pub use caps::{CapChange, CapView};
pub use corrected::Corrected;
pub use correction::{Correction, Effected};
pub use platform::PlatformView;
pub use selection::CheckSelection;
pub use shown::{CheckView, CombinedResult, Finding, Hidden, LateView, Needed, Provenance, View};

use super::Visibility;

/// The readers of a report.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Audience {
    /// Students while submissions are open.
    #[default]
    Student,
    /// Students once submissions are closed.
    AfterDueDate,
    /// Instructors, who may see everything.
    Instructor,
}

impl Audience {
    /// All audiences, starting with the most restricted.
    pub const ALL: [Self; 3] = [Self::Student, Self::AfterDueDate, Self::Instructor];

    /// Returns the name used on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Student => "student",
            Self::AfterDueDate => "after-due-date",
            Self::Instructor => "instructor",
        }
    }

    /// Returns a short description of what the audience may see.
    pub fn about(self) -> &'static str {
        match self {
            Self::Student => {
                "the visible checks, and how many others there are and what they are worth"
            }
            Self::AfterDueDate => "also checks with `after_due_date`",
            Self::Instructor => "everything",
        }
    }

    /// Returns the audience with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|audience| audience.name() == name)
    }

    /// Returns the most restricted audience that may see this visibility.
    pub fn for_visibility(visibility: Visibility) -> Self {
        match visibility {
            Visibility::Visible => Self::Student,
            Visibility::AfterDueDate => Self::AfterDueDate,
            Visibility::Hidden => Self::Instructor,
        }
    }

    /// Returns `true` if the audience may see this visibility.
    pub fn sees(self, visibility: Visibility) -> bool {
        self >= Self::for_visibility(visibility)
    }
}

/// Whether to include the points for hidden checks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sums {
    Omitted,
    Included,
}
