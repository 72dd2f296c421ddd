//! A whole class: many submissions graded into one folder.
//!
//! [`batch::run`] grades what is not graded yet and tells an observer of each step; nothing here
//! prints. [`Output`] is the folder: a `grade.json` for each submission, written whole or not at
//! all, with a `key` beside it that says what it rests on, so that a run which was stopped at any
//! moment goes on where it was. [`People`] is who the submissions are from, and [`entries`] who of
//! them gets what in a gradebook. [`Summary`] is made of the folder's grades by the [`Rules`] of the
//! class: who it is, how late, what was corrected. A class can be graded in parts, each a
//! [`Partition`], and [`merge`] joins them. [`diff`] compares two gradings. [`prebuild`] compiles a
//! class that is to be graded elsewhere.

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
pub use history::{RunLog, TimeSpent};
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
