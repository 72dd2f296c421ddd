//! Tests `grader puzzle show`.

use insta::assert_snapshot;

use super::{run, run_in, run_with_input};
use crate::process::Finish as _;
use crate::support::{Bench, assert_parts, stdout};

#[test]
fn shows_a_board_with_its_distances() {
    assert_snapshot!(run(&["show", "8 1 3 / 4 0 2 / 7 6 5"]), @"
    exit code 0
    ----- stdout
    ┌─────────┐
    │ 8  1  3 │
    │ 4     2 │
    │ 7  6  5 │
    └─────────┘

    blank             row 2, column 2
    hamming           5
    manhattan         10
    linear-conflict   10
    walking-distance  10
    solvable          yes
      sorting the cells into the goal's order takes an even number of exchanges, and
      the blank is 2 steps away from its place, which is even; each move changes
      both parities

    flat              8 1 3 4 0 2 7 6 5
    classic           3
                      8 1 3
                      4 0 2
                      7 6 5
    ");
}

#[test]
fn explains_why_a_board_is_unsolvable() {
    assert_parts(
        &run(&["show", "123456870"]),
        &[
            "solvable          no\n  sorting the cells into the goal's order takes an odd number of",
            "the blank is 0 steps away from its place, which is even; each move changes\n",
        ],
    );
}

#[test]
fn shows_all_puzzles_or_the_named_one() {
    let bench = Bench::new();
    bench.write("two.txt", "easy 1 1 2 0 3\ngoal 0 1 2 3 0\n");
    assert_parts(
        &run_in(&bench, &["show", "two.txt", "--goal", "spiral"]),
        &[
            "\neasy\n┌──────┐\n",
            "hamming           0\n",
            "\n\ngoal\n┌──────┐\n",
            "hamming           1\n",
        ],
    );
    let named = run_in(&bench, &["show", "two.txt", "--name", "goal"]);
    assert!(named.starts_with("exit code 0\n----- stdout\ngoal\n┌"), "{named}");
    assert!(!named.contains("easy"), "{named}");
}

#[test]
fn accepts_puzzles_from_arguments_stdin_and_files() {
    let shown = run(&["show", "1", "0", "3", "/", "4", "2", "5", "/", "7", "8", "6"]);
    assert_eq!(run_with_input(&["show", "-"], "3\n1 0 3\n4 2 5\n7 8 6\n"), shown);
    assert_eq!(run_with_input(&["show", "-"], "\u{feff}1,0,3\n4,2,5\n7,8,6"), shown);
    assert_eq!(run(&["show", "103425786"]), shown);
    // A C# tutorial numbers the tiles from 0, and the blank has the highest number.
    assert_eq!(run(&["show", "082314675", "--blank", "8"]).lines().next(), Some("exit code 0"));
    let bench = Bench::new();
    bench.write("puzzle.txt", "1 0 3 4 2 5 7 8 6");
    assert_eq!(run_in(&bench, &["show", "puzzle.txt"]), shown);
    // When the argument could be a file name or tiles, the file will be read.
    bench.write("1230", "2\n1 0\n3 2\n");
    assert_eq!(run_in(&bench, &["show", "1230"]), run(&["show", "1032"]));
}

#[test]
fn accepts_a_custom_goal() {
    assert_parts(
        &run(&["show", "1 2 / 3 0", "--goal", "2 1 / 3 0"]),
        &["hamming           2\n", "linear-conflict   4\n", "solvable          no\n"],
    );
}

#[test]
fn writes_to_a_file_and_colors_on_request() {
    let bench = Bench::new();
    let output = bench.run(&["puzzle", "show", "1032", "--out", "board.txt"]);
    assert_snapshot!(bench.snapshot(&output), @"exit code 0");
    let plain = bench.run(&["puzzle", "show", "1032"]);
    assert_eq!(bench.read("board.txt"), stdout(&plain));
    assert!(!stdout(&plain).contains('\x1b'));
    let coloured = bench.run(&["puzzle", "show", "1032", "--color", "always"]);
    assert!(stdout(&coloured).contains("\x1b[32myes\x1b[0m"));
    let mut command = bench.command(&["puzzle", "show", "1032"]);
    let forced = command.env("CLICOLOR_FORCE", "1").env("NO_COLOR", "1").finish();
    assert_eq!(stdout(&forced), stdout(&plain));
}
