//! What was handed in, before it is opened, and by whom.

use std::fmt;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::name;
use super::time::Moment;
use super::{Person, Platform};
use crate::submission::Submission;
use crate::{IntakeError, Opened, Sources, open, sources, together};

/// Something that was handed in: what is known of it, before it is opened.
///
/// A class has the newest attempt of each submission, with those before it. As a line of `class.json`
/// it has the words of the platform and the roster, and nothing of where it is on this machine.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
pub struct Attempt {
    /// The name of its submission, which is safe as the name of a file on every system, and unique in
    /// its class: see [`file_name`](super::file_name) for how other characters are written.
    ///
    /// It is the id on the roster, or else the platform's name for the student, or else the name of
    /// the folder or archive. A group has all of its ids, with `+` between them.
    #[serde(rename = "submission")]
    pub name: String,
    /// The people who handed it in, as far as the platform or the roster tells. Several are a group.
    pub students: Vec<Person>,
    /// The name of the group that it is from, if a file of groups has the members.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub group: Option<String>,
    /// The platform that it was downloaded from, if that can be told.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<Platform>,
    /// The platform's name for it, such as `submission_123` or the number of an upload.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub submission_id: Option<String>,
    /// The time when it was handed in, as the platform writes it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub handed_in: Option<String>,
    /// The same time in one form for all platforms. Of a clone it is the time of its commit, which
    /// is what the student's machine said, and nothing that anybody has checked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time: Option<Moment>,
    /// Whether the platform says that it was late.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub late: bool,
    /// The commit that a clone of a git repository is at, as hexadecimal digits. Changes in its
    /// folder that were not committed are graded all the same.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub commit: Option<String>,
    /// Which attempt it is, if there were several and that is known.
    #[serde(default, skip_serializing_if = "Option::is_none", rename = "attempt")]
    pub number: Option<AttemptNumber>,
    /// The folder, the archive or the files that it is in; no files where it was read from
    /// `class.json`.
    #[serde(skip)]
    pub source: Source,
    /// Whether it was not handed in by itself, but is a file that others of the same attempt have
    /// taken the place of, as `board.rs` beside `board-1.rs`. It is no attempt that could count.
    #[serde(skip)]
    pub is_displaced: bool,
    /// What the same student handed in before, the newest first.
    #[serde(skip)]
    pub older: Vec<Attempt>,
}

/// Which attempt it is of several.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub struct AttemptNumber {
    /// Its number, from 1 for the earliest; none as long as that is not known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub number: Option<usize>,
    /// The number of attempts; at least 2.
    pub of: usize,
}

impl AttemptNumber {
    /// Whether nothing newer was handed in.
    pub fn is_latest(self) -> bool {
        self.number == Some(self.of)
    }
}

/// Such as `2 of 3`.
impl fmt::Display for AttemptNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.number {
            Some(number) => write!(f, "{number} of {}", self.of),
            None => write!(f, "not known which of {}", self.of),
        }
    }
}

/// The place of a submission.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Source {
    /// A folder.
    Folder(PathBuf),
    /// A file that is an archive, or was handed in as one.
    Archive(PathBuf),
    /// Files that were handed in one by one, archives among them.
    Files(Vec<Upload>),
}

/// A file that was handed in by itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Upload {
    /// Its path.
    pub path: PathBuf,
    /// The student's name for it, such as `board.rs`.
    pub name: String,
}

impl Default for Source {
    /// No files.
    fn default() -> Self {
        Self::Files(Vec::new())
    }
}

impl Attempt {
    /// Each attempt of its submission that could count, with its number: the oldest first, and last
    /// this one.
    pub fn all(&self) -> Vec<Self> {
        let earlier = self.older.iter().rev().filter(|it| !it.is_displaced).map(|it| Self {
            name: self.name.clone(),
            students: self.students.clone(),
            group: self.group.clone(),
            from: self.from,
            ..it.clone()
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

    /// The newest of these attempts, which is the first, with the others behind it; none if there are
    /// none.
    pub(super) fn newest(attempts: Vec<Self>) -> Option<Self> {
        let mut attempts = attempts.into_iter();
        let newest = attempts.next()?;
        Some(Self { older: attempts.collect(), ..newest })
    }

    /// The files, folders and archives of older attempts that are not in the newest, each once.
    pub fn superseded(&self) -> Vec<&Path> {
        let mut seen = self.source.paths();
        let mut found = Vec::new();
        for path in self.older.iter().flat_map(|it| it.source.paths()) {
            if !seen.contains(&path) {
                seen.push(path);
                found.push(path);
            }
        }
        found
    }

    /// A submission of which nothing but a text to call it by and its place is known.
    pub fn new(text: &str, source: Source) -> Self {
        Self { name: name::file_name(text), source, ..Self::default() }
    }

    /// Reads it, under the name that it has in the class.
    ///
    /// # Errors
    ///
    /// If it is no submission, or cannot be read whole.
    pub fn read(&self) -> Result<Submission, IntakeError> {
        self.source.read(Some(&self.name))
    }

    /// The message of an error in reading it, with `name` in place of where it is on this machine,
    /// which is nothing for a grade.
    pub fn without_paths(&self, message: &str, name: &str) -> String {
        match &self.source {
            Source::Folder(path) | Source::Archive(path) => {
                message.replace(&path.display().to_string(), name)
            }
            Source::Files(files) => files.iter().fold(message.to_owned(), |message, file| {
                let place = file.path.display().to_string();
                message.replace(&place, &format!("{name}/{}", file.name))
            }),
        }
    }
}

impl Source {
    /// Reads the submission that is there, under a name that it has in a class, or its own.
    ///
    /// # Errors
    ///
    /// If it is no submission, or cannot be read whole.
    pub fn read(&self, name: Option<&str>) -> Result<Submission, IntakeError> {
        let submission = self.open()?.read()?;
        Ok(match name {
            Some(name) => submission.with_name(name.to_owned()),
            None => submission,
        })
    }

    /// Reads all Rust files of it, whether or not it is a submission.
    ///
    /// # Errors
    ///
    /// If it is refused, or there is no Rust file that can be read.
    pub fn sources(&self) -> Result<Sources, IntakeError> {
        sources::read(&self.open()?)
    }

    /// Makes a folder of it: the folder itself, or a temporary one that goes when the answer is
    /// dropped.
    pub(super) fn open(&self) -> Result<Opened, IntakeError> {
        match self {
            Self::Folder(path) | Self::Archive(path) => open(path),
            Self::Files(files) => together::open(files),
        }
    }

    /// The folder or file, the first of several.
    pub fn path(&self) -> &Path {
        self.paths().into_iter().next().unwrap_or(Path::new(""))
    }

    /// The folder or file, or all files.
    pub fn paths(&self) -> Vec<&Path> {
        match self {
            Self::Folder(path) | Self::Archive(path) => vec![path],
            Self::Files(files) => files.iter().map(|file| file.path.as_path()).collect(),
        }
    }
}
