//! Finds the rows that belong to a course section.

use std::collections::BTreeSet;

use intake::class::section_names;

use super::error::GradebookError;
use super::sheet::Sheet;

/// Section columns, in lower case. Moodle has groups instead, with headers in the user's language.
const COLUMNS: [&str; 8] =
    ["section", "sections", "group", "groups", "gruppe", "groupe", "grupo", "grupos"];

pub(super) struct CourseSection {
    column: usize,
    /// In lower case.
    name: String,
}

impl CourseSection {
    /// Fails if the section has no rows.
    pub(super) fn find(sheet: &Sheet, rows: &[usize], name: &str) -> Result<Self, GradebookError> {
        let is = |column: &usize, name: &str| sheet.cell(0, *column).trim().to_lowercase() == name;
        let find = |name: &&str| (0..sheet.column_count()).find(|column| is(column, name));
        let Some(column) = COLUMNS.iter().find_map(find) else {
            return Err(GradebookError::NoSections { there: sheet.headers() });
        };
        let section = Self { column, name: name.trim().to_lowercase() };
        if rows.iter().any(|row| section.contains_row(sheet, *row)) {
            return Ok(section);
        }
        let there: BTreeSet<String> =
            rows.iter().map(|row| sheet.cell(*row, column).trim().to_owned()).collect();
        let there = there.into_iter().filter(|name| !name.is_empty()).collect();
        Err(GradebookError::NoSection { wanted: name.to_owned(), there })
    }

    /// Returns `true` if a row belongs to the section, perhaps among others.
    pub(super) fn contains_row(&self, sheet: &Sheet, row: usize) -> bool {
        let cell = sheet.cell(row, self.column).trim().to_lowercase();
        // A name may itself contain what separates names.
        cell == self.name || section_names(&cell).contains(&self.name.as_str())
    }
}
