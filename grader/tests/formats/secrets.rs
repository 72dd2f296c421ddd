//! Tests that no format reveals hidden information to students, however it is spelled.

use base::input::InputText;
use class::overrides::Overrides;
use grade::cause::CompileCause;
use grade::points::Points;
use grade::view::Finding;
use grade::{Evidence, SourcePosition, Tiles, Value};
use report::{counts_to_json, unit_tests};
use samples::moment;
use serde_json::Value as Json;

use super::pages::{class_page, handout};
use super::*;

/// A word in every hidden text.
const SECRET: &str = "xyzzy";

/// The tiles of a hidden board, as numbers and as digits.
const TILES: [[u16; 3]; 3] = [[8, 6, 7], [2, 5, 4], [3, 0, 1]];
const DIGITS: &str = "867254301";

fn tiles() -> Tiles {
    TILES.iter().map(|row| row.to_vec()).collect()
}

fn secret(what: &str) -> String {
    format!("{SECRET}{what}")
}

/// A failure with the given visibility. Every field contains a secret.
fn failure(visibility: Visibility) -> Failure {
    Failure {
        summary: format!("moves() panics: {SECRET} {TILES:?}"),
        cause: Some(CompileCause::Manifest { what: secret("cause") }.into()),
        evidence: Some(Evidence {
            tiles: tiles(),
            puzzle: Some(secret("puzzle")),
            other: Some(tiles()),
            call: secret("call"),
            expected: Value::Number(867_254_301),
            actual: Value::Text(secret("actual")),
            ..Evidence::default()
        }),
        moment: Some(Box::new(moment(&tiles(), 867_254_301))),
        place: Some(SourcePosition { file: secret("file"), line: 867, column: 254 }),
        detail: Some(secret("detail")),
        visibility,
    }
}

/// A grade in which everything hidden contains a secret. If `is_good` is true, hidden checks pass.
fn secretive(is_good: bool) -> Grade {
    let visible = |visibility| Verdict::Fail(failure(visibility));
    let either = |bad: Verdict| if is_good { Verdict::Pass } else { bad };
    let mut grade = grade([
        (pass(Check::CompileBuild), 2.0),
        ((Check::BoardHamming, visible(Visibility::Hidden)), 4.0),
        ((Check::BoardManhattan, either(visible(Visibility::Visible))), 5.0),
        ((Check::BoardTwin, either(visible(Visibility::AfterDueDate))), 3.0),
        ((Check::SolverMoves, visible(Visibility::AfterDueDate)), 9.0),
        (skip(Check::SolverPath, Check::BoardManhattan), 8.0),
        ((Check::TestsOwn, either(visible(Visibility::Visible))), 1.0),
    ]);
    grade.checks[2].visibility = Visibility::Hidden;
    grade.checks[3].visibility = Visibility::AfterDueDate;
    grade.checks[6].visibility = Visibility::Hidden;
    let hidden = Remark { visibility: Visibility::Hidden, ..Remark::new(None, secret("remark")) };
    let late = Remark { visibility: Visibility::AfterDueDate, ..hidden.clone() };
    let of_check = Remark::new(Some(Check::TestsOwn), secret("own tests"));
    let of_moves = Remark { check: Some(Check::SolverMoves), ..hidden.clone() };
    if !is_good {
        grade.remarks = vec![hidden, late, of_check, of_moves];
    }
    grade.remarks.push(Remark::new(None, "everyone may know this"));
    grade
}

/// Corrections to all hidden checks and to a visible one.
fn overrides() -> Overrides {
    let of = |check: &str, effect: &str, why: &str| {
        format!(
            "[[override]]\nsubmission = \"alice\"\ncheck = \"{check}\"\n{effect}\n\
             why = \"{why}\"\nwho = \"R. S.\"\n"
        )
    };
    let text = of("board.manhattan", "add = 1.5", &secret("why"))
        + &of("board.twin", "", &secret("comment"))
        + &of("solver.moves", "set = 2", "it was close");
    let names = ["alice".to_owned()].into();
    let scope = class::overrides::Scope { names: Some(&names), checks: None, students: None };
    Overrides::parse(InputText { file: "overrides.toml", text: &text }, scope).unwrap()
}

/// Returns everything that an audience receives, by name.
fn given(grade: &Grade, overrides: &Overrides, audience: Audience) -> Vec<(&'static str, String)> {
    let corrected = Corrected::new(grade.clone(), &overrides.corrections_for(grade));
    let context = Context { audience, ..context() };
    let mut texts = Vec::new();
    for format in Format::ALL.into_iter().filter(|format| *format != Format::Json) {
        let text = format.render(&corrected, &context).unwrap();
        let text = if format == Format::Gradescope { on_platform(&text, audience) } else { text };
        texts.push((format.name(), text));
    }
    let view = corrected.view(audience);
    texts.push(("summary", summary(&view, SUMMARY_LIMIT)));
    texts.push(("tests", unit_tests(&view, Some("alice")).file(None)));
    texts.push(("page", handout(&view)));
    texts.push(("page of a class", class_page(std::slice::from_ref(&view), Vec::new())));
    let only = [Check::SolverPath, Check::CompileBuild];
    let part = corrected.clone().reporting_only(&only);
    texts.push(("only", Format::Tap.render(&part, &context).unwrap()));
    texts.push(("view", format!("{view:?}")));
    texts
}

fn on_platform(text: &str, audience: Audience) -> String {
    let mut value: Json = serde_json::from_str(text).unwrap();
    value["tests"].as_array_mut().unwrap().retain(|test| {
        let visibility = test["visibility"].as_str().and_then(Visibility::from_name).unwrap();
        audience.sees(visibility)
    });
    value.to_string()
}

fn digits(text: &str) -> String {
    text.chars().filter(char::is_ascii_digit).collect()
}

#[test]
fn student_output_contains_no_hidden_information() {
    for (name, text) in given(&secretive(false), &overrides(), Audience::Student) {
        assert!(!text.contains(SECRET), "{name}: {text}");
        assert!(!digits(&text).contains(DIGITS), "{name}: {text}");
        for id in ["board.manhattan", "board.twin", "tests.own"] {
            assert!(!text.contains(id), "{name} names {id}: {text}");
        }
        for rule in [Check::BoardManhattan, Check::BoardTwin, Check::TestsOwn]
            .map(Check::condition_for_passing)
        {
            assert!(!text.contains(rule), "{name} tells of {rule}");
        }
    }
}

#[test]
fn hidden_results_do_not_affect_student_output() {
    let none = Overrides::default();
    let [good, bad] =
        [true, false].map(|is_good| given(&secretive(is_good), &none, Audience::Student));
    assert_eq!(good, bad);
    // Corrections to hidden checks should make no difference.
    let overrides = overrides();
    let corrected = given(&secretive(false), &overrides, Audience::Student);
    assert_eq!(given(&secretive(true), &overrides, Audience::Student), corrected);
    // Failures on hidden puzzles should make no difference, and neither should their number.
    let mut other = secretive(false);
    for place in [1, 4] {
        let visibility = Visibility::Hidden;
        other.checks[place].verdict = Verdict::Fail(Failure { visibility, ..hamming() });
    }
    let given_of_other = given(&other, &none, Audience::Student);
    assert_eq!(given_of_other, bad);
}

#[test]
fn checks_are_revealed_after_the_due_date_unless_hidden() {
    for (name, text) in given(&secretive(false), &Overrides::default(), Audience::AfterDueDate) {
        // This check is not in the filtered report, and views do not contain ids.
        if name != "only" && name != "view" {
            assert!(text.contains(SECRET) && text.contains("board.twin"), "{name}: {text}");
        }
        assert!(!text.contains("board.manhattan") && !text.contains("tests.own"), "{name}: {text}");
        assert!(!text.contains(&secret("own tests")), "{name}");
    }
    let view = Corrected::from(&secretive(false)).view(Audience::AfterDueDate);
    let finding = |check| &view.checks.iter().find(|result| result.check == check).unwrap().finding;
    assert_eq!(*finding(Check::BoardHamming), Finding::FailUnseen);
    assert!(matches!(finding(Check::SolverMoves), Finding::Fail(_)));
    assert_eq!(*finding(Check::SolverPath), Finding::Skipped { because: None });
    assert_eq!(view.hidden.iter().map(|group| group.count).sum::<usize>(), 2);
}

#[test]
fn instructors_see_everything() {
    let view = Corrected::from(&secretive(false)).view(Audience::Instructor);
    assert!(view.hidden.is_empty() && view.is_total && view.remarks.len() == 5);
    assert_eq!((view.score, view.max_score), (Points::from_f64(2.0), points(32.0)));
    let text = render_for_instructor(Format::Human);
    for part in [SECRET, "board.manhattan", "tests.own", "not shown to students before the due"] {
        assert!(text.contains(part), "{part}: {text}");
    }
}

fn points(number: f64) -> Points {
    Points::from_f64(number).unwrap()
}

fn render_for_instructor(format: Format) -> String {
    for_audience(format, &secretive(false), Audience::Instructor)
}

#[test]
fn instructor_platform_files_contain_only_hidden_totals() {
    let max = |text: &str| serde_json::from_str::<Json>(text).unwrap()["max-score"].as_f64();
    let text = render_for_instructor(Format::Classroom50);
    assert!(text.contains("board (hidden)") && text.contains("tests (hidden)"), "{text}");
    assert!(!text.contains(SECRET) && !digits(&text).contains(DIGITS), "{text}");
    assert_eq!(max(&text), Some(32_000.0));
    let student = render(Format::Classroom50, &secretive(false));
    assert_eq!(max(&student), Some(23_000.0), "without the 9 points that are hidden");
    assert!(!student.contains("(hidden)"));
}

#[test]
fn grader_errors_do_not_reveal_hidden_checks() {
    let mut grade = secretive(false);
    grade.checks[2].verdict = Verdict::GraderError(secret("fault"));
    for format in Format::ALL.into_iter().filter(|format| *format != Format::Json) {
        let text = render(format, &grade);
        assert!(!text.contains(SECRET) && !text.contains("board.manhattan"), "{text}");
    }
}

#[test]
fn gradescope_test_numbers_do_not_reveal_hidden_tests() {
    let text = render(Format::Gradescope, &secretive(false));
    let value: Json = serde_json::from_str(&on_platform(&text, Audience::Student)).unwrap();
    let tests = value["tests"].as_array().unwrap();
    let numbers: Vec<&str> = tests.iter().map(|test| test["number"].as_str().unwrap()).collect();
    assert_eq!(numbers, ["1.1", "2.1", "3.1", "3.2"]);
}

#[test]
fn student_counts_exclude_hidden_puzzles() {
    let of = |name: &str, visibility| grade::SearchCounts {
        puzzle: name.to_owned(),
        visibility,
        ..grade::SearchCounts::default()
    };
    let all = [of("open", Visibility::Visible), of(SECRET, Visibility::Hidden)];
    let student = counts_to_json(&all, Audience::Student);
    assert!(student.contains("open") && !student.contains(SECRET));
    assert!(counts_to_json(&all, Audience::Instructor).contains(SECRET));
}

#[test]
fn a_hidden_puzzle_failure_shows_only_the_rule() {
    let view = Corrected::from(&secretive(false)).view(Audience::Student);
    insta::assert_snapshot!(report::human(&view, &report::Layout::default()), @"
    alice: 2 / 23  (and 9 points hidden)

    Compile  2 / 2
      ✓ 1 check passed

    Board  0 / 4

      ✗ board.hamming  0 / 4  it fails on a hidden puzzle

          rule: hamming() is the number of tiles out of place
          more: grader explain board.hamming

      - hidden: 2 checks (8 points)

    Solver  0 / 17

      ✗ solver.moves  0 / 9  it fails on a hidden puzzle

          rule: moves() is the smallest number of moves
          more: grader explain solver.moves

      - waiting for a hidden check: solver.path (8 points)

    Tests
      - hidden: 1 check (1 point)

    Remarks  they do not affect points
      - everyone may know this

    compiled by rustc 1.95.0 for wasm32-wasip1

    Next: fix board.hamming
      it fails on a hidden puzzle
      grader hint board.hamming
    ");
}
