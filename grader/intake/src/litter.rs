//! Files that tools and systems leave in folders, and that nobody hands in on purpose.

/// Names that no submission means, in small letters.
const LITTER: [&str; 10] = [
    "__macosx",
    ".ds_store",
    "thumbs.db",
    "desktop.ini",
    "target",
    ".git",
    ".svn",
    ".idea",
    ".vscode",
    ".vs",
];

/// Whether a file or folder of this name, and all that is in it, is passed over.
pub(super) fn is_litter(name: &str) -> bool {
    // macOS keeps what it knows of `file` in `._file` where it can keep it nowhere else.
    name.starts_with("._") || LITTER.iter().any(|it| name.eq_ignore_ascii_case(it))
}
