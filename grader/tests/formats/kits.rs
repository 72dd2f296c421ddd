//! Tests that reports on grades from a student kit say what the kit omits.

use grade::{KitOmissions, OmittedCounts};
use report::unit_tests;

use super::*;

/// Terminals begin the sentence with a small letter.
const NOTICE: &str = "his is not your final grade, which also depends on";

fn omissions() -> [KitOmissions; 3] {
    let counts = |checks, points, puzzles| OmittedCounts {
        checks,
        points: Points::from_thousandths(points),
        puzzles,
    };
    let hidden_checks = KitOmissions { all: counts(2, 18_500, 0), ..KitOmissions::default() };
    let later = KitOmissions {
        all: counts(2, 18_500, 3),
        after_due_date: counts(1, 4000, 1),
        has_private_cases: true,
    };
    let only_drawn = KitOmissions { has_private_cases: true, ..KitOmissions::default() };
    [hidden_checks, later, only_drawn]
}

/// Returns the reports for people on a grade with all or some checks.
fn reports(grade: &Grade, only: Option<&[Check]>) -> Vec<String> {
    let whole = Corrected::from(grade);
    let corrected = only.map_or(whole.clone(), |only| whole.reporting_only(only));
    let view = corrected.view(Audience::Student);
    let rendered = |format: Format| format.render(&corrected, &context()).unwrap();
    vec![
        rendered(Format::Human),
        rendered(Format::Tap),
        rendered(Format::Github),
        summary(&view, SUMMARY_LIMIT),
        pages::handout(&view),
        unit_tests(&view, Some("alice")).file(None),
    ]
}

fn in_one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The law: a kit with hidden points never claims that all checks passed.
#[test]
fn no_report_of_an_incomplete_kit_claims_that_all_checks_passed() {
    let claims = ["All checks passed", "All compile checks passed", "Nothing failed"];
    let selections: [Option<&[Check]>; 3] =
        [None, Some(&[Check::CompileBuild]), Some(&[Check::CompileBuild, Check::BoardHamming])];
    for only in selections {
        let whole = reports(&passing(), only);
        if only.is_none() {
            assert!(claims.iter().any(|claim| whole[0].contains(claim)), "{}", whole[0]);
        }
        assert!(whole.iter().all(|text| !text.contains(NOTICE)), "{whole:?}");
        for omitted in omissions() {
            let texts = reports(&Grade { omitted, ..passing() }, only);
            for (number, text) in texts.iter().enumerate() {
                let text = in_one_line(text);
                for claim in claims {
                    assert!(!text.contains(claim), "{only:?}: {text}");
                }
                // A file of tests contains only failures.
                assert_eq!(text.contains(NOTICE), number < 5, "{only:?}, {number}: {text}");
            }
        }
    }
}

#[test]
fn the_points_of_omitted_checks_are_shown_beside_the_score() {
    let [omitted, ..] = omissions();
    let grade = Grade { omitted, ..passing() };
    for text in &reports(&grade, None)[..5] {
        let text = in_one_line(&text.replace('\\', ""));
        let shown = ["(and 18.5 hidden)", "(and 18.5 points hidden)"];
        assert!(shown.iter().any(|shown| text.contains(shown)), "{text}");
    }
}

#[test]
fn omissions_survive_a_json_round_trip() {
    for omitted in omissions() {
        let grade = Grade { omitted, ..passing() };
        assert_eq!(Grade::from_json(&grade.json()).unwrap(), grade);
    }
    let text = Grade { omitted: omissions()[1], ..passing() }.json();
    let error = Grade::from_json(&text.replace("18.5", "-1")).unwrap_err();
    assert!(error.to_string().starts_with("omitted.points"), "{error}");
}
