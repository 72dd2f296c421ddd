//! Tests corrections in all formats.

use base::input::InputText;
use class::overrides::{Overrides, Scope};
use serde_json::Value as Json;

use report::RenderError;

use super::*;

fn correction(rest: &str, why: &str) -> String {
    format!("[[override]]\nsubmission = \"alice\"\n{rest}\nwhy = \"{why}\"\nwho = \"R. S.\"\n")
}

fn corrected(grade: Grade, text: &str) -> Corrected {
    let names = ["alice".to_owned()].into();
    let scope = Scope { names: Some(&names), checks: None, students: None };
    let overrides = Overrides::parse(InputText { file: "overrides.toml", text }, scope).unwrap();
    let corrections = overrides.corrections_for(&grade);
    Corrected::new(grade, &corrections)
}

/// A grade with a passed and a failed check, whose failure a correction disputes.
fn sample() -> Grade {
    grade([(pass(Check::BoardDimension), 2.0), (fail(Check::BoardHamming, hamming()), 4.0)])
}

fn parts() -> String {
    correction("check = \"board.hamming\"\nset = 3", "the lecture counted the blank")
        + &correction("check = \"board.dimension\"", "well done")
        + &correction("add = 1.5", "a helpful question")
}

fn render(format: Format, corrected: &Corrected) -> String {
    format.render(corrected, &context()).unwrap_or_default()
}

#[test]
fn every_format_shows_corrections_with_author_and_reason() {
    let corrected = corrected(sample(), &parts());
    assert_eq!(corrected.score().unwrap().to_string(), "6.5");
    let said = [
        "corrected by R. S.: the lecture counted the blank (was 0 of 4)",
        "comment by R. S.: well done",
        "corrected by R. S.: a helpful question (was 5 of 6)",
    ];
    // The human format wraps long lines.
    let in_one_line = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    for format in Format::ALL.into_iter().filter(|format| *format != Format::Json) {
        let text = in_one_line(&render(format, &corrected));
        for said in said {
            assert!(text.contains(said), "{}: {said}\n{text}", format.name());
        }
    }
    let page = summary(&corrected.view(Audience::Student), SUMMARY_LIMIT);
    assert!(said.iter().all(|said| page.contains(said)), "{page}");
    assert!(page.starts_with("## alice: 6.5 / 6\n") && page.contains("3 / 4 points"), "{page}");
    // Check that corrections do not change the grade itself.
    assert_eq!(render(Format::Json, &corrected), sample().json());
}

#[test]
fn the_human_report_shows_corrections() {
    insta::assert_snapshot!(render(Format::Human, &corrected(sample(), &parts())), @"
    alice: 6.5 / 6

    Board  5 / 6
      ✓ board.dimension

      ✗ board.hamming  3 / 4  hamming() counts the blank

          ┌──────┐   hamming() of this board
          │ 1    │     expected 1
          │ 3  2 │     but was  2
          └──────┘

          at src/board.rs:12:9
          rule: hamming() is the number of tiles out of place
          try it: grader check --only board.hamming
          more: grader explain board.hamming

    Corrections
      - board.dimension: comment by R. S.: well done
      - board.hamming: corrected by R. S.: the lecture counted the blank (was 0 of
        4)
      - corrected by R. S.: a helpful question (was 5 of 6)

    compiled by rustc 1.95.0 for wasm32-wasip1

    Next: fix board.hamming, src/board.rs:12:9
      hamming() counts the blank
      grader check --only board.hamming
    ");
}

#[test]
fn platform_formats_use_corrected_points() {
    let corrected = corrected(sample(), &parts());
    let json = |format| -> Json { serde_json::from_str(&render(format, &corrected)).unwrap() };
    let sum = |value: &Json| -> f64 {
        value["tests"].as_array().unwrap().iter().map(|test| test["score"].as_f64().unwrap()).sum()
    };
    assert!((sum(&json(Format::Gradescope)) - 6.5).abs() < 1e-9);
    // Classroom 50 has only whole numbers, in thousandths of a point. It rejects scores above the maximum, so an
    // additional test is used to show the rest.
    let result = json(Format::Classroom50);
    assert_eq!((&result["score"], &result["max-score"]), (&6000.into(), &6000.into()));
    assert_eq!(result["tests"][1]["score"], Json::from(3000));
    let above = &result["tests"][3];
    assert_eq!(
        (&above["test-name"], &above["max-score"]),
        (&"above the maximum".into(), &0.into())
    );
    let message = above["message"].as_str().unwrap();
    assert!(message.starts_with("the score is 6.5 points, "), "{message}");
    let junit = render(Format::Junit, &corrected);
    assert!(junit.contains("name=\"points board.hamming\" value=\"3 / 4\""), "{junit}");
    let tap = render(Format::Tap, &corrected);
    assert!(tap.contains("# alice: 6.5 / 6\n") && tap.contains("  score: 3\n"), "{tap}");
    let exercism = json(Format::Exercism);
    let output = exercism["tests"][1]["output"].as_str().unwrap();
    assert!(output.starts_with("3 / 4 points\ncorrected by R. S.: "), "{output}");
}

/// Platforms require the same maximum for every submission in a class, and no higher score, even when submissions are
/// rejected or corrected.
#[test]
fn all_submissions_in_a_class_have_the_same_maximum() {
    let third = Points::from_thousandths(1333);
    let share = Share::new(1, 3, ShareUnit::Puzzles, None).unwrap();
    let mut in_part = sample();
    in_part.checks[1].credit = Some(Credit { points: third, share });
    let of_sample = Rejection { reason: "no `Board`".to_owned(), max_score: sample().max_score() };
    let rejected = || Grade { rejection: Some(of_sample.clone()), checks: Vec::new(), ..sample() };
    let mut broken = sample();
    broken.checks[1].verdict = Verdict::GraderError("no memory".to_owned());
    for (grade, text, score) in [
        (sample(), String::new(), 2000),
        (in_part, String::new(), 3333),
        (sample(), correction("add = 0.5", "x"), 2500),
        (sample(), correction("set = 120", "x"), 6000),
        (rejected(), String::new(), 0),
        (rejected(), correction("set = 120", "x"), 6000),
        (broken, correction("set = 120", "x"), 6000),
    ] {
        let corrected = corrected(grade, &text);
        let value: Json = serde_json::from_str(&render(Format::Classroom50, &corrected)).unwrap();
        assert_eq!(
            (&value["max-score"], &value["score"]),
            (&6000.into(), &score.into()),
            "{value}"
        );
        for test in value["tests"].as_array().unwrap() {
            assert!(test["score"].as_u64() <= test["max-score"].as_u64(), "{test}");
        }
    }
}

#[test]
fn the_maximum_excludes_hidden_points() {
    let of_class = failing();
    let checks = of_class.checks.iter().map(|check| (check.max_score, check.visibility));
    let most = report::points_to_get(Audience::Student, checks);
    let context = Context { most: Some(most), ..context() };
    let rejection = Rejection { reason: "x".to_owned(), max_score: of_class.max_score() };
    let rejected = Grade { rejection: Some(rejection), checks: Vec::new(), ..failing() };
    let format = Format::Classroom50;
    for grade in [&of_class, &rejected] {
        let text = format.render(&grade.into(), &context).unwrap();
        let value: Json = serde_json::from_str(&text).unwrap();
        assert_eq!(value["max-score"], Json::from(15_500), "{value}");
    }
    let set = corrected(failing(), &correction("set = 16", "x"));
    assert_eq!(format.render(&set, &context), Err(RenderError::OtherMaximum(format)));
    let all = Context { audience: Audience::Instructor, ..context };
    let value: Json = serde_json::from_str(&format.render(&set, &all).unwrap()).unwrap();
    assert_eq!(value["max-score"], Json::from(16_500), "{value}");
}

#[test]
fn a_deduction_cannot_make_the_score_negative() {
    let all = correction("check = \"board.dimension\"\nset = 0.5", "it is copied")
        + &correction("add = -20", "late");
    let corrected = corrected(sample(), &all);
    let value: Json = serde_json::from_str(&render(Format::Gradescope, &corrected)).unwrap();
    let tests = value["tests"].as_array().unwrap();
    let sum: f64 = tests.iter().map(|test| test["score"].as_f64().unwrap()).sum();
    assert!(sum.abs() < 1e-9, "{value}");
    let text = render(Format::Human, &corrected);
    assert!(text.starts_with("alice: 0 / 6\n"), "{text}");
    assert!(text.contains("corrected by R. S.: late (was 0.5 of 6)"), "{text}");
}

fn title(text: &str) -> String {
    let view = corrected(failing(), text).view(Audience::Student);
    report::plain::title(&view)
}

#[test]
fn corrected_totals_do_not_reveal_hidden_points() {
    assert_eq!(title(""), "alice: 5.5 / 15.5 (and 1 hidden)");
    assert_eq!(title(&correction("add = 1", "x")), "alice: 6.5 / 15.5 (and 1 hidden)");
    assert_eq!(title(&correction("set = 12", "x")), "alice: 12 / 16.5");
    let hidden = correction("check = \"board.manhattan\"\nset = 1", "x");
    assert_eq!(title(&hidden), "alice: 5.5 / 15.5 (and 1 hidden)");
    for (effect, said) in [
        ("add = -3", "corrected by R. S.: x (-3 points)"),
        ("set = 12", "corrected by R. S.: x (the total score is set to 12)"),
    ] {
        let corrected = corrected(failing(), &correction(effect, "x"));
        let text = render(Format::Human, &corrected);
        assert!(text.contains(said) && !text.contains("(was"), "{text}");
        // The platform hides this test, because the difference would reveal the hidden points.
        let value: Json = serde_json::from_str(&render(Format::Gradescope, &corrected)).unwrap();
        let last = value["tests"].as_array().unwrap().last().unwrap().clone();
        assert_eq!((&last["name"], &last["visibility"]), (&"corrections".into(), &"hidden".into()));
    }
}

#[test]
fn a_rejected_submission_can_get_points_by_correction() {
    let half = correction("check = \"board.hamming\"\nset = 2", "it was the wrong file");
    let text = render(Format::Human, &corrected(rejected(), &half));
    insta::assert_snapshot!(text, @"
    alice: 2 / 6 (not a submission)

    there is no `Board`
    corrected by R. S.: it was the wrong file (was 0 of 6)
    ");
    for format in Format::ALL.into_iter().filter(|format| *format != Format::Json) {
        let text = render(format, &corrected(rejected(), &half));
        assert!(text.contains("it was the wrong file"), "{}: {text}", format.name());
        assert!(!text.contains("board.hamming"), "who sees that check is not known: {text}");
    }
    let set = correction("set = 5", "the grader broke down");
    let text = render(Format::Human, &corrected(fault(), &set));
    insta::assert_snapshot!(text, @"
    alice: 5 / 6

    The grader could not finish. Your instructor has set the score.
    corrected by R. S.: the grader broke down (the total score is set to 5)
    ");
    for format in Format::ALL.into_iter().filter(|format| *format != Format::Json) {
        let text = render(format, &corrected(fault(), &set));
        assert!(text.contains("the total score is set to 5"), "{}: {text}", format.name());
    }
    let value: Json =
        serde_json::from_str(&render(Format::Gradescope, &corrected(fault(), &set))).unwrap();
    assert_eq!(value["score"], Json::from(5));
    // There should be no score because of a comment, or a change to a missing score.
    let none = corrected(fault(), &correction("add = 1", "x"));
    assert_eq!((none.score(), render(Format::Classroom50, &none).as_str()), (None, ""));
}

#[test]
fn selecting_checks_keeps_only_their_corrections() {
    let corrected = corrected(sample(), &parts());
    let part = corrected.clone().reporting_only(&[Check::BoardHamming]);
    let text = render(Format::Human, &part);
    assert!(text.starts_with("alice: 3 / 4\n") && !text.contains("helpful"), "{text}");
    assert_eq!(part.grade().checks.len(), 1);
    let all = corrected.clone().reporting_only(&Check::ALL);
    assert_eq!(all, corrected);
}
