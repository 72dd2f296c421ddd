//! Updates the summary after changes to corrections or extensions.

use super::error::ClassError;
use super::grades::Grades;
use super::output::Output;
use super::summary::{CSV, JSON, SummaryContents, SummaryRow};

/// Writes a new summary if the corrections or extensions have changed, and returns whether it did. `lines` must contain
/// the line for every grade, in any order, as returned by [`Grades::read_with_line`].
///
/// # Errors
///
/// Returns an error if the summary is damaged, another run is writing to the folder, or writing fails.
pub fn refresh(grades: &Grades, lines: &[SummaryRow]) -> Result<bool, ClassError> {
    // An incomplete grading run has no summary.
    if !grades.is_whole() || !grades.ungraded().is_empty() {
        return Ok(false);
    }
    let basis = SummaryContents::read_from(grades.graded())?.basis;
    let mut rows = lines.to_vec();
    rows.sort_by(|a, b| a.name.cmp(&b.name));
    let summary = grades.rules().summary(basis, rows);
    let summary = summary.with_files_of(grades.graded())?;
    let there = |file: &str| grades.graded().read_file(file);
    let is_fresh = there(JSON)?.as_deref() == Some(&summary.json())
        && there(CSV)?.as_deref() == Some(&summary.csv());
    if is_fresh {
        return Ok(false);
    }
    let output = Output::open(grades.graded().folder())?;
    summary.write_to(&output)?;
    Ok(true)
}
