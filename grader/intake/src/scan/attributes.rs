//! Helpers that examine attributes.

use crate::tokens::{TokenClass, Tokens};

/// Returns `true` if this opening bracket belongs to an attribute.
pub(super) fn is_attribute(tokens: &Tokens<'_>, open: usize) -> bool {
    tokens.is(open, '[')
        && (tokens.has_sign_before(open, 1, '#')
            || tokens.has_sign_before(open, 1, '!') && tokens.has_sign_before(open, 2, '#'))
}

pub(super) fn is_cfg_test(tokens: &Tokens<'_>, open: usize) -> bool {
    tokens.is(open, '[')
        && tokens.word(open + 1) == "cfg"
        && tokens.is(open + 2, '(')
        && tokens.word(open + 3) == "test"
        && tokens.is(open + 4, ')')
        && tokens.is(open + 5, ']')
}

/// Returns `true` if the word `path` at this position is assigned a value that may name a file: a string, or something
/// from a macro.
pub(super) fn names_file(tokens: &Tokens<'_>, at: usize) -> bool {
    tokens.is(at + 1, '=')
        && (matches!(
            tokens.class_of_token(at + 2),
            None | Some(TokenClass::Literal | TokenClass::Close)
        ) || tokens.is(at + 2, '$')
            || matches!(tokens.word(at + 2), "concat" | "include_str"))
}

/// Returns `true` if the attribute with this opening bracket may name a module's file.
pub(super) fn has_path(tokens: &Tokens<'_>, open: usize) -> bool {
    let is_path = |at: usize| tokens.word(at) == "path" && names_file(tokens, at);
    (open..tokens.closing_bracket(open)).any(is_path)
}

/// Returns the file named by a `path` attribute, if the tokens determine it.
pub(super) fn path_in_attribute(tokens: &Tokens<'_>, open: usize) -> Option<String> {
    value_of_path(tokens, open + 1, tokens.closing_bracket(open))
}

/// Returns the string in `path = "..."` or `cfg_attr(..., path = "...")`, if the tokens from `at` to `end` have this
/// form.
fn value_of_path(tokens: &Tokens<'_>, mut at: usize, mut end: usize) -> Option<String> {
    loop {
        match tokens.word(at) {
            "path" if tokens.is(at + 1, '=') && at + 3 == end => {
                return tokens.string_value(at + 2);
            }
            "cfg_attr"
                if tokens.class_of_token(at + 1) == Some(TokenClass::Open)
                    && tokens.next(at + 1) == end =>
            {
                end -= 1;
                at += 2;
                while at < end && !tokens.is(at, ',') {
                    at = tokens.next(at);
                }
                at += 1;
            }
            _ => return None,
        }
    }
}
