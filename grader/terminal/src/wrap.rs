//! Prepares text for a terminal: wraps lines and escapes control characters.

/// Breaks text into lines of at most `width` characters. Only words that are longer will be broken.
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
    for word in text.split_whitespace().flat_map(|word| pieces(word, width)) {
        let length = word.chars().count();
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

/// Splits a word into pieces of at most `width` characters.
fn pieces(word: &str, width: usize) -> impl Iterator<Item = &str> {
    let mut rest = word;
    std::iter::from_fn(move || {
        let end = rest.char_indices().nth(width).map_or(rest.len(), |(end, _)| end);
        let (piece, after) = rest.split_at(end);
        rest = after;
        (!piece.is_empty()).then_some(piece)
    })
}

/// Shortens a line to at most `width` characters, with an ellipsis if anything was removed.
pub fn cut(line: &str, width: usize) -> String {
    if line.chars().count() <= width {
        return line.to_owned();
    }
    let mut beginning: String = line.chars().take(width.saturating_sub(1)).collect();
    beginning.push('…');
    beginning
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

/// Formats a count with a singular or plural noun.
pub fn count(number: usize, thing: &str) -> String {
    if number == 1 { format!("1 {thing}") } else { format!("{number} {thing}s") }
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
    }

    #[test]
    fn long_lines_are_truncated() {
        assert_eq!(cut("über", 4), "über");
        assert_eq!(cut("überlang", 4), "übe…");
    }

    #[test]
    fn control_characters_are_escaped() {
        assert_eq!(escape("a\u{1b}[31mb\r\n\tc\u{202e}"), "a\\u{1b}[31mb\\r     c\\u{202e}");
    }
}
