//! Audiences, and the view of a grade for each audience.
//!
//! Reports cannot access a [`Grade`](crate::Grade), only a [`View`], which leaves out everything that the audience must
//! not see, to avoid revealing hidden results by mistake. Only `grade.json` is written from the grade itself.

mod caps;
mod contents;
mod corrected;
mod correction;
mod hand;
mod platform;
mod selection;
#[cfg(test)]
mod tests;

pub use caps::{CapChange, CapView};
pub use contents::{
    CheckView, CombinedResult, Finding, Hidden, LateView, Needed, Provenance, View,
};
pub use corrected::Corrected;
pub use correction::{Correction, Effected};
pub use hand::{CriterionView, HandView};
pub use platform::PlatformView;
pub use selection::CheckSelection;

use super::Visibility;
use crate::Remark;
use crate::check::JudgedBy;
use contents::is_hidden_from;

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

/// Returns the remarks that an audience may see. `checks` are the checks that the view shows.
fn visible_remarks(corrected: &Corrected, checks: &[CheckView], audience: Audience) -> Vec<Remark> {
    let grade = &corrected.grade;
    let is_open = |remark: &&Remark| {
        let is_of_hidden = remark.check.is_some_and(|check| is_hidden_from(grade, check, audience));
        audience.sees(remark.visibility) && !is_of_hidden
    };
    // What earns no points is reported only on request. Headlines and reasons for a review concern the whole submission.
    let is_wanted = |remark: &&Remark| {
        remark.is_headline
            || remark.needs_review
            || remark.check.is_none_or(|check| corrected.is_wanted(check))
    };
    let is_said = checks.iter().any(is_wrong_answer);
    // A headline about no check is about the solver. If the view shows the wrong answer of the solver, the headline
    // would repeat it, and seem to blame the board. If the check is hidden, only the headline says it.
    let repeats = |remark: &&Remark| is_said && remark.is_headline && remark.check.is_none();
    let remarks = grade.remarks.iter().filter(is_open).filter(is_wanted);
    remarks.filter(|remark| !repeats(remark)).cloned().collect()
}

/// Returns `true` if the view shows a wrong answer of the solver.
fn is_wrong_answer(check: &CheckView) -> bool {
    matches!(check.check.spec().judged_by, JudgedBy::Answer(_))
        && matches!(check.finding, Finding::Fail(_))
}
