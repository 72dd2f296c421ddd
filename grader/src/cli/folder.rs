//! The name of a submission's folder in a command to be typed again.

use std::fs;
use std::path::Path;

/// The folder as a shell takes it; `None` for the current one, which need not be named.
pub(super) fn named(folder: &Path) -> Option<String> {
    let here = fs::canonicalize(".").ok();
    let is_here = here.is_some() && here == fs::canonicalize(folder).ok();
    (!is_here).then(|| quoted(&folder.to_string_lossy()))
}

/// A word as a shell takes it, in quotes only if it needs them.
fn quoted(word: &str) -> String {
    // What begins with a dash would be read as an option.
    let word = if word.starts_with('-') { format!("./{word}") } else { word.to_owned() };
    let is_plain =
        |c: char| c.is_alphanumeric() || "/._-+=:,@%".contains(c) || (cfg!(windows) && c == '\\');
    if word.chars().all(is_plain) {
        word
    } else if cfg!(windows) {
        format!("\"{word}\"")
    } else {
        format!("'{}'", word.replace('\'', r"'\''"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_current_folder_needs_no_name() {
        assert_eq!(named(Path::new(".")), None);
        assert_eq!(named(Path::new("src/..")), None);
        assert_eq!(named(Path::new("src")).as_deref(), Some("src"));
    }

    #[cfg(unix)]
    #[test]
    fn a_shell_gets_the_folder_as_it_is() {
        for (word, expected) in [
            ("../alice", "../alice"),
            ("a folder", "'a folder'"),
            ("it's", r"'it'\''s'"),
            ("$HOME", "'$HOME'"),
            ("~", "'~'"),
            ("-x", "./-x"),
        ] {
            assert_eq!(quoted(word), expected);
        }
    }
}
