//! Grades a whole class into one folder.
//!
//! [`batch::grade_class`] grades each submission that does not have a valid grade yet. Every step is reported to an observer,
//! since this crate should not print anything. The results go to an [`Output`] folder, with a `grade.json` for each
//! submission, and a `grade.key` with the hashes that the grade depends on. Since each grade is written atomically, you
//! can interrupt and resume a run at any point. [`ClassMembers`] lists the authors of each submission, and [`entries`]
//! determines their gradebook entries. To create a [`Summary`], the class's [`ClassRules`] add names, lateness and
//! corrections to the grades. To grade a class in parts, use a [`ClassPartition`], and [`merge`] the results. [`diff`]
//! compares two grading runs. If you want to grade on another machine, [`prebuild`] can compile the class.

#![cfg_attr(not(test), warn(clippy::disallowed_methods))]

mod assignment_summary;
mod attempts;
pub mod batch;
mod cache;
pub mod diff;
pub mod entries;
mod error;
mod feedback;
mod grades;
pub mod groups;
pub mod hand;
mod history;
mod instructor_files;
mod key;
mod late_days;
mod marker;
pub mod members;
pub mod merge;
mod names;
mod output;
pub mod overrides;
mod pages;
mod part;
pub mod partition;
pub mod prebuild;
mod pseudonyms;
pub mod report;
pub mod requests;
mod rules;
#[cfg(test)]
mod simulation;
mod summary;
mod versioned;

pub use assignment_summary::AssignmentSummary;
pub use cache::GradeCache;
pub use error::ClassError;
pub use feedback::FolderUse;
pub use grades::{Grades, refresh_summary};
pub use hand::{HAND, HandChanges, HandGrades};
pub use history::{RunLog, TimeSpent};
pub use instructor_files::{InstructorFiles, adopt_files};
pub use late_days::{LATE_DAYS, LEFT as LATE_DAYS_LEFT};
pub use marker::{Marker, Markers, Marking};
pub use members::{ClassMembers, FILE as PEOPLE};
pub(crate) use output::GRADE;
pub use output::{EXTENSIONS, GradesFolder, OVERRIDES, Output, SUBMISSIONS, TIMES};
pub use pages::{OldPages, PageHashes, page_file};
pub use part::ClassPart;
pub use partition::ClassPartition;
pub use pseudonyms::{KEY_BYTES, Pseudonyms};
pub use rules::ClassRules;
pub use summary::{JSON as SUMMARY, Summary, SummaryRow, SummaryTotals};
