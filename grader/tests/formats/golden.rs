//! Shows what each format looks like for typical grades.

mod classroom50;
mod exercism;
mod github;
mod gradescope;
mod junit;
mod rustc;
mod tap;
