//! Shows the format `github`.

use insta::assert_snapshot;

use super::super::*;

#[test]
fn passing_as_github() {
    assert_snapshot!(render(Format::Github, &passing()), @"
    ::stop-commands::grader-1cd12152072d3d6d10c014f2cb2970b8
    alice: 6 / 6

    Compile  2 / 2
      ✓ compile.build

    Board  4 / 4
      ✓ board.hamming

    All checks passed. Well done!

    compiled by rustc 1.95.0 for wasm32-wasip1
    ::grader-1cd12152072d3d6d10c014f2cb2970b8::
    ::notice title=alice%3A 6 / 6::2 of 2 checks passed. See the log of this step for the complete report.
    ");
}

#[test]
fn failing_as_github() {
    assert_snapshot!(render(Format::Github, &failing()), @"
    ::stop-commands::grader-2ff08e0e86250114e931582b28c42ca6
    alice: 5.5 / 15.5  (and 1 point hidden)

    Compile  2 / 2
      ✓ 1 check passed

    Board  3.5 / 7.5
      ✓ board.dimension

      ✗ board.hamming  0 / 4  hamming() counts the blank

          ┌──────┐   hamming() of this board
          │ 1    │     expected 1
          │ 3  2 │     but was  2
          └──────┘

          at src/board.rs:12:9
          rule: hamming() is the number of tiles out of place
          try it: grader check --only board.hamming
          more: grader explain board.hamming

      - hidden: 1 check (1 point)

    Solver  0 / 6
      - waiting for a hidden check: solver.moves (6 points)

    Remarks  they do not affect points
      - solver.moves: one queue holds both

    compiled by rustc 1.95.0 for wasm32-wasip1

    Next: fix board.hamming, src/board.rs:12:9
      hamming() counts the blank
      grader check --only board.hamming
    ::grader-2ff08e0e86250114e931582b28c42ca6::
    ::error file=src/board.rs,line=12,col=9,title=board.hamming%3A 4 points::hamming() counts the blank%0A%0A┌──────┐   hamming() of this board%0A│ 1    │     expected 1%0A│ 3  2 │     but was  2%0A└──────┘%0A%0Aat src/board.rs:12:9%0Arule: hamming() is the number of tiles out of place%0Atry it: grader check --only board.hamming%0Amore: grader explain board.hamming
    ::warning title=remark%2C does not affect points::solver.moves: one queue holds both
    ::notice title=alice%3A 5.5 / 15.5 (and 1 hidden)::2 of 4 checks passed, 1 failed, 1 waiting for other checks, 1 hidden. See the log of this step for the complete report.
    ");
}

#[test]
fn not_compiling_as_github() {
    assert_snapshot!(render(Format::Github, &not_compiling()), @r"
    ::stop-commands::grader-73b1d586e90af69d098e667366627242
    alice: 0 / 6

    Compile  0 / 2

      ✗ compile.build  0 / 2  the code does not compile: expected `;`

          error: expected `;`
           --> src/board.rs:3:7
            |
          3 | let x

          rule: the code compiles, without `unsafe`, build scripts or external
                crates
          try it: grader check --only compile.build
          more: grader explain compile.build

    Board  0 / 4
      - waiting for compile.build: board.hamming (4 points)

    compiled by rustc 1.95.0 for wasm32-wasip1

    Next: fix compile.build, src/board.rs:3:7
      the code does not compile: expected `;`
      grader check --only compile.build
    ::grader-73b1d586e90af69d098e667366627242::
    ::error file=src/board.rs,line=3,col=7,title=compile.build%3A 2 points::the code does not compile: expected `;`%0A%0Aerror: expected `;`%0A --> src/board.rs:3:7%0A  |%0A3 | let x%0A%0Arule: the code compiles, without `unsafe`, build scripts or external crates%0Atry it: grader check --only compile.build%0Amore: grader explain compile.build
    ::notice title=alice%3A 0 / 6::0 of 2 checks passed, 1 failed, 1 waiting for other checks. See the log of this step for the complete report.
    ");
}

#[test]
fn fault_as_github() {
    assert_snapshot!(render(Format::Github, &fault()), @"
    ::stop-commands::grader-8ffa1882025480aeebc1491ec4729138
    alice: no score

    ! The grader could not finish. This is not your fault, and it does not count.
      Please try again. If it happens again, show this to your instructor.

    Compile
      ✓ 1 check passed

    Solver
      ! solver.time: the grader failed, which is not your fault and does not count:
        the machine is out of memory

    compiled by rustc 1.95.0 for wasm32-wasip1
    ::grader-8ffa1882025480aeebc1491ec4729138::
    ::error title=alice%3A no score::The grader could not finish. This is not your fault, and it does not count. Please try again. If it happens again, show this to your instructor.
    ");
}

#[test]
fn rejected_as_github() {
    assert_snapshot!(render(Format::Github, &rejected()), @"
    ::stop-commands::grader-b18ff75f370a4337df0fadc97fee996b
    alice: not a submission

    there is no `Board`
    ::grader-b18ff75f370a4337df0fadc97fee996b::
    ::error title=alice%3A not a submission::there is no `Board`
    ");
}
