//! The summary of a class: a line for each submission.
//!
//! It is a function of the grades and of the corrections by hand, and the same byte for byte
//! wherever and whenever it is made.

use grade::check::Check;
use grade::points::Points;
use grade::pretty::{self, number, pretty};
use grade::view::Corrected;
use grade::{Applied, Basis, Change, Effect, Status, Verdict};
use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::error::ClassError;
use super::output::Graded;
use super::overrides::Corrections;
use crate::sheets::harmless;

/// The schema of the summary, and its version.
const SCHEMA: &str = "grades/1";

/// The file of the summary for programs.
pub(super) const JSON: &str = "grades.json";

/// The file of the summary for spreadsheets.
pub(super) const CSV: &str = "grades.csv";

/// The summary of a class.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Summary {
    /// The assignment and the tools that all submissions were graded with.
    pub basis: Basis,
    /// A line for each submission, in the order of their names.
    pub rows: Vec<Row>,
}

/// The line of a summary on one submission.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// Its name.
    pub name: String,
    /// Its state.
    pub status: Status,
    /// The points that the grader found; none if it was at fault.
    pub score: Option<Points>,
    /// The points that there were to get.
    pub max_score: Points,
    /// The points with all corrections.
    pub final_score: Option<Points>,
    /// The checks that failed.
    pub failed: Vec<Check>,
    /// The reason why it was rejected, or the grader's fault.
    pub message: Option<String>,
    /// The corrections by hand.
    pub corrections: Vec<Applied>,
}

/// The numbers of submissions by result.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Totals {
    /// All of them.
    pub submissions: usize,
    /// Those that were graded.
    pub graded: usize,
    /// Those that are no submissions.
    pub rejected: usize,
    /// Those at which the grader was at fault.
    pub grader_errors: usize,
    /// Those with corrections by hand.
    pub corrected: usize,
}

impl Row {
    /// The line for a grade, with the corrections.
    pub fn of(corrected: &Corrected) -> Self {
        let grade = corrected.grade();
        let failed = grade.checks.iter().filter(|it| matches!(it.verdict, Verdict::Fail(_)));
        let reason = grade.rejection.as_ref().map(|it| it.reason.as_str());
        Self {
            name: grade.submission.clone(),
            status: grade.status(),
            score: grade.score(),
            max_score: grade.max_score(),
            final_score: corrected.score(),
            failed: failed.map(|it| it.check).collect(),
            message: reason.or_else(|| grade.fault()).map(str::to_owned),
            corrections: corrected.corrections().to_vec(),
        }
    }

    /// Its name, and the corrections by hand.
    pub(super) fn corrected(&self) -> Corrections<'_> {
        (&self.name, &self.corrections)
    }

    /// The ids of the checks that failed.
    fn failed_ids(&self) -> Vec<&'static str> {
        self.failed.iter().map(|check| check.id()).collect()
    }

    /// The change of the score by corrections; none if there are none, or no score to change.
    pub fn adjustment(&self) -> Option<Change> {
        self.corrections.iter().find(|it| it.correction.effect.is_some())?;
        self.score.zip(self.final_score).map(|(old, new)| Change::between(old, new))
    }
}

impl Totals {
    /// The totals of these rows.
    pub fn of(rows: &[Row]) -> Self {
        let count = |status| rows.iter().filter(|row| row.status == status).count();
        Self {
            submissions: rows.len(),
            graded: count(Status::Graded),
            rejected: count(Status::Rejected),
            grader_errors: count(Status::GraderError),
            corrected: rows.iter().filter(|row| !row.corrections.is_empty()).count(),
        }
    }
}

impl Summary {
    /// The totals of the class.
    pub fn totals(&self) -> Totals {
        Totals::of(&self.rows)
    }

    /// The summary for programs.
    pub fn json(&self) -> String {
        let Basis { assignment, toolchain, engine } = &self.basis;
        let totals = self.totals();
        let value = json!({
            "schema": SCHEMA,
            "assignment": assignment,
            "toolchain": toolchain,
            "engine": engine,
            "totals": {
                "submissions": totals.submissions,
                "graded": totals.graded,
                "rejected": totals.rejected,
                "grader_error": totals.grader_errors,
                "corrected": totals.corrected,
            },
            "submissions": self.rows.iter().map(row_value).collect::<Vec<_>>(),
        });
        pretty(&value) + "\n"
    }

    /// The summary for spreadsheets: CSV as RFC 4180 has it, in UTF-8. Where the grader was at
    /// fault there is no score, so that nobody takes it for a zero.
    pub fn csv(&self) -> String {
        let mut text = String::from(
            "submission,status,machine_score,adjustment,final_score,max_score,failed,corrections\n",
        );
        for row in &self.rows {
            let points = |points: Option<Points>| points.map(|it| it.to_string());
            let reason = |it: &Applied| {
                let check = it.correction.check.map_or("all", |check| check.id());
                format!("{check}: {} ({})", it.correction.why, it.correction.who)
            };
            let reasons: Vec<_> = row.corrections.iter().map(reason).collect();
            let fields = [
                cell(&row.name),
                row.status.as_str().to_owned(),
                points(row.score).unwrap_or_default(),
                row.adjustment().map(|it| change_number(it).to_string()).unwrap_or_default(),
                points(row.final_score).unwrap_or_default(),
                row.max_score.to_string(),
                row.failed_ids().join(" "),
                cell(&reasons.join("; ")),
            ];
            text.push_str(&fields.join(","));
            text.push('\n');
        }
        text
    }
}

fn row_value(row: &Row) -> Value {
    let mut fields = Map::new();
    let mut add = |name: &str, value: Value| fields.insert(name.to_owned(), value);
    add("submission", row.name.as_str().into());
    add("status", row.status.as_str().into());
    if let Some(score) = row.score {
        add("score", number(score).into());
    }
    if let Some(change) = row.adjustment() {
        add("adjustment", change_number(change));
    }
    if let Some(score) = row.final_score {
        add("final_score", number(score).into());
    }
    add("max_score", number(row.max_score).into());
    add("failed", row.failed_ids().into());
    if let Some(message) = &row.message {
        add("message", message.as_str().into());
    }
    if !row.corrections.is_empty() {
        add("corrections", row.corrections.iter().map(correction_value).collect());
    }
    Value::Object(fields)
}

fn correction_value(applied: &Applied) -> Value {
    let Applied { correction, change } = applied;
    let mut fields = Map::new();
    if let Some(check) = correction.check {
        fields.insert("check".to_owned(), check.id().into());
    }
    match correction.effect {
        None => {}
        Some(Effect::Add(change)) => {
            fields.insert("add".to_owned(), change_number(change));
        }
        Some(Effect::Set(points)) => {
            fields.insert("set".to_owned(), number(points).into());
        }
    }
    if let Some(change) = change {
        fields.insert("change".to_owned(), change_number(*change));
    }
    if let Some(rule) = &correction.rule {
        let (key, value) = rule.reach.parts();
        fields.insert(key.to_owned(), value.into());
    }
    fields.insert("why".to_owned(), correction.why.as_str().into());
    fields.insert("who".to_owned(), correction.who.as_str().into());
    Value::Object(fields)
}

pub(super) fn change_number(change: Change) -> Value {
    pretty::change_number(change).into()
}

/// A text as a field of CSV, which no spreadsheet takes for a formula.
fn cell(text: &str) -> String {
    let text = harmless(text);
    if text.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text
    }
}

/// The part of a summary that is read to join or compare gradings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Contents {
    pub(super) basis: Basis,
    /// The names of the submissions, in order, with their final scores.
    pub(super) submissions: Vec<(String, Option<Points>)>,
}

#[derive(Deserialize)]
struct WireSummary {
    schema: String,
    assignment: String,
    toolchain: String,
    engine: String,
    submissions: Vec<WireRow>,
}

#[derive(Deserialize)]
struct WireRow {
    submission: String,
    final_score: Option<f64>,
}

impl Contents {
    /// Reads the summary of a folder, which is there if its grading was finished.
    pub(super) fn read(graded: &Graded) -> Result<Self, ClassError> {
        let folder = || graded.folder().to_owned();
        let Some(text) = graded.read(JSON)? else {
            return Err(ClassError::Unfinished { folder: folder() });
        };
        let damaged = |message| ClassError::Damaged { path: graded.path(JSON), message };
        let wire: WireSummary =
            serde_json::from_str(&text).map_err(|error| damaged(error.to_string()))?;
        if wire.schema != SCHEMA {
            return Err(damaged(format!("its schema is `{}`, not `{SCHEMA}`", wire.schema)));
        }
        let WireSummary { assignment, toolchain, engine, submissions, .. } = wire;
        let row = |row: WireRow| {
            if !super::names::is_plain(&row.submission) {
                return Err(damaged(format!("`{}` is no name", row.submission)));
            }
            Ok((row.submission, row.final_score.and_then(Points::from_f64)))
        };
        let submissions = submissions.into_iter().map(row).collect::<Result<_, _>>()?;
        Ok(Self { basis: Basis { assignment, toolchain, engine }, submissions })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_cell_is_a_formula() {
        for (text, expected) in [
            ("alice", "alice"),
            ("=1+1", "'=1+1"),
            ("@x,y", "\"'@x,y\""),
            ("a \"b\"", "\"a \"\"b\"\"\""),
            ("two\nlines", "\"two\nlines\""),
            ("", ""),
        ] {
            assert_eq!(cell(text), expected);
        }
    }

    #[test]
    fn a_fault_of_the_grader_is_blank() {
        let row = |name: &str, status, score: Option<f64>| Row {
            name: name.to_owned(),
            status,
            score: score.and_then(Points::from_f64),
            max_score: Points::from_f64(10.0).unwrap(),
            final_score: score.and_then(Points::from_f64),
            failed: Vec::new(),
            message: None,
            corrections: Vec::new(),
        };
        let rows = vec![
            row("alice", Status::Graded, Some(8.5)),
            row("bob", Status::GraderError, None),
            row("carl", Status::Rejected, Some(0.0)),
        ];
        let text = || "x".to_owned();
        let basis = Basis { assignment: text(), toolchain: text(), engine: text() };
        let summary = Summary { basis, rows };
        insta::assert_snapshot!(summary.csv(), @"
        submission,status,machine_score,adjustment,final_score,max_score,failed,corrections
        alice,graded,8.5,,8.5,10,,
        bob,grader_error,,,,10,,
        carl,rejected,0,,0,10,,
        ");
        insta::assert_snapshot!(summary.json(), @r#"
        {
          "schema": "grades/1",
          "assignment": "x",
          "toolchain": "x",
          "engine": "x",
          "totals": {
            "submissions": 3,
            "graded": 1,
            "rejected": 1,
            "grader_error": 1,
            "corrected": 0
          },
          "submissions": [
            {
              "submission": "alice",
              "status": "graded",
              "score": 8.5,
              "final_score": 8.5,
              "max_score": 10,
              "failed": []
            },
            {
              "submission": "bob",
              "status": "grader_error",
              "max_score": 10,
              "failed": []
            },
            {
              "submission": "carl",
              "status": "rejected",
              "score": 0,
              "final_score": 0,
              "max_score": 10,
              "failed": []
            }
          ]
        }
        "#);
    }
}
