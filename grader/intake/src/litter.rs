//! Files that tools and operating systems leave behind.

/// In lowercase.
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

/// Returns `true` for names of files and folders to ignore.
pub(super) fn is_litter(name: &str) -> bool {
    // On file systems without metadata, macOS stores the metadata of `file` in `._file`.
    name.starts_with("._") || LITTER.iter().any(|it| name.eq_ignore_ascii_case(it))
}
