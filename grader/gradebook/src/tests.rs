//! Tests that fill in exports from each platform.

mod any_class;
mod class_of_forty;
mod languages;
mod platforms;
mod rules;
mod sheets;

use super::*;

/// A function that returns a student's cell in a column.
type CellOf = fn(&Student) -> String;

/// A sample of a platform's exports.
pub(super) struct Sample {
    /// An export with a few students.
    pub(super) export: &'static str,
    /// The columns for a class of any size. Each has a header and a function that returns a student's cell. `WORTH`
    /// stands for the grade column's maximum.
    pub(super) columns: &'static [(&'static str, CellOf)],
    /// The rows between the header and the students.
    pub(super) above: &'static [&'static [&'static str]],
    /// The rows after the students.
    pub(super) below: &'static [&'static [&'static str]],
    /// The column that the platform uses to identify students when it imports the file.
    pub(super) key: &'static str,
    /// The grade column.
    pub(super) grade: &'static str,
    /// The comment column, if any.
    pub(super) comment: Option<&'static str>,
}

/// A student in a platform's gradebook.
#[derive(Clone, Debug, Default)]
pub(super) struct Student {
    pub(super) first: String,
    pub(super) last: String,
    pub(super) id: String,
    pub(super) login: String,
    pub(super) email: String,
    /// The number assigned by the platform.
    pub(super) number: String,
    pub(super) grade: String,
    pub(super) comment: String,
    /// The grade column's maximum.
    pub(super) worth: String,
}

impl Sample {
    /// Returns the index of a column.
    fn place(&self, column: &str) -> usize {
        self.columns.iter().position(|(header, _)| *header == column).unwrap()
    }

    /// Returns the header and the rows between the header and the students.
    fn head(&self, worth: &str) -> Vec<Vec<String>> {
        let header =
            self.columns.iter().map(|(header, _)| header.replace("WORTH", worth)).collect();
        let above =
            self.above.iter().map(|row| row.iter().map(|it| it.replace("WORTH", worth)).collect());
        std::iter::once(header).chain(above).collect()
    }

    fn row(&self, student: &Student) -> Vec<String> {
        self.columns.iter().map(|(_, cell)| cell(student)).collect()
    }
}

/// Returns an award of the given thousandths of a point, out of 100 points.
fn award(thousandths: u64) -> Award {
    let of = Points::from_thousandths(100_000);
    Award::Points { held: Points::from_thousandths(thousandths), of }
}

/// Returns an entry with an id or an email address.
fn entry(name: &str, award: Award) -> Entry {
    let names = vec![name.to_owned()];
    let known_as = if name.contains('@') {
        KnownAs { emails: names, ..KnownAs::default() }
    } else {
        KnownAs { ids: names, ..KnownAs::default() }
    };
    Entry { label: name.to_owned(), known_as, award, comment: None }
}

/// Returns an entry with ten points.
fn ten(known_as: KnownAs) -> Entry {
    Entry { label: "them".to_owned(), known_as, award: award(10_000), comment: None }
}

/// Returns the options for `--overwrite`.
fn overwriting() -> Fill {
    Fill { overwrite: true, ..Fill::default() }
}

fn how(column: &str) -> Fill {
    Fill { column: Some(column.to_owned()), ..overwriting() }
}

fn as_is() -> Fill {
    Fill { scale: Scale::AsIs, ..overwriting() }
}

fn one(text: &str) -> Vec<String> {
    vec![text.to_owned()]
}

fn canvas(export: &str, entries: &[Entry], how: &Fill) -> Result<Filled, GradebookError> {
    fill(Platform::Canvas, export, entries, how)
}

/// Describes what happened to each cell, such as `Jane: 87.5` or `Ann: 7, because ...`.
fn fates(filled: &Filled, entries: &[Entry]) -> Vec<String> {
    let text = |cell: &Cell| match &cell.fate {
        Fate::Written(new) => format!("{}: {new}", cell.student),
        Fate::Same => format!("{}: same", cell.student),
        Fate::Kept(reason) => {
            format!("{}: {:?}, {}", cell.student, cell.old, reason.text(entries))
        }
    };
    filled.cells.iter().map(text).collect()
}
