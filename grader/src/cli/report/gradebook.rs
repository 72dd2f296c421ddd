//! Implements `grader report --gradebook`, which fills in an exported gradebook.

mod encoding;
mod table;

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, IsTerminal};
use std::path::Path;

use class::entries::{self, ListedStudent, MissingPolicy};
use class::{ClassError, ClassMembers, Grades, SummaryRow};
use grade::view::{Audience, Corrected};
use grade::words::counted;
use gradebook::{
    Award, CellFate, CommentFate, FillOptions, Filled, GradeCell, GradebookEntry, KeptReason,
};
use intake::class::Platform;
use terminal::wrap::escape;

use super::super::error::{CliError, print_note};
use super::super::exit::Exit;
use super::super::output;
use super::super::report_args::ReportArgs;

pub(super) fn run(args: &ReportArgs, export: &Path, grades: &Grades) -> Result<Exit, CliError> {
    if !grades.is_whole() {
        return Err(
            ClassError::Unfinished { folder: grades.grades_folder().folder().to_owned() }.into()
        );
    }
    let out = if args.preview { None } else { Some(super::required_out(args)?) };
    if let Some(out) = out {
        refuse_export_as_output(export, out)?;
        output::check_writable(out)?;
    }
    let (text, encoding) = encoding::read_export(export)?;
    out.map_or(Ok(()), |out| refuse_other(&text, out))?;

    let wrong = |error| CliError::Gradebook { path: export.to_owned(), error };
    let platform = gradebook::platform_of(&text).map_err(wrong)?;
    let mut rows = Vec::new();
    let mut comments = BTreeMap::new();
    for name in grades.names() {
        let (corrected, row) = grades.read_with_line(name)?;
        if args.fill.comments {
            comments.insert(name, student_comment(&row, &corrected));
        }
        rows.push(row);
    }
    super::refresh_summary(grades, &rows)?;
    let missing = args.fill.missing_policy();
    if missing == MissingPolicy::Zero {
        entries::reason_against_zeros(grades)?.map_or(Ok(()), Err)?;
    }
    let mut people = ClassMembers::read_from(grades.grades_folder())?.unwrap_or_default();
    let of_rubric = grades.rules().assignment_summary().and_then(|about| about.rejected);
    let rejected = args.fill.rejected().or(of_rubric).unwrap_or_default();
    let how = FillOptions {
        column: args.fill.column.clone(),
        students: args.fill.match_by.clone(),
        section: args.fill.section.clone(),
        decimal_comma: args.fill.decimal_comma,
        scale: args.fill.scale(),
        overwrite: args.fill.overwrite,
    };
    let fill = |people: &ClassMembers, missing, how: &FillOptions| {
        let listed = entries::list_students(people, &rows, missing, rejected)?;
        let mut entries: Vec<GradebookEntry> =
            listed.iter().map(|student| student.entry_for(platform)).collect();
        for (entry, ListedStudent { submission, .. }) in entries.iter_mut().zip(&listed) {
            let comment = submission.as_ref().and_then(|name| comments.get(name));
            entry.comment = comment.cloned();
        }
        let filled = gradebook::fill(platform, &text, &entries, how).map_err(wrong)?;
        Ok::<_, CliError>((listed, entries, filled))
    };
    if !people.doubtful.is_empty() {
        let all = FillOptions { section: None, ..how.clone() };
        let (listed, _, filled) =
            fill(&people.clone().without_doubts(), MissingPolicy::Zero, &all)?;
        people = entries::resolve_doubts(people, &filled, &listed);
    }
    let (listed, entries, filled) = fill(&people, missing, &how)?;
    if args.fill.comments && !filled.has_comments {
        return Err(CliError::Misuse {
            message: format!("the comment column is missing in `{}`", export.display()),
            hint: "use Moodle's grading worksheet, which has this column if feedback comments are \
                   enabled for the assignment"
                .to_owned(),
        });
    }

    let note = |cell: &GradeCell| match cell.entry.map(|place| &listed[place]) {
        Some(student) if student.entry.award == Award::Missing => "no submission",
        Some(student) if student.is_rejected() => "rejected",
        _ if cell.comment == CommentFate::Kept => "another comment was kept",
        _ => "",
    };
    let shown = match out {
        None => {
            table::full_table(&filled, &entries, &note)
                + "\n"
                + &describe_totals("nothing was written", platform, &filled)
        }
        Some(out) => {
            output::write_bytes(out, &encoding.encode(&filled.text))?;
            let totals = describe_totals(&out.display().to_string(), platform, &filled);
            if io::stdout().is_terminal() {
                table::changes_table(&filled, &note, table::rows_on_screen()) + "\n" + &totals
            } else {
                totals
            }
        }
    };
    if out.is_some() {
        report_issues(&filled, &listed, &entries);
    }
    let has_doubts = super::report_doubts(&rows, grades, &people);
    output::print(&shown)?;
    let exit = exit_code(&filled, &listed, &entries);
    Ok(if exit == Exit::Passed && has_doubts { Exit::Failed } else { exit })
}

/// Returns a comment for the student: the unscaled points and the failed checks.
fn student_comment(row: &SummaryRow, corrected: &Corrected) -> String {
    let points = row.final_score.map(|score| format!("{score} of {} points", row.max_score));
    let rest = report::comment(&corrected.view(Audience::Student));
    let lines = points.into_iter().chain(Some(rest).filter(|line| !line.is_empty()));
    lines.collect::<Vec<_>>().join("\n")
}

fn first_line(text: &str) -> &str {
    text.lines().next().unwrap_or_default()
}

/// Returns an error if the output file exists and is not a copy of this gradebook.
fn refuse_other(export: &str, out: &Path) -> Result<(), CliError> {
    match encoding::read_export(out) {
        Ok((text, _)) if first_line(&text) == first_line(export) => Ok(()),
        _ if !out.is_file() => Ok(()),
        Ok(_) | Err(_) => Err(CliError::Misuse {
            message: format!(
                "`{}` already exists, and is not a copy of this gradebook",
                out.display()
            ),
            hint: "use another file for `--out`; nothing was written".to_owned(),
        }),
    }
}

fn describe_totals(what: &str, platform: Platform, filled: &Filled) -> String {
    let number =
        |is: &dyn Fn(&CellFate) -> bool| filled.cells.iter().filter(|cell| is(&cell.fate)).count();
    let written = number(&|fate| matches!(fate, CellFate::Written(_)));
    let same = number(&|fate| matches!(fate, CellFate::Same));
    let kept = number(&|fate| matches!(fate, CellFate::Kept(_)));
    let (students, column) = (counted(written, "student"), &filled.column);
    format!(
        "{what}: column `{}` ({}), {students}; {same} already up to date, {kept} left as is\n",
        escape(column),
        platform.name()
    )
}

/// Returns the exit code, which tells whether the instructor needs to check something.
fn exit_code(filled: &Filled, listed: &[ListedStudent], entries: &[GradebookEntry]) -> Exit {
    let graded = || listed.iter().filter(|student| student.submission.is_some());
    if entries.iter().any(|entry| entry.award == Award::Unknown) {
        Exit::GraderFault
    } else if !filled.is_clear(entries) || graded().all(ListedStudent::is_rejected) {
        Exit::Failed
    } else {
        Exit::Passed
    }
}

fn report_issues(filled: &Filled, listed: &[ListedStudent], entries: &[GradebookEntry]) {
    let absent = |is: &dyn Fn(&GradebookEntry) -> bool| -> Vec<String> {
        let entries = filled.absent.iter().map(|place| &entries[*place]);
        entries.filter(|entry| is(entry)).map(|entry| entry.label.clone()).collect()
    };
    let is_missing = |entry: &GradebookEntry| entry.award == Award::Missing;
    let is_rejected = |entry: &GradebookEntry| matches!(entry.award, Award::Rejected { .. });
    print_names("graded, but not in the gradebook", &absent(&|entry| !entry.award.is_nothing()));
    print_names("rejected, and not in the gradebook", &absent(&is_rejected));
    print_names("no submission, and not in the gradebook", &absent(&is_missing));
    let written = |is: &dyn Fn(&ListedStudent) -> bool| -> Vec<String> {
        let cells = filled.cells.iter().filter(|cell| matches!(cell.fate, CellFate::Written(_)));
        let cells = cells.filter(|cell| cell.entry.is_some_and(|place| is(&listed[place])));
        cells.map(table::name_with_old).collect()
    };
    print_names(
        "0 points, because there is no submission",
        &written(&|student| is_missing(&student.entry)),
    );
    print_names(
        "0 points, because the submission was rejected",
        &written(&ListedStudent::is_rejected),
    );
    let replaced = filled.cells.iter().filter_map(|cell| match &cell.fate {
        CellFate::Written(new) if !table::is_blank(&cell.old) => {
            Some(format!("{} ({} -> {new})", cell.student, cell.old.trim()))
        }
        _ => None,
    });
    print_names("replaced", &replaced.collect::<Vec<_>>());
    for (what, is_it) in KEPT {
        let cells = filled.cells.iter().filter(|cell| match &cell.fate {
            CellFate::Kept(reason) => is_it(reason),
            _ => false,
        });
        let is_review = matches!(what, REJECTED | REJECTED_WITH_POINTS);
        let lead = if is_review { "needs review" } else { "not changed" };
        print_names(
            &format!("{lead}, {what}"),
            &cells.map(table::name_with_old).collect::<Vec<_>>(),
        );
    }
    for cell in &filled.cells {
        let CellFate::Kept(reason) = &cell.fate else { continue };
        if !KEPT.iter().any(|(_, is_it)| is_it(reason)) {
            let (student, line) = (escape(&cell.student), cell.line);
            let reason = escape(&reason.describe(entries));
            print_note(&format!("not changed, {student} (line {line}): {reason}"));
        }
    }
    let cells = filled.cells.iter().filter(|cell| cell.comment == CommentFate::Kept);
    let others: Vec<_> = cells.map(|cell| cell.student.clone()).collect();
    print_names("comment not changed, because the cell already contains a different one", &others);
}

/// Recognizes a reason for an unchanged cell.
type IsKept = fn(&KeptReason) -> bool;

/// Reasons that need only a list of names.
const KEPT: [(&str, IsKept); 11] = [
    ("no submission", |reason| matches!(reason, KeptReason::NoEntry)),
    ("the platform's test student", |reason| matches!(reason, KeptReason::TestStudent)),
    (REJECTED, |reason| matches!(reason, KeptReason::Rejected)),
    ("no score because the grader was at fault", |reason| matches!(reason, KeptReason::NoScore)),
    ("the grade is held back", |reason| matches!(reason, KeptReason::Held)),
    ("not completely graded by hand yet", |reason| matches!(reason, KeptReason::Incomplete)),
    ("the cell contains a word instead of a number", |reason| matches!(reason, KeptReason::Word)),
    ("the platform locks the grade", |reason| matches!(reason, KeptReason::Locked)),
    ("no submission, but the cell contains points", |reason| {
        matches!(reason, KeptReason::HasPoints)
    }),
    (REJECTED_WITH_POINTS, |reason| matches!(reason, KeptReason::RejectedWithPoints)),
    ("the cell contains a different score, which `--overwrite` replaces", |reason| {
        matches!(reason, KeptReason::OtherPoints { .. })
    }),
];

const REJECTED: &str = "the submission was rejected";

const REJECTED_WITH_POINTS: &str = "the submission was rejected, but the cell contains points";

fn print_names(what: &str, names: &[String]) {
    if !names.is_empty() {
        let names: Vec<_> = names.iter().map(|name| escape(name)).collect();
        print_note(&format!("{what}: {}", names.join("; ")));
    }
}

fn refuse_export_as_output(export: &Path, out: &Path) -> Result<(), CliError> {
    // Two paths can lead to the same file.
    let same = fs::canonicalize(export).ok().zip(fs::canonicalize(out).ok());
    if same.is_some_and(|(export, out)| export == out) {
        return Err(CliError::Misuse {
            message: format!("`{}` is the export itself", out.display()),
            hint: "use another file for `--out`, and import that file".to_owned(),
        });
    }
    Ok(())
}
