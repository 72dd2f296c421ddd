//! Judges submissions: assignments, cases, correct values, and verdicts.

pub mod exam;
pub mod grading;
pub mod judge;
