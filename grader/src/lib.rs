//! Grades submissions for the sliding-puzzle assignment in a sandbox that counts instructions.
//!
//! This crate contains the command line and the packages for platforms. Each stage of grading is a crate or module with
//! an input type and an output type:
//!
//! 1. [`intake`] reads a folder or archive into a [`Submission`](intake::Submission).
//! 2. [`sandbox::build`] compiles a submission into programs for the sandbox, [`BuiltSubmission`](sandbox::build::BuiltSubmission).
//! 3. [`checks::exam`] chooses cases, [`sandbox::run`] runs them, and [`checks::judge`] compares the results with the
//!    truth. The verdicts form an [`Exam`](checks::exam::Exam).
//! 4. [`checks::grading`] combines the verdicts with the points of the [`assignment`] into a
//!    [`Grade`](grade::Grade).
//! 5. [`report`] formats the grade.
//!
//! No stage prints anything. Problems with a submission are part of a stage's output. An error means that the grader or
//! the machine failed; it will never cost a student points.

#![cfg_attr(not(test), warn(clippy::disallowed_methods))]

pub mod autograder;
pub mod cli;
pub mod starter;
