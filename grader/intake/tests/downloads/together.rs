//! What somebody hands in together belongs together, on every platform.

use std::collections::BTreeMap;

use intake::class::{self, Attempt};

use crate::{lay, pack};

/// The path of a file in a download, by its number and the name that the student gave it.
type Placed = fn(usize, &str) -> String;

/// Where a platform puts a file of its only student: one after the other, or in a folder.
const PLACES: [(&str, Placed); 6] = [
    ("Canvas", |number, file| format!("doejane_11_{}_{file}", 501 + number)),
    ("Blackboard", |_, file| format!("8-P_jdoe_attempt_2026-11-20-10-33-12_{file}")),
    ("Brightspace", |_, file| format!("1-2 - Jane Doe - Nov 20, 2026 1033 AM/{file}")),
    ("Brightspace", |_, file| format!("1-2 - Jane Doe - Nov 20, 2026 1033 AM - {file}")),
    ("Moodle", |_, file| format!("Jane Doe_11_assignsubmission_file_/{file}")),
    ("Moodle", |_, file| format!("Jane Doe_11_assignsubmission_file_{file}")),
];

fn zip(files: &[(&str, &str)]) -> Vec<u8> {
    let file = |(name, text): &(&str, &str)| ((*name).to_owned(), text.as_bytes().to_vec());
    pack(&files.iter().map(file).collect())
}

/// What is in a file that students hand in, by its name.
fn bytes(name: &str) -> Vec<u8> {
    let board = format!("pub struct Board; // {name}");
    match name {
        "hw4.zip" | "all.zip" => zip(&[("board.rs", &board), ("solver.rs", "// in an archive")]),
        "deep.zip" => zip(&[("hw/src/board.rs", &board), ("hw/Cargo.toml", "[package]")]),
        "solver.zip" => zip(&[("solver.rs", "// in an archive")]),
        "tests.zip" => zip(&[("tests/board.rs", "")]),
        "Report.zip" | "thoughts.docx" => zip(&[("report.pdf", "%PDF")]),
        "old.rar" => b"Rar!\x1a\x07\x01\x00".to_vec(),
        _ => board.into_bytes(),
    }
}

/// What is made of these files: the code of each source or the reason why there is none, and what is
/// said of the others. It has to be the same wherever they are handed in, and in whatever order.
fn together(names: &[&str]) -> String {
    let mut results: Vec<(String, String)> = Vec::new();
    for (platform, place) in PLACES {
        for is_reversed in [false, true] {
            let mut order = names.to_vec();
            if is_reversed {
                order.reverse();
            }
            let file = |(number, name): (usize, &&str)| (place(number, name), bytes(name));
            let files: BTreeMap<String, Vec<u8>> = order.iter().enumerate().map(file).collect();
            let folder = tempfile::tempdir().unwrap();
            lay(&files, folder.path());
            let class = class::find(&[folder.path().to_owned()], None).unwrap();
            let [entry] = &class.entries[..] else { panic!("{platform}: {:?}", class.entries) };
            assert_eq!(entry.from.map(class::Platform::name), Some(platform));
            assert_eq!(entry.older, [], "{platform}");
            results.push((platform.to_owned(), shown(entry)));
        }
    }
    let (_, first) = results[0].clone();
    for (platform, result) in results {
        assert_eq!(result, first, "{platform}: {names:?}");
    }
    first
}

fn shown(entry: &Attempt) -> String {
    let submission = match entry.read() {
        Ok(submission) => submission,
        Err(error) => {
            assert!(error.is_rejection() && error.hint().is_some(), "{error}");
            return entry.without_paths(&error.to_string(), "NAME");
        }
    };
    let code = submission.files().filter(|it| it.path != "src/lib.rs");
    let code = code.map(|it| format!("{}: {}", it.path, it.text));
    code.chain(submission.left_out().iter().cloned()).collect::<Vec<_>>().join("\n")
}

#[test]
fn an_archive_without_code_is_left_out() {
    insta::assert_snapshot!(together(&["hw4.zip", "Report.zip"]), @"
    src/board.rs: pub struct Board; // hw4.zip
    src/solver.rs: // in an archive
    `Report.zip` contains no Rust code
    ");
    insta::assert_snapshot!(together(&["deep.zip", "Report.zip", "thoughts.docx"]), @"
    src/board.rs: pub struct Board; // deep.zip
    `Report.zip` contains no Rust code
    `thoughts.docx` contains no Rust code
    ");
    insta::assert_snapshot!(together(&["hw4.zip", "old.rar"]), @"
    src/board.rs: pub struct Board; // hw4.zip
    src/solver.rs: // in an archive
    `old.rar` is a RAR archive, but this kind is not supported
    ");
    insta::assert_snapshot!(together(&["board.rs", "Report.zip"]), @"
    src/board.rs: pub struct Board; // board.rs
    `Report.zip` contains no Rust code
    ");
}

#[test]
fn files_that_are_whole_need_no_archive() {
    insta::assert_snapshot!(together(&["board.rs", "solver.rs", "Report.zip"]), @"
    src/board.rs: pub struct Board; // board.rs
    src/solver.rs: pub struct Board; // solver.rs
    `Report.zip` was not opened, because the files next to it are a complete submission
    ");
    insta::assert_snapshot!(together(&["board.rs", "solver.rs", "hw4.zip"]), @"
    src/board.rs: pub struct Board; // board.rs
    src/solver.rs: pub struct Board; // solver.rs
    `hw4.zip` was not opened, because the files next to it are a complete submission
    ");
}

#[test]
fn files_belong_to_the_code_in_the_archive() {
    insta::assert_snapshot!(together(&["board.rs", "solver.zip", "Report.zip"]), @"
    src/board.rs: pub struct Board; // board.rs
    src/solver.rs: // in an archive
    `Report.zip` contains no Rust code
    ");
    insta::assert_snapshot!(together(&["board.rs", "hw4.zip"]), @"
    src/board.rs: pub struct Board; // board.rs
    src/solver.rs: // in an archive
    `board.rs` in `hw4.zip` was replaced by the file next to it
    ");
    insta::assert_snapshot!(together(&["board.rs", "tests.zip"]), @"
    src/board.rs: pub struct Board; // board.rs
    no submission begins in `tests.zip`
    ");
}

#[test]
fn two_archives_with_code_are_refused() {
    insta::assert_snapshot!(together(&["all.zip", "hw4.zip"]), @"several archives have Rust code, and it is not clear which one counts: `all.zip`, `hw4.zip`");
    insta::assert_snapshot!(together(&["all.zip", "deep.zip", "hw4.zip", "Report.zip"]), @"several archives have Rust code, and it is not clear which one counts: `all.zip`, `deep.zip`, `hw4.zip`");
}

#[test]
fn archives_without_code_are_no_submission() {
    insta::assert_snapshot!(together(&["Report.zip", "old.rar"]), @"there is no archive with Rust code: `Report.zip` contains no Rust code; `old.rar` is a RAR archive, but this kind is not supported");
}
