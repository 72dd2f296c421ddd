//! Each platform's exports, filled in.

mod any_class;
mod class_of_forty;
mod platforms;
mod rules;
mod sheets;

use super::*;

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

fn how(column: &str) -> Fill {
    Fill { column: Some(column.to_owned()), ..Fill::default() }
}

fn as_is() -> Fill {
    Fill { scale: Scale::AsIs, ..Fill::default() }
}

fn one(text: &str) -> Vec<String> {
    vec![text.to_owned()]
}

fn canvas(export: &str, entries: &[Entry], how: &Fill) -> Result<Filled, GradebookError> {
    Kind::Canvas.fill(export, entries, how)
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
