//! Checks which parts of a rubric are tables, and which keys they contain, before the values are read.
//!
//! Brackets and quotes of TOML decide to which table a line belongs. If one is wrong, the reader of values can only say
//! that a type is wrong somewhere, so these mistakes are looked for first.

use std::borrow::Cow;
use std::ops::Range;

use base::UserError;
use base::input::{FileError, InputText};
use grade::check::Check;
use thiserror::Error;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// The TOML form of a part of the rubric.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum PartForm {
    /// A line above all tables.
    Text,
    /// A table with fixed keys.
    Table,
    /// A table with the ids of checks as keys.
    ByCheck,
    /// A list of tables.
    Tables,
}

const PARTS: [(&str, PartForm); 18] = [
    ("schema", PartForm::Text),
    ("title", PartForm::Text),
    ("course", PartForm::Text),
    ("limits", PartForm::Table),
    ("checks", PartForm::ByCheck),
    ("cap", PartForm::Tables),
    ("puzzles", PartForm::Table),
    ("random", PartForm::Table),
    ("private", PartForm::Table),
    ("tests", PartForm::Table),
    ("late", PartForm::Table),
    ("attempts", PartForm::Table),
    ("class", PartForm::Table),
    ("hand", PartForm::Table),
    ("gradebook", PartForm::Table),
    ("messages", PartForm::ByCheck),
    ("hints", PartForm::Table),
    ("omitted", PartForm::Table),
];

#[derive(Clone, Debug, PartialEq, Eq, Error)]
enum ShapeProblem {
    #[error("`{0}` is one table, not a list of tables")]
    OneTable(String),
    #[error("`{0}` is a list of tables, not one table")]
    ListOfTables(String),
    #[error("`{key}` is below `[{table}]`, so it is read as a part of that table")]
    BelowTable {
        key: String,
        table: String,
        /// The first table of the file.
        first: String,
    },
    #[error("the id of the check is not in quotes")]
    UnquotedCheck { id: &'static str, example: &'static str },
}

impl UserError for ShapeProblem {
    fn hint(&self) -> Option<String> {
        Some(match self {
            Self::OneTable(name) => format!("write `[{name}]`, with single brackets"),
            Self::ListOfTables(name) => {
                format!("write `[[{name}]]`, with double brackets, above each of them")
            }
            Self::BelowTable { key, first, .. } => {
                format!("move the line with `{key}` above `[{first}]`, the first table of the file")
            }
            Self::UnquotedCheck { id, example } => format!("write `\"{id}\" = {example}`"),
        })
    }
}

/// Returns all mistakes in the shape of a rubric, in the order of the file.
pub(super) fn find_mistakes(rubric: &DeTable<'_>, source: InputText<'_>) -> Vec<FileError> {
    let mut mistakes = Vec::new();
    for (part, value) in rubric {
        let name = part.get_ref().as_ref();
        let form = PARTS.iter().find(|(known, _)| *known == name);
        let Some((_, form)) = form else { continue };
        match (form, value.get_ref()) {
            (PartForm::Table | PartForm::ByCheck, DeValue::Array(_)) => {
                mistakes.push((value.span(), ShapeProblem::OneTable(name.to_owned())));
            }
            (PartForm::Tables, DeValue::Table(_)) => {
                mistakes.push((value.span(), ShapeProblem::ListOfTables(name.to_owned())));
            }
            (PartForm::Table, DeValue::Table(table)) => {
                mistakes.extend(find_misplaced(name, table, rubric));
            }
            (PartForm::ByCheck, DeValue::Table(table)) => {
                mistakes.extend(find_misplaced(name, table, rubric));
                mistakes.extend(find_unquoted(name, table));
            }
            _ => {}
        }
    }
    mistakes.sort_by_key(|(span, _)| span.start);
    mistakes.iter().map(|(span, problem)| source.error(span.clone(), problem)).collect()
}

/// Finds lines that belong above all tables.
fn find_misplaced<'a>(
    name: &'a str,
    table: &'a DeTable<'_>,
    rubric: &'a DeTable<'_>,
) -> impl Iterator<Item = (Range<usize>, ShapeProblem)> + 'a {
    let is_text =
        |key: &str| PARTS.iter().any(|(known, form)| *known == key && *form == PartForm::Text);
    let keys = table.keys().filter(move |key| is_text(key.get_ref()));
    keys.map(move |key| {
        let problem = ShapeProblem::BelowTable {
            key: key.get_ref().to_string(),
            table: name.to_owned(),
            first: first_table(rubric).unwrap_or(name).to_owned(),
        };
        (key.span(), problem)
    })
}

/// Returns the name of the first table in the file.
fn first_table<'a>(rubric: &'a DeTable<'_>) -> Option<&'a str> {
    let tables = rubric.iter().filter(|(_, value)| value.get_ref().is_table());
    let first = tables.min_by_key(|(_, value)| value.span().start);
    first.map(|(name, _)| name.get_ref().as_ref())
}

/// Finds ids without quotes. TOML reads `board.hamming = ...` as a table `board` with the key `hamming`.
fn find_unquoted(
    name: &str,
    table: &DeTable<'_>,
) -> impl Iterator<Item = (Range<usize>, ShapeProblem)> {
    let example = if name == "messages" { "\"Your text\"" } else { "{ points = 5 }" };
    let mut mistakes = Vec::new();
    for (start, value) in table {
        for end in value.get_ref().as_table().into_iter().flat_map(DeTable::keys) {
            if let Some(check) = Check::from_id(&format!("{}.{}", start.get_ref(), end.get_ref())) {
                let problem = ShapeProblem::UnquotedCheck { id: check.id(), example };
                mistakes.push((written_place(start, end), problem));
            }
        }
    }
    mistakes.into_iter()
}

/// Returns the position of an id that is written as `start.end`, or that of its end, if it is not in one piece.
fn written_place(start: &Spanned<Cow<'_, str>>, end: &Spanned<Cow<'_, str>>) -> Range<usize> {
    let (start, end) = (start.span(), end.span());
    if start.end + 1 == end.start { start.start..end.end } else { end }
}

#[cfg(test)]
mod tests {
    use serde::Deserialize as _;

    use super::super::WireRubric;
    use super::*;

    #[test]
    fn the_parts_are_those_that_are_read() {
        let error = WireRubric::deserialize(toml::de::Deserializer::parse("x = 1").unwrap());
        let error = error.err().unwrap().message().to_owned();
        let read: Vec<&str> = error.split('`').skip(3).step_by(2).collect();
        assert_eq!(PARTS.map(|(name, _)| name).to_vec(), read, "{error}");
    }
}
