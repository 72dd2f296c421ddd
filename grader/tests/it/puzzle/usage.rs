//! Tests the errors for invalid puzzles and for conflicting arguments.

use insta::assert_snapshot;

use super::{FOUR_MOVES, run, run_in, run_with_input};
use crate::support::Bench;

#[test]
fn suggests_a_similar_name_for_a_missing_file() {
    let bench = Bench::new();
    for name in ["puzzle04", "puzzle14", "puzzle4x4-30"] {
        bench.write(&format!("puzzles/{name}.txt"), FOUR_MOVES);
    }
    assert_snapshot!(run_in(&bench, &["show", "puzzle4.txt"]), @"
    exit code 2
    ----- stderr
    error: this file does not exist
    --> puzzle4.txt
     = help: did you mean `puzzles/puzzle04.txt`?
    ");
    assert_snapshot!(run_in(&bench, &["show", "puzzle14"]), @"
    exit code 2
    ----- stderr
    error: this is neither a file nor a row of tiles
    --> puzzle14
     = help: did you mean `puzzles/puzzle14.txt`?
    ");
}

#[test]
fn rejects_arguments_that_are_neither_files_nor_tiles() {
    assert_snapshot!(run(&["show", "puzle"]), @"
    exit code 2
    ----- stderr
    error: this is neither a file nor a row of tiles
    --> puzle
     = help: pass a file, `-` for standard input, or tiles such as `1 0 3 / 4 2 5 / 7 8 6`
    ");
    assert_snapshot!(run(&["show", "."]), @"
    exit code 2
    ----- stderr
    error: cannot be read: Is a directory (os error 21)
    --> .
    ");
    assert_snapshot!(run(&["show", "1", "0", "3", "2", "-"]), @"
    exit code 2
    ----- stderr
    error: the puzzle `-` cannot be combined with other arguments

    hint: use one file, or the tiles of one board
    ");
}

#[test]
fn help_is_printed_to_stdout() {
    for command in ["solve", "compare", "verify", "generate", "show"] {
        let help = run(&[command, "--help"]);
        assert!(help.starts_with("exit code 0\n----- stdout\n"), "{help}");
        assert!(help.contains(&format!("Usage: grader puzzle {command}")), "{help}");
    }
}

#[test]
fn rejects_invalid_tiles() {
    assert_snapshot!(run(&["solve", "1 2 3 / 4 5 6 / 7 8 8"]), @"
    exit code 2
    ----- stderr
    error: tile 8 appears twice; tile 0 is missing
     --> <tiles>:1:21
      |
    1 | 1 2 3 / 4 5 6 / 7 8 8
      |                   - ^
      |                   |
      |                   first here
    ");
    assert_snapshot!(run_with_input(&["solve", "-"], ""), @"
    exit code 2
    ----- stderr
    error: the input contains no puzzle
    --> <stdin>
     = help: write the number of rows and then the tiles, or only the tiles, with 0 for the blank
    ");
    let bench = Bench::new();
    bench.write("bytes.txt", [0xff, 0xfe, b'3']);
    assert_snapshot!(run_in(&bench, &["solve", "bytes.txt"]), @"
    exit code 2
    ----- stderr
    error: not UTF-8 text
    --> bytes.txt
     = help: save it as UTF-8
    ");
    bench.write("classic.txt", "3\n1 2 3\n4 5 6\n7 8\n");
    assert_snapshot!(run_in(&bench, &["solve", "classic.txt"]), @"
    exit code 2
    ----- stderr
    error: the puzzle ends after 8 of 9 tiles
     --> classic.txt:4:5
      |
    4 | 7 8
      |    ^
    ");
}

#[test]
fn rejects_missing_or_ambiguous_puzzle_names() {
    let bench = Bench::new();
    bench.write("two.txt", "first 1 1 2 0 3\nsecond 0 1 2 3 0\n");
    assert_snapshot!(run_in(&bench, &["solve", "two.txt", "--name", "frist"]), @"
    exit code 2
    ----- stderr
    error: the puzzle `frist` is missing
    --> two.txt
     = help: did you mean `first`?
    ");
    assert_snapshot!(run_in(&bench, &["compare", "two.txt"]), @"
    exit code 2
    ----- stderr
    error: the input contains 2 puzzles, but this command needs one
    --> two.txt
     = help: choose one with `--name NAME`
    ");
    assert_snapshot!(run_in(&bench, &["solve", "1032", "--name", "first"]), @"
    exit code 2
    ----- stderr
    error: the puzzles have no names
    --> <tiles>
     = help: leave out `--name`
    ");
}

#[test]
fn rejects_unsuitable_goals() {
    assert_snapshot!(run(&["solve", FOUR_MOVES, "--goal", "1 2 / 3 0"]), @"
    exit code 2
    ----- stderr
    error: the goal is 2-by-2, but the puzzle is 3-by-3
    ");
    assert_snapshot!(run(&["solve", FOUR_MOVES, "--goal", "blank-frist"]), @"
    exit code 2
    ----- stderr
    error: unknown goal `blank-frist`

    hint: did you mean `blank-first`?
    ");
    assert_snapshot!(run(&["solve", "-", "--goal", "-"]), @"
    exit code 2
    ----- stderr
    error: standard input cannot be both the puzzle and the goal

    hint: use a file for one of them
    ");
    let toml = ["generate", "--n", "3", "--moves", "9", "--goal", "spiral"];
    assert_snapshot!(run(&toml), @"
    exit code 2
    ----- stderr
    error: a puzzle file supports only the assignment's goal, with the blank last

    hint: use `--format flat` or `--format classic`
    ");
}

#[test]
fn rejects_unknown_searches_and_heuristics() {
    assert_snapshot!(run(&["solve", FOUR_MOVES, "--heuristic", "manhatan"]), @"
    exit code 2
    ----- stderr
    error: unknown heuristic `manhatan`

    hint: did you mean `manhattan`?
    ");
    assert_snapshot!(run(&["compare", FOUR_MOVES, "--heuristic", "euclid"]), @"
    exit code 2
    ----- stderr
    error: unknown heuristic `euclid`

    hint: run `grader puzzle solve --help` to list the heuristics
    ");
    assert_snapshot!(run(&["solve", FOUR_MOVES, "--heuristic", "additive-6-6-3"]), @"
    exit code 2
    ----- stderr
    error: this heuristic does not work for this puzzle: `additive-6-6-3` does not suit the board: the patterns have 15 tiles in total, but a 3-by-3 board has 8

    hint: run `grader puzzle solve --help` to list the heuristics
    ");
    let blind = ["solve", FOUR_MOVES, "--algorithm", "breadth-first", "--heuristic", "manhattan"];
    assert_snapshot!(run(&blind), @"
    exit code 2
    ----- stderr
    error: `breadth-first` does not use a heuristic

    hint: leave out `--heuristic`, or use `a-star`, `ida-star` or `greedy`
    ");
}

#[test]
fn rejects_conflicting_arguments() {
    assert_snapshot!(run(&["solve", FOUR_MOVES, "--steps", "--format", "flat"]), @"
    exit code 2
    ----- stderr
    error: `--steps` can only be used with `--format human` or `--format json`

    hint: leave out one of the options
    ");
    let small = ["solve", "1 2 3 0 / 5 6 7 4 / 9 10 11 8 / 13 14 15 12", "--large"];
    assert_snapshot!(run(&[&small[..], &["--goal", "spiral"]].concat()), @"
    exit code 2
    ----- stderr
    error: the partition 7-8 needs a goal with the blank in a corner

    hint: leave out `--large`
    ");
    assert_snapshot!(run(&["compare", "123456870"]), @"
    exit code 2
    ----- stderr
    error: the puzzle has no solution, so searches cannot be compared

    hint: run `grader puzzle show` to see why
    ");
    assert_snapshot!(run(&["generate", "--n", "3"]), @"
    exit code 2
    ----- stderr
    error: the number of moves is missing

    hint: use `--moves`, or `--twin-moves` for unsolvable puzzles; `--shuffle` and `--walk` generate boards without proving the number of moves
    ");
    assert_snapshot!(run(&["generate", "--n", "3", "--moves", "9..3"]), @"
    exit code 2
    ----- stderr
    error: invalid value '9..3' for '--moves <A..B>': the range from 9 to 3 is empty

    For more information, try '--help'.
    ");
    assert_snapshot!(run(&["generate", "--n", "3", "--moves", "9", "--seed", "a/b"]), @"
    exit code 2
    ----- stderr
    error: invalid value 'a/b' for '--seed <SEED>': a seed can contain only letters, digits, `-` and `_`, because puzzle names start with it

    For more information, try '--help'.
    ");
}
