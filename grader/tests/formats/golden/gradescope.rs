//! Shows the format `gradescope`.

use insta::assert_snapshot;

use super::super::*;

#[test]
fn failing_as_gradescope() {
    assert_snapshot!(render(Format::Gradescope, &failing()), @r#"
    {
      "output": "alice: 5.5 / 15.5 (and 1 hidden)\nremark: solver.moves: one queue holds both",
      "output_format": "text",
      "test_output_format": "text",
      "test_name_format": "text",
      "visibility": "visible",
      "stdout_visibility": "hidden",
      "extra_data": {
        "status": "graded",
        "sources": "sha256:5e",
        "assignment": "sha256:a5",
        "toolchain": "rustc 1.95.0",
        "engine": "wasmtime 48.0.8, cost table 1"
      },
      "tests": [
        {
          "score": 2,
          "max_score": 2,
          "status": "passed",
          "name": "compile.build",
          "number": "1.1",
          "output": "the code compiles, without `unsafe`, build scripts or external crates",
          "tags": ["compile"],
          "visibility": "visible"
        },
        {
          "score": 3.5,
          "max_score": 3.5,
          "status": "passed",
          "name": "board.dimension",
          "number": "2.1",
          "output": "dimension() returns the number of rows",
          "tags": ["board"],
          "visibility": "visible"
        },
        {
          "score": 0,
          "max_score": 4,
          "status": "failed",
          "name": "board.hamming",
          "number": "2.2",
          "output": "hamming() counts the blank\n\n┌──────┐   hamming() of this board\n│ 1    │     expected 1\n│ 3  2 │     but was  2\n└──────┘\n\nat src/board.rs:12:9\nrule: hamming() is the number of tiles out of place\ntry it: grader check --only board.hamming\nmore: grader explain board.hamming",
          "tags": ["board"],
          "visibility": "visible"
        },
        {
          "score": 0,
          "max_score": 1,
          "status": "failed",
          "name": "board.manhattan",
          "number": "2.3",
          "output": "a hidden thing is wrong\n\nrule: manhattan() is the sum of the tiles' distances to their goal positions\ntry it: grader check --only board.manhattan\nmore: grader explain board.manhattan",
          "tags": ["board"],
          "visibility": "hidden"
        },
        {
          "score": 0,
          "max_score": 6,
          "status": "failed",
          "name": "solver.moves",
          "number": "3.1",
          "output": "waiting for a hidden check",
          "tags": ["solver"],
          "visibility": "visible"
        }
      ]
    }
    "#);
}

#[test]
fn fault_as_gradescope() {
    assert_snapshot!(render(Format::Gradescope, &fault()), @r#"
    {
      "output": "alice: no score\nThe grader could not finish. This is not your fault, and it does not count. Please try again. If it happens again, show this to your instructor.",
      "output_format": "text",
      "test_output_format": "text",
      "test_name_format": "text",
      "visibility": "visible",
      "stdout_visibility": "hidden",
      "extra_data": {
        "status": "grader_error",
        "sources": "sha256:5e",
        "assignment": "sha256:a5",
        "toolchain": "rustc 1.95.0",
        "engine": "wasmtime 48.0.8, cost table 1"
      }
    }
    "#);
}

#[test]
fn rejected_as_gradescope() {
    assert_snapshot!(render(Format::Gradescope, &rejected()), @r#"
    {
      "score": 0,
      "output": "alice: not a submission\nthere is no `Board`",
      "output_format": "text",
      "test_output_format": "text",
      "test_name_format": "text",
      "visibility": "visible",
      "stdout_visibility": "hidden",
      "extra_data": {
        "status": "rejected",
        "sources": "sha256:5e",
        "assignment": "sha256:a5",
        "toolchain": "rustc 1.95.0",
        "engine": "wasmtime 48.0.8, cost table 1"
      }
    }
    "#);
}
