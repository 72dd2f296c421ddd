//! Runs the test client as a program.

use std::fs;
use std::path::Path;
use std::time::Duration;

use assert_cmd::Command;
use assert_cmd::cargo::cargo_bin_cmd;
use insta::assert_snapshot;
use predicates::prelude::*;
use tempfile::TempDir;

const PUZZLES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../student-template/puzzles");

fn reference() -> Command {
    let mut command = cargo_bin_cmd!("reference");
    command.timeout(Duration::from_mins(10));
    command
}

fn solve(puzzle: &str) -> assert_cmd::assert::Assert {
    reference().arg(Path::new(PUZZLES).join(puzzle)).assert().stderr("")
}

/// Runs the client on a temporary file with the given content, and returns the error message.
fn complaint_about(content: &[u8]) -> String {
    let folder = TempDir::new().expect("a temporary folder");
    fs::write(folder.path().join("bad.txt"), content).expect("a file in it");
    complaint(reference().current_dir(&folder).arg("bad.txt"))
}

fn complaint(command: &mut Command) -> String {
    let output = command.assert().code(2).stdout("").get_output().clone();
    String::from_utf8(output.stderr).expect("text")
}

#[test]
fn a_solution_is_printed_board_by_board() {
    let output = solve("puzzle04.txt").success().get_output().clone();
    let stdout = String::from_utf8(output.stdout).expect("text");
    assert_snapshot!(stdout, @r"
    Minimum number of moves = 4
    3
     0 1 3
     4 2 5
     7 8 6

    3
     1 0 3
     4 2 5
     7 8 6

    3
     1 2 3
     4 0 5
     7 8 6

    3
     1 2 3
     4 5 0
     7 8 6

    3
     1 2 3
     4 5 6
     7 8 0
    ");
}

#[test]
fn a_solved_puzzle_takes_no_moves() {
    solve("puzzle2x2-00.txt").success().stdout("Minimum number of moves = 0\n2\n 1 2\n 3 0\n\n");
}

#[test]
fn a_larger_puzzle_is_solved() {
    let first_line = predicate::str::starts_with("Minimum number of moves = 30\n4\n");
    solve("puzzle4x4-30.txt").success().stdout(first_line);
}

#[test]
fn an_unsolvable_puzzle_is_not_an_error() {
    solve("puzzle3x3-unsolvable.txt").success().stdout("No solution possible\n");
    solve("puzzle2x2-unsolvable1.txt").success().stdout("No solution possible\n");
}

#[test]
fn an_invalid_puzzle_is_reported_with_its_position() {
    assert_snapshot!(complaint_about(b"3\n 0  1  3\n 4  2  5\n 7  8  x\n"), @"
    error: bad.txt:4:8: `x` is not a number

    hint: a puzzle is the dimension n, followed by n * n tiles, with 0 for the blank
    ");
    assert_snapshot!(complaint_about(b""), @"
    error: bad.txt:1:1: the puzzle is empty; it must begin with its dimension

    hint: a puzzle is the dimension n, followed by n * n tiles, with 0 for the blank
    ");
    assert_snapshot!(complaint_about(b"2\n1 2\n3 3\n"), @"
    error: bad.txt:3:3: tile 3 appears twice, first at line 3, column 1; tile 0 is missing

    hint: a puzzle is the dimension n, followed by n * n tiles, with 0 for the blank
    ");
}

#[test]
fn a_non_text_file_is_rejected() {
    assert_snapshot!(complaint_about(b"2\n1 \xff"), @"
    error: bad.txt:2:3: the file is not UTF-8 text

    hint: save the puzzle as plain text (UTF-8)
    ");
}

#[test]
fn a_missing_file_is_named() {
    let message = complaint(reference().arg("no-such-puzzle.txt"));
    // The reason comes from the operating system.
    assert!(message.starts_with("error: cannot read `no-such-puzzle.txt`: "), "{message}");
    assert!(message.contains("\nhint: "), "{message}");
}

#[test]
fn exactly_one_file_is_expected() {
    assert_snapshot!(complaint(&mut reference()), @"
    error: expected one puzzle file

    hint: reference PUZZLE, for example `reference puzzle04.txt`
    ");
    assert_eq!(complaint(reference().args(["a.txt", "b.txt"])), complaint(&mut reference()));
}
