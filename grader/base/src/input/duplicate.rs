//! Explains a key that is in a TOML table twice, since the parser names only the second place.

use std::ops::Range;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// A key that appears twice, and how to correct this.
pub(super) struct Duplicate {
    /// The position of the first key, if it is known.
    pub(super) first: Option<Range<usize>>,
    /// The key or the header as the user wrote it.
    pub(super) written: String,
    /// What to do.
    pub(super) advice: String,
}

/// Explains the duplicate key at this position, unless the position is not within the text.
pub(super) fn explain_duplicate(text: &str, second: &Range<usize>) -> Option<Duplicate> {
    let key = text.get(second.clone())?;
    let first = first_place(text, second);
    let header = header_at(text, second);
    let first_header = first.as_ref().and_then(|first| header_at(text, first));
    let is_list = |header: Option<&str>| header.is_some_and(|header| header.starts_with("[["));
    let advice = if is_list(header) != is_list(first_header) {
        format!("in a list of tables, each header has double brackets: `[[{key}]]`")
    } else if header.is_some() && first_header.is_some() {
        "move the lines of the second table to the first one, and delete its header".to_owned()
    } else {
        "keep one of them".to_owned()
    };
    Some(Duplicate { first, written: header.unwrap_or(key).to_owned(), advice })
}

/// Returns the position of the first key with the same name in the same table.
///
/// It renames the second key, so that the parser keeps both, and then looks for the table with the renamed key.
fn first_place(text: &str, second: &Range<usize>) -> Option<Range<usize>> {
    let name = text.get(second.clone())?.trim_matches(['"', '\'']);
    let mut renamed = text.to_owned();
    renamed.replace_range(second.clone(), &"_".repeat(second.len()));
    let (table, _) = DeTable::parse_recoverable(&renamed);
    first_key_in_table(table.get_ref(), name, second)
}

fn first_key_in_table(
    table: &DeTable<'_>,
    name: &str,
    second: &Range<usize>,
) -> Option<Range<usize>> {
    if table.keys().any(|key| key.span() == *second) {
        let first = table.keys().find(|key| key.get_ref() == name);
        return first.map(Spanned::span);
    }
    table.values().find_map(|value| first_key_in_value(value.get_ref(), name, second))
}

fn first_key_in_value(
    value: &DeValue<'_>,
    name: &str,
    second: &Range<usize>,
) -> Option<Range<usize>> {
    match value {
        DeValue::Table(table) => first_key_in_table(table, name, second),
        DeValue::Array(items) => {
            items.iter().find_map(|item| first_key_in_value(item.get_ref(), name, second))
        }
        _ => None,
    }
}

/// Returns the header, such as `[limits]`, if the key at this position is part of one.
fn header_at<'a>(text: &'a str, key: &Range<usize>) -> Option<&'a str> {
    let start = text[..key.start].rfind('\n').map_or(0, |end| end + 1);
    let line = text[start..].lines().next()?.trim();
    let end = line.rfind(']')?;
    line.starts_with('[').then(|| &line[..=end])
}
