//! Fills in exports from each platform.

mod any_class;
mod class_of_forty;
mod languages;
mod platforms;
mod rules;
mod sheets;

use super::*;

type CellOf = fn(&Student) -> String;

pub(super) struct Sample {
    pub(super) export: &'static str,
    /// The columns for a class of any size, with a function for a student's cell. `WORTH` stands for the grade column's
    /// maximum.
    pub(super) columns: &'static [(&'static str, CellOf)],
    pub(super) above: &'static [&'static [&'static str]],
    pub(super) below: &'static [&'static [&'static str]],
    /// Identifies students during an import.
    pub(super) key: &'static str,
    pub(super) grade: &'static str,
    pub(super) comment: Option<&'static str>,
}

#[derive(Clone, Debug, Default)]
pub(super) struct Student {
    pub(super) first: String,
    pub(super) last: String,
    pub(super) id: String,
    pub(super) login: String,
    pub(super) email: String,
    /// Assigned by the platform.
    pub(super) number: String,
    pub(super) grade: String,
    pub(super) comment: String,
    /// The maximum of the grade column.
    pub(super) worth: String,
}

impl Sample {
    fn place(&self, column: &str) -> usize {
        self.columns.iter().position(|(header, _)| *header == column).unwrap()
    }

    /// Returns everything before the students.
    fn head(&self, worth: &str) -> Vec<Vec<String>> {
        let header =
            self.columns.iter().map(|(header, _)| header.replace("WORTH", worth)).collect();
        let above = self
            .above
            .iter()
            .map(|row| row.iter().map(|cell| cell.replace("WORTH", worth)).collect());
        std::iter::once(header).chain(above).collect()
    }

    fn row(&self, student: &Student) -> Vec<String> {
        self.columns.iter().map(|(_, cell)| cell(student)).collect()
    }
}

/// Returns thousandths of a point, out of 100 points.
fn award(thousandths: u64) -> Award {
    let of = Points::from_thousandths(100_000);
    Award::Points { held: Points::from_thousandths(thousandths), of }
}

/// Returns an entry with an id or an email address.
fn entry(name: &str, award: Award) -> GradebookEntry {
    let names = vec![name.to_owned()];
    let known_as = if name.contains('@') {
        KnownAs { emails: names, ..KnownAs::default() }
    } else {
        KnownAs { ids: names, ..KnownAs::default() }
    };
    GradebookEntry { label: name.to_owned(), known_as, award, comment: None }
}

fn ten(known_as: KnownAs) -> GradebookEntry {
    GradebookEntry { label: "them".to_owned(), known_as, award: award(10_000), comment: None }
}

/// Returns the options for `--overwrite`.
fn overwriting() -> FillOptions {
    FillOptions { overwrite: true, ..FillOptions::default() }
}

fn how(column: &str) -> FillOptions {
    FillOptions { column: Some(column.to_owned()), ..overwriting() }
}

fn as_is() -> FillOptions {
    FillOptions { scale: Scale::AsIs, ..overwriting() }
}

fn one(text: &str) -> Vec<String> {
    vec![text.to_owned()]
}

fn canvas(
    export: &str,
    entries: &[GradebookEntry],
    how: &FillOptions,
) -> Result<Filled, GradebookError> {
    fill(Platform::Canvas, export, entries, how)
}

/// Describes each cell, as in `Jane: 87.5` or `Ann: 7, because ...`.
fn fates(filled: &Filled, entries: &[GradebookEntry]) -> Vec<String> {
    let text = |cell: &GradeCell| match &cell.fate {
        CellFate::Written(new) => format!("{}: {new}", cell.student),
        CellFate::Same => format!("{}: same", cell.student),
        CellFate::Kept(reason) => {
            format!("{}: {:?}, {}", cell.student, cell.old, reason.describe(entries))
        }
    };
    filled.cells.iter().map(text).collect()
}
