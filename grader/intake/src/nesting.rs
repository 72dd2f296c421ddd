//! The depth of a source file, found without recursion.
//!
//! Readers of tokens call themselves for each bracket, and parsers of Rust for each operator of a
//! chain too, so a file of nothing but brackets or `!` would overflow the stack. The lexer is the
//! compiler's own: brackets in comments and texts are none.

use proc_macro2::TokenStream;
use ra_ap_rustc_lexer::{FrontmatterAllowed, TokenKind, strip_shebang, tokenize};

/// The deepest that brackets may be nested. Code that people write has about ten.
pub(super) const MAX: usize = 200;

/// The most tokens between two of `,`, `;` and the braces of items, not counting what is in brackets.
/// A chain of operators, calls or arrows has no other bound. Code that people write has about fifty.
const LONGEST: usize = 1000;

/// Whether a file is nested too deeply to be read.
pub fn is_too_deep(text: &str) -> bool {
    too_deep(text).is_some()
}

/// The tokens of a file, with the places that they have in it; none if it is too deep, or no Rust.
///
/// A first line that names an interpreter is no code for the compiler, and none here.
pub(super) fn tokens(text: &str) -> Option<TokenStream> {
    if is_too_deep(text) {
        return None;
    }
    let Some(length) = strip_shebang(text) else { return text.parse().ok() };
    format!("{}{}", " ".repeat(length), &text[length..]).parse().ok()
}

/// The byte at which a file is too deep for its readers, if it is: more than [`MAX`] brackets are
/// open, or a chain has more than [`LONGEST`] tokens.
pub(super) fn too_deep(text: &str) -> Option<usize> {
    let mut at = strip_shebang(text).unwrap_or(0);
    // The tokens of the chain around each open bracket, and of the one that goes on here.
    let mut around: Vec<usize> = Vec::new();
    let mut chain = 0usize;
    let mut is_after_braces = false;
    for token in tokenize(&text[at..], FrontmatterAllowed::No) {
        let length = usize::try_from(token.len).unwrap_or(usize::MAX);
        let word = &text[at..at + length];
        match token.kind {
            TokenKind::Whitespace
            | TokenKind::LineComment { .. }
            | TokenKind::BlockComment { .. } => {
                at += length;
                continue;
            }
            TokenKind::Comma | TokenKind::Semi => chain = 0,
            TokenKind::OpenParen | TokenKind::OpenBracket | TokenKind::OpenBrace => {
                // A block behind braces is a statement of its own.
                let is_block = is_after_braces && token.kind == TokenKind::OpenBrace;
                around.push(if is_block { 1 } else { chain + 1 });
                chain = 0;
            }
            TokenKind::CloseParen | TokenKind::CloseBracket | TokenKind::CloseBrace => {
                chain = around.pop().unwrap_or(0);
            }
            // The end of an item or a statement, unless an expression goes on behind the braces.
            TokenKind::Pound => chain = if is_after_braces { 1 } else { chain + 1 },
            TokenKind::Ident if is_after_braces && !matches!(word, "else" | "as") => chain = 1,
            _ => chain += 1,
        }
        if around.len() > MAX || chain > LONGEST {
            return Some(at);
        }
        is_after_braces = token.kind == TokenKind::CloseBrace;
        at += length;
    }
    None
}

/// The words and signs of a text, whatever it is, each with the byte that it begins at. Spaces and
/// comments are none, and names are without `r#`.
pub(super) fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut at = strip_shebang(text).unwrap_or(0);
    let tokens = tokenize(&text[at..], FrontmatterAllowed::No);
    tokens.filter_map(move |token| {
        let start = at;
        at += usize::try_from(token.len).unwrap_or(usize::MAX);
        let word = &text[start..at];
        let is_space = matches!(
            token.kind,
            TokenKind::Whitespace | TokenKind::LineComment { .. } | TokenKind::BlockComment { .. }
        );
        (!is_space).then(|| (start, word.strip_prefix("r#").unwrap_or(word)))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_brackets_that_are_open_at_once_count() {
        assert!(!is_too_deep(&"{}".repeat(10 * MAX)));
        assert!(!is_too_deep(&"[".repeat(MAX)));
        assert_eq!(too_deep(&"(".repeat(MAX + 1)), Some(MAX));
        assert!(!is_too_deep(&format!(
            "// {}\nconst A: &str = {:?};",
            "(".repeat(999),
            "[".repeat(999)
        )));
        assert!(is_too_deep(&format!("#!/bin/sh [\n{}", "(".repeat(MAX + 1))));
    }

    #[test]
    fn chains_without_an_end_are_found() {
        let chains = [
            ("!", "true;"),
            ("1+", "1;"),
            ("a&&", "a;"),
            ("a||", "a;"),
            ("fn()->", "();"),
            (".b(1, 2)", ";"),
            (".b(|it| { it })", ";"),
            ("&", "a"),
            ("if a {} else ", "{}"),
            ("S {} + ", "S {}"),
            ("Vec<", "u8"),
            ("a::<", "u8"),
        ];
        for (link, end) in chains {
            let text = |times: usize| format!("fn f() {{ let a = a{}{end} }}", link.repeat(times));
            assert!(is_too_deep(&text(2000)), "{link}");
            assert!(!is_too_deep(&text(50)), "{link}");
        }
    }

    #[test]
    fn items_and_statements_end_a_chain() {
        let items = "#[test] fn a() {} struct B {} impl B { fn c(&self) -> u8 { 1 } }\n";
        assert!(!is_too_deep(&items.repeat(1000)));
        assert!(!is_too_deep(&format!(
            "fn f() {{ {} }}",
            "if a { b() } for _ in c {}".repeat(1000)
        )));
        assert!(!is_too_deep(&format!("const A: [u8; 9000] = [{}];", "1, ".repeat(9000))));
        assert!(!is_too_deep(&format!("match a {{ {} }}", "B(1) => c,\n".repeat(2000))));
    }
}
