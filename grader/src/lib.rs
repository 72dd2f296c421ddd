//! Grades submissions for the sliding-puzzle assignment: in a sandbox that counts instructions.
//!
//! There is one way through the grader, each stage a module with one type in and one out:
//!
//! [`intake`] (folder to [`Submission`](intake::Submission)) -> [`build`] (to
//! [`Built`](build::Built), programs for the sandbox) -> [`exam`] (chooses cases, has [`run`] run
//! them and `judge` hold what was seen against what is true; to [`Exam`](exam::Exam), verdicts) ->
//! [`grading`] (verdicts and the [`assignment`]'s points to a [`Grade`](grade::Grade)) ->
//! [`report`] (to a format).
//!
//! No stage prints. What a stage finds wrong with a submission is part of its answer; its errors
//! are the faults of the grader or its machine, and never cost a student anything.

pub mod autograder;
pub mod cli;
