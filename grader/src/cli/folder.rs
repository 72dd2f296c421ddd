//! Formats paths for commands to copy.

use std::ffi::OsStr;
use std::fs;
use std::path::Path;

/// Quotes a folder as a shell argument. This is `None` for the current folder.
pub(super) fn as_argument(folder: &Path) -> Option<String> {
    let here = fs::canonicalize(".").ok();
    let is_here = here.is_some() && here == fs::canonicalize(folder).ok();
    (!is_here).then(|| quote_for_shell(&folder.to_string_lossy()))
}

/// Returns the path of a folder below the current folder, with forward slashes. This is `None` for any other folder.
pub(super) fn below_current_folder(folder: &Path) -> Option<String> {
    let here = fs::canonicalize(".").ok()?;
    let folder = fs::canonicalize(folder).ok()?;
    let parts = folder.strip_prefix(here).ok()?.components();
    let parts: Vec<_> = parts.map(|part| part.as_os_str().to_string_lossy().into_owned()).collect();
    (!parts.is_empty()).then(|| parts.join("/"))
}

/// Returns `true` for the name of a hidden file or folder, or of cargo's build folder, which are not part of a submission.
pub(super) fn is_outside_submission(name: &OsStr) -> bool {
    name == "target" || name.as_encoded_bytes().first() == Some(&b'.')
}

pub(super) fn quote_for_shell(word: &str) -> String {
    // A leading dash would look like an option.
    let word = if word.starts_with('-') { format!("./{word}") } else { word.to_owned() };
    // On Windows, a backslash separates folders, and in a shell it would quote the next character.
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
        assert_eq!(as_argument(Path::new(".")), None);
        assert_eq!(as_argument(Path::new("src/..")), None);
        assert_eq!(as_argument(Path::new("src")).as_deref(), Some("src"));
    }

    #[test]
    fn a_subfolder_is_named_relative_to_the_current_folder() {
        assert_eq!(below_current_folder(Path::new("src/../src/cli/")).as_deref(), Some("src/cli"));
        for elsewhere in [".", "..", "no such folder"] {
            assert_eq!(below_current_folder(Path::new(elsewhere)), None);
        }
    }

    #[cfg(unix)]
    #[test]
    fn folders_are_quoted_for_the_shell() {
        for (word, expected) in [
            ("../alice", "../alice"),
            ("a folder", "'a folder'"),
            ("it's", r"'it'\''s'"),
            ("$HOME", "'$HOME'"),
            ("~", "'~'"),
            ("-x", "./-x"),
        ] {
            assert_eq!(quote_for_shell(word), expected);
        }
    }
}
