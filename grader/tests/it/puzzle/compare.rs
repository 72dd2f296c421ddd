//! Tests `grader puzzle compare`.

use insta::assert_snapshot;

use super::{FOUR_MOVES, run};
use crate::support::assert_parts;

#[test]
fn compares_all_searches_and_heuristics() {
    assert_snapshot!(run(&["compare", "1 2 / 0 3"]), @"
    exit code 0
    ----- stdout
    algorithm            heuristic          expanded  generated  max frontier  moves  optimal?
    a-star               zero                      2          3             2      1  yes
    a-star               hamming                   1          2             2      1  yes
    a-star               manhattan                 1          2             2      1  yes
    a-star               linear-conflict           1          2             2      1  yes
    a-star               walking-distance          1          2             2      1  yes
    a-star               dynamic                   1          2             2      1  yes
    a-star               dynamic-cover             1          2             2      1  yes
    a-star               fringe                    1          2             2      1  yes
    a-star               reflected-fringe          1          2             2      1  yes
    a-star               manhattan+hamming         1          2             2      1  yes
    dijkstra             -                         2          3             2      1  yes
    breadth-first        -                         2          3             2      1  yes
    depth-first          -                        11         11            12     11  no
    iterative-deepening  -                         1          2             2      1  yes
    greedy               zero                      2          3             2      1  yes
    greedy               hamming                   1          2             2      1  yes
    greedy               manhattan                 1          2             2      1  yes
    greedy               linear-conflict           1          2             2      1  yes
    greedy               walking-distance          1          2             2      1  yes
    greedy               dynamic                   1          2             2      1  yes
    greedy               dynamic-cover             1          2             2      1  yes
    greedy               fringe                    1          2             2      1  yes
    greedy               reflected-fringe          1          2             2      1  yes
    greedy               manhattan+hamming         1          2             2      1  yes
    ida-star             zero                      3          5             3      1  yes
    ida-star             hamming                   1          2             2      1  yes
    ida-star             manhattan                 1          2             2      1  yes
    ida-star             linear-conflict           1          2             2      1  yes
    ida-star             walking-distance          1          2             2      1  yes
    ida-star             dynamic                   1          2             2      1  yes
    ida-star             dynamic-cover             1          2             2      1  yes
    ida-star             fringe                    1          2             2      1  yes
    ida-star             reflected-fringe          1          2             2      1  yes
    ida-star             manhattan+hamming         1          2             2      1  yes
    ");
}

#[test]
fn compares_selected_searches_and_heuristics() {
    let arguments = [
        "compare",
        "867254301",
        "--nodes",
        "10000",
        "--algorithm",
        "greedy",
        "--algorithm",
        "a-star",
        "--algorithm",
        "breadth-first",
        "--heuristic",
        "hamming",
        "--heuristic",
        "manhattan",
    ];
    assert_snapshot!(run(&arguments), @"
    exit code 0
    ----- stdout
    algorithm      heuristic  expanded  generated  max frontier  moves  optimal?
    greedy         hamming         336        585           221     63  no
    greedy         manhattan        99        166            62     47  no
    a-star         hamming       10000      17143          5559      -  gave up
    a-star         manhattan      6744      11005          3549     31  yes
    breadth-first  -             10000      17127          5384      -  gave up
    ");
    let markdown = run(&[&arguments[..], &["--format", "markdown"]].concat());
    assert_parts(&markdown, &["| greedy | hamming | 336 | 585 | 221 | 63 | no |\n"]);
}

#[test]
fn prints_a_comparison_as_json() {
    let arguments = ["compare", FOUR_MOVES, "--algorithm", "ida-star", "--heuristic", "manhattan"];
    assert_snapshot!(run(&[&arguments[..], &["--format", "json"]].concat()), @r#"
    exit code 0
    ----- stdout
    {
      "schema": "puzzle-compare/1",
      "searches": [
        {
          "algorithm": "ida-star",
          "heuristic": "manhattan",
          "status": "shortest",
          "moves": 4,
          "statistics": {
            "expanded": 4,
            "generated": 8,
            "reopened": 0,
            "largest": 5,
            "deepest": 4
          }
        }
      ]
    }
    "#);
    // Times differ from run to run, so they are optional.
    let timed = run(&[&arguments[..], &["--times"]].concat());
    assert!(timed.contains("seconds"), "{timed}");
}
