//! The files of a new student's repository and of a new assignment.
//!
//! Both are maps from paths to texts ([`Files`]). To generate a repository, you need the [`Terms`] of an assignment.
//! Use [`StagedFolder`] to write a folder completely or not at all.

mod crate_name;
mod handout;
mod instructor;
mod kit_update;
mod puzzles;
mod staged_folder;
mod student;
mod terms;

use std::collections::BTreeMap;

pub use crate_name::{CrateName, NameError};
pub use handout::handout;
pub use instructor::{RUBRIC, STUDENT, assignment_files, enable_options};
pub use kit_update::{
    ChangedLines, KitChange, KitChangeKind, KitRecord, KitUpdate, RECORD, RecordError,
    UpdateObstacle,
};
pub use staged_folder::{CommittedFolder, StageError, StagedFolder};
pub use student::{KIT, student_files};
pub use terms::Terms;

/// Git's attributes for a new repository.
/// Scripts keep their line endings. With those that Git for Windows would write, they end with a syntax error.
const ATTRIBUTES: &str = include_str!("starter/files/gitattributes");

/// The texts of files, by path in a folder, with the separator `/`.
pub type Files = BTreeMap<String, String>;
