//! Makes the summary of a folder again where something beside the grades has changed.

use std::path::Path;

use super::error::ClassError;
use super::grades::Grades;
use super::output::Output;
use super::summary::{CSV, Contents, JSON, Summary};

/// Writes the summary of a finished grading again if it is not what its grades, corrections and
/// extensions make of it now. Returns whether it was written.
///
/// # Errors
///
/// If a grade is damaged, another run writes to the folder, or the summary cannot be written.
pub fn refresh(folder: &Path) -> Result<bool, ClassError> {
    let grades = Grades::open(folder)?;
    // Of a class that is not graded to its end there is no summary.
    if !grades.is_whole() || !grades.ungraded().is_empty() {
        return Ok(false);
    }
    let basis = Contents::read(grades.graded())?.basis;
    let rows = grades.names().iter().map(|name| grades.row(name));
    let summary = Summary::of(basis, rows.collect::<Result<_, _>>()?, grades.rules());
    let summary = summary.with_files_of(grades.graded())?;
    let there = |file: &str| grades.graded().read(file);
    let is_fresh = there(JSON)?.as_deref() == Some(&summary.json())
        && there(CSV)?.as_deref() == Some(&summary.csv());
    if is_fresh {
        return Ok(false);
    }
    let output = Output::open(folder)?;
    summary.write(&output)?;
    Ok(true)
}
