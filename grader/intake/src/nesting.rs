//! Limits the nesting depth of source files.
//!
//! The grader can read files of any depth, but the compiler recurses into every bracket and every operator in a chain,
//! and needs gigabytes of memory for a file full of brackets or `!`.

use super::tokens::{TokenClass, Tokens};

/// The maximum nesting depth of brackets. Real code reaches about ten.
pub(super) const MAX: usize = 200;

/// The maximum number of consecutive tokens without `,`, `;`, `=>` or the braces of an item, not counting tokens in
/// brackets, to limit chains of operators, calls and arrows. Real code reaches about fifty.
const LONGEST: usize = 1000;

/// Returns `true` if a file is nested too deeply for the compiler.
pub fn is_too_deep(text: &str) -> bool {
    too_deep(&Tokens::of(text)).is_some()
}

/// Returns the first token that is inside more than [`MAX`] brackets or makes a chain longer than [`LONGEST`] tokens.
pub(super) fn too_deep(tokens: &Tokens<'_>) -> Option<usize> {
    // The lengths of the chains around the open brackets, and of the current chain.
    let mut around: Vec<usize> = Vec::new();
    let mut chain = 0usize;
    let mut is_after_braces = false;
    for at in 0..tokens.len() {
        match tokens.kind(at) {
            Some(TokenClass::Open) => {
                // A block after braces is a separate statement.
                let is_block = is_after_braces && tokens.is(at, '{');
                around.push(if is_block { 1 } else { chain + 1 });
                chain = 0;
            }
            Some(TokenClass::Close) => chain = around.pop().unwrap_or(0),
            Some(TokenClass::Sign) if tokens.is(at, ',') || tokens.is(at, ';') => chain = 0,
            // A match arm with braces needs no comma.
            Some(TokenClass::Sign) if tokens.is(at, '>') && tokens.was(at, 1, '=') => chain = 0,
            // An item or a statement ends here, unless an expression continues after the braces.
            Some(TokenClass::Sign) if tokens.is(at, '#') && is_after_braces => chain = 1,
            Some(TokenClass::Word)
                if is_after_braces && !matches!(tokens.word(at), "else" | "as") =>
            {
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
    fn only_simultaneously_open_brackets_count() {
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
    fn overlong_chains_are_too_deep() {
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
