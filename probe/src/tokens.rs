//! Converts text to numbers.

use std::fmt::{self, Write};

use crate::slots::Slots;
use crate::wire::{LINE_END, NOT_A_NUMBER, TOO_LONG, Word};

/// Appends the tokens in the text of a board with dimension `n`, preceded by their count. A [`LINE_END`] follows the
/// tokens of each line.
///
/// Lines without tokens are ignored, so blank lines and a missing newline at the end make no difference. A text with
/// more than twice the expected number of tokens is truncated, and ends with [`TOO_LONG`].
pub(crate) fn tokenize(slots: &dyn Slots, place: usize, n: usize, out: &mut Vec<Word>) {
    let limit = 2 * (n * n + n + 2);
    push_tokens(limit, out, |sink| slots.write(place, sink));
}

fn push_tokens(
    limit: usize,
    out: &mut Vec<Word>,
    write: impl FnOnce(&mut dyn Write) -> fmt::Result,
) {
    let start = out.len();
    out.push(0);
    let mut tokens =
        TokenWriter { out, limit: start + 1 + limit, token: NO_TOKEN, is_line_begun: false };
    // The sink never fails, so any error comes from the submission.
    let complete = write(&mut tokens).is_ok();
    tokens.end_line();
    if !complete {
        out.push(NOT_A_NUMBER);
    }
    out[start] = (out.len() - start - 1) as Word;
}

/// A writer that stores tokens. The state needs to be small because `write_str` is called for each number on hundreds
/// of thousands of boards.
struct TokenWriter<'a> {
    out: &'a mut Vec<Word>,
    limit: usize,
    /// The value of the current token, [`NO_TOKEN`], or [`NOT_A_NUMBER`].
    token: Word,
    is_line_begun: bool,
}

/// The value of [`TokenWriter::token`] between tokens, which no token can have.
const NO_TOKEN: Word = TOO_LONG;

/// Only numbers below this bound may take another digit. The bound is far above any tile.
/// Ten times this still fits into a word, below the special values.
const LONG: Word = 100_000_000;

impl TokenWriter<'_> {
    fn push(&mut self, word: Word) {
        match self.out.len().cmp(&self.limit) {
            std::cmp::Ordering::Less => self.out.push(word),
            std::cmp::Ordering::Equal => self.out.push(TOO_LONG),
            // One word says that the text is too long, and the rest would only take memory.
            std::cmp::Ordering::Greater => {}
        }
    }

    fn end_token(&mut self) {
        if self.token != NO_TOKEN {
            self.push(self.token);
            self.token = NO_TOKEN;
            self.is_line_begun = true;
        }
    }

    fn end_line(&mut self) {
        self.end_token();
        if self.is_line_begun {
            self.push(LINE_END);
            self.is_line_begun = false;
        }
    }
}

impl Write for TokenWriter<'_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        for &byte in text.as_bytes() {
            match byte {
                b'0'..=b'9' => {
                    let digit = Word::from(byte - b'0');
                    self.token = match self.token {
                        NO_TOKEN => digit,
                        number if number < LONG => 10 * number + digit,
                        _ => NOT_A_NUMBER,
                    };
                }
                b' ' | b'\t' | b'\r' => self.end_token(),
                b'\n' => self.end_line(),
                _ => self.token = NOT_A_NUMBER,
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &[Word]) {
        let mut out = vec![77];
        push_tokens(8, &mut out, |sink| sink.write_str(text));
        assert_eq!(out[0], 77, "what was there stays");
        assert_eq!(out[1] as usize, out.len() - 2);
        assert_eq!(&out[2..], expected, "{text:?}");
    }

    #[test]
    fn spacing_does_not_matter() {
        let expected = [2, LINE_END, 1, 2, LINE_END, 3, 0, LINE_END];
        for text in ["2\n1 2\n3 0\n", "2\n1 2\n3 0", " 2 \r\n\n\t1  2\n   3\t0 \n\n\n"] {
            check(text, &expected);
        }
    }

    #[test]
    fn words_other_than_numbers_are_junk() {
        check("2: -1", &[NOT_A_NUMBER, NOT_A_NUMBER, LINE_END]);
        check("1_2 [3", &[NOT_A_NUMBER, NOT_A_NUMBER, LINE_END]);
        check("9999999999", &[NOT_A_NUMBER, LINE_END]);
        check("999999999", &[999_999_999, LINE_END]);
        check("", &[]);
    }

    #[test]
    fn long_texts_are_truncated() {
        check("1 2 3 4 5 6 7 8 9 10 11", &[1, 2, 3, 4, 5, 6, 7, 8, TOO_LONG]);
    }
}
