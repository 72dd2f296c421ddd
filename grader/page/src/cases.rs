//! The cases that many submissions of a class fail in the same way, each told once.
//!
//! A class makes the same mistakes over and over, and a mistake shows itself on the same smallest
//! board. The first submission has the case; those that come later have a link to it, in whose place
//! the script of the page puts the case when it shows them.

use std::collections::BTreeMap;

use maud::{Markup, html};

/// A case of fewer bytes is told again: a link to it would be no shorter.
const SHORT: usize = 240;

/// The cases that were told, by their markup, each with its number and who has it.
#[derive(Clone, Debug, Default)]
pub(super) struct Cases(BTreeMap<String, Told>);

/// Where a case is told.
#[derive(Clone, Debug)]
struct Told {
    number: usize,
    /// The id of the submission's part of the page.
    id: String,
    /// The submission, as the page calls it.
    name: String,
}

impl Cases {
    /// The case, or a link to it if an earlier submission has it. The submission has this id on the
    /// page, and is called by this name.
    pub(super) fn once(&mut self, case: Markup, id: &str, name: &str) -> Markup {
        if case.0.len() < SHORT {
            return case;
        }
        if let Some(Told { number, id, name }) = self.0.get(&case.0) {
            return html! {
                p class="same" {
                    a href={ "#case-" (number) } data-of=(id) { "the same case as of " (name) }
                }
            };
        }
        let number = self.0.len() + 1;
        let told = Told { number, id: id.to_owned(), name: name.to_owned() };
        self.0.insert(case.0.clone(), told);
        html! { div id={ "case-" (number) } { (case) } }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_case_is_told_once() {
        let mut cases = Cases::default();
        let mut once = |text: &str, of: &str| {
            let case = html! { p { (text) } };
            cases.once(case, &format!("s-{of}"), of).into_string()
        };
        let (long, other) = ("x".repeat(SHORT), "y".repeat(SHORT));
        let first = once(&long, "alice");
        assert!(first.starts_with("<div id=\"case-1\"><p>xxx"), "{first}");
        assert!(once(&other, "bob").starts_with("<div id=\"case-2\"><p>yyy"));
        let again = "<p class=\"same\"><a href=\"#case-1\" data-of=\"s-alice\">\
                     the same case as of alice</a></p>";
        assert_eq!(once(&long, "bob"), again);
        assert_eq!(once(&long, "carl"), again, "it is that of the first");
        assert_eq!(once("short", "alice"), "<p>short</p>");
        assert_eq!(once("short", "bob"), "<p>short</p>");
    }
}
