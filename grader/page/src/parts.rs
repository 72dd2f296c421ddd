//! Removes duplicates from a class page.
//!
//! Students often make the same mistake, which the same smallest board exposes. Only the first submission contains the
//! corresponding part of the page. Others contain a link, which the page's script replaces with the part when it shows
//! the submission.

use std::collections::BTreeMap;

use maud::{Markup, html};

/// In bytes. Replacing shorter parts would save little.
const SHORT: usize = 200;

/// The parts so far, with their markup as the key.
#[derive(Clone, Debug, Default)]
pub(super) struct RepeatedParts(BTreeMap<String, First>);

#[derive(Clone, Debug)]
struct First {
    number: usize,
    id: String,
    name: String,
}

impl RepeatedParts {
    /// Returns the part or, after the first time, a link to it. `id` and `name` describe the current submission.
    pub(super) fn part_or_link(&mut self, part: Markup, id: &str, name: &str) -> Markup {
        if part.0.len() < SHORT {
            return part;
        }
        if let Some(First { number, id, name }) = self.0.get(&part.0) {
            return html! {
                p class="same" { a href={ "#p-" (number) } data-of=(id) { "see " (name) } }
            };
        }
        let number = self.0.len() + 1;
        let first = First { number, id: id.to_owned(), name: name.to_owned() };
        self.0.insert(part.0.clone(), first);
        html! { div id={ "p-" (number) } { (part) } }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn repeated_parts_are_written_once() {
        let mut parts = RepeatedParts::default();
        let mut once = |text: &str, of: &str| {
            let part = html! { p { (text) } };
            parts.part_or_link(part, &format!("s-{of}"), of).into_string()
        };
        let (long, other) = ("x".repeat(SHORT), "y".repeat(SHORT));
        let first = once(&long, "alice");
        assert!(first.starts_with("<div id=\"p-1\"><p>xxx"), "{first}");
        assert!(once(&other, "bob").starts_with("<div id=\"p-2\"><p>yyy"));
        let again = "<p class=\"same\"><a href=\"#p-1\" data-of=\"s-alice\">see alice</a></p>";
        assert_eq!(once(&long, "bob"), again);
        assert_eq!(once(&long, "carl"), again, "it is that of the first");
        assert_eq!(once("short", "alice"), "<p>short</p>");
        assert_eq!(once("short", "bob"), "<p>short</p>");
    }
}
