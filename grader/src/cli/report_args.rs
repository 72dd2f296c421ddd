//! The arguments of `grader report`.

use std::path::PathBuf;

use clap::ValueEnum;
use grade::view::Audience;
use intake::class::Platform;
use report::Format;

use super::anonymous::AnonymousArgs;
use super::report::FillArgs;
use super::shared_args::{ColorArgs, OtherCodeArgs, PlatformArgs, audiences, formats};

const HELP: &str = "\
The page is one file of HTML that loads nothing: open it in a browser, send it, or keep it. It has
the distribution of the scores, the checks by how many fail them, who is near the limits, who fails
the same way, a table of all submissions, and all there is to know of each, with corrections by hand
from `DIR/overrides.toml` and with wrong solutions to be replayed. It is for instructors: hidden
checks are on it. The pages of `--students` say of those only how many there are.

A grading that was stopped is shown as far as it came.

With `--gradebook` no page is written, but a gradebook to be imported: EXPORT as the platform has
exported it, with the final points in one column, and nothing else changed. Students are found by
the ids, addresses and names in `DIR/class.json`; give `grader grade` a roster that has those of
the gradebook. A cell that holds a word, such as EX, or whose student is not clear, stays as it is,
and no cell is ever emptied. A cell that holds other points changes only with `--overwrite`, since
they may be entered by hand.
A rejected submission has no score: it is listed as \"needs review\", and its cell stays as it is
unless `--rejected`, or `[gradebook]` in the rubric, says otherwise.
Where the column is not worth what the assignment is, `--scale` or `--as-is` says what to do.
`--preview` shows old and new and writes nothing; on a terminal the changes are shown, too. What
stays as it is, and everybody who gets no points, is said on standard error. EXPORT itself is
never changed.

With `--feedback` an archive is written that Moodle or Canvas hands out to the students of a
class which was downloaded from there: for each the page that `--students` writes, or for Canvas,
which shows it under the name of the file that was handed in, the report as comments of Rust.

With `--format` a file for each submission is written into the folder after `--out`.

Where `overrides.toml` or `extensions.toml` has changed since, `grades.csv` and `grades.json` are
written again first.

Exit codes:
  0  written
  1  the gradebook is written, but not everybody who was graded is in it, something in it is not
     clear, or all submissions were rejected; or the archive of feedback lacks somebody: standard
     error says who and why; or somebody has to say how late a submission is, or whom an extension
     is for
  2  the folder holds no grades, or damaged ones, or the file cannot be written; or the gradebook is
     refused: nothing is written
  3  a submission is without a score: its cell stays as it is, or the format has no way to say it;
     the others are written";

#[derive(Debug, clap::Args)]
#[command(after_help = HELP)]
pub(super) struct ReportArgs {
    /// The folder that `grader grade` has written
    #[arg(value_name = "DIR")]
    pub(super) folder: PathBuf,

    /// The file for the page of the class [default: `report.html` in DIR], for the gradebook or for
    /// the archive of feedback, or the folder for files in a format
    #[arg(long, value_name = "FILE|DIR")]
    pub(super) out: Option<PathBuf>,

    /// Write a page for each student into this folder, as `NAME.html`, to hand out
    #[arg(long, value_name = "DIR", conflicts_with_all = ["gradebook", "format"])]
    pub(super) students: Option<PathBuf>,

    #[arg(
        long,
        value_name = "EXPORT",
        conflicts_with = "format",
        help = format!("Fill in this export of a gradebook of {}", Platform::names())
    )]
    pub(super) gradebook: Option<PathBuf>,

    #[command(flatten)]
    pub(super) fill: FillArgs,

    /// Show what would change in the gradebook, and write nothing
    #[arg(long, requires = "gradebook")]
    pub(super) preview: bool,

    /// Write an archive with a file for each student, which the platform hands out
    #[arg(long, value_name = "PLATFORM", conflicts_with_all = ["gradebook", "format", "students", "submissions"])]
    pub(super) feedback: Option<FeedbackTo>,

    /// The folder or archive that Canvas gave, for the names of the files
    #[arg(long, value_name = "PATH", requires = "feedback")]
    pub(super) download: Option<PathBuf>,

    /// Write a file in this format for each submission, into the folder after `--out`
    #[arg(long, value_name = "FORMAT", value_parser = formats())]
    pub(super) format: Option<Format>,

    /// List who fails the same way and for which causes, as `overrides.toml` can name them
    #[arg(long, conflicts_with_all = ["out", "students", "gradebook", "format", "submissions"])]
    pub(super) groups: bool,

    /// Who reads these files, or the pages for students [default: as for `grader check`]
    #[arg(long, value_name = "WHO", value_parser = audiences(), conflicts_with = "gradebook")]
    pub(super) audience: Option<Audience>,

    /// Which submission each is to Classroom 50: CSV with a column `submission`, and one for each
    /// variable of its runner that is not in the environment
    #[arg(long, value_name = "FILE", requires = "format")]
    pub(super) identities: Option<PathBuf>,

    /// Add a section on similar code in these submissions, as `grader similar` shows it
    #[arg(
        long,
        value_name = "SUBMISSIONS",
        num_args = 1..,
        conflicts_with_all = ["gradebook", "format"]
    )]
    pub(super) submissions: Vec<PathBuf>,

    /// Who is in the class, for the names of the submissions to compare
    #[arg(long, value_name = "FILE", requires = "submissions")]
    pub(super) roster: Option<PathBuf>,

    #[command(flatten)]
    pub(super) platform: PlatformArgs,

    #[command(flatten)]
    pub(super) other_code: OtherCodeArgs,

    #[command(flatten)]
    pub(super) anonymous: AnonymousArgs,

    #[command(flatten)]
    pub(super) color: ColorArgs,
}

/// A platform that takes an archive of files for its students.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum FeedbackTo {
    /// The feedback files of an assignment, by "Upload multiple feedback files in a zip"
    Moodle,
    /// Comments on submissions, by "Re-upload submissions"; takes `--download`
    Canvas,
}

impl FeedbackTo {
    /// The platform.
    pub(super) fn platform(self) -> Platform {
        match self {
            Self::Moodle => Platform::Moodle,
            Self::Canvas => Platform::Canvas,
        }
    }
}
