//! Files that tools and operating systems leave behind.

use super::archive;
use super::folder::has_rust_extension;

/// What is never anybody's work, in lowercase.
const NOISE: [&str; 12] = [
    "__macosx",
    ".ds_store",
    "thumbs.db",
    "desktop.ini",
    ".git",
    ".gitattributes",
    ".gitignore",
    ".gitmodules",
    ".svn",
    ".idea",
    ".vscode",
    ".vs",
];

/// The folder of cargo's output.
const TARGET: &str = "target";

/// Returns `true` for names of files and folders that are nobody's work.
pub(super) fn is_noise(name: &str) -> bool {
    // When the file system does not support metadata, macOS writes the metadata of `file` to `._file`.
    name.starts_with("._") || NOISE.iter().any(|known| name.eq_ignore_ascii_case(known))
}

/// Returns `true` for the name of cargo's output folder.
pub(super) fn is_target(name: &str) -> bool {
    name.eq_ignore_ascii_case(TARGET)
}

/// Returns `true` for the name of a file or folder that counts in a folder named like cargo's output.
pub(super) fn is_code(name: &str) -> bool {
    ["src", "Cargo.toml"].contains(&name)
        || has_rust_extension(name)
        || archive::is_archive_name(name)
}
