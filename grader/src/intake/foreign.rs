//! Finds code that would have the compiler read the world while it compiles.

use std::str::FromStr;

use proc_macro2::{Delimiter, TokenStream, TokenTree};

use super::nesting;

/// What in a source file makes the compiler read other files or its environment, or brings a heap of
/// its own: the first such macro or attribute, as it is written.
///
/// The compiler's own messages can show what it has read, so such code is not compiled at all.
/// Words inside a macro count wherever they stand, because a macro can put them together. What is
/// there for tests alone is not compiled and does not count.
pub(super) fn first_reader(text: &str) -> Option<&'static str> {
    first(text, false)
}

/// The same in a file of tests, where the code for tests counts.
pub(crate) fn first_reader_in_tests(text: &str) -> Option<&'static str> {
    first(text, true)
}

fn first(text: &str, with_tests: bool) -> Option<&'static str> {
    if !nesting::is_too_deep(text)
        && let Ok(tokens) = TokenStream::from_str(text)
    {
        return in_tokens(tokens, false, with_tests);
    }
    // What the tokens of this file are nobody can say, so any mention counts.
    let mut words = text.split(|c: char| !c.is_alphanumeric() && c != '_');
    let always = words.find_map(|word| ALWAYS.into_iter().find(|(name, _)| *name == word));
    always
        .map(|(_, shown)| shown)
        .or_else(|| text.contains("env!").then_some("env!"))
        .or_else(|| text.contains("#[path").then_some("#[path]"))
}

/// The attribute by which a crate brings a heap of its own. The grader's is the one that counts
/// bytes, and there can be only one.
pub(crate) const ALLOCATOR: &str = "#[global_allocator]";

/// Functions that are none of the submission's: the grader's own are all there are, and they are not
/// for submissions.
pub(crate) const FOREIGN: &str = "extern { }";

/// Whether what follows the word `extern` declares functions that are elsewhere. In a macro the rest
/// of it may come from anywhere.
fn declares_foreign(after: &[TokenTree], in_macro: bool) -> bool {
    let is_block = |token: Option<&TokenTree>| matches!(token, Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Brace);
    let is_known = |token: Option<&TokenTree>| matches!(token, Some(TokenTree::Ident(ident)) if ident == "crate" || ident == "fn");
    let next = match after.first() {
        Some(TokenTree::Literal(_)) => after.get(1),
        next => next,
    };
    is_block(next) || in_macro && !is_known(next)
}

/// Names that stand for nothing else.
const ALWAYS: [(&str, &str); 5] = [
    ("global_allocator", ALLOCATOR),
    ("include", "include!"),
    ("include_str", "include_str!"),
    ("include_bytes", "include_bytes!"),
    ("option_env", "option_env!"),
];

fn in_tokens(tokens: TokenStream, in_macro: bool, with_tests: bool) -> Option<&'static str> {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let is_punct = |index: Option<usize>, c: char| {
        let token = index.and_then(|index| tokens.get(index));
        matches!(token, Some(TokenTree::Punct(punct)) if punct.as_char() == c)
    };
    let mut skip_to = 0;
    for (index, token) in tokens.iter().enumerate() {
        if index < skip_to {
            continue;
        }
        let before = index.checked_sub(1);
        let found = match token {
            TokenTree::Ident(ident) => {
                let ident = ident.to_string();
                let name = ident.strip_prefix("r#").unwrap_or(&ident);
                let always = ALWAYS.into_iter().find(|(it, _)| *it == name);
                let in_path = is_punct(before, ':') || is_punct(Some(index + 1), ':');
                let is_env =
                    name == "env" && (is_punct(Some(index + 1), '!') || (in_macro && !in_path));
                let is_foreign =
                    name == "extern" && declares_foreign(&tokens[index + 1..], in_macro);
                always
                    .map(|(_, shown)| shown)
                    .or(is_env.then_some("env!"))
                    .or(is_foreign.then_some(FOREIGN))
            }
            TokenTree::Group(group) => {
                let is_attribute = group.delimiter() == Delimiter::Bracket
                    && (is_punct(before, '#') || is_punct(before, '!'));
                let is_for_tests = || group.stream().to_string().replace(' ', "") == "cfg(test)";
                if is_attribute && !with_tests && is_for_tests() {
                    skip_to = end_of_item(&tokens, index + 1);
                    None
                } else if is_attribute && names_path(&group.stream()) {
                    Some("#[path]")
                } else {
                    // `name!(...)`, or `macro_rules! name {...}`.
                    let two_before = index.checked_sub(2);
                    let called = is_punct(before, '!') || is_punct(two_before, '!');
                    in_tokens(group.stream(), in_macro || called, with_tests)
                }
            }
            _ => None,
        };
        if found.is_some() {
            return found;
        }
    }
    None
}

/// Where the item that begins at `start` ends: after its braces or its semicolon.
fn end_of_item(tokens: &[TokenTree], start: usize) -> usize {
    let ends = |token: &TokenTree| match token {
        TokenTree::Group(group) => group.delimiter() == Delimiter::Brace,
        TokenTree::Punct(punct) => punct.as_char() == ';',
        _ => false,
    };
    let end = tokens.iter().skip(start).position(ends);
    end.map_or(tokens.len(), |end| start + end + 1)
}

/// Whether an attribute has a `path = ...` in it, at any depth.
fn names_path(attribute: &TokenStream) -> bool {
    let mut tokens = attribute.clone().into_iter().peekable();
    while let Some(token) = tokens.next() {
        match token {
            TokenTree::Ident(ident) if ident == "path" => {
                if matches!(tokens.peek(), Some(TokenTree::Punct(it)) if it.as_char() == '=') {
                    return true;
                }
            }
            TokenTree::Group(group) if names_path(&group.stream()) => return true,
            _ => {}
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn readers_are_found_however_they_are_written() {
        for (text, expected) in [
            (r#"const X: &str = include_str!("/etc/passwd");"#, "include_str!"),
            (r#"include!("/etc/passwd");"#, "include!"),
            (r#"fn f() { let _ = r#include_bytes!("x"); }"#, "include_bytes!"),
            (r#"macro_rules! m { ($x:ident) => { $x!("HOME") } } m!(option_env);"#, "option_env!"),
            (r#"macro_rules! m { ($x:ident) => { $x!("HOME") } } m!(env);"#, "env!"),
            (r#"const _: () = panic!("{}", env!("HOME"));"#, "env!"),
            (r#"#[path = "/etc/passwd"] mod x;"#, "#[path]"),
            (r#"#[cfg_attr(all(), path = "/etc/passwd")] mod x;"#, "#[path]"),
            (r#"mod x { #![doc = include_str!("y")] }"#, "include_str!"),
            (r#"#[cfg(test)] mod t { } include!("/etc/passwd");"#, "include!"),
            (r#"fn f( { include_str!("/etc/passwd") "#, "include_str!"),
            ("#[global_allocator] static A: System = System;", ALLOCATOR),
            (r#"#[link(name = "x")] extern "C" { fn f(); }"#, FOREIGN),
            ("mod m { extern { fn f(); } }", FOREIGN),
            ("macro_rules! m { ($e:tt) => { $e \"C\" { fn f(); } } } m!(extern);", FOREIGN),
        ] {
            assert_eq!(first_reader(text), Some(expected), "{text}");
        }
    }

    #[test]
    fn ordinary_code_reads_nothing() {
        for text in [
            "use std::env;\nuse std::{env as e, fs};\nfn path() -> usize { std::env::args().count() }",
            "/// Does not include_str! anything.\n// env!(\"X\")\nfn f() -> &'static str { \"include!\" }",
            "fn f(path: &str) { println!(\"{}\", std::env::consts::OS); let _ = path; }",
            "#[derive(Clone)] struct S { path: u8 }",
            "extern crate std as s; extern \"C\" fn f() {}",
            "#[cfg(test)] mod tests { const P: &str = include_str!(\"../puzzles/04.txt\"); } fn f() {}",
            "#[cfg(test)] #[path = \"t.rs\"] mod tests; fn f() {}",
        ] {
            assert_eq!(first_reader(text), None, "{text}");
        }
        let tests = "#[cfg(test)] mod tests { const P: &str = include_str!(\"04.txt\"); }";
        assert_eq!(first_reader_in_tests(tests), Some("include_str!"));
    }
}
