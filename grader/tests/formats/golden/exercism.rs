//! Shows the format `exercism`.

use insta::assert_snapshot;

use super::super::*;

#[test]
fn passing_as_exercism() {
    assert_snapshot!(render(Format::Exercism, &passing()), @r#"
    {
      "version": 3,
      "status": "pass",
      "tests": [
        {
          "name": "compile.build",
          "status": "pass",
          "test_code": "// the code compiles, without `unsafe`, build scripts or external crates"
        },
        {
          "name": "board.hamming",
          "status": "pass",
          "test_code": "// hamming() is the number of tiles out of place"
        }
      ]
    }
    "#);
}

#[test]
fn failing_as_exercism() {
    assert_snapshot!(render(Format::Exercism, &failing()), @r#"
    {
      "version": 3,
      "status": "fail",
      "tests": [
        {
          "name": "compile.build",
          "status": "pass",
          "test_code": "// the code compiles, without `unsafe`, build scripts or external crates"
        },
        {
          "name": "board.dimension",
          "status": "pass",
          "test_code": "// dimension() returns the number of rows"
        },
        {
          "name": "board.hamming",
          "status": "fail",
          "message": "hamming() counts the blank\n\n┌──────┐   hamming() of this board\n│ 1    │     expected 1\n│ 3  2 │     but was  2\n└──────┘\n\nat src/board.rs:12:9\nrule: hamming() is the number of tiles out of place\ntry it: grader check --only board.hamming\nmore: grader explain board.hamming",
          "test_code": "// hamming() is the number of tiles out of place"
        },
        {
          "name": "solver.moves",
          "status": "error",
          "message": "waiting for a hidden check",
          "test_code": "// moves() is the smallest number of moves"
        }
      ]
    }
    "#);
}

#[test]
fn not_compiling_as_exercism() {
    assert_snapshot!(render(Format::Exercism, &not_compiling()), @r#"
    {
      "version": 3,
      "status": "error",
      "message": "the code does not compile: expected `;`\n\nerror: expected `;`\n --> src/board.rs:3:7\n  |\n3 | let x\n\nrule: the code compiles, without `unsafe`, build scripts or external crates\ntry it: grader check --only compile.build\nmore: grader explain compile.build",
      "tests": []
    }
    "#);
}

#[test]
fn fault_as_exercism() {
    assert_snapshot!(render(Format::Exercism, &fault()), @r#"
    {
      "version": 3,
      "status": "error",
      "message": "The grader could not finish. This is not your fault, and it does not count. Please try again. If it happens again, show this to your instructor.",
      "tests": []
    }
    "#);
}

#[test]
fn rejected_as_exercism() {
    assert_snapshot!(render(Format::Exercism, &rejected()), @r#"
    {
      "version": 3,
      "status": "error",
      "message": "there is no `Board`",
      "tests": []
    }
    "#);
}
