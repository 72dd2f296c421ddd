//! Finds what a source file has the compiler do beside compiling it: the modules that it names, and
//! what it reads of other files and of the environment.
//!
//! The compiler's own messages can show what it has read, so this is looked at before it is called.
//! It works on tokens, inside macros too. What tokens cannot tell counts as reading.

use std::ops::Range;
use std::str::FromStr;

use proc_macro2::{Delimiter, Group, Ident, TokenStream, TokenTree};

use super::nesting;
use super::variables;

/// What a source file says.
#[derive(Debug, Default)]
pub(super) struct Scan {
    /// The modules that have files of their own, in the order of the text.
    pub(super) modules: Vec<Module>,
    /// What it reads while it is compiled.
    pub(super) reads: Vec<Read>,
}

/// A `mod name;`.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Module {
    pub(super) name: String,
    /// The names of the modules in this file that it is in.
    pub(super) within: Vec<String>,
    /// What `#[path = "..."]` says.
    pub(super) path: Option<String>,
    pub(super) line: u32,
    /// Whether it is there for tests alone.
    pub(super) for_tests: bool,
    /// Whether the compiler looks for its file in any case: it is in no macro and under no condition.
    pub(super) is_certain: bool,
}

/// Something that is read while the code is compiled.
#[derive(Debug)]
pub(super) struct Read {
    pub(super) what: Reading,
    /// The bytes of the macro with its arguments.
    pub(super) range: Range<usize>,
    pub(super) line: u32,
}

/// What is read.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Reading {
    /// A file, by a macro.
    File {
        by: Includes,
        /// As the code writes it.
        path: String,
        /// Whether it is given from the folder of the crate, by `env!("CARGO_MANIFEST_DIR")`.
        from_root: bool,
    },
    /// Something that nobody may read, or that the tokens do not tell.
    Refused {
        /// The macro or attribute.
        reader: &'static str,
        /// What can take its place in the code.
        instead: Option<&'static str>,
    },
}

/// The macros that read a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Includes {
    Code,
    Text,
    Bytes,
}

impl Includes {
    /// The macro.
    pub(super) fn shown(self) -> &'static str {
        match self {
            Self::Code => "include!",
            Self::Text => "include_str!",
            Self::Bytes => "include_bytes!",
        }
    }

    /// A literal of the type that it has.
    pub(super) fn instead(self) -> Option<&'static str> {
        match self {
            Self::Code => None,
            Self::Text => Some("\"\""),
            Self::Bytes => Some("b\"\""),
        }
    }
}

/// The attribute by which a crate brings a heap of its own. The grader's is the one that counts
/// bytes, and there can be only one.
pub(crate) const ALLOCATOR: &str = "#[global_allocator]";

/// Functions that are none of the submission's: the grader's own are all there are, and they are not
/// for submissions.
pub(crate) const FOREIGN: &str = "extern { }";

/// What allows what is forbidden.
pub(crate) const UNSAFE: &str = "#[allow(unsafe_code)]";

/// What names a file for a module.
const PATH: &str = "#[path]";

/// Names that stand for nothing else.
const ALWAYS: [(&str, &str); 6] = [
    ("global_allocator", ALLOCATOR),
    ("debugger_visualizer", "#[debugger_visualizer]"),
    ("include", "include!"),
    ("include_str", "include_str!"),
    ("include_bytes", "include_bytes!"),
    ("option_env", "option_env!"),
];

/// The first macro or attribute in a file of tests that has the compiler read anything, or brings a
/// heap of its own, as it is written.
pub(crate) fn first_reader_in_tests(text: &str) -> Option<&'static str> {
    let scan = Scan::with_tests(text);
    let read = scan.reads.first().map(|read| match &read.what {
        Reading::File { by, .. } => by.shown(),
        Reading::Refused { reader, .. } => *reader,
    });
    read.or_else(|| scan.modules.iter().any(|module| module.path.is_some()).then_some(PATH))
        .or_else(|| scan_variables(text).then_some("env!"))
}

/// Whether a text that has tokens asks for a variable that submissions may ask for.
fn scan_variables(text: &str) -> bool {
    fn any(tokens: TokenStream) -> bool {
        let tokens: Vec<TokenTree> = tokens.into_iter().collect();
        tokens.iter().enumerate().any(|(index, token)| match token {
            TokenTree::Ident(ident) => {
                plain(ident) == "env" && is_punct(tokens.get(index + 1), '!')
            }
            TokenTree::Group(group) => any(group.stream()),
            _ => false,
        })
    }
    !nesting::is_too_deep(text) && TokenStream::from_str(text).is_ok_and(any)
}

impl Scan {
    /// Scans a source file. What is there for tests alone is not compiled: of that only modules are
    /// found.
    pub(super) fn of(text: &str) -> Self {
        Self::new(text, false)
    }

    /// Scans a file of tests, where the code for tests counts.
    fn with_tests(text: &str) -> Self {
        Self::new(text, true)
    }

    fn new(text: &str, with_tests: bool) -> Self {
        let mut scanner = Scanner { scan: Self::default(), with_tests };
        if !nesting::is_too_deep(text)
            && let Ok(tokens) = TokenStream::from_str(text)
        {
            scanner.items(&tokens.into_iter().collect::<Vec<_>>(), &Place::default());
        } else {
            scanner.scan.words(text);
        }
        scanner.scan
    }

    /// Looks at the words of a file that has no tokens: any mention counts.
    fn words(&mut self, text: &str) {
        let line_of = |at: usize| number(text[..at].matches('\n').count() + 1);
        let is_word = |c: char| c.is_alphanumeric() || c == '_';
        let mut words = Vec::new();
        let mut at = 0;
        for part in text.split(|c: char| !is_word(c)) {
            if !part.is_empty() {
                words.push((at, part));
            }
            at += part.len() + text[at + part.len()..].chars().next().map_or(0, char::len_utf8);
        }
        let mut refuse = |at: usize, reader| {
            let what = Reading::Refused { reader, instead: None };
            self.reads.push(Read { what, range: at..at, line: line_of(at) });
        };
        for (at, word) in &words {
            if let Some((_, reader)) = ALWAYS.into_iter().find(|(name, _)| name == word) {
                refuse(*at, reader);
            }
        }
        for (part, reader) in [("env!", "env!"), ("#[path", PATH)] {
            text.match_indices(part).for_each(|(at, _)| refuse(at, reader));
        }
        for pair in words.windows(2) {
            let [(at, "mod"), (end, name)] = pair else { continue };
            if text[end + name.len()..].trim_start().starts_with(';') {
                self.modules.push(Module {
                    name: (*name).to_owned(),
                    within: Vec::new(),
                    path: None,
                    line: line_of(*at),
                    for_tests: false,
                    is_certain: false,
                });
            }
        }
    }
}

/// Where in a file tokens are.
#[derive(Clone, Default)]
struct Place {
    within: Vec<String>,
    /// Whether they are handed to a macro.
    in_call: bool,
    /// Whether they are what a macro is made of.
    in_definition: bool,
    for_tests: bool,
    is_conditional: bool,
}

impl Place {
    fn in_macro(&self) -> bool {
        self.in_call || self.in_definition
    }
}

struct Scanner {
    scan: Scan,
    with_tests: bool,
}

impl Scanner {
    /// Scans what is in a module, or in an `impl`: items, each with its attributes.
    fn items(&mut self, tokens: &[TokenTree], place: &Place) {
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

    /// What the attributes of a module say of its file. What is no plain text is refused.
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

/// What the tokens that begin with a word read, if they do, and how many of them it takes to say so.
/// Nothing is read where a variable may be asked for.
fn reading(
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

/// Whether an attribute says that the item is there for tests alone.
fn is_for_tests(attribute: &Group) -> bool {
    attribute.stream().to_string().replace(' ', "") == "cfg(test)"
}

/// Whether these tokens have a `path = ...` in them, at any depth if they are to be searched so
/// deeply, that may name a file: with a text or a part of a macro behind it.
fn names_path(attribute: &TokenStream, deeply: bool) -> bool {
    let mut tokens = attribute.clone().into_iter().peekable();
    while let Some(token) = tokens.next() {
        match token {
            TokenTree::Ident(ident) if plain(&ident) == "path" && is_punct(tokens.peek(), '=') => {
                tokens.next();
                let is_value = |token: &TokenTree| match token {
                    TokenTree::Literal(_) => true,
                    TokenTree::Ident(ident) => *ident == "concat" || *ident == "include_str",
                    token => is_punct(Some(token), '$'),
                };
                if tokens.peek().is_none_or(is_value) {
                    return true;
                }
            }
            TokenTree::Group(group) if deeply && names_path(&group.stream(), true) => return true,
            _ => {}
        }
    }
    false
}

/// The text in `path = "..."` or `cfg_attr(..., path = "...")`, if that is what an attribute is.
fn path_of(attribute: &TokenStream) -> Option<String> {
    let tokens: Vec<TokenTree> = attribute.clone().into_iter().collect();
    match &tokens[..] {
        [TokenTree::Ident(name), equals, literal]
            if name == "path" && is_punct(Some(equals), '=') =>
        {
            text(literal)
        }
        [TokenTree::Ident(name), TokenTree::Group(group)] if name == "cfg_attr" => {
            let tokens: Vec<TokenTree> = group.stream().into_iter().collect();
            let comma = tokens.iter().position(|token| is_punct(Some(token), ','))?;
            let rest = tokens[comma + 1..].iter().cloned();
            path_of(&rest.collect())
        }
        _ => None,
    }
}

/// The group of the attribute that begins at a `#`.
fn attribute(tokens: &[TokenTree], at: usize) -> Option<&Group> {
    match tokens.get(at + 1) {
        Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Bracket => Some(group),
        _ => None,
    }
}

/// The value of a text literal.
fn text(token: &TokenTree) -> Option<String> {
    let TokenTree::Literal(literal) = token else { return None };
    syn::parse_str::<syn::LitStr>(&literal.to_string()).ok().map(|literal| literal.value())
}

/// A name without the `r#` that it may have.
fn plain(ident: &Ident) -> String {
    let ident = ident.to_string();
    ident.strip_prefix("r#").unwrap_or(&ident).to_owned()
}

fn is_punct(token: Option<&TokenTree>, c: char) -> bool {
    matches!(token, Some(TokenTree::Punct(punct)) if punct.as_char() == c)
}

fn line(token: &TokenTree) -> u32 {
    number(token.span().start().line)
}

fn number(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}
