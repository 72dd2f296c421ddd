//! Decides whether it is safe to enter zeros for students without a submission.

use gradebook::{Award, Filled};
use intake::class::names;

use super::{Called, Listed};
use crate::error::ClassError;
use crate::grades::Grades;

/// Why zeros for missing submissions are withheld.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoZeros {
    /// The class was graded without a roster.
    #[error(
        "cannot tell which students have no submission, because the class was graded without a roster"
    )]
    NoRoster,
    /// The folder contains only part of the class.
    #[error(
        "cannot tell which students have no submission, because the folder contains only part of the \
         class"
    )]
    Part,
    /// The folder contains grades of submissions outside the latest summary.
    #[error(
        "zeros are withheld, because the folder contains grades that are not in its summary: {}",
        names.join(", ")
    )]
    Left {
        /// The names of these submissions.
        names: Vec<String>,
    },
    /// Some submissions are not graded.
    #[error("zeros are withheld, because some submissions are not graded: {}", names.join(", "))]
    Ungraded {
        /// The names of these submissions.
        names: Vec<String>,
    },
    /// Some graded submissions match neither the roster nor the gradebook. Their authors may be among the students who
    /// would get a zero.
    #[error(
        "zeros are withheld, because some submissions do not match anyone on the roster or in the \
         gradebook: {}",
        labels.join("; ")
    )]
    Unplaced {
        /// These students or submissions.
        labels: Vec<String>,
    },
    /// Some submissions have a student's number but a different name, so they may come from groups. The platform does
    /// not list the other members, who would get zeros.
    #[error(
        "zeros are withheld, because some submissions may be from groups whose members are \
         unknown: {}",
        labels.join("; ")
    )]
    Groups {
        /// These students, with the names on their submissions.
        labels: Vec<String>,
    },
}

impl NoZeros {
    /// Returns a hint to resolve the problem.
    pub fn hint(&self) -> &'static str {
        match self {
            Self::NoRoster => {
                "run `grader grade` again with the same folder and `--roster`; existing grades are \
                 reused"
            }
            Self::Part => "merge the parts with `grader merge` first",
            Self::Left { .. } => {
                "grade all submissions of the class together, or remove the folders of students \
                 who have left the class from `submissions`"
            }
            Self::Ungraded { .. } => "run `grader grade` again with this folder as `--out`",
            Self::Unplaced { .. } => {
                "each of them may belong to a student who would get a zero; add the ids or names \
                 of these submissions to the roster, and grade again"
            }
            Self::Groups { .. } => {
                "grade again with `grader grade --groups FILE`, where FILE is the list of groups \
                 from the platform; if a submission is from a single student, add the name on the \
                 submission to the roster"
            }
        }
    }
}

/// Returns `None` when it is certain who has not submitted anything, and otherwise the reason for doubt.
///
/// # Errors
///
/// Returns an error if a file in the folder is damaged.
pub fn against_zeros(grades: &Grades) -> Result<Option<NoZeros>, ClassError> {
    Ok(if grades.is_part()? {
        Some(NoZeros::Part)
    } else if !grades.left().is_empty() {
        Some(NoZeros::Left { names: grades.left().to_vec() })
    } else if !grades.ungraded().is_empty() {
        Some(NoZeros::Ungraded { names: grades.ungraded().to_vec() })
    } else {
        None
    })
}

/// Checks that no graded submission could belong to a student who gets a zero.
///
/// # Errors
///
/// Returns an error when zeros would be entered, but a submission matches neither the roster nor the gradebook, or may
/// come from a group.
pub fn is_all_placed(filled: &Filled, listed: &[Listed]) -> Result<(), NoZeros> {
    let is_missing = |place: usize| listed[place].entry.award == Award::Missing;
    let gets_zero = |cell: &gradebook::Cell| {
        matches!(cell.fate, gradebook::Fate::Written(_)) && cell.entry.is_some_and(is_missing)
    };
    if !filled.cells.iter().any(gets_zero) {
        return Ok(());
    }
    let unplaced = filled.absent.iter().map(|place| &listed[*place]);
    let unplaced = unplaced.filter(|it| it.entry.award != Award::Missing && !it.is_on_roster);
    let labels: Vec<_> = unplaced.map(|it| it.entry.label.clone()).collect();
    if !labels.is_empty() {
        return Err(NoZeros::Unplaced { labels });
    }
    let labels = groups(filled, listed);
    if labels.is_empty() { Ok(()) } else { Err(NoZeros::Groups { labels }) }
}

/// Returns the students with a submission name that matches neither the roster nor the gradebook.
///
/// For a group, the platform shows the group's name. Canvas also shows the number of one member.
fn groups(filled: &Filled, listed: &[Listed]) -> Vec<String> {
    let group = |(place, it): (usize, &Listed)| {
        let Called { name: called, on_roster } = it.called.as_ref()?;
        let rows = filled.cells.iter().filter(|cell| cell.candidates().contains(&place));
        let in_gradebook = rows.map(|cell| cell.student.as_str()).collect::<Vec<_>>();
        let mut names = in_gradebook.iter().copied().chain(on_roster.as_deref());
        if names.any(|name| names::may_be(name, called)) {
            return None;
        }
        let student = in_gradebook.first().copied().unwrap_or(&it.entry.label);
        Some(format!("{student}, submitted as `{called}`"))
    };
    listed.iter().enumerate().filter_map(group).collect()
}
