//! Implements `grader report`, which writes reports on a graded class.

mod feedback;
mod formats;
mod gradebook;
mod gradebook_args;
mod hand;
mod requests;

use std::path::{Path, PathBuf};

use base::{digest, regular, trust};
use class::groups::FaultGroups;
use class::{
    AssignmentSummary, ClassError, ClassMembers, Grades, OldPages, PageHashes, SummaryRow,
    SummaryTotals, page_file,
};
use grade::view::Audience;
use grade::words::counted;
use grade::{Basis, Tile, Tiles};
use oracle::pattern::SearchFinding;
use oracle::puzzle::{Goal, Grid};
use page::{ClassPage, ClassStatus, Handouts, PageHead, PageSection, Submitter};
use report::Format;

use super::anonymous::pseudonyms_if_anonymous;
use super::error::{CliError, print_note};
use super::exit::Exit;
use super::report_args::ReportArgs;
use super::shared_args::JobsArgs;
use super::similar::{ComparisonInput, compare_class};
use super::similar_args::{AT_LEAST, TOP};
use super::{output, output_place, student_page};

pub(super) use gradebook_args::FillArgs;

const PAGE: &str = "report.html";

pub(super) fn run(args: &ReportArgs) -> Result<Exit, CliError> {
    let mut grades = open_grades(args)?;
    refuse_misplaced_output(args, &grades)?;
    if let Some(file) = &args.hand {
        hand::read_sheet(file, args, &grades)?;
        grades = open_grades(args)?;
    }
    if let Some(file) = &args.hand_sheet {
        return hand::write_sheet(file, &grades);
    }
    let needs_names = args.gradebook.is_some()
        || args.feedback.is_some()
        || args.format == Some(Format::Classroom50);
    if args.anonymous.anonymous && needs_names {
        return Err(CliError::Misuse {
            message: "the platform needs the names that `--anonymous` hides".to_owned(),
            hint: "leave out `--anonymous`".to_owned(),
        });
    }
    if let Some(export) = &args.gradebook {
        return gradebook::run(args, export, &grades);
    }
    if let Some(to) = args.feedback {
        return feedback::run(args, to, &grades);
    }
    if let Some(file) = &args.requests {
        return requests::run(args, file, &grades);
    }
    if args.groups {
        return print_groups(&grades);
    }
    if args.columns.is_some() {
        return write_table(args, &grades);
    }
    if let Some(format) = args.format {
        let (exit, rows) = formats::run(args, format, &grades)?;
        let has_doubts = report_doubts(&rows, &grades, grades.rules().people());
        return Ok(if exit == Exit::Passed && has_doubts { Exit::Failed } else { exit });
    }
    let out = args.out.clone().unwrap_or_else(|| grades.grades_folder().path(PAGE));
    output::check_writable(&out)?;
    refuse_other_pages(&grades, &out, args.students.as_deref())?;
    if let Some(folder) = &args.students {
        make_folder(folder)?;
    }
    let students =
        args.students.as_deref().map(|folder| (folder, args.audience.unwrap_or_default()));
    let similar = similar_section(args, &grades)?;
    // If we cannot read the file, it is not an earlier page.
    let loses_similar = similar.is_none() && has_similar_section(&out);
    let rows = write_pages(&grades, &out, students, similar.into_iter().collect())?;
    if loses_similar {
        note_lost_section(&out);
    }
    let totals = class::report::describe_totals(SummaryTotals::count(&rows));
    output::print(&format!("{}: {totals}\n", out.display()))?;
    Ok(if report_doubts(&rows, &grades, grades.rules().people()) {
        Exit::Failed
    } else {
        Exit::Passed
    })
}

fn has_similar_section(page: &Path) -> bool {
    regular::read_text(page).is_ok_and(|page| similarity::report::is_in_page(&page))
}

fn note_lost_section(page: &Path) {
    print_note(&format!(
        "`{}` no longer contains a section on similar code; use `--submissions` to add it again",
        page.display()
    ));
}

/// Opens the grades, and hides names if requested.
fn open_grades(args: &ReportArgs) -> Result<Grades, CliError> {
    let grades = Grades::open(&args.folder)?;
    let people = ClassMembers::read_from(grades.grades_folder())?.unwrap_or_default();
    let all = [grades.names(), grades.ungraded(), grades.names_no_longer_in_class()].concat();
    Ok(grades.without_names(pseudonyms_if_anonymous(&args.anonymous, &all, &people)?))
}

/// Reports what the instructor must decide before scores are final. Returns `true` if there was anything.
fn report_doubts(rows: &[SummaryRow], grades: &Grades, people: &ClassMembers) -> bool {
    let doubts = class::report::list_doubts(rows, grades.rules(), people, grades.has_names());
    for line in &doubts {
        print_note(line);
    }
    !doubts.is_empty()
}

/// Returns an error if the output would be among the submissions or the grades.
fn refuse_misplaced_output(args: &ReportArgs, grades: &Grades) -> Result<(), CliError> {
    let places =
        [("--out", &args.out), ("--students", &args.students), ("--hand-sheet", &args.hand_sheet)];
    for (option, out) in
        places.into_iter().filter_map(|(option, out)| Some((option, out.as_ref()?)))
    {
        output_place::refuse_among_submissions(option, out, &args.submissions)?;
        output_place::refuse_among_grades(option, out, &args.folder, grades.names())?;
    }
    Ok(())
}

/// Returns an error that names the files that pages would replace, but that are not pages of the grader.
fn refuse_other_pages(
    grades: &Grades,
    out: &Path,
    students: Option<&Path>,
) -> Result<(), CliError> {
    let shown = grades.shown_names(grades.names());
    let pages = students
        .into_iter()
        .flat_map(|folder| shown.iter().map(move |name| folder.join(page_file(name))));
    let others: Vec<PathBuf> =
        pages.chain([out.to_owned()]).filter(|file| student_page::is_other_file(file)).collect();
    if others.is_empty() { Ok(()) } else { Err(ClassError::OtherFiles { paths: others }.into()) }
}

/// Updates the summary if corrections or extensions are newer. `lines` needs to have a row for each grade.
fn refresh_summary(grades: &Grades, lines: &[SummaryRow]) -> Result<(), CliError> {
    if class::refresh_summary(grades, lines)? {
        print_note(
            "`grades.csv` and `grades.json` were updated, because corrections, extensions or points \
             given by hand have changed",
        );
    }
    Ok(())
}

/// Lists groups of submissions that fail in the same way, with causes to use in `overrides.toml`.
fn print_groups(grades: &Grades) -> Result<Exit, CliError> {
    let mut groups = FaultGroups::default();
    for name in grades.names() {
        groups.add_grade(&grades.read_corrected(name)?.grade());
    }
    output::print(&groups.to_text())?;
    Ok(Exit::Passed)
}

/// Writes a table for a spreadsheet program.
fn write_table(args: &ReportArgs, grades: &Grades) -> Result<Exit, CliError> {
    let out = required_out(args)?;
    output::check_writable(out)?;
    let (mut rows, mut lines) = (Vec::new(), Vec::new());
    for name in grades.names() {
        let (corrected, line) = grades.read_with_line(name)?;
        rows.push(grades.row_of(name, &corrected));
        lines.push(line);
    }
    refresh_summary(grades, &lines)?;
    rows.sort_by(|a, b| a.name.cmp(&b.name));
    let mut summary = grades.rules().summary(Basis::default(), rows);
    // Their names are the only thing known about them.
    summary.missing = summary.missing.filter(|_| grades.has_names());
    output::write_text(Some(out), &summary.csv_with_checks())?;
    let count = counted(summary.rows.len(), "submission");
    output::print(&format!("{}: {count}\n", out.display()))?;
    let has_doubts = report_doubts(&summary.rows, grades, grades.rules().people());
    Ok(if has_doubts { Exit::Failed } else { Exit::Passed })
}

fn required_out(args: &ReportArgs) -> Result<&Path, CliError> {
    args.out.as_deref().ok_or_else(|| CliError::Misuse {
        message: "`--out` is missing".to_owned(),
        hint: match args.gradebook {
            Some(_) => "use `--out` to name the gradebook to write".to_owned(),
            None if args.feedback.is_some() => {
                "use `--out` to name the archive to write".to_owned()
            }
            None => "use `--out` to name the folder to write to".to_owned(),
        },
    })
}

/// Writes the class page and, if requested, a page per student. Returns the rows of the class page.
fn write_pages(
    grades: &Grades,
    out: &Path,
    students: Option<(&Path, Audience)>,
    sections: Vec<PageSection>,
) -> Result<Vec<SummaryRow>, CliError> {
    let head = page_head(grades);
    let mut page = ClassPage::new(head.clone(), shortest_solution);
    let mut handouts = Handouts::new(head, shortest_solution);
    let (mut rows, mut lines, mut pages) = (Vec::new(), Vec::new(), PageHashes::new());
    // Sort by displayed names, to avoid revealing real names by the order.
    let mut names = grades.names().to_vec();
    names.sort_by_key(|name| grades.shown_name(name));
    for name in &names {
        let (corrected, line) = grades.read_with_line(name)?;
        lines.push(line);
        let row = grades.row_of(name, &corrected);
        let submitter = submitter_of_row(&row);
        let group = class::groups::group_id(&corrected.grade());
        page.add(&corrected.view(Audience::Instructor), &submitter, group.as_deref());
        if let Some((folder, audience)) = students {
            let shown = grades.shown_name(name);
            let page = handouts.page(&corrected.view(audience), &submitter);
            output::write_text(Some(&folder.join(page_file(&shown))), &page)?;
            pages.insert(shown, digest::sha256(&page));
        }
        rows.push(row);
    }
    refresh_summary(grades, &lines)?;
    if let Some((folder, _)) = students {
        report_old_pages(folder, grades.remove_old_pages(folder, pages)?);
    }
    let status = ClassStatus {
        ungraded: grades.shown_names(grades.ungraded()),
        is_whole: grades.is_whole(),
        left: grades.shown_names(grades.names_no_longer_in_class()),
        missing: grades.shown_missing_students(),
    };
    output::write_text(Some(out), &page.finish(&status, sections))?;
    Ok(rows)
}

/// Reports only numbers, because the names may be hidden.
fn report_old_pages(folder: &Path, old: OldPages) {
    let OldPages { removed, changed } = old;
    let folder = folder.display();
    if removed > 0 {
        let pages = counted(removed, "page");
        print_note(&format!("`{folder}`: removed {pages} from an earlier run"));
    }
    if changed > 0 {
        let pages = counted(changed, "changed page");
        print_note(&format!("`{folder}`: kept {pages} from an earlier run"));
    }
}

fn page_head(grades: &Grades) -> PageHead {
    grades.rules().assignment_summary().map(page_head_of_assignment).unwrap_or_default()
}

pub(super) fn page_head_of_assignment(about: &AssignmentSummary) -> PageHead {
    let due = about.late.as_ref().map(ToString::to_string);
    PageHead { title: Some(about.title.clone()), course: about.course.clone(), due, own: about.own }
}

fn submitter_of_row(row: &SummaryRow) -> Submitter {
    let late = row.late.as_ref().filter(|lateness| lateness.is_late());
    let text = late.map(|lateness| lateness.sentence().unwrap_or_else(|| "late".to_owned()));
    Submitter {
        names: row.names().into_iter().map(str::to_owned).collect(),
        addresses: row.people.iter().filter_map(|person| person.email.clone()).collect(),
        late: text,
        attempt: row.attempt.map(|turn| format!("attempt {turn}")),
    }
}

fn similar_section(args: &ReportArgs, grades: &Grades) -> Result<Option<PageSection>, CliError> {
    if args.submissions.is_empty() {
        return Ok(None);
    }
    let compared = compare_class(&ComparisonInput {
        submissions: &args.submissions,
        roster: args.roster.as_deref(),
        platform: args.platform.platform,
        other_code: &args.other_code,
        at_least: AT_LEAST,
        top: TOP,
        jobs: JobsArgs::default().jobs_or_cores(),
        anonymous: &args.anonymous,
    })?;
    let names = grades.shown_names(grades.names());
    Ok(Some(similarity::report::section(&compared.to_findings(), &names)))
}

fn make_folder(folder: &Path) -> Result<(), CliError> {
    let unwritable = |source| CliError::Unwritable { path: folder.to_owned(), source };
    if folder.join(class::SUMMARY).exists() {
        return Err(CliError::Misuse {
            message: format!("`--students {}` is a grades folder", folder.display()),
            hint: "use another folder for the pages".to_owned(),
        });
    }
    trust::create_private(folder).map_err(unwritable)
}

/// The maximum number of nodes to expand for a board, which takes a few tenths of a second. When a board needs more,
/// there will be no shortest solution in the report.
const NODES: u64 = 1_000_000;

/// The maximum size of a board to look for a shortest solution.
/// On larger boards, even one move takes long to look at, and few searches would end within the limit.
const ROWS: usize = 10;

/// Implements [`page::Solve`].
pub(super) fn shortest_solution(tiles: &Tiles) -> Option<Vec<Tile>> {
    let grid = Grid::new(tiles).ok().filter(|grid| grid.dimension() <= ROWS)?;
    match oracle::solve(&grid, &Goal::blank_last(grid.dimension()), NODES).finding {
        SearchFinding::Solved(slides) => Some(slides),
        SearchFinding::NoSolution | SearchFinding::AtLeast(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_solvable_boards_are_solved() {
        let tiles = vec![vec![0, 1, 3], vec![4, 2, 5], vec![7, 8, 6]].into();
        assert_eq!(shortest_solution(&tiles), Some(vec![1, 2, 5, 6]));
        let unsolvable = vec![vec![1, 2, 3], vec![4, 5, 6], vec![8, 7, 0]].into();
        assert_eq!(shortest_solution(&unsolvable), None);
        for bad in [vec![], vec![vec![1, 1], vec![0, 2]], vec![vec![1], vec![2, 3]]] {
            assert_eq!(shortest_solution(&bad.clone().into()), None, "{bad:?}");
        }
    }
}
