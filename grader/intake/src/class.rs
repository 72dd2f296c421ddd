//! Finds the submissions of a class in what a course platform gives, or in plain folders.
//!
//! [`find`] looks at names and at small files about the class, never into a submission: what is
//! wrong with one shows when it is opened, and costs no other anything.
//!
//! A path may be
//!
//! - a submission itself: a folder with `Cargo.toml`, `src` or `board.rs`, or an archive;
//! - a Gradescope export: a folder with `submission_metadata.yml`;
//! - a Canvas download: files like `doejane_LATE_123_456_work.zip`;
//! - a Moodle download: folders like `Jane Doe_123_assignsubmission_file_`, or files that begin so;
//! - any other folder: each folder and each archive in it is a submission, named after it. Clones
//!   of git repositories are folders whose commit is known.
//!
//! Where several paths are given, one that holds nothing but one submission, some folders deep or in
//! an archive, is that submission: `grader grade submissions/*`. Where it is the only path, it is a
//! class of one.

mod canvas;
mod error;
mod git;
mod gradescope;
mod moodle;
mod name;
pub mod names;
mod plain;
mod roster;
#[cfg(test)]
mod tests;
mod uploads;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::{fs, io};

pub use error::ClassError;
pub use name::file_name;
pub(super) use name::is_device;

use serde::{Deserialize, Serialize};

use super::submission::Submission;
use super::{IntakeError, Opened, archive, open, root};

/// The submissions of a class.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Class {
    /// The submissions: in the order of the roster, then those of nobody on it by name; without a
    /// roster, by name. No two have names that differ in case only.
    pub entries: Vec<Entry>,
    /// Those on the roster who have handed in nothing, in its order; none without a roster.
    pub missing: Option<Vec<Student>>,
    /// The names of the entries that belong to nobody on the roster. Empty without a roster.
    pub unknown: Vec<String>,
    /// Files that are no submission and no litter, in the order in which they were found.
    pub ignored: Vec<PathBuf>,
}

/// A submission of a class, before it is opened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Its name, which is safe as the name of a file on every system, and unique in its class: see
    /// [`file_name`] for how other characters are written.
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
    /// Whether the platform says that it was late.
    pub late: bool,
}

/// A platform whose downloads are known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Platform {
    /// Canvas.
    Canvas,
    /// Gradescope.
    Gradescope,
    /// Moodle.
    Moodle,
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
    /// Files that were handed in one by one.
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

impl Entry {
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
    /// Makes a folder of it: the folder itself, or a temporary one that goes when the answer is
    /// dropped.
    fn open(&self) -> Result<Opened, IntakeError> {
        match self {
            Self::Folder(path) | Self::Archive(path) => open(path),
            Self::Files(files) => uploads::gather(files),
        }
    }

    /// The folder or file, the first of several.
    pub fn path(&self) -> &Path {
        match self {
            Self::Folder(path) | Self::Archive(path) => path,
            Self::Files(files) => files.first().map_or(Path::new(""), |file| &file.path),
        }
    }
}

/// Finds the submissions at `paths`, and whose they are by the roster, a CSV file with a column
/// `id` and possibly `name` and `email`, and a second one of ids, such as `username`.
///
/// # Errors
///
/// If a path or the roster cannot be read or makes no sense, if there is no submission at all, or
/// if two would have the same name.
pub fn find(paths: &[PathBuf], roster: Option<&Path>) -> Result<Class, ClassError> {
    let roster = roster.map(roster::read).transpose()?;
    let mut found = Found::default();
    for path in paths {
        found.look_at(path, paths.len() == 1)?;
    }
    if found.entries.is_empty() {
        return Err(ClassError::Nothing { paths: paths.to_vec() });
    }
    // A stable order, so that of two alike the same is always the first.
    found.entries.sort_by(|a, b| (&a.name, a.source.path()).cmp(&(&b.name, b.source.path())));
    let mut class = match roster {
        Some(roster) => roster.assign(found.entries),
        None => Class { entries: found.entries, ..Class::default() },
    };
    class.ignored = found.ignored;
    distinct(&class.entries)?;
    Ok(class)
}

/// Refuses entries whose names are the same, or differ in case only and so are one file on some
/// systems.
fn distinct(entries: &[Entry]) -> Result<(), ClassError> {
    let mut seen: BTreeMap<String, &Entry> = BTreeMap::new();
    for entry in entries {
        if let Some(first) = seen.insert(entry.name.to_lowercase(), entry) {
            return Err(ClassError::Duplicate {
                name: entry.name.clone(),
                first: first.source.path().to_owned(),
                second: entry.source.path().to_owned(),
            });
        }
    }
    Ok(())
}

/// The submissions that have been found so far.
#[derive(Debug, Default)]
struct Found {
    entries: Vec<Entry>,
    ignored: Vec<PathBuf>,
}

impl Found {
    /// Adds what is at a path that the user gave; `alone` if there is no other.
    fn look_at(&mut self, path: &Path, alone: bool) -> Result<(), ClassError> {
        let unreadable = |source| ClassError::Unreadable { path: path.to_owned(), source };
        let metadata = fs::metadata(path).map_err(|source| match source.kind() {
            io::ErrorKind::NotFound => ClassError::NoPath { path: path.to_owned() },
            _ => unreadable(source),
        })?;
        if !metadata.is_dir() {
            if !archive::is_archive(path) {
                return Err(ClassError::File { path: path.to_owned() });
            }
            self.entries.push(plain::archive(path));
        } else if path.join(gradescope::METADATA).is_file() {
            gradescope::read(path, self)?;
        } else if root::is_root(path) || (!alone && root::leads_to_one(path)) {
            self.entries.push(plain::folder(path));
        } else {
            let content = plain::content(path).map_err(unreadable)?;
            if moodle::is_download(&content) {
                moodle::read(content, self);
            } else if canvas::is_download(&content) {
                canvas::read(content, self);
            } else {
                plain::read(content, self);
            }
        }
        Ok(())
    }
}
