//! Decides from the tokens whether a word calls a macro, and whether the macro is the crate's own.

use std::collections::BTreeMap;

use crate::tokens::{TokenClass, Tokens};

/// The maximum number of tokens between a name and the `!` of a call. Beyond that, we assume a call.
/// The usual arguments have fewer than ten. Without a limit, a file full of `<` would take quadratic time.
const MAX_ARGUMENTS: usize = 64;

/// Returns `true` if this word calls a macro: `name!(...)`.
///
/// `env != x` is not a call. Generic arguments, as in `name::<T>!(...)` and `name(T)!(...)`, are errors, but the
/// compiler still expands the macro.
pub(super) fn is_called(tokens: &Tokens<'_>, at: usize) -> bool {
    let is_end = |at: usize| tokens.is(at, '!') && !tokens.is(at + 1, '=');
    if is_end(at + 1) {
        return true;
    }
    let is_defined = tokens.word_before(at, 1) == "fn";
    let is_field = tokens.has_sign_before(at, 1, '.') && !tokens.has_sign_before(at, 2, '.');
    if is_defined || is_field {
        return false;
    }
    let first = at + 1;
    let begin = if tokens.is(first, '(') {
        let next = tokens.next(first);
        let returns = tokens.is(next, '-') && tokens.is(next + 1, '>');
        if !returns {
            return is_end(next);
        }
        next + 2
    } else if tokens.is(first, '<') {
        first + 1
    } else if tokens.is(first, ':') && tokens.is(first + 1, ':') && tokens.is(first + 2, '<') {
        first + 3
    } else {
        return false;
    };
    let mut at = begin;
    for _ in 0..MAX_ARGUMENTS {
        match tokens.class_of_token(at) {
            None | Some(TokenClass::Close) => return false,
            _ if tokens.is(at, ';') => return false,
            _ if tokens.is(at, '!')
                && tokens.class_of_token(at + 1) == Some(TokenClass::Open)
                && may_end_path(tokens, at - 1) =>
            {
                return true;
            }
            _ => at = tokens.next(at),
        }
    }
    true
}

/// Returns `true` if a path with generic arguments may end here.
pub(super) fn may_end_path(tokens: &Tokens<'_>, at: usize) -> bool {
    tokens.is(at, '>') || tokens.class_of_token(at) == Some(TokenClass::Close)
}

/// Returns the macros that a file certainly defines for the code after them, with the index of each definition's last
/// token. Definitions in a module or a function or with an attribute such as `#[cfg]` are not certain.
pub(super) fn own_macros<'a>(tokens: &Tokens<'a>) -> BTreeMap<&'a str, usize> {
    let mut own = BTreeMap::new();
    let mut at = 0;
    let mut is_start = true;
    while at < tokens.len() {
        let name = tokens.word(at + 2);
        if is_start
            && tokens.word(at) == "macro_rules"
            && tokens.is(at + 1, '!')
            && !name.is_empty()
            && tokens.class_of_token(at + 3) == Some(TokenClass::Open)
        {
            at = tokens.closing_bracket(at + 3);
            own.entry(name).or_insert(at);
        }
        let is_export = tokens.is(at, '#')
            && tokens.is(at + 1, '[')
            && tokens.word(at + 2) == "macro_export"
            && tokens.closing_bracket(at + 1) == at + 3;
        if is_export && is_start {
            at += 4;
            continue;
        }
        let next = tokens.next(at);
        is_start = tokens.is(at, ';') || tokens.is(next - 1, '}');
        at = next;
    }
    own
}

#[cfg(test)]
mod tests {
    use super::*;

    fn called(text: &str) -> bool {
        let tokens = Tokens::from_text(text);
        let at = (0..tokens.len()).find(|at| tokens.word(*at) == "env").expect("the word");
        is_called(&tokens, at)
    }

    #[test]
    fn macro_calls_may_have_generic_arguments() {
        for text in [
            "env!()",
            "r#env ! []",
            "std::env::<u8>!(\"A\")",
            "type A = env<[u8; 2]>!(\"A\");",
            "type A = env<Vec<Vec<u8>>>!(\"A\");",
            "type A = env(u8)!(\"A\");",
            "type A = env(u8) -> [u8; 1] !(\"A\");",
            "0..env::<u8>!(\"A\")",
        ] {
            assert!(called(text), "{text}");
        }
        assert!(called(&format!("env<{}>!()", "u8, ".repeat(100))));
        for text in [
            "env != x",
            "fn env(a: u8) -> String { a!() }",
            "fn env<T>(a: T) { a!() }",
            "std::env::args()",
            "if env < 3 && !(b) { }",
            "x.env::<u8>(1) == !(b)",
            "env(1) - 1 + a!()",
            "S { env: a!() }",
            "env = a!()",
        ] {
            assert!(!called(text), "{text}");
        }
    }

    #[test]
    fn only_unconditional_macro_definitions_count() {
        let names = |text: &str| {
            let tokens = Tokens::from_text(text);
            own_macros(&tokens).keys().map(|name| (*name).to_owned()).collect::<Vec<_>>()
        };
        assert_eq!(
            names(
                "/// A.\nmacro_rules! a { () => {} } use b::c; #[macro_export] macro_rules! \
                 r#d ( () => {} ); fn f() {} macro_rules! e [ () => {} ];"
            ),
            ["a", "d", "e"]
        );
        for text in [
            "#[cfg(any())] macro_rules! a { () => {} }",
            "#[cfg(any())] #[macro_export] macro_rules! a { () => {} }",
            "#[macro_export] #[cfg(any())] macro_rules! a { () => {} }",
            "mod m { macro_rules! a { () => {} } }",
            "fn f() { macro_rules! a { () => {} } }",
            "m! { macro_rules! a { () => {} } }",
            "macro_rules! $a { () => {} }",
            "const A: u8 = { 1 } + macro_rules! a { () => {} }",
        ] {
            assert_eq!(names(text), Vec::<String>::new(), "{text}");
        }
    }
}
