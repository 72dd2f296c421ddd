//! What became of a gradebook, cell by cell.

use grade::points::Points;

use super::{Award, Entry};

/// A gradebook to import.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Filled {
    /// The text of the file.
    pub text: String,
    /// The header of the column that was filled in.
    pub column: String,
    /// The most points that the platform gives for the assignment, if the export says so.
    pub worth: Option<Points>,
    /// Whether there is a column for comments.
    pub has_comments: bool,
    /// The cells of the column, one for each row of a student, in the order of the file.
    pub cells: Vec<Cell>,
    /// The entries without a row, by their places.
    pub absent: Vec<usize>,
}

/// A cell of the column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cell {
    /// The line of its row in the file, from 1.
    pub line: usize,
    /// The student, as the gradebook writes it.
    pub student: String,
    /// The entry that it is for, by its place; none if that is not clear, or if there is none.
    pub entry: Option<usize>,
    /// What it said.
    pub old: String,
    /// What became of it.
    pub fate: Fate,
    /// What became of the cell for a comment beside it.
    pub comment: CommentFate,
}

/// What became of a cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fate {
    /// It says this now.
    Written(String),
    /// It said the same already, and stays as it is.
    Same,
    /// It stays as it is.
    Kept(Reason),
}

/// What became of the cell for a comment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CommentFate {
    /// There is nothing to say, or no place for it.
    None,
    /// It has the comment now, or had it already.
    There,
    /// It has another comment, which stays.
    Kept,
}

/// The reason why a cell stays as it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// There is no entry for the student.
    NoEntry,
    /// It is the platform's own student, whom nobody grades.
    TestStudent,
    /// The grader was at fault, so there are no points to fill in.
    NoScore,
    /// It holds a word, such as `EX`, and no number.
    Word,
    /// The platform says that it cannot be changed.
    Locked,
    /// Nothing was handed in, and it holds points all the same.
    HasPoints,
    /// What was handed in was rejected, and no zero was asked for.
    Rejected,
    /// What was handed in was rejected, and it holds points all the same.
    RejectedWithPoints,
    /// The points are more than the platform takes.
    TooMany {
        /// The points that would have been filled in.
        points: Points,
    },
    /// The cell contains other points, which may have been entered by hand.
    OtherPoints {
        /// The points that would replace them.
        points: Points,
    },
    /// Several entries have the name, by their places.
    SameName(Vec<usize>),
    /// One student is in several entries, by their places: a group and a submission alone.
    SeveralEntries(Vec<usize>),
    /// One column of the row knows one entry, and another column another, by their places.
    Contradiction(Vec<usize>),
    /// The name is that of an entry, by its place, and the ids are not.
    OtherId(usize),
    /// Several rows are of one student.
    SeveralRows {
        /// The place of the entry.
        entry: usize,
        /// The lines of the rows in the file, from 1.
        lines: Vec<usize>,
    },
}

impl Reason {
    /// The entries that a row may be of, by their places.
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

    /// The reason in a few words.
    pub fn text(&self, entries: &[Entry]) -> String {
        let label = |place: &usize| entries.get(*place).map_or("?", |it| it.label.as_str());
        let labels = |places: &[usize]| {
            let labels: Vec<_> = places.iter().map(label).collect();
            labels.join(", ")
        };
        match self {
            Self::NoEntry => "no submission".to_owned(),
            Self::TestStudent => "the platform's test student".to_owned(),
            Self::NoScore => "no score: the grader was at fault".to_owned(),
            Self::Word => "the cell contains a word instead of a number".to_owned(),
            Self::Locked => "the platform locks the grade".to_owned(),
            Self::HasPoints => "no submission, but the cell contains points".to_owned(),
            Self::Rejected => "needs review: the submission was rejected".to_owned(),
            Self::RejectedWithPoints => {
                "needs review: the submission was rejected, but the cell contains points".to_owned()
            }
            Self::OtherPoints { points } => {
                format!("the cell contains other points; `--overwrite` writes {points}")
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
                format!("it matches the name or login of {}, but another id", label(place))
            }
            Self::SeveralRows { entry, lines } => {
                let lines: Vec<_> = lines.iter().map(usize::to_string).collect();
                format!("lines {} all match {}", lines.join(", "), label(entry))
            }
        }
    }
}

impl Filled {
    /// Whether nothing of it needs a look: everybody who was graded has the points.
    pub fn is_clear(&self, entries: &[Entry]) -> bool {
        let is_absent = |place: &usize| entries[*place].award != Award::Missing;
        !self.absent.iter().any(is_absent) && !self.cells.iter().any(|it| it.is_doubtful(entries))
    }
}

impl Cell {
    /// Whether somebody has to look at it: there are points for the student that are not in it, or
    /// it is not clear whose it is.
    pub fn is_doubtful(&self, entries: &[Entry]) -> bool {
        let Fate::Kept(reason) = &self.fate else {
            return self.comment == CommentFate::Kept;
        };
        let is_nothing = self.entry.is_some_and(|it| entries[it].award.is_nothing());
        match reason {
            Reason::NoEntry | Reason::Rejected => false,
            // Somebody may really be called that.
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

    /// The entries that a cell is for, or would be if it were clear, by their places.
    pub fn candidates(&self) -> Vec<usize> {
        match &self.fate {
            Fate::Kept(reason) if self.entry.is_none() => reason.candidates(),
            _ => self.entry.into_iter().collect(),
        }
    }
}
