//! What can be typed after `grader grade`, `merge`, `diff` and `report`.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::ValueEnum;

use super::args::Color;
use crate::class::partition::Wish;

const GRADE_HELP: &str = "\
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

`--partition auto` takes the part from the variables of a Slurm array (SLURM_ARRAY_TASK_ID, _MIN,
_STEP, _COUNT), of GitLab (CI_NODE_INDEX, CI_NODE_TOTAL) or of an indexed job of Kubernetes
(JOB_COMPLETION_INDEX, and JOB_COMPLETIONS, which the job's description has to set). Give each part
a DIR of its own, and join them with `grader merge`.

Exit codes:
  0  every submission was dealt with: graded, or rejected because it is none
  2  wrong usage or bad input; nothing was graded
  3  the grader or this machine is at fault, for some submission or for all; what was graded stays";

#[derive(Debug, clap::Args)]
#[command(after_help = GRADE_HELP)]
pub(super) struct GradeArgs {
    /// The submissions: a folder with a folder or an archive for each, what Gradescope, Canvas or
    /// Moodle gives, unpacked, or single submissions
    #[arg(required = true)]
    pub(super) submissions: Vec<PathBuf>,

    /// The folder for the grades; it is made if it is not there
    #[arg(long, value_name = "DIR")]
    pub(super) out: PathBuf,

    /// The assignment: a folder or its `assignment.toml` [default: the built-in 8-puzzle]
    #[arg(long, value_name = "DIR|FILE")]
    pub(super) assignment: Option<PathBuf>,

    /// Who is in the class: a CSV file with a column `id`, and possibly `name` and `email`
    #[arg(long, value_name = "FILE")]
    pub(super) roster: Option<PathBuf>,

    /// Grade only this part: `hash:M/N` by name, `slice:M/N` every N-th, or `auto`
    #[arg(long, value_name = "PART")]
    pub(super) partition: Option<Wish>,

    /// Corrections by hand, which are copied to `DIR/overrides.toml` if there are none
    #[arg(long, value_name = "FILE")]
    pub(super) overrides: Option<PathBuf>,

    /// The most submissions to grade at once [default: one for each core]
    #[arg(long, value_name = "N")]
    pub(super) jobs: Option<NonZeroUsize>,

    /// Use no grades that were found out for another DIR, and keep none
    #[arg(long)]
    pub(super) no_cache: bool,

    /// Install nothing, even if the compiler lacks the target for the sandbox
    #[arg(long)]
    pub(super) no_install: bool,

    /// When to use colour
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    pub(super) color: Color,
}

const MERGE_EXIT_CODES: &str = "\
The order of the folders is no matter. Parts of a class have to be all there.

Exit codes:
  0  joined
  2  the folders do not fit together, or parts are missing; nothing was written
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

    /// When to use colour
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    pub(super) color: Color,
}

const REPORT_HELP: &str = "\
The page is one file of HTML that loads nothing: open it in a browser, send it, or keep it. It has
the distribution of the scores, the checks by how many fail them, who is near the limits, who fails
the same way, a table of all submissions, and all there is to know of each, with corrections by hand
from `DIR/overrides.toml` and with wrong solutions to be replayed. It is for instructors: hidden
checks are on it. The pages of `--students` say of those only how many there are.

A grading that was stopped is shown as far as it came.

Exit codes:
  0  written
  2  the folder holds no grades, or damaged ones, or the file cannot be written";

#[derive(Debug, clap::Args)]
#[command(after_help = REPORT_HELP)]
pub(super) struct ReportArgs {
    /// The folder that `grader grade` has written
    #[arg(value_name = "DIR")]
    pub(super) folder: PathBuf,

    /// The file for the page of the class [default: `report.html` in DIR]
    #[arg(long, value_name = "FILE")]
    pub(super) out: Option<PathBuf>,

    /// Write a page for each student into this folder, as `NAME.html`, to hand out
    #[arg(long, value_name = "DIR")]
    pub(super) students: Option<PathBuf>,

    /// Add a section on similar code in these submissions, as `grader similar` shows it
    #[arg(long, value_name = "SUBMISSIONS", num_args = 1..)]
    pub(super) submissions: Vec<PathBuf>,

    /// Who is in the class, for the names of the submissions to compare
    #[arg(long, value_name = "FILE", requires = "submissions")]
    pub(super) roster: Option<PathBuf>,

    /// Code that was given out beside the built-in template and `slider`; may be repeated
    #[arg(long, value_name = "DIR", requires = "submissions")]
    pub(super) template: Vec<PathBuf>,

    /// Submissions of an earlier year to compare with; may be repeated
    #[arg(long, value_name = "DIR", requires = "submissions")]
    pub(super) past: Vec<PathBuf>,

    /// When to use colour
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    pub(super) color: Color,
}

const DIFF_EXIT_CODES: &str = "\
Exit codes:
  0  no grade changes
  1  some grade changes
  2  a folder holds no finished grading";

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

    /// When to use colour
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    pub(super) color: Color,
}

/// How to write what changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum DiffFormat {
    /// For people
    Human,
    /// For programs: schema `diff/1`
    Json,
}
