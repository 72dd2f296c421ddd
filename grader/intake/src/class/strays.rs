//! Ignored files and unmatched submissions, with reasons.

use std::fmt;
use std::path::PathBuf;

use super::{Person, Platform};

/// An ignored file or folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PassedOver {
    /// The path.
    pub path: PathBuf,
    /// The reason.
    pub why: Why,
}

/// Why a file is ignored.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Why {
    /// The file is neither Rust source nor an archive.
    NoCode,
    /// Text entered in a form in addition to files.
    Typed,
    /// Grades of a class, written by this program.
    Grades,
    /// Rust source with a name that does not match the platform of the download.
    Unnamed(Platform),
    /// An unsafe archive entry.
    Unsafe(String),
}

impl fmt::Display for Why {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoCode => f.write_str("neither Rust source nor an archive"),
            Self::Typed => f.write_str("text typed into the submission form"),
            Self::Grades => f.write_str("a folder with grades"),
            Self::Unnamed(platform) => write!(f, "not named like a {} file", platform.name()),
            Self::Unsafe(refusal) => write!(f, "not unpacked, because it {refusal}"),
        }
    }
}

/// A submission with an uncertain author.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stray {
    /// The name of the submission in the class.
    pub submission: String,
    /// The reason.
    pub why: Unmatched,
}

/// Why a submission was not matched with a student on the roster.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unmatched {
    /// No student matches.
    Nobody {
        /// The student's name, or else the id or the email address.
        called: String,
        /// The student with the most similar name.
        like: Option<Person>,
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
    /// The id and the name identify different students.
    Contradiction {
        /// The first key, as in `the id 1001`, and its student.
        one: (String, Person),
        /// The second key and its student.
        other: (String, Person),
    },
}

impl Unmatched {
    /// Returns all students on the roster who could be the author.
    pub fn maybe(&self) -> Vec<&Person> {
        match self {
            Self::Nobody { like, .. } => like.iter().collect(),
            Self::Several { people, .. } => people.iter().collect(),
            Self::Otherwise { one, .. } => vec![one],
            Self::Contradiction { one, other } => vec![&one.1, &other.1],
        }
    }
}

impl fmt::Display for Unmatched {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Nobody { called, like: None } => {
                write!(f, "`{called}` is not on the roster")
            }
            Self::Nobody { called, like: Some(like) } => {
                write!(f, "`{called}` is not on the roster; the closest match is {}", label(like))
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
                label(one)
            ),
            Self::Contradiction { one, other } => {
                write!(
                    f,
                    "{} belongs to {}, but {} belongs to {}",
                    one.0,
                    label(&one.1),
                    other.0,
                    label(&other.1)
                )
            }
        }
    }
}

fn label(person: &Person) -> String {
    person.label().unwrap_or_default()
}

/// A student with more than one submission.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shared {
    /// The student, as in `Sam Lee (1001)`.
    pub student: String,
    /// The names of the submissions.
    pub submissions: Vec<String>,
}

impl fmt::Display for Shared {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: `{}`", self.student, self.submissions.join("`, `"))
    }
}
