//! Requests of students to regrade a check, and the decisions about them.
//!
//! ```text
//! student,check,text,decision,why,who
//! jane@uni.example,board.hamming,"the lecture counted the blank, too",4,so it did,R. S.
//! u2,solver.moves,my path is short,no,it is longer than the shortest path,R. S.
//! u3,board.twin,it works on my machine,,,
//! ```
//!
//! A decision is recorded as a [correction](crate::overrides) that names the request. The grader does not change the file
//! with corrections: [`RegradeRequests::file_with_corrections`] returns its new contents.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use base::input::{InputText, display_path};
use grade::check::Check;
use grade::points::Points;
use grade::{Effect, Override};
use intake::class::{ClassReadError, CsvTable};

use super::error::ClassError;
use super::grades::Grades;
use super::output::OVERRIDES;
use super::overrides::{Overrides, Scope};

/// The columns that every file of requests has, and how messages name them.
const COLUMNS: [(&str, &str); 3] =
    [("student", "`student`"), ("check", "`check`"), ("text", "`text`")];

/// The requests in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RegradeRequests {
    /// The requests, in file order.
    pub list: Vec<RegradeRequest>,
    path: PathBuf,
}

/// A student's request to regrade a check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RegradeRequest {
    /// The name by which a correction refers to the request, unique in the file.
    pub name: String,
    /// The line in the file, starting at 1.
    pub line: u64,
    /// The student, as written in the file.
    pub student: String,
    /// The name of the student's submission, or the reason why there is none.
    pub submission: Result<String, String>,
    /// The check.
    pub check: Check,
    /// The student's reason.
    pub text: String,
    decision: Option<RequestDecision>,
}

/// The decision in the file.
#[derive(Clone, Debug, PartialEq, Eq)]
struct RequestDecision {
    /// The new points, or `None` if the request is declined.
    points: Option<Points>,
    why: String,
    who: String,
}

impl RegradeRequest {
    /// Returns the corrections that record a decision about the request.
    pub fn recorded_decisions<'a>(&self, corrections: &'a Overrides) -> Vec<&'a Override> {
        let Ok(submission) = &self.submission else { return Vec::new() };
        let own = corrections.own_corrections(submission);
        own.filter(|correction| correction.request.as_ref() == Some(&self.name)).collect()
    }

    /// Returns the correction that records the decision in the file, if there is one and the student is known.
    fn correction_for_decision(&self) -> Option<(&str, Override)> {
        let RequestDecision { points, why, who } = self.decision.clone()?;
        let correction = Override {
            check: Some(self.check),
            effect: points.map(Effect::Set),
            is_hold: false,
            request: Some(self.name.clone()),
            why,
            who,
            rule: None,
        };
        Some((self.submission.as_deref().ok()?, correction))
    }
}

impl RegradeRequests {
    /// Reads a file of requests about these grades.
    ///
    /// # Errors
    ///
    /// Returns an error if a column is missing or a cell is invalid. An unknown student is not an error, because students
    /// may misspell their own ids.
    pub fn read(path: &Path, grades: &Grades) -> Result<Self, ClassError> {
        let table = CsvTable::read_file(path)?;
        let names: Vec<String> = table.header.iter().map(str::to_lowercase).collect();
        let place = |name: &str| names.iter().position(|column| column == name);
        if let Some((_, column)) = COLUMNS.into_iter().find(|(name, _)| place(name).is_none()) {
            let header = table.header.iter().map(str::to_owned).collect();
            return Err(ClassReadError::NoColumn { path: path.to_owned(), column, header }.into());
        }
        let list = grades.with_scope(|scope| read_rows((path, &table), &place, scope))?;
        let requests = Self { list, path: path.to_owned() };
        requests.refuse_other_decisions(grades.overrides())?;
        Ok(requests)
    }

    /// Returns an error if a decision differs from the one that was recorded.
    fn refuse_other_decisions(&self, corrections: &Overrides) -> Result<(), ClassError> {
        for request in &self.list {
            let Some((_, wanted)) = request.correction_for_decision() else { continue };
            let recorded = request.recorded_decisions(corrections);
            if !recorded.is_empty() && !recorded.contains(&&wanted) {
                let row = RequestRow { path: &self.path, line: request.line };
                let message = format!("`{OVERRIDES}` has another decision about this request");
                let hint = format!("empty the cell, or remove the correction from `{OVERRIDES}`");
                return Err(row.cell_error("decision", message, Some(hint)).into());
            }
        }
        Ok(())
    }

    /// Returns the contents of a file with all present corrections, followed by those for decisions that are not recorded
    /// yet, and the number of these. `out` is for messages.
    ///
    /// # Errors
    ///
    /// Returns an error if a decision contradicts a present correction.
    pub fn file_with_corrections(
        &self,
        grades: &Grades,
        out: &Path,
    ) -> Result<(String, usize), ClassError> {
        let mut text = grades.grades_folder().read_file(OVERRIDES)?.unwrap_or_default();
        let mut count = 0;
        for request in &self.list {
            let Some((submission, correction)) = request.correction_for_decision() else {
                continue;
            };
            if !request.recorded_decisions(grades.overrides()).is_empty() {
                continue;
            }
            if !text.is_empty() {
                text.push_str(if text.ends_with('\n') { "\n" } else { "\n\n" });
            }
            text.push_str(&correction_text(submission, &correction));
            count += 1;
        }
        let file = display_path(out);
        let source = InputText { file: &file, text: &text };
        grades.with_scope(|scope| Ok(Overrides::parse(source, scope)?))?;
        Ok((text, count))
    }
}

/// Reads the requests in a table. `place` returns the index of a column.
fn read_rows(
    (path, table): (&Path, &CsvTable),
    place: &impl Fn(&str) -> Option<usize>,
    scope: Scope<'_>,
) -> Result<Vec<RegradeRequest>, ClassError> {
    let mut list: Vec<RegradeRequest> = Vec::new();
    let mut lines: BTreeMap<String, u64> = BTreeMap::new();
    for (line, record) in &table.rows {
        let cell = |name: &str| place(name).and_then(|at| record.get(at)).unwrap_or_default();
        let row = RequestRow { path, line: *line };
        let request = row.parse_request(&cell, scope)?;
        if let Some(first) = lines.insert(request.name.clone(), *line) {
            let (column, name) =
                (if cell("request").is_empty() { "check" } else { "request" }, &request.name);
            let message = format!("the request `{name}` already appears on line {first}");
            let hint = "use a column `request` with a name for each, or merge the two";
            return Err(row.cell_error(column, message, Some(hint.to_owned())).into());
        }
        list.push(request);
    }
    Ok(list)
}

/// Formats a correction of a request for `overrides.toml`.
fn correction_text(submission: &str, correction: &Override) -> String {
    let quoted = |text: &str| toml::Value::String(text.to_owned()).to_string();
    let mut lines = vec!["[[override]]".to_owned(), format!("submission = {}", quoted(submission))];
    lines.extend(correction.check.map(|check| format!("check = {}", quoted(check.id()))));
    if let Some(Effect::Set(points)) = correction.effect {
        lines.push(format!("set = {points}"));
    }
    lines.extend(correction.request.iter().map(|name| format!("request = {}", quoted(name))));
    lines.push(format!("why = {}", quoted(&correction.why)));
    lines.push(format!("who = {}", quoted(&correction.who)));
    lines.join("\n") + "\n"
}

/// A row of the file, for messages.
#[derive(Clone, Copy, Debug)]
struct RequestRow<'a> {
    path: &'a Path,
    line: u64,
}

impl RequestRow<'_> {
    fn cell_error(self, column: &str, message: String, hint: Option<String>) -> ClassReadError {
        let (path, line, column) = (self.path.to_owned(), self.line, column.to_owned());
        ClassReadError::Cell { path, line, column, message, hint }
    }

    fn parse_request<'a>(
        self,
        cell: &impl Fn(&str) -> &'a str,
        scope: Scope<'_>,
    ) -> Result<RegradeRequest, ClassReadError> {
        for (column, _) in COLUMNS {
            if cell(column).is_empty() {
                return Err(self.cell_error(column, "the cell is empty".to_owned(), None));
            }
        }
        let (student, id) = (cell("student").to_owned(), cell("check"));
        let check = Check::from_id(id).ok_or_else(|| {
            let hint = match Check::most_similar(id) {
                Some(like) => format!("did you mean `{}`?", like.id()),
                None => "run `grader explain` to list the checks".to_owned(),
            };
            self.cell_error("check", format!("unknown check `{id}`"), Some(hint))
        })?;
        let worth = match scope.checks.map(|graded| graded.get(&check)) {
            Some(None) => {
                let message = format!("the assignment does not grade `{check}`");
                return Err(self.cell_error("check", message, None));
            }
            Some(Some(worth)) => Some(*worth),
            None => None,
        };
        let name = match cell("request") {
            "" => format!("{student} {check}"),
            name => name.to_owned(),
        };
        let (submission, text) = (scope.find_submission(&student), cell("text").to_owned());
        let decision = self.parse_decision(cell, worth)?;
        Ok(RegradeRequest { name, line: self.line, student, submission, check, text, decision })
    }

    /// Returns the decision: the new points of the check, or `no`.
    fn parse_decision<'a>(
        self,
        cell: &impl Fn(&str) -> &'a str,
        worth: Option<Points>,
    ) -> Result<Option<RequestDecision>, ClassReadError> {
        let [decision, why, who] = ["decision", "why", "who"].map(cell);
        if decision.is_empty() {
            return Ok(None);
        }
        let points = if decision.eq_ignore_ascii_case("no") {
            None
        } else {
            let points = gradebook::parse_points(decision);
            let hint =
                "use the new points of the check, such as `4`, or `no` to decline the request";
            Some(points.ok_or_else(|| {
                let message = format!("`{decision}` is not a decision");
                self.cell_error("decision", message, Some(hint.to_owned()))
            })?)
        };
        if let (Some(points), Some(worth)) = (points, worth)
            && points > worth
        {
            let message = format!("the check is worth only {worth} points");
            return Err(self.cell_error("decision", message, None));
        }
        for (column, text) in [("why", why), ("who", who)] {
            if text.is_empty() {
                let message = "a decision needs a reason and an author".to_owned();
                return Err(self.cell_error(column, message, None));
            }
        }
        Ok(Some(RequestDecision { points, why: why.to_owned(), who: who.to_owned() }))
    }
}
