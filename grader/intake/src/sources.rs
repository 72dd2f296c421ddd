//! Reads all Rust files in submitted or published code, in any layout, for tools that compare code without running it.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::encoding::read_text;
use super::folder::has_rust_extension;
use super::input::InputPath;
use super::{IntakeError, OpenedInput, root, size};

/// The maximum number of Rust files, and their maximum total size in bytes.
// These are more than a submission may have, because similar code is also looked for in what was refused.
const MAX_FILES: usize = 2000;
const MAX_BYTES: u64 = 16 << 20;

/// The maximum depth of folders to read.
/// It is the same depth as for submissions.
const MAX_DEPTH: usize = 16;

/// The folders in a crate that contain only test code.
const TESTS: [&str; 2] = ["tests", "benches"];

/// The Rust files in a folder that might not contain a submission.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RustSources {
    /// The path and text of each file, starting with the submission's files, if any.
    pub files: Vec<(String, String)>,
    /// The path of each file or folder that was not read, with the reason, worded as the end of a sentence.
    pub unread: Vec<(String, String)>,
}

/// Reads all Rust files in the input, even if they do not belong to a submission. Skips copies, tests, the `slider`
/// crate, and litter.
///
/// # Errors
///
/// Fails if there are no readable Rust files, or if there is a problem with the machine.
pub(super) fn read_rust_files(opened: &OpenedInput) -> Result<RustSources, IntakeError> {
    let mut sources = RustSources::default();
    let mut refusal = None;
    match opened.read_submission() {
        Ok(submission) => {
            let files = submission.files();
            sources.files =
                files.map(|file| (file.path.to_owned(), file.text.to_owned())).collect();
        }
        Err(error) if error.is_rejection() => refusal = Some(error),
        Err(error) => return Err(error),
    }
    let known: BTreeSet<String> = sources.files.iter().map(|(_, text)| text.clone()).collect();
    let mut room = MAX_BYTES;
    for file in rust_files(&opened.files().top(), &mut sources.unread) {
        let path = file.inside().to_owned();
        if sources.files.len() == MAX_FILES || room == 0 {
            let most = format!("{MAX_FILES} Rust files or {}", size::format_bytes(MAX_BYTES));
            sources.unread.push((path, format!("it is beyond the limit of {most}")));
            break;
        }
        match read_text(&file, room) {
            Ok(read) if known.contains(&read.text) => {}
            Ok(read) => {
                room -= read.text.len().min(usize::try_from(room).unwrap_or(usize::MAX)) as u64;
                sources.files.push((path, read.text));
            }
            Err(IntakeError::FileTooLarge { .. }) => {
                let limit = size::format_bytes(MAX_BYTES);
                sources.unread.push((path, format!("it is beyond the limit of {limit} of Rust")));
            }
            Err(error) => sources.unread.push((path, format!("it cannot be read: {error}"))),
        }
    }
    match (sources.files.is_empty(), refusal) {
        (true, Some(IntakeError::NotRust { input, .. } | IntakeError::Empty { input })) => {
            Err(IntakeError::NoRustFile { input })
        }
        (true, Some(refusal)) => Err(refusal),
        _ => Ok(sources),
    }
}

fn rust_files<'a>(top: &InputPath<'a>, unread: &mut Vec<(String, String)>) -> Vec<InputPath<'a>> {
    let mut files = Vec::new();
    let mut open = vec![(top.clone(), 0)];
    while let Some((folder, depth)) = open.pop() {
        let entries = match folder.entries() {
            Ok(entries) => entries,
            Err(error) => {
                unread.push((folder.inside().to_owned(), error.to_string()));
                continue;
            }
        };
        let is_crate = folder.join("Cargo.toml").is_file();
        for entry in entries {
            let is_test = is_crate && TESTS.contains(&entry.file_name());
            if entry.is_file() && has_rust_extension(entry.file_name()) {
                files.push(entry);
            } else if entry.is_folder()
                && !entry.file_name().starts_with('.')
                && !is_test
                && !root::is_given_crate(&entry)
            {
                if depth == MAX_DEPTH {
                    let why = format!("it is nested more than {MAX_DEPTH} folders deep");
                    unread.push((entry.inside().to_owned(), why));
                } else {
                    open.push((entry, depth + 1));
                }
            }
        }
    }
    files.sort_by(|first, second| first.inside().cmp(second.inside()));
    files
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::input::tests::input;

    fn sources(files: &[(&str, &[u8])]) -> Result<RustSources, IntakeError> {
        read_rust_files(&OpenedInput::new(input(files), "hw".to_owned()).unwrap())
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
        let beside: [(&str, &[u8]); 6] = [
            ("Cargo.toml", b""),
            ("src/lib.rs", b"pub struct Board;"),
            ("src/main.rs", b"fn main() {}"),
            ("tests/a.rs", b"fn a() {}"),
            ("old/lib.rs", b"pub struct Board;"),
            (".git/y.rs", b"fn y() {}"),
        ];
        assert_eq!(paths(&beside), ["src/lib.rs", "src/main.rs"]);
    }

    #[test]
    fn unreadable_files_are_reported() {
        let large = vec![b' '; 17 << 20];
        let found = sources(&[("a.rs", b"fn a() {}"), ("b.rs", &large)]).unwrap();
        let why = "it is beyond the limit of 16 MiB of Rust".to_owned();
        assert_eq!(found.unread, [("b.rs".to_owned(), why)]);
        let nothing = sources(&[("docs/a.txt", b"a")]);
        assert!(matches!(nothing, Err(IntakeError::NoRustFile { .. })), "{nothing:?}");
    }
}
