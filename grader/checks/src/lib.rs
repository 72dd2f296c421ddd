//! Judges submissions: assignments, cases, correct values, and verdicts.

pub mod assignment;
pub mod exam;
pub mod faults;
pub mod grading;
pub mod judge;
