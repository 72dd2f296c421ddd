//! Shows the output of each format for typical grades.

mod autograding;
mod classroom50;
mod exercism;
mod github;
mod gradescope;
mod junit;
mod rustc;
mod tap;
