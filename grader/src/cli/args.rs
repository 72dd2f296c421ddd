//! Defines the commands. Each command's arguments are defined in its own module.

use clap::{Parser, Subcommand};

use super::assignment::AssignmentCheckArgs;
use super::audit::AuditArgs;
use super::check_args::CheckArgs;
use super::class_args::{BuildArgs, DiffArgs, GradeArgs, GradescopeArgs, MergeArgs};
use super::completions::CompletionsArgs;
use super::doctor::DoctorArgs;
use super::explain::ExplainArgs;
use super::hint::HintArgs;
use super::init::InitArgs;
use super::man::ManArgs;
use super::new::NewArgs;
use super::play::PlayArgs;
use super::puzzle::args::PuzzleArgs;
use super::report_args::ReportArgs;
use super::similar_args::SimilarArgs;

/// Grades sliding-puzzle submissions in a sandbox that counts instructions.
///
/// Grades depend only on the submission, the assignment and the compiler. The same command gives
/// the same grade on every machine.
#[derive(Debug, Parser)]
#[command(name = "grader", version, arg_required_else_help = true, after_help = EXIT_CODES)]
pub(super) struct Args {
    #[command(subcommand)]
    pub(super) command: Command,
}

const EXIT_CODES: &str = "\
Exit codes:
  0  graded, all checks passed
  1  graded, some checks failed
  2  wrong usage or bad input; no submission was graded
  3  the grader or this machine is at fault; no score";

#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// Make a student's repository: a crate to complete
    New(NewArgs),
    /// Make your own assignment, with the student's repository
    Init(InitArgs),
    /// Grade one submission and print the report
    Check(CheckArgs),
    /// Grade a class into a folder, or resume a run that was stopped
    Grade(GradeArgs),
    /// Compile a class, so that machines without a compiler can grade it
    Build(BuildArgs),
    /// Merge the folders of parts of a class
    Merge(MergeArgs),
    /// Compare two gradings of a class: show the changed scores and the checks behind them
    Diff(DiffArgs),
    /// Write a page for a graded class, and pages for its students
    Report(ReportArgs),
    /// Make an autograder for Gradescope
    #[command(visible_alias = "autograder")]
    Gradescope(GradescopeArgs),
    /// Show the submissions of a class that share code, side by side
    Similar(SimilarArgs),
    /// Test an assignment: grade labelled submissions and compare the results with the labels
    Audit(AuditArgs),
    /// Validate an assignment, and show its points and what students see
    Assignment(AssignmentCheckArgs),
    /// Explain a check, its reason, and how to fix a failure
    Explain(ExplainArgs),
    /// Give a hint for a check, one step at a time: a question, the location, the explanation
    Hint(HintArgs),
    /// Check that this machine can grade, and show how to fix it
    Doctor(DoctorArgs),
    /// Show, solve, compare, verify and generate puzzles
    Puzzle(PuzzleArgs),
    /// Write a page to play with the puzzle and watch searches in a browser
    Play(PlayArgs),
    /// Print a script for a shell that completes commands and options
    Completions(CompletionsArgs),
    /// Write manual pages
    Man(ManArgs),
}
