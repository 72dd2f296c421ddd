//! Walks through the tokens of a file while tracking the context.

use std::collections::BTreeMap;
use std::ops::Range;

use super::attributes::{has_path, is_attribute, is_cfg_test, path_in_attribute};
use super::calls::{may_end_path, own_macros};
use super::{CompilerRead, MacroFacts, Module, PATH, ReadTarget, ScannedFile, refused_read};
use crate::tokens::{TokenClass, Tokens, normalize_name};

/// The maximum number of enclosing modules to record. No real path is that long.
const MAX_WITHIN: usize = 32;

/// The context of an item outside all macros.
#[derive(Clone, Copy, Default)]
struct ItemContext {
    /// The index of the enclosing module in [`Scanner::inline`], starting at 1.
    within: usize,
    for_tests: bool,
    is_conditional: bool,
}

#[derive(Clone, Copy, Default)]
#[expect(clippy::struct_excessive_bools, reason = "the fields answer independent questions")]
pub(super) struct Around {
    /// The index of the innermost closing bracket.
    end: usize,
    /// Whether the innermost pair is `[]`.
    pub(super) in_brackets: bool,
    /// Whether the brackets enclose the arguments of a macro.
    in_call: bool,
    pub(super) in_definition: bool,
    /// Whether the brackets enclose the arguments of one of the crate's macros, which may take them apart and rearrange
    /// them.
    pub(super) is_torn: bool,
    pub(super) in_attribute: bool,
    /// Whether the innermost pair lists lints to allow.
    pub(super) in_lints: bool,
    /// Whether this is an attribute with an already known file.
    pub(super) is_known: bool,
}

impl Around {
    pub(super) fn in_macro(&self) -> bool {
        self.in_call || self.in_definition
    }
}

pub(super) struct Scanner<'a> {
    pub(super) tokens: &'a Tokens<'a>,
    pub(super) facts: &'a MacroFacts,
    /// The macros that the file defines for the code after them, with the index of each definition's last token.
    pub(super) own_macros: BTreeMap<&'a str, usize>,
    with_tests: bool,
    pub(super) scan: ScannedFile,
    /// The inline modules, each with the index of the enclosing module and the name.
    inline: Vec<(usize, String)>,
    /// The items to scan.
    open: Vec<(Range<usize>, ItemContext)>,
    pub(super) counts: bool,
}

struct ScannedItem {
    attributes: Vec<usize>,
    /// Without attributes.
    tokens: Range<usize>,
    /// The opening brace of the body, if braces end the item.
    body: Option<usize>,
}

impl<'a> Scanner<'a> {
    pub(super) fn new(tokens: &'a Tokens<'a>, facts: &'a MacroFacts, with_tests: bool) -> Self {
        let scan = ScannedFile::default();
        let own_macros = own_macros(tokens);
        Self {
            tokens,
            facts,
            own_macros,
            with_tests,
            scan,
            inline: Vec::new(),
            open: Vec::new(),
            counts: true,
        }
    }

    pub(super) fn scan(mut self) -> ScannedFile {
        self.open.push((0..self.tokens.len(), ItemContext::default()));
        while let Some((range, place)) = self.open.pop() {
            self.scan_items(range, place);
        }
        self.scan
    }

    fn scan_items(&mut self, range: Range<usize>, place: ItemContext) {
        let tokens = self.tokens;
        let mut at = range.start;
        while at < range.end {
            if tokens.is(at, '#') && tokens.is(at + 1, '!') && tokens.is(at + 2, '[') {
                self.scan_code(at..tokens.next(at + 2), place, false);
                at = tokens.next(at + 2);
                continue;
            }
            let mut attributes = Vec::new();
            while tokens.is(at, '#') && tokens.is(at + 1, '[') && at < range.end {
                attributes.push(at + 1);
                at = tokens.next(at + 1);
            }
            // An item ends at its first semicolon or braces, or earlier.
            let mut end = at;
            while end < range.end && !tokens.is(end, ';') && !tokens.is(end, '{') {
                end = tokens.next(end);
            }
            let body = Some(end).filter(|end| tokens.is(*end, '{'));
            let item =
                ScannedItem { attributes, tokens: at..tokens.next(end).min(range.end), body };
            // An item without tokens must not stop the loop.
            at = item.tokens.end.max(at + 1);
            self.scan_item(&item, place);
        }
    }

    fn scan_item(&mut self, item: &ScannedItem, around: ItemContext) {
        let tokens = self.tokens;
        let mut place = around;
        let is_for_tests = item.attributes.iter().any(|open| is_cfg_test(tokens, *open));
        place.for_tests |= is_for_tests && self.ends_for_certain(item);
        place.is_conditional |=
            item.attributes.iter().any(|open| matches!(tokens.word(open + 1), "cfg" | "cfg_attr"));
        let mut keyword = item.tokens.start;
        while keyword < item.tokens.end
            && !matches!(tokens.word(keyword), "mod" | "impl" | "trait" | "fn")
        {
            keyword = tokens.next(keyword);
        }
        let body = item.body.map(|open| open + 1..tokens.closing_bracket(open));
        let word = if keyword < item.tokens.end { tokens.word(keyword) } else { "" };
        match (word, body) {
            ("mod", body) if !tokens.word(keyword + 1).is_empty() => {
                self.counts = self.with_tests || !place.for_tests;
                let paths = self.paths_in_attributes(&item.attributes);
                for open in &item.attributes {
                    self.scan_code(open - 1..tokens.next(*open), place, true);
                }
                self.scan_code(item.tokens.start..keyword, place, false);
                let name = normalize_name(tokens.word(keyword + 1));
                match body {
                    Some(body) => {
                        let name = paths.into_iter().next().unwrap_or_else(|| name.into_owned());
                        self.inline.push((place.within, name));
                        let within = self.inline.len();
                        self.open.push((body, ItemContext { within, ..place }));
                    }
                    None => self.add_module(keyword, paths, place, !place.is_conditional),
                }
            }
            ("impl" | "trait", Some(body)) => {
                self.scan_attributes(item, place);
                self.scan_code(item.tokens.start..body.start - 1, place, false);
                self.open.push((body, place));
            }
            _ => {
                self.scan_attributes(item, place);
                self.scan_code(item.tokens.clone(), place, false);
            }
        }
    }

    fn scan_attributes(&mut self, item: &ScannedItem, place: ItemContext) {
        for open in &item.attributes {
            self.scan_code(open - 1..self.tokens.next(*open), place, false);
        }
    }

    /// Returns `true` if the tokens prove that an item ends where it seems to: for a module, and for an item that ends
    /// with braces if nothing before them could be another item.
    fn ends_for_certain(&self, item: &ScannedItem) -> bool {
        let tokens = self.tokens;
        let mut at = item.tokens.start;
        if tokens.word(at) == "pub" {
            at += 1;
            at = if tokens.is(at, '(') { tokens.next(at) } else { at };
        }
        if tokens.word(at) == "mod" {
            return tokens.class_of_token(at + 1) == Some(TokenClass::Word)
                && (tokens.is(at + 2, ';') || tokens.is(at + 2, '{'));
        }
        let Some(body) = item.body else { return false };
        let begins = matches!(
            tokens.word(at),
            "fn" | "const" | "async" | "unsafe" | "impl" | "trait" | "struct" | "enum"
        );
        let is_impl = tokens.word(at) == "impl" || tokens.word(at + 1) == "impl";
        let mut items = usize::from(is_impl);
        let first = at;
        while at < body {
            items += usize::from(match tokens.word(at) {
                "fn" | "mod" | "trait" | "struct" | "enum" | "union" | "use" | "static"
                | "type" | "extern" | "pub" | "macro_rules" => true,
                // This is neither a generic argument nor a pointer.
                "const" => {
                    at > first
                        && !['<', ',', '*'].iter().any(|sign| tokens.has_sign_before(at, 1, *sign))
                }
                _ => false,
            });
            if ['!', '#', ';'].iter().any(|sign| tokens.is(at, *sign)) {
                return false;
            }
            at = tokens.next(at);
        }
        begins && items == 1
    }

    /// Adds the module with this keyword once for each path, and under its own name unless a path is certain to replace
    /// the name.
    fn add_module(
        &mut self,
        keyword: usize,
        paths: Vec<String>,
        place: ItemContext,
        is_certain: bool,
    ) {
        let mut within = Vec::new();
        let mut number = place.within;
        while let Some((around, name)) = number.checked_sub(1).and_then(|at| self.inline.get(at))
            && within.len() < MAX_WITHIN
        {
            within.push(name.clone());
            number = *around;
        }
        within.reverse();
        let is_plain = paths.is_empty() || place.is_conditional;
        let paths = paths.into_iter().map(Some).chain(is_plain.then_some(None));
        self.scan.modules.extend(paths.map(|path| Module {
            name: normalize_name(self.tokens.word(keyword + 1)).into_owned(),
            within: within.clone(),
            path,
            line: self.tokens.line_of_token(keyword),
            for_tests: place.for_tests,
            is_certain,
        }));
    }

    /// Returns the files named by a module's attributes. Refuses an attribute with a value other than a plain string.
    fn paths_in_attributes(&mut self, attributes: &[usize]) -> Vec<String> {
        let mut paths = Vec::new();
        for open in attributes.iter().filter(|open| has_path(self.tokens, **open)) {
            match path_in_attribute(self.tokens, *open) {
                Some(path) => paths.push(path),
                None => self.record_refused_read(PATH, *open),
            }
        }
        paths
    }

    pub(super) fn record_refused_read(&mut self, reader: &'static str, at: usize) {
        if self.counts {
            self.scan.reads.push(refused_read(reader, self.tokens, at));
        }
    }

    /// Records a read by a range of tokens, and returns the position after them.
    pub(super) fn record_read(&mut self, first: usize, last: usize, what: ReadTarget) -> usize {
        if self.counts {
            let (range, line) = (self.tokens.bytes(first, last), self.tokens.line_of_token(first));
            self.scan.reads.push(CompilerRead { what, range, line });
        }
        last + 1
    }

    /// Scans any code. `is_known` means that the code is an attribute with an already known file.
    fn scan_code(&mut self, range: Range<usize>, place: ItemContext, is_known: bool) {
        let tokens = self.tokens;
        self.counts = self.with_tests || !place.for_tests;
        let outside = Around { end: usize::MAX, is_known, ..Around::default() };
        let mut stack = vec![outside];
        let mut in_use = false;
        let mut at = range.start;
        while at < range.end {
            let around = stack.last().copied().unwrap_or(outside);
            match tokens.class_of_token(at) {
                Some(TokenClass::Open) => {
                    stack.push(self.context_inside(at, around));
                    at += 1;
                }
                Some(TokenClass::Close) => {
                    if around.end == at {
                        stack.pop();
                    }
                    at += 1;
                }
                Some(TokenClass::Word) if tokens.word(at) == "mod" => {
                    if !tokens.word(at + 1).is_empty() && tokens.is(at + 2, ';') {
                        let place = ItemContext { is_conditional: true, ..place };
                        self.add_module(at, Vec::new(), place, false);
                    }
                    let is_made = around.is_torn || around.in_definition;
                    self.scan.makes_modules |= self.counts && is_made;
                    at += 1;
                }
                Some(TokenClass::Word) => {
                    in_use |= tokens.word(at) == "use";
                    // As above, always make progress.
                    at = self.read(at, &around, in_use).max(at + 1);
                }
                _ => {
                    in_use &= !tokens.is(at, ';');
                    at += 1;
                }
            }
        }
    }

    /// Returns the context inside this opening bracket.
    fn context_inside(&self, open: usize, outer: Around) -> Around {
        let tokens = self.tokens;
        let mut around = Around {
            end: tokens.closing_bracket(open),
            in_brackets: tokens.is(open, '['),
            in_lints: false,
            ..outer
        };
        if is_attribute(tokens, open) {
            around.in_attribute = true;
            return around;
        }
        let allows = matches!(tokens.word_before(open, 1), "allow" | "warn" | "expect");
        around.in_lints = allows && open >= 2 && is_attribute(tokens, open - 2);
        // `macro_rules! name {...}`, where the name may be `$name`.
        let name = if tokens.has_sign_before(open, 2, '$') { 2 } else { 1 };
        if tokens.has_sign_before(open, 1, '!') {
            // `name!(...)`.
            let name = tokens.word_before(open, 2);
            around.in_call = true;
            let has_generics = open >= 2 && may_end_path(tokens, open - 2);
            around.is_torn |= tokens.has_sign_before(open, 3, '$')
                || name.is_empty()
                    && (outer.in_definition || has_generics && self.facts.has_macros())
                || self.facts.is_own_macro(name);
        } else if tokens.has_sign_before(open, name + 1, '!')
            && tokens.word_before(open, name + 2) == "macro_rules"
        {
            around.in_definition = true;
        }
        around
    }
}
