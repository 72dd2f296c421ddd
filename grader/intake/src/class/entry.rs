//! A submission of a class, before it is opened, and whose it is.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::name;
use super::time::Moment;
use crate::submission::Submission;
use crate::{IntakeError, Opened, Sources, open, sources, together};

/// A submission of a class, before it is opened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Its name, which is safe as the name of a file on every system, and unique in its class: see
    /// [`file_name`](super::file_name) for how other characters are written.
    ///
    /// It is the id on the roster, or else the platform's name for the student, or else the name of
    /// the folder or archive. A group has all of its ids, with `+` between them.
    pub name: String,
    /// The folder, the archive or the files that it is in.
    pub source: Source,
    /// The commit that a clone of a git repository is at, as hexadecimal digits. Changes in its
    /// folder that were not committed are graded all the same.
    pub commit: Option<String>,
    /// The students who handed it in, as far as the platform or the roster tells. Several are a
    /// group.
    pub students: Vec<Student>,
    /// The same people in the same order as the platform writes them, where the roster was taken
    /// for `students`; else nobody.
    pub platform: Vec<Student>,
    /// The platform that it was downloaded from, if that can be told.
    pub from: Option<Platform>,
    /// The platform's name for the submission, such as `submission_123` or the number of an upload.
    pub submission_id: Option<String>,
    /// The time when it was handed in, as the platform writes it.
    pub handed_in: Option<String>,
    /// The same time in one form for all platforms. Of a clone it is the time of its commit, which
    /// is what the student's machine said, and nothing that anybody has checked.
    pub time: Option<Moment>,
    /// Whether the platform says that it was late.
    pub late: bool,
    /// What the same student handed in before, the newest first.
    pub older: Vec<Attempt>,
}

/// An attempt that a newer one has taken the place of.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Attempt {
    /// The folder, the archive or the files that it is in.
    pub source: Source,
    /// The platform's name for it.
    pub submission_id: Option<String>,
    /// The time when it was handed in, as the platform writes it.
    pub handed_in: Option<String>,
    /// The same time in one form for all platforms.
    pub time: Option<Moment>,
    /// Whether the platform says that it was late.
    pub late: bool,
    /// Whether it was not handed in by itself, but is a file that others of the same attempt have
    /// taken the place of, as `board.rs` beside `board-1.rs`. It is no attempt that could count.
    pub is_displaced: bool,
}

/// A platform whose downloads are known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Platform {
    /// Blackboard.
    Blackboard,
    /// Brightspace, of D2L.
    Brightspace,
    /// Canvas.
    Canvas,
    /// Gradescope.
    Gradescope,
    /// Moodle.
    Moodle,
}

impl Platform {
    /// All of them.
    pub const ALL: [Self; 5] =
        [Self::Blackboard, Self::Brightspace, Self::Canvas, Self::Gradescope, Self::Moodle];

    /// Its name on the command line and in files.
    pub fn id(self) -> &'static str {
        match self {
            Self::Blackboard => "blackboard",
            Self::Brightspace => "brightspace",
            Self::Canvas => "canvas",
            Self::Gradescope => "gradescope",
            Self::Moodle => "moodle",
        }
    }

    /// The platform with this name on the command line.
    pub fn from_id(id: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|it| it.id() == id)
    }

    /// Its name, as people write it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Blackboard => "Blackboard",
            Self::Brightspace => "Brightspace",
            Self::Canvas => "Canvas",
            Self::Gradescope => "Gradescope",
            Self::Moodle => "Moodle",
        }
    }

    /// Whether the ids that it tells of students are numbers of its own, which are somebody else's
    /// anywhere else.
    pub fn numbers_students(self) -> bool {
        match self {
            Self::Brightspace | Self::Canvas | Self::Moodle => true,
            Self::Blackboard | Self::Gradescope => false,
        }
    }
}

/// A student who hands in.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Student {
    /// The id on the roster or the platform. It is as they write it, and so not safe as the name of
    /// a file.
    pub id: Option<String>,
    /// The name of the person.
    pub name: Option<String>,
    /// The address.
    pub email: Option<String>,
    /// The roster's second id, from another column.
    pub sid: Option<String>,
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

impl Entry {
    /// What was handed in, each time as an entry of its own with nothing before it: the oldest first,
    /// and last the newest.
    pub fn attempts(&self) -> Vec<Self> {
        let newest = Self { older: Vec::new(), ..self.clone() };
        let earlier = |it: &Attempt| Self {
            source: it.source.clone(),
            submission_id: it.submission_id.clone(),
            handed_in: it.handed_in.clone(),
            time: it.time,
            late: it.late,
            commit: None,
            ..newest.clone()
        };
        let older = self.older.iter().rev().filter(|it| !it.is_displaced);
        older.map(earlier).chain([newest.clone()]).collect()
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
        Self {
            name: name::file_name(text),
            source,
            commit: None,
            students: Vec::new(),
            platform: Vec::new(),
            from: None,
            submission_id: None,
            handed_in: None,
            time: None,
            late: false,
            older: Vec::new(),
        }
    }

    /// Makes a folder of it: the folder itself, or a temporary one that goes when the answer is
    /// dropped.
    ///
    /// # Errors
    ///
    /// If it is refused, or cannot be read.
    pub fn open(&self) -> Result<Opened, IntakeError> {
        self.source.open()
    }

    /// Reads it, under the name that it has in the class.
    ///
    /// # Errors
    ///
    /// If it is no submission, or cannot be read whole.
    pub fn read(&self) -> Result<Submission, IntakeError> {
        Self::read_from(&self.source, Some(&self.name))
    }

    /// Reads the submission that is in a place, under a name that it has in a class, or its own.
    ///
    /// # Errors
    ///
    /// If it is no submission, or cannot be read whole.
    pub fn read_from(source: &Source, name: Option<&str>) -> Result<Submission, IntakeError> {
        let submission = source.open()?.read()?;
        Ok(match name {
            Some(name) => submission.with_name(name.to_owned()),
            None => submission,
        })
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
    fn open(&self) -> Result<Opened, IntakeError> {
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
