//! Tests the errors of `grader new` and `grader init`, which should not leave incomplete files behind.

use std::fs;

use insta::assert_snapshot;

use super::{made, tree};
use crate::process::Finish as _;
use crate::support::{Bench, code, stderr, stdout};

/// Runs a command that must fail without writing any files, and returns the error.
fn refused(bench: &Bench, arguments: &[&str]) -> String {
    let before = tree(&bench.path("."));
    let folders = || fs::read_dir(bench.path(".")).unwrap().count();
    let count = folders();
    let output = bench.run(arguments);
    assert_eq!((code(&output), stdout(&output)), (2, ""), "{}", stderr(&output));
    assert_eq!((tree(&bench.path(".")), folders()), (before, count), "{arguments:?}");
    stderr(&output).to_owned()
}

#[test]
fn existing_folders_are_not_overwritten() {
    let bench = Bench::new();
    bench.write("alice/essay.txt", "mine");
    bench.write("file", "mine");
    assert_snapshot!(refused(&bench, &["new", "alice"]), @"
    error: `alice` already exists and is not an empty folder

    hint: choose another folder: existing files are never overwritten
    ");
    for arguments in [
        &["new", "file"][..],
        &["new", "."],
        &["init", "alice"],
        &["init", "hw", "--student", "alice"],
        &["init", "alice", "--student", "student"],
    ] {
        let error = refused(&bench, arguments);
        assert!(error.contains("already exists and is not an empty folder"), "{error}");
    }
}

#[test]
fn an_empty_or_current_folder_can_be_used() {
    let bench = Bench::new();
    fs::create_dir(bench.path("alice")).unwrap();
    let output = bench.command(&["new", "."]).current_dir(bench.path("alice")).finish();
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    assert!(!stdout(&output).contains("cd "), "{}", stdout(&output));
    assert!(bench.path("alice/src/board.rs").exists());
    assert!(refused(&bench, &["new", "alice"]).contains("already"));
}

#[test]
fn a_student_folder_must_not_overwrite_the_assignment() {
    let bench = Bench::new();
    for student in ["hw", ".", "hw/puzzles", "hw/submissions/right"] {
        let error = refused(&bench, &["init", "hw", "--student", student]);
        assert!(error.contains("would overwrite the assignment"), "{student}: {error}");
    }
    made(&bench, &["init", "hw", "--student", "hw/for/students"]);
    assert!(bench.path("hw/for/students/HANDOUT.md").exists());
}

#[test]
fn invalid_or_missing_assignments_are_rejected() {
    let bench = Bench::new();
    assert_snapshot!(refused(&bench, &["new", "alice", "--assignment", "hw"]), @"
    error: no such file or folder
    --> hw
     = help: an assignment is a folder with an `assignment.toml` file and a `puzzles` folder
    ");
    made(&bench, &["init", "hw"]);
    bench.edit(
        "hw/assignment.toml",
        "\"board.hamming\" = { points = 4",
        "\"board.haming\" = { points = 4",
    );
    let error = refused(&bench, &["new", "alice", "--assignment", "hw"]);
    assert!(error.contains("hw/assignment.toml:") && error.contains("did you mean"), "{error}");
}

#[test]
fn invalid_crate_names_are_rejected() {
    let bench = Bench::new();
    assert_snapshot!(refused(&bench, &["new", "alice", "--name", "8-puzzle"]), @"
    error: invalid crate name `8-puzzle`

    hint: start with a letter and use only letters from a to z, digits, `-` and `_`
    ");
    assert_snapshot!(refused(&bench, &["init", "alice", "--name", "slider"]), @"
    error: the crate name `slider` is reserved by Rust, cargo or this assignment

    hint: choose another name, such as `sliding-puzzle`
    ");
}

#[cfg(unix)]
#[test]
fn an_unwritable_folder_is_reported() {
    use std::os::unix::fs::PermissionsExt;

    let bench = Bench::new();
    let shut = bench.path("shut");
    fs::create_dir(&shut).unwrap();
    fs::set_permissions(&shut, fs::Permissions::from_mode(0o555)).unwrap();
    let is_root = fs::write(shut.join("probe"), "").is_ok();
    let place = if is_root {
        // Root can write to any folder, but not below a file.
        fs::remove_file(shut.join("probe")).unwrap();
        bench.write("file", "");
        "file/alice"
    } else {
        "shut/alice"
    };
    let why = if is_root { "not a directory" } else { "permission denied" };
    let hint = if is_root {
        "a part of the path is a file; choose another folder"
    } else {
        "choose a folder that you can write to; nothing was written"
    };
    let expected = format!("error: cannot write `{place}`\n  caused by: {why}\n\nhint: {hint}\n");
    assert_eq!(refused(&bench, &["new", place]), expected);
    assert_eq!(refused(&bench, &["init", "hw", "--student", place]), expected);
}
