//! Decides whether it is safe to enter zeros for students without a submission.

use crate::error::ClassError;
use crate::grades::Grades;
use base::UserError;

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
}

impl UserError for NoZeros {
    fn hint(&self) -> Option<String> {
        let hint = match self {
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
        };
        Some(hint.to_owned())
    }
}

/// Returns `None` when it is certain who has not submitted anything, and otherwise the reason for doubt.
///
/// # Errors
///
/// Returns an error if a file in the folder is damaged.
pub fn reason_against_zeros(grades: &Grades) -> Result<Option<NoZeros>, ClassError> {
    Ok(if grades.is_part()? {
        Some(NoZeros::Part)
    } else if !grades.names_no_longer_in_class().is_empty() {
        Some(NoZeros::Left { names: grades.names_no_longer_in_class().to_vec() })
    } else if !grades.ungraded().is_empty() {
        Some(NoZeros::Ungraded { names: grades.ungraded().to_vec() })
    } else {
        None
    })
}
