//! The depth of a source file.
//!
//! The grader reads files of any depth. The compiler calls itself for each bracket and for each
//! operator of a chain, so a file of nothing but brackets or `!` costs it gigabytes.

use super::tokens::{Kind, Tokens};

/// The deepest that brackets may be nested. Code that people write has about ten.
pub(super) const MAX: usize = 200;

/// The most tokens between two of `,`, `;`, `=>` and the braces of items, not counting what is in
/// brackets. A chain of operators, calls or arrows has no other bound. Code that people write has
/// about fifty.
const LONGEST: usize = 1000;

/// Whether a file is nested too deeply for the compiler.
pub fn is_too_deep(text: &str) -> bool {
    too_deep(&Tokens::of(text)).is_some()
}

/// The token at which a file is too deep, if it is: more than [`MAX`] brackets are open, or a chain
/// has more than [`LONGEST`] tokens.
pub(super) fn too_deep(tokens: &Tokens<'_>) -> Option<usize> {
    // The tokens of the chain around each open bracket, and of the one that goes on here.
    let mut around: Vec<usize> = Vec::new();
    let mut chain = 0usize;
    let mut is_after_braces = false;
    for at in 0..tokens.len() {
        match tokens.kind(at) {
            Some(Kind::Open) => {
                // A block behind braces is a statement of its own.
                let is_block = is_after_braces && tokens.is(at, '{');
                around.push(if is_block { 1 } else { chain + 1 });
                chain = 0;
            }
            Some(Kind::Close) => chain = around.pop().unwrap_or(0),
            Some(Kind::Sign) if tokens.is(at, ',') || tokens.is(at, ';') => chain = 0,
            // An arm needs no comma behind its braces.
            Some(Kind::Sign) if tokens.is(at, '>') && tokens.was(at, 1, '=') => chain = 0,
            // The end of an item or a statement, unless an expression goes on behind the braces.
            Some(Kind::Sign) if tokens.is(at, '#') && is_after_braces => chain = 1,
            Some(Kind::Word) if is_after_braces && !matches!(tokens.word(at), "else" | "as") => {
                chain = 1;
            }
            _ => chain += 1,
        }
        if around.len() > MAX || chain > LONGEST {
            return Some(at);
        }
        is_after_braces = tokens.is(at, '}');
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_brackets_that_are_open_at_once_count() {
        assert!(!is_too_deep(&"{}".repeat(10 * MAX)));
        assert!(!is_too_deep(&"[".repeat(MAX)));
        assert_eq!(too_deep(&Tokens::of(&"(".repeat(MAX + 1))), Some(MAX));
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
        for arm in ["B(1) => c,\n", "(1, \"a\") => {}\n", "-1 => { b }", "\"a\" | [] if c => {}"] {
            assert!(!is_too_deep(&format!("match a {{ {} }}", arm.repeat(2000))), "{arm}");
        }
    }
}
