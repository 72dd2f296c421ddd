//! Applies the late days of a term, which pass from one assignment to the next in a file.
//!
//! The instructor's file stays unchanged. [`LEFT`] is the file for the next assignment: it is written with the summary,
//! and depends only on the instructor's file and on the submissions, so a second run writes the same.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use base::input::InputText;
use intake::class::{Attempt, LateDayTable};
use late::Policy;

use super::error::ClassError;
use super::summary::SummaryRow;

/// The file with the days that students have left before this assignment.
pub const LATE_DAYS: &str = "late-days.csv";

/// The file with the days that students have left after this assignment.
pub const LEFT: &str = "late-days-left.csv";

/// The late days that the authors of each submission can use.
#[derive(Clone, Debug, Default)]
pub(super) struct LateDays {
    table: Option<LateDayTable>,
    /// The rows of the authors, if each has one.
    rows: BTreeMap<String, Vec<usize>>,
    /// The submissions with an author who has no row.
    unlisted: BTreeSet<String>,
    /// The submissions with an author who has others, too, so it is unclear which one uses the days.
    shared: BTreeSet<String>,
}

impl LateDays {
    /// Finds the rows of the authors. `submissions` are those of the whole class.
    pub(super) fn new(table: Option<LateDayTable>, submissions: &[Attempt]) -> Self {
        let Some(table) = table else { return Self::default() };
        let mut days = Self::default();
        let mut submissions_of_row: BTreeMap<usize, Vec<&str>> = BTreeMap::new();
        for (attempt, found) in submissions.iter().zip(table.rows_of(submissions)) {
            for row in found.iter().flatten() {
                submissions_of_row.entry(*row).or_default().push(&attempt.name);
            }
            match found.into_iter().collect::<Option<Vec<usize>>>() {
                Some(rows) => drop(days.rows.insert(attempt.name.clone(), rows)),
                None => drop(days.unlisted.insert(attempt.name.clone())),
            }
        }
        for names in submissions_of_row.into_values().filter(|names| names.len() > 1) {
            days.shared.extend(names.into_iter().map(str::to_owned));
        }
        days.rows.retain(|name, _| !days.shared.contains(name));
        Self { table: Some(table), ..days }
    }

    /// Returns the number of days that every author of a submission has left.
    pub(super) fn available_to(&self, submission: &str) -> u32 {
        let (Some(table), Some(rows)) = (&self.table, self.rows.get(submission)) else { return 0 };
        rows.iter().map(|row| table.days_left(*row)).min().unwrap_or_default()
    }

    /// Returns the contents of [`LEFT`], or `None` without a file of late days. Every author pays for a submission.
    pub(super) fn file_of_days_left(&self, rows: &[SummaryRow]) -> Option<String> {
        let used = rows.iter().filter_map(|row| Some((&row.name, row.late.as_ref()?.late_days)));
        let paid = used.flat_map(|(name, days)| {
            self.rows.get(name).into_iter().flatten().map(move |row| (*row, days))
        });
        Some(self.table.as_ref()?.file_after_use(paid))
    }

    /// Returns the late submissions whose authors might have days, but cannot use them: those with an author who is not
    /// in the file, and those with an author of several submissions.
    pub(super) fn late_rows_in_doubt<'a>(
        &self,
        rows: &'a [SummaryRow],
    ) -> [Vec<&'a SummaryRow>; 2] {
        let is_late =
            |row: &&SummaryRow| row.late.as_ref().is_some_and(|late| late.late().is_some());
        [&self.unlisted, &self.shared].map(|names| {
            rows.iter().filter(is_late).filter(|row| names.contains(&row.name)).collect()
        })
    }
}

/// Parses the instructor's file.
///
/// # Errors
///
/// Returns an error if the file is invalid, or if the assignment has no rule for late days.
pub(super) fn read_late_days(
    source: InputText<'_>,
    policy: Option<&Policy>,
) -> Result<LateDayTable, ClassError> {
    let path = Path::new(source.file);
    if policy.is_none_or(|policy| policy.late_days.is_none()) {
        return Err(ClassError::NoLateDayRule { path: path.to_owned() });
    }
    Ok(LateDayTable::parse(source.text, path)?)
}
