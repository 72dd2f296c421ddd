//! The formats as they look, on a record of each kind.

mod autograding;
mod classroom50;
mod exercism;
mod github;
mod gradescope;
mod junit;
mod rustc;
mod tap;
