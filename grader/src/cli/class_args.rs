//! Defines the arguments of commands for classes.

use std::num::NonZeroU32;
use std::path::PathBuf;

use checks::assignment::Assignment;
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

You can grade the archive of a class as you downloaded it from the platform.

Standard error lists the students without a submission, the unmatched submissions, the older
attempts and the ignored files, with reasons.

Some downloads contain all attempts of a student. With `--attempts best`, each attempt is graded.
With `--attempts last-before-due`, the due date of the rubric decides. You can also set the rule in
the rubric: `[attempts]` with `counts = \"best\"`. `grades.csv` shows which attempt counts. Use the
same option each time you grade the class.

If a run was stopped, run the same command again to resume it. The files are the same as without
the stop. Submissions that have not changed are not graded again, even if they were graded into
another folder. To grade them again, use `--no-cache`.

After the run, DIR contains `submissions/NAME/grade.json`, `grades.csv`, `grades.json`, and
`run.json` with times. You can write corrections to `DIR/overrides.toml`:

  [[override]]
  submission = \"alice\"
  check = \"board.hamming\"    # without it: the whole score
  set = 4                    # or `add = -1.5`; with neither it is a comment
  why = \"the lecture counted the blank\"
  who = \"the instructor\"

If the rubric has a due date, in its table `[late]`, the summary deducts points for late
submissions. `grade.json` does not change. You can write extensions to `DIR/extensions.toml`:

  [[extension]]
  student = \"alice\"          # an id, an email address or the name of a submission
  hours = 48                 # or `due = ...`, `waive = true`, `handed_in = ...`
  why = \"ill\"
  who = \"the instructor\"

`--partition auto` reads the part from the variables of a Slurm array (SLURM_ARRAY_TASK_ID, _MIN,
_STEP, _COUNT), of GitLab (CI_NODE_INDEX, CI_NODE_TOTAL) or of an indexed Kubernetes job
(JOB_COMPLETION_INDEX, and JOB_COMPLETIONS, which you must set in the job's description). Use a
different DIR for each part, and combine them with `grader merge`.

Exit codes:
  0  all submissions were graded, or rejected because they are not submissions
  1  all submissions of a whole class were rejected, for example because the folder is wrong; or you
     must decide how late a submission is, or whom an extension is for
  2  wrong usage or bad input, or DIR has grades of submissions that are not in this class; nothing
     was graded
  3  the grader or this machine is at fault, for some submissions or for all; existing grades are
     kept";

#[derive(Debug, clap::Args)]
#[command(after_help = GRADE_HELP)]
pub(super) struct GradeArgs {
    #[command(flatten)]
    pub(super) class: ClassArgs,

    /// The folder for the grades, outside the submissions; it is created if it does not exist
    #[arg(long, value_name = "DIR")]
    pub(super) out: PathBuf,

    #[command(flatten)]
    pub(super) assignment: AssignmentArgs,

    /// The groups: a CSV file with a column `group` and columns that identify students, or an
    /// export of groups from Canvas or Moodle. The submission of a group counts for all members
    #[arg(long, value_name = "FILE")]
    pub(super) groups: Option<PathBuf>,

    /// Omit from the summary any old grades in DIR whose submissions are not in this class
    #[arg(long)]
    pub(super) replace_class: bool,

    /// Grade only this part: `hash:M/N` by name, `slice:M/N` every N-th, or `auto`
    #[arg(long, value_name = "PART")]
    pub(super) partition: Option<PartitionSpec>,

    /// Grade only the submission of this student, named by id, email address or submission; all
    /// others must be graded already
    #[arg(long, value_name = "STUDENT", conflicts_with_all = ["partition", "replace_class"])]
    pub(super) only_student: Option<String>,

    /// The programs that `grader build` made from these submissions; this machine then needs no
    /// compiler
    #[arg(long, value_name = "DIR", conflicts_with = "no_install")]
    pub(super) prebuilt: Option<PathBuf>,

    /// Which attempt counts when a student submitted more than once [default: `counts` of the
    /// rubric, or the latest]
    #[arg(long, value_name = "WHICH", value_parser = countings())]
    pub(super) attempts: Option<Counting>,

    /// A file with corrections, copied to `DIR/overrides.toml` if this file does not exist
    #[arg(long, value_name = "FILE")]
    pub(super) overrides: Option<PathBuf>,

    /// A file with extensions, copied to `DIR/extensions.toml` if this file does not exist
    #[arg(long, value_name = "FILE")]
    pub(super) extensions: Option<PathBuf>,

    /// Do not use the cache of grades
    #[arg(long)]
    pub(super) no_cache: bool,

    #[command(flatten)]
    pub(super) machine: MachineArgs,

    #[command(flatten)]
    pub(super) sandbox: SandboxArgs,

    #[command(flatten)]
    pub(super) progress: ProgressArgs,

    #[command(flatten)]
    pub(super) color: ColorArgs,
}

/// Returns a parser for rules about attempts.
fn countings() -> impl TypedValueParser<Value = Counting> {
    let from_name = |name: String| Counting::from_name(&name).ok_or("unknown rule");
    let values = Counting::all().map(|it| PossibleValue::new(it.name()).help(it.about()));
    PossibleValuesParser::new(values).try_map(from_name)
}

/// Returns the rule from the command line, or else from the rubric.
pub(super) fn counting(option: Option<Counting>, assignment: &Assignment) -> Counting {
    let of_rubric = assignment.attempts.and_then(|it| it.counts);
    option.or(of_rubric).unwrap_or_default()
}

const BUILD_HELP: &str = "\
Run this on a machine with a compiler. Other machines can then grade without one:

  grader build submissions --out programs
  grader grade submissions --prebuilt programs --out grades     # no Rust needed

The grades are the same to the byte as without `--prebuilt`. Programs that are already in DIR are
not compiled again, and several machines can write to the same DIR. Use the same `--assignment` and
`--attempts` for both commands, because the table `[tests]` and earlier attempts need more programs.

Exit codes:
  0  all submissions were compiled, or are not submissions
  2  wrong usage or bad input, or DIR has programs from another compiler; nothing was compiled
  3  the grader or this machine is at fault; existing programs are kept";

#[derive(Debug, clap::Args)]
#[command(after_help = BUILD_HELP)]
pub(super) struct BuildArgs {
    /// The submissions, as for `grader grade`
    #[arg(required = true)]
    pub(super) submissions: Vec<PathBuf>,

    #[command(flatten)]
    pub(super) platform: PlatformArgs,

    /// The folder for the programs; it is created if it does not exist
    #[arg(long, value_name = "DIR")]
    pub(super) out: PathBuf,

    #[command(flatten)]
    pub(super) assignment: AssignmentArgs,

    /// Which attempt counts, as for `grader grade`; all attempts that may count are compiled
    #[arg(long, value_name = "WHICH", value_parser = countings())]
    pub(super) attempts: Option<Counting>,

    #[command(flatten)]
    pub(super) machine: MachineArgs,

    #[command(flatten)]
    pub(super) sandbox: SandboxArgs,

    #[command(flatten)]
    pub(super) color: ColorArgs,
}

const MERGE_EXIT_CODES: &str = "\
Folders may be given in any order, but all parts of the class must be present.

Examples:
  grader merge part-1 part-2 part-3 --out grades

Exit codes:
  0  merged
  1  merged; all submissions were rejected, or you must decide how late a submission is, or whom an
     extension is for
  2  the folders do not belong together, parts are missing, or DIR has grades of other submissions;
     nothing was written
  3  the folder cannot be written, or the score of a submission is missing";

#[derive(Debug, clap::Args)]
#[command(after_help = MERGE_EXIT_CODES)]
pub(super) struct MergeArgs {
    /// The folders from `grader grade`
    #[arg(required = true, value_name = "DIR")]
    pub(super) folders: Vec<PathBuf>,

    /// The folder for the merged class
    #[arg(long, value_name = "DIR")]
    pub(super) out: PathBuf,

    /// A file with corrections [default: those of the parts]
    #[arg(long, value_name = "FILE")]
    pub(super) overrides: Option<PathBuf>,

    /// A file with extensions [default: those of the parts]
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
  0  no grade changes
  1  some grades change
  2  a grading is not complete, or a summary is older than its corrections";

#[derive(Debug, clap::Args)]
#[command(after_help = DIFF_EXIT_CODES)]
pub(super) struct DiffArgs {
    /// The folder of the old grading
    pub(super) old: PathBuf,

    /// The folder of the new one
    pub(super) new: PathBuf,

    /// The format of the changes
    #[arg(long, value_name = "FORMAT", default_value = "human")]
    pub(super) format: DiffFormat,

    #[command(flatten)]
    pub(super) anonymous: AnonymousArgs,

    #[command(flatten)]
    pub(super) color: ColorArgs,
}

/// The format of the changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum DiffFormat {
    /// For people
    Human,
    /// For programs: schema `diff/1`
    Json,
}

const GRADESCOPE_HELP: &str = "\
FILE contains everything for grading on Gradescope: the scripts `setup.sh` and `run_autograder`, the
assignment and the grader. The platform runs `setup.sh` once to install the Rust compiler, and then
runs `run_autograder` for each submission.

The grader in FILE must run on Linux on x86-64. The released grader runs on all images. If this
grader was built on another system, or needs a newer glibc than the image has, use the released
grader as `--grader`, packed or unpacked, or use `--source` with the folder of its sources, and
`setup.sh` will build it.

Exit codes:
  0  written
  2  wrong usage, an invalid assignment, or a grader that does not run on the platform; nothing was
     written
  3  this machine is at fault";

#[derive(Debug, clap::Args)]
#[command(after_help = GRADESCOPE_HELP)]
pub(super) struct GradescopeArgs {
    /// The zip file to write
    #[arg(long, value_name = "FILE", default_value = "autograder.zip")]
    pub(super) out: PathBuf,

    #[command(flatten)]
    pub(super) assignment: AssignmentArgs,

    /// The grader for the zip file, or the archive of a release [default: this program]
    #[arg(long, value_name = "FILE", conflicts_with = "source")]
    pub(super) grader: Option<PathBuf>,

    /// Include the grader's sources; the platform builds them
    #[arg(long, value_name = "DIR")]
    pub(super) source: Option<PathBuf>,

    /// The platform's time limit per submission, in minutes
    #[arg(long, value_name = "N", default_value = "10")]
    pub(super) minutes: NonZeroU32,

    #[command(flatten)]
    pub(super) color: ColorArgs,
}
