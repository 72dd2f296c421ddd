//! Symbols, which replace tokens in a comparison.

use super::lexer::{LexemeKind, OPERATORS};

/// A token without the parts that the author can choose freely. All names have the same symbol, as do all numbers, all
/// strings, all characters and all lifetimes. Each keyword, operator, separator and bracket has a different symbol.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Symbol(u8);

/// Words that cannot be renamed: the strict and reserved keywords in the Rust reference, and `union`.
const KEYWORDS: [&str; 54] = [
    "Self", "abstract", "as", "async", "await", "become", "box", "break", "const", "continue",
    "crate", "do", "dyn", "else", "enum", "extern", "false", "final", "fn", "for", "gen", "if",
    "impl", "in", "let", "loop", "macro", "match", "mod", "move", "mut", "override", "priv", "pub",
    "ref", "return", "self", "static", "struct", "super", "trait", "true", "try", "type", "typeof",
    "union", "unsafe", "unsized", "use", "virtual", "where", "while", "yield", "_",
];

/// The first numbers for keywords and for operators of several characters. Other punctuation is represented by its
/// ASCII code.
const FIRST_KEYWORD: u8 = 128;
// There are 54 keywords, and 64 leave room for those of future editions.
const FIRST_OPERATOR: u8 = FIRST_KEYWORD + 64;

impl Symbol {
    /// The boundary between two files, which no run crosses.
    pub(crate) const BOUNDARY: Self = Self(0);
    /// A name.
    pub const NAME: Self = Self(1);
    /// A lifetime or label.
    pub(crate) const LIFETIME: Self = Self(2);
    /// A number.
    pub const NUMBER: Self = Self(3);
    pub(crate) const STR: Self = Self(4);
    /// A character or byte.
    pub(crate) const CHAR: Self = Self(5);
    /// A character that Rust does not use.
    pub(crate) const UNKNOWN: Self = Self(6);

    /// Returns the symbol for a lexeme, or `None` for whitespace and comments.
    pub(crate) fn from_lexeme(kind: LexemeKind, text: &str) -> Option<Self> {
        Some(match kind {
            LexemeKind::Space | LexemeKind::Comment => return None,
            LexemeKind::Word => Self::from_keyword(text).unwrap_or(Self::NAME),
            LexemeKind::RawWord => Self::NAME,
            LexemeKind::Lifetime => Self::LIFETIME,
            LexemeKind::Char => Self::CHAR,
            LexemeKind::Str => Self::STR,
            LexemeKind::Number => Self::NUMBER,
            LexemeKind::Unknown => Self::UNKNOWN,
            LexemeKind::Punct => Self::from_punctuation(text),
        })
    }

    fn from_keyword(word: &str) -> Option<Self> {
        let index = KEYWORDS.iter().position(|keyword| *keyword == word)?;
        Some(Self(FIRST_KEYWORD + u8::try_from(index).ok()?))
    }

    fn from_punctuation(text: &str) -> Self {
        let index = OPERATORS.iter().position(|operator| *operator == text);
        match (index.and_then(|index| u8::try_from(index).ok()), text.as_bytes()) {
            (Some(index), _) => Self(FIRST_OPERATOR + index),
            (None, &[single]) => Self(single),
            (None, _) => Self::UNKNOWN,
        }
    }

    pub(crate) fn is_literal(self) -> bool {
        matches!(self, Self::NUMBER | Self::STR | Self::CHAR)
    }

    /// Returns the number to represent this symbol in hashes.
    pub fn as_u8(self) -> u8 {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    #[test]
    fn keywords_and_operators_have_distinct_symbols() {
        let mut seen = BTreeMap::new();
        let words = KEYWORDS.iter().map(|word| (LexemeKind::Word, word.to_string()));
        let operators = OPERATORS.iter().map(|operator| (LexemeKind::Punct, operator.to_string()));
        let single =
            "!#$%&'()*+,-./:;<=>?@[]^{|}~\"".chars().map(|c| (LexemeKind::Punct, c.to_string()));
        let others = [
            LexemeKind::RawWord,
            LexemeKind::Lifetime,
            LexemeKind::Char,
            LexemeKind::Str,
            LexemeKind::Number,
            LexemeKind::Unknown,
        ];
        let others = others.map(|kind| (kind, "fn".to_owned()));
        for (kind, text) in words.chain(operators).chain(single).chain(others) {
            let symbol = Symbol::from_lexeme(kind, &text).unwrap();
            assert_ne!(symbol, Symbol::BOUNDARY);
            assert_eq!(seen.insert(symbol, text.clone()), None, "{text}");
        }
        assert_eq!(
            Symbol::from_lexeme(LexemeKind::Word, "board"),
            Symbol::from_lexeme(LexemeKind::Word, "tiles")
        );
        assert_eq!(Symbol::from_lexeme(LexemeKind::Comment, "// fn"), None);
    }
}
