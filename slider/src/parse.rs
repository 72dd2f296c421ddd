//! The parser for classic puzzle files.

use std::error::Error;
use std::fmt;

use crate::Tile;

/// The dimensions that a board can have.
const DIMENSIONS: std::ops::RangeInclusive<usize> = 2..=127;

/// Parses a classic puzzle file: the dimension `n`, then `n * n` tiles in row-major order with 0
/// for the blank, separated by any amount of white space.
///
/// # Errors
///
/// If the text is not a valid puzzle file, returns an error with the line and column of the
/// mistake. For the kinds of mistakes, see [`ParseErrorKind`].
///
/// ```
/// let error = slider::parse_tiles("2\n1 2\n3 3\n").unwrap_err();
/// assert_eq!((error.line(), error.column()), (3, 3));
/// assert_eq!(
///     error.to_string(),
///     "line 3, column 3: tile 3 appears twice, first at line 3, column 1; tile 0 is missing",
/// );
/// ```
#[expect(clippy::cast_possible_truncation, reason = "a valid tile fits into 16 bits")]
pub fn parse_tiles(text: &str) -> Result<Vec<Vec<Tile>>, ParseError> {
    // Some editors insert a byte order mark at the start of a file.
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut words = TextWords::new(text);

    let first = words.next().ok_or_else(|| words.end_position().error(ParseErrorKind::Empty))?;
    let n = first.parse_number()?;
    if !DIMENSIONS.contains(&n) {
        return Err(first.at.error(ParseErrorKind::Dimension(n)));
    }

    let mut seen: Vec<Option<TextPosition>> = vec![None; n * n];
    let mut twice = None;
    let mut rows = Vec::with_capacity(n);
    for row in 0..n {
        let mut tiles = Vec::with_capacity(n);
        for col in 0..n {
            let Some(word) = words.next() else {
                let found = row * n + col;
                return Err(words.end_position().error(ParseErrorKind::Missing { n, found }));
            };
            let tile = word.parse_number()?;
            match seen.get_mut(tile) {
                None => return Err(word.at.error(ParseErrorKind::TileTooLarge { tile, n })),
                Some(Some(first)) => {
                    twice.get_or_insert((tile, word.at, *first));
                }
                Some(place) => *place = Some(word.at),
            }
            // The tile is less than 127 * 127, so it fits into 16 bits.
            tiles.push(tile as Tile);
        }
        rows.push(tiles);
    }

    if let Some(word) = words.next() {
        let extra = 1 + words.count();
        return Err(word.at.error(ParseErrorKind::Extra { n, extra }));
    }
    if let Some((tile, at, first)) = twice {
        let missing = seen.iter().position(Option::is_none);
        // If one of the n * n tiles appears twice, another tile must be missing.
        let missing = missing.unwrap_or_default();
        return Err(at.error(ParseErrorKind::Twice {
            tile,
            first_line: first.line,
            first_column: first.column,
            missing,
        }));
    }
    Ok(rows)
}

/// A mistake in a puzzle file, with its position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseError {
    at: TextPosition,
    kind: ParseErrorKind,
}

impl ParseError {
    /// Returns the line of the mistake, counted from 1.
    pub fn line(&self) -> usize {
        self.at.line
    }

    /// Returns the column of the mistake in characters, counted from 1.
    pub fn column(&self) -> usize {
        self.at.column
    }

    /// Returns the kind of the mistake.
    pub fn kind(&self) -> &ParseErrorKind {
        &self.kind
    }
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}: {}", self.at.line, self.at.column, self.kind)
    }
}

impl Error for ParseError {}

/// The kind of a mistake in a puzzle file.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ParseErrorKind {
    /// The text is empty or contains only white space.
    Empty,
    /// The dimension is not between 2 and 127.
    Dimension(usize),
    /// A word is not a number in decimal digits.
    NotANumber(String),
    /// A number does not fit into 32 bits.
    NumberTooLarge(String),
    /// A tile is not less than `n * n`.
    TileTooLarge {
        /// The tile.
        tile: usize,
        /// The dimension.
        n: usize,
    },
    /// The text has fewer than `n * n` tiles. The position is the end of the text.
    Missing {
        /// The dimension.
        n: usize,
        /// The number of tiles in the text.
        found: usize,
    },
    /// The text has more words after `n * n` tiles. The position is that of the first extra word.
    Extra {
        /// The dimension.
        n: usize,
        /// The number of extra words.
        extra: usize,
    },
    /// A tile appears a second time, so another tile is missing.
    Twice {
        /// The tile.
        tile: usize,
        /// The line of its first appearance.
        first_line: usize,
        /// The column of its first appearance.
        first_column: usize,
        /// The smallest missing tile.
        missing: usize,
    },
}

impl fmt::Display for ParseErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => write!(f, "the puzzle is empty; it must begin with its dimension"),
            Self::Dimension(n) => write!(f, "the dimension is {n}; it must be from 2 to 127"),
            Self::NotANumber(word) => write!(f, "`{word}` is not a number"),
            Self::NumberTooLarge(word) => write!(f, "the number {word} is too large"),
            Self::TileTooLarge { tile, n } => {
                let last = n * n - 1;
                write!(
                    f,
                    "tile {tile} is too large; a board of dimension {n} has tiles 0 to {last}"
                )
            }
            Self::Missing { n, found } => {
                let all = n * n;
                write!(f, "the puzzle ends after {found} of {all} tiles")
            }
            Self::Extra { n, extra } => {
                let all = n * n;
                let s = if *extra == 1 { "" } else { "s" };
                write!(f, "{extra} number{s} too many; a board of dimension {n} has {all} tiles")
            }
            Self::Twice { tile, first_line, first_column, missing } => write!(
                f,
                "tile {tile} appears twice, first at line {first_line}, column {first_column}; \
                 tile {missing} is missing"
            ),
        }
    }
}

/// A position in the text: line and column, both counted from 1, with columns in characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct TextPosition {
    line: usize,
    column: usize,
}

impl TextPosition {
    fn error(self, kind: ParseErrorKind) -> ParseError {
        ParseError { at: self, kind }
    }
}

/// A sequence of characters without white space.
struct TextWord<'a> {
    text: &'a str,
    at: TextPosition,
}

impl TextWord<'_> {
    fn parse_number(&self) -> Result<usize, ParseError> {
        // `u32::from_str` also accepts a plus sign, but puzzle files have no signs.
        if !self.text.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(self.at.error(ParseErrorKind::NotANumber(self.quoted())));
        }
        // Leading zeros are allowed, so the number of digits is not limited.
        let number = self.text.parse::<u32>().ok().and_then(|number| usize::try_from(number).ok());
        number.ok_or_else(|| self.at.error(ParseErrorKind::NumberTooLarge(self.quoted())))
    }

    /// Returns the word for an error message, shortened and with control characters escaped.
    fn quoted(&self) -> String {
        // A whole file without spaces should not fill the message.
        const MAX_QUOTED: usize = 20;
        let mut shown: String =
            self.text.chars().take(MAX_QUOTED).flat_map(char::escape_debug).collect();
        if self.text.chars().nth(MAX_QUOTED).is_some() {
            shown.push_str("...");
        }
        shown
    }
}

/// An iterator over the words of a text and their positions.
struct TextWords<'a> {
    rest: &'a str,
    at: TextPosition,
}

impl<'a> TextWords<'a> {
    fn new(text: &'a str) -> Self {
        Self { rest: text, at: TextPosition { line: 1, column: 1 } }
    }

    /// Returns the position of the end of the text. Call this only after reading all words.
    fn end_position(&self) -> TextPosition {
        self.at
    }

    /// Removes and returns the next `len` bytes of the text.
    fn take_bytes(&mut self, len: usize) -> &'a str {
        let (taken, rest) = self.rest.split_at(len);
        self.rest = rest;
        for c in taken.chars() {
            if c == '\n' {
                self.at = TextPosition { line: self.at.line + 1, column: 1 };
            } else {
                self.at.column += 1;
            }
        }
        taken
    }
}

impl<'a> Iterator for TextWords<'a> {
    type Item = TextWord<'a>;

    fn next(&mut self) -> Option<TextWord<'a>> {
        let blank = self.rest.find(|c: char| !c.is_whitespace());
        self.take_bytes(blank.unwrap_or(self.rest.len()));
        let at = self.at;
        let len = self.rest.find(char::is_whitespace).unwrap_or(self.rest.len());
        let text = self.take_bytes(len);
        (!text.is_empty()).then_some(TextWord { text, at })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_white_space_is_a_separator() {
        let expected = vec![vec![0, 1, 3], vec![4, 2, 5], vec![7, 8, 6]];
        for text in [
            "3\n 0  1  3\n 4  2  5\n 7  8  6\n",
            "3 0 1 3 4 2 5 7 8 6",
            "\u{feff}3\r\n0 1 3\r\n4 2 5\r\n7 8 6\r\n\r\n",
            "\n\n  3\t0\t1\t3\n\n4 2\n5 7 8 6   \n \n",
            "03 00 01 3 4 2 5 7 8 00000000006",
        ] {
            assert_eq!(parse_tiles(text).as_ref(), Ok(&expected), "{text:?}");
        }
    }

    #[test]
    fn the_largest_board_is_parsed() {
        let n: Tile = 127;
        let numbers: Vec<String> = (0..n * n).map(|tile| tile.to_string()).collect();
        let tiles = parse_tiles(&format!("{n}\n{}", numbers.join(" "))).expect("a valid puzzle");
        assert_eq!(tiles.len(), 127);
        assert_eq!(tiles[126][126], 16_128);
    }

    #[track_caller]
    fn check_error(text: &str, expected: &str) {
        assert_eq!(parse_tiles(text).unwrap_err().to_string(), expected, "{text:?}");
    }

    #[test]
    fn every_mistake_is_reported_with_its_position() {
        check_error("", "line 1, column 1: the puzzle is empty; it must begin with its dimension");
        check_error(
            " \n ",
            "line 2, column 2: the puzzle is empty; it must begin with its dimension",
        );
        check_error("1 0", "line 1, column 1: the dimension is 1; it must be from 2 to 127");
        check_error("\n 128", "line 2, column 2: the dimension is 128; it must be from 2 to 127");
        check_error("2\n1 2\n3", "line 3, column 2: the puzzle ends after 3 of 4 tiles");
        check_error("2\n1 2\n3\n\n", "line 5, column 1: the puzzle ends after 3 of 4 tiles");
        check_error(
            "2\n1 2\n3 0\n 4",
            "line 4, column 2: 1 number too many; a board of dimension 2 has 4 tiles",
        );
        check_error(
            "2\n1 2\n3 0 junk 5 6",
            "line 3, column 5: 3 numbers too many; a board of dimension 2 has 4 tiles",
        );
        check_error(
            "2\n0 2\n2 2",
            "line 3, column 1: tile 2 appears twice, first at line 2, column 3; tile 1 is missing",
        );
        check_error(
            "2\n1 2\n3 4",
            "line 3, column 3: tile 4 is too large; a board of dimension 2 has tiles 0 to 3",
        );
        check_error("2\n1 -2\n3 0", "line 2, column 3: `-2` is not a number");
        check_error("2\n1,2\n3,0", "line 2, column 1: `1,2` is not a number");
        check_error("2 é +1", "line 1, column 3: `é` is not a number");
        check_error("2 \0", "line 1, column 3: `\\0` is not a number");
        check_error("2 99999999999 1", "line 1, column 3: the number 99999999999 is too large");
        check_error(
            "2 aaaaaaaaaaaaaaaaaaaaaaaaa",
            "line 1, column 3: `aaaaaaaaaaaaaaaaaaaa...` is not a number",
        );
    }
}
