//! Reads all Rust files in submitted or published code, in any layout, for tools that compare code without running it.

use std::collections::BTreeSet;
use std::fs;
use std::io::Read as _;
use std::path::{Path, PathBuf};

use base::regular;
use serde::{Deserialize, Serialize};

use super::folder::is_source;
use super::{IntakeError, Opened, litter, root, size};

/// The maximum number of Rust files, and their maximum total size in bytes.
const MAX_FILES: usize = 2000;
const MAX_BYTES: u64 = 16 << 20;

const MAX_DEPTH: usize = 16;

/// The folders in a crate that contain only test code.
const TESTS: [&str; 2] = ["tests", "benches"];

/// The Rust files in a folder that might not contain a submission.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sources {
    /// The path and text of each file, starting with the submission's files, if any.
    pub files: Vec<(String, String)>,
    /// The path of each file or folder that was not read, with the reason, worded as the end of a sentence.
    pub unread: Vec<(String, String)>,
}

/// Reads all Rust files in an opened folder, even if they do not belong to a submission. Skips copies, tests, the
/// `slider` crate, and litter.
///
/// # Errors
///
/// Fails if there are no readable Rust files, or if there is a problem with the machine.
pub(super) fn read(opened: &Opened) -> Result<Sources, IntakeError> {
    let mut sources = Sources::default();
    let mut refusal = None;
    match opened.read() {
        Ok(submission) => {
            let files = submission.files();
            sources.files = files.map(|it| (it.path.to_owned(), it.text.to_owned())).collect();
        }
        Err(error) if error.is_rejection() => refusal = Some(error),
        Err(error) => return Err(error),
    }
    let known: BTreeSet<String> = sources.files.iter().map(|(_, text)| text.clone()).collect();
    let mut room = MAX_BYTES;
    for (path, place) in rust_files(opened, &mut sources.unread) {
        if sources.files.len() == MAX_FILES || room == 0 {
            let most = format!("{MAX_FILES} Rust files or {}", size::shown(MAX_BYTES));
            sources.unread.push((path, format!("it is beyond the limit of {most}")));
            break;
        }
        match text(&place, room) {
            Ok(text) if known.contains(&text) => {}
            Ok(text) => {
                room -= text.len() as u64;
                sources.files.push((path, text));
            }
            Err(why) => sources.unread.push((path, why)),
        }
    }
    match (sources.files.is_empty(), refusal) {
        (true, Some(IntakeError::NotRust { path, .. } | IntakeError::Empty { path })) => {
            Err(IntakeError::NoRustFile { path })
        }
        (true, Some(refusal)) => Err(refusal),
        _ => Ok(sources),
    }
}

fn rust_files(folder: &Path, unread: &mut Vec<(String, String)>) -> Vec<(String, PathBuf)> {
    let mut files = Vec::new();
    let mut open = vec![(String::new(), folder.to_owned(), 0)];
    while let Some((name, folder, depth)) = open.pop() {
        let entries = match fs::read_dir(&folder) {
            Ok(entries) => entries.filter_map(Result::ok),
            Err(error) => {
                unread.push((name, format!("it cannot be read: {error}")));
                continue;
            }
        };
        let is_crate = folder.join("Cargo.toml").is_file();
        for entry in entries {
            let own = entry.file_name().to_string_lossy().into_owned();
            let path = if name.is_empty() { own.clone() } else { format!("{name}/{own}") };
            let Ok(kind) = entry.file_type() else { continue };
            let is_hidden = own.starts_with('.') || litter::is_litter(&own);
            let is_test = is_crate && TESTS.contains(&own.as_str());
            if kind.is_file() && is_source(&own) {
                files.push((path, entry.path()));
            } else if kind.is_dir() && !is_hidden && !is_test && !root::is_given(&entry.path()) {
                if depth == MAX_DEPTH {
                    unread.push((path, format!("it is nested more than {MAX_DEPTH} folders deep")));
                } else {
                    open.push((path, entry.path(), depth + 1));
                }
            }
        }
    }
    files.sort();
    files
}

/// Returns the text of a file of at most `room` bytes, or the reason why it cannot be read.
fn text(path: &Path, room: u64) -> Result<String, String> {
    let unreadable = |error| format!("it cannot be read: {error}");
    let mut bytes = Vec::new();
    let file = regular::open(path).map_err(unreadable)?;
    file.take(room + 1).read_to_end(&mut bytes).map_err(unreadable)?;
    if bytes.len() as u64 > room {
        return Err(format!("it is beyond the limit of {} of Rust", size::shown(MAX_BYTES)));
    }
    String::from_utf8(bytes).map_err(|_| "it is not UTF-8 text".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::open;

    fn sources(files: &[(&str, &[u8])]) -> Result<Sources, IntakeError> {
        let folder = tempfile::tempdir().unwrap();
        for (name, text) in files {
            let path = folder.path().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        read(&open(folder.path()).unwrap())
    }

    fn paths(files: &[(&str, &[u8])]) -> Vec<String> {
        sources(files).unwrap().files.into_iter().map(|(path, _)| path).collect()
    }

    #[test]
    fn crates_of_any_layout_are_read() {
        assert_eq!(
            paths(&[("Cargo.toml", b""), ("src/main.rs", b"fn main() {}")]),
            ["src/main.rs"]
        );
        let crates: [(&str, &[u8]); 4] = [
            ("a/Cargo.toml", b""),
            ("a/src/lib.rs", b"struct A;"),
            ("b/src/lib.rs", b"struct B;"),
            ("c/board.rs", b"struct C;"),
        ];
        assert_eq!(paths(&crates), ["a/src/lib.rs", "b/src/lib.rs", "c/board.rs"]);
        let beside: [(&str, &[u8]); 7] = [
            ("Cargo.toml", b""),
            ("src/lib.rs", b"pub struct Board;"),
            ("src/main.rs", b"fn main() {}"),
            ("tests/a.rs", b"fn a() {}"),
            ("old/lib.rs", b"pub struct Board;"),
            ("target/x.rs", b"fn x() {}"),
            (".git/y.rs", b"fn y() {}"),
        ];
        assert_eq!(paths(&beside), ["src/lib.rs", "src/main.rs"]);
    }

    #[test]
    fn unreadable_files_are_reported() {
        let found = sources(&[("a.rs", b"fn a() {}"), ("b.rs", b"\xff")]).unwrap();
        assert_eq!(found.unread, [("b.rs".to_owned(), "it is not UTF-8 text".to_owned())]);
        let nothing = sources(&[("docs/a.txt", b"a")]);
        assert!(matches!(nothing, Err(IntakeError::NoRustFile { .. })), "{nothing:?}");
    }
}
