//! Pattern databases that are stored between runs.
//!
//! Small databases are built on demand. Databases for 5-by-5 boards and the hardest 4-by-4 boards take seconds to
//! build, so the grader stores them in its cache folder, with a version and a checksum. If a file is damaged, the
//! grader rebuilds it and notifies the user.

mod file;
mod store;

pub use file::Unusable;
pub use store::{Loaded, Origin, Store};
