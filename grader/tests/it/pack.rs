//! Tests `grader pack`.

use std::fs::File;

use insta::assert_snapshot;
use serde_json::Value;
use zip::ZipArchive;

use crate::support::{Bench, code, stderr, stdout};

const WITH_COMPILE_ERROR: &str = "pub fn broken(";

#[test]
fn the_archive_contains_the_same_submission() {
    let bench = Bench::new();
    assert_eq!(code(&bench.run(&["new", "alice"])), 0);
    // A broken submission is graded quickly, and can also be submitted.
    bench.write("alice/src/lib.rs", WITH_COMPILE_ERROR);
    bench.write("alice/src/board.rs", WITH_COMPILE_ERROR);
    bench.write("alice/target/debug/out.rs", "");
    bench.write("alice/old.tar.gz", "");
    let packed = bench.run(&["pack", "alice"]);
    assert_eq!((code(&packed), stderr(&packed)), (0, ""));
    assert_snapshot!(stdout(&packed), @"
    alice.zip: 154 files, 58 KB, with the same code as the folder

      Cargo.lock
      Cargo.toml
      HANDOUT.md
      README.md
      editor-check.sh
      puzzles/  135 files
      rust-toolchain.toml
      rustfmt.toml
      slider/  6 files
      src/  4 files
      tests/  2 files

    The code in it: src/lib.rs

    Submit the archive as your only file. On GitHub, push your commits instead.
    To grade it first: grader check alice.zip
    ");
    let file = File::open(bench.path("alice.zip")).expect("the archive");
    let archive = ZipArchive::new(file).expect("an archive");
    let is_unwanted =
        |name: &str| name.split('/').any(|part| part.starts_with('.') || part == "target");
    let names = archive.file_names().map(|name| name.expect("a name"));
    assert!(!names.into_iter().any(|name| is_unwanted(&name)));
    // The archive is read as the same submission, and its bytes do not depend on the time.
    let sources = |path: &str| -> Value {
        let grade = bench.grade(&["check", path, "--format", "json"]);
        let grade: Value = serde_json::from_str(stdout(&grade)).expect("a grade");
        grade["sources"].clone()
    };
    assert_eq!(sources("alice"), sources("alice.zip"));
    let before = std::fs::read(bench.path("alice.zip")).expect("the archive");
    assert_eq!(code(&bench.run(&["pack", "alice"])), 0);
    assert_eq!(std::fs::read(bench.path("alice.zip")).expect("the archive"), before);
}

#[test]
fn only_a_folder_with_all_of_the_code_is_packed() {
    let bench = Bench::with_model();
    let refused = |words: &[&str]| {
        let output = bench.run(words);
        assert_eq!((code(&output), stdout(&output)), (2, ""));
        stderr(&output).to_owned()
    };
    assert_snapshot!(refused(&["pack", "alice", "--out", "alice.tar"]), @"
    error: `alice.tar` does not end in `.zip`

    hint: platforms recognize archives by their names
    ");
    bench.write("alice.zip", "PK");
    assert_snapshot!(refused(&["pack", "alice.zip"]), @"
    error: `alice.zip` is an archive already

    hint: submit it as it is
    ");
    bench.write("alice/.mine/board.rs", bench.read("alice/src/board.rs"));
    bench.edit("alice/src/lib.rs", "mod board;", "#[path = \"../.mine/board.rs\"]\nmod board;");
    assert_snapshot!(refused(&["pack", "alice"]), @"
    error: the archive would not contain all of the code

    hint: move code out of hidden folders, links and `target`
    ");
    assert_eq!(bench.read("alice.zip"), "PK", "nothing is written");
    bench.write("empty/notes.md", "");
    assert_snapshot!(refused(&["pack", "empty"]), @"
    error: the folder `empty` contains no Rust crate, only `notes.md`

    hint: a submission is a crate (`Cargo.toml`, `src/lib.rs`), or only `board.rs` and `solver.rs`
    ");
}
