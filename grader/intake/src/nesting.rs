//! Limits the nesting depth of source files.
//!
//! The grader can read files of any depth, but the compiler recurses into every bracket and every operator in a chain,
//! and needs gigabytes of memory for a file full of brackets or `!`.

use super::tokens::{TokenClass, Tokens, is_name};

/// The maximum nesting depth of brackets. Real code reaches about ten.
/// The compiler's own limit is its stack, which differs between systems.
pub(super) const MAX: usize = 200;

/// The maximum number of tokens around which a parser may have to recurse: the consecutive tokens without `,`, `;`, `=>`
/// or the braces of an item, before a token and before each bracket around it. This limits chains of operators, calls and
/// arrows. Students' code reaches about eighty, and published crates about eight hundred.
const MAX_CHAIN: usize = 1000;

/// Returns `true` if a file is nested too deeply for the compiler.
pub fn is_too_deep(text: &str) -> bool {
    first_too_deep_token(&Tokens::from_text(text)).is_some()
}

/// Consecutive tokens, without those in brackets.
#[derive(Clone, Copy, Default)]
struct Chain {
    /// The number of tokens.
    length: usize,
    /// The number of tokens that begin generic arguments or closures which may still be open. A comma does not end them.
    open: usize,
}

/// Returns the first token that is inside more than [`MAX`] brackets, or makes a chain that is longer than [`MAX_CHAIN`]
/// tokens together with the chains around it.
pub(super) fn first_too_deep_token(tokens: &Tokens<'_>) -> Option<usize> {
    // The chains around the open brackets, their total length, and the current chain.
    let mut around: Vec<Chain> = Vec::new();
    let mut total = 0;
    let mut chain = Chain::default();
    let mut is_after_braces = false;
    for at in 0..tokens.len() {
        // After braces, this begins an item or a statement, unless an expression continues.
        let begins = match tokens.class_of_token(at) {
            Some(TokenClass::Word) => !matches!(tokens.word(at), "else" | "as"),
            _ => tokens.is(at, '{') || tokens.is(at, '#'),
        };
        if is_after_braces && begins {
            chain = Chain::default();
        }
        chain.length += 1;
        // A match arm with braces needs no comma.
        let is_arrow = tokens.is(at, '>') && tokens.has_sign_before(at, 1, '=');
        match tokens.class_of_token(at) {
            Some(TokenClass::Open) => {
                total += chain.length;
                around.push(std::mem::take(&mut chain));
            }
            Some(TokenClass::Close) => {
                chain = around.pop().unwrap_or_default();
                total -= chain.length;
            }
            _ if is_arrow || tokens.is(at, ';') => chain = Chain::default(),
            _ if tokens.is(at, ',') => chain.length = chain.open,
            _ if may_open_arguments(tokens, at) => chain.open += 1,
            _ if tokens.is(at, '>') && !tokens.has_sign_before(at, 1, '-') => {
                // The bracket may be a comparison, which opened nothing.
                chain.open = chain.open.saturating_sub(1);
            }
            _ => {}
        }
        if around.len() > MAX || total + chain.length > MAX_CHAIN {
            return Some(at);
        }
        is_after_braces = tokens.is(at, '}');
    }
    None
}

/// Returns `true` if a token may begin generic arguments or the arguments of a closure. Otherwise, it is an operator.
fn may_open_arguments(tokens: &Tokens<'_>, at: usize) -> bool {
    // The second sign of `1 << 2` is also an operator.
    let first =
        at.saturating_sub(usize::from(tokens.is(at, '<') && tokens.has_sign_before(at, 1, '<')));
    let before = first.checked_sub(1);
    let is_value = before.is_some_and(|before| match tokens.class_of_token(before) {
        Some(TokenClass::Literal | TokenClass::Close) => true,
        Some(TokenClass::Word) => tokens.is(at, '|') && is_name(tokens.token_text(before)),
        _ => false,
    });
    (tokens.is(at, '<') || tokens.is(at, '|')) && !is_value
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_simultaneously_open_brackets_count() {
        assert!(!is_too_deep(&"{}".repeat(10 * MAX)));
        assert!(!is_too_deep(&"[".repeat(MAX)));
        assert_eq!(first_too_deep_token(&Tokens::from_text(&"(".repeat(MAX + 1))), Some(MAX));
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
            // A comma ends neither generic arguments nor the arguments of a closure.
            ("A<u8, ", "u8"),
            ("|a, b| ", "1"),
            ("move |a, b| ", "1"),
        ];
        for (link, end) in chains {
            let text = |times: usize| format!("fn f() {{ let a = a{}{end} }}", link.repeat(times));
            assert!(is_too_deep(&text(2000)), "{link}");
            assert!(!is_too_deep(&text(50)), "{link}");
        }
    }

    #[test]
    fn chains_around_brackets_count() {
        let chain = "!".repeat(MAX_CHAIN / 2 - 2);
        assert!(!is_too_deep(&format!("{chain}({chain}a), {chain}({chain}a)")));
        assert!(is_too_deep(&format!("{chain}({chain}({chain}a))")));
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
        assert!(!is_too_deep(&format!("f([{}])", "1 << 2, a | B, C<D, E>, ".repeat(2000))));
        for arm in ["B(1) => c,\n", "(1, \"a\") => {}\n", "-1 => { b }", "\"a\" | [] if c => {}"] {
            assert!(!is_too_deep(&format!("match a {{ {} }}", arm.repeat(2000))), "{arm}");
        }
    }
}
