//! Pattern databases that are kept from one run to the next.
//!
//! Small ones are built when they are needed. Those for the hardest 4-by-4 boards and for 5-by-5
//! boards take seconds, so they are kept in the grader's folder for caches, in files with a
//! version and a checksum. A file that is damaged is built again, and the user is told.

mod file;
mod store;

pub use file::Unusable;
pub use store::{Loaded, Origin, Store};
