//! Formats a summary for programs and for spreadsheets.

use std::collections::BTreeSet;

use grade::check::Check;
use grade::hand::{Criterion, HandGrade, HandRubric};
use grade::points::Points;
use grade::pretty::{self, number, to_pretty_json};
use grade::{Applied, Basis, Effect, PointsChange};
use intake::class::{AttemptNumber, Person};
use late::Lateness;
use serde_json::{Map, Value, json};

use super::{SCHEMA, Summary, SummaryRow};
use gradebook::escape_formula;
use terminal::wrap::escape;

/// The columns for spreadsheets. Add new columns at the end, before [`ATTEMPT`].
const COLUMNS: &str = "submission,status,machine_score,adjustment,final_score,max_score,failed,\
                       corrections,name,id,email,handed_in,late,late_points,reason";

/// The column for attempts, if any student has more than one.
const ATTEMPT: &str = "attempt";

/// Says that a file is UTF-8.
pub(crate) const BYTE_ORDER_MARK: char = '\u{feff}';

const MISSING: &str = "missing";

impl Summary {
    /// Formats the summary as JSON.
    pub fn json(&self) -> String {
        let Basis { assignment, toolchain, engine } = &self.basis;
        let totals = self.totals();
        let mut value = json!({ "schema": SCHEMA });
        if let Some(about) = &self.about {
            value["title"] = about.title.as_str().into();
            if let Some(course) = &about.course {
                value["course"] = course.as_str().into();
            }
            if let Some(late) = &about.late {
                value["due"] = late.due.rfc3339().into();
                value["late_policy"] = late.to_string().into();
            }
        }
        value["assignment"] = assignment.as_str().into();
        value["toolchain"] = toolchain.as_str().into();
        value["engine"] = engine.as_str().into();
        if let Some(files) = &self.files {
            value["files"] = files.as_str().into();
        }
        value["totals"] = json!({
            "submissions": totals.submissions,
            "graded": totals.graded,
            "rejected": totals.rejected,
            "grader_error": totals.grader_errors,
            "corrected": totals.corrected,
            "late": totals.late,
        });
        if totals.held > 0 {
            value["totals"]["held"] = totals.held.into();
        }
        let submission = |row: &SummaryRow| {
            let mut fields = row.json_fields();
            let points = |(check, points): (&Check, &Option<Points>)| {
                Some((check.id().to_owned(), number((*points)?).into()))
            };
            let checks: Map<String, Value> = row.checks.iter().filter_map(points).collect();
            fields.insert("checks".to_owned(), Value::Object(checks));
            Value::Object(fields)
        };
        if self.rows.iter().any(|row| row.hand.is_some()) {
            value["totals"]["incomplete"] = totals.incomplete.into();
        }
        value["submissions"] = self.rows.iter().map(submission).collect();
        if let Some(missing) = &self.missing {
            value["totals"]["missing"] = missing.len().into();
            value["missing"] = missing.iter().map(person_to_json).collect();
        }
        to_pretty_json(&value) + "\n"
    }

    /// Formats the summary as CSV, according to RFC 4180 and in UTF-8. After a grader error, the score is left empty, to
    /// distinguish it from zero. Students without a submission come last, without a score.
    pub fn csv(&self) -> String {
        self.csv_table(&[])
    }

    /// Formats the summary like [`csv`](Self::csv), with a column for the points of each check after corrections. It
    /// starts with a byte order mark, because Excel would read other files as Windows-1252.
    pub fn csv_with_checks(&self) -> String {
        let checks: BTreeSet<Check> =
            self.rows.iter().flat_map(|row| row.checks.keys().copied()).collect();
        let checks: Vec<Check> = checks.into_iter().collect();
        format!("{BYTE_ORDER_MARK}{}", self.csv_table(&checks))
    }

    fn csv_table(&self, checks: &[Check]) -> String {
        let attempts = self.rows.iter().any(|row| row.attempt.is_some());
        let attempts = attempts.then_some(ATTEMPT);
        let rubric = self.rows.iter().find_map(|row| Some(&row.hand.as_ref()?.rubric));
        let criteria = rubric.into_iter().flat_map(hand_columns);
        let ids = checks.iter().map(|check| check.id());
        let header: Vec<String> = COLUMNS
            .split(',')
            .chain(criteria)
            .chain(attempts)
            .chain(ids)
            .map(str::to_owned)
            .collect();
        let width = header.len();
        let rows = self.rows.iter().map(|row| {
            let mut cells = row_cells(row).to_vec();
            let turn = || row.attempt.map(|turn| turn.to_string()).unwrap_or_default();
            // A grade that is held back has no points for criteria.
            let blank =
                || rubric.into_iter().flat_map(hand_columns).map(|_| String::new()).collect();
            cells.extend(row.hand.as_ref().map_or_else(blank, |hand| hand_cells(row, hand)));
            cells.extend(attempts.map(|_| turn()));
            cells.extend(
                checks.iter().map(|check| points_cell(row.checks.get(check).copied().flatten())),
            );
            cells
        });
        let missing = self.missing.iter().flatten().map(missing_cells);
        let lines =
            std::iter::once(header).chain(rows).chain(missing).map(|mut cells: Vec<String>| {
                cells.resize(width, String::new());
                cells.join(",") + "\n"
            });
        lines.collect()
    }
}

/// Formats one field of all authors for a CSV cell.
fn joined_field(people: &[Person], field: fn(&Person) -> &Option<String>) -> String {
    let words: Vec<&str> = people.iter().filter_map(|person| field(person).as_deref()).collect();
    csv_cell(&words.join("; "))
}

fn row_cells(row: &SummaryRow) -> [String; 15] {
    let reason = |applied: &Applied| {
        let check = applied.correction.check.map_or("all", |check| check.id());
        format!("{check}: {} ({})", applied.correction.why, applied.correction.who)
    };
    let reasons: Vec<_> = row.shown_corrections().map(reason).collect();
    let late = row.late.as_ref();
    [
        csv_cell(&row.name),
        row.status.as_str().to_owned(),
        points_cell(row.score),
        row.adjustment().map(|change| change_to_json(change).to_string()).unwrap_or_default(),
        points_cell(row.final_score),
        row.max_score.to_string(),
        row.failed_ids().join(" "),
        csv_cell(&reasons.join("; ")),
        joined_field(&row.people, |person| &person.name),
        joined_field(&row.people, |person| &person.id),
        joined_field(&row.people, |person| &person.email),
        text_cell(late.and_then(|lateness| lateness.handed_in.as_deref())),
        text_cell(late.and_then(Lateness::sentence).as_deref()),
        row.late_change().map(|change| change_to_json(change).to_string()).unwrap_or_default(),
        text_cell(row.message.as_deref()),
    ]
}

/// The columns for the criteria that are graded by hand.
fn hand_columns(rubric: &HandRubric) -> impl Iterator<Item = &str> {
    let ids = rubric.criteria.iter().map(|criterion| criterion.id.as_str());
    ["automatic_score"].into_iter().chain(ids).chain(["hand_missing", "hand_comment"])
}

fn hand_cells(row: &SummaryRow, hand: &HandGrade) -> Vec<String> {
    let mut cells = vec![points_cell(row.automatic_score)];
    cells.extend(hand.rubric.criteria.iter().map(|criterion| points_cell(hand.points(criterion))));
    cells.push(hand.ungraded_criteria().join(" "));
    cells.push(text_cell(hand.marks.comment.as_deref()));
    cells
}

/// Formats the row of a student without a submission, who is named by what identifies best.
fn missing_cells(person: &Person) -> Vec<String> {
    let word = [&person.id, &person.email, &person.name].into_iter().flatten().next();
    let cell = |column| match column {
        "submission" => text_cell(word.map(String::as_str)),
        "status" => MISSING.to_owned(),
        "name" => text_cell(person.name.as_deref()),
        "id" => text_cell(person.id.as_deref()),
        "email" => text_cell(person.email.as_deref()),
        _ => String::new(),
    };
    COLUMNS.split(',').map(cell).collect()
}

impl SummaryRow {
    /// Returns the line as JSON fields.
    pub fn json_fields(&self) -> Map<String, Value> {
        row_to_json_fields(self)
    }
}

fn row_to_json_fields(row: &SummaryRow) -> Map<String, Value> {
    let mut fields = Map::new();
    let mut add = |name: &str, value: Value| fields.insert(name.to_owned(), value);
    add("submission", row.name.as_str().into());
    if !row.people.is_empty() {
        add("students", row.people.iter().map(person_to_json).collect());
    }
    add("status", row.status.as_str().into());
    if let Some(score) = row.score {
        add("score", number(score).into());
    }
    if let Some(change) = row.late_change() {
        add("late_points", change_to_json(change));
    }
    if let Some(change) = row.adjustment() {
        add("adjustment", change_to_json(change));
    }
    if let Some(score) = row.final_score {
        add("final_score", number(score).into());
    }
    add("max_score", number(row.max_score).into());
    if let Some(hand) = &row.hand {
        if let Some(score) = row.automatic_score {
            add("automatic_score", number(score).into());
        }
        add("hand", hand_value(hand));
    }
    add("failed", row.failed_ids().into());
    if let Some(message) = &row.message {
        add("message", message.as_str().into());
    }
    if let Some(late) = &row.late {
        add("late", lateness_to_json(late));
    }
    if let Some(AttemptNumber { number, of }) = row.attempt {
        add("attempt", json!({ "number": number, "of": of }));
    }
    if !row.corrections.is_empty() {
        add("corrections", row.shown_corrections().map(correction_to_json).collect());
    }
    fields
}

fn person_to_json(person: &Person) -> Value {
    let fields = [("id", &person.id), ("name", &person.name), ("email", &person.email)];
    let field = |(name, text): (&str, &Option<String>)| {
        Some((name.to_owned(), Value::from(text.as_deref()?)))
    };
    Value::Object(fields.into_iter().filter_map(field).collect())
}

fn lateness_to_json(late: &Lateness) -> Value {
    let mut fields = Map::new();
    let mut add = |name: &str, value: Value| fields.insert(name.to_owned(), value);
    add("status", late.name().into());
    if let Some(time) = &late.handed_in {
        add("handed_in", time.as_str().into());
    }
    if let Some(due) = &late.due {
        add("due", due.rfc3339().into());
    }
    if let Some(text) = late.sentence() {
        add("text", text.into());
    }
    if late.late_days > 0 {
        add("late_days", late.late_days.into());
    }
    if !late.granted.is_empty() {
        add("granted", late.granted.clone().into());
    }
    Value::Object(fields)
}

/// Returns the points for each criterion, which are `null` if it is not graded yet.
fn hand_value(hand: &HandGrade) -> Value {
    let points =
        |criterion: &Criterion| (criterion.id.clone(), hand.points(criterion).map(number).into());
    let points: Map<String, Value> = hand.rubric.criteria.iter().map(points).collect();
    let mut value = json!({ "complete": hand.is_complete(), "points": points });
    if let Some(comment) = &hand.marks.comment {
        value["comment"] = comment.as_str().into();
    }
    value
}

fn correction_to_json(applied: &Applied) -> Value {
    let Applied { correction, change } = applied;
    let mut fields = Map::new();
    if let Some(check) = correction.check {
        fields.insert("check".to_owned(), check.id().into());
    }
    match correction.effect {
        None => {}
        Some(Effect::Add(change)) => {
            fields.insert("add".to_owned(), change_to_json(change));
        }
        Some(Effect::Set(points)) => {
            fields.insert("set".to_owned(), number(points).into());
        }
    }
    if let Some(request) = &correction.request {
        fields.insert("request".to_owned(), request.as_str().into());
    }
    if correction.is_hold {
        fields.insert("hold".to_owned(), true.into());
    }
    if let Some(change) = change {
        fields.insert("change".to_owned(), change_to_json(*change));
    }
    if let Some(rule) = &correction.rule {
        let (key, value) = rule.reach.key_and_value();
        fields.insert(key.to_owned(), value.into());
    }
    fields.insert("why".to_owned(), correction.why.as_str().into());
    fields.insert("who".to_owned(), correction.who.as_str().into());
    Value::Object(fields)
}

fn change_to_json(change: PointsChange) -> Value {
    pretty::change_number(change).into()
}

/// Formats points as a CSV cell, which is empty if there are none.
pub(crate) fn points_cell(points: Option<Points>) -> String {
    points.map(|points| points.to_string()).unwrap_or_default()
}

fn text_cell(text: Option<&str>) -> String {
    text.map(csv_cell).unwrap_or_default()
}

/// Formats a text as a CSV cell: one line, without control characters, that spreadsheets do not interpret as a formula.
pub(crate) fn csv_cell(text: &str) -> String {
    let text = escape_formula(&escape(text));
    if text.contains([',', '"']) { format!("\"{}\"", text.replace('"', "\"\"")) } else { text }
}
