//! Splits source code into lexemes, even if the code is invalid.
//!
//! This uses the compiler's lexer, and joins operators of several characters. In invalid code, an unclosed quote
//! extends to the end of the text, and anything unexpected is a separate lexeme. Lexing takes linear time. The lexemes
//! cover the text without gaps.

#[cfg(test)]
mod tests;

use std::ops::Range;

use ra_ap_rustc_lexer::{
    FrontmatterAllowed, LiteralKind, Token, TokenKind, strip_shebang, tokenize,
};

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Lexeme {
    pub kind: LexemeKind,
    /// In bytes.
    pub range: Range<usize>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LexemeKind {
    Space,
    /// A comment, including documentation.
    Comment,
    /// An identifier or a keyword.
    Word,
    /// An identifier with the prefix `r#`, which is never a keyword.
    RawWord,
    /// A lifetime or a loop label.
    Lifetime,
    /// A character or byte.
    Char,
    Str,
    Number,
    Punct,
    /// A character that Rust does not use.
    Unknown,
}

/// Longest first.
///
/// `>>` and `<<` are missing, because the brackets of nested types look the same, and a space between them does not
/// change the meaning.
pub(super) const OPERATORS: [&str; 20] = [
    "..=", "...", "::", "->", "=>", "==", "!=", "<=", ">=", "&&", "||", "+=", "-=", "*=", "/=",
    "%=", "^=", "&=", "|=", "..",
];

pub(crate) fn lex(text: &str) -> Vec<Lexeme> {
    let mut lexemes = Vec::new();
    let mut at = 0;
    let mut push = |kind, length| {
        lexemes.push(Lexeme { kind, range: at..at + length });
        at += length;
        at
    };
    // The compiler also removes this prefix first.
    let mut rest = text;
    if rest.starts_with(BYTE_ORDER_MARK) {
        rest = &text[push(LexemeKind::Space, BYTE_ORDER_MARK.len_utf8())..];
    }
    if let Some(length) = strip_shebang(rest) {
        rest = &text[push(LexemeKind::Comment, length)..];
    }
    while let Some(token) = tokenize(rest, FrontmatterAllowed::No).next() {
        let (kind, length) = first_lexeme(&token, rest);
        rest = &text[push(kind, length)..];
    }
    lexemes
}

const BYTE_ORDER_MARK: char = '\u{feff}';

/// Returns the kind and length of the first lexeme, given the first token.
fn first_lexeme(token: &Token, text: &str) -> (LexemeKind, usize) {
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
        // A prefix reserved since edition 2024. Before that, it was a `#` followed by other tokens.
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
