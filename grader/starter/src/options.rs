//! Options that are disabled in a TOML file.

/// Returns a TOML file with all options enabled.
///
/// A line with a disabled option begins with `#`, without a space after it. Other comments have a space after the `#`.
pub fn switched_on(text: &str) -> String {
    text.lines().flat_map(|line| [option(line).unwrap_or(line), "\n"]).collect()
}

/// Returns the option on a line with a disabled option.
pub(crate) fn option(line: &str) -> Option<&str> {
    line.strip_prefix('#').filter(|rest| rest.starts_with(|c: char| !c.is_whitespace() && c != '#'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_switched_on_and_comments_stay() {
        let text = "# Text.\n#\n#[late]\n#due = 1 # text\n   # more\nmax = 2\n## text\n";
        let expected = "# Text.\n#\n[late]\ndue = 1 # text\n   # more\nmax = 2\n## text\n";
        assert_eq!(switched_on(text), expected);
    }
}
