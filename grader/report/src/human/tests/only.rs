//! Tests reports about some of the checks.

use grade::cause::BoardCause;

use super::*;

fn only(grade: &Grade, checks: &[Check]) -> String {
    let view = Corrected::from(grade).reporting_only(checks).view(Audience::Student);
    let asked = Some(checks[0]).filter(|_| checks.len() == 1);
    human(&view, &Layout { asked, ..Layout::default() })
}

#[test]
fn the_failure_that_a_check_waits_for_is_shown() {
    let broken = grade_of_all_groups(|check| match check {
        Check::CompileBuild => Verdict::Fail(Failure {
            detail: Some("error[E0308]: mismatched types\n --> src/board.rs:7:5\n".to_owned()),
            ..Failure::from_summary("the code does not compile")
        }),
        _ => Verdict::Skipped { because: Check::CompileBuild },
    });
    insta::assert_snapshot!(only(&broken, &[Check::BoardDimension]), @"
    alice: 0 / 5

    Compile

      ✗ compile.build  0 / 5  the code does not compile

          error[E0308]: mismatched types
           --> src/board.rs:7:5

          rule: the code compiles, without `unsafe`, build scripts or external
                crates
          try it: grader check --only compile.build
          more: grader explain compile.build

    Board  0 / 5
      - waiting for compile.build: board.dimension (5 points)

    compiled by rustc 1.95.0 for wasm32-wasip1

    Next: fix compile.build
      the code does not compile
      grader check --only compile.build
    ");
    let unwritten = grade([
        ((Check::BoardDisplay, verdict_of_template(Check::BoardDisplay)), 5.0),
        (skip(Check::BoardTwin, Check::BoardDisplay), 5.0),
    ]);
    insta::assert_snapshot!(only(&unwritten, &[Check::BoardTwin]), @"
    alice: 0 / 5

    1 check waits for code that is not written yet:

      1. to_string()  src/board.rs:75:9  board.display

    Board  0 / 5
      - waiting for board.display: board.twin (5 points)

    compiled by rustc 1.95.0 for wasm32-wasip1

    Next: write to_string(), src/board.rs:75:9
      grader check --only board.display
    ");
}

#[test]
fn the_next_step_is_the_failure_that_explains_this_one() {
    let grade = grade([
        (fail(Check::BoardHamming, hamming()), 4.0),
        (fail(Check::BoardIsGoal, Failure::from_cause(BoardCause::GoalDenied)), 3.0),
        (fail(Check::BoardTwin, Failure::from_summary("another mistake")), 2.0),
    ]);
    insta::assert_snapshot!(only(&grade, &[Check::BoardIsGoal]), @"
    alice: 0 / 3

    Board  0 / 3

      ✗ board.is_goal  0 / 3  is_goal() returns false for the goal

          first: fix board.hamming
          rule: is_goal() is true only for the goal
          more: grader explain board.is_goal

    compiled by rustc 1.95.0 for wasm32-wasip1

    Next: fix board.hamming, src/board.rs:12:9
      hamming() counts the blank
      grader check --only board.hamming
    ");
}

#[test]
fn a_failure_is_short_if_the_report_shows_its_explanation() {
    let grade = grade([
        (fail(Check::BoardHamming, hamming()), 4.0),
        (fail(Check::BoardIsGoal, Failure::from_cause(BoardCause::GoalDenied)), 3.0),
    ]);
    insta::assert_snapshot!(only(&grade, &[Check::BoardHamming, Check::BoardIsGoal]), @"
    alice: 0 / 7

    Board  0 / 7

      ✗ board.hamming  0 / 4  hamming() counts the blank

          ┌──────┐   hamming() of this board
          │ 1    │     expected 1
          │ 3  2 │     but was  2
          └──────┘

          at src/board.rs:12:9
          rule: hamming() is the number of tiles out of place
          try it: grader check --only board.hamming
          more: grader explain board.hamming

      ✗ board.is_goal  0 / 3  is_goal() returns false for the goal
          first: fix board.hamming
          try it: grader check --only board.is_goal

    compiled by rustc 1.95.0 for wasm32-wasip1

    Next: fix board.hamming, src/board.rs:12:9
      hamming() counts the blank
      grader check --only board.hamming
    ");
}

#[test]
fn a_success_names_the_next_failure() {
    let mut grade = grade_of_all_groups(verdict_of_template);
    insta::assert_snapshot!(only(&grade, &[Check::BoardEquality]), @"
    alice: 5 / 5

    Board  5 / 5
      ✓ board.equality

    It passed.

    compiled by rustc 1.95.0 for wasm32-wasip1

    Next: write dimension(), src/board.rs:31:9
      grader check --only board.dimension
    ");
    let passed = |grade: &Grade, checks: &[Check]| {
        let text = only(grade, checks);
        text.lines().find(|line| line.ends_with("passed.")).map(str::to_owned)
    };
    let compile = [Check::CompileBuild, Check::CompileApi];
    assert_eq!(passed(&grade, &compile).as_deref(), Some("All compile checks passed."));
    let some = [Check::CompileBuild, Check::BoardEquality];
    assert_eq!(passed(&grade, &some).as_deref(), Some("The selected checks passed."));
    // A hidden check must not be named.
    for check in grade.checks.iter_mut().filter(|check| check.check != Check::BoardEquality) {
        check.visibility = Visibility::Hidden;
    }
    let text = only(&grade, &[Check::BoardEquality]);
    assert!(text.contains("It passed.") && !text.contains("Next:"), "{text}");
}
