//! The result of filling in a gradebook, cell by cell.

use grade::points::Points;

use super::{Award, GradebookEntry};

/// A filled-in gradebook, ready to import.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Filled {
    /// The contents of the file.
    pub text: String,
    /// The header of the filled-in column.
    pub column: String,
    /// The maximum that the platform awards, if the export contains it.
    pub worth: Option<Points>,
    /// Whether the gradebook has a comment column.
    pub has_comments: bool,
    /// The cells of the column, one per student row, in file order.
    pub cells: Vec<GradeCell>,
    /// The indices of the entries without a row.
    pub absent: Vec<usize>,
}

/// A cell in the grade column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GradeCell {
    /// The row's line in the file, starting at 1.
    pub line: usize,
    /// The student, as named in the gradebook.
    pub student: String,
    /// The index of the matching entry, or `None` if there is no clear match.
    pub entry: Option<usize>,
    /// The text before filling in.
    pub old: String,
    /// Whether the cell was written, and if not, why.
    pub fate: CellFate,
    /// What happened to the comment cell.
    pub comment: CommentFate,
}

/// What happened to a cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CellFate {
    /// The cell contains this new text.
    Written(String),
    /// The cell already contained the points.
    Same,
    /// The cell keeps its contents, for this reason.
    Kept(KeptReason),
}

/// What happened to a comment cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CommentFate {
    /// There is no comment, or no column to write it to.
    None,
    /// The cell contains the comment, either written now or found there.
    There,
    /// The cell keeps a different comment.
    Kept,
}

/// Why a cell keeps its contents.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum KeptReason {
    /// The student has no entry.
    NoEntry,
    /// The row belongs to the platform's test student, who never gets a grade.
    TestStudent,
    /// A grader error left no points to fill in.
    NoScore,
    /// The instructor holds the grade back.
    Held,
    /// Criteria are not graded by hand yet.
    Incomplete,
    /// The cell contains a word such as `EX`.
    Word,
    /// The platform has locked the grade.
    Locked,
    /// The cell contains points, although the student has not submitted anything.
    HasPoints,
    /// The submission was rejected, and a zero was not requested.
    Rejected,
    /// The submission was rejected, but the cell contains points.
    RejectedWithPoints,
    /// The platform does not accept so many points.
    TooMany {
        /// The points that were not filled in.
        points: Points,
    },
    /// The cell contains a different score, perhaps entered manually.
    OtherPoints {
        /// The points that would replace it.
        points: Points,
    },
    /// More than one entry, listed by index, has the student's name.
    SameName(Vec<usize>),
    /// More than one entry, listed by index, belongs to the student. This can happen when a student submits alone and
    /// in a group.
    SeveralEntries(Vec<usize>),
    /// The row's columns match different entries, listed by index.
    Contradiction(Vec<usize>),
    /// The row has the same name or login as the entry at this index, but a different id.
    OtherId(usize),
    /// Several rows match an entry.
    SeveralRows {
        /// The entry's index.
        entry: usize,
        /// The lines of the rows in the file, starting at 1.
        lines: Vec<usize>,
    },
}

impl KeptReason {
    pub(super) fn entries_that_could_match(&self) -> Vec<usize> {
        match self {
            Self::SameName(places) | Self::SeveralEntries(places) | Self::Contradiction(places) => {
                places.clone()
            }
            Self::OtherId(place) | Self::SeveralRows { entry: place, .. } => vec![*place],
            Self::NoEntry
            | Self::TestStudent
            | Self::NoScore
            | Self::Held
            | Self::Incomplete
            | Self::Word
            | Self::Locked
            | Self::HasPoints
            | Self::Rejected
            | Self::RejectedWithPoints
            | Self::OtherPoints { .. }
            | Self::TooMany { .. } => Vec::new(),
        }
    }

    /// Describes the reason.
    pub fn describe(&self, entries: &[GradebookEntry]) -> String {
        let label = |place: &usize| entries.get(*place).map_or("?", |entry| entry.label.as_str());
        let labels = |places: &[usize]| {
            let labels: Vec<_> = places.iter().map(label).collect();
            labels.join(", ")
        };
        match self {
            Self::NoEntry => "no submission".to_owned(),
            Self::TestStudent => "the platform's test student".to_owned(),
            Self::NoScore => "no score because of a grader error".to_owned(),
            Self::Held => "the grade is held back".to_owned(),
            Self::Incomplete => "not completely graded by hand yet".to_owned(),
            Self::Word => "the cell contains a word instead of a number".to_owned(),
            Self::Locked => "the grade is locked on the platform".to_owned(),
            Self::HasPoints => "no submission, but the cell contains points".to_owned(),
            Self::Rejected => "needs review: the submission was rejected".to_owned(),
            Self::RejectedWithPoints => {
                "needs review: the submission was rejected, but the cell contains points".to_owned()
            }
            Self::OtherPoints { points } => {
                format!(
                    "the cell contains a different score; `--overwrite` replaces it with {points}"
                )
            }
            Self::TooMany { points } => {
                format!("{points} points are more than the platform accepts")
            }
            Self::SameName(places) => {
                format!("several students have this name: {}", labels(places))
            }
            Self::SeveralEntries(places) => {
                format!("one student has several submissions: {}", labels(places))
            }
            Self::Contradiction(places) => {
                format!("the row names several students: {}", labels(places))
            }
            Self::OtherId(place) => {
                format!(
                    "the row matches the name or login of {}, but has a different id",
                    label(place)
                )
            }
            Self::SeveralRows { entry, lines } => {
                let lines: Vec<_> = lines.iter().map(usize::to_string).collect();
                format!("lines {} all match {}", lines.join(", "), label(entry))
            }
        }
    }
}

impl Filled {
    /// Returns `true` if no manual review is needed, because the gradebook contains the points of every graded student.
    pub fn is_clear(&self, entries: &[GradebookEntry]) -> bool {
        let is_absent = |place: &usize| entries[*place].award != Award::Missing;
        !self.absent.iter().any(is_absent)
            && !self.cells.iter().any(|cell| cell.is_doubtful(entries))
    }
}

impl GradeCell {
    /// Returns `true` if the cell needs manual review, because the student's result or comment was not written, or
    /// because it is unclear who the cell belongs to.
    pub fn is_doubtful(&self, entries: &[GradebookEntry]) -> bool {
        let CellFate::Kept(reason) = &self.fate else {
            return self.comment == CommentFate::Kept;
        };
        let is_nothing = self.entry.is_some_and(|place| entries[place].award.is_nothing());
        match reason {
            // Reports list rejected submissions themselves, and nothing in the gradebook contradicts them.
            KeptReason::NoEntry | KeptReason::Rejected | KeptReason::Held => false,
            // This could also be the name of a real student.
            KeptReason::TestStudent => self.entry.is_some() && !is_nothing,
            KeptReason::Word | KeptReason::Locked => !is_nothing,
            KeptReason::NoScore
            | KeptReason::Incomplete
            | KeptReason::HasPoints
            | KeptReason::RejectedWithPoints
            | KeptReason::OtherPoints { .. }
            | KeptReason::TooMany { .. }
            | KeptReason::SameName(_)
            | KeptReason::SeveralEntries(_)
            | KeptReason::Contradiction(_)
            | KeptReason::OtherId(_)
            | KeptReason::SeveralRows { .. } => true,
        }
    }

    /// Returns the indices of the entries that the cell belongs to, or could belong to.
    pub fn possible_entries(&self) -> Vec<usize> {
        match &self.fate {
            CellFate::Kept(reason) if self.entry.is_none() => reason.entries_that_could_match(),
            _ => self.entry.into_iter().collect(),
        }
    }
}
