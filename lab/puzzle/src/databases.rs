//! Pattern databases that are stored between runs.
//!
//! Databases for 5-by-5 boards and the hardest 4-by-4 boards take seconds to build, so the grader caches them, with a
//! version and a checksum. It rebuilds a damaged file and notifies the user.

mod file;
mod store;

pub use file::Unusable;
pub use store::{DatabaseOrigin, LoadedDatabases, Store};
