//! The arguments of the commands that are about a class.

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
The submissions may be the archive that a platform gives for the class, as it was downloaded:

  grader grade submissions.zip --roster gradebook.csv --out grades

Standard error says who is on the roster without a submission, which submissions are of nobody on it
for sure and why, which attempts are older and so not graded, and what was passed over and why.

Some downloads have all that a student handed in. `--attempts best` grades each attempt;
`--attempts last-before-due` goes by the due date of the rubric. The rubric can set the rule, too:
`[attempts]` with `counts = \"best\"`. `grades.csv` says which one counts.
Give the option again with each `grader grade` of the class.

A run that was stopped, in whatever way, goes on where it was when the same command is given again;
the files are then the same as if it had not been stopped. Submissions that have not changed are not
graded again, nor are those that were graded before into any folder (`--no-cache` forbids that).

DIR holds `submissions/NAME/grade.json`, `grades.csv` and `grades.json` once all is graded, and
`run.json` with times. Corrections by hand are read from `DIR/overrides.toml`:

  [[override]]
  submission = \"alice\"
  check = \"board.hamming\"    # without it: the whole score
  set = 4                    # or `add = -1.5`; with neither it is a comment
  why = \"the lecture counted the blank\"
  who = \"the instructor\"

Where the rubric has a due date, in its table `[late]`, what comes later is taken off in the summary,
and never in `grade.json`. `DIR/extensions.toml` says who has longer:

  [[extension]]
  student = \"alice\"          # an id, an address or the name of a submission
  hours = 48                 # or `due = ...`, `waive = true`, `handed_in = ...`
  why = \"ill\"
  who = \"the instructor\"

`--partition auto` takes the part from the variables of a Slurm array (SLURM_ARRAY_TASK_ID, _MIN,
_STEP, _COUNT), of GitLab (CI_NODE_INDEX, CI_NODE_TOTAL) or of an indexed job of Kubernetes
(JOB_COMPLETION_INDEX, and JOB_COMPLETIONS, which the job's description has to set). Give each part
a DIR of its own, and join them with `grader merge`.

Exit codes:
  0  every submission was dealt with: graded, or rejected because it is none
  1  all submissions of a whole class were rejected, as where the folder is the wrong one; or somebody
     has to say how late a submission is, or whom an extension is for
  2  wrong usage or bad input, or DIR has grades of submissions that are not among these; nothing was
     graded
  3  the grader or this machine is at fault, for some submission or for all; what was graded stays";

#[derive(Debug, clap::Args)]
#[command(after_help = GRADE_HELP)]
pub(super) struct GradeArgs {
    #[command(flatten)]
    pub(super) class: ClassArgs,

    /// The folder for the grades, apart from the submissions; it is made if it is not there
    #[arg(long, value_name = "DIR")]
    pub(super) out: PathBuf,

    #[command(flatten)]
    pub(super) assignment: AssignmentArgs,

    /// Leave submissions out of the summary that were graded into DIR before and are not among these
    #[arg(long)]
    pub(super) replace_class: bool,

    /// Grade only this part: `hash:M/N` by name, `slice:M/N` every N-th, or `auto`
    #[arg(long, value_name = "PART")]
    pub(super) partition: Option<PartitionSpec>,

    /// Programs that `grader build` has made of these submissions: this machine then needs no
    /// compiler
    #[arg(long, value_name = "DIR", conflicts_with = "no_install")]
    pub(super) prebuilt: Option<PathBuf>,

    /// Which attempt counts of who has handed in several times [default: `counts` of the rubric, or
    /// else the latest]
    #[arg(long, value_name = "WHICH", value_parser = countings())]
    pub(super) attempts: Option<Counting>,

    /// Corrections by hand, which are copied to `DIR/overrides.toml` if there are none
    #[arg(long, value_name = "FILE")]
    pub(super) overrides: Option<PathBuf>,

    /// Who has longer, which is copied to `DIR/extensions.toml` if there is none
    #[arg(long, value_name = "FILE")]
    pub(super) extensions: Option<PathBuf>,

    /// Use no grades that were found out for another DIR, and keep none
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

/// The rules for who has handed in several times.
fn countings() -> impl TypedValueParser<Value = Counting> {
    let from_name = |name: String| Counting::from_name(&name).ok_or("no such rule");
    let values = Counting::all().map(|it| PossibleValue::new(it.name()).help(it.about()));
    PossibleValuesParser::new(values).try_map(from_name)
}

/// The rule for attempts: that of the command, or else that of the rubric.
pub(super) fn counting(option: Option<Counting>, assignment: &Assignment) -> Counting {
    let of_rubric = assignment.attempts.and_then(|it| it.counts);
    option.or(of_rubric).unwrap_or_default()
}

const BUILD_HELP: &str = "\
Compiles submissions for the sandbox, on a machine that has a compiler, so that others can grade:

  grader build submissions --out programs
  grader grade submissions --prebuilt programs --out grades     # no Rust needed

The grades are the same to the byte as without `--prebuilt`. What is in DIR is not compiled again, and
several machines can fill one DIR at the same time. Give the assignment to both commands: what its
table `[tests]` needs is compiled, too; and `--attempts`, so that earlier attempts are.

Exit codes:
  0  all are built, but for what is no submission
  2  wrong usage or bad input, or DIR holds programs of another compiler; nothing was built
  3  the grader or this machine is at fault; what was built stays";

#[derive(Debug, clap::Args)]
#[command(after_help = BUILD_HELP)]
pub(super) struct BuildArgs {
    /// The submissions, as for `grader grade`
    #[arg(required = true)]
    pub(super) submissions: Vec<PathBuf>,

    #[command(flatten)]
    pub(super) platform: PlatformArgs,

    /// The folder for the programs; it is made if it is not there
    #[arg(long, value_name = "DIR")]
    pub(super) out: PathBuf,

    #[command(flatten)]
    pub(super) assignment: AssignmentArgs,

    /// Which attempt is to count, as for `grader grade`; all that may count are compiled
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
The order of the folders is no matter. Parts of a class have to be all there.

Exit codes:
  0  joined
  1  joined; all were rejected, or somebody has to say how late a submission is, or whom an extension
     is for
  2  the folders do not fit together, or parts are missing, or DIR has grades of other submissions;
     nothing was written
  3  the folder cannot be written, or a submission is without a score";

#[derive(Debug, clap::Args)]
#[command(after_help = MERGE_EXIT_CODES)]
pub(super) struct MergeArgs {
    /// The folders that `grader grade` has written
    #[arg(required = true, value_name = "DIR")]
    pub(super) folders: Vec<PathBuf>,

    /// The folder for what is joined
    #[arg(long, value_name = "DIR")]
    pub(super) out: PathBuf,

    /// Corrections by hand [default: those of the parts]
    #[arg(long, value_name = "FILE")]
    pub(super) overrides: Option<PathBuf>,

    /// Who has longer [default: as the parts say]
    #[arg(long, value_name = "FILE")]
    pub(super) extensions: Option<PathBuf>,

    #[command(flatten)]
    pub(super) color: ColorArgs,
}

const DIFF_EXIT_CODES: &str = "\
Exit codes:
  0  no grade changes
  1  some grade changes
  2  a folder holds no finished grading, or a summary from before its corrections";

#[derive(Debug, clap::Args)]
#[command(after_help = DIFF_EXIT_CODES)]
pub(super) struct DiffArgs {
    /// The folder of the old grading
    pub(super) old: PathBuf,

    /// The folder of the new one
    pub(super) new: PathBuf,

    /// How to write what changes
    #[arg(long, value_name = "FORMAT", default_value = "human")]
    pub(super) format: DiffFormat,

    #[command(flatten)]
    pub(super) anonymous: AnonymousArgs,

    #[command(flatten)]
    pub(super) color: ColorArgs,
}

/// How to write what changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum DiffFormat {
    /// For people
    Human,
    /// For programs: schema `diff/1`
    Json,
}

const GRADESCOPE_HELP: &str = "\
FILE holds all that grading takes there: the scripts `setup.sh` and `run_autograder`, the assignment
and the grader. The platform runs `setup.sh` once, which installs the Rust compiler, and then
`run_autograder` for each submission.

The grader in it has to run on Linux on x86-64. The released one does, on any image. Where this one
does not, or was built here and needs a newer glibc than the image has, give the released one as
`--grader`, packed or not, or let `setup.sh` build it from the folder of its sources, `--source`.

Exit codes:
  0  written
  2  wrong usage, a bad assignment, or a grader that does not run there; nothing was written
  3  this machine is at fault";

#[derive(Debug, clap::Args)]
#[command(after_help = GRADESCOPE_HELP)]
pub(super) struct GradescopeArgs {
    /// The zip file to write
    #[arg(long, value_name = "FILE", default_value = "autograder.zip")]
    pub(super) out: PathBuf,

    #[command(flatten)]
    pub(super) assignment: AssignmentArgs,

    /// The grader that is put into it, or the archive of a release with it [default: this program]
    #[arg(long, value_name = "FILE", conflicts_with = "source")]
    pub(super) grader: Option<PathBuf>,

    /// Put the grader's sources into it, which are built there
    #[arg(long, value_name = "DIR")]
    pub(super) source: Option<PathBuf>,

    /// How many minutes the platform gives a submission
    #[arg(long, value_name = "N", default_value = "10")]
    pub(super) minutes: NonZeroU32,

    #[command(flatten)]
    pub(super) color: ColorArgs,
}
