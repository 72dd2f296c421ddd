//! The commands of the command line. The arguments of each are beside what it does.

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
/// Grades depend on the submission, the assignment and the compiler alone: the same command gives
/// the same grade on every machine.
#[derive(Debug, Parser)]
#[command(name = "grader", version, arg_required_else_help = true, after_help = EXIT_CODES)]
pub(super) struct Args {
    #[command(subcommand)]
    pub(super) command: Command,
}

const EXIT_CODES: &str = "\
Exit codes:
  0  graded, every check passed
  1  graded, some check failed
  2  wrong usage or bad input; nothing was graded
  3  the grader or this machine is at fault; no score";

#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// Make a student's repository: a crate to be filled in, with all that it needs
    New(NewArgs),
    /// Make an assignment of your own, with the student's repository
    Init(InitArgs),
    /// Grade one submission and print the report
    Check(CheckArgs),
    /// Grade a class into a folder, going on where an earlier run was stopped
    Grade(GradeArgs),
    /// Compile a class, so that machines without a compiler can grade it
    Build(BuildArgs),
    /// Join the folders of parts of a class
    Merge(MergeArgs),
    /// Compare two gradings of a class: who changes, by how much, through which checks
    Diff(DiffArgs),
    /// Write the page of a graded class, and pages to hand out to its students
    Report(ReportArgs),
    /// Make an autograder to be uploaded to Gradescope
    #[command(visible_alias = "autograder")]
    Gradescope(GradescopeArgs),
    /// Show which submissions of a class share code, side by side
    Similar(SimilarArgs),
    /// Prove an assignment: grade labelled submissions and compare
    Audit(AuditArgs),
    /// Validate an assignment, add it up, and say what students see of it
    Assignment(AssignmentCheckArgs),
    /// Tell what a check asserts, why, and how to repair what it finds
    Explain(ExplainArgs),
    /// Help with a check, one step at a time: a question, the place, the explanation
    Hint(HintArgs),
    /// Tell what this machine lacks for grading, and how to get it
    Doctor(DoctorArgs),
    /// Show, solve, compare, verify and generate puzzles
    Puzzle(PuzzleArgs),
    /// Write a page to play with the puzzle and watch its searches in a browser
    Play(PlayArgs),
    /// Print what a shell needs to complete commands and options
    Completions(CompletionsArgs),
    /// Write manual pages
    Man(ManArgs),
}
