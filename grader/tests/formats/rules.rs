//! Checks each format against its published schema or with a strict parser.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

use grade::view::Finding;
use jsonschema::Validator;
use quick_junit::{Report, TestCaseStatus};
use report::{Layout, human};
use serde_json::Value;
use terminal::wrap::{escape, width as columns};

use super::*;

/// Checks the output for a grade against the rules of every format.
pub(super) fn hold(grade: &Grade) {
    for format in Format::ALL {
        // These formats need complete sums, so they get the view with all hidden points.
        let audience =
            if format.is_for_points() { Audience::Instructor } else { Audience::Student };
        let text = for_audience(format, grade, audience);
        match format {
            Format::Human => fits_the_terminal(grade),
            Format::Json => {
                assert_eq!(&Grade::from_json(&text).unwrap(), grade);
                valid(&text, GRADE);
            }
            Format::Junit => junit(&text, grade),
            Format::Github => github(&text),
            Format::Gradescope => gradescope(&text, grade),
            Format::Classroom50 => classroom50(&text, grade),
            Format::Exercism => drop(valid(&text, EXERCISM)),
            Format::Tap => tap(&text),
            Format::Rustc => drop(editor::read(&text)),
        }
    }
    let page = summary(&Corrected::from(grade).view(Audience::Student), SUMMARY_LIMIT);
    assert!(page.len() <= SUMMARY_LIMIT && !page.contains('\r') && !page.contains('\u{1b}'));
}

/// Checks that no line of the report is wider than the terminal, except those that users copy or click, and the
/// compiler's output.
fn fits_the_terminal(grade: &Grade) {
    let view = Corrected::from(grade).view(Audience::Student);
    let mut copied = Vec::new();
    for check in &view.checks {
        let Finding::Fail(failure) = &check.finding else { continue };
        copied.extend(failure.place.as_ref().map(|place| escape(&place.to_string())));
        if check.check == Check::CompileBuild {
            copied.extend(failure.detail.iter().flat_map(|detail| detail.lines()).map(escape));
        }
    }
    for width in [46, 80] {
        let layout = Layout { width, ..Layout::default() };
        for line in human(&view, &layout).lines() {
            let text = line.trim();
            let is_copied = text.contains("grader ")
                || copied.iter().any(|copied| text.contains(copied.trim()));
            assert!(is_copied || columns(line) <= width, "{width}: {line:?}");
        }
    }
}

#[test]
fn all_kinds_of_grades_follow_the_format_rules() {
    all().iter().for_each(hold);
    let whole = samples::grade_of_all_groups(samples::verdict_of_template);
    hold(&whole);
    hold(&grade([]));
    hold(&hidden_fault());
}

#[test]
fn only_json_and_gradescope_include_hidden_checks() {
    for format in Format::ALL {
        let text = render(format, &failing());
        let is_named = text.contains("board.manhattan") || text.contains("a hidden thing");
        // These formats include the check, but mark it as hidden.
        let may = matches!(format, Format::Json | Format::Gradescope);
        assert_eq!(is_named, may, "{}", format.name());
        assert_eq!(text.contains("a hidden remark"), format == Format::Json, "{}", format.name());
    }
    let page = summary(&Corrected::from(&failing()).view(Audience::Student), SUMMARY_LIMIT);
    assert!(!page.contains("manhattan") && !page.contains("a hidden thing"));
}

const GRADE: &str = include_str!("../../../docs/book/src/reference/schemas/grade.schema.json");
const GRADESCOPE: &str = include_str!("../it/schemas/gradescope.schema.json");
const CLASSROOM50: &str = include_str!("../it/schemas/classroom50.schema.json");
const EXERCISM: &str = include_str!("../it/schemas/exercism.schema.json");

fn is_valid(text: &str, schema: &'static str) -> (Value, bool) {
    let value: Value = serde_json::from_str(text).unwrap();
    let is_valid = VALIDATORS.with_borrow_mut(|validators| {
        let validator = validators.entry(schema).or_insert_with(|| {
            jsonschema::validator_for(&serde_json::from_str(schema).unwrap()).unwrap()
        });
        validator.is_valid(&value)
    });
    (value, is_valid)
}

thread_local! {
    /// The compiled schemas. Compiling takes longer than validating, so it is done only once.
    static VALIDATORS: RefCell<BTreeMap<&'static str, Validator>> =
        const { RefCell::new(BTreeMap::new()) };
}

fn valid(text: &str, schema: &'static str) -> Value {
    let (value, is_valid) = is_valid(text, schema);
    assert!(is_valid, "{text}");
    value
}

fn sum(value: &Value, name: &str) -> f64 {
    value["tests"].as_array().unwrap().iter().map(|test| test[name].as_f64().unwrap()).sum()
}

fn close(a: f64, b: f64) -> bool {
    (a - b).abs() < 1e-9
}

fn gradescope(text: &str, grade: &Grade) {
    let (value, is_valid) = is_valid(text, GRADESCOPE);
    // Without a score, the output is deliberately invalid; see the format.
    assert_eq!(is_valid, grade.status() != Status::GraderError, "{text}");
    let found = value.get("score").and_then(Value::as_f64);
    match (grade.status(), grade.score()) {
        (Status::GraderError | Status::Held, _) => {
            assert!(found.is_none() && value.get("tests").is_none());
        }
        // The platform requires a number, and needs it to show the reason.
        (Status::Rejected, _) => assert!(found == Some(0.0) && value.get("tests").is_none()),
        (Status::Graded, score) => {
            let score = score.unwrap().as_f64();
            assert!(close(found.unwrap_or_else(|| sum(&value, "score")), score));
        }
    }
}

fn classroom50(text: &str, grade: &Grade) {
    if grade.status() == Status::GraderError {
        assert_eq!(text, "");
        return;
    }
    let value = valid(text, CLASSROOM50);
    let field = |name: &str| value[name].as_f64().unwrap();
    // Tests cannot deduct points, so with a cap, the score is less than their sum.
    let sum_of_tests = sum(&value, "score");
    let is_limited =
        value["tests"].as_array().unwrap().iter().any(|test| test["test-name"] == "limit");
    assert!(close(field("score"), sum_of_tests) || is_limited && field("score") < sum_of_tests);
    assert!(close(field("max-score"), sum(&value, "max-score")) || grade.checks.is_empty());
    assert!(close(field("max-score"), 1000.0 * grade.max_score().as_f64()));
    assert!(close(field("score"), 1000.0 * grade.score().unwrap_or_default().as_f64()));
    for test in value["tests"].as_array().unwrap() {
        assert!(test["score"].as_f64() <= test["max-score"].as_f64());
    }
}

/// Checks a report against Jenkins' schema. In addition, totals must match, each case needs a class, and XML must allow
/// all characters.
fn junit(text: &str, grade: &Grade) {
    let is_legal = |c: char| {
        matches!(c, '\t' | '\n' | ' '..='\u{d7ff}' | '\u{e000}'..='\u{fffd}') || c >= '\u{10000}'
    };
    assert!(text.chars().all(is_legal) && !text.contains('\u{1b}'));
    junit_schema::hold(text);
    let report = Report::deserialize_from_str(text).unwrap();
    let mut counts = [0; 4];
    let mut names = BTreeSet::new();
    for suite in &report.test_suites {
        let mut of_suite = [0; 4];
        for case in &suite.test_cases {
            assert_eq!(
                case.classname.as_ref().map(quick_junit::XmlString::as_str),
                Some(suite.name.as_str())
            );
            let name = case.name.as_str();
            assert!(names.insert(name.to_owned()), "{name} appears twice");
            of_suite[0] += 1;
            match &case.status {
                TestCaseStatus::Success { .. } => {}
                TestCaseStatus::NonSuccess { kind, message, ty, .. } => {
                    assert!(message.is_some() && ty.is_some());
                    let is_error = *kind == quick_junit::NonSuccessKind::Error;
                    of_suite[1 + usize::from(is_error)] += 1;
                }
                TestCaseStatus::Skipped { message, .. } => {
                    assert!(message.is_some());
                    of_suite[3] += 1;
                }
            }
        }
        assert_eq!(of_suite, [suite.tests, suite.failures, suite.errors, suite.skipped]);
        counts.iter_mut().zip(of_suite).for_each(|(sum, count)| *sum += count);
    }
    // The schema does not allow the number of skipped cases in the root element.
    assert_eq!(counts[..3], [report.tests, report.failures, report.errors]);
    let is_fault = grade.status() == Status::GraderError;
    assert_eq!(report.errors > 0, is_fault);
}

/// Checks the lines that a GitHub runner would interpret as commands.
fn github(text: &str) {
    assert!(!text.contains("##[") && !text.contains('\r') && !text.contains('\u{1b}'));
    let mut lines = text.lines();
    let token = lines.next().and_then(|line| line.strip_prefix("::stop-commands::")).unwrap();
    let end = format!("::{token}::");
    assert_eq!(text.matches(token).count(), 2, "the token is in the log");
    for line in lines.by_ref().take_while(|line| *line != end) {
        assert!(!line.trim_start().starts_with("::"), "{line}");
    }
    let mut counts = [0; 3];
    for line in lines {
        let (head, message) = line.strip_prefix("::").unwrap().split_once("::").unwrap();
        let (name, properties) = head.split_once(' ').unwrap();
        let kind = ["error", "warning", "notice"].iter().position(|kind| *kind == name).unwrap();
        counts[kind] += 1;
        let names = properties.split(',').map(|property| property.split_once('=').unwrap().0);
        let known = BTreeSet::from(["file", "line", "col", "title"]);
        assert!(names.collect::<BTreeSet<_>>().is_subset(&known), "{line}");
        assert!(!message.is_empty());
        for part in head.split('%').skip(1).chain(message.split('%').skip(1)) {
            let is_escape =
                ["25", "0A", "0D", "3A", "2C"].iter().any(|code| part.starts_with(code));
            assert!(is_escape, "{line}");
        }
    }
    assert!(counts.iter().all(|count| *count <= 10) && counts.iter().sum::<usize>() > 0);
}

/// Parses TAP strictly, by the grammar of version 14.
fn tap(text: &str) {
    let mut lines = text.lines();
    assert_eq!(lines.next(), Some("TAP version 14"));
    let plan = lines.next().and_then(|line| line.strip_prefix("1..")).unwrap();
    let plan: usize = plan.split(" # ").next().unwrap().parse().unwrap();
    let mut points = 0;
    let mut has_bailed_out = false;
    while let Some(line) = lines.next() {
        assert!(!has_bailed_out, "nothing comes after it: {line}");
        if let Some(reason) = line.strip_prefix("Bail out! ") {
            has_bailed_out = !reason.is_empty();
        } else if line == "  ---" {
            let block: Vec<&str> = lines.by_ref().take_while(|line| *line != "  ...").collect();
            assert!(!block.is_empty());
            for line in block {
                let value = match line.strip_prefix("    - ") {
                    Some(item) => item,
                    None => line.strip_prefix("  ").unwrap().split_once(':').unwrap().1.trim(),
                };
                // JSON on a single line is valid YAML.
                assert!(value.is_empty() || serde_json::from_str::<Value>(value).is_ok(), "{line}");
                assert!(!line.chars().any(char::is_control));
            }
        } else if !line.starts_with("# ") {
            points += 1;
            let rest = line.strip_prefix("not ").unwrap_or(line);
            let rest = rest.strip_prefix(&format!("ok {points} - ")).unwrap();
            let (description, directive) = rest.split_once(" # ").unwrap_or((rest, "SKIP x"));
            assert!(!description.contains('#') && directive.starts_with("SKIP "), "{line}");
            let is_bare = |text: &str| text.replace(r"\#", "").contains('#');
            assert!(!is_bare(directive), "{line}");
        }
    }
    assert!(has_bailed_out || points == plan, "{points} of {plan}");
}
