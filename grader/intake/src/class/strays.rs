//! What of a class is not graded, or belongs to nobody for sure, and why.

use std::fmt;
use std::path::PathBuf;

use super::{Person, Platform};

/// Something in a class's folder that is not graded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PassedOver {
    /// Its path.
    pub path: PathBuf,
    /// The reason.
    pub why: Why,
}

/// The reason why something is not graded.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Why {
    /// A file that is neither Rust source nor an archive.
    NoCode,
    /// What a student has typed into a form, beside the files.
    Typed,
    /// The grades of a class, which this program has written.
    Grades,
    /// Rust source in the download of a platform that has not named it.
    Unnamed(Platform),
    /// A file of an archive that is not safe to unpack.
    Unsafe(String),
}

impl fmt::Display for Why {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoCode => f.write_str("neither Rust source nor an archive"),
            Self::Typed => f.write_str("typed into a form in addition to the files"),
            Self::Grades => f.write_str("a folder of grades"),
            Self::Unnamed(platform) => write!(f, "not named as {} names files", platform.name()),
            Self::Unsafe(refusal) => write!(f, "not unpacked, because it {refusal}"),
        }
    }
}

/// A submission of which it is not known whose it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stray {
    /// Its name in the class.
    pub submission: String,
    /// The reason.
    pub why: Unmatched,
}

/// The reason why somebody was not found on the roster.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unmatched {
    /// Nobody on it is called so.
    Nobody {
        /// The word for the person: a name, or else an id or an address.
        called: String,
        /// Somebody on the roster whose name is much the same.
        like: Option<Person>,
    },
    /// Several on it are called so.
    Several {
        /// The word for the person.
        called: String,
        /// Those on the roster.
        people: Vec<Person>,
    },
    /// By the platform's number it is somebody's, and it is called otherwise, as a group's is.
    Otherwise {
        /// The name that it is handed in by.
        called: String,
        /// Whose number it is. The submission is taken for that person's.
        one: Person,
    },
    /// The id is that of one person, and the name that of another.
    Contradiction {
        /// What is said of one, as in `the id 1001`, and whose it is.
        one: (String, Person),
        /// What is said of the other.
        other: (String, Person),
    },
}

impl Unmatched {
    /// Those on the roster who may be meant.
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
                write!(f, "`{called}` is not on the roster; is it {}?", label(like))
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
                "submitted by {} as `{called}`: if this is a group, its members are unknown",
                label(one)
            ),
            Self::Contradiction { one, other } => {
                write!(
                    f,
                    "{} is {}'s, and {} is {}'s",
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

/// Somebody whom several submissions are from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shared {
    /// The person, as in `Sam Lee (1001)`.
    pub student: String,
    /// The names of the submissions.
    pub submissions: Vec<String>,
}

impl fmt::Display for Shared {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: `{}`", self.student, self.submissions.join("`, `"))
    }
}
