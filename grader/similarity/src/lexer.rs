//! Takes the text of a source file apart, whatever is in it.
//!
//! The tokens are those of the compiler's own lexer, with operators of several characters put
//! together. Where a text is no Rust, as in code that does not compile, there is still an answer: a
//! quote that is never closed reaches to the end, and what belongs nowhere is a lexeme by itself. It
//! takes time proportional to the length of the text, and the lexemes lie end to end: together they
//! are the text.

#[cfg(test)]
mod tests;

use std::ops::Range;

use ra_ap_rustc_lexer::{
    FrontmatterAllowed, LiteralKind, Token, TokenKind, strip_shebang, tokenize,
};

/// A piece of a source file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Lexeme {
    /// Its kind.
    pub kind: LexemeKind,
    /// Where it is, in bytes.
    pub range: Range<usize>,
}

/// The kind of a piece of a source file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LexemeKind {
    /// Spaces, tabs, ends of lines.
    Space,
    /// A comment, that of documentation included.
    Comment,
    /// A name or a keyword.
    Word,
    /// A name with `r#` before it, which is never a keyword.
    RawWord,
    /// A lifetime or the label of a loop.
    Lifetime,
    /// A character or a byte.
    Char,
    /// A string of any sort.
    Str,
    /// A number.
    Number,
    /// An operator, a separator or a bracket.
    Punct,
    /// Text that is no part of the language.
    Unknown,
}

/// Operators of several characters, the longest first.
///
/// `>>` and `<<` are not among them: two closing brackets of types are written the same way, and with
/// a space between them they still mean the same.
pub(super) const OPERATORS: [&str; 20] = [
    "..=", "...", "::", "->", "=>", "==", "!=", "<=", ">=", "&&", "||", "+=", "-=", "*=", "/=",
    "%=", "^=", "&=", "|=", "..",
];

/// The lexemes of a text, in their order.
pub(crate) fn lex(text: &str) -> Vec<Lexeme> {
    let mut lexemes = Vec::new();
    let mut at = 0;
    let mut push = |kind, length| {
        lexemes.push(Lexeme { kind, range: at..at + length });
        at += length;
        at
    };
    // What the compiler takes off before it looks for tokens.
    let mut rest = text;
    if rest.starts_with(BYTE_ORDER_MARK) {
        rest = &text[push(LexemeKind::Space, BYTE_ORDER_MARK.len_utf8())..];
    }
    if let Some(length) = strip_shebang(rest) {
        rest = &text[push(LexemeKind::Comment, length)..];
    }
    while let Some(token) = tokenize(rest, FrontmatterAllowed::No).next() {
        let (kind, length) = lexeme(&token, rest);
        rest = &text[push(kind, length)..];
    }
    lexemes
}

const BYTE_ORDER_MARK: char = '\u{feff}';

/// The lexeme that a text begins with, whose first token is this one, and its length.
fn lexeme(token: &Token, text: &str) -> (LexemeKind, usize) {
    let kind = match token.kind {
        TokenKind::Whitespace => LexemeKind::Space,
        TokenKind::LineComment { .. }
        | TokenKind::BlockComment { .. }
        | TokenKind::Frontmatter { .. } => LexemeKind::Comment,
        TokenKind::Ident | TokenKind::InvalidIdent | TokenKind::UnknownPrefix => LexemeKind::Word,
        TokenKind::RawIdent | TokenKind::ForcedKeywordIdent => LexemeKind::RawWord,
        TokenKind::Lifetime { .. } | TokenKind::RawLifetime | TokenKind::UnknownPrefixLifetime => {
            LexemeKind::Lifetime
        }
        TokenKind::Literal { kind, .. } => match kind {
            LiteralKind::Int { .. } | LiteralKind::Float { .. } => LexemeKind::Number,
            LiteralKind::Char { .. } | LiteralKind::Byte { .. } => LexemeKind::Char,
            LiteralKind::Str { .. }
            | LiteralKind::ByteStr { .. }
            | LiteralKind::CStr { .. }
            | LiteralKind::RawStr { .. }
            | LiteralKind::RawByteStr { .. }
            | LiteralKind::RawCStr { .. } => LexemeKind::Str,
        },
        // Reserved since the edition of 2024; before that it is a `#` and what comes after it.
        TokenKind::GuardedStrPrefix => return (LexemeKind::Punct, 1),
        TokenKind::Unknown | TokenKind::Eof => LexemeKind::Unknown,
        TokenKind::Semi
        | TokenKind::Comma
        | TokenKind::Dot
        | TokenKind::OpenParen
        | TokenKind::CloseParen
        | TokenKind::OpenBrace
        | TokenKind::CloseBrace
        | TokenKind::OpenBracket
        | TokenKind::CloseBracket
        | TokenKind::At
        | TokenKind::Pound
        | TokenKind::Tilde
        | TokenKind::Question
        | TokenKind::Colon
        | TokenKind::Dollar
        | TokenKind::Eq
        | TokenKind::Bang
        | TokenKind::Lt
        | TokenKind::Gt
        | TokenKind::Minus
        | TokenKind::And
        | TokenKind::Or
        | TokenKind::Plus
        | TokenKind::Star
        | TokenKind::Slash
        | TokenKind::Caret
        | TokenKind::Percent => {
            let operator = OPERATORS.iter().find(|operator| text.starts_with(**operator));
            return (LexemeKind::Punct, operator.map_or(1, |operator| operator.len()));
        }
    };
    (kind, token.len as usize)
}
