//! Faults in the text of a board.

use crate::words::counted;
use serde::{Deserialize, Serialize};

/// A fault in the text of a board.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TextCause {
    /// The line breaks are in the wrong places.
    LineBreaks,
    /// The text does not start with the dimension.
    NoDimension,
    /// The text never ends.
    TooLong,
    /// The text contains words other than numbers.
    NotNumbers,
    /// A word in the text is not a tile.
    NoTile {
        /// The word.
        word: String,
    },
    /// A word is longer than any tile, because spaces between numbers are missing.
    Joined {
        /// The word, or its beginning.
        word: String,
    },
    /// The text is empty.
    Empty,
    /// Numbers are missing or not separated.
    TooFew,
    /// A line has the wrong number of tiles.
    Line {
        /// The line number, from 1. The first line contains the dimension.
        line: usize,
        /// The actual number of tiles.
        numbers: usize,
        /// The expected number of tiles.
        right: usize,
        /// A number larger than any tile, if a space between two numbers is missing.
        joined: Option<u32>,
    },
    /// Every tile above 255 is shown modulo 256, as if stored in a `u8`.
    Truncated {
        /// The first such tile.
        tile: u32,
        /// The number shown for it.
        shown: u32,
    },
    /// Only the first line is wrong.
    OtherDimension {
        /// The number shown.
        shown: u32,
        /// The dimension.
        right: u32,
    },
    /// The format is correct, but the numbers are not the board's tiles.
    OtherNumbers,
}

pub(super) fn sentence_about_text(cause: &TextCause) -> String {
    let sentence = match cause {
        TextCause::Line { line, numbers, right, joined } => {
            let joined = joined
                .map_or_else(String::new, |number| format!("; `{number}` is larger than any tile"));
            return format!(
                "line {line} of the text has {} instead of {right}{joined}",
                counted(*numbers, "number")
            );
        }
        TextCause::NoTile { word } => {
            return format!("the text contains `{word}`, but this is not the number of a tile");
        }
        TextCause::Joined { word } => {
            return format!(
                "the numbers in the text run together, as in `{word}`; write a space between them"
            );
        }
        TextCause::Truncated { tile, shown } => {
            return format!(
                "tile {tile} is shown as {shown}, which is {tile} modulo 256, and so is every tile above \
                 255"
            );
        }
        TextCause::OtherDimension { shown, right } => {
            return format!("the first line of the text is {shown}, but the dimension is {right}");
        }
        TextCause::LineBreaks => "the lines of the text end in the wrong places",
        TextCause::NoDimension => "the text does not start with the dimension",
        TextCause::TooLong => "the text is far too long",
        TextCause::NotNumbers => "the text contains something other than numbers",
        TextCause::Empty => "the text is empty",
        TextCause::TooFew => "the text has too few numbers",
        TextCause::OtherNumbers => "the text shows the wrong numbers",
    };
    sentence.to_owned()
}
