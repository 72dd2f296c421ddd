//! Finds characters that cannot be seen. Web pages and word processors leave them in copied text.

/// The names of those that are most often copied.
const NAMES: [(char, &str); 9] = [
    ('\u{a0}', "no-break space"),
    ('\u{ad}', "soft hyphen"),
    ('\u{200b}', "zero-width space"),
    ('\u{200c}', "zero-width non-joiner"),
    ('\u{200d}', "zero-width joiner"),
    ('\u{200e}', "left-to-right mark"),
    ('\u{202f}', "narrow no-break space"),
    ('\u{2060}', "word joiner"),
    ('\u{feff}', "byte order mark"),
];

/// Returns the position and the first invisible character of a text.
pub(super) fn find_invisible(text: &str) -> Option<(usize, char)> {
    text.char_indices().find(|(_, character)| is_invisible(*character))
}

/// Returns the position and the first invisible character of a line of TOML that is neither in quotes nor in a comment.
/// There, it is always a mistake.
pub(super) fn find_invisible_outside_quotes(line: &str) -> Option<(usize, char)> {
    let mut quote = None;
    let mut is_escaped = false;
    for (at, character) in line.char_indices() {
        match quote {
            Some(_) if is_escaped => is_escaped = false,
            Some('"') if character == '\\' => is_escaped = true,
            Some(open) if character == open => quote = None,
            None if character == '#' => return None,
            None if matches!(character, '"' | '\'') => quote = Some(character),
            None if is_invisible(character) => return Some((at, character)),
            Some(_) | None => {}
        }
    }
    None
}

/// Says what to do about an invisible character in this column.
pub(super) fn advice(character: char, column: usize) -> String {
    let number = u32::from(character);
    let name = NAMES.iter().find(|(named, _)| *named == character);
    let name = name.map_or(String::new(), |(_, name)| format!(" ({name})"));
    let what = format!("the invisible character U+{number:04X}{name} in column {column}");
    if character.is_whitespace() {
        format!("replace {what} with a space")
    } else {
        format!("delete {what}")
    }
}

fn is_invisible(character: char) -> bool {
    let is_format = matches!(
        character,
        '\u{ad}'
            | '\u{34f}'
            | '\u{61c}'
            | '\u{180e}'
            | '\u{200b}'..='\u{200f}'
            | '\u{202a}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}'
            | '\u{feff}'
    );
    let is_space = character.is_whitespace() && !character.is_ascii();
    let is_control = character.is_control() && !matches!(character, '\t' | '\r' | '\n');
    is_format || is_space || is_control
}
