//! Shows the format `classroom50`.

use insta::assert_snapshot;

use super::super::*;

#[test]
fn failing_as_classroom50() {
    assert_snapshot!(render(Format::Classroom50, &failing()), @r#"
    {
      "schema": "classroom50/result/v1",
      "classroom": "cs",
      "assignment": "puzzle",
      "assignment_type": "individual",
      "owner": "alice",
      "submission": "submit/2026-06-01T14-32-05Z-a1b2c3d",
      "commit": "https://example.org/commit",
      "release": "https://example.org/release",
      "review": "https://example.org/commit",
      "datetime": "2026-06-01T14:32:05Z",
      "score": 5500,
      "max-score": 15500,
      "tests": [
        {
          "test-name": "compile.build",
          "passed": true,
          "score": 2000,
          "max-score": 2000
        },
        {
          "test-name": "board.dimension",
          "passed": true,
          "score": 3500,
          "max-score": 3500
        },
        {
          "test-name": "board.hamming",
          "passed": false,
          "score": 0,
          "max-score": 4000,
          "message": "hamming() counts the blank\n\n┌──────┐   hamming() of this board\n│ 1    │     expected 1\n│ 3  2 │     but was  2\n└──────┘\n\nat src/board.rs:12:9\nrule: hamming() is the number of tiles out of place\ntry it: grader check --only board.hamming\nmore: grader explain board.hamming"
        },
        {
          "test-name": "solver.moves",
          "passed": false,
          "score": 0,
          "max-score": 6000,
          "message": "waiting for a hidden check"
        }
      ]
    }
    "#);
}

#[test]
fn fault_as_classroom50() {
    assert_eq!(render(Format::Classroom50, &fault()), "");
}

#[test]
fn rejected_as_classroom50() {
    assert_snapshot!(render(Format::Classroom50, &rejected()), @r#"
    {
      "schema": "classroom50/result/v1",
      "classroom": "cs",
      "assignment": "puzzle",
      "assignment_type": "individual",
      "owner": "alice",
      "submission": "submit/2026-06-01T14-32-05Z-a1b2c3d",
      "commit": "https://example.org/commit",
      "release": "https://example.org/release",
      "review": "https://example.org/commit",
      "datetime": "2026-06-01T14:32:05Z",
      "score": 0,
      "max-score": 6000,
      "tests": [
        {
          "test-name": "submission",
          "passed": false,
          "score": 0,
          "max-score": 6000,
          "message": "there is no `Board`"
        }
      ]
    }
    "#);
}
