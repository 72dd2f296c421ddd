//! Implements `--hand-sheet` and `--hand` of `grader report`, which write and read a sheet for grading by hand.

use std::collections::BTreeMap;
use std::path::Path;

use base::regular;
use class::hand::sheet::{self, HandSheetError};
use class::{ClassError, Grades, HAND, HandGrades, Output};
use grade::hand::{HandMarks, HandRubric};
use grade::words::counted;
use intake::class::ClassContext;
use terminal::wrap::escape;

use super::super::class_input;
use super::super::error::{CliError, print_note};
use super::super::exit::Exit;
use super::super::report_args::ReportArgs;
use super::super::{one_submission, output};

fn rubric_or_error(grades: &Grades) -> Result<&HandRubric, ClassError> {
    let about = grades.rules().assignment_summary();
    let rubric = about.and_then(|about| about.hand.as_ref());
    Ok(rubric.ok_or(HandSheetError::NoCriteria)?)
}

/// Writes a sheet with the points so far, but never over a file that a grader may have filled in.
pub(super) fn write_sheet(file: &Path, grades: &Grades) -> Result<Exit, CliError> {
    let rubric = rubric_or_error(grades)?;
    output::check_writable(file)?;
    let mut rows = Vec::new();
    for name in grades.names() {
        rows.push((grades.read_row(name)?, grades.rules().hand().marks_of(name)));
    }
    rows.sort_by(|(a, _), (b, _)| a.name.cmp(&b.name));
    let text = sheet::write_sheet(&rows, rubric);
    if file.exists() && !regular::read_file(file).is_ok_and(|there| there == text.as_bytes()) {
        return Err(CliError::Misuse {
            message: format!("`{}` already exists, and may have been filled in", file.display()),
            hint: "use another file; nothing was written".to_owned(),
        });
    }
    output::write_text(Some(file), &text)?;
    let (rows, criteria) = (
        counted(rows.len(), "submission"),
        grade::words::singular_or_plural(rubric.criteria.len(), "criterion", "criteria"),
    );
    output::print(&format!("{}: {rows}, {} {criteria}\n", file.display(), rubric.criteria.len()))?;
    Ok(Exit::Passed)
}

/// Reads a sheet, and stores what was entered with the grades. With `--submissions`, this includes the lines of code that
/// comments name.
pub(super) fn read_sheet(file: &Path, args: &ReportArgs, grades: &Grades) -> Result<(), CliError> {
    let rubric = rubric_or_error(grades)?;
    let all = [grades.names(), grades.ungraded(), grades.names_no_longer_in_class()].concat();
    let names: BTreeMap<String, String> =
        all.into_iter().map(|name| (grades.shown_name(&name), name)).collect();
    let mut marks = sheet::read_sheet(file, &names, rubric)?;
    if !args.submissions.is_empty() {
        add_code(args, &mut marks, grades)?;
    }
    let output = Output::open(grades.grades_folder().folder())?;
    let mut hand = HandGrades::read_unchecked(grades.grades_folder())?;
    let changes = hand.replace_marks(marks, rubric);
    if changes.changed > 0 {
        hand.write_to(&output)?;
    }
    print_note(&format!("`{HAND}`: {} changed", counted(changes.changed, "submission")));
    if changes.removed > 0 {
        let removed = counted(changes.removed, "cell");
        print_note(&format!("`{HAND}`: removed the points of {removed} that are empty now"));
    }
    Ok(())
}

/// The marks by the names of the submissions.
type Marks = BTreeMap<String, HandMarks>;

/// Adds the lines of code that comments name. Reports the places that do not exist.
fn add_code(args: &ReportArgs, marks: &mut Marks, grades: &Grades) -> Result<(), CliError> {
    let (roster, platform) = (args.roster.as_deref(), args.platform.platform);
    let known = ClassContext { roster, platform, ..ClassContext::default() };
    let class = class_input::find_class(&args.submissions, known)?;
    for entry in &class.entries {
        let Some(marks) = marks.get_mut(&entry.name) else { continue };
        let places: Vec<(String, usize)> =
            marks.comment_lines().into_iter().filter_map(|line| line.place).collect();
        if places.is_empty() {
            continue;
        }
        let name = escape(&grades.shown_name(&entry.name));
        let files = match one_submission::read_files(&entry.source, &entry.name) {
            Ok(files) => files,
            Err(CliError::NotRead(error)) if !error.is_fault_of_machine() => {
                print_note(&format!("{name}: the code cannot be read: {error}"));
                continue;
            }
            Err(error) => return Err(error),
        };
        for (file, line) in places {
            let text = files.iter().find(|(path, _)| *path == file);
            let text = text.and_then(|(_, text)| text.lines().nth(line.checked_sub(1)?));
            if let Some(text) = text {
                marks.code.insert(format!("{file}:{line}"), text.trim().to_owned());
            } else {
                let place = escape(&format!("{file}:{line}"));
                print_note(&format!("{name}: a comment names `{place}`, which does not exist"));
            }
        }
    }
    Ok(())
}
