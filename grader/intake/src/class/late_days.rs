//! The late days that students have left: a CSV file that passes from one assignment to the next.
//!
//! Students are found as on a roster: by id, by the platform's number, by email address, or by name.

use std::collections::BTreeSet;
use std::path::Path;

use csv::StringRecord;

use super::roster::{CsvTable, Keys, RosterStudent, StudentLines, quote_cell, refuse_duplicates};
use super::{Attempt, ClassReadError};

/// The headers of the column with the days, in lower case, in order of preference.
const DAYS: [&str; 6] = ["late_days", "late days", "days_left", "days left", "days", "left"];

/// More late days than any course has.
const MOST_DAYS: u32 = 1_000;

/// A file with the late days that each student has left.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LateDayTable {
    header: StringRecord,
    /// The index of the column with the days.
    column: usize,
    rows: Vec<StringRecord>,
    students: Vec<RosterStudent>,
    left: Vec<u32>,
}

impl LateDayTable {
    /// Parses the file. `path` is for messages.
    ///
    /// # Errors
    ///
    /// Returns an error if a column is missing, if a cell is not a whole number of days, or if a student appears twice.
    pub fn parse(text: &str, path: &Path) -> Result<Self, ClassReadError> {
        let CsvTable { header, rows: lines } =
            CsvTable::parse(text.trim_start_matches('\u{feff}'), path)?;
        let is = |title: &str, name: &str| title.to_lowercase() == name;
        let column = DAYS.iter().find_map(|name| header.iter().position(|title| is(title, name)));
        let names = || header.iter().map(str::to_owned).collect();
        let column = column.ok_or_else(|| ClassReadError::NoColumn {
            path: path.to_owned(),
            column: "with the late days that are left, such as `late_days`",
            header: names(),
        })?;
        let students_on = StudentLines::new(&header, path, true)?;
        let (mut students, mut left, mut rows) = (Vec::new(), Vec::new(), Vec::new());
        for (line, record) in lines {
            let Some(student) = students_on.student(&record, line)? else { continue };
            let cell = record.get(column).unwrap_or_default();
            let days = cell.parse().ok().filter(|days| *days <= MOST_DAYS);
            left.push(days.ok_or_else(|| ClassReadError::Cell {
                path: path.to_owned(),
                line,
                column: header.get(column).unwrap_or_default().to_owned(),
                message: match cell {
                    "" => "the cell is empty".to_owned(),
                    cell => format!("`{cell}` is not a number of late days"),
                },
                hint: Some(format!("use a whole number from 0 to {MOST_DAYS}")),
            })?);
            students.push(student);
            rows.push(record);
        }
        refuse_duplicates(path, &students)?;
        Ok(Self { header, column, rows, students, left })
    }

    /// Returns the row of each author of each submission, in the order of the submissions, or `None` for an author who
    /// has no row or could have several.
    pub fn rows_of(&self, submissions: &[Attempt]) -> Vec<Vec<Option<usize>>> {
        let keys = Keys::new(&self.students);
        let rows = |attempt: &Attempt| {
            if attempt.students.is_empty() {
                return vec![keys.find_by_label(&attempt.name).ok()];
            }
            let row = |student| keys.find_by_account_alone(student, attempt.from).ok();
            attempt.students.iter().map(row).collect()
        };
        submissions.iter().map(rows).collect()
    }

    /// Returns the days that are left in a row.
    pub fn days_left(&self, row: usize) -> u32 {
        self.left.get(row).copied().unwrap_or_default()
    }

    /// Returns the file for the next assignment: the same columns, sorted by the student, after each row in `used` has
    /// used this number of days. It does not depend on the order of the rows.
    pub fn file_after_use(&self, used: impl IntoIterator<Item = (usize, u32)>) -> String {
        let mut left = self.left.clone();
        for (row, days) in used {
            if let Some(left) = left.get_mut(row) {
                // A correction can make a student use more days than were left.
                *left = left.saturating_sub(days);
            }
        }
        let row = |(record, left): (&StringRecord, &u32)| -> Vec<String> {
            let cell = |(index, cell): (usize, &str)| {
                if index == self.column { left.to_string() } else { cell.to_owned() }
            };
            record.iter().enumerate().map(cell).collect()
        };
        let rows: BTreeSet<Vec<String>> = self.rows.iter().zip(&left).map(row).collect();
        let header = self.header.iter().map(str::to_owned).collect();
        let lines = std::iter::once(header).chain(rows);
        let line = |cells: Vec<String>| {
            cells.iter().map(|cell| quote_cell(cell)).collect::<Vec<_>>().join(",") + "\n"
        };
        lines.map(line).collect()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::class::{Person, SubmissionSource};

    fn table(text: &str) -> Result<LateDayTable, ClassReadError> {
        LateDayTable::parse(text, Path::new("late-days.csv"))
    }

    fn submission(name: &str, ids: &[&str]) -> Attempt {
        let person = |id: &&str| Person { id: Some((*id).to_owned()), ..Person::default() };
        let students = ids.iter().map(person).collect();
        Attempt { students, ..Attempt::new(name, SubmissionSource::default()) }
    }

    #[test]
    fn every_separator_and_any_extra_column_is_kept() {
        let days = table("sep=;\r\nid;name;late_days\r\nu2;\"Roe; John\";3\r\nu1;Doe, Jane;0\r\n");
        let days = days.unwrap();
        let rows = days.rows_of(&[submission("u2+u9", &["u2", "u9"]), submission("u1", &[])]);
        assert_eq!(rows, [vec![Some(0), None], vec![Some(1)]]);
        insta::assert_snapshot!(days.file_after_use([(0, 2)]), @r#"
        id,name,late_days
        u1,"Doe, Jane",0
        u2,"Roe; John",1
        "#);
    }

    #[test]
    fn an_invalid_cell_is_reported_with_line_and_column() {
        let mut lines = Vec::new();
        for text in [
            "id,late_days\nu1,2\nu2,two\n",
            "id,late_days\nu1,-1\n",
            "id,late_days\nu1,1.5\n",
            "id,late_days\nu1,\n",
            "id,points\nu1,2\n",
            "late_days\n2\n",
            "id,late_days\nu1,2\nU1,2\n",
            "id,late_days\n,2\n",
        ] {
            lines.push(table(text).unwrap_err().to_string());
        }
        insta::assert_snapshot!(lines.join("\n"), @"
        `late-days.csv`, line 3, column `late_days`: `two` is not a number of late days
        `late-days.csv`, line 2, column `late_days`: `-1` is not a number of late days
        `late-days.csv`, line 2, column `late_days`: `1.5` is not a number of late days
        `late-days.csv`, line 2, column `late_days`: the cell is empty
        `late-days.csv` needs a column with the late days that are left, such as `late_days`
        `late-days.csv` needs a column that identifies students, such as `id`
        `late-days.csv`, line 3: the id `U1` already appears on line 2
        `late-days.csv`, line 2: the id or the name is missing
        ");
    }

    proptest! {
        #[test]
        fn days_are_conserved_in_any_order_of_rows(
            days in proptest::collection::btree_map("[a-z]{1,6}", (0..9_u32, 0..9_u32), 1..8),
            seed in any::<u64>(),
        ) {
            let line = |(id, (left, _)): (&String, &(u32, u32))| format!("{id},{left}\n");
            let lines: Vec<String> = days.iter().map(line).collect();
            let mut shuffled = lines.clone();
            let by = usize::try_from(seed % lines.len() as u64).unwrap();
            shuffled.rotate_left(by);
            let after = |lines: &[String]| {
                let table = table(&format!("id,late_days\n{}", lines.concat())).unwrap();
                let used = days.iter().map(|(id, (left, used))| {
                    let rows = table.rows_of(&[submission(id, &[id])]);
                    (rows[0][0].unwrap(), *used.min(left))
                });
                let used: Vec<(usize, u32)> = used.collect();
                table.file_after_use(used)
            };
            let text = after(&lines);
            prop_assert_eq!(&text, &after(&shuffled));
            let next = table(&text).unwrap();
            for (id, (left, used)) in &days {
                let row = next.rows_of(&[submission(id, &[id])])[0][0].unwrap();
                prop_assert_eq!(next.days_left(row) + used.min(left), *left);
            }
        }
    }
}
