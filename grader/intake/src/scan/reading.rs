//! The reads of a macro, by its tokens.

use proc_macro2::{Delimiter, TokenTree};

use super::scanner::Place;
use super::tokens::{is_punct, plain, text};
use super::{ALWAYS, FOREIGN, Includes, Reading};
use crate::variables;

/// The read of the tokens that begin with a word, if they read, and how many of them it takes to
/// say so. Nothing is read where a variable may be asked for.
pub(super) fn reading(
    tokens: &[TokenTree],
    before: Option<&TokenTree>,
    place: &Place,
) -> Option<(Option<Reading>, usize)> {
    let Some(TokenTree::Ident(ident)) = tokens.first() else { return None };
    let name = plain(ident);
    let is_called = is_punct(tokens.get(1), '!');
    let arguments = match tokens.get(2) {
        Some(TokenTree::Group(group)) if is_called => {
            Some(group.stream().into_iter().collect::<Vec<_>>())
        }
        _ => None,
    };
    let length = if arguments.is_some() { 3 } else { 1 };
    let refused = |reader, instead| Some((Some(Reading::Refused { reader, instead }), length));
    let by = match &*name {
        "include" => Some(Includes::Code),
        "include_str" => Some(Includes::Text),
        "include_bytes" => Some(Includes::Bytes),
        _ => None,
    };
    if let Some(by) = by {
        // In a macro's own text a path means another file wherever the macro is used.
        let file = arguments.as_deref().filter(|_| !place.in_definition).and_then(file);
        return match file {
            Some((path, from_root)) => Some((Some(Reading::File { by, path, from_root }), length)),
            None => refused(by.shown(), by.instead().filter(|_| arguments.is_some())),
        };
    }
    if name == "env" || name == "option_env" {
        let is_optional = name == "option_env";
        let in_path = is_punct(before, ':') || is_punct(tokens.get(1), ':');
        if !is_optional && !is_called && (in_path || !place.in_macro()) {
            return None;
        }
        let variable = arguments.as_deref().and_then(|it| text(it.first()?));
        if variable.is_some_and(|name| variables::is_known(&name)) {
            return Some((None, length));
        }
        let instead = if is_optional { "None::<&str>" } else { "\"\"" };
        let reader = if is_optional { "option_env!" } else { "env!" };
        return refused(reader, Some(instead).filter(|_| arguments.is_some()));
    }
    if let Some((_, reader)) = ALWAYS.into_iter().find(|(it, _)| *it == name) {
        return refused(reader, None);
    }
    (name == "extern" && declares_foreign(&tokens[1..], place.in_macro()))
        .then_some((Some(Reading::Refused { reader: FOREIGN, instead: None }), 1))
}

/// The file that these arguments name: a text, or one behind `env!("CARGO_MANIFEST_DIR")` in a
/// `concat!`. With the text comes whether it is given from the folder of the crate.
fn file(arguments: &[TokenTree]) -> Option<(String, bool)> {
    let arguments = match arguments {
        [rest @ .., TokenTree::Punct(comma)] if comma.as_char() == ',' => rest,
        all => all,
    };
    match arguments {
        [literal] => Some((text(literal)?, false)),
        [TokenTree::Ident(concat), bang, TokenTree::Group(group)]
            if concat == "concat" && is_punct(Some(bang), '!') =>
        {
            let parts: Vec<TokenTree> = group.stream().into_iter().collect();
            let [
                TokenTree::Ident(env),
                bang,
                TokenTree::Group(variable),
                comma,
                literal,
                rest @ ..,
            ] = &parts[..]
            else {
                return None;
            };
            let is_folder = env == "env"
                && is_punct(Some(bang), '!')
                && is_punct(Some(comma), ',')
                && variable.stream().to_string() == "\"CARGO_MANIFEST_DIR\""
                && (rest.is_empty() || rest.len() == 1 && is_punct(rest.first(), ','));
            let path = text(literal)?;
            (is_folder && path.starts_with('/')).then(|| (path[1..].to_owned(), true))
        }
        _ => None,
    }
}

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
