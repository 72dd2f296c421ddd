//! Symbols, which replace tokens in a comparison.

use super::lexer::{Kind, OPERATORS};

/// A token without the parts that its author can choose freely. All names have the same symbol, and so have all
/// numbers, strings, characters and lifetimes. Each keyword, operator, separator and bracket has a symbol for itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Symbol(u8);

/// Words that cannot be renamed because they mean something to the compiler: the strict and reserved keywords in the
/// Rust reference, and `union`.
const KEYWORDS: [&str; 54] = [
    "Self", "abstract", "as", "async", "await", "become", "box", "break", "const", "continue",
    "crate", "do", "dyn", "else", "enum", "extern", "false", "final", "fn", "for", "gen", "if",
    "impl", "in", "let", "loop", "macro", "match", "mod", "move", "mut", "override", "priv", "pub",
    "ref", "return", "self", "static", "struct", "super", "trait", "true", "try", "type", "typeof",
    "union", "unsafe", "unsized", "use", "virtual", "where", "while", "yield", "_",
];

/// The first numbers to use for keywords and for operators with several characters. Any other punctuation is ASCII and
/// represented by its code.
const FIRST_KEYWORD: u8 = 128;
const FIRST_OPERATOR: u8 = FIRST_KEYWORD + 64;

impl Symbol {
    /// Put between two files. A run must not extend over it.
    pub(crate) const BOUNDARY: Self = Self(0);
    /// A name.
    pub const NAME: Self = Self(1);
    /// A lifetime or label.
    pub(crate) const LIFETIME: Self = Self(2);
    /// A number.
    pub const NUMBER: Self = Self(3);
    /// A string.
    pub(crate) const STR: Self = Self(4);
    /// A character or byte.
    pub(crate) const CHAR: Self = Self(5);
    /// A character that is not used in Rust.
    pub(crate) const UNKNOWN: Self = Self(6);

    /// Returns the symbol for a lexeme, or `None` if this is whitespace or a comment.
    pub(crate) fn of(kind: Kind, text: &str) -> Option<Self> {
        Some(match kind {
            Kind::Space | Kind::Comment => return None,
            Kind::Word => Self::keyword(text).unwrap_or(Self::NAME),
            Kind::RawWord => Self::NAME,
            Kind::Lifetime => Self::LIFETIME,
            Kind::Char => Self::CHAR,
            Kind::Str => Self::STR,
            Kind::Number => Self::NUMBER,
            Kind::Unknown => Self::UNKNOWN,
            Kind::Punct => Self::punct(text),
        })
    }

    fn keyword(word: &str) -> Option<Self> {
        let index = KEYWORDS.iter().position(|keyword| *keyword == word)?;
        Some(Self(FIRST_KEYWORD + u8::try_from(index).ok()?))
    }

    fn punct(text: &str) -> Self {
        let index = OPERATORS.iter().position(|operator| *operator == text);
        match (index.and_then(|index| u8::try_from(index).ok()), text.as_bytes()) {
            (Some(index), _) => Self(FIRST_OPERATOR + index),
            (None, &[single]) => Self(single),
            (None, _) => Self::UNKNOWN,
        }
    }

    /// Returns `true` if this is a number, string or character.
    pub(crate) fn is_literal(self) -> bool {
        matches!(self, Self::NUMBER | Self::STR | Self::CHAR)
    }

    /// Returns a number to use in hashes.
    pub fn number(self) -> u8 {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    #[test]
    fn no_two_keywords_or_operators_are_the_same() {
        let mut seen = BTreeMap::new();
        let words = KEYWORDS.iter().map(|word| (Kind::Word, word.to_string()));
        let operators = OPERATORS.iter().map(|operator| (Kind::Punct, operator.to_string()));
        let single = "!#$%&'()*+,-./:;<=>?@[]^{|}~\"".chars().map(|c| (Kind::Punct, c.to_string()));
        let others =
            [Kind::RawWord, Kind::Lifetime, Kind::Char, Kind::Str, Kind::Number, Kind::Unknown];
        let others = others.map(|kind| (kind, "fn".to_owned()));
        for (kind, text) in words.chain(operators).chain(single).chain(others) {
            let symbol = Symbol::of(kind, &text).unwrap();
            assert_ne!(symbol, Symbol::BOUNDARY);
            assert_eq!(seen.insert(symbol, text.clone()), None, "{text}");
        }
        assert_eq!(Symbol::of(Kind::Word, "board"), Symbol::of(Kind::Word, "tiles"));
        assert_eq!(Symbol::of(Kind::Comment, "// fn"), None);
    }
}
