//! Finds the declarations in a file from tokens: types with fields, variables and macros.

use super::Part;
use crate::scan::is_cfg_test;
use crate::tokens::{TokenClass, Tokens};

/// The declarations of a file, even inside macros.
#[derive(Default)]
pub(super) struct Declarations<'a> {
    /// `use name as other`, as the new name and the original.
    pub(super) renamed: Vec<(&'a str, &'a str)>,
    pub(super) types: Vec<(&'a str, Part)>,
    /// Of all types, even without fields.
    pub(super) names: Vec<&'a str>,
    pub(super) statics: Vec<Part>,
    /// The tokens of macros that declare thread-local variables.
    pub(super) thread_locals: Vec<usize>,
}

/// Keywords that cannot occur in a type.
const ENDS: [&str; 7] = ["struct", "enum", "type", "static", "trait", "mod", "macro_rules"];

/// Keywords that begin a new declaration.
const BEGINS: [&str; 8] = ["struct", "enum", "type", "static", "fn", "impl", "trait", "mod"];

impl<'a> Declarations<'a> {
    /// Collects the declarations, without test code outside macros.
    pub(super) fn of(tokens: &Tokens<'a>) -> Self {
        let mut found = Self::default();
        let (mut in_use, mut macro_end) = (false, 0);
        // The name token of the current macro definition, and the end of the definition.
        let mut inner_until = (0, 0);
        let (mut makers, mut calls) = (Vec::new(), Vec::new());
        let mut at = 0;
        while at < tokens.len() {
            if tokens.is(at, '#') && tokens.is(at + 1, '[') {
                at = behind_attributes(tokens, at, macro_end);
                continue;
            }
            let name = tokens.word(at + 1);
            let is_named = !name.is_empty();
            if is_named && ["struct", "enum", "type"].contains(&tokens.word(at)) {
                found.names.push(name);
            }
            match tokens.word(at) {
                "use" => in_use = true,
                "as" if in_use && is_named => {
                    found.renamed.push((name, tokens.word_before(at, 1)));
                }
                "struct" | "enum" if is_named => found.fields_of(tokens, at),
                "type" if is_named => {
                    if let Some(equals) = behind(tokens, at + 2, '=') {
                        let (part, _) = part(tokens, name, at + 1, equals, &[';']);
                        found.types.push((name, part));
                    }
                }
                "static" => {
                    let at = at + 1 + usize::from(name == "mut");
                    let name = tokens.word(at);
                    if !name.is_empty() && tokens.is(at + 1, ':') {
                        let (part, _) = part(tokens, name, at, at + 2, &['=', ';']);
                        found.statics.push(part);
                    }
                }
                "thread_local" if !in_use => {
                    found.thread_locals.push(at);
                    if tokens.is(at + 1, '!') {
                        at = tokens.end(at + 2).max(at);
                    }
                }
                "macro_rules" if tokens.is(at + 1, '!') => {
                    let (name, open) = (tokens.word(at + 2), at + 3);
                    let is_inner = open < inner_until.1;
                    if is_inner {
                        // The names in the outer macro are enough.
                        let names = vec![inner_until.0];
                        found.types.push((name, Part { name: name.to_owned(), at, names }));
                    } else if tokens.kind(open) == Some(TokenClass::Open) {
                        let end = tokens.end(open);
                        let is_word = |at: &usize| tokens.kind(*at) == Some(TokenClass::Word);
                        let names = (open..end).filter(is_word).collect();
                        found.types.push((name, Part { name: name.to_owned(), at, names }));
                        inner_until = (at + 2, end);
                        macro_end = macro_end.max(end);
                    }
                    makers.push(name);
                }
                "" if tokens.is(at, ';') => in_use = false,
                "" if tokens.kind(at) == Some(TokenClass::Open) && tokens.was(at, 1, '!') => {
                    let name = tokens.word_before(at, 2);
                    // Nested calls are examined along with the outer call.
                    if at > macro_end {
                        // Attributes have no name and are not calls.
                        calls.extend((!name.is_empty()).then_some((name, at)));
                        macro_end = tokens.end(at);
                    }
                }
                _ => {}
            }
            at += 1;
        }
        found.made_by(tokens, &makers, &calls);
        found.thread_locals_renamed(tokens);
        found
    }

    /// Finds exported types passed to one of the file's macros, and records the macro as their component.
    fn made_by(&mut self, tokens: &Tokens<'a>, makers: &[&str], calls: &[(&'a str, usize)]) {
        let mut makers = makers.to_vec();
        makers.sort_unstable();
        for (name, open) in calls.iter().filter(|(name, _)| makers.binary_search(name).is_ok()) {
            for at in open + 1..tokens.end(*open) {
                if super::OWNERS.contains(&tokens.word(at)) {
                    let names = vec![open - 2];
                    let part = Part { name: (*name).to_owned(), at, names };
                    self.types.push((tokens.word(at), part));
                }
            }
        }
    }

    /// Finds calls to `name!` after `use std::thread_local as name`.
    fn thread_locals_renamed(&mut self, tokens: &Tokens<'a>) {
        let is = |(_, from): &&(&str, &str)| *from == "thread_local";
        let names: Vec<&str> = self.renamed.iter().filter(is).map(|(to, _)| *to).take(16).collect();
        if !names.is_empty() {
            let is_made = |at: &usize| names.contains(&tokens.word(*at)) && tokens.is(at + 1, '!');
            self.thread_locals.extend((0..tokens.len()).filter(is_made));
        }
    }

    fn fields_of(&mut self, tokens: &Tokens<'a>, keyword: usize) {
        let name = tokens.word(keyword + 1);
        let mut at = keyword + 2;
        let mut depth = 0usize;
        let mut in_where = false;
        loop {
            match tokens.kind(at) {
                Some(TokenClass::Open) if tokens.is(at, '{') && depth == 0 => break,
                Some(TokenClass::Open) if tokens.is(at, '(') && depth == 0 && !in_where => break,
                None | Some(TokenClass::Close) => return,
                Some(TokenClass::Word) if BEGINS.contains(&tokens.word(at)) => return,
                Some(TokenClass::Word) => in_where |= tokens.word(at) == "where",
                Some(TokenClass::Sign) if tokens.is(at, ';') => return,
                _ => depth = angles(tokens, at, depth),
            }
            at = tokens.next(at);
        }
        let mut count = 0;
        if tokens.word(keyword) == "struct" {
            return self.fields(tokens, name, at, &mut count);
        }
        let end = tokens.end(at);
        let mut at = at + 1;
        while at < end {
            // Attribute brackets and variant discriminants contain no fields.
            if tokens.is(at, '(') || tokens.is(at, '{') && !tokens.was(at, 1, '=') {
                self.fields(tokens, name, at, &mut count);
            }
            at = tokens.next(at);
        }
    }

    /// Adds the fields in these brackets, numbered from `count`.
    fn fields(&mut self, tokens: &Tokens<'a>, owner: &'a str, open: usize, count: &mut usize) {
        let end = tokens.end(open);
        let mut at = open + 1;
        while at < end {
            while tokens.is(at, '#') && tokens.is(at + 1, '[') {
                at = tokens.next(at + 1);
            }
            if tokens.word(at) == "pub" {
                at += 1;
                // This could also be a tuple, which must not be skipped.
                let is_where = matches!(tokens.word(at + 1), "crate" | "super" | "self" | "in");
                at = if tokens.is(at, '(') && is_where { tokens.next(at) } else { at };
            }
            let is_named = tokens.is(open, '{') && tokens.is(at + 1, ':');
            let (name, first) = if is_named {
                (tokens.word(at).to_owned(), at + 2)
            } else {
                (count.to_string(), at)
            };
            let (part, comma) = part(tokens, &name, at, first, &[',']);
            *count += 1;
            self.types.push((owner, part));
            at = comma.max(at) + 1;
        }
    }
}

/// Parses a type from `first` up to one of the `ends`. Returns it with the end position. Types contain no braces or
/// declarations.
fn part(tokens: &Tokens<'_>, name: &str, at: usize, first: usize, ends: &[char]) -> (Part, usize) {
    let mut names = Vec::new();
    let mut place = first;
    let (mut depth, mut brackets) = (0usize, 0usize);
    while let Some(kind) = tokens.kind(place) {
        match kind {
            TokenClass::Open if tokens.is(place, '{') => place = tokens.end(place),
            TokenClass::Open => brackets += 1,
            TokenClass::Close if brackets == 0 => break,
            TokenClass::Close => brackets -= 1,
            TokenClass::Word if ENDS.contains(&tokens.word(place)) => break,
            TokenClass::Word => names.push(place),
            TokenClass::Sign if brackets == 0 => {
                if depth == 0 && ends.iter().any(|sign| tokens.is(place, *sign)) {
                    break;
                }
                depth = angles(tokens, place, depth);
            }
            _ => {}
        }
        place += 1;
    }
    (Part { name: name.to_owned(), at, names }, place)
}

/// Returns the nesting depth of `<` after a token.
fn angles(tokens: &Tokens<'_>, at: usize, depth: usize) -> usize {
    match () {
        () if tokens.is(at, '<') => depth + 1,
        () if tokens.is(at, '>') && !tokens.was(at, 1, '-') => depth.saturating_sub(1),
        () => depth,
    }
}

/// Returns the position after the first `sign` in the declaration.
fn behind(tokens: &Tokens<'_>, mut at: usize, sign: char) -> Option<usize> {
    let mut depth = 0;
    while depth > 0 || !tokens.is(at, sign) {
        let is_end = match tokens.kind(at) {
            Some(TokenClass::Word) => BEGINS.contains(&tokens.word(at)),
            Some(TokenClass::Sign) => tokens.is(at, ';'),
            kind => !matches!(kind, Some(TokenClass::Open | TokenClass::Literal)),
        };
        if is_end {
            return None;
        }
        depth = angles(tokens, at, depth);
        at = tokens.next(at);
    }
    Some(at + 1)
}

/// Returns the position after the attributes, and after a module of test code outside a macro that follows them.
fn behind_attributes(tokens: &Tokens<'_>, mut at: usize, macro_end: usize) -> usize {
    let mut for_tests = false;
    while tokens.is(at, '#') && tokens.is(at + 1, '[') {
        for_tests |= at > macro_end && is_cfg_test(tokens, at + 1);
        at = tokens.next(at + 1);
    }
    let mut keyword = at;
    if tokens.word(at) == "pub" {
        keyword = if tokens.is(at + 1, '(') { tokens.next(at + 1) } else { at + 1 };
    }
    let is_module = tokens.word(keyword) == "mod" && tokens.is(keyword + 2, '{');
    if for_tests && is_module { tokens.next(keyword + 2) } else { at }
}
