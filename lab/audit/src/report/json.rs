//! Writes an audit as JSON.

use std::collections::{BTreeMap, BTreeSet};

use grade::INSTRUCTION;
use grade::check::Check;
use grade::points::Points;
use grade::pretty::{self, to_pretty_json};
use serde::Serialize;
use serde_json::Number;

use super::differences_json::{WireDeviation, WireExhibit};
use super::hundredths_to_decimal;
use crate::corpus::ScoreRange;
use crate::findings::{AuditTotals, CheckFindings, Contradiction, MissingFailure};
use crate::{Audit, LabelOutcome};

/// The schema of an audit. Optional fields may be added; any other change requires a new version.
const AUDIT: &str = "audit/1";

pub(super) fn json(audit: &Audit) -> String {
    to_text(&WireAudit::from(audit))
}

pub(super) fn to_text(value: &impl Serialize) -> String {
    let value = serde_json::to_value(value).expect("all map keys are strings");
    to_pretty_json(&value) + "\n"
}

#[derive(Serialize)]
struct WireAudit<'a> {
    schema: &'static str,
    assignment: &'a str,
    toolchain: &'a str,
    engine: &'a str,
    totals: WireTotals,
    contradictions: Vec<WireContradiction<'a>>,
    checks: Vec<WireRow>,
    /// Absent if only part of the corpus was graded.
    #[serde(skip_serializing_if = "Option::is_none")]
    idle_puzzles: Option<Vec<&'a str>>,
    limits: Vec<WireMargin<'a>>,
    max_score: Number,
    #[serde(skip_serializing_if = "is_zero")]
    unheld_scores: usize,
    #[serde(skip_serializing_if = "is_zero")]
    unheld_shows: usize,
    /// Sorted by descending score.
    scores: Vec<WireScore<'a>>,
    submissions: Vec<WireOutcome<'a>>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde requires this signature")]
fn is_zero(number: &usize) -> bool {
    *number == 0
}

#[derive(Serialize)]
struct WireTotals {
    faults: usize,
    ungraded: usize,
    caught: usize,
    right: usize,
    hurt: usize,
    contradictions: usize,
    grader_errors: usize,
}

#[derive(Serialize)]
pub(super) struct WireContradiction<'a> {
    name: &'a str,
    expected: Vec<&'static str>,
    actual: Vec<&'static str>,
    unexpected: BTreeMap<&'static str, &'a str>,
    missing: Vec<WireMissing>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    skipped: BTreeMap<&'static str, &'static str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    shows: Vec<WireDeviation>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    wrong_causes: Vec<&'a String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    score: Option<WirePoints>,
}

#[derive(Serialize)]
struct WirePoints {
    actual: Number,
    expected: [Number; 2],
}

#[derive(Serialize)]
struct WireScore<'a> {
    name: &'a str,
    about: &'a str,
    right: bool,
    score: Option<Number>,
    /// In thousandths.
    #[serde(skip_serializing_if = "Option::is_none")]
    solved: Option<u32>,
}

#[derive(Serialize)]
struct WireMissing {
    check: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    because: Option<&'static str>,
}

#[derive(Serialize)]
struct WireRow {
    check: &'static str,
    named: usize,
    caught: usize,
    collateral: usize,
    hurt: usize,
}

#[derive(Serialize)]
struct WireMargin<'a> {
    check: &'static str,
    limit: Number,
    #[serde(skip_serializing_if = "Option::is_none")]
    right: Option<WireExtreme<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    fault: Option<WireExtreme<'a>>,
}

#[derive(Serialize)]
struct WireExtreme<'a> {
    value: Number,
    name: &'a str,
}

#[derive(Serialize)]
struct WireOutcome<'a> {
    name: &'a str,
    about: &'a str,
    right: bool,
    named: Vec<&'static str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    passes: Vec<&'static str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    may_fail: Vec<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    expected_score: Option<[Number; 2]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    score: Option<Number>,
    instructions: u64,
    failed: BTreeMap<&'static str, &'a str>,
    #[serde(skip_serializing_if = "BTreeSet::is_empty")]
    causes: &'a BTreeSet<String>,
    #[serde(skip_serializing_if = "BTreeSet::is_empty")]
    mistakes: &'a BTreeSet<String>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    skipped: BTreeMap<&'static str, &'static str>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    grader_errors: BTreeMap<&'static str, &'a str>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    measures: BTreeMap<&'static str, Number>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    shown: BTreeMap<&'static str, &'a BTreeSet<String>>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    shows: BTreeMap<&'static str, WireExhibit<'a>>,
}

impl<'a> From<&'a Audit> for WireAudit<'a> {
    fn from(audit: &'a Audit) -> Self {
        let margins = audit.margins().map(|margin| {
            let extreme = |(value, name)| WireExtreme { value: percentage_to_number(value), name };
            WireMargin {
                check: margin.check.id(),
                limit: percentage_to_number(margin.limit),
                right: margin.right.map(extreme),
                fault: margin.fault.map(extreme),
            }
        });
        Self {
            schema: AUDIT,
            assignment: &audit.basis.assignment,
            toolchain: &audit.basis.toolchain,
            engine: &audit.basis.engine,
            totals: audit.totals().into(),
            contradictions: audit
                .submissions_contradicting_labels()
                .map(|contradiction| (&contradiction).into())
                .collect(),
            checks: audit.findings_by_check().map(WireRow::from).collect(),
            idle_puzzles: (!audit.is_part).then(|| audit.idle_puzzles().collect()),
            limits: margins.collect(),
            max_score: pretty::number(audit.max_score),
            unheld_scores: audit.unheld_scores,
            unheld_shows: audit.unheld_shows,
            scores: audit.rank_by_score().outcomes.into_iter().map(WireScore::from).collect(),
            submissions: audit.outcomes.iter().map(WireOutcome::from).collect(),
        }
    }
}

impl From<AuditTotals> for WireTotals {
    fn from(totals: AuditTotals) -> Self {
        let AuditTotals { faults, ungraded, caught, right, hurt, contradictions, grader_faults } =
            totals;
        let grader_errors = grader_faults;
        Self { faults, ungraded, caught, right, hurt, contradictions, grader_errors }
    }
}

impl<'a> From<&Contradiction<'a>> for WireContradiction<'a> {
    fn from(contradiction: &Contradiction<'a>) -> Self {
        let Contradiction { outcome, unexpected, missing, skipped, shown, wrong_causes, score } =
            contradiction;
        let missing = missing.iter().map(|(check, what)| {
            let because = match what {
                MissingFailure::Passed => None,
                MissingFailure::Skipped(because) => Some(because.id()),
            };
            WireMissing { check: check.id(), because }
        });
        Self {
            name: &outcome.name,
            expected: ids_of_checks(&outcome.named),
            actual: outcome.failed.keys().map(|check| check.id()).collect(),
            unexpected: unexpected.iter().map(|(check, text)| (check.id(), *text)).collect(),
            missing: missing.collect(),
            skipped: skipped.iter().map(|(check, because)| (check.id(), because.id())).collect(),
            shows: shown.iter().map(WireDeviation::from).collect(),
            wrong_causes: wrong_causes.clone(),
            score: score.map(|(points, expected)| WirePoints {
                actual: pretty::number(points),
                expected: range_to_numbers(expected),
            }),
        }
    }
}

impl From<CheckFindings> for WireRow {
    fn from(CheckFindings { check, named, caught, collateral, hurt }: CheckFindings) -> Self {
        Self { check: check.id(), named, caught, collateral, hurt }
    }
}

impl<'a> From<&'a LabelOutcome> for WireOutcome<'a> {
    fn from(outcome: &'a LabelOutcome) -> Self {
        Self {
            name: &outcome.name,
            about: &outcome.about,
            right: outcome.is_right,
            named: ids_of_checks(&outcome.named),
            passes: ids_of_checks(&outcome.passes),
            may_fail: ids_of_checks(&outcome.may_fail),
            expected_score: outcome.expected_score.map(range_to_numbers),
            score: score_to_number(outcome.score),
            instructions: outcome.fuel / INSTRUCTION,
            failed: by_id(&outcome.failed, String::as_str),
            causes: &outcome.causes,
            mistakes: &outcome.mistakes,
            skipped: by_id(&outcome.skipped, |because| because.id()),
            grader_errors: by_id(&outcome.grader_faults, String::as_str),
            measures: by_id(&outcome.measures, |measure| percentage_to_number(measure.value)),
            shown: by_id(&outcome.shown, |puzzles| puzzles),
            shows: by_id(&outcome.exhibits, WireExhibit::from),
        }
    }
}

impl<'a> From<&'a LabelOutcome> for WireScore<'a> {
    fn from(outcome: &'a LabelOutcome) -> Self {
        let LabelOutcome { name, about, is_right, .. } = outcome;
        let solved = outcome.solved;
        Self { name, about, right: *is_right, score: score_to_number(outcome.score), solved }
    }
}

fn by_id<'a, T, R>(
    of: &'a BTreeMap<Check, T>,
    value: impl Fn(&'a T) -> R,
) -> BTreeMap<&'static str, R> {
    of.iter().map(|(check, key)| (check.id(), value(key))).collect()
}

fn ids_of_checks(checks: &BTreeSet<Check>) -> Vec<&'static str> {
    checks.iter().map(|check| check.id()).collect()
}

fn score_to_number(points: Option<Points>) -> Option<Number> {
    points.map(pretty::number)
}

fn range_to_numbers(ScoreRange { least, most }: ScoreRange) -> [Number; 2] {
    [least, most].map(pretty::number)
}

fn percentage_to_number(hundredths: u64) -> Number {
    hundredths_to_decimal(hundredths).parse().expect("a decimal number is a valid JSON number")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::findings::sample;

    fn part(path: &str) -> String {
        let value: serde_json::Value = serde_json::from_str(&json(&sample::audit())).unwrap();
        to_pretty_json(value.pointer(path).expect("it is there"))
    }

    #[test]
    fn the_head_contains_the_totals() {
        let head: String = json(&sample::audit()).lines().take(14).collect::<Vec<_>>().join("\n");
        insta::assert_snapshot!(head, @r#"
        {
          "schema": "audit/1",
          "assignment": "sha256:a5",
          "toolchain": "rustc 1.95.0",
          "engine": "wasmtime 48.0.8, cost table 1",
          "totals": {
            "faults": 3,
            "ungraded": 0,
            "caught": 2,
            "right": 4,
            "hurt": 1,
            "contradictions": 3,
            "grader_errors": 1
          },
        "#);
        insta::assert_snapshot!(part("/contradictions/1"), @r#"
        {
          "name": "faults/missed",
          "expected": ["board.twin", "solver.moves"],
          "actual": [],
          "unexpected": {},
          "missing": [
            {
              "check": "board.twin",
              "because": "board.hamming"
            },
            {
              "check": "solver.moves"
            }
          ],
          "skipped": {
            "solver.time": "solver.moves"
          }
        }
        "#);
        insta::assert_snapshot!(part("/checks/2"), @r#"
        {
          "check": "solver.moves",
          "named": 2,
          "caught": 1,
          "collateral": 0,
          "hurt": 1
        }
        "#);
        insta::assert_snapshot!(part("/limits"), @r#"
        [
          {
            "check": "solver.time",
            "limit": 30.0,
            "right": {
              "value": 2.3,
              "name": "right/lazy"
            },
            "fault": {
              "value": 120.5,
              "name": "faults/slow"
            }
          }
        ]
        "#);
        assert_eq!(part("/idle_puzzles"), r#"["a", "b"]"#);
    }

    #[test]
    fn a_submission_contains_its_results() {
        insta::assert_snapshot!(part("/submissions/1"), @r#"
        {
          "name": "faults/slow",
          "about": "what faults/slow does",
          "right": false,
          "named": ["solver.time"],
          "expected_score": [25, 35],
          "score": 20,
          "instructions": 30000000,
          "failed": {
            "board.hamming": "faults/slow is wrong",
            "solver.time": "faults/slow is wrong"
          },
          "measures": {
            "solver.time": 120.5
          },
          "shown": {
            "solver.time": ["c"]
          }
        }
        "#);
        insta::assert_snapshot!(part("/submissions/2"), @r#"
        {
          "name": "faults/missed",
          "about": "what faults/missed does",
          "right": false,
          "named": ["board.twin", "solver.moves"],
          "passes": ["solver.time"],
          "score": 40,
          "instructions": 1000000,
          "failed": {},
          "skipped": {
            "board.twin": "board.hamming",
            "solver.time": "solver.moves"
          }
        }
        "#);
        insta::assert_snapshot!(part("/submissions/6"), @r#"
        {
          "name": "right/broken",
          "about": "what right/broken does",
          "right": true,
          "named": [],
          "instructions": 1000000,
          "failed": {},
          "grader_errors": {
            "solver.moves": "the clock ran out"
          }
        }
        "#);
    }
}
