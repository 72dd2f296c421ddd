//! Tests `grader play --trace`, which shows recorded searches.

use insta::assert_snapshot;

use crate::support::{Bench, code, stderr};

/// A search on a 2-by-2 board that dequeues a board with f = 3 while a board with f = 1 is in the queue.
pub(crate) const WRONG_ORDER: &str = r#"{"format":"search-trace","version":1,"board":[1,2,0,3],"goal":[1,2,3,0],"heuristic":"manhattan","name":"submissions/ada"}
{"event":"insert","board":[1,2,0,3],"g":0,"h":1,"key":1}
{"event":"delete","board":[1,2,0,3],"g":0,"h":1,"key":1}
{"event":"expand","board":[1,2,0,3],"g":0,"h":1,"key":1}
{"event":"insert","board":[0,2,1,3],"g":1,"h":2,"key":3}
{"event":"insert","board":[1,2,3,0],"g":1,"h":0,"key":1}
{"event":"delete","board":[0,2,1,3],"g":1,"h":2,"key":3}
{"event":"expand","board":[0,2,1,3],"g":1,"h":2,"key":3}
{"event":"insert","board":[2,0,1,3],"g":2,"h":3,"key":5}
{"event":"delete","board":[1,2,3,0],"g":1,"h":0,"key":1}
{"event":"end","outcome":"solved"}
"#;

/// A correct search that also searches the twin, as the assignment requires, without keys, as the grader records it.
pub(crate) const WITH_TWIN: &str = r#"{"format":"search-trace","version":1,"board":[0,1,3,2],"goal":[1,2,3,0],"heuristic":"manhattan"}
{"event":"insert","board":[0,1,3,2],"g":0,"h":2}
{"event":"insert","board":[0,1,2,3],"g":0,"h":4,"twin":true}
{"event":"delete","board":[0,1,3,2],"g":0,"h":2}
{"event":"expand","board":[0,1,3,2],"g":0,"h":2}
{"event":"insert","board":[1,0,3,2],"g":1,"h":1}
{"event":"insert","board":[3,1,0,2],"g":1,"h":3}
{"event":"delete","board":[0,1,2,3],"g":0,"h":4,"twin":true}
{"event":"expand","board":[0,1,2,3],"g":0,"h":4,"twin":true}
{"event":"insert","board":[1,0,2,3],"g":1,"h":3,"twin":true}
{"event":"insert","board":[2,1,0,3],"g":1,"h":3,"twin":true}
{"event":"delete","board":[1,0,3,2],"g":1,"h":1}
{"event":"expand","board":[1,0,3,2],"g":1,"h":1}
{"event":"insert","board":[1,2,3,0],"g":2,"h":0}
{"event":"delete","board":[1,0,2,3],"g":1,"h":3,"twin":true}
{"event":"expand","board":[1,0,2,3],"g":1,"h":3,"twin":true}
{"event":"insert","board":[1,3,2,0],"g":2,"h":4,"twin":true}
{"event":"delete","board":[1,2,3,0],"g":2,"h":0}
{"event":"end","outcome":"solved"}
"#;

#[test]
fn a_page_can_start_with_a_recorded_search() {
    let bench = Bench::new();
    bench.write("search.jsonl", WRONG_ORDER);
    let output = bench.run(&["play", "--trace", "search.jsonl"]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    assert_snapshot!(super::start(&bench, "puzzle.html"), @r#"{"board":[1,2,0,3],"goal":[1,2,3,0],"name":"submissions\u002fada"}"#);
    let page = bench.read("puzzle.html");
    let (_, rest) = page.split_once("id=\"given-trace\">").expect("the trace");
    let (packed, _) = rest.split_once("</script>").expect("its end");
    assert!(packed.len() > 100, "{packed}");
    assert_eq!(code(&bench.run(&["play"])), 0);
    assert!(bench.read("puzzle.html").contains("id=\"given-trace\"></script>"));
}

#[test]
fn a_malformed_trace_is_rejected_with_its_line() {
    let bench = Bench::new();
    let refused = |text: &str| {
        bench.write("search.jsonl", text);
        bench.failure(2, &["play", "--trace", "search.jsonl"], None)
    };
    assert_snapshot!(refused("not a trace"), @"
    error: character 1 should be `{`
     --> search.jsonl:1:1
      |
    1 | not a trace
      | ^^^^^^^^^^^
    ");
    assert_snapshot!(refused(&WRONG_ORDER.replace("\"version\":1", "\"version\":2")), @r#"
    error: unsupported version 2; this program reads version 1
     --> search.jsonl:1:1
      |
    1 | {"format":"search-trace","version":2,"board":[1,2,0,3],"goal":[1,2,3,0],"heuristic":"manhattan","name":"submissions/ada"}
      | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
    "#);
    assert_snapshot!(refused(&WRONG_ORDER.replacen("\"event\":\"expand\"", "\"event\":\"pop\"", 1)), @r#"
    error: unknown event `pop`, expected one of `insert`, `delete`, `expand`, `end`
     --> search.jsonl:4:1
      |
    4 | {"event":"pop","board":[1,2,0,3],"g":0,"h":1,"key":1}
      | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
    "#);
    assert_snapshot!(bench.failure(2, &["play", "--trace", "none.jsonl"], None), @"
    error: cannot be read: No such file or directory (os error 2)
    --> none.jsonl
    ");
    assert_snapshot!(bench.failure(2, &["play", super::FOUR_MOVES, "--trace", "search.jsonl"], None), @"
    error: the argument '[FILE|TILES]...' cannot be used with '--trace <FILE>'

    Usage: grader play <FILE|TILES>...

    For more information, try '--help'.
    ");
    assert!(!bench.path("puzzle.html").exists());
}
