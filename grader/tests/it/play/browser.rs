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
    let mut node = Command::new("node");
    node.arg(workspace("grader/tests/browser/play.mjs")).arg(browser());
    node.arg(bench.path("puzzle.html")).arg(bench.path("notes.txt"));
    node.arg(bench.path("search.jsonl"));
    let output = node.finish();
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{text}\n{}", String::from_utf8_lossy(&output.stderr));
    insta::assert_snapshot!(text, @"
    ok: the page works from a file, and computes in workers
    ok: tiles slide by click, key, drag and touch, and each move is told
    ok: moves are taken back and replayed, a hint is the next of a shortest solution
    ok: a board is scrambled to the move
    ok: a board without a solution is told, with the numbers that show it
    ok: a search goes step by step, with its figures, its tree and its queue
    ok: every search and heuristic of the oracle is there, and says whether it can be trusted
    ok: two searches run side by side, also the board and its twin in lockstep
    ok: boards from 2-by-2 to 5-by-5 are solved, to other goals as well
    ok: a goal is laid out by hand or typed, and what is no board is refused
    ok: the address holds the position, and one that makes no sense does no harm
    ok: a picture lies on the tiles, and a file that is none is told
    ok: everything is reached by keys and has a name
    ok: a search goes back and forth, by button, key and slider, and the board shows its node
    ok: the line of the algorithm is marked, and a step can be a line
    ok: the class is asked, and told why
    ok: a lecture has large type on a small projector, and its link restores it
    ok: the current node stays in sight, whatever the width
    ok: a recorded search is shown beside the model's, and one that is malformed is refused
    ok: light and dark follow the system, can be chosen, and have enough contrast
    ok: nothing scrolls sideways from phone to projector, and nothing moves that should not
    ok: without workers the page does the same by itself
    ok: without its engine the page says so, and the tiles slide all the same
    ok: nothing was complained of, and nothing was asked of a network
    ");
}

/// Performs several hundred random actions. `GRADER_FUZZ_ACTIONS` and `GRADER_FUZZ_SEED` change
/// their number and seed.
#[test]
#[ignore = "needs Chromium and Node.js: cargo test -p grader --test it -- --ignored browser"]
fn random_actions_leave_the_player_whole_in_a_browser() {
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
    assert!(text.starts_with(&format!("ok: {actions} actions left the page whole\n")), "{text}");
}

/// Replies for an earlier board or size must be ignored.
#[test]
#[ignore = "needs Chromium and Node.js: cargo test -p grader --test it -- --ignored browser"]
fn late_replies_leave_the_player_in_order_in_a_browser() {
    let bench = Bench::new();
    let output = bench.run(&["play", super::FOUR_MOVES]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let mut node = Command::new("node");
    node.arg(workspace("grader/tests/browser/replies.mjs")).arg(browser());
    let output = node.arg(bench.path("puzzle.html")).finish();
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{text}\n{}", String::from_utf8_lossy(&output.stderr));
    insta::assert_snapshot!(text, @"
    ok: two choices of board, size and goal take effect in order, however late the replies are
    ok: so do three
    ok: nothing was complained of, and nothing was asked of a network
    ");
}
