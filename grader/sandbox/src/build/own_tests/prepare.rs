//! Adapts test sources to the sandbox.
//!
//! The changes do not affect the lines and columns of the remaining code.

use std::collections::BTreeMap;
use std::ops::Range;

use proc_macro2::{TokenStream, TokenTree};

use super::items::{self, ItemKind, RustItem, blank_out};

/// The tests that must panic, with any text that the panic message must contain.
pub(crate) type MustPanic = BTreeMap<String, Option<String>>;

/// The crate folder as a literal, which replaces `env!("CARGO_MANIFEST_DIR")`.
const FOLDER: &str = "\"/\"";

/// Prepares a file with items that belong to the module `module` (`""` for the crate root).
///
/// - Removes `#[should_panic]`, because the harness skips such tests on targets where panics cannot be caught. Instead,
///   the grader inverts the result.
/// - Replaces `env!("CARGO_MANIFEST_DIR")` with the folder of the submission's files in the sandbox.
pub(super) fn prepare_test_file(text: &str, module: &str) -> (String, MustPanic) {
    let mut text = text.to_owned();
    let mut must_panic = MustPanic::new();
    let mut attributes = Vec::new();
    find_must_panic(&items::items_of(&text), module, &mut attributes, &mut must_panic);
    let mut folders = Vec::new();
    find_manifest_folder_macros(items::tokens_of(&text), &mut folders);
    for range in attributes {
        blank_out(&mut text, range);
    }
    for range in folders {
        blank_out(&mut text, range.clone());
        text.replace_range(range.start..range.start + FOLDER.len(), FOLDER);
    }
    (text, must_panic)
}

pub(super) fn join_path(module: &str, name: &str) -> String {
    if module.is_empty() { name.to_owned() } else { format!("{module}::{name}") }
}

fn find_must_panic(
    items: &[RustItem],
    module: &str,
    places: &mut Vec<Range<usize>>,
    found: &mut MustPanic,
) {
    for item in items {
        match &item.kind {
            ItemKind::Function(name) if item.has_attribute("test") => {
                for attribute in &item.attributes {
                    if attribute.name().is_some_and(|name| name == "should_panic") {
                        places.push(attribute.range.clone());
                        found.insert(join_path(module, name), expected_message(&attribute.tokens));
                    }
                }
            }
            ItemKind::Module(name, Some(body)) => {
                let items = items::parse_items(body.tokens.clone());
                find_must_panic(&items, &join_path(module, name), places, found);
            }
            _ => {}
        }
    }
}

/// Returns the text in `should_panic = "..."` or `should_panic(expected = "...")`.
fn expected_message(attribute: &TokenStream) -> Option<String> {
    attribute.clone().into_iter().find_map(|token| match token {
        TokenTree::Literal(literal) => match syn::Lit::new(literal) {
            syn::Lit::Str(text) => Some(text.value()),
            _ => None,
        },
        TokenTree::Group(group) => expected_message(&group.stream()),
        _ => None,
    })
}

fn find_manifest_folder_macros(tokens: TokenStream, places: &mut Vec<Range<usize>>) {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    for (index, token) in tokens.iter().enumerate() {
        let TokenTree::Group(group) = token else { continue };
        let before = index.checked_sub(2).map(|start| &tokens[start..index]);
        let is_env = matches!(before, Some([TokenTree::Ident(name), TokenTree::Punct(bang)])
            if name == "env" && bang.as_char() == '!');
        if is_env && group.stream().to_string() == "\"CARGO_MANIFEST_DIR\"" {
            let start = tokens[index - 2].span().byte_range().start;
            places.push(start..group.span().byte_range().end);
        } else {
            find_manifest_folder_macros(group.stream(), places);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn should_panic_attributes_are_removed_in_place() {
        let text = r##"
/// Documented. #[should_panic]
#[test] #[should_panic(expected = "no \"blank\" é")] fn a() { b("é") }
#[should_panic]
#[allow(unused)]
#[test]
fn b() { let text = "#[should_panic]"; }
mod inner {
    #![allow(unused)]
    mod most {
        #[should_panic = "x"] #[test] pub fn c() {}
    }
    #[should_panic] fn no_test() {}
}
macro_rules! m { () => { #[test] #[should_panic] fn made() {} } }
"##;
        let (prepared, must_panic) = prepare_test_file(text, "board");
        let expected = [
            ("board::a", Some("no \"blank\" é")),
            ("board::b", None),
            ("board::inner::most::c", Some("x")),
        ];
        let found: Vec<_> =
            must_panic.iter().map(|(name, text)| (&name[..], text.as_deref())).collect();
        assert_eq!(found, expected);
        assert_eq!(prepared.len(), text.len());
        for (line, (before, after)) in text.lines().zip(prepared.lines()).enumerate() {
            match line {
                2 => assert!(
                    after.starts_with("#[test]  ") && after.ends_with(" fn a() { b(\"é\") }")
                ),
                3 => assert_eq!(after.trim(), ""),
                10 => assert_eq!(after.trim(), "#[test] pub fn c() {}"),
                _ => assert_eq!(after, before, "line {line}"),
            }
        }
    }

    #[test]
    fn the_manifest_folder_is_replaced_by_the_sandbox_folder() {
        let text =
            "fn p() -> String { format!(\"{}/x\", env!(\"CARGO_MANIFEST_DIR\")) + env!(\"HOME\") }";
        let (prepared, _) = prepare_test_file(text, "");
        assert_eq!(prepared.len(), text.len());
        assert!(prepared.contains("\"{}/x\", \"/\"    "), "{prepared}");
        assert!(prepared.ends_with(" + env!(\"HOME\") }"));
        let broken = "fn f( { env!(\"CARGO_MANIFEST_DIR\")";
        assert_eq!(prepare_test_file(broken, "").0, broken);
    }
}
