//! Defines the arguments of `grader report`.

use std::path::PathBuf;

use clap::ValueEnum;
use grade::view::Audience;
use intake::class::Platform;
use report::Format;

use super::anonymous::AnonymousArgs;
use super::report::FillArgs;
use super::shared_args::{
    ColorArgs, OtherCodeArgs, PlatformArgs, parser_of_audiences, parser_of_formats,
};

const HELP: &str = "\
Examples:
  grader report grades
  grader report grades --students pages
  grader report grades --gradebook export.csv --preview
  grader report grades --columns checks --out table.csv
  grader report grades --hand-sheet sheet.csv
  grader report grades --hand sheet.csv

The page is a single HTML file that loads nothing else. You can open it in a browser, send it or
archive it. It shows the score distribution, the checks and how many students fail them, submissions
near a limit, submissions that fail in the same way, and a table with the details of every
submission, including corrections from `DIR/overrides.toml` and incorrect solutions that you can
replay. It is for instructors, because it shows hidden checks. The pages from `--students` show only
the number of hidden checks.

If a grading run was interrupted, the page shows the grades so far.

With `--gradebook`, the command writes no page. Instead, it writes a copy of EXPORT with the final
points in one column, ready to import into the platform. Nothing else changes. Students are matched
by the ids, email addresses and names in `DIR/class.json`, so use the gradebook's roster with
`grader grade`. A cell that contains a word such as EX, or whose student is uncertain, stays
unchanged. Cells are never emptied. Points that are already in a cell may have been entered
manually, so they stay unless you use `--overwrite`. A rejected submission has no score: it is
listed as \"needs review\", and its cell stays unchanged unless you use `--rejected`, or
`[gradebook]` in the rubric. If the column's maximum differs from the assignment's, use `--scale`
or `--as-is`. To see old and new points without writing anything, use `--preview`; on a terminal,
changes are always shown. Standard error lists replaced points, unchanged cells and students
without points. EXPORT itself never changes.

With `--feedback`, the command writes an archive that Moodle or Canvas can return to students. The
class must have been downloaded from the same platform. For Moodle, the archive contains each
student's page, as written by `--students`. For Canvas, it contains the report as Rust comments,
because Canvas shows it under the name of the submitted file.

With `--requests`, the command prints each request with the failing case of the check, and the
decision. The requests are also on the page `report.html` in DIR, until it is written without them.
Decisions are corrections that name the request. To record those in FILE, use `--out`: this writes
all corrections to a new file, which can replace `DIR/overrides.toml`.

With `--columns checks`, the command writes a table that is like `grades.csv`, but also has a column
for the points of each check, after corrections. The table starts with a byte order mark, which
Excel needs to read UTF-8. `grades.csv` has no mark, because other programs read it.

With `--hand-sheet`, the command writes a table for a spreadsheet program, in which you can enter
the points for criteria that are graded by hand, and a comment for each student. To add the points
to all totals, use `--hand` with the completed table. Existing points are replaced only for the
submissions in the table. If a cell is empty, the criterion is not graded yet: the total is
withheld, and never counts the criterion as zero. Nothing is stored if any cell is invalid.

With `--format`, the command writes a file for each submission to the folder given with `--out`.
Files from an earlier run are replaced, or removed if they belong to nobody any more. If somebody
else has written or changed a file there, nothing is written.

If `overrides.toml`, `extensions.toml` or points given by hand have changed, the command first
updates `grades.csv` and `grades.json`.

Exit codes:
  0  written
  1  the gradebook was written, but some graded students are missing, something is uncertain, or all
     submissions were rejected; or the feedback archive lacks some students (standard error lists
     them); or you must decide who a submission or an ignored file is from, how late a submission
     is, or which student an extension is for; or a request is not decided
  2  the folder contains no grades or damaged grades, the file cannot be written, or the gradebook or
     the file of requests is invalid; nothing was written
  3  the score of a submission is missing, so its cell stays unchanged, or the format cannot express
     it; all others were written";

#[derive(Debug, clap::Args)]
#[command(after_help = HELP)]
pub(super) struct ReportArgs {
    /// Folder written by `grader grade`
    #[arg(value_name = "DIR")]
    pub(super) folder: PathBuf,

    /// Output: the class page [default: `report.html` in DIR], the gradebook, the feedback archive, the
    /// corrections for `--requests`, or the folder for `--format`
    #[arg(long, value_name = "FILE|DIR")]
    pub(super) out: Option<PathBuf>,

    /// Write a page for each student to this folder, as `NAME.html`. Pages of earlier runs are removed if they belong to
    /// nobody in the class, unless they have been changed
    #[arg(long, value_name = "DIR", conflicts_with_all = ["gradebook", "format"])]
    pub(super) students: Option<PathBuf>,

    #[arg(
        long,
        value_name = "EXPORT",
        conflicts_with = "format",
        help = format!("Fill in this gradebook export from {}", Platform::names())
    )]
    pub(super) gradebook: Option<PathBuf>,

    #[command(flatten)]
    pub(super) fill: FillArgs,

    /// Show the gradebook changes without writing them
    #[arg(long, requires = "gradebook")]
    pub(super) preview: bool,

    /// Write an archive with a file for each student, which the platform can return to students
    #[arg(long, value_name = "PLATFORM", conflicts_with_all = ["gradebook", "format", "students", "submissions"])]
    pub(super) feedback: Option<FeedbackTo>,

    /// Folder or archive of submissions downloaded from Canvas, used to look up file names
    #[arg(long, value_name = "PATH", requires = "feedback")]
    pub(super) download: Option<PathBuf>,

    /// Write a file in this format for each submission, to the folder given with `--out`
    #[arg(long, value_name = "FORMAT", value_parser = parser_of_formats())]
    pub(super) format: Option<Format>,

    /// List submissions that fail in the same way, with causes to use in `overrides.toml`
    #[arg(long, conflicts_with_all = ["out", "students", "gradebook", "format", "submissions"])]
    pub(super) groups: bool,

    /// Show the students' requests to regrade a check, beside the evidence: a CSV file with the columns `student`,
    /// `check` and `text`. With `--out`, write the corrections with the decisions in its columns `decision`, `why` and
    /// `who`
    #[arg(
        long,
        value_name = "FILE",
        conflicts_with_all =
            ["students", "gradebook", "feedback", "format", "groups", "submissions", "anonymous"]
    )]
    pub(super) requests: Option<PathBuf>,

    /// Write a table of the class for a spreadsheet program to the file given with `--out`, like
    /// `grades.csv`, but with a column for the points of each check
    #[arg(
        long,
        value_name = "WHAT",
        requires = "out",
        conflicts_with_all =
            ["gradebook", "feedback", "format", "groups", "requests", "students", "submissions", "audience"]
    )]
    pub(super) columns: Option<TableColumns>,

    /// Write a sheet for grading by hand, with a row for each submission and a column for each
    /// criterion of the rubric
    #[arg(
        long,
        value_name = "FILE",
        conflicts_with_all = ["out", "gradebook", "feedback", "format", "groups", "requests", "students", "submissions", "audience", "columns"]
    )]
    pub(super) hand_sheet: Option<PathBuf>,

    /// First read this sheet, and store the points in `hand.json` in DIR
    #[arg(long, value_name = "FILE", conflicts_with = "hand_sheet")]
    pub(super) hand: Option<PathBuf>,

    /// Audience of the files or pages [default: as for `grader check`]
    #[arg(long, value_name = "WHO", value_parser = parser_of_audiences(), conflicts_with = "gradebook")]
    pub(super) audience: Option<Audience>,

    /// Classroom 50 submissions: a CSV file with a `submission` column, and a column for each of
    /// the runner's variables that is not set in the environment
    #[arg(long, value_name = "FILE", requires = "format")]
    pub(super) identities: Option<PathBuf>,

    /// Add a section on similar code in these submissions, as shown by `grader similar`
    #[arg(
        long,
        value_name = "SUBMISSIONS",
        num_args = 1..,
        conflicts_with_all = ["gradebook", "format"]
    )]
    pub(super) submissions: Vec<PathBuf>,

    /// Roster for the submissions to compare
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

/// The columns of a table, besides those of `grades.csv`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum TableColumns {
    /// The points of each check, after corrections
    Checks,
}

/// A platform that accepts an archive of files and returns them to students.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum FeedbackTo {
    /// Feedback files, for "Upload multiple feedback files in a zip"
    Moodle,
    /// Comments on submissions, for "Re-upload submissions"; needs `--download`
    Canvas,
}

impl FeedbackTo {
    pub(super) fn platform(self) -> Platform {
        match self {
            Self::Moodle => Platform::Moodle,
            Self::Canvas => Platform::Canvas,
        }
    }
}
