//! Tests the page in a browser: see `grader/tests/browser/play.mjs`.

use std::process::Command;

use crate::process::Finish as _;
use crate::report::browser::browser;
use crate::support::{Bench, code, stderr, workspace};

#[test]
#[ignore = "needs Chromium and Node.js: cargo test -p grader --test it -- --ignored browser"]
fn the_player_works_in_a_browser() {
    let bench = Bench::new();
    let output = bench.run(&["play", super::FOUR_MOVES]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    bench.write("notes.txt", "no picture");
    bench.write("search.jsonl", super::trace::WRONG_ORDER);
    bench.write("twin.jsonl", super::trace::WITH_TWIN);
    let mut node = Command::new("node");
    node.arg(workspace("grader/tests/browser/play.mjs")).arg(browser());
    node.arg(bench.path("puzzle.html")).arg(bench.path("notes.txt"));
    node.arg(bench.path("search.jsonl")).arg(bench.path("twin.jsonl"));
    let output = node.finish();
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{text}\n{}", String::from_utf8_lossy(&output.stderr));
    insta::assert_snapshot!(text, @"
    ok: the page works from a file, and runs its engine in workers
    ok: tiles slide on clicks, keys, drags and touches, and each move is announced
    ok: moves can be undone and replayed, and a hint is the next move of a shortest solution
    ok: a board is scrambled to the exact number of moves
    ok: unsolvable boards are detected, with the numbers that prove it
    ok: a search runs step by step, with its counters, tree and queue
    ok: all of the oracle's searches and heuristics are available, and warn if they are not optimal
    ok: two searches run side by side, including a board and its twin in lockstep
    ok: boards from 2-by-2 to 5-by-5 are solved, also for other goals
    ok: a goal can be arranged or typed, and invalid boards are refused
    ok: the URL stores the state, and invalid URLs do no harm
    ok: the tiles can show a picture, and files that are not pictures are reported
    ok: everything is reachable by keyboard and has an accessible name
    ok: buttons, keys and a slider step through a search in both directions, and the board shows its node
    ok: a step looks the same, however the page got there
    ok: the current line of the algorithm is marked, and steps can be lines
    ok: the quiz asks the class, and explains the answer
    ok: lecture mode has large type on a small projector, and a link restores it
    ok: the current node stays visible at every width
    ok: a recorded search is shown next to the model's, and invalid ones are refused
    ok: a recorded search of the twin is marked, and is not counted
    ok: the theme follows the system, can be selected, and has enough contrast
    ok: there is no horizontal scrolling from phones to projectors, and no unwanted motion
    ok: without workers, the page runs the engine itself
    ok: without the engine, the page reports it, and tiles still slide
    ok: there were no errors and no network requests
    ");
}

/// Gives a lecture with a presentation remote: see `grader/tests/browser/lecture.mjs`.
#[test]
#[ignore = "needs Chromium and Node.js: cargo test -p grader --test it -- --ignored browser"]
fn a_lecture_works_in_a_browser() {
    let bench = Bench::new();
    let output = bench.run(&["play", super::FOUR_MOVES]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let mut node = Command::new("node");
    node.arg(workspace("grader/tests/browser/lecture.mjs")).arg(browser());
    let output = node.arg(bench.path("puzzle.html")).finish();
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{text}\n{}", String::from_utf8_lossy(&output.stderr));
    insta::assert_snapshot!(text, @"
    ok: a remote moves the search, whatever has the focus, at three sizes in light and dark
    ok: nothing covers anything else at any zoom
    ok: a board and its twin are searched in the same way, and the question says whose search is meant
    ok: the heap is shown exchange by exchange, and linear conflicts are drawn
    ok: the weight of the heuristic changes the expansions and the moves
    ok: there were no errors and no network requests
    ");
}

/// Performs several hundred random actions, or `GRADER_FUZZ_ACTIONS`, with the seed `GRADER_FUZZ_SEED`.
#[test]
#[ignore = "needs Chromium and Node.js: cargo test -p grader --test it -- --ignored browser"]
fn random_actions_never_break_the_player_in_a_browser() {
    let bench = Bench::new();
    let output = bench.run(&["play", super::FOUR_MOVES]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    bench.write("search.jsonl", super::trace::WRONG_ORDER);
    let setting =
        |name: &str, usual: &str| std::env::var(name).unwrap_or_else(|_| usual.to_owned());
    let actions = setting("GRADER_FUZZ_ACTIONS", "400");
    let mut node = Command::new("node");
    node.arg(workspace("grader/tests/browser/fuzz.mjs")).arg(browser());
    node.arg(bench.path("puzzle.html")).arg(bench.path("search.jsonl"));
    let output = node.arg(&actions).arg(setting("GRADER_FUZZ_SEED", "1")).finish();
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{text}\n{}", String::from_utf8_lossy(&output.stderr));
    assert!(text.starts_with(&format!("ok: {actions} actions did not break the page\n")), "{text}");
}

/// The page must ignore replies for an earlier board or size.
#[test]
#[ignore = "needs Chromium and Node.js: cargo test -p grader --test it -- --ignored browser"]
fn the_player_ignores_outdated_replies_in_a_browser() {
    let bench = Bench::new();
    let output = bench.run(&["play", super::FOUR_MOVES]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let mut node = Command::new("node");
    node.arg(workspace("grader/tests/browser/replies.mjs")).arg(browser());
    let output = node.arg(bench.path("puzzle.html")).finish();
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{text}\n{}", String::from_utf8_lossy(&output.stderr));
    insta::assert_snapshot!(text, @"
    ok: two changes of board, size and goal take effect in order, however late the replies are
    ok: so do three changes
    ok: a search for an earlier goal cannot continue
    ok: if an engine stops, its searches say so until they are restarted
    ok: there were no errors and no network requests
    ");
}
