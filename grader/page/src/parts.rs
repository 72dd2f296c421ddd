//! The parts that many submissions of a class have alike, each written once.
//!
//! A class makes the same mistakes over and over, and a mistake shows itself on the same smallest
//! board. The first submission has the part; those that come later have a link to it, in whose place
//! the script of the page puts the part when it shows them.

use std::collections::BTreeMap;

use maud::{Markup, html};

/// A part of fewer bytes is written again: a link to it would not be much shorter.
const SHORT: usize = 200;

/// The parts that were written, by their markup.
#[derive(Clone, Debug, Default)]
pub(super) struct Parts(BTreeMap<String, First>);

/// Where a part was written first.
#[derive(Clone, Debug)]
struct First {
    number: usize,
    /// The id of the submission's part of the page.
    id: String,
    /// The submission, as the page calls it.
    name: String,
}

impl Parts {
    /// The part, or a link to it if an earlier submission has it. The submission has this id on the
    /// page, and is called by this name.
    pub(super) fn once(&mut self, part: Markup, id: &str, name: &str) -> Markup {
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
    fn a_part_is_written_once() {
        let mut parts = Parts::default();
        let mut once = |text: &str, of: &str| {
            let part = html! { p { (text) } };
            parts.once(part, &format!("s-{of}"), of).into_string()
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
