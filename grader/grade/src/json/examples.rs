//! Complete examples of `grade.json`.

use crate::check::Check;
use crate::sample::{fail, grade, hamming, pass, skip};
use crate::{Remark, Verdict};

#[test]
fn a_graded_submission_is_written_as_json() {
    let mut grade = grade([
        (pass(Check::BoardDimension), 3.5),
        (fail(Check::BoardHamming, hamming()), 4.0),
        (skip(Check::BoardTwin, Check::BoardDisplay), 4.0),
    ]);
    let text = "one queue holds both searches".to_owned();
    grade.remarks.push(Remark::new(Some(Check::SolverMinPq), text));
    insta::assert_snapshot!(grade.json(), @r#"
    {
      "schema": "grade/1",
      "submission": "alice",
      "sources": "sha256:5e",
      "assignment": "sha256:a5",
      "toolchain": "rustc 1.95.0",
      "engine": "wasmtime 48.0.8, cost table 1",
      "status": "graded",
      "score": 3.5,
      "max_score": 11.5,
      "checks": [
        {
          "id": "board.dimension",
          "status": "pass",
          "score": 3.5,
          "max_score": 3.5,
          "visibility": "visible"
        },
        {
          "id": "board.hamming",
          "status": "fail",
          "score": 0,
          "max_score": 4,
          "visibility": "visible",
          "summary": "hamming() counts the blank",
          "cause": {
            "of": "board",
            "kind": "counts_blank",
            "method": "hamming"
          },
          "evidence": {
            "tiles": [
              [1, 0],
              [3, 2]
            ],
            "call": "hamming()",
            "expected": 1,
            "actual": 2
          },
          "place": "src/board.rs:12:9",
          "reproduce": "grader check --only board.hamming"
        },
        {
          "id": "board.twin",
          "status": "skipped",
          "score": 0,
          "max_score": 4,
          "visibility": "visible",
          "because": "board.display",
          "reproduce": "grader check --only board.twin"
        }
      ],
      "remarks": [
        {
          "id": "solver.min_pq",
          "text": "one queue holds both searches"
        }
      ]
    }
    "#);
}

#[test]
fn a_grader_error_has_no_score() {
    let error = Verdict::GraderError("the machine is out of memory".to_owned());
    let grade = grade([(pass(Check::CompileBuild), 1.0), ((Check::SolverTime, error), 1.0)]);
    insta::assert_snapshot!(grade.json(), @r#"
    {
      "schema": "grade/1",
      "submission": "alice",
      "sources": "sha256:5e",
      "assignment": "sha256:a5",
      "toolchain": "rustc 1.95.0",
      "engine": "wasmtime 48.0.8, cost table 1",
      "status": "grader_error",
      "max_score": 2,
      "checks": [
        {
          "id": "compile.build",
          "status": "pass",
          "score": 1,
          "max_score": 1,
          "visibility": "visible"
        },
        {
          "id": "solver.time",
          "status": "grader_error",
          "max_score": 1,
          "visibility": "visible",
          "message": "the machine is out of memory",
          "reproduce": "grader check --only solver.time"
        }
      ],
      "remarks": []
    }
    "#);
}
