//! Utilities of the grader: errors with positions in files, atomic file writes, hashes, seeded random numbers, and
//! threads for guests.

pub mod digest;
pub mod files;
pub mod input;
pub mod pool;
pub mod sealed;
pub mod seed;
pub mod square;
pub mod whole_file;
