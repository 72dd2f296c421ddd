//! Tests `grader puzzle solve`.

use insta::assert_snapshot;

use super::{FOUR_MOVES, run, run_in};
use crate::process::{Process, pipe_without_reader};
use crate::support::{Bench, assert_parts, code, program, stderr, workspace};

#[test]
fn proves_that_the_solution_is_optimal() {
    assert_snapshot!(run(&["solve", FOUR_MOVES]), @"
    exit code 0
    ----- stdout
    4 moves: optimal, proven by a breadth-first table of all boards

    ┌─────────┐  ┌─────────┐  ┌─────────┐  ┌─────────┐  ┌─────────┐
    │    1  3 │  │ 1     3 │  │ 1  2  3 │  │ 1  2  3 │  │ 1  2  3 │
    │ 4  2  5 │  │ 4  2  5 │  │ 4     5 │  │ 4  5    │  │ 4  5  6 │
    │ 7  8  6 │  │ 7  8  6 │  │ 7  8  6 │  │ 7  8  6 │  │ 7  8    │
    └─────────┘  └─────────┘  └─────────┘  └─────────┘  └─────────┘

    tiles to slide: 1 2 5 6
    ");
    assert_snapshot!(run(&["solve", "1 2 3 4 / 5 6 7 8 / 9 0 10 12 / 13 14 11 15"]), @"
    exit code 0
    ----- stdout
    3 moves: optimal, proven by IDA* with pattern databases

    ┌────────────────┐  ┌────────────────┐  ┌────────────────┐  ┌────────────────┐
    │  1   2   3   4 │  │  1   2   3   4 │  │  1   2   3   4 │  │  1   2   3   4 │
    │  5   6   7   8 │  │  5   6   7   8 │  │  5   6   7   8 │  │  5   6   7   8 │
    │  9      10  12 │  │  9  10      12 │  │  9  10  11  12 │  │  9  10  11  12 │
    │ 13  14  11  15 │  │ 13  14  11  15 │  │ 13  14      15 │  │ 13  14  15     │
    └────────────────┘  └────────────────┘  └────────────────┘  └────────────────┘

    tiles to slide: 10 11 15

    nodes expanded    3
    ");
    assert_snapshot!(run(&["solve", "1 2 / 3 0"]), @"
    exit code 0
    ----- stdout
    0 moves: optimal, proven by a breadth-first table of all boards

    ┌──────┐
    │ 1  2 │
    │ 3    │
    └──────┘
    ");
}

/// A board that needs 80 moves, the maximum for 4-by-4 boards.
const EIGHTY_MOVES: &str = "0 12 9 13 / 15 11 10 14 / 3 7 2 5 / 4 8 6 1";

#[test]
fn a_long_search_continues_with_large_databases() {
    let output = run(&["solve", EIGHTY_MOVES, "--format", "moves"]);
    let slides = output.lines().nth(2).expect("a line of tiles");
    assert_eq!(slides.split_whitespace().count(), 80);
    assert_snapshot!(output.replace(slides, "(80 tiles)"), @"
    exit code 0
    ----- stdout
    (80 tiles)
    ----- stderr
    note: this puzzle needs a long search, which continues with large pattern databases; `--large` stores them, so that they are built only once
    ");
}

#[test]
fn an_unsolvable_board_is_not_an_error() {
    assert_snapshot!(run(&["solve", "1 2 3 / 4 5 6 / 8 7 0"]), @"
    exit code 0
    ----- stdout
    no solution
      sorting the cells into the goal's order takes an odd number of exchanges, but
      the blank is 0 steps away from its place, which is even; each move changes
      both parities
    ");
    assert_snapshot!(run(&["solve", "123456870", "--format", "moves"]), @"
    exit code 0
    ----- stdout
    # no solution
    ");
}

#[test]
fn shows_each_step_of_a_search() {
    let shown = run(&["solve", FOUR_MOVES, "--steps"]);
    assert_parts(&shown, &["4 moves: optimal, proven by a-star with manhattan\n"]);
    let (_, statistics) = shown.split_once("\n\nnodes expanded    ").expect("the statistics");
    assert_snapshot!(statistics, @"
    4
    nodes generated   9
    max frontier      6
    deepest           4

    expanded: moves (g), estimate (h), sum (f)
    node    g    h    f  board
       1    0    4    4  0 1 3 / 4 2 5 / 7 8 6
       2    1    3    4  1 0 3 / 4 2 5 / 7 8 6
       3    2    2    4  1 2 3 / 4 0 5 / 7 8 6
       4    3    1    4  1 2 3 / 4 5 0 / 7 8 6
    ");
}

#[test]
fn unproven_solutions_are_not_called_optimal() {
    let greedy = ["solve", "867254301", "--algorithm", "greedy", "--format", "json"];
    let greedy = run(&greedy);
    assert!(greedy.contains("\"proven\": false") && greedy.contains("\"moves\": 47"), "{greedy}");
    let sum = ["solve", "867254301", "--heuristic", "manhattan+hamming"];
    let sum = run(&sum);
    assert!(sum.contains("33 moves: not proven optimal"), "{sum}");
}

#[test]
fn a_bound_limits_deep_searches() {
    let bounded = |algorithm, bound| {
        run(&["solve", FOUR_MOVES, "--algorithm", algorithm, "--bound", bound, "--format", "json"])
    };
    for algorithm in ["depth-first", "iterative-deepening", "ida-star"] {
        let solved = bounded(algorithm, "4");
        assert!(solved.contains("\"moves\": 4"), "{solved}");
        let beyond = bounded(algorithm, "3");
        assert!(beyond.contains("\"status\": \"beyond_bound\""), "{beyond}");
        assert!(beyond.contains("\"at_least\": 4"), "{beyond}");
    }
    assert_snapshot!(run(&["solve", FOUR_MOVES, "--algorithm", "depth-first", "--bound", "3"]), @r"
    exit code 1
    ----- stdout
    not solved
      depth-first found no solution within the bound, so the puzzle takes at least 4
      moves

    nodes expanded    7
    nodes generated   14
    max frontier      4
    deepest           3
    ");
    assert_snapshot!(run(&["solve", FOUR_MOVES, "--bound", "3"]), @r"
    exit code 2
    ----- stderr
    error: `a-star` does not support a bound

    hint: use `--bound` with `depth-first`, `iterative-deepening` or `ida-star`
    ");
}

#[test]
fn reports_searches_that_hit_the_node_limit() {
    let given_up = run(&["solve", "867254301", "--algorithm", "ida-star", "--nodes", "50"]);
    let oracle = ["solve", "5 6 1 3 10 9 2 4 13 11 7 15 14 0 12 8", "--nodes", "1"];
    assert_snapshot!(run(&oracle), @"
    exit code 1
    ----- stdout
    not solved
      IDA* with pattern databases stopped after 1 node: the puzzle takes at least 22
      moves. Try a larger `--nodes`

    nodes expanded    1
    ");
    assert_snapshot!(given_up, @"
    exit code 1
    ----- stdout
    not solved
      ida-star with manhattan stopped after 50 nodes: the puzzle takes at least 25
      moves. Try a larger `--nodes`

    nodes expanded    50
    nodes generated   74
    max frontier      13
    deepest           12
    ");
}

#[test]
fn solutions_are_written_in_several_formats() {
    let format = |format| run(&["solve", FOUR_MOVES, "--format", format]);
    assert_snapshot!(format("json"), @r#"
    exit code 0
    ----- stdout
    {
      "schema": "puzzle-solve/1",
      "puzzles": [
        {
          "name": null,
          "tiles": [
            [0, 1, 3],
            [4, 2, 5],
            [7, 8, 6]
          ],
          "goal": [
            [1, 2, 3],
            [4, 5, 6],
            [7, 8, 0]
          ],
          "status": "solved",
          "proven": true,
          "moves": 4,
          "at_least": null,
          "slides": [1, 2, 5, 6],
          "by": "a breadth-first table of all boards",
          "expanded": null,
          "statistics": null
        }
      ]
    }
    "#);
    assert_snapshot!(format("classic"), @"
    exit code 0
    ----- stdout
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
    assert_snapshot!(format("flat"), @"
    exit code 0
    ----- stdout
    0 1 3 4 2 5 7 8 6
    1 0 3 4 2 5 7 8 6
    1 2 3 4 0 5 7 8 6
    1 2 3 4 5 0 7 8 6
    1 2 3 4 5 6 7 8 0
    ");
    assert_snapshot!(format("moves"), @"
    exit code 0
    ----- stdout
    1 2 5 6
    ");
}

#[test]
fn solves_every_puzzle_in_a_file() {
    let file = workspace("fixtures/puzzles/2x2.toml").display().to_string();
    assert_snapshot!(run(&["solve", &file, "--format", "moves"]), @"
    exit code 0
    ----- stdout

    3
    1 2
    3 1 2
    3 2 1 3
    1 3 2 1 3
    2 1 3 2 1 3
    ");
    let one = ["solve", &file, "--name", "puzzle2x2-01"];
    assert_parts(&run(&one), &["puzzle2x2-01\n1 move: optimal", "tiles to slide: 3"]);
}

#[test]
fn solves_for_other_goals() {
    let moves =
        |goal| run(&["solve", "2 8 3 / 1 6 4 / 7 0 5", "--format", "moves", "--goal", goal]);
    assert_snapshot!(moves("spiral"), @"
    exit code 0
    ----- stdout
    6 8 2 1 8
    ");
    assert_snapshot!(moves("2 8 3 / 1 6 4 / 0 7 5"), @"
    exit code 0
    ----- stdout
    7
    ");
    assert_snapshot!(moves("blank-first"), @"
    exit code 0
    ----- stdout
    # no solution
    ");
}

#[test]
fn animation_without_a_terminal_prints_boards_in_sequence() {
    assert_snapshot!(run(&["solve", "1 2 3 / 4 0 5 / 7 8 6", "--animate"]), @"
    exit code 0
    ----- stdout
    move 0 of 2
    ┌─────────┐
    │ 1  2  3 │
    │ 4     5 │
    │ 7  8  6 │
    └─────────┘

    move 1 of 2: tile 5 slides
    ┌─────────┐
    │ 1  2  3 │
    │ 4  5    │
    │ 7  8  6 │
    └─────────┘

    move 2 of 2: tile 6 slides
    ┌─────────┐
    │ 1  2  3 │
    │ 4  5  6 │
    │ 7  8    │
    └─────────┘
    ");
}

#[test]
fn writes_the_solution_to_a_file() {
    let bench = Bench::new();
    assert_snapshot!(run_in(&bench, &["solve", FOUR_MOVES, "--out", "way.txt", "--format", "flat"]), @"exit code 0");
    assert_eq!(bench.read("way.txt").lines().count(), 5);
    // The output can be used as a list of puzzles.
    assert!(run_in(&bench, &["solve", "way.txt", "--format", "moves"]).ends_with("\n5 6\n6"));
}

/// Simulates `grader puzzle solve ... | head -1`.
#[test]
fn a_closed_pipe_is_not_an_error() {
    let mut command = program();
    command.args(["puzzle", "solve", FOUR_MOVES]);
    let output = Process::start_into(&mut command, pipe_without_reader()).finish();
    assert_eq!((code(&output), stderr(&output)), (0, ""));
}
