//! Tests `grader puzzle solve --print`.

use insta::assert_snapshot;

use super::run;
use crate::support::assert_parts;

/// Returns the output of a program, with dots for trailing spaces.
fn print(tiles: &str, program: &str) -> String {
    run(&["solve", tiles, "--print", program]).replace(" \n", "·\n")
}

#[test]
fn prints_output_like_published_programs() {
    assert_snapshot!(print("103425786", "python"), @"
    exit code 0
    ----- stdout
    Solution found! Moves to reach goal state:
    [[1, 2, 3], [4, 0, 5], [7, 8, 6]]
    [[1, 2, 3], [4, 5, 0], [7, 8, 6]]
    [[1, 2, 3], [4, 5, 6], [7, 8, 0]]
    ");
    assert_snapshot!(print("123405786", "csharp"), @"
    exit code 0
    ----- stdout
    Solution found..Total moves needed = 3
    ");
    assert_parts(
        &print("123405786", "cpp"),
        &["1 - Node { 123045786 | D: 1 }\n", "in 2 steps. Solution below\n1 2 3·\n"],
    );
    assert_parts(
        &print("123405786", "princeton"),
        &["Minimum number of moves = 2\n3\n 1  2  3·\n"],
    );
}

#[test]
fn prints_unsolvable_boards_like_published_programs() {
    assert_snapshot!(print("123456870", "princeton"), @"
    exit code 0
    ----- stdout
    No solution possible
    ");
    assert_snapshot!(print("123456870", "princeton-sample"), @"
    exit code 0
    ----- stdout
    Unsolvable puzzle
    ");
    assert_snapshot!(print("2130", "python"), @"
    exit code 0
    ----- stdout
    No solution found.
    ----- stderr
    note: the board has no solution
    ");
    assert_snapshot!(print("2130", "csharp"), @"
    exit code 0
    ----- stderr
    note: the board has no solution
    ");
}

#[test]
fn a_node_limit_stops_the_program() {
    let stopped = run(&["solve", "867254301", "--print", "python", "--nodes", "10"]);
    assert_snapshot!(stopped, @"
    exit code 1
    ----- stderr
    note: the program was stopped after 10 nodes
    ");
    let stopped = run(&[
        "solve",
        "5 6 1 3 10 9 2 4 13 11 7 15 14 0 12 8",
        "--print",
        "princeton",
        "--nodes",
        "1",
    ]);
    assert_snapshot!(stopped, @"
    exit code 1
    ----- stderr
    note: the search was stopped by `--nodes`; nothing is proven
    ");
}
