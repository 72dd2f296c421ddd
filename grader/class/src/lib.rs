//! Grades a whole class into one folder.
//!
//! [`batch::run`] grades all submissions without a valid grade and reports each step to an observer; nothing in this
//! crate prints. [`Output`] is the folder. For each submission, it contains a `grade.json`, which is written
//! atomically, and a `key` with hashes of everything the grade depends on, so that a stopped run can be resumed at any
//! point. [`People`] contains the authors of submissions, and [`entries`] determines what to enter for them in a
//! gradebook. [`Summary`] is created from the grades by the [`Rules`] of the class, which add names, lateness and
//! corrections. A class can be graded in parts, as described by [`Partition`], which [`merge`] combines. [`diff`]
//! compares two gradings. [`prebuild`] compiles a class to be graded on another machine.

mod about;
mod adopt;
mod attempts;
pub mod batch;
mod cache;
pub mod diff;
pub mod entries;
mod error;
mod grades;
pub mod groups;
mod history;
mod key;
mod marker;
pub mod merge;
mod names;
mod output;
pub mod overrides;
mod part;
pub mod partition;
pub mod people;
pub mod prebuild;
mod pseudonyms;
mod refresh;
pub mod report;
mod rules;
#[cfg(test)]
mod simulation;
mod stored;
mod summary;

pub use about::About;
pub use adopt::{Given, adopt};
pub use cache::GradeCache;
pub use error::ClassError;
pub use grades::Grades;
pub use history::{Moment, RunLog};
pub use marker::{Marker, Markers, Marking};
pub(crate) use output::GRADE;
pub use output::{EXTENSIONS, Graded, OVERRIDES, Output, SUBMISSIONS};
pub use part::Part;
pub use partition::Partition;
pub use people::People;
pub use pseudonyms::{KEY_BYTES, Pseudonyms};
pub use refresh::refresh;
pub use rules::Rules;
pub use summary::{JSON as SUMMARY, Row, Summary, Totals};
