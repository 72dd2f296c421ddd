//! Takes the text of a source file apart, whatever is in it.
//!
//! The rules are those of the Rust reference, chapter "Lexical structure". Where a text is no Rust,
//! as in code that does not compile, there is still an answer: a quote that is never closed reaches
//! to the end, as it does for the compiler, and what belongs nowhere is a lexeme by itself. Each
//! character is looked at a bounded number of times, and the lexemes lie end to end: together they
//! are the text.

#[cfg(test)]
mod tests;

use std::ops::Range;

/// A piece of a source file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lexeme {
    /// What it is.
    pub kind: Kind,
    /// Where it is, in bytes.
    pub range: Range<usize>,
}

/// What a piece of a source file is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
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
    /// What is no part of the language.
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
pub fn lex(text: &str) -> Vec<Lexeme> {
    let mut scanner = Scanner { text, at: 0 };
    let mut lexemes = Vec::new();
    while scanner.at < text.len() {
        let start = scanner.at;
        let kind = scanner.next();
        lexemes.push(Lexeme { kind, range: start..scanner.at });
    }
    lexemes
}

/// A text and how far it is read. The place is always between two characters.
struct Scanner<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Scanner<'a> {
    /// Reads one lexeme; there has to be a character left.
    fn next(&mut self) -> Kind {
        if self.at == 0 && self.has("\u{feff}") {
            self.skip(1);
            return Kind::Space;
        }
        // A first line for the shell, which is no attribute `#![...]`.
        if self.at == 0 && self.has("#!") && !self.rest()[2..].trim_start().starts_with('[') {
            self.skip_while(|c| c != '\n');
            return Kind::Comment;
        }
        let Some(first) = self.peek(0) else { return Kind::Unknown };
        match first {
            c if is_space(c) => {
                self.skip_while(is_space);
                Kind::Space
            }
            '/' if self.has("//") => {
                self.skip_while(|c| c != '\n');
                Kind::Comment
            }
            '/' if self.has("/*") => {
                self.block_comment();
                Kind::Comment
            }
            'r' | 'b' | 'c' if self.prefixed() => Kind::Str,
            'b' if self.has("b'") => {
                self.skip(1);
                self.char();
                Kind::Char
            }
            'r' if self.has("r#") && self.peek(2).is_some_and(begins_word) => {
                self.skip(2);
                self.skip_while(continues_word);
                Kind::RawWord
            }
            c if begins_word(c) => {
                self.skip_while(continues_word);
                Kind::Word
            }
            '0'..='9' => {
                self.number();
                Kind::Number
            }
            '"' => {
                self.string();
                Kind::Str
            }
            '\'' => self.quote(),
            _ => self.punct(),
        }
    }

    /// Reads a string that has letters before it, such as `r#"..."#`, if there is one here.
    fn prefixed(&mut self) -> bool {
        let rest = self.rest().as_bytes();
        let letters = rest.iter().take_while(|byte| matches!(byte, b'r' | b'b' | b'c')).count();
        let raw = match &rest[..letters.min(3)] {
            b"r" | b"br" | b"cr" => true,
            b"b" | b"c" => false,
            _ => return false,
        };
        let hashes = rest[letters..].iter().take_while(|&&byte| byte == b'#').count();
        if rest.get(letters + hashes) != Some(&b'"') || (!raw && hashes > 0) {
            return false;
        }
        self.at += letters + hashes;
        if raw {
            self.at += 1;
            self.raw_string(hashes);
        } else {
            self.string();
        }
        true
    }

    /// Reads the rest of a raw string, up to a quote and so many hashes.
    fn raw_string(&mut self, hashes: usize) {
        while self.at < self.text.len() {
            self.skip_while(|c| c != '"');
            self.skip(1);
            let mut closing = 0;
            while closing < hashes && self.peek(0) == Some('#') {
                self.skip(1);
                closing += 1;
            }
            if closing == hashes {
                return;
            }
        }
    }

    /// Reads a string from its opening quote.
    fn string(&mut self) {
        self.skip(1);
        while let Some(c) = self.peek(0) {
            self.skip(1);
            match c {
                '\\' => self.skip(1),
                '"' => return,
                _ => {}
            }
        }
    }

    /// Reads a character or a lifetime.
    fn quote(&mut self) -> Kind {
        let (first, second) = (self.peek(1), self.peek(2));
        let is_word = |c: char| begins_word(c) || c.is_ascii_digit();
        if !first.is_some_and(is_word) || second == Some('\'') {
            self.char();
            return Kind::Char;
        }
        let is_raw = first == Some('r') && second == Some('#');
        self.skip(1);
        if is_raw && self.peek(2).is_some_and(begins_word) {
            self.skip(2);
        }
        self.skip_while(continues_word);
        if self.peek(0) == Some('\'') {
            // Several characters in quotes: what the compiler takes for a character, and refuses.
            self.skip(1);
            return Kind::Char;
        }
        Kind::Lifetime
    }

    /// Reads a character from its opening quote. One that is not closed ends with its line.
    fn char(&mut self) {
        self.skip(1);
        while let Some(c) = self.peek(0) {
            match c {
                '\n' => return,
                '\\' => self.skip(1),
                _ => {}
            }
            self.skip(1);
            if c == '\'' {
                return;
            }
        }
    }

    /// Reads a number with all that belongs to it, but for the dots of a range or a method.
    fn number(&mut self) {
        let is_decimal = !["0x", "0o", "0b"].iter().any(|base| self.has(base));
        let digits = |scanner: &mut Self| {
            while let Some(c) = scanner.peek(0).filter(|&c| continues_word(c)) {
                scanner.skip(1);
                let is_sign = |c: char| c == '+' || c == '-';
                if is_decimal && matches!(c, 'e' | 'E') && scanner.peek(0).is_some_and(is_sign) {
                    scanner.skip(1);
                }
            }
        };
        digits(self);
        let after = self.peek(1);
        let is_fraction = !after.is_some_and(|c| c == '.' || begins_word(c));
        if is_decimal && self.peek(0) == Some('.') && is_fraction {
            self.skip(1);
            digits(self);
        }
    }

    /// Reads a comment in which others may be nested.
    fn block_comment(&mut self) {
        let mut depth = 0usize;
        while self.at < self.text.len() {
            if self.has("/*") {
                depth += 1;
                self.skip(2);
            } else if self.has("*/") {
                depth -= 1;
                self.skip(2);
                if depth == 0 {
                    return;
                }
            } else {
                self.skip(1);
            }
        }
    }

    /// Reads an operator, a separator, a bracket, or a character that has no meaning.
    fn punct(&mut self) -> Kind {
        if let Some(operator) = OPERATORS.iter().find(|operator| self.has(operator)) {
            self.at += operator.len();
            return Kind::Punct;
        }
        let is_punct = |c: char| c.is_ascii_punctuation() && !matches!(c, '`' | '\\');
        let kind = if self.peek(0).is_some_and(is_punct) { Kind::Punct } else { Kind::Unknown };
        self.skip(1);
        kind
    }

    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn has(&self, text: &str) -> bool {
        self.rest().starts_with(text)
    }

    /// The character that is so many from here.
    fn peek(&self, ahead: usize) -> Option<char> {
        self.rest().chars().nth(ahead)
    }

    /// Passes over so many characters, or as many as there are.
    fn skip(&mut self, count: usize) {
        self.at += self.rest().chars().take(count).map(char::len_utf8).sum::<usize>();
    }

    fn skip_while(&mut self, is_it: impl Fn(char) -> bool) {
        self.at += self.rest().find(|c| !is_it(c)).unwrap_or(self.rest().len());
    }
}

/// Whether a character is white space to Rust: Unicode's `Pattern_White_Space`.
fn is_space(c: char) -> bool {
    matches!(c, '\t'..='\r' | ' ' | '\u{85}' | '\u{200e}' | '\u{200f}' | '\u{2028}' | '\u{2029}')
}

/// Whether a name can begin with it.
fn begins_word(c: char) -> bool {
    c == '_' || c.is_alphabetic()
}

/// Whether a name can go on with it. It is a little more than Unicode's `XID_Continue`, which is of
/// no matter for code that compiles.
fn continues_word(c: char) -> bool {
    c == '_' || c.is_alphanumeric() || (!c.is_ascii() && !is_space(c) && !c.is_control())
}
