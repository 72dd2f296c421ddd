//! Implements `grader report --feedback`, which creates an archive of pages for a platform to return to students.

mod download;

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::path::Path;

use class::entries::{self, ListedStudent, MissingPolicy, Rejected};
use class::{ClassMembers, FolderUse, Grades};
use grade::view::View;
use page::{Handouts, Submitter};
use report::Layout;

use super::super::error::{CliError, print_note};
use super::super::exit::Exit;
use super::super::output;
use super::super::report_args::{FeedbackTo, ReportArgs};
use crate::autograder::{ArchiveFile, zip_files};
use download::CanvasUpload;

pub(super) fn run(args: &ReportArgs, to: FeedbackTo, grades: &Grades) -> Result<Exit, CliError> {
    let out = super::required_out(args)?;
    output::check_writable(out)?;
    let (folder, name) = folder_and_name(out)?;
    if !output::is_stream(out) {
        grades.refuse_other_files(folder, &[name], FolderUse::Shared)?;
    }
    let uploads = match (to, &args.download) {
        (FeedbackTo::Moodle, _) => Vec::new(),
        (FeedbackTo::Canvas, Some(download)) => download::list_uploads(download)?,
        (FeedbackTo::Canvas, None) => {
            return Err(CliError::Misuse {
                message: "Canvas identifies a feedback file by the name of the submitted file"
                    .into(),
                hint: "use `--download` with the folder or archive of submissions from Canvas"
                    .to_owned(),
            });
        }
    };
    let audience = args.audience.unwrap_or_default();
    let mut rows = Vec::new();
    let mut views = BTreeMap::new();
    for name in grades.names() {
        let (corrected, line) = grades.read_with_line(name)?;
        views.insert(name.as_str(), (corrected.view(audience), super::submitter_of_row(&line)));
        rows.push(line);
    }
    super::refresh_summary(grades, &rows)?;
    let people = ClassMembers::read_from(grades.grades_folder())?;
    let listed = entries::list_students(
        &people.unwrap_or_default(),
        &rows,
        MissingPolicy::Kept,
        Rejected::Keep,
    )?;

    let (mut files, mut left) = (BTreeMap::new(), Vec::new());
    let mut handouts = Handouts::new(super::page_head(grades), super::shortest_solution);
    for student in &listed {
        let Some(submission) = &student.submission else { continue };
        let Some((view, all)) = views.get(submission.as_str()) else { continue };
        let who = page_submitter(student, all);
        let file = match to {
            FeedbackTo::Moodle => moodle_file(student, &who, view, &mut handouts),
            FeedbackTo::Canvas => canvas_file(student, &who, &uploads, view, &mut handouts)?,
        };
        match file {
            Some((name, bytes)) => {
                files.insert(name, ArchiveFile { bytes, is_program: false });
            }
            None => left.push(student.entry.label.clone()),
        }
    }
    if files.is_empty() {
        return Err(CliError::Misuse {
            message: format!(
                "no submission in `{}` was downloaded from {}",
                grades.grades_folder().folder().display(),
                to.platform().name()
            ),
            hint: "only a download from the platform contains the ids that the archive needs"
                .to_owned(),
        });
    }
    let scratch = |source| CliError::Scratch { source };
    let archive = zip_files(&files).map_err(scratch)?;
    if output::is_stream(out) {
        output::write_bytes(out, &archive)?;
    } else {
        let archive = BTreeMap::from([(name.to_owned(), archive)]);
        grades.write_feedback(folder, &archive, FolderUse::Shared)?;
    }
    if !left.is_empty() {
        print_note(&format!(
            "no file for these students, because their platform id or submitted file is unknown: \
             {}",
            left.join("; ")
        ));
    }
    let count = grade::words::counted(files.len(), "file");
    output::print(&format!("{}: {count}\n", out.display()))?;
    Ok(if left.is_empty() { Exit::Passed } else { Exit::Failed })
}

/// Splits the path of the archive.
fn folder_and_name(out: &Path) -> Result<(&Path, &str), CliError> {
    let name = out.file_name().and_then(OsStr::to_str);
    let parts = out.parent().zip(name);
    parts.ok_or_else(|| CliError::Misuse {
        message: format!("`--out {}` is not the path of a file", out.display()),
        hint: "use a path with the name of an archive, such as `feedback.zip`".to_owned(),
    })
}

fn platform_number(student: &ListedStudent, to: FeedbackTo) -> Option<String> {
    student.entry_for(to.platform()).known_as.numbers.first().cloned()
}

/// Returns the student's part of a page, without partners and email addresses.
fn page_submitter(student: &ListedStudent, all: &Submitter) -> Submitter {
    let names = student.name.clone().into_iter().collect();
    Submitter { names, addresses: Vec::new(), ..all.clone() }
}

/// Creates a page for Moodle, which splits the file name at underscores: the second part is the student's id, and the
/// parts after the fourth are the displayed name (`mod/assign/feedback/file/importziplib.php`).
fn moodle_file(
    student: &ListedStudent,
    who: &Submitter,
    view: &View,
    pages: &mut Handouts,
) -> Option<(String, Vec<u8>)> {
    let number = platform_number(student, FeedbackTo::Moodle)?;
    let name = student.name.as_deref().unwrap_or("student");
    let is_plain = |c: char| c.is_alphanumeric() || matches!(c, ' ' | '-' | '\'');
    // An underscore separates the parts of the name, so it must not be in the name of the student.
    let name: String = name.chars().map(|c| if is_plain(c) { c } else { ' ' }).collect();
    let name = match name.trim() {
        "" => "student",
        name => name,
    };
    let path = format!("{name}_{number}_assignsubmission_file_feedback.html");
    Some((path, pages.page(view, who).into_bytes()))
}

/// Creates a file for Canvas, which shows it under the submitted file's name. For a source file, this is a file with
/// the feedback in comments; for an archive, an archive with the page.
fn canvas_file(
    student: &ListedStudent,
    who: &Submitter,
    uploads: &[CanvasUpload],
    view: &View,
    pages: &mut Handouts,
) -> Result<Option<(String, Vec<u8>)>, CliError> {
    let Some(number) = platform_number(student, FeedbackTo::Canvas) else { return Ok(None) };
    let mine = uploads.iter().filter(|upload| upload.student == number);
    let Some(upload) = mine.max_by_key(|upload| upload.attachment) else { return Ok(None) };
    let bytes = if upload.is_zip() {
        let page = ArchiveFile { bytes: pages.page(view, who).into_bytes(), is_program: false };
        let files = BTreeMap::from([("feedback.html".to_owned(), page)]);
        zip_files(&files).map_err(|source| CliError::Scratch { source })?
    } else {
        let text = report::human(view, &Layout::default());
        let lines = text.lines().map(|line| format!("// {line}").trim_end().to_owned() + "\n");
        lines.collect::<String>().into_bytes()
    };
    Ok(Some((upload.name.clone(), bytes)))
}
