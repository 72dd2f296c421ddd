//! Prepares text for a terminal: measures and wraps lines, aligns columns, and escapes control characters.
//!
//! A width is a number of columns of a terminal. Chinese, Japanese and Korean characters and emoji take two columns.

use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// Returns the number of columns that a text without control characters takes.
pub fn width(text: &str) -> usize {
    text.width()
}

/// Breaks text into lines of at most `width` columns. Only words that are longer will be broken.
///
/// Returns at least one line, which may be empty.
///
/// # Panics
///
/// Never panics, because there is always at least one line.
pub fn wrap(text: &str, width: usize) -> Vec<String> {
    let width = width.max(1);
    let mut lines = vec![String::new()];
    let mut used = 0;
    for word in text.split_whitespace().flat_map(|word| split_to_width(word, width)) {
        let length = self::width(word);
        if used > 0 && used + 1 + length > width {
            lines.push(String::new());
            used = 0;
        }
        let line = lines.last_mut().expect("there is always a first line");
        if used > 0 {
            line.push(' ');
            used += 1;
        }
        line.push_str(word);
        used += length;
    }
    lines
}

/// Splits a word into pieces of at most `width` columns, but at least one character.
fn split_to_width(word: &str, width: usize) -> impl Iterator<Item = &str> {
    let mut rest = word;
    std::iter::from_fn(move || {
        let first = rest.chars().next()?;
        // At least one character, or a width of 0 would never end.
        let (piece, after) = rest.split_at(fitting_length(rest, width).max(first.len_utf8()));
        rest = after;
        Some(piece)
    })
}

/// Returns the length in bytes of the longest beginning that takes at most `width` columns.
fn fitting_length(text: &str, width: usize) -> usize {
    let mut used = 0;
    let is_over = |c: char| {
        used += c.width().unwrap_or_default();
        used > width
    };
    text.find(is_over).unwrap_or(text.len())
}

/// Shortens a line to at most `width` columns, with an ellipsis if anything was removed.
pub fn shorten_to_width(line: &str, width: usize) -> String {
    if self::width(line) <= width {
        return line.to_owned();
    }
    // The ellipsis takes one column.
    format!("{}…", &line[..fitting_length(line, width.saturating_sub(1))])
}

/// Shortens a sentence like [`shorten_to_width`], but between words if possible.
pub fn shorten(sentence: &str, width: usize) -> String {
    if self::width(sentence) <= width {
        return sentence.to_owned();
    }
    // The ellipsis and the space before it take two columns.
    let beginning = wrap(sentence, width.saturating_sub(2)).swap_remove(0);
    format!("{beginning} …")
}

/// How the cells of a column are aligned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Align {
    /// Text starts at the left.
    Left,
    /// Numbers end at the right.
    Right,
}

/// Pads text on one side to at least `width` columns.
pub fn pad(text: &str, width: usize, align: Align) -> String {
    let padding = " ".repeat(width.saturating_sub(self::width(text)));
    match align {
        Align::Left => format!("{text}{padding}"),
        Align::Right => format!("{padding}{text}"),
    }
}

/// Aligns the columns of a table, with two spaces between them. Lines do not end with spaces.
pub fn aligned_columns<const N: usize>(align: [Align; N], rows: &[[String; N]]) -> Vec<String> {
    let widths: [usize; N] = std::array::from_fn(|column| {
        rows.iter().map(|row| width(&row[column])).max().unwrap_or_default()
    });
    let line = |row: &[String; N]| {
        let cell = |column: usize| pad(&row[column], widths[column], align[column]);
        (0..N).map(cell).collect::<Vec<_>>().join("  ").trim_end().to_owned()
    };
    rows.iter().map(line).collect()
}

/// Escapes control characters to prevent a submission from moving the cursor, changing colors or reversing the text
/// direction. Returns a single line.
pub fn escape(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\n' => safe.push(' '),
            '\t' => safe.push_str("    "),
            c if c.is_control() || is_mark_of_direction(c) => safe.extend(c.escape_default()),
            c => safe.push(c),
        }
    }
    safe
}

/// Disarms what a log on a CI platform would execute: `::` at the beginning of a line, and `##[` and `##vso[` anywhere.
/// Names of students, files and submissions may contain it.
pub fn without_commands(text: &str) -> String {
    let lines = text.split('\n').map(|line| {
        let line = line.replace("##[", "# #[").replace("##vso[", "# #vso[");
        // GitHub also accepts commands after spaces.
        match line.trim_start().strip_prefix("::") {
            Some(rest) => format!("{}: :{rest}", &line[..line.len() - line.trim_start().len()]),
            None => line,
        }
    });
    lines.collect::<Vec<_>>().join("\n")
}

fn is_mark_of_direction(c: char) -> bool {
    matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_of_platforms_are_disarmed() {
        for (text, safe) in [
            ("a\n  ::error::b", "a\n  : :error::b"),
            ("::add-mask::x", ": :add-mask::x"),
            ("a ##[error]b ##vso[x]", "a # #[error]b # #vso[x]"),
            ("a::b # [c]", "a::b # [c]"),
        ] {
            assert_eq!(without_commands(text), safe);
        }
    }

    #[test]
    fn lines_are_broken_between_words() {
        assert_eq!(wrap("one two  three\nfour", 9), ["one two", "three", "four"]);
        assert_eq!(wrap("one two", 7), ["one two"]);
        assert_eq!(wrap("", 7), [""]);
        assert_eq!(wrap("a überlang b", 4), ["a", "über", "lang", "b"]);
        // Wide characters take two columns, so none fits into one.
        assert_eq!(wrap("越界了", 5), ["越界", "了"]);
        assert_eq!(wrap("越界", 1), ["越", "界"]);
    }

    #[test]
    fn long_lines_are_truncated() {
        assert_eq!(shorten_to_width("über", 4), "über");
        assert_eq!(shorten_to_width("überlang", 4), "übe…");
        assert_eq!(shorten_to_width("索引越界了", 8), "索引越…");
        assert_eq!(shorten("one two three", 13), "one two three");
        assert_eq!(shorten("one two three", 11), "one two …");
        assert_eq!(shorten("onetwothree", 5), "one …");
    }

    #[test]
    fn columns_are_aligned() {
        let rows = [["棋盘", "7", "a"], ["x", "10", ""]].map(|row| row.map(str::to_owned));
        let lines = aligned_columns([Align::Left, Align::Right, Align::Left], &rows);
        assert_eq!(lines, ["棋盘   7  a", "x     10"]);
        assert!(aligned_columns([Align::Left], &[]).is_empty());
    }

    #[test]
    fn control_characters_are_escaped() {
        assert_eq!(escape("a\u{1b}[31mb\r\n\tc\u{202e}"), "a\\u{1b}[31mb\\r     c\\u{202e}");
    }
}
