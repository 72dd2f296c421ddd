//! Tests partial credit, withheld points and caps in all formats.

use base::input::InputText;
use class::overrides::{Overrides, Scope};
use serde_json::Value as Json;

use super::*;

fn json(format: Format, grade: &Grade, audience: Audience) -> Json {
    serde_json::from_str(&for_audience(format, grade, audience)).unwrap()
}

/// Returns the name, points and visibility of each test in Gradescope's format.
fn tests(grade: &Grade) -> Vec<(String, f64, String)> {
    let value = json(Format::Gradescope, grade, Audience::Student);
    let text = |value: &Json| value.as_str().unwrap().to_owned();
    let of = |test: &Json| {
        (text(&test["name"]), test["score"].as_f64().unwrap(), text(&test["visibility"]))
    };
    value["tests"].as_array().unwrap().iter().map(of).collect()
}

#[test]
fn every_format_explains_partial_credit_and_caps() {
    let part = "12 of 14 puzzles correct; 2 wrong; the smallest that fails is puzzle04";
    let withheld = "no points";
    let cap = "at most 8.5 points until solver.moves passes: a search has to find a shortest way";
    let in_one_line = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    // Formats for editors show failures but no points.
    let has_none = |format: &Format| matches!(format, Format::Json | Format::Rustc);
    for format in Format::ALL.into_iter().filter(|format| !has_none(format)) {
        let text = in_one_line(&render(format, &limited()));
        for said in [part, withheld, cap] {
            assert!(text.contains(said), "{}: {said}\n{text}", format.name());
        }
        // This cap does not apply.
        assert!(!text.contains("both have to be there"), "{}", format.name());
    }
    let page = summary(&Corrected::from(&limited()).view(Audience::Student), SUMMARY_LIMIT);
    assert!(page.starts_with("## alice: 8.5 / 17.5\n\nat most 8.5 points until"), "{page}");
    let html = pages::page_of(&[limited()], Vec::new());
    for said in [part, "no points until compile.api passes", cap] {
        assert!(html.replace("<code>", "").replace("</code>", "").contains(said), "{said}\n{html}");
    }
}

/// When the code does not compile, caps of checks that did not run would only fill the top of the report.
#[test]
fn ineffective_caps_are_not_shown_above_a_compile_error() {
    let cap = |score| Cap {
        unless: CapCondition::Check(Check::BoardHamming),
        score: Points::from_f64(score).unwrap(),
        why: "the distance has to be right".to_owned(),
    };
    for format in [Format::Human, Format::Junit, Format::Tap, Format::Exercism] {
        let broken = Grade { caps: vec![cap(1.0)], ..not_compiling() };
        assert!(!render(format, &broken).contains("at most 1 points"), "{}", format.name());
        let wrong = Grade { caps: vec![cap(5.0)], ..failing() };
        let text = render(format, &wrong);
        assert!(text.contains("at most 5 points"), "{}: {text}", format.name());
    }
}

#[test]
fn the_human_report_shows_partial_credit_and_caps() {
    insta::assert_snapshot!(render(Format::Human, &limited()), @"
    alice: 8.5 / 17.5
    ! at most 8.5 points until solver.moves passes: a search has to find a shortest
      way (11.714 without this limit)

    Compile  0 / 1

      ✗ compile.api  0 / 1  there is no `Solver`

          rule: `Board` and `Solver<B>` implement the traits of `slider`
          try it: grader check --only compile.api
          more: grader explain compile.api

    Board  4 / 7.5
      ✓ board.dimension  ✓ board.hamming
      - no points until compile.api passes: board.dimension (3.5 points)

    Solver  7.714 / 9

      ✗ solver.moves  7.714 / 9  moves() is not the smallest number of moves

          points: 12 of 14 puzzles correct; 2 wrong; the smallest that fails is
                  puzzle04
          rule: moves() is the smallest number of moves
          try it: grader check --only solver.moves
          more: grader explain solver.moves

    compiled by rustc 1.95.0 for wasm32-wasip1

    Next: fix compile.api
      there is no `Solver`
      grader check --only compile.api
    ");
}

#[test]
fn platform_totals_respect_the_cap() {
    let expected = [
        ("compile.api", 0.0),
        ("board.dimension", 0.0),
        ("board.hamming", 4.0),
        ("solver.moves", 7.714),
        ("limit", -3.214),
    ];
    let expected = expected.map(|(name, score)| (name.to_owned(), score, "visible".to_owned()));
    assert_eq!(tests(&limited()), expected);
    let value = json(Format::Classroom50, &limited(), Audience::Student);
    assert_eq!((&value["score"], &value["max-score"]), (&8500.into(), &17500.into()));
    assert_eq!(value["tests"][3]["score"], Json::from(7714));
}

#[test]
fn a_cap_from_a_hidden_check_is_hidden() {
    let grade = secretly_limited();
    for format in Format::ALL.into_iter().filter(|format| *format != Format::Json) {
        if format == Format::Gradescope {
            continue;
        }
        let text = render(format, &grade);
        assert!(!text.contains("shortest way") && !text.contains("8.5 points"), "{text}");
    }
    let [student, instructor] = [Audience::Student, Audience::Instructor]
        .map(|audience| Corrected::from(&grade).view(audience));
    assert_eq!(student.score.unwrap().to_string(), "4", "the visible points are not limited");
    assert_eq!(instructor.score.unwrap().to_string(), "8.5");
    // To tell whether this cap applies, you would need the hidden points.
    assert_eq!(student.caps.len(), 1);
    // The platform should hide this test, because students could infer the hidden points.
    let hidden = tests(&grade).into_iter().filter(|(_, _, visibility)| visibility == "hidden");
    assert_eq!(hidden.map(|hidden| hidden.0).collect::<Vec<_>>(), ["solver.moves", "limit"]);
    // Those who can see the sum of the hidden points get the correct total, but no further details.
    let value = json(Format::Classroom50, &grade, Audience::Instructor);
    let limit = value["tests"].as_array().unwrap().iter().find(|test| test["test-name"] == "limit");
    let said = "at most 8.5 points until a hidden check passes (11.714 without this limit)";
    assert_eq!((&value["score"], &limit.unwrap()["message"]), (&Json::from(8500), &said.into()));
}

#[test]
fn correcting_the_failed_check_lifts_the_cap() {
    let corrected = |check: &str, effect: &str| {
        let check = if check.is_empty() { String::new() } else { format!("check = \"{check}\"\n") };
        let text = format!(
            "[[override]]\nsubmission = \"alice\"\n{check}{effect}\nwhy = \"w\"\nwho = \"R. S.\"\n"
        );
        let names = ["alice".to_owned()].into();
        let scope = Scope { names: Some(&names), checks: None, students: None };
        let source = InputText { file: "overrides.toml", text: &text };
        let corrected = Corrected::new(
            limited(),
            &Overrides::parse(source, scope).unwrap().corrections_for(&limited()),
        );
        let total = corrected.score().unwrap();
        for audience in Audience::ALL {
            assert_eq!(corrected.view(audience).score, Some(total));
        }
        let platform = Format::Gradescope.render(&corrected, &context()).unwrap();
        let value: Json = serde_json::from_str(&platform).unwrap();
        let scores =
            value["tests"].as_array().unwrap().iter().map(|test| test["score"].as_f64().unwrap());
        assert!((scores.sum::<f64>() - total.as_f64()).abs() < 1e-9, "{platform}");
        total.to_string()
    };
    assert_eq!(corrected("solver.moves", "set = 9"), "13");
    assert_eq!(corrected("solver.moves", "set = 8"), "8.5", "it still fails");
    assert_eq!(corrected("board.dimension", "set = 3.5"), "8.5", "points of others change nothing");
    assert_eq!(corrected("board.hamming", "set = 0"), "7.714");
    assert_eq!(corrected("", "add = 2"), "10.5", "what is given by hand comes after the limits");
}

#[test]
fn caps_do_not_apply_to_a_selection_of_checks() {
    let part =
        Corrected::from(&limited()).reporting_only(&[Check::BoardHamming, Check::SolverMoves]);
    let view = part.view(Audience::Student);
    assert_eq!((view.score.unwrap().to_string().as_str(), view.caps.len()), ("11.714", 0));
    assert_eq!(part.grade().score(), view.score);
    assert_eq!(Grade::from_json(&part.grade().json()).unwrap(), *part.grade());
}
