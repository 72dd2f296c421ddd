//! Files submitted together belong together on every platform.

use std::collections::BTreeMap;
use std::io::Cursor;

use base::UserError as _;
use intake::class::{self, Attempt};
use sevenz_rust2::{ArchiveEntry, ArchiveWriter};

use crate::{lay, pack};

/// Returns the path of a file in a download, given its number and the chosen name.
type Placed = fn(usize, &str) -> String;

/// Where platforms put the files of a single student: side by side or in a folder.
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

fn seven_zip(files: &[(&str, &[u8])]) -> Vec<u8> {
    let mut writer = ArchiveWriter::new(Cursor::new(Vec::new())).unwrap();
    for (name, bytes) in files {
        writer.push_archive_entry(ArchiveEntry::new_file(name), Some(*bytes)).unwrap();
    }
    writer.finish().unwrap().into_inner()
}

fn bytes(name: &str) -> Vec<u8> {
    let board = format!("pub struct Board; // {name}");
    match name {
        "hw4.7z" => seven_zip(&[("hw\\board.rs", board.as_bytes()), ("hw\\notes.txt", b"A*")]),
        "hw4.tar.xz" => include_bytes!("../xz/crc64.tar.xz").to_vec(),
        "inner.zip" => pack(
            &[
                ("hw4.7z".to_owned(), bytes("hw4.7z")),
                ("__MACOSX/._hw4.7z".to_owned(), b"Mac".to_vec()),
                ("report.pdf".to_owned(), b"%PDF".to_vec()),
            ]
            .into(),
        ),
        "inner.7z" => seven_zip(&[
            ("hand in/hw4.tar.xz", &bytes("hw4.tar.xz")),
            ("hand in/Report.zip", &bytes("Report.zip")),
        ]),
        "latin1.zip" => pack(&[("hw/board.rs".to_owned(), bytes("latin1.rs"))].into()),
        "slip.zip" => zip(&[("../board.rs", &board)]),
        "half.zip" => bytes("hw4.zip")[..90].to_vec(),
        "old.zip" => zip(&[("old/board.rs", &board), ("new/board.rs", &board)]),
        "empty.zip" => zip(&[]),
        name if let Some(inner) = name.strip_prefix("packed ") => {
            pack(&[(format!("a/{inner}"), bytes(inner))].into())
        }
        "workspace.zip" => zip(&[
            ("hw/Cargo.toml", "[workspace]\nmembers = ['*']"),
            ("hw/slider/Cargo.toml", "[package]\nname = 'slider'"),
            ("hw/slider/src/lib.rs", "pub trait Board {}"),
            ("hw/puzzle/Cargo.toml", "[package]\nname = 'puzzle'"),
            ("hw/puzzle/src/lib.rs", &board),
        ]),
        "hw4.zip" | "all.zip" => zip(&[("board.rs", &board), ("solver.rs", "// in an archive")]),
        "deep.zip" => zip(&[("hw/src/board.rs", &board), ("hw/Cargo.toml", "[package]")]),
        "solver.zip" => zip(&[("solver.rs", "// in an archive")]),
        "puzzle.rs" | "main.rs" => format!("{board}\npub struct Solver;").into_bytes(),
        "search.rs" => b"pub struct Solver;".to_vec(),
        "capitals.zip" => zip(&[("hw/Board.rs", &board), ("hw/Solver.rs", "// in an archive")]),
        "single.zip" => zip(&[("hw/main.rs", &format!("{board}\npub struct Solver;"))]),
        "windows.zip" => zip(&[("hw\\src\\board.rs", &board), ("hw\\Cargo.toml", "[package]")]),
        "hw4.zip.zip" => pack(&[("hw4.zip".to_owned(), bytes("hw4.zip"))].into()),
        "both.zip" => pack(
            &[
                ("a/deep.zip".to_owned(), bytes("deep.zip")),
                ("Report.zip".to_owned(), bytes("Report.zip")),
            ]
            .into(),
        ),
        "two.zip" => pack(
            &[("deep.zip".to_owned(), bytes("deep.zip")), ("hw4.zip".to_owned(), bytes("hw4.zip"))]
                .into(),
        ),
        "thrice.zip" => pack(&[("hw4.zip.zip".to_owned(), bytes("hw4.zip.zip"))].into()),
        "tests.zip" => zip(&[("tests/board.rs", "")]),
        "Report.zip" | "thoughts.docx" => zip(&[("report.pdf", "%PDF")]),
        "latin1.rs" => b"pub struct Board; // \xfc".to_vec(),
        "lib.rs" => b"mod latin1;".to_vec(),
        "notes.rs" => b"pub struct Notes;".to_vec(),
        "old.rar" => b"Rar!\x1a\x07\x01\x00".to_vec(),
        _ => board.into_bytes(),
    }
}

/// Returns the result for these files: the origin of each source file, or the reason why there is no code, and the
/// messages about other files. The result must be the same on every platform and for every order of the files.
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

/// Formats the result for an entry. No message may contain the path of a temporary folder.
fn shown(entry: &Attempt) -> String {
    let said = said(entry);
    assert!(!said.contains(&*std::env::temp_dir().to_string_lossy()), "{said}");
    said
}

fn said(entry: &Attempt) -> String {
    let submission = match entry.read() {
        Ok(submission) => submission,
        Err(error) => {
            assert!(error.is_rejection() && error.hint().is_some(), "{error}");
            return error.to_string().replace(&entry.name, "NAME");
        }
    };
    let is_made_up = |path: &str| path == "src/lib.rs" && submission.has_generated_root();
    let code = submission.files().filter(|file| !is_made_up(file.path));
    let code = code.map(|file| format!("{}: {}", file.path, file.text));
    code.chain(submission.left_out().iter().cloned()).collect::<Vec<_>>().join("\n")
}

#[test]
fn an_archive_without_code_is_ignored() {
    insta::assert_snapshot!(together(&["hw4.zip", "Report.zip"]), @"
    src/board.rs: pub struct Board; // hw4.zip
    src/solver.rs: // in an archive
    `Report.zip` contains no Rust code, only `report.pdf`
    ");
    insta::assert_snapshot!(together(&["deep.zip", "Report.zip", "thoughts.docx"]), @"
    src/board.rs: pub struct Board; // deep.zip
    `Report.zip` contains no Rust code, only `report.pdf`
    `thoughts.docx` contains no Rust code, only `report.pdf`
    ");
    insta::assert_snapshot!(together(&["hw4.zip", "old.rar"]), @"
    src/board.rs: pub struct Board; // hw4.zip
    src/solver.rs: // in an archive
    `old.rar` is a RAR archive, which is not supported
    ");
    insta::assert_snapshot!(together(&["board.rs", "Report.zip"]), @"
    src/board.rs: pub struct Board; // board.rs
    `Report.zip` contains no Rust code, only `report.pdf`
    ");
}

#[test]
fn archives_next_to_a_complete_submission_are_not_opened() {
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
fn files_are_merged_with_the_code_in_the_archive() {
    insta::assert_snapshot!(together(&["board.rs", "solver.zip", "Report.zip"]), @"
    src/board.rs: pub struct Board; // board.rs
    src/solver.rs: // in an archive
    `Report.zip` contains no Rust code, only `report.pdf`
    ");
    insta::assert_snapshot!(together(&["board.rs", "hw4.zip"]), @"
    src/board.rs: pub struct Board; // board.rs
    src/solver.rs: // in an archive
    `board.rs` in `hw4.zip` was replaced by the file next to it
    ");
    insta::assert_snapshot!(together(&["board.rs", "tests.zip"]), @"
    src/board.rs: pub struct Board; // board.rs
    there is no submission in `tests.zip`
    ");
}

#[test]
fn several_archives_with_code_are_rejected() {
    insta::assert_snapshot!(together(&["all.zip", "hw4.zip"]), @"several archives contain Rust code, and it is unclear which one counts: `all.zip`, `hw4.zip`");
    insta::assert_snapshot!(together(&["all.zip", "deep.zip", "hw4.zip", "Report.zip"]), @"several archives contain Rust code, and it is unclear which one counts: `all.zip`, `deep.zip`, `hw4.zip`");
}

#[test]
fn archives_without_code_are_rejected() {
    insta::assert_snapshot!(together(&["Report.zip", "old.rar"]), @"no archive contains Rust code: `Report.zip` contains no Rust code, only `report.pdf`; `old.rar` is a RAR archive, which is not supported");
}

/// A reason is part of a grade, so it names the submitted file rather than a path on the machine.
#[test]
fn rejections_name_the_submitted_file() {
    insta::assert_snapshot!(together(&["lib.rs", "latin1.rs"]), @"
    src/latin1.rs: pub struct Board; // ü
    src/lib.rs: mod latin1;
    `latin1.rs` is not UTF-8 in line 1, and is read as Latin-1
    ");
    insta::assert_snapshot!(together(&["notes.rs", "Report.zip"]), @"there is no crate in `notes.rs`; `Report.zip` contains no Rust code, only `report.pdf`");
}

#[test]
fn rejections_inside_archives_name_the_submitted_file() {
    let faulty = ["latin1.zip", "slip.zip", "half.zip", "old.zip", "empty.zip", "tests.zip"];
    let reasons = |prefix: &str| {
        let reasons = faulty.map(|name| together(&[&format!("{prefix}{name}")]));
        reasons.join("\n")
    };
    insta::assert_snapshot!(reasons(""), @"
    src/board.rs: pub struct Board; // ü
    `board.rs` is not UTF-8 in line 1, and is read as Latin-1
    in `NAME/slip.zip`, `../board.rs` points outside the archive
    `NAME/half.zip` is damaged: invalid Zip archive: Could not find EOCD
    `NAME/old.zip` contains two submissions: `NAME/old.zip/new` and `NAME/old.zip/old`
    `NAME/empty.zip` is empty
    `NAME/tests.zip` contains no Rust crate, only `tests/board.rs`
    ");
    insta::assert_snapshot!(reasons("packed "), @"
    src/board.rs: pub struct Board; // ü
    `board.rs` is not UTF-8 in line 1, and is read as Latin-1
    in `NAME/packed slip.zip`, `../board.rs` points outside the archive
    `NAME/packed half.zip` is damaged: invalid Zip archive: Could not find EOCD
    `NAME/packed old.zip` contains two submissions: `NAME/packed old.zip/new` and `NAME/packed old.zip/old`
    `NAME/packed empty.zip` is empty
    `NAME/packed tests.zip` contains no Rust crate, only `tests/board.rs`
    ");
    let beside = faulty.map(|name| together(&["notes.rs", name]));
    insta::assert_snapshot!(beside.join("\n"), @"
    src/board.rs: pub struct Board; // ü
    `board.rs` is not UTF-8 in line 1, and is read as Latin-1
    there is no crate in `notes.rs`; in `slip.zip`, `../board.rs` points outside the archive
    there is no crate in `notes.rs`; `half.zip` is damaged: invalid Zip archive: Could not find EOCD
    `NAME/old.zip` contains two submissions: `NAME/old.zip/new` and `NAME/old.zip/old`
    there is no crate in `notes.rs`; `empty.zip` contains no Rust code
    there is no crate in `notes.rs`; there is no submission in `tests.zip`
    ");
}

#[test]
fn system_and_browser_file_names_are_normalized() {
    insta::assert_snapshot!(together(&["Board.rs"]), @"
    src/board.rs: pub struct Board; // Board.rs
    `Board.rs` is read as `board.rs`
    ");
    insta::assert_snapshot!(together(&["board (1).rs", "board (2).rs"]), @"
    src/board.rs: pub struct Board; // board (2).rs
    `board (2).rs` is read as `board.rs`
    `board (1).rs` is ignored, because `board (2).rs` takes precedence
    ");
    insta::assert_snapshot!(together(&["board (2).rs", "board.rs"]), @"
    src/board.rs: pub struct Board; // board.rs
    `board (2).rs` is ignored, because `board.rs` takes precedence
    ");
    insta::assert_snapshot!(together(&["capitals.zip"]), @"
    src/board.rs: pub struct Board; // capitals.zip
    src/solver.rs: // in an archive
    `Board.rs` is read as `board.rs`
    `Solver.rs` is read as `solver.rs`
    ");
    insta::assert_snapshot!(together(&["windows.zip", "Board.rs"]), @"
    src/board.rs: pub struct Board; // Board.rs
    `Board.rs` in `windows.zip` was replaced by the file next to it
    ");
}

#[test]
fn a_single_file_may_have_any_name() {
    insta::assert_snapshot!(together(&["puzzle.rs"]), @"
    src/puzzle.rs: pub struct Board; // puzzle.rs
    pub struct Solver;
    ");
    insta::assert_snapshot!(together(&["main.rs", "puzzle.rs", "search.rs"]), @"
    src/main.rs: pub struct Board; // main.rs
    pub struct Solver;
    `puzzle.rs` is ignored, because `main.rs` takes precedence
    ");
    insta::assert_snapshot!(together(&["search.rs", "tiles.rs"]), @"
    src/board.rs: pub struct Board; // tiles.rs
    src/solver.rs: pub struct Solver;
    `tiles.rs` is read as `board.rs`
    `search.rs` is read as `solver.rs`
    ");
    insta::assert_snapshot!(together(&["single.zip", "Report.zip"]), @"
    src/main.rs: pub struct Board; // single.zip
    pub struct Solver;
    `Report.zip` contains no Rust code, only `report.pdf`
    ");
}

#[test]
fn a_nested_archive_is_opened() {
    insta::assert_snapshot!(together(&["hw4.zip.zip"]), @"
    src/board.rs: pub struct Board; // hw4.zip
    src/solver.rs: // in an archive
    ");
    insta::assert_snapshot!(together(&["both.zip", "Report.zip"]), @"
    src/board.rs: pub struct Board; // deep.zip
    `Report.zip` contains no Rust code, only `report.pdf`
    `both.zip/Report.zip` contains no Rust code, only `report.pdf`
    ");
    insta::assert_snapshot!(together(&["two.zip"]), @"several archives contain Rust code, and it is unclear which one counts: `deep.zip`, `hw4.zip`");
    insta::assert_snapshot!(together(&["thrice.zip"]), @"
    src/board.rs: pub struct Board; // hw4.zip
    src/solver.rs: // in an archive
    ");
}

#[test]
fn archives_of_each_format_are_read() {
    insta::assert_snapshot!(together(&["hw4.7z", "Report.zip"]), @"
    src/board.rs: pub struct Board; // hw4.7z
    `Report.zip` contains no Rust code, only `report.pdf`
    ");
    insta::assert_snapshot!(together(&["hw4.tar.xz", "notes.txt"]), @"
    src/board.rs: pub struct Board;

    src/lib.rs: mod board;
    ");
    insta::assert_snapshot!(together(&["inner.zip", "old.rar"]), @"
    src/board.rs: pub struct Board; // hw4.7z
    `old.rar` is a RAR archive, which is not supported
    ");
    insta::assert_snapshot!(together(&["inner.7z"]), @"
    src/board.rs: pub struct Board;

    src/lib.rs: mod board;

    `hand in/Report.zip` contains no Rust code, only `report.pdf`
    ");
    insta::assert_snapshot!(together(&["hw4.7z", "hw4.tar.xz"]), @"several archives contain Rust code, and it is unclear which one counts: `hw4.7z`, `hw4.tar.xz`");
}

#[test]
fn a_workspace_may_contain_slider() {
    insta::assert_snapshot!(together(&["workspace.zip"]), @"
    src/lib.rs: pub struct Board; // workspace.zip
    the crate `slider` in `hw/slider` is ignored, because the grader has its own
    ");
    insta::assert_snapshot!(together(&["workspace.zip", "Report.zip", "notes.txt"]), @"
    src/lib.rs: pub struct Board; // workspace.zip
    the crate `slider` in `hw/slider` is ignored, because the grader has its own
    `Report.zip` contains no Rust code, only `report.pdf`
    ");
    insta::assert_snapshot!(together(&["workspace.zip", "solver.rs"]), @"
    src/lib.rs: pub struct Board; // workspace.zip
    the crate `slider` in `hw/slider` is ignored, because the grader has its own
    ");
}
