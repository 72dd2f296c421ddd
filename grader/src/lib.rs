//! Grades submissions for the sliding-puzzle assignment: in a sandbox that counts instructions.
//!
//! This crate is the command line, and the packages for platforms. Below it there is one way through the
//! grader, each stage a crate or module with one type in and one out:
//!
//! 1. [`intake`] reads a folder or an archive to a [`Submission`](intake::Submission).
//! 2. [`sandbox::build`] makes programs for the sandbox of it: [`Built`](sandbox::build::Built).
//! 3. [`checks::exam`] chooses cases, has [`sandbox::run`] run them and [`checks::judge`] hold what was
//!    seen against what is true, to an [`Exam`](checks::exam::Exam): verdicts.
//! 4. [`checks::grading`] joins the verdicts with the points of the [`checks::assignment`] to a
//!    [`Grade`](grade::Grade).
//! 5. [`report`] writes the grade in a format.
//!
//! No stage prints. What a stage finds wrong with a submission is part of its answer; its errors
//! are the faults of the grader or its machine, and never cost a student anything.

pub mod autograder;
pub mod cli;
