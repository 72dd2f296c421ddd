//! Grades sliding-puzzle submissions.
pub mod run;
