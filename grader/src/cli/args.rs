//! The commands of the command line, and their arguments.

use std::num::{NonZeroU64, NonZeroUsize};
use std::path::PathBuf;

use audit::report::AuditFormat;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Parser, Subcommand};
use grade::view::Audience;
use report::Format;

use super::also::{self, Also};
use super::check_names::CheckName;
use super::class_args::{BuildArgs, DiffArgs, GradeArgs, GradescopeArgs, MergeArgs, ReportArgs};
use super::completions::CompletionsArgs;
use super::events::ProgressArgs;
use super::init::InitArgs;
use super::man::ManArgs;
use super::new::NewArgs;
use super::play::PlayArgs;
use super::puzzle::args::PuzzleArgs;
use super::shared_args::{AssignmentArgs, ColorArgs, MachineArgs, OutputArgs, SandboxArgs};
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

const CHECK_HELP: &str = "\
Reports are for students unless `--audience` says otherwise: they have nothing of what the rubric
hides but how much there is. `json` always has everything, and `gradescope` hands everything to the
platform, which hides it.

Exit codes:
  0  graded, every check passed that the report may show
  1  graded, some check failed that the report may show
  2  wrong usage or bad input; nothing was graded
  3  the grader or this machine is at fault; no score

So a student's report ends with 0 if only hidden checks failed. For `json`, `gradescope` and
`--audience instructor` all checks count. With `--also` it is `--format` that decides.

With `--watch` the submission is graded again after each save, until `q` or Ctrl-C. On a terminal
the first check to mend is shown, and keys show the others; elsewhere each report is printed below the
one before, until the input ends. The exit code is that of the last report.";

#[derive(Debug, clap::Args)]
#[command(after_help = CHECK_HELP)]
pub(super) struct CheckArgs {
    /// The submission: a crate folder, just `board.rs` and `solver.rs`, or an archive of either
    #[arg(default_value = ".", hide_default_value = true)]
    pub(super) submission: PathBuf,

    #[command(flatten)]
    pub(super) assignment: AssignmentArgs,

    /// How to write the report
    #[arg(long, value_name = "FORMAT", default_value = "human", value_parser = formats())]
    pub(super) format: Format,

    /// Write the same grade in another format to a file, such as `junit=report.xml`; may be repeated
    #[arg(long, value_name = "FORMAT=FILE", value_parser = also::from_text, conflicts_with = "history")]
    pub(super) also: Vec<Also>,

    /// Who reads the report, and what is written beside it [default: student]
    #[arg(long, value_name = "WHO", value_parser = audiences())]
    pub(super) audience: Option<Audience>,

    /// Corrections by hand, as `grader grade` takes them, to be applied to the report
    #[arg(long, value_name = "FILE")]
    pub(super) overrides: Option<PathBuf>,

    /// Write a page of Markdown to this file, as for the summary of a job of GitHub Actions
    #[arg(long, value_name = "FILE")]
    pub(super) summary: Option<PathBuf>,

    /// What Gradescope tells of earlier attempts, where the rubric counts them: its file
    /// `submission_metadata.json`
    #[arg(long, value_name = "FILE")]
    pub(super) history: Option<PathBuf>,

    /// Report only this check, or all of a group like `board`; may be repeated
    #[arg(long, value_name = "CHECK", value_parser = CheckName, hide_possible_values = true)]
    pub(super) only: Vec<String>,

    /// Write the operations that were counted on each puzzle to this file, as JSON
    #[arg(long, value_name = "FILE")]
    pub(super) counts: Option<PathBuf>,

    /// Write tests that show the failures, as a Rust file for the folder `tests` of the crate
    #[arg(long, value_name = "FILE")]
    pub(super) tests: Option<PathBuf>,

    /// Grade again after each save, and show the first thing to mend
    #[arg(
        long,
        conflicts_with_all = ["also", "overrides", "summary", "history", "counts", "tests", "out"],
    )]
    pub(super) watch: bool,

    #[command(flatten)]
    pub(super) machine: MachineArgs,

    #[command(flatten)]
    pub(super) sandbox: SandboxArgs,

    #[command(flatten)]
    pub(super) progress: ProgressArgs,

    #[command(flatten)]
    pub(super) output: OutputArgs,
}

const AUDIT_HELP: &str = "\
A label names the checks that its submission fails. With `[[shows]]` it pins what a failure shows: the
cause, the puzzle, the board, the moment of the search and its step. A failure that shows something
else contradicts the label.

Exit codes:
  0  every label holds
  1  some label is contradicted
  2  wrong usage, or a bad corpus or assignment; nothing was graded
  3  the grader or this machine is at fault";

#[derive(Debug, clap::Args)]
#[command(after_help = AUDIT_HELP)]
pub(super) struct AuditArgs {
    /// The labelled submissions: a folder of folders [default: those of the built-in 8-puzzle]
    #[arg(long, value_name = "DIR")]
    pub(super) corpus: Option<PathBuf>,

    #[command(flatten)]
    pub(super) assignment: AssignmentArgs,

    /// How to write the report
    #[arg(long, value_name = "FORMAT", default_value = "human", value_parser = audit_formats())]
    pub(super) format: AuditFormat,

    /// Grade only the submissions with one of these in their names, such as `faults/` or `twin`
    #[arg(long, value_name = "TEXT", num_args = 1..)]
    pub(super) only: Vec<String>,

    /// Grade everything anew, and keep nothing of it for later
    #[arg(long)]
    pub(super) no_cache: bool,

    /// Propose the puzzles to solve that show every fault at least cost
    #[arg(long)]
    pub(super) propose: bool,

    /// Propose puzzles up to N times as dear as the dearest in the list [default: 3]
    #[arg(long, value_name = "N", requires = "propose")]
    pub(super) budget: Option<NonZeroU64>,

    /// Have each fault shown by so many puzzles, if there are [default: 1]
    #[arg(long, value_name = "K", requires = "propose")]
    pub(super) times: Option<NonZeroUsize>,

    #[command(flatten)]
    pub(super) machine: MachineArgs,

    #[command(flatten)]
    pub(super) progress: ProgressArgs,

    #[command(flatten)]
    pub(super) output: OutputArgs,
}

const ASSIGNMENT_HELP: &str = "\
The cost of a grade, and the submissions that come near to a limit, are known from earlier runs of `grader
check`, `grade` and `audit`. `--measure` finds out the rest, which takes minutes the first time.

A kit is written anew, without comments. A student's own grade by it agrees with the instructor's in all
checks that are in it, except for failures that hidden puzzles alone show, and for checks that wait for a
hidden one.

Exit codes:
  0  the assignment is right
  2  something is wrong with it, or wrong usage
  3  the grader or this machine is at fault";

#[derive(Debug, clap::Args)]
#[command(after_help = ASSIGNMENT_HELP)]
pub(super) struct AssignmentCheckArgs {
    /// The assignment: a folder or its `assignment.toml` [default: the built-in 8-puzzle]
    #[arg(value_name = "DIR|FILE")]
    pub(super) path: Option<PathBuf>,

    /// How to write what there is to know
    #[arg(long, value_name = "FORMAT", default_value = "human")]
    pub(super) format: OverviewFormat,

    /// Write what students see of it into this folder, which is new or empty: an assignment of its own
    #[arg(long, value_name = "DIR", conflicts_with_all = ["measure", "corpus"])]
    pub(super) student_kit: Option<PathBuf>,

    /// Put in the kit what students see after the due date, too
    #[arg(long, requires = "student_kit")]
    pub(super) after_due_date: bool,

    /// Measure the model, and grade the right ones of the labelled submissions
    #[arg(long)]
    pub(super) measure: bool,

    /// The labelled submissions: a folder of folders [default: those of the built-in 8-puzzle]
    #[arg(long, value_name = "DIR")]
    pub(super) corpus: Option<PathBuf>,

    #[command(flatten)]
    pub(super) machine: MachineArgs,

    #[command(flatten)]
    pub(super) output: OutputArgs,
}

/// The form of what there is to know of an assignment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum OverviewFormat {
    /// For people
    Human,
    /// For programs, schema `assignment-overview/1`
    Json,
}

const DOCTOR_HELP: &str = "\
It looks for the compiler, the cache, room for temporary files and a browser, raises the wall that
submissions are graded behind, and tries from behind it what the wall is there to stop. Nothing is
installed or changed. Below each thing that is missing is the command that mends it.

Exit codes:
  0  this machine can grade; with `--require-sandbox`: behind a wall of which nothing is missing
  3  it cannot";

#[derive(Debug, clap::Args)]
#[command(after_help = DOCTOR_HELP)]
pub(super) struct DoctorArgs {
    #[command(flatten)]
    pub(super) sandbox: SandboxArgs,

    #[command(flatten)]
    pub(super) color: ColorArgs,
}

#[derive(Debug, clap::Args)]
pub(super) struct ExplainArgs {
    /// The checks, or groups like `board`; without any, all checks are listed
    #[arg(value_name = "CHECK", value_parser = CheckName, hide_possible_values = true)]
    pub(super) checks: Vec<String>,

    #[command(flatten)]
    pub(super) color: ColorArgs,
}

pub(super) fn formats() -> impl TypedValueParser<Value = Format> {
    let from_name = |name: String| Format::from_name(&name).ok_or("no such format");
    let values = Format::ALL.map(|it| PossibleValue::new(it.name()).help(it.about()));
    PossibleValuesParser::new(values).try_map(from_name)
}

pub(super) fn audiences() -> impl TypedValueParser<Value = Audience> {
    let from_name = |name: String| Audience::from_name(&name).ok_or("no such audience");
    let values = Audience::ALL.map(|it| PossibleValue::new(it.name()).help(it.about()));
    PossibleValuesParser::new(values).try_map(from_name)
}

fn audit_formats() -> impl TypedValueParser<Value = AuditFormat> {
    let names = AuditFormat::ALL.map(AuditFormat::name);
    let from_name = |name: String| AuditFormat::from_name(&name).ok_or("no such format");
    PossibleValuesParser::new(names).try_map(from_name)
}
