//! Attempts that have not been opened yet.

use std::collections::BTreeSet;
use std::fmt;
use std::path::{Path, PathBuf};

use base::digest::PartsHash;
use serde::{Deserialize, Serialize};

use super::name;
use super::time::SubmissionTime;
use super::{Person, Platform};
use crate::IntakeError;
use crate::opened_input::{self, OpenedInput, PathInArchive};
use crate::submission::Submission;

/// An attempt, with everything known before opening it.
///
/// A class contains the newest attempt of each submission, which contains the older attempts. A line of `class.json`
/// has the data from the platform and the roster, but no local paths.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
pub struct Attempt {
    /// The name of the submission, unique in the class and safe as a file name on every system. For the escapes, see
    /// [`file_name`](super::escape_as_file_name).
    ///
    /// This is the id on the roster, or else the platform's name for the student, or else the name of the folder or
    /// archive. A group has all ids, joined by `+`.
    #[serde(rename = "submission")]
    pub name: String,
    /// The authors, as known from the platform or the roster. A group submission has more than one.
    pub students: Vec<Person>,
    /// The group of the authors, if a groups file lists its members.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub group: Option<String>,
    /// The platform, if known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<Platform>,
    /// The platform's name for the attempt, such as `submission_123` or an upload number.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub submission_id: Option<String>,
    /// The submission time, as written by the platform.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub handed_in: Option<String>,
    /// The submission time in a common format. For a clone, this is the commit time from the student's machine, which
    /// nothing verifies.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time: Option<SubmissionTime>,
    /// Whether the platform marks the attempt as late.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub late: bool,
    /// The checked-out commit of a git clone, in hexadecimal. Uncommitted changes are also graded.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub commit: Option<String>,
    /// The number of the attempt, if there is more than one in a known order.
    #[serde(default, skip_serializing_if = "Option::is_none", rename = "attempt")]
    pub number: Option<AttemptNumber>,
    /// The submitted folder, archive or files, or an empty list from `class.json`.
    #[serde(skip)]
    pub source: SubmissionSource,
    /// Whether another file in the same attempt displaced this one, as `board.rs` displaces `board-1.rs`. A displaced
    /// file does not count as an attempt.
    #[serde(skip)]
    pub is_displaced: bool,
    /// Whether a file of authors or groups says who the authors are.
    #[serde(skip)]
    pub is_declared: bool,
    /// The older attempts by the same student, newest first.
    #[serde(skip)]
    pub older: Vec<Attempt>,
}

/// The number of an attempt, if there is more than one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub struct AttemptNumber {
    /// The number, starting at 1 for the earliest, if known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub number: Option<usize>,
    /// The number of attempts, at least 2.
    pub of: usize,
}

impl AttemptNumber {
    /// Returns `true` for the newest attempt.
    pub fn is_latest(self) -> bool {
        self.number == Some(self.of)
    }
}

/// Formats the number, as in `2 of 3`.
impl fmt::Display for AttemptNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.number {
            Some(number) => write!(f, "{number} of {}", self.of),
            None => write!(f, "? of {}", self.of),
        }
    }
}

/// A submission's location. A path may lead into a class archive.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum SubmissionSource {
    /// A folder.
    Folder(#[serde(with = "base::path_bytes")] PathBuf),
    /// An archive, or a file submitted as an archive.
    Archive(#[serde(with = "base::path_bytes")] PathBuf),
    /// Individual files, which may include archives.
    Files(Vec<Upload>),
}

/// An individual file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Upload {
    /// The file's path.
    #[serde(with = "base::path_bytes")]
    pub path: PathBuf,
    /// The student's name for the file, such as `board.rs`.
    pub name: String,
}

impl Default for SubmissionSource {
    fn default() -> Self {
        Self::Files(Vec::new())
    }
}

impl Attempt {
    /// Returns all attempts that can count, oldest first, with their numbers.
    pub fn counting_attempts(&self) -> Vec<Self> {
        let earlier =
            // `older` begins with the newest.
            self.older.iter().rev().filter(|attempt| !attempt.is_displaced).map(|attempt| Self {
                name: self.name.clone(),
                students: self.students.clone(),
                group: self.group.clone(),
                from: self.from,
                ..attempt.clone()
            });
        let newest = Self { older: Vec::new(), ..self.clone() };
        let mut all: Vec<Self> = earlier.chain([newest]).collect();
        let of = all.len();
        if of > 1 {
            for (at, attempt) in all.iter_mut().enumerate() {
                attempt.number = Some(AttemptNumber { number: Some(at + 1), of });
            }
        }
        all
    }

    /// Returns the first of these attempts, which must be the newest, with the others as its older attempts.
    pub(super) fn newest_with_older(attempts: Vec<Self>) -> Option<Self> {
        let mut attempts = attempts.into_iter();
        let newest = attempts.next()?;
        Some(Self { older: attempts.collect(), ..newest })
    }

    /// Returns the files, folders and archives of older attempts, without duplicates and parts of the newest attempt.
    pub fn paths_of_older_attempts(&self) -> Vec<&Path> {
        let mut seen = self.source.paths();
        let mut found = Vec::new();
        for path in self.older.iter().flat_map(|attempt| attempt.source.paths()) {
            if !seen.contains(&path) {
                seen.push(path);
                found.push(path);
            }
        }
        found
    }

    /// Creates an attempt with a location, and a name derived from `text`.
    pub fn new(text: &str, source: SubmissionSource) -> Self {
        Self { name: name::escape_as_file_name(text), source, ..Self::default() }
    }

    /// Reads the submission under its name in the class, which messages use instead of local paths.
    ///
    /// # Errors
    ///
    /// Fails if the source is not a submission, or cannot be read completely.
    pub fn read(&self) -> Result<Submission, IntakeError> {
        Ok(self.source.open(Path::new(&self.name))?.read_submission()?.with_name(self.name.clone()))
    }
}

impl SubmissionSource {
    /// Opens the source, which messages call `label`. Single files are in a folder of this name.
    ///
    /// # Errors
    ///
    /// Fails if there is nothing to open, or not exactly one of several archives contains code.
    pub fn open(&self, label: &Path) -> Result<OpenedInput, IntakeError> {
        match self {
            Self::Folder(path) | Self::Archive(path) => opened_input::open_as(path, label),
            Self::Files(files) => OpenedInput::from_single_files(label, &paths_and_names(files)),
        }
    }

    /// Returns the files and folders on disk, including class archives, that hold the submission.
    pub fn paths_on_disk(&self) -> BTreeSet<PathBuf> {
        let container = |path: &Path| match PathInArchive::parse(path) {
            Some(PathInArchive { archive, .. }) => archive,
            None => path.to_owned(),
        };
        self.paths().into_iter().map(container).collect()
    }

    /// Returns a hash of everything that reading the source can see, except for the label. The student's archives are
    /// not opened.
    ///
    /// Returns `None` if something is a link, special, unreadable or too large.
    pub fn digest(&self) -> Option<String> {
        let label = Path::new("");
        let (kind, input) = match self {
            Self::Folder(path) => ("folder", opened_input::folder(path, label).ok()?),
            Self::Archive(path) => {
                // The ending tells readers what to expect.
                let name = path.file_name()?.to_string_lossy();
                ("archive", opened_input::input_with_single_files(label, &[(path, &name)]).ok()?)
            }
            Self::Files(files) => (
                "files",
                opened_input::input_with_single_files(label, &paths_and_names(files)).ok()?,
            ),
        };
        Some([kind, &input.digest()?].into_iter().collect::<PartsHash>().with_algorithm_name())
    }

    /// Returns the path to the folder or to the first file.
    pub fn path(&self) -> &Path {
        self.paths().into_iter().next().unwrap_or(Path::new(""))
    }

    /// Returns the path to the folder, or to each file.
    pub fn paths(&self) -> Vec<&Path> {
        match self {
            Self::Folder(path) | Self::Archive(path) => vec![path],
            Self::Files(files) => files.iter().map(|file| file.path.as_path()).collect(),
        }
    }
}

fn paths_and_names(files: &[Upload]) -> Vec<(&Path, &str)> {
    files.iter().map(|file| (file.path.as_path(), file.name.as_str())).collect()
}
