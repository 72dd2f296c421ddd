//! Each platform's exports, filled in.

mod any_class;
mod class_of_forty;
mod languages;
mod platforms;
mod rules;
mod sheets;

use super::*;

/// The cell of a student in a column.
type CellOf = fn(&Student) -> String;

/// A gradebook as a platform exports it.
pub(super) struct Sample {
    /// An export of a few students.
    pub(super) export: &'static str,
    /// The columns of a class of any size: the header, and the cell of a student. `WORTH` stands for what
    /// the column of the grade is worth.
    pub(super) columns: &'static [(&'static str, CellOf)],
    /// The rows of nobody between the header and the students.
    pub(super) above: &'static [&'static [&'static str]],
    /// The rows of nobody behind the students.
    pub(super) below: &'static [&'static [&'static str]],
    /// The column by which the platform finds a student when the file comes back.
    pub(super) key: &'static str,
    /// The column of the grade.
    pub(super) grade: &'static str,
    /// The column of comments, if there is one.
    pub(super) comment: Option<&'static str>,
}

/// A student in the gradebook of a platform.
#[derive(Clone, Debug, Default)]
pub(super) struct Student {
    pub(super) first: String,
    pub(super) last: String,
    pub(super) id: String,
    pub(super) login: String,
    pub(super) email: String,
    /// The platform's own number.
    pub(super) number: String,
    pub(super) grade: String,
    pub(super) comment: String,
    /// What the column of the grade is worth.
    pub(super) worth: String,
}

impl Sample {
    /// The place of a column.
    fn place(&self, column: &str) -> usize {
        self.columns.iter().position(|(header, _)| *header == column).unwrap()
    }

    /// The header, and the rows of nobody below it.
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

/// Points in thousandths, of a hundred.
fn award(thousandths: u64) -> Award {
    let of = Points::from_thousandths(100_000);
    Award::Points { held: Points::from_thousandths(thousandths), of }
}

/// An entry that is known by an id, or by an address.
fn entry(name: &str, award: Award) -> Entry {
    let names = vec![name.to_owned()];
    let known_as = if name.contains('@') {
        KnownAs { emails: names, ..KnownAs::default() }
    } else {
        KnownAs { ids: names, ..KnownAs::default() }
    };
    Entry { label: name.to_owned(), known_as, award, comment: None }
}

/// Somebody with ten points.
fn ten(known_as: KnownAs) -> Entry {
    Entry { label: "them".to_owned(), known_as, award: award(10_000), comment: None }
}

/// As with `--overwrite`.
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

/// What became of each cell: `Jane: 87.5`, `Ann: 7, because ...`.
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
