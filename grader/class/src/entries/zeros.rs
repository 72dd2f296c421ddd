//! What speaks against a zero for want of a submission.

use gradebook::{Award, Filled};
use intake::class::names;

use super::{Called, Listed};
use crate::error::ClassError;
use crate::grades::Grades;

/// The reason why nobody gets a zero for want of a submission.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoZeros {
    /// The class was graded without a roster.
    #[error(
        "students without a submission are unknown, because the class was graded without a roster"
    )]
    NoRoster,
    /// There is only a part of the class.
    #[error(
        "students without a submission are unknown, because the folder has only a part of the \
         class"
    )]
    Part,
    /// There are grades of submissions that are not in the class as it was graded last.
    #[error(
        "zeros are withheld, because the folder has grades that are not in its summary: {}",
        names.join(", ")
    )]
    Left {
        /// The names of the submissions.
        names: Vec<String>,
    },
    /// Some of the class is not graded.
    #[error("zeros are withheld, because some submissions are not graded: {}", names.join(", "))]
    Ungraded {
        /// The names of the submissions.
        names: Vec<String>,
    },
    /// Somebody was graded who is neither on the roster nor in the gradebook, and may be one of
    /// those who would get a zero.
    #[error(
        "zeros are withheld, because some submissions do not match anyone on the roster or in the \
         gradebook: {}",
        labels.join("; ")
    )]
    Unplaced {
        /// The names of the students or submissions.
        labels: Vec<String>,
    },
    /// Submissions have another name than the student whose number they bear, as those of groups do.
    /// The other members have handed in as well, and the platform does not name them.
    #[error(
        "zeros are withheld, because some submissions may be from groups, and the platform does \
         not list the members: {}",
        labels.join("; ")
    )]
    Groups {
        /// The students with the names of their submissions.
        labels: Vec<String>,
    },
}

impl NoZeros {
    /// A hint on how to go on.
    pub fn hint(&self) -> &'static str {
        match self {
            Self::NoRoster => {
                "run `grader grade` with the same folder again, and add `--roster`; existing \
                 grades are reused"
            }
            Self::Part => "merge the parts with `grader merge` first",
            Self::Left { .. } => {
                "grade all submissions of the class together, or remove the folders of students \
                 who have left from `submissions`"
            }
            Self::Ungraded { .. } => "run `grader grade` with this folder for `--out` again",
            Self::Unplaced { .. } => {
                "each of them may belong to a student who would get a zero; add the ids or names \
                 of these submissions to the roster, and grade again"
            }
            Self::Groups { .. } => {
                "leave out `--missing zero`, and enter the zeros on the platform for students who \
                 are in none of these groups; if a submission is from one student alone, put the \
                 name that it was handed in under on the roster, and grade again"
            }
        }
    }
}

/// What speaks against it in a folder that who is missing has handed in nothing, if anything does.
///
/// # Errors
///
/// If a file of the folder is damaged.
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

/// Whether everybody who was graded is somebody else than those who get a zero.
///
/// # Errors
///
/// If somebody is not known by the roster or the gradebook, or may have handed in for a group, while
/// others get a zero.
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

/// Those whose submission has a name that neither the roster nor the gradebook has for them.
///
/// The submission of a group has the group's name, and on Canvas the number of one of its members.
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
