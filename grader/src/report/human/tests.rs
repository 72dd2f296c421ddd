use super::*;
use crate::grade::{Evidence, Failure, Remark, Tiles, Value};
use crate::report::sample::{fail, grade, hamming, pass, skip, template, unwritten, whole};

fn report(grade: &Grade) -> String {
    at_width(grade, 80)
}

fn at_width(grade: &Grade, width: usize) -> String {
    human(grade, &Layout { width, colour: false })
}

/// The report on one failure.
fn failure(check: Check, failure: Failure) -> String {
    report(&grade([(fail(check, failure), 4.0)]))
}

fn board(tiles: [u16; 4]) -> Tiles {
    tiles.chunks(2).map(<[u16]>::to_vec).collect()
}

/// A failed check among others.
fn mixed() -> Grade {
    let mut grade = whole(|check| match check {
        Check::BoardHamming => Verdict::Fail(hamming()),
        Check::BoardEquality | Check::BoardTwin => {
            Verdict::Skipped { because: Check::BoardDisplay }
        }
        Check::BoardDisplay => {
            let failure = Failure::new("the text is empty").with_evidence(Evidence {
                tiles: board([1, 0, 3, 2]),
                call: "to_string()".to_owned(),
                expected: Value::Text("2\n1 0\n3 2\n".to_owned()),
                actual: Value::Text(String::new()),
                ..Evidence::default()
            });
            Verdict::Fail(failure)
        }
        Check::SolverMinPq => unwritten("Solver::new()", "src/solver.rs", 35),
        _ => Verdict::Pass,
    });
    let text = "one queue holds both searches".to_owned();
    grade.remarks.push(Remark { check: Some(Check::SolverTime), text });
    grade.remarks.push(Remark { check: None, text: "the code prints".to_owned() });
    grade
}

#[test]
fn full_marks() {
    insta::assert_snapshot!(report(&whole(|_| Verdict::Pass)), @"
    ");
}

#[test]
fn some_failures() {
    insta::assert_snapshot!(report(&mixed()), @"
    ");
}

#[test]
fn a_narrow_page() {
    insta::assert_snapshot!(at_width(&mixed(), 40), @"
    ");
}

#[test]
fn an_untouched_template() {
    insta::assert_snapshot!(report(&whole(template)), @"
    ");
}

#[test]
fn an_untouched_template_on_a_narrow_page() {
    let grade = grade([
        (pass(Check::CompileBuild), 5.0),
        ((Check::BoardTwin, template(Check::BoardTwin)), 5.0),
        ((Check::SolverPath, template(Check::SolverPath)), 5.0),
        ((Check::SolverTime, template(Check::SolverTime)), 5.0),
    ]);
    insta::assert_snapshot!(at_width(&grade, 40), @"
    ");
}

#[test]
fn the_compiler_has_its_say() {
    let broken = whole(|check| match check {
        Check::CompileBuild => Verdict::Fail(Failure {
            detail: Some("error[E0308]: mismatched types\n --> src/board.rs:7:5\n".to_owned()),
            ..Failure::new("the code does not compile")
        }),
        _ => Verdict::Skipped { because: Check::CompileBuild },
    });
    insta::assert_snapshot!(report(&broken), @"
    ");
    let long = Failure { detail: Some("line\n".repeat(45)), ..Failure::new("wrong") };
    assert!(failure(Check::CompileApi, long).contains("      line\n      ... 5 more lines\n"));
}

#[test]
fn a_fault_of_the_grader() {
    let grade = whole(|check| match check {
        Check::SolverTime => Verdict::GraderError("the run took too long".to_owned()),
        Check::BoardHamming => Verdict::Fail(Failure::new("hamming() gives a wrong number")),
        _ => Verdict::Pass,
    });
    insta::assert_snapshot!(report(&grade), @"
    ");
}

#[test]
fn hidden_checks_give_nothing_away() {
    let mut grade = mixed();
    for check in &mut grade.checks {
        match check.check {
            Check::BoardHamming | Check::BoardDisplay => check.visibility = Visibility::Hidden,
            Check::SolverTime => check.visibility = Visibility::AfterDueDate,
            _ => {}
        }
    }
    insta::assert_snapshot!(report(&grade), @"
    ");
    // The text is the same whatever the hidden checks have found.
    let hidden = |check: &CheckGrade| check.visibility != Visibility::Visible;
    let mut passed = grade.clone();
    passed.checks.iter_mut().filter(|check| hidden(check)).for_each(|check| {
        check.verdict = Verdict::Pass;
    });
    assert_eq!(report(&grade), report(&passed));
}

#[test]
fn boards_are_drawn_beside_each_other() {
    let neighbors = vec![board([0, 1, 3, 2]), board([1, 2, 3, 0])];
    let wrong = Failure::new("neighbors() gives 1 of the 2 boards one move away; 1 missing");
    let wrong = wrong.with_evidence(Evidence {
        tiles: board([1, 0, 3, 2]),
        call: "neighbors()".to_owned(),
        expected: Value::Boards(neighbors.clone()),
        actual: Value::Boards(neighbors[..1].to_vec()),
        ..Evidence::default()
    });
    insta::assert_snapshot!(failure(Check::BoardNeighbors, wrong), @"
    ");
}

#[test]
fn a_long_path_is_drawn_in_part() {
    let wrong = Failure::new("solution() is not a path").with_evidence(Evidence {
        tiles: board([1, 0, 3, 2]),
        puzzle: Some("puzzle01".to_owned()),
        call: "solution()".to_owned(),
        expected: Value::Text("a board one move after each board".to_owned()),
        actual: Value::Boards(vec![board([1, 0, 3, 2]); 6]),
        ..Evidence::default()
    });
    insta::assert_snapshot!(failure(Check::SolverPath, wrong), @"
    ");
}

#[test]
fn two_boards_are_named_by_their_call() {
    let pair = |call: &str, other| {
        Failure::new("wrong").with_evidence(Evidence {
            tiles: board([1, 2, 3, 0]),
            other: Some(other),
            call: call.to_owned(),
            expected: Value::Truth(false),
            actual: Value::Truth(true),
            ..Evidence::default()
        })
    };
    let equality = pair("a == b", board([1, 2, 0, 3]));
    insta::assert_snapshot!(failure(Check::BoardEquality, equality), @"
    ");
    let neighbor = pair("is_goal() of a neighbor", board([1, 0, 3, 2]));
    insta::assert_snapshot!(failure(Check::BoardNeighbors, neighbor), @"
    ");
}

#[test]
fn a_large_board_does_not_flood_the_page() {
    let rows = (0..100).map(|row| (0..100).map(|column| row * 100 + column).collect());
    let wrong = Failure::new("moves() gives a wrong number").with_evidence(Evidence {
        tiles: rows.collect(),
        puzzle: Some("puzzle99".to_owned()),
        call: "moves()".to_owned(),
        expected: Value::Number(12),
        actual: Value::NoneValue,
        ..Evidence::default()
    });
    insta::assert_snapshot!(failure(Check::SolverMoves, wrong), @"
    ");
}

#[test]
fn what_a_submission_says_cannot_harm() {
    let mut wrong = Failure::new("to_string() panics: \u{1b}[2J");
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
fn prose_and_drawings_keep_to_the_width() {
    for width in 40..=200 {
        for grade in [mixed(), whole(template), whole(|_| Verdict::Pass)] {
            for line in at_width(&grade, width).lines() {
                let is_kept = line.chars().count() <= width || line.contains("grader check");
                assert!(is_kept, "{width}: {line}");
            }
        }
    }
}

#[test]
fn colours_add_nothing_to_the_words() {
    let plain = report(&mixed());
    assert!(!plain.contains('\u{1b}'));
    let painted = human(&mixed(), &Layout { width: 80, colour: true });
    assert!(painted.contains("\u{1b}[31m✗\u{1b}[0m"));
    // Every code is of the form `ESC [ numbers m`.
    let mut parts = painted.split('\u{1b}');
    let mut text = parts.next().unwrap_or_default().to_owned();
    text.extend(parts.filter_map(|part| part.split_once('m')).map(|(_, text)| text));
    assert_eq!(text, plain);
}

#[test]
fn a_single_check_can_be_reported() {
    insta::assert_snapshot!(report(&grade([(pass(Check::BoardTwin), 1.0)])), @"
    ");
    insta::assert_snapshot!(report(&grade([(skip(Check::BoardTwin, Check::BoardDisplay), 1.0)])), @"
    ");
}
