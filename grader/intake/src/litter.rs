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
    // When the file system does not support metadata, macOS writes the metadata of `file` to `._file`.
    name.starts_with("._") || LITTER.iter().any(|it| name.eq_ignore_ascii_case(it))
}
