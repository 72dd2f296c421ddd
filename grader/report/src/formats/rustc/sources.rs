//! Converts positions to the form that the compiler's messages use.

use std::collections::BTreeMap;

use grade::SourcePosition;
use serde_json::{Value, json};

use super::Spot;

/// The maximum number of characters in a line of code.
/// Editors show one line, and a hostile file may have a single line of megabytes.
const MOST_SHOWN: usize = 400;

/// The maximum number of lines of an item. Longer methods are shown from the beginning.
const MOST_LINES: usize = 24;

/// A submission's source files by path.
#[derive(Clone, Debug, Default)]
pub struct SubmissionSources(BTreeMap<String, String>);

impl FromIterator<(String, String)> for SubmissionSources {
    fn from_iter<T: IntoIterator<Item = (String, String)>>(files: T) -> Self {
        Self(files.into_iter().collect())
    }
}

/// Joins a folder, which may be empty, and a path.
pub(super) fn joined(folder: &str, path: &str) -> String {
    match folder.trim_end_matches('/') {
        "" => path.to_owned(),
        folder => format!("{folder}/{path}"),
    }
}

impl SubmissionSources {
    /// Returns the crate's root file, as guessed from the file names.
    pub(super) fn root(&self) -> &str {
        let names = ["src/lib.rs", "lib.rs"];
        let usual = names.into_iter().find(|name| self.0.contains_key(*name));
        // Editors need an existing file to show a message, and each crate has this one.
        usual.or_else(|| self.0.keys().next().map(String::as_str)).unwrap_or("Cargo.toml")
    }

    /// Returns the numbered lines of the item at a place, assuming that the code is indented by `rustfmt`. Long items
    /// are truncated. This is empty if the text is not available.
    pub fn lines_of_item(&self, place: &SourcePosition) -> Vec<(u32, &str)> {
        let Some(text) = self.0.get(&place.file) else { return Vec::new() };
        let numbered = (1..).zip(text.lines()).skip_while(|(number, _)| *number < place.line);
        let mut item = Vec::new();
        let mut indent = None;
        for (number, line) in numbered.take(MOST_LINES) {
            item.push((number, line));
            let text = line.trim_start();
            let here = line.len() - text.len();
            let begun = *indent.get_or_insert(here);
            let is_end = item.len() > 1 && here <= begun && text.starts_with('}');
            let is_whole = item.len() == 1 && text.trim_end().ends_with([';', '}']);
            if is_end || is_whole {
                break;
            }
        }
        item
    }

    /// Formats a position as a span in a compiler message. When the source text is not available, the byte offsets will
    /// be 0.
    pub(super) fn span_to_json(&self, spot: &Spot, folder: &str) -> Value {
        let place = &spot.place;
        let mut before = 0;
        let mut line = None;
        // Compilers count from 1, and a place of 0 would subtract below zero.
        let number = usize::try_from(place.line).unwrap_or(usize::MAX).max(1);
        if let Some(text) = self.0.get(&place.file) {
            let mut lines = text.split_inclusive('\n');
            before = lines.by_ref().take(number - 1).map(str::len).sum();
            // Editors count bytes, so the line ends are only removed from what is shown.
            line = lines.next().map(|line| line.trim_end_matches(['\n', '\r']));
        }
        let first = usize::try_from(place.column).unwrap_or(usize::MAX).max(1) - 1;
        let length = usize::try_from(spot.length).unwrap_or(usize::MAX);
        let line_shown = line.is_some_and(|line| !line.is_empty());
        let text = line.unwrap_or_default();
        let byte = |characters: usize| {
            before + text.chars().take(characters).map(char::len_utf8).sum::<usize>()
        };
        let shown: String = text.chars().take(MOST_SHOWN).collect();
        let start = u64::from(place.column.max(1));
        // Editors mark nothing for an empty range.
        let end = start + u64::from(spot.length.max(1));
        let line = json!({ "text": shown, "highlight_start": start, "highlight_end": end });
        let known = line_shown.then_some(line);
        json!({
            "file_name": joined(folder, if place.file.is_empty() { self.root() } else { &place.file }),
            "byte_start": byte(first),
            "byte_end": byte(first.saturating_add(length)),
            "line_start": place.line.max(1),
            "line_end": place.line.max(1),
            "column_start": start,
            "column_end": end,
            "is_primary": true,
            "text": known.into_iter().collect::<Vec<_>>(),
            "label": null,
            "suggested_replacement": null,
            "suggestion_applicability": null,
            "expansion": null,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_item_ends_at_its_closing_brace() {
        let text = "impl X {\n    fn a() {\n        if b {\n        }\n    }\n\n    fn c() {}\n}\n";
        let sources: SubmissionSources =
            [("src/board.rs".to_owned(), text.to_owned())].into_iter().collect();
        let item = |file: &str, line| {
            let place = SourcePosition { file: file.to_owned(), line, column: 8 };
            sources.lines_of_item(&place).iter().map(|(number, _)| *number).collect::<Vec<u32>>()
        };
        assert_eq!(item("src/board.rs", 2), [2, 3, 4, 5]);
        assert_eq!(item("src/board.rs", 7), [7]);
        assert_eq!(item("src/board.rs", 99), [0; 0]);
        assert_eq!(item("src/solver.rs", 2), [0; 0]);
    }
}
