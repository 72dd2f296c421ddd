//! The basis of every part of the grader: errors that point at the line of a file, files that are
//! there whole or not at all, hashes of parts, seeds of random numbers, threads for guests.

pub mod digest;
pub mod files;
pub mod input;
pub mod pool;
pub mod sealed;
pub mod seed;
pub mod square;
pub mod whole_file;
