//! The result of filling in a gradebook, cell by cell.

use grade::points::Points;

use super::{Award, Entry};

/// A filled-in gradebook, ready to import.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Filled {
    /// The contents of the file.
    pub text: String,
    /// The header of the column that was filled in.
    pub column: String,
    /// The maximum number of points that the platform awards for the assignment, if the export
    /// specifies it.
    pub worth: Option<Points>,
    /// Whether the gradebook has a comment column.
    pub has_comments: bool,
    /// The cells in the column, one per student row, in file order.
    pub cells: Vec<Cell>,
    /// The indices of the entries without a row.
    pub absent: Vec<usize>,
}

/// A cell in the grade column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cell {
    /// The row's line in the file, starting at 1.
    pub line: usize,
    /// The student, as named in the gradebook.
    pub student: String,
    /// The index of the matching entry, or `None` if there is no entry or the match is unclear.
    pub entry: Option<usize>,
    /// The text before filling in.
    pub old: String,
    /// What happened to the cell.
    pub fate: Fate,
    /// What happened to the comment cell beside it.
    pub comment: CommentFate,
}

/// What happened to a cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fate {
    /// The cell now contains this text.
    Written(String),
    /// The cell already contained the points, and keeps its contents.
    Same,
    /// The cell keeps its contents for this reason.
    Kept(Reason),
}

/// What happened to a comment cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CommentFate {
    /// There is no comment to write, or no place to write it.
    None,
    /// The cell contains the comment, which may have been there before.
    There,
    /// The cell keeps a different comment.
    Kept,
}

/// The reason why a cell keeps its contents.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The student has no entry.
    NoEntry,
    /// The row belongs to the platform's test student, who is never graded.
    TestStudent,
    /// There was a grader error, so there are no points to fill in.
    NoScore,
    /// The cell contains a word, such as `EX`, instead of a number.
    Word,
    /// The platform has locked the grade.
    Locked,
    /// Nothing was submitted, but the cell contains points.
    HasPoints,
    /// The submission was rejected, and no zero was requested.
    Rejected,
    /// The submission was rejected, but the cell contains points.
    RejectedWithPoints,
    /// The points exceed what the platform accepts.
    TooMany {
        /// The points that would have been filled in.
        points: Points,
    },
    /// The cell contains a different score, which may have been entered manually.
    OtherPoints {
        /// The points that would replace it.
        points: Points,
    },
    /// Several entries, listed by index, have the student's name.
    SameName(Vec<usize>),
    /// Several entries, listed by index, belong to the student, such as a group submission and an
    /// individual one.
    SeveralEntries(Vec<usize>),
    /// Different columns of the row match different entries, listed by index.
    Contradiction(Vec<usize>),
    /// The row has the name or login of the entry at this index, but a different id.
    OtherId(usize),
    /// Several rows match the same entry.
    SeveralRows {
        /// The entry's index.
        entry: usize,
        /// The lines of the rows in the file, starting at 1.
        lines: Vec<usize>,
    },
}

impl Reason {
    /// Returns the indices of the entries that the row may belong to.
    pub(super) fn candidates(&self) -> Vec<usize> {
        match self {
            Self::SameName(places) | Self::SeveralEntries(places) | Self::Contradiction(places) => {
                places.clone()
            }
            Self::OtherId(place) | Self::SeveralRows { entry: place, .. } => vec![*place],
            Self::NoEntry
            | Self::TestStudent
            | Self::NoScore
            | Self::Word
            | Self::Locked
            | Self::HasPoints
            | Self::Rejected
            | Self::RejectedWithPoints
            | Self::OtherPoints { .. }
            | Self::TooMany { .. } => Vec::new(),
        }
    }

    /// Describes the reason in a few words.
    pub fn text(&self, entries: &[Entry]) -> String {
        let label = |place: &usize| entries.get(*place).map_or("?", |it| it.label.as_str());
        let labels = |places: &[usize]| {
            let labels: Vec<_> = places.iter().map(label).collect();
            labels.join(", ")
        };
        match self {
            Self::NoEntry => "no submission".to_owned(),
            Self::TestStudent => "the platform's test student".to_owned(),
            Self::NoScore => "no score because of a grader error".to_owned(),
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
    /// Returns `true` if nothing needs manual review, because the points of every graded student
    /// are in the gradebook.
    pub fn is_clear(&self, entries: &[Entry]) -> bool {
        let is_absent = |place: &usize| entries[*place].award != Award::Missing;
        !self.absent.iter().any(is_absent) && !self.cells.iter().any(|it| it.is_doubtful(entries))
    }
}

impl Cell {
    /// Returns `true` if the cell needs manual review, because it lacks the student's result or
    /// comment, or because its student is unclear.
    pub fn is_doubtful(&self, entries: &[Entry]) -> bool {
        let Fate::Kept(reason) = &self.fate else {
            return self.comment == CommentFate::Kept;
        };
        let is_nothing = self.entry.is_some_and(|it| entries[it].award.is_nothing());
        match reason {
            Reason::NoEntry | Reason::Rejected => false,
            // A real student may have this name.
            Reason::TestStudent => self.entry.is_some() && !is_nothing,
            Reason::Word | Reason::Locked => !is_nothing,
            Reason::NoScore
            | Reason::HasPoints
            | Reason::RejectedWithPoints
            | Reason::OtherPoints { .. }
            | Reason::TooMany { .. }
            | Reason::SameName(_)
            | Reason::SeveralEntries(_)
            | Reason::Contradiction(_)
            | Reason::OtherId(_)
            | Reason::SeveralRows { .. } => true,
        }
    }

    /// Returns the indices of the entries that the cell belongs to, or may belong to.
    pub fn candidates(&self) -> Vec<usize> {
        match &self.fate {
            Fate::Kept(reason) if self.entry.is_none() => reason.candidates(),
            _ => self.entry.into_iter().collect(),
        }
    }
}
