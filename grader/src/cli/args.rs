//! Defines the commands. Each command's arguments are defined in its own module.

use clap::{Parser, Subcommand};

use super::assignment::AssignmentCheckArgs;
use super::audit::AuditArgs;
use super::check_args::CheckArgs;
use super::class_args::{BuildArgs, DiffArgs, GradeArgs, GradescopeArgs, MergeArgs};
use super::compile_model::CompileModelArgs;
use super::completions::CompletionsArgs;
use super::doctor::DoctorArgs;
use super::explain::ExplainArgs;
use super::hint::HintArgs;
use super::init::InitArgs;
use super::man::ManArgs;
use super::new::NewArgs;
use super::pack::PackArgs;
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
  2  usage error or invalid input; no submission was graded
  3  the grader or this machine is at fault; no score";

#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// Create a student repository: a crate to complete
    New(NewArgs),
    /// Create your own assignment, with a student repository
    Init(InitArgs),
    /// Grade one submission and print the report
    Check(CheckArgs),
    /// Grade a class and write the grades to a folder, or resume an interrupted run
    Grade(GradeArgs),
    /// Compile the submissions of a class, so that machines without Rust can grade them
    Build(BuildArgs),
    /// Merge the parts of a class that were graded separately
    Merge(MergeArgs),
    /// Compare two gradings of a class: show changed scores and the checks behind them
    Diff(DiffArgs),
    /// Write a page for a graded class, and pages for its students
    Report(ReportArgs),
    /// Create an autograder for Gradescope
    #[command(visible_alias = "autograder")]
    Gradescope(GradescopeArgs),
    /// Find submissions that share code, and show them side by side
    Similar(SimilarArgs),
    /// Test an assignment: grade labelled submissions and compare the results with the labels
    Audit(AuditArgs),
    /// Validate an assignment, and show its points and what students see
    Assignment(AssignmentCheckArgs),
    /// Explain a check: what it tests, why, and how to fix a failure
    Explain(ExplainArgs),
    /// Give hints for a check, step by step: a question, the location, the explanation
    Hint(HintArgs),
    /// Write the archive to submit
    Pack(PackArgs),
    /// Check whether this machine can grade, and show how to fix problems
    Doctor(DoctorArgs),
    /// Show, solve, compare, verify and generate puzzles
    Puzzle(PuzzleArgs),
    /// Write an HTML page where you can play with the puzzle and watch searches
    Play(PlayArgs),
    /// Compile the model answer for a build of the students' edition
    #[command(hide = true)]
    CompileModel(CompileModelArgs),
    /// Print a shell completion script
    Completions(CompletionsArgs),
    /// Write manual pages
    Man(ManArgs),
}

impl Command {
    /// Returns the name of a command that needs the sources of the model answer or of labelled submissions.
    pub(super) fn name_if_it_needs_sources(&self) -> Option<&'static str> {
        match self {
            Self::Init(_) => Some("init"),
            Self::Gradescope(_) => Some("gradescope"),
            Self::Audit(_) => Some("audit"),
            Self::CompileModel(_) => Some("compile-model"),
            _ => None,
        }
    }
}
