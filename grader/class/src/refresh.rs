//! Makes the summary of a folder again where something beside the grades has changed.

use super::error::ClassError;
use super::grades::Grades;
use super::output::Output;
use super::summary::{CSV, Contents, JSON, Row};

/// Writes the summary of a finished grading again if it is not what its grades, corrections and
/// extensions make of it now. The lines are those of all of its grades, in any order, as
/// [`Grades::read_with_line`] has given them. Returns whether it was written.
///
/// # Errors
///
/// If the summary is damaged, another run writes to the folder, or it cannot be written.
pub fn refresh(grades: &Grades, lines: &[Row]) -> Result<bool, ClassError> {
    // Of a class that is not graded to its end there is no summary.
    if !grades.is_whole() || !grades.ungraded().is_empty() {
        return Ok(false);
    }
    let basis = Contents::read(grades.graded())?.basis;
    let mut rows = lines.to_vec();
    rows.sort_by(|a, b| a.name.cmp(&b.name));
    let summary = grades.rules().summary(basis, rows);
    let summary = summary.with_files_of(grades.graded())?;
    let there = |file: &str| grades.graded().read(file);
    let is_fresh = there(JSON)?.as_deref() == Some(&summary.json())
        && there(CSV)?.as_deref() == Some(&summary.csv());
    if is_fresh {
        return Ok(false);
    }
    let output = Output::open(grades.graded().folder())?;
    summary.write(&output)?;
    Ok(true)
}
