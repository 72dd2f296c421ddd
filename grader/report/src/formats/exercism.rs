//! The `results.json` of Exercism's test runners, version 3.
//!
//! Source: "The Test Runner Interface", `building/tooling/test-runners/interface.md` in the `exercism/docs` repository.

use grade::check::Group;
use grade::pretty;
use grade::view::{CheckView, Correction, Finding, View};
use serde::Serialize;

use crate::{credit, hand_lines, plain};

/// The maximum number of characters in the output of a test.
/// The website's specification of test runners sets this limit.
const OUTPUT: usize = 500;

/// The maximum number of bytes in a message: the size of a `text` column in the website's database.
const MESSAGE: usize = 65_535;

#[derive(Serialize)]
struct ExercismResults {
    version: u8,
    status: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<String>,
    tests: Vec<ExercismTest>,
}

#[derive(Serialize)]
struct ExercismTest {
    name: &'static str,
    status: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    output: Option<String>,
    test_code: String,
}

/// Formats the view for Exercism.
///
/// If no check was run after compilation or if the grader failed, `status` is `error`, and there will be a message
/// instead of tests. Skipped checks also have the status `error`, because the format has none for tests that did not
/// run. `test_code` contains the check's rule instead of code. The format has no points, so we use the `output` of a
/// test to explain partial credit.
pub fn exercism(view: &View) -> String {
    let results = match reason_without_tests(view) {
        Some(message) => ExercismResults {
            version: 3,
            status: "error",
            message: Some(truncate_message(message)),
            tests: Vec::new(),
        },
        None => ExercismResults {
            version: 3,
            status: if view.all_passed() { "pass" } else { "fail" },
            message: None,
            tests: view
                .checks
                .iter()
                .map(test_of_check)
                .chain(failed_test_of_caps(view))
                .chain(test_of_corrections(view))
                .chain(test_of_hand_points(view))
                .collect(),
        },
    };
    pretty::to_json_file(&results)
}

fn truncate_message(mut message: String) -> String {
    message.truncate(message.floor_char_boundary(MESSAGE));
    message
}

fn reason_without_tests(view: &View) -> Option<String> {
    if let Some(verdict) = plain::verdict(view) {
        let is_corrected = view.corrections.iter().any(Correction::has_effect);
        return Some(if is_corrected {
            format!("{}\n{verdict}", plain::title(view))
        } else {
            verdict
        });
    }
    let was_made = |check: &CheckView| {
        check.check.group() != Group::Compile && !matches!(check.finding, Finding::Skipped { .. })
    };
    if view.checks.iter().any(was_made) {
        return None;
    }
    let failed = view.checks.iter().find(|check| check.is_failed())?;
    // Without tests, we can put the corrections only into the message. They come first, because a long message will be
    // cut off.
    let mut lines = vec![plain::title(view)];
    lines.extend(view.all_corrections().map(plain::correction_of));
    let before = if lines.len() > 1 { lines.join("\n") + "\n\n" } else { String::new() };
    Some(before + &plain::failure_text(failed))
}

fn test_of_check(check: &CheckView) -> ExercismTest {
    let (status, message) = match &check.finding {
        Finding::Pass => ("pass", None),
        Finding::Fail(_) | Finding::FailUnseen => ("fail", Some(plain::failure_text(check))),
        Finding::Skipped { .. } | Finding::GraderError(_) => {
            ("error", Some(plain::headline(check)))
        }
    };
    let message = message.map(truncate_message);
    let output = check.has_remark_on_points().then(|| {
        let points = check.score.map(|score| format!("{score} / {} points", check.max_score));
        let lines = points.into_iter().chain(credit::explain_points(check));
        let lines = lines.chain(check.corrections.iter().map(plain::correction));
        lines.collect::<Vec<_>>().join("\n").chars().take(OUTPUT).collect()
    });
    let test_code = format!("// {}", check.check.condition_for_passing());
    ExercismTest { name: check.check.id(), status, message, output, test_code }
}

fn failed_test_of_caps(view: &View) -> Option<ExercismTest> {
    (!view.caps.is_empty()).then(|| ExercismTest {
        name: "limit",
        status: "fail",
        message: Some(truncate_message(credit::describe_caps(view).join("\n"))),
        output: Some(plain::title(view).chars().take(OUTPUT).collect()),
        test_code: "// the rubric's limits of the total".to_owned(),
    })
}

fn test_of_corrections(view: &View) -> Option<ExercismTest> {
    if view.corrections.is_empty() {
        return None;
    }
    let lines = view.corrections.iter().map(plain::correction_of);
    let lines = std::iter::once(plain::title(view)).chain(lines);
    let output = lines.collect::<Vec<_>>().join("\n").chars().take(OUTPUT).collect();
    let test_code = "// corrections".to_owned();
    Some(ExercismTest {
        name: "corrections",
        status: "pass",
        message: None,
        output: Some(output),
        test_code,
    })
}

fn test_of_hand_points(view: &View) -> Option<ExercismTest> {
    view.hand.as_ref().map(|_| ExercismTest {
        name: "by hand",
        status: "pass",
        message: None,
        output: Some(hand_lines(view).join("\n").chars().take(OUTPUT).collect()),
        test_code: "// criteria that are graded by hand".to_owned(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_are_truncated_at_character_boundaries() {
        let text = "a".to_owned() + &"█".repeat(MESSAGE / 3);
        let cut = truncate_message(text.clone());
        assert!(text.len() > MESSAGE && cut.len() == 1 + 21_844 * 3, "{}", cut.len());
        assert!(text.starts_with(&cut));
        assert_eq!(truncate_message("short".to_owned()), "short");
    }
}
