//! Splits source text into items, each with its byte range.
//!
//! This module works on tokens and does not need a grammar: an item ends at a semicolon or after braces. That is enough
//! to find tests, and limits the recursion depth for any text.

use std::ops::Range;
use std::str::FromStr;

use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};

#[derive(Debug)]
pub(super) struct RustItem {
    /// The byte range, including attributes and doc comments.
    pub(super) range: Range<usize>,
    pub(super) attributes: Vec<Attribute>,
    pub(super) kind: ItemKind,
}

#[derive(Debug)]
pub(super) struct Attribute {
    pub(super) range: Range<usize>,
    /// The tokens inside the brackets.
    pub(super) tokens: TokenStream,
}

#[derive(Debug)]
pub(super) enum ItemKind {
    /// `fn` with its name.
    Function(String),
    /// `mod` with a name and, if the module is inline, its body.
    Module(String, Option<Body>),
    /// `struct`, `enum`, `union` or `type` with a name.
    Type(String),
    /// An item that only introduces names: `use`, `extern crate`, `const`, `static`, or `macro_rules!`.
    Plain,
    /// Any other item, such as `impl`.
    Other,
}

#[derive(Debug)]
pub(super) struct Body {
    pub(super) range: Range<usize>,
    pub(super) tokens: TokenStream,
}

impl Attribute {
    pub(super) fn name(&self) -> Option<String> {
        match self.tokens.clone().into_iter().next()? {
            TokenTree::Ident(name) => Some(name.to_string()),
            _ => None,
        }
    }

    fn is_for_tests(&self) -> bool {
        // The text of tokens has spaces in places that depend on the compiler.
        let text = self.tokens.to_string().replace(' ', "");
        text == "cfg(test)" || text.starts_with("cfg(all(test,")
    }
}

impl RustItem {
    pub(super) fn has_attribute(&self, name: &str) -> bool {
        self.attributes.iter().any(|attribute| attribute.name().is_some_and(|own| own == name))
    }

    pub(super) fn is_for_tests(&self) -> bool {
        self.has_attribute("test") || self.attributes.iter().any(Attribute::is_for_tests)
    }
}

/// Returns the tokens of a file, unless they are invalid, or nested so deeply that recursive code might overflow the
/// stack. All code in `own_tests` must get tokens from this function.
pub(in crate::build) fn tokens_of(text: &str) -> TokenStream {
    if intake::is_too_deep(text) {
        return TokenStream::new();
    }
    #[expect(clippy::disallowed_methods, reason = "the depth is known")]
    TokenStream::from_str(text).unwrap_or_default()
}

pub(super) fn items_of(text: &str) -> Vec<RustItem> {
    parse_items(tokens_of(text))
}

/// Skips the inner attributes of the module.
pub(super) fn parse_items(tokens: TokenStream) -> Vec<RustItem> {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let mut at = 0;
    // `#![...]`
    while is_punct(tokens.get(at), '#') && is_punct(tokens.get(at + 1), '!') {
        at += 3;
    }
    let mut items = Vec::new();
    while at < tokens.len() {
        let start = at;
        let mut attributes = Vec::new();
        while let (true, Some(TokenTree::Group(group))) =
            (is_punct(tokens.get(at), '#'), tokens.get(at + 1))
        {
            let range = tokens[at].span().byte_range().start..group.span().byte_range().end;
            attributes.push(Attribute { range, tokens: group.stream() });
            at += 2;
        }
        let Some(rest) = tokens.get(at..).filter(|rest| !rest.is_empty()) else { break };
        let (kind, length) = kind_and_token_count(rest);
        at += length;
        let range = tokens[start].span().byte_range().start..tokens[at - 1].span().byte_range().end;
        items.push(RustItem { range, attributes, kind });
    }
    items
}

/// Returns the kind of the next item, and the number of its tokens, at least 1.
fn kind_and_token_count(tokens: &[TokenTree]) -> (ItemKind, usize) {
    let word = |index: usize| match tokens.get(index) {
        Some(TokenTree::Ident(word)) => Some(word.to_string()),
        _ => None,
    };
    let name = |index: usize| word(index).unwrap_or_default();
    // The value of a constant may contain braces, so these items end only at a semicolon.
    let to_semicolon = || {
        let end = tokens.iter().position(|token| is_punct(Some(token), ';'));
        end.map_or(tokens.len(), |end| end + 1)
    };
    let to_end = || {
        let ends = |token: &TokenTree| is_punct(Some(token), ';') || braced_group(token).is_some();
        tokens.iter().position(ends).map_or(tokens.len(), |end| end + 1)
    };
    let mut at = 0;
    if word(at).as_deref() == Some("pub") {
        at += 1;
        at += usize::from(
            tokens.get(at).as_ref().is_some_and(|token| is_group(token, Delimiter::Parenthesis)),
        );
    }
    loop {
        let next = word(at + 1);
        let next = next.as_deref();
        let function_follows = matches!(next, Some("fn" | "unsafe" | "async" | "extern"));
        match word(at).as_deref() {
            Some("fn") => return (ItemKind::Function(name(at + 1)), to_end()),
            Some("const") if function_follows => at += 1,
            Some("async" | "unsafe" | "default" | "safe") if next.is_some() => at += 1,
            Some("extern") if next == Some("fn") => at += 1,
            Some("extern") if word(at + 2).as_deref() == Some("fn") => at += 2,
            Some("extern") if next == Some("crate") => return (ItemKind::Plain, to_semicolon()),
            Some("use" | "const" | "static") => return (ItemKind::Plain, to_semicolon()),
            Some("type") => return (ItemKind::Type(name(at + 1)), to_semicolon()),
            Some("struct" | "enum" | "union") => {
                return (ItemKind::Type(name(at + 1)), to_end());
            }
            Some("macro_rules") => return (ItemKind::Plain, to_end()),
            Some("mod") => {
                let body = tokens.get(at + 2).and_then(braced_group).map(|group| Body {
                    range: group.span_open().byte_range().end
                        ..group.span_close().byte_range().start,
                    tokens: group.stream(),
                });
                return (ItemKind::Module(name(at + 1), body), to_end());
            }
            _ => return (ItemKind::Other, to_end()),
        }
    }
}

fn braced_group(token: &TokenTree) -> Option<&Group> {
    match token {
        TokenTree::Group(group) if group.delimiter() == Delimiter::Brace => Some(group),
        _ => None,
    }
}

fn is_group(token: &TokenTree, delimiter: Delimiter) -> bool {
    matches!(token, TokenTree::Group(group) if group.delimiter() == delimiter)
}

fn is_punct(token: Option<&TokenTree>, c: char) -> bool {
    matches!(token, Some(TokenTree::Punct(punct)) if punct.as_char() == c)
}

/// Replaces a range of the text with spaces, except the line breaks.
pub(super) fn blank_out(text: &mut String, range: Range<usize>) {
    let spaces: String = text[range.clone()]
        .bytes()
        .map(|byte| if matches!(byte, b'\n' | b'\r') { char::from(byte) } else { ' ' })
        .collect();
    text.replace_range(range, &spaces);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn items_are_found_with_their_places() {
        let text = r##"#![allow(unused)]
//! Tests; `mod x;`
use std::{fmt, fs};
pub(crate) const A: [u8; 2] = { [1, 2] };
/// é { is no brace.
#[derive(Clone)] pub struct Board<T>(T);
struct Unit;
impl<T> Board<T> { fn new() {} }
const fn f() -> usize { 3 }
extern "C" fn g() {}
macro_rules! m { ($x:ident) => { #[test] fn $x() {} } }
m!(made);
mod inner { #[test] fn t() { let s = "#[test] fn u() {}"; } }
#[cfg(test)] mod outer;
type B = Board<u8>;
unsafe impl Send for X {}
"##;
        let shown: Vec<String> = items_of(text)
            .iter()
            .map(|item| {
                let kind = match &item.kind {
                    ItemKind::Function(name) => format!("fn {name}"),
                    ItemKind::Module(name, body) => format!("mod {name} {}", body.is_some()),
                    ItemKind::Type(name) => format!("type {name}"),
                    ItemKind::Plain => "plain".to_owned(),
                    ItemKind::Other => "other".to_owned(),
                };
                let code = &text[item.range.clone()];
                let end = code.len() - code.chars().next_back().map_or(0, char::len_utf8);
                format!("{kind}: {} .. {}", &code[..8], &code[end..])
            })
            .collect();
        assert_eq!(
            shown,
            [
                "plain: use std: .. ;",
                "plain: pub(crat .. ;",
                "type Board: /// é { .. ;",
                "type Unit: struct U .. ;",
                "other: impl<T>  .. }",
                "fn f: const fn .. }",
                "fn g: extern \" .. }",
                "plain: macro_ru .. }",
                "other: m!(made) .. ;",
                "mod inner true: mod inne .. }",
                "mod outer false: #[cfg(te .. ;",
                "type B: type B = .. ;",
                "other: unsafe i .. }",
            ]
        );
        assert!(items_of("fn f( {").is_empty());
        assert!(items_of("#[test]").is_empty());
    }

    #[test]
    fn blanked_text_keeps_its_lines() {
        let mut text = "a(é\r\n\"x\")b".to_owned();
        let len = text.len();
        blank_out(&mut text, 1..len - 1);
        assert_eq!(text, "a   \r\n    b");
        assert_eq!(text.len(), len);
    }
}
