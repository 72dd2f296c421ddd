//! Ignored files and unmatched submissions, with reasons.

use std::fmt;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::{Attempt, Person, Platform};
use crate::archive;

/// An ignored file or folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IgnoredPath {
    /// The path.
    pub path: PathBuf,
    /// The reason.
    pub why: IgnoredReason,
    /// Whether this may be the work of a student without a submission.
    pub may_be_work: bool,
}

/// A student who may have handed in something, although no submission is certainly theirs.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct DoubtfulStudent {
    /// The student.
    #[serde(flatten)]
    pub person: Person,
    /// A sentence about each ignored file and unmatched submission that may be theirs.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub because: Vec<String>,
    /// The submissions that may be theirs, if there is no other reason. If a gradebook shows other authors for all these,
    /// the student is missing.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub submissions: Vec<String>,
}

/// An ignored file that may be somebody's work.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct LeftOutFile {
    /// The path in the class.
    path: PathBuf,
    why: IgnoredReason,
    /// Whether the file is in the folder of a submission.
    pub(super) is_in_submission: bool,
}

impl LeftOutFile {
    pub(super) fn new(file: &IgnoredPath, folders: &[PathBuf], entries: &[Attempt]) -> Self {
        let IgnoredPath { path, why, .. } = file.clone();
        let inside = folders.iter().find_map(|folder| path.strip_prefix(folder).ok());
        let name = || path.file_name().unwrap_or_default();
        let inside = inside.filter(|place| !place.as_os_str().is_empty());
        let inside = inside.unwrap_or_else(|| Path::new(name())).to_owned();
        let has =
            |attempt: &Attempt| attempt.source.paths().iter().any(|own| path.starts_with(own));
        let is_in_submission =
            entries.iter().any(|entry| has(entry) || entry.older.iter().any(has));
        Self { path: inside, why, is_in_submission }
    }

    /// Returns `true` if the file may be part of a submission that counts without it.
    pub(super) fn may_be_part(&self) -> bool {
        matches!(self.why, IgnoredReason::Unsafe(_))
    }

    /// Returns the names of the folders and the file, which may be the author's, each also without the extension.
    pub(super) fn names(&self) -> impl Iterator<Item = (String, String)> {
        self.path.iter().map(|part| {
            let name = part.to_string_lossy().into_owned();
            let stem = archive::name_without_ending(Path::new(&name));
            let stem = stem.rsplit_once('.').map_or(&*stem, |(stem, _)| stem).to_owned();
            (name, stem)
        })
    }
}

impl fmt::Display for LeftOutFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}`: {}", self.path.display(), self.why)
    }
}

/// Why a file is ignored.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum IgnoredReason {
    /// The file is neither Rust source nor an archive.
    NoCode,
    /// Text entered in a form in addition to files.
    Typed,
    /// Grades of a class, written by this program.
    Grades,
    /// A gradebook or another list of students.
    List,
    /// A file or folder that is hidden, or named like cargo's output.
    Hidden,
    /// Rust source outside any submission.
    Loose,
    /// Rust source with a name that does not match the platform of the download.
    Unnamed(Platform),
    /// A link, a device or another special file in an archive.
    Special,
    /// An unsafe archive entry.
    Unsafe(String),
}

impl fmt::Display for IgnoredReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoCode => f.write_str("neither Rust source nor an archive"),
            Self::Typed => f.write_str("text typed into the submission form"),
            Self::Grades => f.write_str("a folder with grades"),
            Self::List => f.write_str("a list of students"),
            Self::Hidden => f.write_str("hidden, or named like build output"),
            Self::Loose => f.write_str("Rust source outside any submission"),
            Self::Unnamed(platform) => write!(f, "not named like a {} file", platform.name()),
            Self::Special => f.write_str("a link or a device"),
            Self::Unsafe(refusal) => write!(f, "not unpacked, because it {refusal}"),
        }
    }
}

/// A submission with an uncertain author.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnmatchedSubmission {
    /// The name of the submission in the class.
    pub submission: String,
    /// The reason.
    pub why: UnmatchedReason,
}

/// Why a submission was not matched with a student on the roster.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum UnmatchedReason {
    /// No student matches.
    Nobody {
        /// The student's name, or else the id or the email address.
        called: String,
        /// The student with the most similar name.
        like: Option<Person>,
        /// Whether the platform names a person. Otherwise, this may be a group, or anybody's name for a folder.
        is_outsider: bool,
    },
    /// More than one student matches.
    Several {
        /// The name, id or address.
        called: String,
        /// The matching students.
        people: Vec<Person>,
    },
    /// The platform's number identifies a student with a different name, as in a group submission.
    Otherwise {
        /// The name of the submission.
        called: String,
        /// The student with this number, who gets the submission.
        one: Person,
    },
    /// The name is a student's, but so is that of another submission or account, and anybody can choose a name.
    Namesake {
        /// The name.
        called: String,
        /// The student with this name.
        one: Person,
    },
    /// The id and the name identify different students.
    Contradiction {
        /// The first key, as in `the id 1001`, and its student.
        one: (String, Person),
        /// The second key and its student.
        other: (String, Person),
    },
}

impl UnmatchedReason {
    /// Returns the students on the roster who could be the author, or `None` if anybody could.
    pub fn possible_authors(&self) -> Option<Vec<&Person>> {
        match self {
            Self::Nobody { like, is_outsider: true, .. } => Some(like.iter().collect()),
            // The submission may be that of a group, whose other members are not known.
            Self::Nobody { .. } | Self::Otherwise { .. } => None,
            Self::Namesake { one, .. } => Some(vec![one]),
            Self::Several { people, .. } => Some(people.iter().collect()),
            Self::Contradiction { one, other } => Some(vec![&one.1, &other.1]),
        }
    }
}

impl fmt::Display for UnmatchedReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Nobody { called, like: None, .. } => {
                write!(f, "`{called}` is not on the roster")
            }
            Self::Nobody { called, like: Some(like), .. } => {
                write!(
                    f,
                    "`{called}` is not on the roster; the closest match is {}",
                    label_of_person(like)
                )
            }
            Self::Several { called, people } => {
                let count = match people.len() {
                    2 => "two".to_owned(),
                    count => count.to_string(),
                };
                let ids: Vec<&str> = people.iter().filter_map(Person::id_or_name).collect();
                let ids = ids.join(", ");
                write!(f, "{count} students on the roster are named `{called}`; use ids ({ids})")
            }
            Self::Otherwise { called, one } => write!(
                f,
                "submitted by {} as `{called}`: if `{called}` is a group, its other members are \
                 unknown",
                label_of_person(one)
            ),
            Self::Namesake { called, one } => write!(
                f,
                "named `{called}` like {}, but another submission or account has this name, too",
                label_of_person(one)
            ),
            Self::Contradiction { one, other } => {
                write!(
                    f,
                    "{} belongs to {}, but {} belongs to {}",
                    one.0,
                    label_of_person(&one.1),
                    other.0,
                    label_of_person(&other.1)
                )
            }
        }
    }
}

fn label_of_person(person: &Person) -> String {
    person.label().unwrap_or_default()
}

/// A student with more than one submission.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SharedStudent {
    /// The student, as in `Sam Lee (1001)`.
    pub student: String,
    /// The names of the submissions.
    pub submissions: Vec<String>,
}

impl fmt::Display for SharedStudent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: `{}`", self.student, self.submissions.join("`, `"))
    }
}
