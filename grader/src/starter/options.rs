//! Options in a TOML file that are disabled with `#`.

/// Enables all options in a TOML file.
///
/// The `#` of an option is not followed by a space. In all other comments, it is.
pub fn enable_options(text: &str) -> String {
    text.lines().flat_map(|line| [disabled_option(line).unwrap_or(line), "\n"]).collect()
}

/// Returns the disabled option on a line, if any.
pub(crate) fn disabled_option(line: &str) -> Option<&str> {
    line.strip_prefix('#').filter(|rest| rest.starts_with(|c: char| !c.is_whitespace() && c != '#'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_enabled_and_comments_are_kept() {
        let text = "# Text.\n#\n#[late]\n#due = 1 # text\n   # more\nmax = 2\n## text\n";
        let expected = "# Text.\n#\n[late]\ndue = 1 # text\n   # more\nmax = 2\n## text\n";
        assert_eq!(enable_options(text), expected);
    }
}
