//! Finds the bracket, string or comment that is not closed, the most frequent reason why the compiler cannot read a file.
//!
//! The compiler's own message about this cannot be shown, because it ends before it lists the files that it has read.

use std::fmt;

use ra_ap_rustc_lexer::{FrontmatterAllowed, LiteralKind, TokenKind, strip_shebang, tokenize};

/// A bracket, string or comment without an end, or a bracket without a beginning.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unclosed {
    /// The line where it begins, starting at 1.
    pub line: u32,
    /// The column in characters, starting at 1.
    pub column: u32,
    what: Unpaired,
    /// The lines of the first pair that probably does not belong together.
    suspect: Option<(u32, u32)>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Unpaired {
    /// An opening bracket.
    Open(char),
    /// A closing bracket.
    Close(char),
    /// An opening bracket before a closing one of another kind in this line.
    Crossed(char, char, u32),
    Text,
    Character,
    Comment,
}

impl fmt::Display for Unclosed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.what {
            Unpaired::Open(open) => write!(f, "the bracket `{open}` is never closed")?,
            Unpaired::Close(close) => write!(f, "the bracket `{close}` closes nothing")?,
            Unpaired::Crossed(open, close, line) => {
                write!(f, "the bracket `{open}` is closed by `{close}` in line {line}")?;
            }
            Unpaired::Text => f.write_str("the string that begins here is never closed")?,
            Unpaired::Character => f.write_str("the character that begins here is never closed")?,
            Unpaired::Comment => f.write_str("the comment that begins here is never closed")?,
        }
        match (self.suspect, self.what) {
            (None, _) | (_, Unpaired::Comment | Unpaired::Character) => Ok(()),
            (Some((line, end)), Unpaired::Text) => {
                write!(f, "; check the string in line {line}, which ends in line {end}")
            }
            (Some((line, end)), _) => write!(
                f,
                "; check the one in line {line}, because line {end}, which closes it, is indented \
                 differently"
            ),
        }
    }
}

/// Returns what is not closed in a source file, if anything. An open string or comment contains all brackets after it,
/// so it comes first.
pub fn unclosed(text: &str) -> Option<Unclosed> {
    let begin = strip_shebang(text).unwrap_or(0);
    let lines = LineStarts::from_text(text);
    let mut open: Vec<(char, usize)> = Vec::new();
    let mut unmatched = None;
    let (mut pair, mut long_string) = (None, None);
    let mut at = begin;
    for token in tokenize(&text[begin..], FrontmatterAllowed::No) {
        let start = at;
        at += usize::try_from(token.len).unwrap_or(usize::MAX);
        let unpaired = match token.kind {
            TokenKind::BlockComment { terminated: false, .. } => Some(Unpaired::Comment),
            TokenKind::Literal { kind, .. } => what_is_unterminated(kind),
            _ => None,
        };
        if let Some(what) = unpaired {
            let suspect = long_string.filter(|_| what == Unpaired::Text);
            return Some(lines.describe_unclosed(start, what, suspect));
        }
        let is_string =
            matches!(token.kind, TokenKind::Literal { kind: LiteralKind::Str { .. }, .. });
        if is_string && text[start..at].contains('\n') && !text[start..at].contains("\\\n") {
            long_string =
                long_string.or(Some((lines.line_number(start), lines.line_number(at - 1))));
        }
        match token.kind {
            TokenKind::OpenParen => open.push(('(', start)),
            TokenKind::OpenBrace => open.push(('{', start)),
            TokenKind::OpenBracket => open.push(('[', start)),
            TokenKind::CloseParen | TokenKind::CloseBrace | TokenKind::CloseBracket => {
                let close = char::from(text.as_bytes()[start]);
                match open.pop() {
                    None => unmatched = unmatched.or(Some((start, Unpaired::Close(close)))),
                    Some((bracket, place)) => {
                        if !matches!((bracket, close), ('(', ')') | ('{', '}') | ('[', ']')) {
                            let crossed =
                                Unpaired::Crossed(bracket, close, lines.line_number(start));
                            unmatched = unmatched.or(Some((place, crossed)));
                        } else if lines.differ_in_indentation(place, start) {
                            pair =
                                pair.or(Some((lines.line_number(place), lines.line_number(start))));
                        }
                    }
                }
            }
            _ => {}
        }
    }
    let left = open.first().map(|(bracket, place)| (*place, Unpaired::Open(*bracket)));
    unmatched.or(left).map(|(place, what)| lines.describe_unclosed(place, what, pair))
}

fn what_is_unterminated(kind: LiteralKind) -> Option<Unpaired> {
    use LiteralKind as L;
    match kind {
        L::Char { terminated: false } | L::Byte { terminated: false } => Some(Unpaired::Character),
        L::Str { terminated: false }
        | L::ByteStr { terminated: false }
        | L::CStr { terminated: false }
        | L::RawStr { n_hashes: None }
        | L::RawByteStr { n_hashes: None }
        | L::RawCStr { n_hashes: None } => Some(Unpaired::Text),
        _ => None,
    }
}

struct LineStarts<'a> {
    text: &'a str,
    /// The byte offset of each line.
    starts: Vec<usize>,
}

impl<'a> LineStarts<'a> {
    fn from_text(text: &'a str) -> Self {
        let starts = std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1));
        Self { text, starts: starts.collect() }
    }

    fn line_number(&self, byte: usize) -> u32 {
        to_u32(self.starts.partition_point(|start| *start <= byte))
    }

    /// Returns the text of a byte's line up to this byte.
    fn line_before(&self, byte: usize) -> &'a str {
        let line = self.starts.partition_point(|start| *start <= byte);
        &self.text[self.starts[line - 1]..byte]
    }

    fn indentation_at(&self, byte: usize) -> usize {
        let line = self.starts.partition_point(|start| *start <= byte);
        let line = &self.text[self.starts[line - 1]..];
        line.len() - line.trim_start_matches([' ', '\t']).len()
    }

    /// Returns `true` if a closing bracket that begins its line is indented differently from the line of the opening
    /// bracket.
    fn differ_in_indentation(&self, open: usize, close: usize) -> bool {
        self.line_before(close).trim().is_empty()
            && self.line_number(open) != self.line_number(close)
            && self.indentation_at(open) != self.indentation_at(close)
    }

    fn describe_unclosed(
        &self,
        byte: usize,
        what: Unpaired,
        suspect: Option<(u32, u32)>,
    ) -> Unclosed {
        let column = to_u32(1 + self.line_before(byte).chars().count());
        Unclosed { line: self.line_number(byte), column, what, suspect }
    }
}

fn to_u32(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str) -> String {
        unclosed(text).map_or_else(String::new, |unclosed| {
            format!("{}:{}: {unclosed}", unclosed.line, unclosed.column)
        })
    }

    #[test]
    fn the_beginning_is_reported() {
        for (text, expected) in [
            ("fn f() { let a = [1]; }", ""),
            ("fn f() {\n    é(1;\n}", "2:6: the bracket `(` is closed by `}` in line 3"),
            ("fn f() {\n", "1:8: the bracket `{` is never closed"),
            ("fn f() {}\n}", "2:1: the bracket `}` closes nothing"),
            ("fn f() { \"a { }", "1:10: the string that begins here is never closed"),
            ("fn f() { r#\"a\" }", "1:10: the string that begins here is never closed"),
            ("fn f() { '; }", "1:10: the character that begins here is never closed"),
            ("fn f() { /* { }", "1:10: the comment that begins here is never closed"),
            ("fn f() { // { \" '\n}", ""),
            ("#!/bin/sh (\nfn f(", "2:5: the bracket `(` is never closed"),
            (
                "f(\"a);\ng(\"b\");\n",
                "2:5: the string that begins here is never closed; check the string in line 1, \
                 which ends in line 2",
            ),
        ] {
            assert_eq!(shown(text), expected, "{text}");
        }
    }

    #[test]
    fn the_first_pair_with_different_indentation_is_named() {
        let text = "impl A {\n    fn a() {\n        if b {\n            c();\n    }\n\n    \
                    fn d() {}\n}\n";
        assert_eq!(
            shown(text),
            "1:8: the bracket `{` is never closed; check the one in line 3, because line 5, which \
             closes it, is indented differently"
        );
    }
}
