//! Finds as many mistakes in a rubric as possible in one pass.

use std::collections::BTreeMap;
use std::ops::Range;

use base::input::{FileError, InputText};
use serde::Deserialize;
use toml::Spanned;
use toml::de::{DeTable, DeValue, Deserializer};

use super::{RunLimits, WireCheck, WireRubric, parse_entry, read_rubric, shape};

/// Returns an error for each unknown key, and the first error in each check. If there are none, returns the first error
/// in the rest of the rubric.
pub(crate) fn find_problems(source: InputText<'_>) -> Vec<FileError> {
    let (wire, mut problems) = read_known_keys(source);
    let limits = wire.as_ref().and_then(|wire| RunLimits::from_wire(&wire.limits, source).ok());
    if let Some((wire, limits)) = wire.zip(limits) {
        let mut wires: Vec<_> = wire.checks.into_inner().into_iter().collect();
        // List the errors in the order of the file.
        wires.sort_by_key(|(id, _)| id.span().start);
        let wrong =
            |(id, wire): &(Spanned<String>, WireCheck)| parse_entry(id, wire, limits, source).err();
        problems.extend(wires.iter().filter_map(wrong));
    }
    if problems.is_empty() {
        problems.extend(read_rubric(source).err());
    }
    problems
}

/// Reads a rubric, ignoring unknown keys if possible. Also returns an error for each unknown key, and any error that
/// occurs even without them.
fn read_known_keys(source: InputText<'_>) -> (Option<WireRubric>, Vec<FileError>) {
    let Ok(table) = DeTable::parse(source.text) else { return (None, Vec::new()) };
    let mistakes = shape::find_mistakes(table.get_ref(), source);
    if !mistakes.is_empty() {
        return (None, mistakes);
    }
    let (span, mut known) = (table.span(), table.into_inner());
    let mut problems = BTreeMap::new();
    let wire = loop {
        let table = Spanned::new(span.clone(), known.clone());
        let error = match WireRubric::deserialize(Deserializer::from(table)) {
            Ok(wire) => break Some(wire),
            Err(error) => error,
        };
        let place = error.span().unwrap_or_default();
        let is_unknown = error.message().starts_with("unknown field");
        let is_missing = error.message().starts_with("missing field");
        // An unknown key may be a misspelling of the missing key.
        if !is_missing || problems.is_empty() {
            problems.insert(place.start, source.toml_error(&error, |_| None));
        }
        if !is_unknown || !remove_key(&mut known, &place) {
            break None;
        }
    };
    (wire, problems.into_values().collect())
}

/// Removes the key at this position. Returns whether it existed.
fn remove_key(table: &mut DeTable<'_>, place: &Range<usize>) -> bool {
    let found = table.keys().find(|key| key.span() == *place).map(|key| key.get_ref().to_string());
    if let Some(key) = found {
        return table.remove(key.as_str()).is_some();
    }
    table.iter_mut().any(|(_, value)| remove_key_anywhere(value, place))
}

fn remove_key_anywhere(value: &mut Spanned<DeValue<'_>>, place: &Range<usize>) -> bool {
    match value.get_mut() {
        DeValue::Table(table) => remove_key(table, place),
        DeValue::Array(items) => items.iter_mut().any(|item| remove_key_anywhere(item, place)),
        _ => false,
    }
}
