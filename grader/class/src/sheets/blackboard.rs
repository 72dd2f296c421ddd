//! Blackboard's grade center.

use super::rows::only_column;
use super::{By, Entry, Fill, Filled, GradebookError, Names, Plan, Sheet, column, fill};

/// The columns that name students.
const STUDENTS: &Names =
    &[(By::Id, &["Username"]), (By::Id, &["Student ID"]), (By::Name, &["First Name", "Last Name"])];

/// Columns that the platform works out.
const TOTALS: [&str; 2] = ["Total", "Weighted Total"];

/// Fills in a column of an export of Blackboard's grade center, to be uploaded again: as CSV or
/// with tabs, in UTF-8.
///
/// The column is named by its header, `Puzzle [Total Pts: 100 Score] |123456`, or by its name or
/// its number alone. Where none is named, it is the only one that is no total. A header without a
/// number is refused, because the platform would make a new column of text of it.
///
/// # Errors
///
/// If the file is no such export, or the column is not there, not the only one or without a
/// number, or a student is there twice or none at all.
pub(crate) fn blackboard(
    export: &str,
    entries: &[Entry],
    how: &Fill,
) -> Result<Filled, GradebookError> {
    let sheet = Sheet::read(export)?;
    let grade = match &how.column {
        Some(wanted) => {
            let wanted = wanted.trim();
            column(&sheet, wanted, |header| {
                name(header) == wanted || number(header) == Some(wanted)
            })?
        }
        None => only_column(&sheet, |_, header| {
            number(header).is_some() && !TOTALS.contains(&name(header))
        })?,
    };
    let header = sheet.cell(0, grade);
    if number(header.trim()).is_none() {
        return Err(GradebookError::NoNumber(header));
    }
    let plan = Plan { worth: worth(&header), ..Plan::of(grade) };
    fill(sheet, plan, STUDENTS, entries, how)
}

/// The points that a column is worth, by its header: `[Total Pts: 100 Score]`.
fn worth(header: &str) -> Option<String> {
    let (_, rest) = header.rsplit_once("[Total Pts: ")?;
    let (worth, _) = rest.split_once([' ', ']'])?;
    Some(worth.to_owned())
}

/// The name of a column in its header.
fn name(header: &str) -> &str {
    header.rsplit_once(" [").map_or(header, |(name, _)| name)
}

/// The platform's number of a column.
fn number(header: &str) -> Option<&str> {
    let (_, number) = header.rsplit_once('|')?;
    (!number.is_empty() && number.bytes().all(|it| it.is_ascii_digit())).then_some(number)
}
