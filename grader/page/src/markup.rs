//! Helpers for `maud`, which fixes the names of elements and attributes at compile time, and escapes everything else.

use std::fmt::Write as _;

use maud::{Markup, html};

/// Renders text that contains code between backticks.
pub(crate) fn prose(text: &str) -> Markup {
    // A single backtick is not markup, such as in a student's text.
    let is_paired = text.matches('`').count().is_multiple_of(2);
    html! {
        @if is_paired {
            @for (i, part) in text.split('`').enumerate() {
                @if i % 2 == 1 { code { (part) } } @else { (part) }
            }
        } @else {
            (text)
        }
    }
}

/// Renders text, turning web addresses into links.
pub(crate) fn linked(text: &str) -> Markup {
    let start = ["https://", "http://"].iter().filter_map(|it| text.find(it)).min();
    let Some(start) = start else { return prose(text) };
    let (before, rest) = text.split_at(start);
    let end = rest.find(char::is_whitespace).unwrap_or(rest.len());
    // In a sentence, punctuation after an address rarely belongs to it.
    let address = rest[..end].trim_end_matches(['.', ',', ';', ':', ')', '!', '?']);
    html! {
        (prose(before))
        a href=(address) rel="noreferrer" { (address) }
        (linked(&rest[address.len()..]))
    }
}

/// Renders names, separated by commas. Each is isolated, so that a name in a right-to-left script does not move the
/// text beside it.
pub(crate) fn isolated_list(names: &[impl AsRef<str>]) -> Markup {
    html! {
        @for (i, name) in names.iter().enumerate() {
            @if i > 0 { ", " }
            bdi { (name.as_ref()) }
        }
    }
}

/// Returns an element id for a submission. All bytes except letters, digits and dashes are encoded, so different names
/// have different ids.
pub fn id_of(name: &str) -> String {
    let mut id = String::from("s-");
    for byte in name.bytes() {
        if byte.is_ascii_alphanumeric() || byte == b'-' {
            id.push(char::from(byte));
        } else {
            let _ = write!(id, "_{byte:02x}");
        }
    }
    id
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn backticks_mark_code() {
        assert_eq!(prose("a `b<` c").0, "a <code>b&lt;</code> c");
        assert_eq!(prose("d `e").0, "d `e");
    }

    #[test]
    fn web_addresses_become_links() {
        assert_eq!(
            linked("Folie 7: https://uni.example/a?b=1&c, oder `Ord`.").0,
            "Folie 7: <a href=\"https://uni.example/a?b=1&amp;c\" rel=\"noreferrer\">\
             https://uni.example/a?b=1&amp;c</a>, oder <code>Ord</code>."
        );
        let harmless = linked("javascript:x <b> https://a\"onclick=1").0;
        assert!(
            !harmless.contains("<b>") && harmless.contains("href=\"https://a&quot;onclick=1\"")
        );
    }

    #[test]
    fn every_name_has_a_unique_id() {
        assert_eq!(id_of("alice-1"), "s-alice-1");
        assert_eq!(id_of("o'Neil <b>"), "s-o_27Neil_20_3cb_3e");
        assert_eq!(id_of("a_20"), "s-a_5f20");
        assert_ne!(id_of("a 0"), id_of("a_20"));
        assert_eq!(id_of("é"), "s-_c3_a9");
    }
}
