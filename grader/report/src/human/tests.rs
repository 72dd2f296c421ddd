use grade::check::Check;
use grade::view::{Audience, Corrected};
use grade::{
    Definition, Evidence, Failure, Grade, Method, Outline, Remark, SourcePosition, Target, Value,
    Verdict, Visibility,
};
use samples::{
    fail, grade, grade_of_all_groups, hamming, pass, skip, unwritten_solver, verdict_of_template,
};

use super::*;

mod only;

fn report(grade: &Grade) -> String {
    at_width(grade, 80)
}

fn at_width(grade: &Grade, width: usize) -> String {
    human(&view(grade), &Layout { width, ..Layout::default() })
}

fn view(grade: &Grade) -> View {
    Corrected::from(grade).view(Audience::Student)
}

fn failure(check: Check, failure: Failure) -> String {
    report(&grade([(fail(check, failure), 4.0)]))
}

fn mixed() -> Grade {
    let mut grade = grade_of_all_groups(|check| match check {
        Check::BoardHamming => Verdict::Fail(hamming()),
        Check::BoardEquality | Check::BoardTwin => {
            Verdict::Skipped { because: Check::BoardDisplay }
        }
        Check::BoardDisplay => {
            let failure = Failure::from_summary("the text is empty").with_evidence(Evidence {
                tiles: vec![vec![1, 0], vec![3, 2]].into(),
                call: "to_string()".to_owned(),
                expected: Value::Text("2\n1 0\n3 2\n".to_owned()),
                actual: Value::Text(String::new()),
                ..Evidence::default()
            });
            Verdict::Fail(failure)
        }
        Check::SolverMinPq => unwritten_solver(),
        _ => Verdict::Pass,
    });
    let text = "one queue holds both searches".to_owned();
    grade.remarks.push(Remark::new(Some(Check::SolverTime), text));
    grade.remarks.push(Remark::new(None, "the code prints"));
    grade
}

#[test]
fn a_full_score_is_reported() {
    insta::assert_snapshot!(report(&grade_of_all_groups(|_| Verdict::Pass)), @"
    alice: 70 / 70

    Compile  10 / 10
      ✓ compile.build  ✓ compile.api

    Board  35 / 35
      ✓ board.dimension  ✓ board.display    ✓ board.hamming    ✓ board.manhattan
      ✓ board.equality   ✓ board.neighbors  ✓ board.twin

    Solver  25 / 25
      ✓ solver.solvable  ✓ solver.moves     ✓ solver.path      ✓ solver.min_pq
      ✓ solver.time

    All checks passed. Well done!

    compiled by rustc 1.95.0 for wasm32-wasip1
    ");
}

#[test]
fn failures_are_reported_with_evidence() {
    insta::assert_snapshot!(report(&mixed()), @"
    alice: 45 / 70

    Compile  10 / 10
      ✓ 2 checks passed

    Board  15 / 35
      ✓ board.dimension  ✓ board.manhattan  ✓ board.neighbors

      ✗ board.display  0 / 5  the text is empty

          to_string() of this board   expected   but was
          ┌──────┐                    │ 2↵       │ (nothing)
          │ 1    │                    │ 1 0↵
          │ 3  2 │                    │ 3 2↵
          └──────┘

          rule: the text has the dimension, then the rows, with 0 for the blank
          try it: grader check --only board.display
          more: grader explain board.display

      ✗ board.hamming  0 / 5  hamming() counts the blank

          ┌──────┐   hamming() of this board
          │ 1    │     expected 1
          │ 3  2 │     but was  2
          └──────┘

          at src/board.rs:12:9
          rule: hamming() is the number of tiles out of place
          try it: grader check --only board.hamming
          more: grader explain board.hamming

      - waiting for board.display: board.equality, board.twin (10 points)

    Solver  20 / 25
      ✓ solver.solvable  ✓ solver.moves     ✓ solver.path      ✓ solver.time
      - not written yet: 1 check (5 points)

    1 check waits for code that is not written yet:

      1. Solver::new()  src/solver.rs:35:9  solver.min_pq

    Remarks  they do not affect points
      - solver.time: one queue holds both searches
      - the code prints

    compiled by rustc 1.95.0 for wasm32-wasip1

    Next: fix board.display
      the text is empty
      grader check --only board.display
    ");
}

#[test]
fn a_report_fits_a_narrow_page() {
    let grade = grade([
        (pass(Check::BoardDimension), 4.0),
        (pass(Check::BoardManhattan), 4.0),
        (pass(Check::BoardIsGoal), 4.0),
        (fail(Check::BoardHamming, hamming()), 4.0),
        (skip(Check::BoardEquality, Check::BoardDisplay), 4.0),
        (skip(Check::BoardTwin, Check::BoardDisplay), 4.0),
    ]);
    insta::assert_snapshot!(at_width(&grade, 40), @"
    alice: 12 / 24

    Board  12 / 24
      ✓ board.dimension  ✓ board.manhattan
      ✓ board.is_goal

      ✗ board.hamming  0 / 4
          hamming() counts the blank

          ┌──────┐   hamming() of this board
          │ 1    │     expected 1
          │ 3  2 │     but was  2
          └──────┘

          at src/board.rs:12:9
          rule: hamming() is the number of
                tiles out of place
          try it: grader check --only board.hamming
          more: grader explain board.hamming

      - waiting for board.display:
        board.equality, board.twin (8
        points)

    compiled by rustc 1.95.0 for
    wasm32-wasip1

    Next: fix board.hamming
      src/board.rs:12:9
      hamming() counts the blank
      grader check --only board.hamming
    ");
}

#[test]
fn an_untouched_template_lists_the_next_steps() {
    insta::assert_snapshot!(report(&grade_of_all_groups(verdict_of_template)), @"
    alice: 15 / 70

    11 checks wait for code that is not written yet. Write it piece by piece, and
    check again after each. This order works well:

      1. dimension()    src/board.rs:31:9   board.dimension
      2. to_string()    src/board.rs:75:9   board.display
      3. hamming()      src/board.rs:39:9   board.hamming
      4. manhattan()    src/board.rs:44:9   board.manhattan
      5. neighbors()    src/board.rs:59:9   board.neighbors
      6. twin()         src/board.rs:66:9   board.twin
      7. Solver::new()  src/solver.rs:35:9  5 checks

    Compile  10 / 10
      ✓ 2 checks passed

    Board  5 / 35
      ✓ board.equality
      - not written yet: 6 checks (30 points)

    Solver  0 / 25
      - not written yet: 5 checks (25 points)

    compiled by rustc 1.95.0 for wasm32-wasip1

    Next: write dimension(), src/board.rs:31:9
      grader check --only board.dimension
    ");
}

#[test]
fn unfinished_code_fits_a_narrow_page() {
    let grade = grade([
        (pass(Check::BoardDimension), 5.0),
        ((Check::BoardTwin, verdict_of_template(Check::BoardTwin)), 5.0),
        ((Check::SolverPath, verdict_of_template(Check::SolverPath)), 5.0),
        ((Check::SolverTime, verdict_of_template(Check::SolverTime)), 5.0),
    ]);
    insta::assert_snapshot!(at_width(&grade, 40), @"
    alice: 5 / 20

    So far, so good. 3 checks wait for code
    that is not written yet. Write it piece
    by piece, and check again after each.
    This order works well:

      1. twin()
         src/board.rs:66:9
      2. Solver::new()
         src/solver.rs:35:9

    Board  5 / 10
      ✓ board.dimension
      - not written yet: 1 check (5 points)

    Solver  0 / 10
      - not written yet: 2 checks (10
        points)

    compiled by rustc 1.95.0 for
    wasm32-wasip1

    Next: write twin(), src/board.rs:66:9
      grader check --only board.twin
    ");
}

#[test]
fn compiler_errors_are_shown() {
    let broken = grade_of_all_groups(|check| match check {
        Check::CompileBuild => Verdict::Fail(Failure {
            detail: Some("error[E0308]: mismatched types\n --> src/board.rs:7:5\n".to_owned()),
            ..Failure::from_summary("the code does not compile")
        }),
        _ => Verdict::Skipped { because: Check::CompileBuild },
    });
    insta::assert_snapshot!(report(&broken), @r"
    alice: 0 / 70

    Compile  0 / 10

      ✗ compile.build  0 / 5  the code does not compile

          error[E0308]: mismatched types
           --> src/board.rs:7:5

          rule: the code compiles, without `unsafe`, build scripts or external
                crates
          try it: grader check --only compile.build
          more: grader explain compile.build

      - waiting for compile.build: compile.api (5 points)

    Board  0 / 35
      - waiting for compile.build: all 7 checks (35 points)

    Solver  0 / 25
      - waiting for compile.build: all 5 checks (25 points)

    compiled by rustc 1.95.0 for wasm32-wasip1

    Next: fix compile.build
      the code does not compile
      grader check --only compile.build
    ");
    let long = Failure { detail: Some("line\n".repeat(45)), ..Failure::from_summary("wrong") };
    assert!(failure(Check::CompileApi, long).contains("      line\n      ... 5 more lines\n"));
}

#[test]
fn commands_name_the_given_folder() {
    let layout = Layout { folder: Some("'my work'".to_owned()), ..Layout::default() };
    let text = human(&view(&mixed()), &layout);
    for line in [
        "try it: grader check 'my work' --only board.hamming",
        "more: grader explain board.hamming",
    ] {
        assert!(text.lines().any(|shown| shown.trim() == line), "{text}");
    }
    let asked = Layout { asked: Some(Check::BoardHamming), ..layout };
    let text = human(&view(&mixed()), &asked);
    assert!(!text.contains("--only board.hamming"), "{text}");
    assert!(text.ends_with("\n  grader check 'my work' --only board.display\n"), "{text}");
    let alone = grade([(fail(Check::BoardHamming, hamming()), 4.0)]);
    let text = human(&view(&alone), &asked);
    assert!(text.ends_with("\n  grader hint board.hamming --submission 'my work'\n"), "{text}");
}

#[test]
fn a_grader_error_is_reported() {
    let grade = grade_of_all_groups(|check| match check {
        Check::SolverTime => Verdict::GraderError("the run took too long".to_owned()),
        Check::BoardHamming => {
            Verdict::Fail(Failure::from_summary("hamming() returns the wrong number"))
        }
        _ => Verdict::Pass,
    });
    insta::assert_snapshot!(report(&grade), @"
    alice: no score

    ! The grader could not finish. This is not your fault, and it does not count.
      Please try again. If it happens again, show this to your instructor.

    Compile
      ✓ 2 checks passed

    Board
      ✓ board.dimension  ✓ board.display    ✓ board.manhattan  ✓ board.equality
      ✓ board.neighbors  ✓ board.twin

      ✗ board.hamming  0 / 5  hamming() returns the wrong number

          rule: hamming() is the number of tiles out of place
          try it: grader check --only board.hamming
          more: grader explain board.hamming

    Solver
      ✓ solver.solvable  ✓ solver.moves     ✓ solver.path      ✓ solver.min_pq
      ! solver.time: the grader failed, which is not your fault and does not count:
        the run took too long

    compiled by rustc 1.95.0 for wasm32-wasip1

    Next: fix board.hamming
      hamming() returns the wrong number
      grader check --only board.hamming
    ");
}

#[test]
fn hidden_checks_reveal_nothing() {
    let with = |hidden: [Verdict; 2]| {
        let [hamming, time] = hidden;
        let mut grade = grade([
            (pass(Check::BoardDimension), 4.0),
            ((Check::BoardHamming, hamming), 4.0),
            ((Check::SolverTime, time), 10.0),
        ]);
        grade.checks[1].visibility = Visibility::Hidden;
        grade.checks[2].visibility = Visibility::AfterDueDate;
        let text = "slow on large boards".to_owned();
        grade.remarks.push(Remark::new(Some(Check::SolverTime), text));
        report(&grade)
    };
    let passed = with([Verdict::Pass, Verdict::Pass]);
    assert_eq!(with([Verdict::Fail(hamming()), verdict_of_template(Check::SolverTime)]), passed);
    insta::assert_snapshot!(passed, @"
    alice: 4 / 4  (and 14 points hidden)

    Board  4 / 4
      ✓ board.dimension
      - hidden: 1 check (4 points)

    Solver
      - hidden: 1 check (10 points)

    All checks shown here passed. Well done!

    compiled by rustc 1.95.0 for wasm32-wasip1
    ");
}

#[test]
fn control_characters_from_submissions_are_escaped() {
    let mut wrong = Failure::from_summary("to_string() panics: \u{1b}[2J");
    wrong.detail = Some("\u{1b}[31mred\u{202e}\r\n".to_owned());
    let wrong = wrong.with_evidence(Evidence {
        expected: Value::Text("\u{7}".to_owned()),
        actual: Value::Text("\u{1b}]0;title\n".to_owned() + &"x\n".repeat(20)),
        ..Evidence::default()
    });
    let text = failure(Check::BoardDisplay, wrong);
    assert!(!text.contains(|c: char| c.is_control() && c != '\n'), "{text:?}");
    assert!(text.contains("... 9 more lines"), "{text}");
}

#[test]
fn prose_and_drawings_fit_the_width() {
    for width in 40..=200 {
        for grade in [
            mixed(),
            grade_of_all_groups(verdict_of_template),
            grade_of_all_groups(|_| Verdict::Pass),
        ] {
            for line in at_width(&grade, width).lines() {
                let is_kept = line.chars().count() <= width || line.contains("grader ");
                assert!(is_kept, "{width}: {line}");
            }
        }
    }
}

#[test]
fn color_does_not_change_the_text() {
    let plain = report(&mixed());
    assert!(!plain.contains('\u{1b}'));
    let painted = human(&view(&mixed()), &Layout { colour: true, ..Layout::default() });
    assert!(painted.contains("\u{1b}[31m✗\u{1b}[0m"));
    let mut parts = painted.split('\u{1b}');
    let mut text = parts.next().unwrap_or_default().to_owned();
    text.extend(parts.filter_map(|part| part.split_once('m')).map(|(_, text)| text));
    assert_eq!(text, plain);
}

#[test]
fn a_single_check_can_be_reported() {
    insta::assert_snapshot!(report(&grade([(pass(Check::BoardTwin), 1.0)])), @"
    alice: 1 / 1

    Board  1 / 1
      ✓ board.twin

    It passed.

    compiled by rustc 1.95.0 for wasm32-wasip1
    ");
    insta::assert_snapshot!(report(&grade([(skip(Check::BoardTwin, Check::BoardDisplay), 1.0)])), @"
    alice: 0 / 1

    Board  0 / 1
      - waiting for board.display: board.twin (1 point)

    compiled by rustc 1.95.0 for wasm32-wasip1

    Next: fix board.display
      grader check --only board.display
    ");
}

/// The last screen of a terminal with 80 columns and 24 lines, including the prompt, needs to be enough to continue.
#[test]
fn the_last_screen_is_enough_to_continue() {
    let mut view = view(&mixed());
    let place = SourcePosition { file: "src/board.rs".to_owned(), line: 70, column: 8 };
    let mut outline = Outline::default();
    let target = Target::Board(Method::Display);
    outline.add(Definition { target, place, length: 3 });
    crate::locate(&mut view, &outline);
    let text = human(&view, &Layout::default());
    let lines: Vec<&str> = text.lines().collect();
    insta::assert_snapshot!(lines[lines.len() - 23..].join("\n"), @"
          rule: hamming() is the number of tiles out of place
          try it: grader check --only board.hamming
          more: grader explain board.hamming

      - waiting for board.display: board.equality, board.twin (10 points)

    Solver  20 / 25
      ✓ solver.solvable  ✓ solver.moves     ✓ solver.path      ✓ solver.time
      - not written yet: 1 check (5 points)

    1 check waits for code that is not written yet:

      1. Solver::new()  src/solver.rs:35:9  solver.min_pq

    Remarks  they do not affect points
      - solver.time: one queue holds both searches
      - the code prints

    compiled by rustc 1.95.0 for wasm32-wasip1

    Next: fix board.display, src/board.rs:70:8
      the text is empty
      grader check --only board.display
    ");
}
