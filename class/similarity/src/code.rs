//! Extracts the tokens to compare from a source file, without anything that is easy to change.

use std::ops::Range;

use super::lexer::{Lexeme, LexemeKind, lex};
use super::symbol::Symbol;

/// A token with its position in the source file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CodeToken {
    /// The symbol.
    pub symbol: Symbol,
    /// The offset of the first byte, in 32 bits, because a submission has at most 4 MiB.
    pub start: u32,
    /// The offset after the last byte.
    pub end: u32,
}

/// The tokens to compare, and the test modules.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ComparedCode {
    /// The tokens, in source order.
    pub tokens: Vec<CodeToken>,
    /// Modules that are declared only for tests, in separate files.
    pub test_modules: Vec<String>,
}

/// Reads the tokens to compare.
///
/// Omits comments and whitespace; attributes; `use` declarations, which editors insert and sort, and `mod` declarations
/// for other files; test code (`#[cfg(test)]` and `#[test]`); commas that formatters add or remove, before a closing
/// bracket or after a closing brace; and in a list of literals, all but the first two, so that tables of numbers do not
/// dominate the comparison. Accepts invalid code, and takes linear time.
pub fn read_code(text: &str) -> ComparedCode {
    let mut lexemes = lex(text);
    lexemes.retain(|lexeme| !matches!(lexeme.kind, LexemeKind::Space | LexemeKind::Comment));
    let partners = match_brackets(text, &lexemes);
    let ends = construct_ends(text, &lexemes, &partners);
    let source = LexedSource { text, lexemes, partners, ends };
    let mut reader =
        TokenReader { source: &source, code: ComparedCode::default(), for_tests: false };
    let mut at = 0;
    while at < source.lexemes.len() {
        at = reader.read_construct(at);
    }
    reader.code
}

/// Matches brackets.
///
/// A closing bracket without an open bracket has no partner. When one matches an outer bracket, the unclosed brackets
/// in between have none.
fn match_brackets(text: &str, lexemes: &[Lexeme]) -> Vec<Option<usize>> {
    let mut partners = vec![None; lexemes.len()];
    let mut open: Vec<(usize, usize)> = Vec::new();
    // These count the open brackets of each kind. Without them, a file full of wrong brackets would take quadratic
    // time.
    let mut counts = [0usize; 3];
    for (i, lexeme) in lexemes.iter().enumerate() {
        let word = &text[lexeme.range.clone()];
        if let Some(kind) = ["(", "[", "{"].iter().position(|bracket| *bracket == word) {
            open.push((i, kind));
            counts[kind] += 1;
        } else if let Some(kind) = [")", "]", "}"].iter().position(|bracket| *bracket == word) {
            while counts[kind] > 0
                && let Some((opening, its_kind)) = open.pop()
            {
                counts[its_kind] -= 1;
                if its_kind == kind {
                    partners[opening] = Some(i);
                    partners[i] = Some(opening);
                    break;
                }
            }
        }
    }
    partners
}

/// Returns the index after a lexeme or its matching bracket.
fn index_after(text: &str, lexemes: &[Lexeme], partners: &[Option<usize>], at: usize) -> usize {
    match &text[lexemes[at].range.clone()] {
        "(" | "[" | "{" => partners[at].map_or(lexemes.len(), |partner| partner + 1),
        _ => at + 1,
    }
}

/// For each lexeme, finds the next semicolon or closing bracket at the same nesting level, or the number of lexemes.
fn construct_ends(text: &str, lexemes: &[Lexeme], partners: &[Option<usize>]) -> Vec<usize> {
    let mut ends = vec![lexemes.len(); lexemes.len() + 1];
    for (at, lexeme) in lexemes.iter().enumerate().rev() {
        ends[at] = match &text[lexeme.range.clone()] {
            ";" | ")" | "]" | "}" => at,
            _ => ends[index_after(text, lexemes, partners, at)],
        };
    }
    ends
}

/// A file's lexemes without whitespace and comments.
struct LexedSource<'a> {
    pub text: &'a str,
    lexemes: Vec<Lexeme>,
    partners: Vec<Option<usize>>,
    /// The end of the construct that begins at each lexeme; see [`construct_ends`].
    ends: Vec<usize>,
}

impl LexedSource<'_> {
    /// Returns a lexeme's text, which is empty at the end of the file.
    fn word_at(&self, at: usize) -> &str {
        self.lexemes.get(at).map_or("", |lexeme| &self.text[lexeme.range.clone()])
    }

    fn is_closing(&self, at: usize) -> bool {
        matches!(self.word_at(at), ")" | "]" | "}")
    }

    /// Returns the lexemes of an attribute, from `#` to `]`.
    fn attribute_at(&self, at: usize) -> Option<Range<usize>> {
        if self.word_at(at) != "#" {
            return None;
        }
        let bracket = if self.word_at(at + 1) == "!" { at + 2 } else { at + 1 };
        if self.word_at(bracket) != "[" {
            return None;
        }
        Some(at..self.partners[bracket]? + 1)
    }

    fn is_for_tests(&self, attribute: &Range<usize>) -> bool {
        let mut words = attribute.clone().map(|at| self.word_at(at)).filter(|&word| word != "!");
        // The longer of the two attributes has seven words.
        let words: [&str; 7] = std::array::from_fn(|_| words.next().unwrap_or_default());
        matches!(
            words,
            ["#", "[", "cfg", "(", "test", ")", "]"] | ["#", "[", "test", "]", "", "", ""]
        )
    }

    /// Returns the end of an item: after its semicolon or braces, at its parent's closing bracket, or at the end of the
    /// file.
    fn end_of_item(&self, start: usize) -> usize {
        let mut at = start;
        while at < self.lexemes.len() && !self.is_closing(at) {
            let word = self.word_at(at);
            at = self.index_after(at);
            if matches!(word, ";" | "{") {
                break;
            }
        }
        at
    }

    fn end_of_block(&self, start: usize) -> usize {
        let mut at = start;
        while at < self.lexemes.len() && !self.is_closing(at) {
            at = self.index_after(at);
        }
        at
    }

    fn index_after(&self, at: usize) -> usize {
        index_after(self.text, &self.lexemes, &self.partners, at)
    }

    /// Returns the index after an optional `pub`.
    fn index_after_visibility(&self, at: usize) -> Option<usize> {
        Some(match (self.word_at(at), self.word_at(at + 1)) {
            ("pub", "(") => self.partners[at + 1]? + 1,
            ("pub", _) => at + 1,
            _ => at,
        })
    }

    /// Returns the external module declared here.
    fn external_module(&self, at: usize) -> Option<&str> {
        let at = self.index_after_visibility(at)?;
        let is_module = self.word_at(at) == "mod" && self.word_at(at + 2) == ";";
        is_module.then(|| self.word_at(at + 1))
    }

    /// Returns the index after a `use` or an external `mod` declaration.
    fn end_of_declaration(&self, at: usize) -> Option<usize> {
        let start = self.index_after_visibility(at)?;
        // `use<...>` is part of a type.
        let is_use = self.word_at(start) == "use" && self.word_at(start + 1) != "<";
        let is_it =
            is_use && self.word_at(self.ends[start]) == ";" || self.external_module(at).is_some();
        is_it.then(|| self.ends[start] + 1)
    }
}

/// Collects the tokens of a file.
struct TokenReader<'a> {
    source: &'a LexedSource<'a>,
    code: ComparedCode,
    for_tests: bool,
}

impl TokenReader<'_> {
    /// Reads a construct, and returns the index of the next.
    fn read_construct(&mut self, at: usize) -> usize {
        let source = self.source;
        if let Some(attribute) = source.attribute_at(at) {
            let end = attribute.end;
            if source.is_for_tests(&attribute) {
                if source.word_at(at + 1) == "!" {
                    return source.end_of_block(end);
                }
                self.for_tests = true;
            }
            return end;
        }
        if std::mem::take(&mut self.for_tests) && !source.is_closing(at) {
            self.code.test_modules.extend(source.external_module(at).map(str::to_owned));
            return source.end_of_item(at);
        }
        if let Some(end) = source.end_of_declaration(at).filter(|_| self.may_begin_item()) {
            return end;
        }
        let word = source.word_at(at);
        let after_brace = self.symbol_before(1) == Symbol::from_lexeme(LexemeKind::Punct, "}");
        // Such a comma is optional, and formatting adds or removes it.
        if word == "," && (after_brace || source.is_closing(at + 1)) {
            return at + 1;
        }
        let lexeme = &source.lexemes[at];
        let Some(symbol) = Symbol::from_lexeme(lexeme.kind, word) else { return at + 1 };
        if symbol.is_literal() && self.is_in_list() {
            return if source.word_at(at + 1) == "," { at + 2 } else { at + 1 };
        }
        let place = |byte| u32::try_from(byte).unwrap_or(u32::MAX);
        let Range { start, end } = lexeme.range;
        self.code.tokens.push(CodeToken { symbol, start: place(start), end: place(end) });
        at + 1
    }

    /// Returns the symbol added `back` tokens ago.
    fn symbol_before(&self, back: usize) -> Option<Symbol> {
        let index = self.code.tokens.len().checked_sub(back)?;
        self.code.tokens.get(index).map(|token| token.symbol)
    }

    /// Returns `true` if an item can begin here.
    fn may_begin_item(&self) -> bool {
        let is = |text| self.symbol_before(1) == Symbol::from_lexeme(LexemeKind::Punct, text);
        self.symbol_before(1).is_none() || [";", "{", "}"].into_iter().any(is)
    }

    /// Returns `true` after two literals with commas.
    fn is_in_list(&self) -> bool {
        let comma = Symbol::from_lexeme(LexemeKind::Punct, ",");
        let is_literal = |back| self.symbol_before(back).is_some_and(Symbol::is_literal);
        self.symbol_before(1) == comma
            && is_literal(2)
            && self.symbol_before(3) == comma
            && is_literal(4)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Returns the text of the tokens to compare.
    fn kept(text: &str) -> String {
        let code = read_code(text);
        let words = code.tokens.iter().map(|token| &text[token.start as usize..token.end as usize]);
        words.collect::<Vec<_>>().join(" ")
    }

    fn symbols(text: &str) -> Vec<Symbol> {
        read_code(text).tokens.iter().map(|token| token.symbol).collect()
    }

    #[test]
    fn comments_attributes_imports_and_tests_are_omitted() {
        for (text, expected) in [
            ("/// Doc.\n#[derive(Clone)] pub struct S; // x", "pub struct S ;"),
            ("#![allow(x)] use a::{b, c}; pub use d; pub(crate) mod e; fn f() {}", "fn f ( ) { }"),
            ("mod m { pub(super) use a::b; pub mod c {} }", "mod m { pub mod c { } }"),
            ("fn f() -> impl A + use<'a> { x }", "fn f ( ) -> impl A + use < 'a > { x }"),
            ("#[cfg(test)] mod t { fn g() {} } fn f() {}", "fn f ( ) { }"),
            ("#[cfg(test)] #[allow(x)] use t::u; struct S;", "struct S ;"),
            ("mod m { #[test] fn g() { 1 } }", "mod m { }"),
            ("#[cfg(not(test))] fn f() {}", "fn f ( ) { }"),
            (
                "fn f() {} mod t { #![cfg(test)] fn g() {} } fn h() {}",
                "fn f ( ) { } mod t { } fn h ( ) { }",
            ),
            ("struct S { a: u8, #[cfg(test)] b: u8 }", "struct S { a : u8 , }"),
            ("f(a, b,); [x,]; S { a, }", "f ( a , b ) ; [ x ] ; S { a }"),
            ("match x { A => { y }, B => z }", "match x { A => { y } B => z }"),
            ("[1, 2, 3, 4, 5]", "[ 1 , 2 , ]"),
            ("f(1, 2)", "f ( 1 , 2 )"),
        ] {
            assert_eq!(kept(text), expected, "{text}");
        }
    }

    #[test]
    fn invalid_code_is_kept() {
        for (text, expected) in [
            ("fn f( { use a::b x }", "fn f ( { use a :: b x }"),
            ("#[derive( fn f() {}", "# [ derive ( fn f ( ) { }"),
            (") } fn f() {", ") } fn f ( ) {"),
            ("fn f() { (] } fn g() {}", "fn f ( ) { ( ] } fn g ( ) { }"),
            ("fn f() {} #[cfg(test)] mod t {", "fn f ( ) { }"),
            ("#[test]", ""),
            ("fn f() { #[test] }", "fn f ( ) { }"),
        ] {
            assert_eq!(kept(text), expected, "{text}");
        }
    }

    #[test]
    fn names_and_layout_do_not_matter() {
        let one = "impl Board { fn hamming(&self) -> usize { self.tiles.iter().count() + 1 } }";
        let other =
            "impl Grid { // counts\n fn h(\n&self,\n) -> u32 {\n  self.x.y().z()\n + 22 } }";
        assert_eq!(symbols(one), symbols(other));
        assert_ne!(symbols(one), symbols(&one.replace('+', "-")));
    }

    #[test]
    fn test_modules_are_listed() {
        let code =
            read_code("#[cfg(test)] mod tests; #[cfg(test)] pub(crate) mod more; mod a; mod b {}");
        assert_eq!(code.test_modules, ["tests", "more"]);
    }

    proptest! {
        #[test]
        fn any_text_yields_ordered_tokens(text in "([ -~\n]|#\\[cfg\\(test\\)\\]|use |\\{|\\}|mod x;){0,80}") {
            let code = read_code(&text);
            let ordered = code.tokens.windows(2).all(|pair| pair[0].end <= pair[1].start);
            prop_assert!(ordered && code.tokens.iter().all(|token| token.start < token.end));
        }
    }
}
