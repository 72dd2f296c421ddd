//! Tests the page of `grader play`.

mod browser;
mod engine;
pub(crate) mod trace;

use std::fs;

use insta::assert_snapshot;

use crate::process::Finish as _;
use crate::support::{Bench, code, stderr, stdout};

const FOUR_MOVES: &str = "0 1 3 / 4 2 5 / 7 8 6";

fn run(bench: &Bench, arguments: &[&str]) -> String {
    bench.snapshot(&bench.run(&[&["play"], arguments].concat()))
}

fn start(bench: &Bench, file: &str) -> String {
    let page = bench.read(file);
    let (_, rest) = page.split_once("id=\"start\">").expect("the start");
    rest.split_once("</script>").expect("its end").0.to_owned()
}

#[test]
fn play_writes_a_page_and_prints_its_path() {
    let bench = Bench::new();
    assert_snapshot!(run(&bench, &[]), @"
    exit code 0
    ----- stdout
    puzzle.html: open this page in a browser, or use `--open`
    ");
    assert_snapshot!(start(&bench, "puzzle.html"), @r#"{"board":null,"goal":"blank-last","name":null}"#);
    // An existing page of this command will be replaced.
    assert_snapshot!(run(&bench, &[FOUR_MOVES, "--goal", "spiral"]), @"
    exit code 0
    ----- stdout
    puzzle.html: open this page in a browser, or use `--open`
    ");
    assert_snapshot!(start(&bench, "puzzle.html"), @r#"{"board":[0,1,3,4,2,5,7,8,6],"goal":"spiral","name":null}"#);
}

#[test]
fn puzzles_are_parsed_like_in_other_commands() {
    let bench = Bench::new();
    bench.write("puzzle<4>.txt", "3\n0 1 3\n4 2 5\n7 8 6\n");
    bench.write(
        "two.toml",
        "[[puzzle]]\nname = \"a\"\ntiles = [[1, 2], [3, 0]]\nmoves = 0\n\n\
                             [[puzzle]]\nname = \"b\"\ntiles = [[1, 2], [0, 3]]\nmoves = 1\n",
    );
    for (arguments, expected) in [
        (
            &["puzzle<4>.txt"][..],
            r#"{"board":[0,1,3,4,2,5,7,8,6],"goal":"blank-last","name":"puzzle\u003c4\u003e.txt"}"#,
        ),
        (&["two.toml", "--name", "b"], r#"{"board":[1,2,0,3],"goal":"blank-last","name":"b"}"#),
        (
            &["1", "2", "0", "3", "--goal", "0 1 / 2 3"],
            r#"{"board":[1,2,0,3],"goal":[0,1,2,3],"name":null}"#,
        ),
        (&["--goal", "0 1 / 2 3"], r#"{"board":null,"goal":[0,1,2,3],"name":null}"#),
        (
            &["9 1 2 3 4 5 6 7 8", "--blank", "9"],
            r#"{"board":[0,1,2,3,4,5,6,7,8],"goal":"blank-last","name":null}"#,
        ),
    ] {
        assert_eq!(code(&bench.run(&[&["play"], arguments].concat())), 0, "{arguments:?}");
        assert_eq!(start(&bench, "puzzle.html"), expected, "{arguments:?}");
    }
    let mut command = bench.command(&["play", "-"]);
    let output = command.write_stdin(FOUR_MOVES).finish();
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    assert!(start(&bench, "puzzle.html").starts_with("{\"board\":[0,1,3,"));
}

/// A folder with a submission may contain anything.
#[cfg(unix)]
#[test]
fn a_page_is_written_neither_through_a_link_nor_into_a_pipe() {
    let bench = Bench::new();
    assert_eq!(code(&bench.run(&["play", "--out", "kept.html"])), 0);
    let kept = bench.read("kept.html");
    std::os::unix::fs::symlink("kept.html", bench.path("puzzle.html")).expect("a link");
    assert_snapshot!(run(&bench, &[FOUR_MOVES]), @"
    exit code 2
    ----- stderr
    error: `puzzle.html` already exists, and is not a `grader play` page

    hint: use another file for `--out`, or overwrite this one with `--force`
    ");
    assert_eq!(bench.read("kept.html"), kept);
    let pipe = bench.path("pipe");
    assert_eq!(code(&std::process::Command::new("mkfifo").arg(&pipe).finish()), 0);
    let said = run(&bench, &[FOUR_MOVES, "--out", "pipe"]);
    assert!(said.contains("`pipe` already exists, and is not a `grader play` page"), "{said}");
    assert_snapshot!(run(&bench, &["pipe"]), @"
    exit code 2
    ----- stderr
    error: cannot be read: it is not a regular file
    --> pipe
    ");
}

#[test]
fn the_page_is_self_contained_and_reproducible() {
    let bench = Bench::new();
    for file in ["a.html", "b.html"] {
        let said = format!("{file}: open this page in a browser, or use `--open`\n");
        assert_eq!(stdout(&bench.run(&["play", "--out", file])), said);
    }
    let page = bench.read("a.html");
    assert_eq!(page, bench.read("b.html"));
    assert!(page.contains("default-src 'none'"));
    for address in ["src=", "http:", "https:", "@import"] {
        let names = page.matches("http://www.w3.org/2000/svg").count();
        let found = page.matches(address).count();
        assert_eq!(found, if address == "http:" { names } else { 0 }, "{address}");
    }
}

#[test]
fn other_files_are_not_overwritten() {
    let bench = Bench::new();
    bench.write("notes.html", "my notes");
    let args = ["play", "--out", "notes.html"];
    assert_snapshot!(bench.failure(2, &args, None), @"
    error: `notes.html` already exists, and is not a `grader play` page

    hint: use another file for `--out`, or overwrite this one with `--force`
    ");
    assert_eq!(bench.read("notes.html"), "my notes");
    assert_eq!(code(&bench.run(&[&args[..], &["--force"]].concat())), 0);
    assert!(bench.read("notes.html").starts_with("<!DOCTYPE html>"));
}

#[test]
fn invalid_usage_is_rejected() {
    let bench = Bench::new();
    fs::create_dir(bench.path("folder")).expect("a folder");
    let refused = |arguments: &[&str]| bench.failure(2, &[&["play"], arguments].concat(), None);
    assert_snapshot!(refused(&["--out", "folder"]), @"
    error: cannot write `folder`
      caused by: is a directory

    hint: use a file in a folder that you can write to
    ");
    assert_snapshot!(refused(&["--out", "none/page.html"]), @"
    error: cannot write `none/page.html`
      caused by: its folder does not exist

    hint: use a file in a folder that you can write to
    ");
    let six: Vec<String> = (0..36).map(|tile| tile.to_string()).collect();
    assert_snapshot!(refused(&[&six.join(" ")]), @"
    error: the page supports boards with 2 to 5 rows, but this board has 6 rows

    hint: use `grader puzzle solve` for boards with up to 127 rows
    ");
}

/// Creates a folder for the `PATH`, with or without a program to open a browser.
#[cfg(target_os = "linux")]
#[test]
fn the_page_is_opened_if_an_opener_is_available() {
    use std::os::unix::fs::PermissionsExt as _;

    let bench = Bench::new();
    fs::create_dir(bench.path("programs")).expect("a folder");
    let open = |arguments: &[&str]| {
        let mut command = bench.command(&[&["play", "--open"], arguments].concat());
        let output = command.env("PATH", bench.path("programs")).finish();
        bench.snapshot(&output)
    };
    assert_snapshot!(open(&[]), @"
    exit code 2
    ----- stdout
    puzzle.html
    ----- stderr
    error: cannot open a browser: `xdg-open` is not installed

    hint: the page was written; open `puzzle.html` in a browser
    ");
    assert!(bench.read("puzzle.html").starts_with("<!DOCTYPE html>"));

    let opener = |script: &str| {
        bench.write("programs/xdg-open", format!("#!/bin/sh\n{script}\n"));
        let mode = fs::Permissions::from_mode(0o755);
        fs::set_permissions(bench.path("programs/xdg-open"), mode).expect("a program");
    };
    opener("printf '%s' \"$1\" >\"${0%/*}/../opened.txt\"");
    assert_snapshot!(open(&["--out", "a page.html"]), @"
    exit code 0
    ----- stdout
    a page.html
    ");
    assert_eq!(bench.read("opened.txt"), bench.path("a page.html").display().to_string());
    opener("exit 3");
    assert_snapshot!(open(&[]), @"
    exit code 2
    ----- stdout
    puzzle.html
    ----- stderr
    error: cannot open a browser: `xdg-open` failed

    hint: the page was written; open `puzzle.html` in a browser
    ");
}
