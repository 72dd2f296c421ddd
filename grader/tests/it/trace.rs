//! Tests `grader check --trace`, which records a submission's search for `grader play`.

use insta::assert_snapshot;

use crate::support::{Bench, code, stderr};

/// Returns how often this event occurs in the board's search.
fn count(trace: &str, event: &str) -> usize {
    let event = format!("{{\"event\":\"{event}\",");
    trace.lines().filter(|line| line.starts_with(&event) && !line.contains("\"twin\":true")).count()
}

#[test]
fn the_model_search_is_recorded_as_events() {
    let bench = Bench::with_model();
    let check = ["check", "alice", "--only", "solver.moves", "--trace", "t.jsonl"];
    let output = bench.grade(&[&check[..], &["--puzzle", "puzzle04"]].concat());
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    assert_snapshot!(stderr(&output), @"trace: t.jsonl; to see it: grader play --trace t.jsonl --open");
    let trace = bench.read("t.jsonl");
    let begin: Vec<&str> = trace.lines().take(6).collect();
    assert_snapshot!(begin.join("\n"), @r#"
    {"format":"search-trace","version":1,"board":[0,1,3,4,2,5,7,8,6],"goal":[1,2,3,4,5,6,7,8,0],"heuristic":"manhattan","name":"alice"}
    {"event":"insert","board":[0,1,3,4,2,5,7,8,6],"g":0,"h":4}
    {"event":"insert","board":[0,1,3,4,2,5,7,6,8],"g":0,"h":6,"twin":true}
    {"event":"delete","board":[0,1,3,4,2,5,7,8,6],"g":0,"h":4}
    {"event":"expand","board":[0,1,3,4,2,5,7,8,6],"g":0,"h":4}
    {"event":"insert","board":[4,1,3,0,2,5,7,8,6],"g":1,"h":5}
    "#);
    assert!(trace.ends_with("{\"event\":\"end\",\"outcome\":\"solved\"}\n"), "{trace}");
    // The handout contains these numbers, too.
    assert_eq!((count(&trace, "insert"), count(&trace, "delete")), (10, 5), "{trace}");
    assert_eq!(count(&trace, "expand"), 4);

    let unknown = bench.run(&[&check[..], &["--puzzle", "puzle04"]].concat());
    assert_eq!(code(&unknown), 2);
    assert_snapshot!(stderr(&unknown), @"
    error: there is no puzzle named `puzle04` with at most 5 rows

    hint: did you mean `puzzle04`?
    ");
}

/// The twin's search ends with the first board, before it has neighbors.
#[test]
fn a_twin_that_is_the_goal_is_recorded_as_the_twin() {
    let bench = Bench::with_model();
    let check = ["check", "alice", "--only", "solver.unsolvable", "--trace", "t.jsonl"];
    let output = bench.grade(&[&check[..], &["--puzzle", "2x2-unsolvable-2130"]].concat());
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    assert_snapshot!(bench.read("t.jsonl"), @r#"
    {"format":"search-trace","version":1,"board":[2,1,3,0],"goal":[1,2,3,0],"heuristic":"manhattan","name":"alice"}
    {"event":"insert","board":[2,1,3,0],"g":0,"h":2}
    {"event":"insert","board":[1,2,3,0],"g":0,"h":0,"twin":true}
    {"event":"delete","board":[2,1,3,0],"g":0,"h":2}
    {"event":"expand","board":[2,1,3,0],"g":0,"h":2}
    {"event":"insert","board":[2,1,0,3],"g":1,"h":3}
    {"event":"insert","board":[2,0,3,1],"g":1,"h":3}
    {"event":"delete","board":[1,2,3,0],"g":0,"h":0,"twin":true}
    {"event":"end","outcome":"unsolvable"}
    "#);
}

#[test]
fn a_wrong_search_is_recorded_and_can_be_played() {
    let bench = Bench::with_model();
    let solver = "alice/src/solver.rs";
    bench.edit(
        solver,
        "let priority = moves + board.manhattan();",
        "let priority = board.manhattan();",
    );
    let output = bench.grade(&["check", "alice", "--only", "solver.moves", "--trace", "t.jsonl"]);
    assert_eq!(code(&output), 1, "{}", stderr(&output));
    let trace = bench.read("t.jsonl");
    assert!(trace.ends_with("{\"event\":\"end\",\"outcome\":\"solved\"}\n"), "{trace}");
    let played = bench.run(&["play", "--trace", "t.jsonl", "--out", "p.html"]);
    assert_eq!(code(&played), 0, "{}", stderr(&played));
}

#[test]
fn solvers_tied_to_their_own_board_are_not_recorded() {
    let bench = Bench::with_model();
    bench.edit(
        "alice/src/solver.rs",
        "impl<B: Board> slider::Solver<B> for",
        "impl slider::Solver<crate::Board> for",
    );
    bench.edit(
        "alice/src/solver.rs",
        "Solver<B> {\n    /// Solves",
        "Solver<crate::Board> {\n    /// Solves",
    );
    let output = bench.grade(&["check", "alice", "--only", "solver", "--trace", "t.jsonl"]);
    assert_eq!(code(&output), 1, "{}", stderr(&output));
    assert_snapshot!(stderr(&output), @"the search is not recorded: the solver does not run on the grader's boards, or it is not clear which boards its queue returns");
    assert!(!bench.path("t.jsonl").exists());
}
