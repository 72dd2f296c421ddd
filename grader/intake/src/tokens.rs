//! Splits a source file into tokens with the compiler's lexer, as a flat list where each bracket refers to its partner.
//!
//! This module and its callers must not recurse, to be able to read text of any depth. A file has a [`TokenFlaw`] if the
//! compiler may read it differently, because of the edition or to recover from an error.

use std::borrow::Cow;

use ra_ap_rustc_lexer::{FrontmatterAllowed, LiteralKind, TokenKind, strip_shebang, tokenize};
use unicode_normalization::UnicodeNormalization as _;

#[derive(Debug)]
pub(crate) struct Tokens<'a> {
    text: &'a str,
    list: Vec<Token>,
    /// The byte offset of each line.
    lines: Vec<usize>,
    flaw: Option<(usize, TokenFlaw)>,
}

/// Why compilers may disagree on a text's tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TokenFlaw {
    /// A bracket has no partner. The tokens are certain, but the compiler rejects the file.
    Bracket,
    /// The text here is not a token, or not the same in every edition. No token after it is certain.
    Token,
}

#[derive(Clone, Copy, Debug)]
struct Token {
    kind: TokenClass,
    /// The ASCII sign or bracket, or 0 for other tokens.
    sign: u8,
    start: usize,
    end: usize,
    /// The index of the matching bracket, or the token's own index.
    partner: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TokenClass {
    Word,
    /// A literal or a lifetime.
    Literal,
    Open,
    Close,
    /// Any other single-character sign.
    Sign,
}

impl<'a> Tokens<'a> {
    /// Splits a text into tokens. Comments and a shebang line are skipped.
    pub(crate) fn from_text(text: &'a str) -> Self {
        let begin = strip_shebang(text).unwrap_or(0);
        let mut list: Vec<Token> = Vec::new();
        // Whether a shebang line is code depends on how the file is included.
        let is_plain = |c: char| c.is_ascii_alphanumeric() || "#!/ ._-".contains(c);
        let mut flaw = (!text[..begin].chars().all(is_plain)).then_some((0, TokenFlaw::Token));
        if text[begin..].trim_start().starts_with("---") {
            // Some compiler versions skip this block.
            flaw = flaw.or(Some((begin, TokenFlaw::Token)));
        }
        let mut open: Vec<usize> = Vec::new();
        let mut unmatched = None;
        let mut at = begin;
        for token in tokenize(&text[begin..], FrontmatterAllowed::No) {
            let start = at;
            at += usize::try_from(token.len).unwrap_or(usize::MAX);
            let Some(kind) = token_class(token.kind) else { continue };
            if !is_certain(token.kind) {
                flaw = flaw.or(Some((start, TokenFlaw::Token)));
            }
            let place = list.len();
            let mut partner = place;
            match kind {
                TokenClass::Open => open.push(place),
                TokenClass::Close => match open.pop() {
                    Some(other) if are_partners(&text[list[other].start..], &text[start..]) => {
                        list[other].partner = place;
                        partner = other;
                    }
                    _ => unmatched = unmatched.or(Some(start)),
                },
                _ => {}
            }
            let is_sign = !matches!(kind, TokenClass::Word | TokenClass::Literal);
            let sign = if is_sign { text.as_bytes()[start] } else { 0 };
            list.push(Token { kind, sign, start, end: at, partner });
        }
        let unclosed = open.first().map(|place| list[*place].start);
        let unmatched = unmatched.or(unclosed).map(|at| (at, TokenFlaw::Bracket));
        let lines = std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1));
        Self { text, list, lines: lines.collect(), flaw: flaw.or(unmatched) }
    }

    /// Returns the byte offset of the first flaw and its kind, if any.
    pub(crate) fn flaw(&self) -> Option<(usize, TokenFlaw)> {
        self.flaw
    }

    pub(crate) fn len(&self) -> usize {
        self.list.len()
    }

    pub(crate) fn class_of_token(&self, at: usize) -> Option<TokenClass> {
        self.list.get(at).map(|token| token.kind)
    }

    /// Returns a token's text, which is empty after the last one.
    pub(crate) fn token_text(&self, at: usize) -> &'a str {
        self.list.get(at).map_or("", |token| &self.text[token.start..token.end])
    }

    /// Returns a token's name without a leading `r#`, or an empty string if it is not a name.
    pub(crate) fn word(&self, at: usize) -> &'a str {
        match self.class_of_token(at) {
            Some(TokenClass::Word) => self.token_text(at).trim_start_matches("r#"),
            _ => "",
        }
    }

    pub(crate) fn is(&self, at: usize, sign: char) -> bool {
        self.list.get(at).is_some_and(|token| char::from(token.sign) == sign)
    }

    /// Returns `true` if the token `back` positions earlier is this sign.
    pub(crate) fn has_sign_before(&self, at: usize, back: usize, sign: char) -> bool {
        at.checked_sub(back).is_some_and(|at| self.is(at, sign))
    }

    /// Returns the name of the token `back` positions earlier, or an empty string if it is not a name.
    pub(crate) fn word_before(&self, at: usize, back: usize) -> &'a str {
        at.checked_sub(back).map_or("", |at| self.word(at))
    }

    /// Returns the index of the bracket that closes the one at `at`, the number of tokens if it is never closed, or `at`
    /// itself if it is not an opening bracket.
    pub(crate) fn closing_bracket(&self, at: usize) -> usize {
        match self.list.get(at) {
            Some(token) if token.kind == TokenClass::Open && token.partner > at => token.partner,
            Some(token) if token.kind == TokenClass::Open => self.list.len(),
            _ => at,
        }
    }

    /// Returns the index after a token, or after the brackets that it opens.
    pub(crate) fn next(&self, at: usize) -> usize {
        // The end is an index and may be the last, but the result must always be larger than `at`, or a loop would
        // never end.
        self.closing_bracket(at).saturating_add(1).min(self.list.len().max(at + 1))
    }

    /// Returns the byte range from the first token to the last.
    pub(crate) fn bytes(&self, first: usize, last: usize) -> std::ops::Range<usize> {
        let byte = |at: usize| self.list.get(at);
        let start = byte(first).map_or(self.text.len(), |token| token.start);
        start..byte(last).map_or(self.text.len(), |token| token.end)
    }

    pub(crate) fn line_of_token(&self, at: usize) -> u32 {
        self.line_of(self.bytes(at, at).start)
    }

    /// Returns the line of a byte, starting at 1.
    pub(crate) fn line_of(&self, byte: usize) -> u32 {
        to_u32(self.lines.partition_point(|start| *start <= byte))
    }

    /// Returns the value of a plain string literal, without escapes other than `\\` and `\"`.
    pub(crate) fn string_value(&self, at: usize) -> Option<String> {
        let text = self.token_text(at);
        if let Some(raw) = text.strip_prefix('r') {
            let raw = raw.trim_matches('#');
            return raw.strip_prefix('"')?.strip_suffix('"').map(str::to_owned);
        }
        let inner = text.strip_prefix('"')?.strip_suffix('"')?;
        let mut value = String::new();
        let mut characters = inner.chars();
        while let Some(c) = characters.next() {
            value.push(if c == '\\' {
                // A path with other escapes is rare, and it counts as unreadable.
                characters.next().filter(|c| matches!(c, '\\' | '"'))?
            } else {
                c
            });
        }
        Some(value)
    }
}

/// Returns a name as the compiler compares names: a macro that is defined with the Kelvin sign can be called as `K`.
pub(crate) fn normalize_name(name: &str) -> Cow<'_, str> {
    if name.is_ascii() { Cow::Borrowed(name) } else { name.nfc().collect() }
}

/// Returns `true` if code can use a text as a name.
pub(crate) fn is_name(text: &str) -> bool {
    let mut tokens = tokenize(text, FrontmatterAllowed::No);
    #[expect(clippy::disallowed_methods, reason = "a single token cannot cause deep recursion")]
    let is_free = || syn::parse_str::<syn::Ident>(text).is_ok();
    matches!((tokens.next(), tokens.next()), (Some(token), None) if token.kind == TokenKind::Ident)
        && is_free()
}

fn to_u32(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

/// Returns `true` if the brackets at the start of these texts match.
fn are_partners(open: &str, close: &str) -> bool {
    ["()", "[]", "{}"]
        .iter()
        .any(|pair| open.starts_with(&pair[..1]) && close.starts_with(&pair[1..]))
}

/// Returns the kind of a token, or `None` for whitespace and comments.
fn token_class(kind: TokenKind) -> Option<TokenClass> {
    use TokenKind as T;
    Some(match kind {
        T::LineComment { .. } | T::BlockComment { terminated: true, .. } | T::Whitespace => {
            return None;
        }
        T::Ident | T::InvalidIdent | T::RawIdent | T::ForcedKeywordIdent | T::UnknownPrefix => {
            TokenClass::Word
        }
        T::UnknownPrefixLifetime | T::RawLifetime | T::Lifetime { .. } | T::Literal { .. } => {
            TokenClass::Literal
        }
        T::OpenParen | T::OpenBrace | T::OpenBracket => TokenClass::Open,
        T::CloseParen | T::CloseBrace | T::CloseBracket => TokenClass::Close,
        _ => TokenClass::Sign,
    })
}

/// Returns `true` if every compiler reads this token, and everything after it, the same way.
fn is_certain(kind: TokenKind) -> bool {
    use LiteralKind as L;
    use TokenKind as T;
    match kind {
        T::Literal { kind, .. } => match kind {
            L::Int { .. } | L::Float { .. } => true,
            L::Char { terminated }
            | L::Byte { terminated }
            | L::Str { terminated }
            | L::ByteStr { terminated }
            | L::CStr { terminated } => terminated,
            L::RawStr { n_hashes } | L::RawByteStr { n_hashes } => n_hashes.is_some(),
            // Old editions read the prefix as a name, and then a string with escapes, which may end elsewhere.
            L::RawCStr { .. } => false,
        },
        T::BlockComment { terminated, .. } => terminated,
        T::InvalidIdent
        | T::ForcedKeywordIdent
        | T::UnknownPrefixLifetime
        | T::RawLifetime
        | T::GuardedStrPrefix
        | T::Frontmatter { .. }
        | T::Unknown => false,
        _ => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_have_positions_and_matching_brackets() {
        let tokens = Tokens::from_text("#!/bin/sh\n/* ( */ r#fn é(\n  [\"(\"],\n)");
        assert_eq!(tokens.flaw(), None);
        let shown: Vec<&str> = (0..tokens.len()).map(|at| tokens.token_text(at)).collect();
        assert_eq!(shown, ["r#fn", "é", "(", "[", "\"(\"", "]", ",", ")"]);
        assert_eq!(
            (tokens.word(0), tokens.word(2), tokens.closing_bracket(2), tokens.next(3)),
            ("fn", "", 7, 6)
        );
        assert_eq!(tokens.line_of_token(3), 3);
        assert_eq!(tokens.string_value(4).as_deref(), Some("("));
        assert!(
            tokens.is(6, ',')
                && tokens.has_sign_before(6, 1, ']')
                && !tokens.has_sign_before(0, 1, '(')
        );
    }

    #[test]
    fn ambiguous_code_is_reported() {
        for (text, flaw) in [
            ("fn f( {", Some((4, TokenFlaw::Bracket))),
            ("fn f() { (] }", Some((10, TokenFlaw::Bracket))),
            ("}", Some((0, TokenFlaw::Bracket))),
            ("a \"", Some((2, TokenFlaw::Token))),
            ("a /* ( /* */", Some((2, TokenFlaw::Token))),
            ("a b№ (", Some((3, TokenFlaw::Token))),
            ("\n---\n\"\n---\n", Some((0, TokenFlaw::Token))),
            ("#!x \" (", Some((0, TokenFlaw::Token))),
            ("m!(cr#\"a\" b \"#)", Some((3, TokenFlaw::Token))),
            ("m!(cr\"\\\", env!(\"A\"))", Some((3, TokenFlaw::Token))),
            ("m!('r#env)", Some((3, TokenFlaw::Token))),
            ("m!(k#env)", Some((3, TokenFlaw::Token))),
            ("m!(##\"x\"##)", Some((3, TokenFlaw::Token))),
            ("\u{feff}#!x", Some((0, TokenFlaw::Token))),
            ("let a = 1 - --2; // ---", None),
            ("b'x' 'a' 'a: r##\"\"#\"## c\"x\" 1.0e5 0x1F \"\\\"\"", None),
        ] {
            assert_eq!(Tokens::from_text(text).flaw(), flaw, "{text}");
        }
    }

    #[test]
    fn string_literals_have_values() {
        for (text, value) in [
            ("\"a.txt\"", Some("a.txt")),
            ("r##\"a\\b\"##", Some("a\\b")),
            ("\"a\\\\b\\\"\"", Some("a\\b\"")),
            ("\"\\u{61}\"", None),
            ("b\"a\"", None),
            ("a", None),
        ] {
            assert_eq!(Tokens::from_text(text).string_value(0).as_deref(), value, "{text}");
        }
        for (text, is) in [("a", true), ("fn", false), ("a b", false), ("", false), ("((((", false)]
        {
            assert_eq!(is_name(text), is, "{text}");
        }
    }
}
