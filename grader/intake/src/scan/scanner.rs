//! Goes through the tokens of a file, and knows of each where it stands.

use proc_macro2::{Delimiter, Group, TokenTree};

use super::reading::reading;
use super::tokens::{attribute, is_for_tests, is_punct, line, names_path, number, path_of, plain};
use super::{Module, PATH, Read, Reading, Scan, UNSAFE};

/// The surroundings of tokens in a file.
#[derive(Clone, Default)]
#[expect(clippy::struct_excessive_bools, reason = "each answers a question of its own")]
pub(super) struct Place {
    within: Vec<String>,
    /// Whether they are handed to a macro.
    in_call: bool,
    /// Whether they are what a macro is made of.
    pub(super) in_definition: bool,
    for_tests: bool,
    is_conditional: bool,
}

impl Place {
    pub(super) fn in_macro(&self) -> bool {
        self.in_call || self.in_definition
    }
}

pub(super) struct Scanner {
    pub(super) scan: Scan,
    pub(super) with_tests: bool,
}

impl Scanner {
    /// Scans what is in a module, or in an `impl`: items, each with its attributes.
    pub(super) fn items(&mut self, tokens: &[TokenTree], place: &Place) {
        let mut at = 0;
        while at < tokens.len() {
            if let [hash, bang, TokenTree::Group(_), ..] = &tokens[at..]
                && is_punct(Some(hash), '#')
                && is_punct(Some(bang), '!')
            {
                self.code(&tokens[at..at + 3], place);
                at += 3;
                continue;
            }
            let start = at;
            while is_punct(tokens.get(at), '#') && attribute(tokens, at).is_some() {
                at += 2;
            }
            // Each item ends with its first semicolon or braces at the latest.
            let ends = |token: &TokenTree| match token {
                TokenTree::Group(group) => group.delimiter() == Delimiter::Brace,
                TokenTree::Punct(punct) => punct.as_char() == ';',
                _ => false,
            };
            let length = tokens[at..].iter().position(ends);
            let end = length.map_or(tokens.len(), |length| at + length + 1);
            let attributes: Vec<Group> =
                (start..at).step_by(2).filter_map(|at| attribute(tokens, at)).cloned().collect();
            let mut inner = place.clone();
            if !place.in_macro() {
                inner.for_tests |= attributes.iter().any(is_for_tests);
                inner.is_conditional |= attributes.iter().any(|it| {
                    matches!(it.stream().into_iter().next(),
                        Some(TokenTree::Ident(name)) if name == "cfg" || name == "cfg_attr")
                });
            }
            self.item(&tokens[start..at], &attributes, &tokens[at..end], &inner);
            at = end.max(start + 1);
        }
    }

    fn item(
        &mut self,
        before: &[TokenTree],
        attributes: &[Group],
        tokens: &[TokenTree],
        place: &Place,
    ) {
        let keyword = tokens.iter().position(|token| {
            matches!(token, TokenTree::Ident(word) if ["mod", "impl", "trait", "fn"].iter().any(|it| word == it))
        });
        let word = keyword.and_then(|at| match &tokens[at] {
            TokenTree::Ident(word) => Some((at, word.to_string())),
            _ => None,
        });
        match (word, tokens.split_last()) {
            (Some((at, word)), last) if word == "mod" => {
                let Some(TokenTree::Ident(name)) = tokens.get(at + 1) else {
                    self.code(before, place);
                    return self.code(tokens, place);
                };
                let name = plain(name);
                let paths = self.paths(attributes, place);
                self.code(&tokens[..at], place);
                self.code_without_paths(before, place);
                match last {
                    Some((TokenTree::Group(body), _)) => {
                        let mut inner = place.clone();
                        inner.within.push(paths.into_iter().next().unwrap_or(name));
                        self.items(&body.stream().into_iter().collect::<Vec<_>>(), &inner);
                    }
                    _ => self.module(&tokens[at], name, paths, place),
                }
            }
            (Some((_, word)), Some((TokenTree::Group(body), head)))
                if word == "impl" || word == "trait" =>
            {
                self.code(before, place);
                self.code(head, place);
                self.items(&body.stream().into_iter().collect::<Vec<_>>(), place);
            }
            _ => {
                self.code(before, place);
                self.code(tokens, place);
            }
        }
    }

    fn module(&mut self, keyword: &TokenTree, name: String, paths: Vec<String>, place: &Place) {
        let module = |name: String, path| Module {
            name,
            within: place.within.clone(),
            path,
            line: line(keyword),
            for_tests: place.for_tests,
            is_certain: !place.in_macro() && !place.is_conditional,
        };
        let is_plain = paths.is_empty() || place.is_conditional;
        let named = paths.into_iter().map(|path| module(name.clone(), Some(path)));
        self.scan.modules.extend(named.collect::<Vec<_>>());
        if is_plain {
            self.scan.modules.push(module(name, None));
        }
    }

    /// The files that the attributes of a module name. An attribute that is no plain text is
    /// refused.
    fn paths(&mut self, attributes: &[Group], place: &Place) -> Vec<String> {
        let mut paths = Vec::new();
        for attribute in attributes {
            if !names_path(&attribute.stream(), true) {
                continue;
            }
            match path_of(&attribute.stream()) {
                Some(path) if !place.in_macro() => paths.push(path),
                _ => self.refuse(PATH, attribute, place),
            }
        }
        paths
    }

    fn refuse(&mut self, reader: &'static str, group: &Group, place: &Place) {
        if place.for_tests && !self.with_tests {
            return;
        }
        let what = Reading::Refused { reader, instead: None };
        let range = group.span().byte_range();
        self.scan.reads.push(Read { what, range, line: number(group.span().start().line) });
    }

    /// Scans attributes whose `path` is known.
    fn code_without_paths(&mut self, tokens: &[TokenTree], place: &Place) {
        let groups = tokens.iter().filter_map(|token| match token {
            TokenTree::Group(group) => Some(group.stream()),
            _ => None,
        });
        for stream in groups {
            self.code(&stream.into_iter().collect::<Vec<_>>(), place);
        }
    }

    /// Finds an attribute that allows unsafe code. Another name takes the place of that one, because
    /// the attribute alone does no harm.
    fn allowed(&mut self, attribute: &Group, place: &Place) {
        let tokens: Vec<TokenTree> = attribute.stream().into_iter().collect();
        let [TokenTree::Ident(level), TokenTree::Group(lints), ..] = &tokens[..] else { return };
        if place.for_tests && !self.with_tests
            || !["allow", "warn", "expect"].iter().any(|it| level == it)
        {
            return;
        }
        for lint in lints.stream() {
            if matches!(&lint, TokenTree::Ident(name) if name == "unsafe_code") {
                let what = Reading::Refused { reader: UNSAFE, instead: Some("dead_code") };
                let range = lint.span().byte_range();
                self.scan.reads.push(Read { what, range, line: line(&lint) });
            }
        }
    }

    /// Scans any code.
    fn code(&mut self, tokens: &[TokenTree], place: &Place) {
        let mut skip_to = 0;
        for (index, token) in tokens.iter().enumerate() {
            match token {
                TokenTree::Ident(ident) if index >= skip_to => {
                    if let Some((what, length)) =
                        reading(&tokens[index..], index.checked_sub(1).map(|it| &tokens[it]), place)
                    {
                        if !place.for_tests || self.with_tests {
                            let end = tokens[index + length - 1].span().byte_range().end;
                            let range = ident.span().byte_range().start..end;
                            let line = line(token);
                            self.scan.reads.extend(what.map(|what| Read { what, range, line }));
                        }
                        skip_to = index + length;
                    } else if let ("mod", Some(TokenTree::Ident(name)), true) = (
                        &*plain(ident),
                        tokens.get(index + 1),
                        is_punct(tokens.get(index + 2), ';'),
                    ) {
                        let place = Place { is_conditional: true, ..place.clone() };
                        self.module(token, plain(name), Vec::new(), &place);
                    }
                }
                TokenTree::Group(group) if index >= skip_to => {
                    let is = |back, c| {
                        is_punct(index.checked_sub(back).and_then(|at| tokens.get(at)), c)
                    };
                    let is_attribute = group.delimiter() == Delimiter::Bracket
                        && (is(1, '#') || is(1, '!') && is(2, '#'));
                    let mut inner = place.clone();
                    if is_attribute {
                        self.allowed(group, place);
                    } else {
                        // `name!(...)`, or `macro_rules! name {...}`.
                        inner.in_call |= is(1, '!') || is(2, '!');
                        inner.in_definition |= is(2, '!')
                            && matches!(index.checked_sub(3).map(|at| &tokens[at]),
                                Some(TokenTree::Ident(name)) if name == "macro_rules");
                    }
                    if (is_attribute || inner.in_macro())
                        && names_path(&group.stream(), is_attribute)
                    {
                        self.refuse(PATH, group, place);
                    }
                    self.code(&group.stream().into_iter().collect::<Vec<_>>(), &inner);
                }
                _ => {}
            }
        }
    }
}
