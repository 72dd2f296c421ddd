//! Judges submissions: what an assignment asks, which cases are run, what is true of them, and what
//! the verdicts are worth.

pub mod assignment;
pub mod exam;
pub mod faults;
pub mod grading;
pub mod judge;
