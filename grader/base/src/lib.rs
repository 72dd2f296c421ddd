//! Utilities of the grader: errors with positions in files, atomic file writes, hashes, seeded random numbers, and
//! threads for guests.

#![cfg_attr(not(test), warn(clippy::disallowed_methods))]

pub mod digest;
pub mod files;
pub mod input;
pub mod path_bytes;
pub mod pool;
pub mod regular;
pub mod sealed;
pub mod seed;
pub mod square;
pub mod trust;
mod user_error;
pub mod whole_file;

pub use user_error::UserError;
