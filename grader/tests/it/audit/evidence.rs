//! Tests labels with facts that a failure must show.

use insta::assert_snapshot;
use serde_json::{Value, json};

use super::{ADDED_HAMMING, Edit, HAMMING};
use crate::support::{Bench, assert_parts, code, stderr, stdout};

/// A label for the heuristic that adds the Hamming distance, with the facts in `shows`.
fn added(shows: &str) -> String {
    format!("fails = ['solver.moves']\n[[shows]]\ncheck = 'solver.moves'\n{shows}")
}

/// A label for a `hamming()` that counts the blank, with the facts in `shows`.
fn blank(shows: &str) -> String {
    format!("fails = ['board.hamming']\n[[shows]]\ncheck = 'board.hamming'\n{shows}")
}

/// An assignment that exposes the added Hamming distance on the puzzle `twelve`.
fn bench() -> Bench {
    let bench = Bench::new();
    bench.few();
    let list = r#"solve = ["one", "nine", "none"]"#;
    bench.edit("few/assignment.toml", list, r#"solve = ["one", "twelve", "none"]"#);
    bench
}

fn section(report: &str, from: &str, to: &str) -> String {
    let start = report.find(from).unwrap_or_else(|| panic!("{report}"));
    report[start..].split(to).next().unwrap().trim_end().to_owned()
}

#[test]
fn matching_failure_details_confirm_labels() {
    let bench = bench();
    let moment = "cause = 'too_long'\nmoment = 'out_of_order'\nstep = [2, 99]\npuzzle = 'twelve'";
    bench.label_with("faults/added", &added(moment), &[&ADDED_HAMMING]);
    let board = "cause = 'counts_blank'\ntiles = [[1, 0], [3, 2]]";
    bench.label_with("faults/blank", &blank(board), &[&HAMMING]);
    let human = bench.audit(&[]);
    assert_eq!(code(&human), 0, "{}\n{}", stdout(&human), stderr(&human));
    assert!(!stdout(&human).contains("Contradicted"), "{}", stdout(&human));
    assert_parts(
        stdout(&human),
        &[
            "\n      solver.moves, twelve: step 19: the queue returned a node with 5 moves +\n",
            "\nBoards\n  The labels specify the cause and the board.\n",
            "\n      board.hamming: counts_blank [[1, 0], [3, 2]]\n",
        ],
    );
    let output = bench.audit(&["--format", "json"]);
    let audit: Value = serde_json::from_str(stdout(&output)).unwrap();
    let shown = &audit["submissions"][0]["shows"]["solver.moves"];
    assert_eq!(shown["expected"]["step"], json!([2, 99]));
    assert_eq!((&shown["cause"], &shown["moment"]), (&json!("too_long"), &json!("out_of_order")));
    assert!(
        shown["sentence"].as_str().is_some_and(|sentence| sentence.starts_with("step ")),
        "{shown}"
    );
}

#[test]
fn mismatched_failure_details_contradict_labels() {
    let bench = bench();
    let other = "cause = 'lost'\nmoment = 'closed_too_early'\npuzzle = 'nine'";
    bench.label_with("faults/kind", &added(other), &[&ADDED_HAMMING]);
    let later = "moment = 'out_of_order'\nstep = 1\ntiles = [[1, 2, 3], [4, 5, 6], [7, 8, 0]]";
    bench.label_with("faults/step", &added(later), &[&ADDED_HAMMING]);
    let board = "cause = 'wrong_number'\ntiles = [[1, 2], [3, 0]]\npuzzle = 'one'";
    bench.label_with("faults/board", &blank(board), &[&HAMMING]);
    bench.label_with("faults/no-moment", &blank("step = [1, 9]"), &[&HAMMING]);
    // A check that passes cannot show a failure, and the report should say so.
    bench.label_with("faults/passes", &blank("cause = 'counts_blank'"), &[]);
    let output = bench.audit(&[]);
    assert_eq!(code(&output), 1, "{}", stderr(&output));
    assert_snapshot!(section(stdout(&output), "Contradicted", "Checks"), @"
    Contradicted
      ✗ faults/board: this is faults/board
          should fail: board.hamming
          fails: board.hamming
          - board.hamming should show wrong_number, but shows counts_blank
          - board.hamming should show puzzle one, but shows no puzzle
          - board.hamming should show [[1, 2], [3, 0]], but shows [[1, 0], [3, 2]]
      ✗ faults/kind: this is faults/kind
          should fail: solver.moves
          fails: solver.moves
          - solver.moves should show lost, but shows too_long
          - solver.moves should show puzzle nine, but shows twelve
          - solver.moves should show closed_too_early, but shows out_of_order
      ✗ faults/no-moment: this is faults/no-moment
          should fail: board.hamming
          fails: board.hamming
          - board.hamming should show a step from 1 to 9, but shows no moment
      ✗ faults/passes: this is faults/passes
          should fail: board.hamming
          fails: nothing
          - board.hamming should fail, but passes
      ✗ faults/step: this is faults/step
          should fail: solver.moves
          fails: solver.moves
          - solver.moves should show step 1, but shows step 19
          - solver.moves should show [[1, 2, 3], [4, 5, 6], [7, 8, 0]], but shows
            [[1, 2, 3], [0, 7, 6], [4, 8, 5]] and [[1, 0, 2], [4, 7, 3], [8, 5, 6]]
    ");
    let output = bench.audit(&["--format", "json", "--only", "kind", "board"]);
    let audit: Value = serde_json::from_str(stdout(&output)).unwrap();
    let shows = |index: usize| audit["contradictions"][index]["shows"].clone();
    assert_eq!(
        shows(0),
        json!([
            { "check": "board.hamming", "what": "cause", "expected": "wrong_number", "actual": "counts_blank" },
            { "check": "board.hamming", "what": "puzzle", "expected": "one" },
            { "check": "board.hamming", "what": "tiles", "expected": [[1, 2], [3, 0]], "actual": [[[1, 0], [3, 2]]] },
        ])
    );
    assert_eq!(shows(1)[2]["actual"], "out_of_order");
}

#[test]
fn failure_details_are_not_compared_on_other_boards() {
    let bench = Bench::new();
    bench.few();
    let arguments = ["audit", "--assignment", "few", "--only", "faults/hamming-counts-blank"];
    let output = bench.grade(&arguments);
    assert_eq!(code(&output), 0, "{}\n{}", stdout(&output), stderr(&output));
    assert_snapshot!(section(stdout(&output), "1 label lists", "Scores"), @"
    1 label lists what a failure must show. This was not compared, because the
    boards of this assignment differ from those of the default assignment.
    ");
    let output = bench.grade(&[&arguments[..], &["--format", "json"]].concat());
    let audit: Value = serde_json::from_str(stdout(&output)).unwrap();
    assert_eq!(audit["unheld_shows"], 1);
    assert_eq!(audit["submissions"][0].get("shows"), None);
}

#[test]
fn impossible_failure_details_are_rejected() {
    let bench = Bench::new();
    let error = |label: &str, edits: &[&Edit]| {
        bench.label_with("faults/one", label, edits);
        bench.no_audit(&["--corpus", "corpus"])
    };
    assert_snapshot!(error(&added("moment = 'closed_early'"), &[]), @"
    error: unknown moment `closed_early`
     --> corpus/faults/one.toml:5:10
      |
    5 | moment = 'closed_early'
      |          ^^^^^^^^^^^^^^
      |
      = help: did you mean `closed_too_early`? the moments are `out_of_order`, `closed_too_early`, `never_queued`, `none_queued`, `other_expanded`, `expanded_again`, `thrown_away`, `left_behind`, `ended_early`, `goal_met`, `went_on`, `gave_up`, `relinked`, `queued_again`, `out_of_turn`
    ");
    let cause = error(&blank("cause = 'count_blank'"), &[]);
    assert!(
        cause.contains("did you mean `counts_blank`? the causes of `board` checks are"),
        "{cause}"
    );
    assert_snapshot!(error(&added("tiles = [[1, 2], [3]]"), &[]), @"
    error: the board is not square: row 2 has 1 tile instead of 2
     --> corpus/faults/one.toml:5:18
      |
    5 | tiles = [[1, 2], [3]]
      |                  ^^^
    ");
}
