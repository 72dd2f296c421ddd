//! `grader report`: what there is to read of a graded class.

mod formats;
mod gradebook;

use std::fs;
use std::path::Path;

use class::groups::FaultGroups;
use class::{Grades, Row, Totals};
use grade::view::Audience;
use page::{ClassPage, ClassStatus, Handouts, Section};

use super::class_args::ReportArgs;
use super::error::CliError;
use super::exit::Exit;
use super::output;
use super::shared_args::JobsArgs;
use super::similar::{Input, compare};
use super::similar_args::{AT_LEAST, TOP};

/// The file of the page, in the folder of the grades.
const PAGE: &str = "report.html";

pub(super) fn run(args: &ReportArgs) -> Result<Exit, CliError> {
    let grades = Grades::open(&args.folder)?;
    if let Some(export) = &args.gradebook {
        return gradebook::run(args, export, &grades);
    }
    if args.groups {
        return groups(&grades);
    }
    if let Some(format) = args.format {
        return formats::run(args, format, &grades);
    }
    let out = args.out.clone().unwrap_or_else(|| grades.graded().path(PAGE));
    output::check_writable(&out)?;
    if let Some(folder) = &args.students {
        make_folder(folder)?;
    }
    let students = args.students.as_deref().map(|it| (it, args.audience.unwrap_or_default()));
    let similar = similar(args, &grades)?;
    let rows = html(&grades, &out, students, similar)?;
    let totals = class::report::totals(Totals::of(&rows));
    output::print(&format!("{}: {totals}\n", out.display()))?;
    Ok(Exit::Passed)
}

/// Lists who fails the same way, and for which causes, as `overrides.toml` names them.
fn groups(grades: &Grades) -> Result<Exit, CliError> {
    let mut groups = FaultGroups::default();
    for name in grades.names() {
        groups.add(&grades.read(name)?.grade());
    }
    output::print(&groups.text())?;
    Ok(Exit::Passed)
}

/// The file or folder to write to, for output that has no place of its own.
fn needed_out(args: &ReportArgs) -> Result<&Path, CliError> {
    args.out.as_deref().ok_or_else(|| CliError::Misuse {
        message: "it is not said where to write".to_owned(),
        hint: match args.gradebook {
            Some(_) => "give the file to be imported as `--out`".to_owned(),
            None => "give a folder as `--out`".to_owned(),
        },
    })
}

/// Writes the page of the class and, if so, one for each student. Returns what the class's page was
/// made of.
fn html(
    grades: &Grades,
    out: &Path,
    students: Option<(&Path, Audience)>,
    similar: Option<Section>,
) -> Result<Vec<Row>, CliError> {
    let mut page = ClassPage::new(grades.names().to_vec());
    let mut handouts = Handouts::default();
    let mut rows = Vec::new();
    for name in grades.names() {
        let corrected = grades.read(name)?;
        page.add(&corrected.view(Audience::Instructor));
        if let Some((folder, audience)) = students {
            let file = folder.join(format!("{name}.html"));
            output::write(Some(&file), &handouts.page(&corrected.view(audience)))?;
        }
        rows.push(Row::of(&corrected));
    }
    let status = ClassStatus {
        ungraded: grades.ungraded().to_vec(),
        is_whole: grades.is_whole(),
        left: grades.left().to_vec(),
    };
    // Further sections go here.
    output::write(Some(out), &page.finish(&status, similar.into_iter().collect()))?;
    Ok(rows)
}

/// The section on similar code, if it is asked for.
fn similar(args: &ReportArgs, grades: &Grades) -> Result<Option<Section>, CliError> {
    if args.submissions.is_empty() {
        return Ok(None);
    }
    let compared = compare(&Input {
        submissions: &args.submissions,
        roster: args.roster.as_deref(),
        other_code: &args.other_code,
        at_least: AT_LEAST,
        top: TOP,
        jobs: JobsArgs::default().count(),
    })?;
    Ok(Some(similarity::report::section(&compared.findings(), grades.names())))
}

fn make_folder(folder: &Path) -> Result<(), CliError> {
    let unwritable = |source| CliError::Unwritable { path: folder.to_owned(), source };
    fs::create_dir_all(folder).map_err(unwritable)
}
