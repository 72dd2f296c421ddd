//! Defines the arguments of commands for classes.

use std::num::NonZeroU32;
use std::path::PathBuf;

use assignment::Assignment;
use clap::ValueEnum;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use class::partition::PartitionSpec;
use late::Counting;

use super::anonymous::AnonymousArgs;
use super::events::ProgressArgs;
use super::shared_args::{
    AssignmentArgs, ClassArgs, ColorArgs, MachineArgs, PlatformArgs, SandboxArgs,
};

const GRADE_HELP: &str = "\
Examples:
  grader grade submissions.zip --roster gradebook.csv --out grades
  grader grade submissions.zip --assignment hw --out grades --attempts best

You can grade a class archive exactly as you downloaded it from the platform. If you download late
submissions separately, pass the archives together: `grader grade class.zip late.zip`.

Standard error lists students without a submission, unmatched submissions, older attempts, and
ignored files with reasons.

Some downloads contain all attempts of each student. With `--attempts best`, every attempt is
graded. With `--attempts last-before-due`, the due date in the rubric decides. You can also set this
in the rubric: `counts = \"best\"` in `[attempts]`. `grades.csv` shows which attempt counts. Use the
same option each time you grade the class.

If a run was interrupted, run the same command again to resume it. The resulting files are the same
as without the interruption. Submissions that have not changed are not graded again, even if they
were graded into another folder. To grade them again, use `--no-cache`.

After the run, DIR contains `submissions/NAME/grade.json`, `grades.csv`, `grades.json`, and
`run.json` with times. You can write corrections to `DIR/overrides.toml`:

  [[override]]
  submission = \"alice\"       # or `student` with an id, an email address or a name
  check = \"board.hamming\"    # without it: the whole score
  set = 4                    # or `add = -1.5`, `hold = true`; without, it is a comment
  why = \"the lecture counted the blank\"
  who = \"the instructor\"

If the rubric sets a due date in `[late]`, the summary deducts points for late submissions, but
`grade.json` does not change. You can write extensions to `DIR/extensions.toml`:

  [[extension]]
  student = \"alice\"          # an id, an email address or a submission name
  hours = 48                 # or `due = ...`, `waive = true`, `handed_in = ...`
  why = \"ill\"
  who = \"the instructor\"

`--partition auto` reads the part from the variables of a Slurm array (SLURM_ARRAY_TASK_ID, _MIN,
_STEP, _COUNT), of GitLab (CI_NODE_INDEX, CI_NODE_TOTAL) or of an indexed Kubernetes job
(JOB_COMPLETION_INDEX, and JOB_COMPLETIONS, which you must set in the job description). Use a
different DIR for each part, and combine them with `grader merge`.

Exit codes:
  0  all submissions were graded, or rejected as invalid
  1  all submissions of a whole class were rejected, for example because the folder is the wrong
     one; or you must decide who a submission or an ignored file is from, how late a submission
     is, or which student an extension or a submission time is for
  2  usage error or invalid input, or DIR contains grades for submissions that are not in this class;
     nothing was graded
  3  the grader or this machine is at fault, for some or all submissions; existing grades are kept";

#[derive(Debug, clap::Args)]
#[command(after_help = GRADE_HELP)]
pub(super) struct GradeArgs {
    #[command(flatten)]
    pub(super) class: ClassArgs,

    /// Folder for the grades, which must be outside the submissions folder; created if it does not exist
    #[arg(long, value_name = "DIR")]
    pub(super) out: PathBuf,

    #[command(flatten)]
    pub(super) assignment: AssignmentArgs,

    /// Who is who: a CSV file with the columns `entry`, with names of folders or files in the download, and
    /// `students`, with ids, logins or email addresses on the roster, separated by semicolons. `-` stands
    /// for somebody who is not on the roster
    #[arg(long, value_name = "FILE")]
    pub(super) authors: Option<PathBuf>,

    /// Write FILE for `--authors`, with all students who are certain, and empty cells for you to fill in
    #[arg(long, value_name = "FILE", requires = "roster")]
    pub(super) write_authors: Option<PathBuf>,

    /// Groups: a CSV file with a `group` column and columns that identify students, or a group
    /// export from Canvas or Moodle. A group's submission counts for all members
    #[arg(long, value_name = "FILE")]
    pub(super) groups: Option<PathBuf>,

    /// Submission times: a CSV file with a `time` column and columns that identify students, for
    /// downloads without times; copied to `DIR/times.csv`
    #[arg(long, value_name = "FILE")]
    pub(super) times: Option<PathBuf>,

    /// Leave old grades out of the summary if their submissions are not in this class
    #[arg(long)]
    pub(super) replace_class: bool,

    /// Grade only one part of the class: `hash:M/N` (by a hash of the name), `slice:M/N` (every Nth submission), or `auto`
    #[arg(long, value_name = "PART")]
    pub(super) partition: Option<PartitionSpec>,

    /// Grade only this student's submission; STUDENT is an id, an email address or a submission
    /// name. All other submissions must already be graded
    #[arg(long, value_name = "STUDENT", conflicts_with_all = ["partition", "replace_class"])]
    pub(super) only_student: Option<String>,

    /// Folder with the programs that `grader build` compiled from these submissions, so that no compiler is needed
    #[arg(long, value_name = "DIR", conflicts_with = "no_install")]
    pub(super) prebuilt: Option<PathBuf>,

    /// Attempt that counts if a student submitted more than once [default: `counts` in the rubric,
    /// or the latest]
    #[arg(long, value_name = "WHICH", value_parser = parser_of_countings())]
    pub(super) attempts: Option<Counting>,

    /// TOML file with corrections, copied to `DIR/overrides.toml` unless that file exists
    #[arg(long, value_name = "FILE")]
    pub(super) overrides: Option<PathBuf>,

    /// TOML file with extensions, copied to `DIR/extensions.toml` unless that file exists
    #[arg(long, value_name = "FILE")]
    pub(super) extensions: Option<PathBuf>,

    /// Late days: a CSV file with a `late_days` column, the days that each student has left, and columns that identify
    /// students; copied to `DIR/late-days.csv` unless that file exists. `DIR/late-days-left.csv` is the file for the next
    /// assignment
    #[arg(long, value_name = "FILE")]
    pub(super) late_days: Option<PathBuf>,

    /// Do not use cached grades
    #[arg(long)]
    pub(super) no_cache: bool,

    /// Show on standard error how long each stage of grading took, and write the times of each submission to `run.json`
    #[arg(long)]
    pub(super) timings: bool,

    #[command(flatten)]
    pub(super) machine: MachineArgs,

    #[command(flatten)]
    pub(super) sandbox: SandboxArgs,

    #[command(flatten)]
    pub(super) progress: ProgressArgs,

    #[command(flatten)]
    pub(super) color: ColorArgs,
}

fn parser_of_countings() -> impl TypedValueParser<Value = Counting> {
    let from_name = |name: String| Counting::from_name(&name).ok_or("unknown rule");
    let values =
        Counting::all().map(|counting| PossibleValue::new(counting.name()).help(counting.about()));
    PossibleValuesParser::new(values).try_map(from_name)
}

/// Returns the rule from the command line or else from the rubric.
pub(super) fn counting(option: Option<Counting>, assignment: &Assignment) -> Counting {
    let of_rubric = assignment.attempts.and_then(|attempts| attempts.counts);
    option.or(of_rubric).unwrap_or_default()
}

const BUILD_HELP: &str = "\
Run this command on a machine with a compiler. Other machines can then grade without one:

  grader build submissions --out programs
  grader grade submissions --prebuilt programs --out grades     # no Rust needed

The grades are byte-for-byte the same as without `--prebuilt`. Programs that are already in DIR are
not compiled again, and several machines can write to the same DIR. Use the same `--assignment` and
`--attempts` for both commands, because `[tests]` and earlier attempts need additional programs.

Exit codes:
  0  all valid submissions were compiled
  2  usage error or invalid input, or DIR contains programs from another compiler; nothing was
     compiled
  3  the grader or this machine is at fault; existing programs are kept";

#[derive(Debug, clap::Args)]
#[command(after_help = BUILD_HELP)]
pub(super) struct BuildArgs {
    /// Submissions, as for `grader grade`
    #[arg(required = true)]
    pub(super) submissions: Vec<PathBuf>,

    #[command(flatten)]
    pub(super) platform: PlatformArgs,

    /// Folder for the programs; created if it does not exist
    #[arg(long, value_name = "DIR")]
    pub(super) out: PathBuf,

    #[command(flatten)]
    pub(super) assignment: AssignmentArgs,

    /// Attempt that counts (as in `grader grade`); every attempt that could count is compiled
    #[arg(long, value_name = "WHICH", value_parser = parser_of_countings())]
    pub(super) attempts: Option<Counting>,

    #[command(flatten)]
    pub(super) machine: MachineArgs,

    #[command(flatten)]
    pub(super) sandbox: SandboxArgs,

    #[command(flatten)]
    pub(super) color: ColorArgs,
}

const MERGE_EXIT_CODES: &str = "\
You can list the folders in any order, but all parts of the class must be present.

Examples:
  grader merge part-1 part-2 part-3 --out grades

Exit codes:
  0  merged
  1  merged, but all submissions were rejected, or you must decide who a submission or an ignored
     file is from, how late a submission is, or which student an extension is for
  2  the folders do not belong together, parts are missing, or DIR contains grades of other
     submissions; nothing was written
  3  the folder cannot be written to, or the score of a submission is missing";

#[derive(Debug, clap::Args)]
#[command(after_help = MERGE_EXIT_CODES)]
pub(super) struct MergeArgs {
    /// Folders written by `grader grade`
    #[arg(required = true, value_name = "DIR")]
    pub(super) folders: Vec<PathBuf>,

    /// Folder for the merged class
    #[arg(long, value_name = "DIR")]
    pub(super) out: PathBuf,

    /// TOML file with corrections [default: the corrections in the parts]
    #[arg(long, value_name = "FILE")]
    pub(super) overrides: Option<PathBuf>,

    /// TOML file with extensions [default: the extensions in the parts]
    #[arg(long, value_name = "FILE")]
    pub(super) extensions: Option<PathBuf>,

    #[command(flatten)]
    pub(super) color: ColorArgs,
}

const DIFF_EXIT_CODES: &str = "\
Examples:
  grader diff grades grades-new
  grader diff grades grades-new --format json

Exit codes:
  0  no grades changed
  1  some grades changed
  2  a grading is incomplete, or a summary is older than its corrections";

#[derive(Debug, clap::Args)]
#[command(after_help = DIFF_EXIT_CODES)]
pub(super) struct DiffArgs {
    /// Folder with the old grades
    pub(super) old: PathBuf,

    /// Folder with the new grades
    pub(super) new: PathBuf,

    /// Output format
    #[arg(long, value_name = "FORMAT", default_value = "human")]
    pub(super) format: DiffFormat,

    #[command(flatten)]
    pub(super) anonymous: AnonymousArgs,

    #[command(flatten)]
    pub(super) color: ColorArgs,
}

/// The output format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum DiffFormat {
    /// Human-readable text
    Human,
    /// Machine-readable JSON, schema `diff/1`
    Json,
}

const GRADESCOPE_HELP: &str = "\
FILE contains everything that Gradescope needs: the scripts `setup.sh` and `run_autograder`, the
assignment and the grader. The platform runs `setup.sh` once to install the Rust compiler, and then
runs `run_autograder` for each submission.

The grader in FILE must run on x86-64 Linux. The released grader runs on all images. If this grader
was built on another system, or needs a newer glibc than the image has, use `--grader` with the
released grader, packed or unpacked. Alternatively, use `--source` with the grader's source folder,
and `setup.sh` will build it.

Exit codes:
  0  written
  2  usage error, invalid assignment, or a grader that does not run on the platform; nothing was
     written
  3  this machine is at fault";

#[derive(Debug, clap::Args)]
#[command(after_help = GRADESCOPE_HELP)]
pub(super) struct GradescopeArgs {
    /// Zip file to write
    #[arg(long, value_name = "FILE", default_value = "autograder.zip")]
    pub(super) out: PathBuf,

    #[command(flatten)]
    pub(super) assignment: AssignmentArgs,

    /// Grader to include: the program or a release archive [default: this program]
    #[arg(long, value_name = "FILE", conflicts_with = "source")]
    pub(super) grader: Option<PathBuf>,

    /// Include the grader's sources from DIR, and build them on the platform
    #[arg(long, value_name = "DIR")]
    pub(super) source: Option<PathBuf>,

    /// Platform's time limit per submission, in minutes
    #[arg(long, value_name = "N", default_value = "10")]
    pub(super) minutes: NonZeroU32,

    #[command(flatten)]
    pub(super) color: ColorArgs,
}
