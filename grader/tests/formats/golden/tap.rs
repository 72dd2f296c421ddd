//! Shows the format `tap`.

use insta::assert_snapshot;

use super::super::*;

#[test]
fn failing_as_tap() {
    assert_snapshot!(render(Format::Tap, &failing()), @r#"
    TAP version 14
    1..4
    # alice: 5.5 / 15.5 (and 1 hidden)
    ok 1 - compile.build
    ok 2 - board.dimension
    not ok 3 - board.hamming
      ---
      message: "hamming() counts the blank"
      severity: "fail"
      at: "src/board.rs:12:9"
      max_score: 4
      shown:
        - "┌──────┐   hamming() of this board"
        - "│ 1    │     expected 1"
        - "│ 3  2 │     but was  2"
        - "└──────┘"
        - ""
        - "at src/board.rs:12:9"
        - "rule: hamming() is the number of tiles out of place"
        - "try it: grader check --only board.hamming"
        - "more: grader explain board.hamming"
      ...
    ok 4 - solver.moves # SKIP waiting for a hidden check
    # remark: solver.moves: one queue holds both
    # hidden: 1 of board
    "#);
}

#[test]
fn fault_as_tap() {
    assert_snapshot!(render(Format::Tap, &fault()), @"
    TAP version 14
    1..2
    Bail out! the grader failed, which is not your fault and does not count: the machine is out of memory
    ");
}

#[test]
fn rejected_as_tap() {
    assert_snapshot!(render(Format::Tap, &rejected()), @r#"
    TAP version 14
    1..1
    not ok 1 - submission
      ---
      message: "there is no `Board`"
      ...
    "#);
}
