//! Files that tools and operating systems leave behind, and that nobody submits on purpose.

/// Names that never belong to a submission, in lowercase.
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

/// Returns `true` if a file or folder with this name is ignored, along with its contents.
pub(super) fn is_litter(name: &str) -> bool {
    // On file systems that do not support metadata, macOS stores the metadata of `file` in `._file`.
    name.starts_with("._") || LITTER.iter().any(|it| name.eq_ignore_ascii_case(it))
}
