//! Options of a file that are off.

/// A TOML file with all of its options on that are off.
///
/// An option that is off is a line that begins with `#` and no space; text is a line that begins with `#`
/// and a space.
pub fn switched_on(text: &str) -> String {
    text.lines().flat_map(|line| [option(line).unwrap_or(line), "\n"]).collect()
}

/// The option of a line that switches it off.
pub(crate) fn option(line: &str) -> Option<&str> {
    line.strip_prefix('#').filter(|rest| rest.starts_with(|c: char| !c.is_whitespace() && c != '#'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_stays_and_options_come_on() {
        let text = "# Text.\n#\n#[late]\n#due = 1 # text\n   # more\nmax = 2\n## text\n";
        let expected = "# Text.\n#\n[late]\ndue = 1 # text\n   # more\nmax = 2\n## text\n";
        assert_eq!(switched_on(text), expected);
    }
}
