//! Tests `grader check` with archives, which should be graded like folders. Invalid ones are rejected, and no files are
//! left behind.

use std::fs;
use std::io::{Cursor, Write};

use flate2::Compression;
use flate2::write::GzEncoder;
use insta::assert_snapshot;
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use crate::support::{Bench, code, model_file, stderr, stdout};

fn zip(files: &[(&str, &str)]) -> Vec<u8> {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, text) in files {
        writer.start_file(*name, SimpleFileOptions::default()).expect("an entry");
        writer.write_all(text.as_bytes()).expect("its content");
    }
    writer.finish().expect("a zip file").into_inner()
}

/// Creates a compressed tar file. File names may be invalid.
fn tar_gz(files: &[(&str, &str)]) -> Vec<u8> {
    let mut writer = tar::Builder::new(GzEncoder::new(Vec::new(), Compression::default()));
    for (name, text) in files {
        let mut header = tar::Header::new_gnu();
        header.as_mut_bytes()[..name.len()].copy_from_slice(name.as_bytes());
        header.set_size(text.len() as u64);
        header.set_mode(0o644);
        header.set_cksum();
        writer.append(&header, text.as_bytes()).expect("an entry");
    }
    writer.into_inner().and_then(GzEncoder::finish).expect("a tar file")
}

impl Bench {
    /// Checks an archive that must be rejected, and returns the error, with `tmp` for the temporary folder.
    fn refused(&self, archive: &str, bytes: &[u8]) -> String {
        self.write(archive, bytes);
        fs::create_dir_all(self.path("tmp")).expect("a folder");
        let temporary = self.path("tmp");
        let error = self.failure(2, &["check", archive], Some(("TMPDIR", &temporary)));
        assert_eq!(fs::read_dir(temporary).expect("a folder").count(), 0, "something is left");
        error
    }
}

#[test]
fn an_archive_is_graded_like_its_folder() {
    let bench = Bench::with_broken_model();
    let (board, solver) = (model_file("board.rs"), model_file("solver.rs"));
    let root = bench.read("alice/src/lib.rs");
    bench.write(
        "alice.zip",
        zip(&[
            ("__MACOSX/hw1/._src", "\0"),
            ("hw1/.DS_Store", "\0"),
            ("hw1/alice/src/lib.rs", &root),
            ("hw1/alice/src/board.rs", &board),
            ("hw1/alice/src/solver.rs", &solver),
            ("hw1/alice/target/debug/build.rs", "fn main() {}"),
        ]),
    );
    // Two files that cannot be parsed either.
    let (board, solver) = (format!("{board}}}"), format!("{solver}}}"));
    bench.write("flat/alice.tar.gz", tar_gz(&[("./board.rs", &board), ("./solver.rs", &solver)]));
    let check = |path: &str| {
        let output = bench.grade(&["check", path, "--format", "json"]);
        assert_eq!((code(&output), stderr(&output)), (1, ""));
        stdout(&output).to_owned()
    };
    assert_eq!(check("alice.zip"), check("alice"));
    bench.write("bare/alice/board.rs", &board);
    bench.write("bare/alice/solver.rs", &solver);
    assert_eq!(check("flat/alice.tar.gz"), check("bare/alice"));
}

#[test]
fn an_archive_with_outside_paths_is_rejected() {
    let bench = Bench::new();
    let board = "pub struct Board;";
    let files = [("board.rs", board), ("../evil.rs", board)];
    assert_snapshot!(bench.refused("alice.zip", &zip(&files)), @"
    error: in `alice.zip`, `../evil.rs` points outside the archive

    hint: create the archive in the parent folder of the crate
    ");
    assert_snapshot!(bench.refused("alice.tar.gz", &tar_gz(&files)), @"
    error: in `alice.tar.gz`, `../evil.rs` points outside the archive

    hint: create the archive in the parent folder of the crate
    ");
    let files = [("board.rs", board), ("Board.rs", board)];
    assert_snapshot!(bench.refused("alice.zip", &zip(&files)), @"
    error: `alice.zip/board.rs` and `Board.rs` are the same name on some systems

    hint: rename one of them
    ");
}

#[test]
fn an_archive_bomb_is_rejected() {
    let bench = Bench::new();
    let zeros = "\0".repeat(3 << 20);
    assert_snapshot!(bench.refused("alice.zip", &zip(&[("board.rs", &zeros)])), @"
    error: in `alice.zip`, `board.rs` unpacks to over 200 times its size, so it cannot be source code

    hint: pack only the crate, without its `target` folder
    ");
    assert_snapshot!(bench.refused("alice.tgz", &tar_gz(&[("board.rs", &zeros)])), @"
    error: `alice.tgz` unpacks to over 200 times its size, so it cannot be source code

    hint: pack only the crate, without its `target` folder
    ");
}

#[test]
fn unsupported_and_damaged_archives_are_rejected() {
    let bench = Bench::new();
    assert_snapshot!(bench.refused("alice.rar", b"Rar!\x1a\x07\x01\x00"), @"
    error: `alice.rar` is a RAR archive, which is not supported

    hint: submit a `.zip` or `.tar.gz` archive instead
    ");
    assert_snapshot!(bench.refused("alice.zip", b"<html>please log in</html>"), @"
    error: `alice.zip` has an archive extension, but is not an archive

    hint: submit a `.zip` or `.tar.gz` archive instead
    ");
    let whole = zip(&[("board.rs", "pub struct Board;")]);
    let error = bench.refused("alice.zip", &whole[..whole.len() / 2]);
    assert!(error.starts_with("error: `alice.zip` is damaged: "), "{error}");
    assert!(error.contains("hint: create the archive again"), "{error}");
}

#[cfg(unix)]
#[test]
fn a_missing_temporary_folder_is_a_grader_error() {
    let bench = Bench::new();
    for path in ["class/alice.zip", "class/bob.zip"] {
        bench.write(path, zip(&[("board.rs", "pub struct Board;")]));
    }
    let nowhere = bench.path("no/such/folder");
    for arguments in [["check", "class/alice.zip"], ["similar", "class"]] {
        let error = bench.failure(3, &arguments, Some(("TMPDIR", &nowhere)));
        let expected =
            "error: cannot use the temporary folder\n  caused by: No such file or directory";
        assert!(error.starts_with(expected), "{error}");
        assert!(error.contains("This does not cost anyone points"), "{error}");
    }
}
