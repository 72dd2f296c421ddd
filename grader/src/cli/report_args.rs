//! Defines the arguments of `grader report`.

use std::path::PathBuf;

use clap::ValueEnum;
use grade::view::Audience;
use intake::class::Platform;
use report::Format;

use super::anonymous::AnonymousArgs;
use super::report::FillArgs;
use super::shared_args::{ColorArgs, OtherCodeArgs, PlatformArgs, audiences, formats};

const HELP: &str = "\
Examples:
  grader report grades
  grader report grades --students pages
  grader report grades --gradebook export.csv --preview

The page is a single HTML file that loads nothing else. You can open it in a browser, send it or
keep it. It shows the distribution of the scores, the checks and how many students fail them,
submissions near a limit, submissions that fail in the same way, and a table with the details of
every submission, with corrections from `DIR/overrides.toml` and with wrong solutions that you can
replay. It is for instructors, because it shows hidden checks. The pages of `--students` show only
how many hidden checks there are.

If a grading run was interrupted, the page shows the grades so far.

With `--gradebook`, no page is written. Instead, EXPORT is copied with the final points in one
column, ready for the platform to import. Nothing else is changed. Students are matched by the ids,
email addresses and names in `DIR/class.json`, so use the roster of the gradebook with `grader
grade`. If a cell contains a word such as EX, or its student is not certain, it stays as it is. No
cell is ever emptied. Points that are already in a cell may have been entered by hand, so they stay
unless you use `--overwrite`. A rejected submission has no score: it is listed as \"needs review\",
and its cell stays as it is unless `--rejected` or `[gradebook]` in the rubric says otherwise. If
the column has other points than the assignment, use `--scale` or `--as-is`. To see old and new
points without writing anything, use `--preview`; on a terminal, changes are always shown. Standard
error lists the replaced points, the unchanged cells and the students without points. EXPORT itself
never changes.

With `--feedback`, an archive is written that Moodle or Canvas can return to the students. The class
must have been downloaded from this platform. The archive has the page of `--students` for each
student. For Canvas, it has the report as Rust comments, because Canvas shows it under the name of
the submitted file.

With `--format`, a file for each submission is written to the folder after `--out`.

If `overrides.toml` or `extensions.toml` has changed, `grades.csv` and `grades.json` are updated
first.

Exit codes:
  0  written
  1  the gradebook was written, but some graded students are missing, something is not certain, or
     all submissions were rejected; or the feedback archive lacks students: standard error lists
     them; or you must decide how late a submission is, or whom an extension is for
  2  the folder has no grades or damaged grades, the file cannot be written, or the gradebook is
     invalid; nothing was written
  3  the score of a submission is missing: the cell stays unchanged, or the format cannot express it; all others
     were written";

#[derive(Debug, clap::Args)]
#[command(after_help = HELP)]
pub(super) struct ReportArgs {
    /// The folder from `grader grade`
    #[arg(value_name = "DIR")]
    pub(super) folder: PathBuf,

    /// The output: the page of the class [default: `report.html` in DIR], the gradebook, the
    /// feedback archive, or the folder for files in a format
    #[arg(long, value_name = "FILE|DIR")]
    pub(super) out: Option<PathBuf>,

    /// Write a page for each student to this folder, as `NAME.html`
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

    /// Show the changes in the gradebook without writing it
    #[arg(long, requires = "gradebook")]
    pub(super) preview: bool,

    /// Write an archive that the platform returns to students, with a file for each student
    #[arg(long, value_name = "PLATFORM", conflicts_with_all = ["gradebook", "format", "students", "submissions"])]
    pub(super) feedback: Option<FeedbackTo>,

    /// The folder or archive from Canvas, for the names of the files
    #[arg(long, value_name = "PATH", requires = "feedback")]
    pub(super) download: Option<PathBuf>,

    /// Write a file in this format for each submission, to the folder after `--out`
    #[arg(long, value_name = "FORMAT", value_parser = formats())]
    pub(super) format: Option<Format>,

    /// List submissions that fail in the same way, with the causes for `overrides.toml`
    #[arg(long, conflicts_with_all = ["out", "students", "gradebook", "format", "submissions"])]
    pub(super) groups: bool,

    /// The reader of these files or pages [default: as for `grader check`]
    #[arg(long, value_name = "WHO", value_parser = audiences(), conflicts_with = "gradebook")]
    pub(super) audience: Option<Audience>,

    /// The submissions of Classroom 50: a CSV file with a column `submission`, and a column for
    /// each variable of its runner that is not in the environment
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

    /// The roster, for the names of the submissions to compare
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
    /// Returns the platform.
    pub(super) fn platform(self) -> Platform {
        match self {
            Self::Moodle => Platform::Moodle,
            Self::Canvas => Platform::Canvas,
        }
    }
}
