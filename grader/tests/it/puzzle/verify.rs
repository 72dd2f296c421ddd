//! Tests `grader puzzle verify`.

use insta::assert_snapshot;

use super::{run, run_in};
use crate::support::{Bench, workspace};

#[test]
fn verifies_the_fixtures() {
    let file = |name: &str| workspace("fixtures/puzzles").join(name).display().to_string();
    let (two, three, unsolvable, large) =
        (file("2x2.toml"), file("3x3.toml"), file("unsolvable.toml"), file("large.toml"));
    assert_snapshot!(run(&["verify", &two, &three, &unsolvable, &large]), @"
    exit code 0
    ----- stdout
    39 puzzles confirmed by a breadth-first table and IDA*
    1 puzzle confirmed by parity and, for the twin, IDA* and A*
    27 puzzles confirmed by parity and, for the twin, a breadth-first table and IDA*
    3 puzzles confirmed by parity and, for the twin, pattern databases and IDA*
    9 puzzles without a number of moves
    ");
}

#[test]
fn distinguishes_wrong_from_unproven_move_counts() {
    let bench = Bench::new();
    bench.write(
        "mine.toml",
        r#"
[[puzzle]]
name = "right"
tiles = [[0, 1, 3], [4, 2, 5], [7, 8, 6]]
moves = 4

[[puzzle]]
name = "too many"
tiles = [[0, 1, 3], [4, 2, 5], [7, 8, 6]]
moves = 6

[[puzzle]]
name = "not solvable"
tiles = [[1, 2, 3], [4, 5, 6], [8, 7, 0]]
moves = 2

[[puzzle]]
name = "solvable"
tiles = [[1, 0], [3, 2]]
twin_moves = 3

[[puzzle]]
name = "twin"
tiles = [[1, 2, 3], [4, 5, 6], [8, 7, 0]]
twin_moves = 4
"#,
    );
    bench.write(
        "hard.txt",
        "# a name, the moves, the tiles\n17 66 4 6 14 13 7 8 11 9 3 10 15 5 12 0 2 1\n",
    );
    assert_snapshot!(run_in(&bench, &["verify", "mine.toml", "hard.txt", "--nodes", "1000"]), @"
    exit code 1
    ----- stdout
    wrong: mine.toml:10: `too many`
      the file says 6 moves, but the minimum is 4 moves (a breadth-first table and
      IDA*)
    wrong: mine.toml:15: `not solvable`
      the file says 2 moves, but the board has no solution (parity)
    wrong: mine.toml:20: `solvable`
      the file says that the board has no solution, but it has one of 1 move (a
      breadth-first table and IDA*)
    wrong: mine.toml:25: `twin`
      the file says 4 moves for the twin, but the minimum is 22 moves (a
      breadth-first table and pattern databases)
    not proven: hard.txt:2: `17`
      the file says 66 moves, but no method finished within the node limit

    1 puzzle confirmed by a breadth-first table and IDA*
    4 puzzles wrong
    1 puzzle not proven within the limit
    ");
    let json = run_in(&bench, &["verify", "hard.txt", "--nodes", "1000", "--format", "json"]);
    assert_snapshot!(json, @r#"
    exit code 1
    ----- stdout
    {
      "schema": "puzzle-verify/1",
      "puzzles": [
        {
          "file": "hard.txt",
          "line": 2,
          "name": "17",
          "status": "not_proven",
          "moves": null,
          "methods": []
        }
      ]
    }
    "#);
}

/// In Korf's puzzles, the blank comes first in the goal.
#[test]
fn verifies_lists_with_another_goal() {
    let bench = Bench::new();
    bench.write("list.txt", "1 2 1 2 0 / 3 4 5 / 6 7 8\n2 1 1 0 2 / 3 4 5 / 6 7 8\n");
    assert_snapshot!(run_in(&bench, &["verify", "list.txt", "--goal", "blank-first"]), @"
    exit code 0
    ----- stdout
    2 puzzles confirmed by a breadth-first table and IDA*
    ");
}
