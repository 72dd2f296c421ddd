//! Implements `grader report --requests`, which shows what students ask to regrade, beside the evidence.

use std::fmt::Write as _;
use std::path::Path;

use base::input::display_path;
use class::report::name_with_authors;
use class::requests::{RegradeRequest, RegradeRequests};
use class::{Grades, OVERRIDES};
use grade::view::{Audience, CheckView, Finding};
use grade::words::counted;
use grade::{Effect, Override, Status};
use terminal::wrap::escape;

use super::super::error::{CliError, print_note};
use super::super::exit::Exit;
use super::super::output;
use super::super::report_args::ReportArgs;

/// How a request stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum RequestState {
    Decided,
    Undecided,
    UnknownStudent,
}

pub(super) fn run(args: &ReportArgs, file: &Path, grades: &Grades) -> Result<Exit, CliError> {
    let requests = RegradeRequests::read(file, grades)?;
    if let Some(out) = &args.out {
        write_corrections(&requests, grades, file, out)?;
    }
    let layout = output::layout(args.color.color, false);
    let (mut text, mut states) = (String::new(), Vec::new());
    for request in &requests.list {
        let (shown, state) = show(request, grades, &layout)?;
        text.push_str(&shown);
        text.push('\n');
        states.push(state);
    }
    let number = |wanted| states.iter().filter(|state| **state == wanted).count();
    let (undecided, unknown) =
        (number(RequestState::Undecided), number(RequestState::UnknownStudent));
    let _ = write!(
        text,
        "{}: {} decided",
        counted(states.len(), "request"),
        number(RequestState::Decided)
    );
    for (count, what) in [(undecided, "not decided"), (unknown, "without a submission")] {
        if count > 0 {
            let _ = write!(text, ", {count} {what}");
        }
    }
    text.push('\n');
    output::print(&text)?;
    Ok(if undecided + unknown > 0 { Exit::Failed } else { Exit::Passed })
}

/// Writes the corrections that record the decisions, without changing the file in the folder.
fn write_corrections(
    requests: &RegradeRequests,
    grades: &Grades,
    file: &Path,
    out: &Path,
) -> Result<(), CliError> {
    let is_same = |other: &Path| {
        // Two paths can lead to the same file. A file that does not exist yet is none of the others.
        let places = std::fs::canonicalize(other).ok().zip(std::fs::canonicalize(out).ok());
        places.is_some_and(|(other, out)| other == out)
    };
    let stored = grades.graded().path(OVERRIDES);
    if is_same(&stored) || is_same(file) {
        return Err(CliError::Misuse {
            message: format!("`--out {}` is an input of this command", out.display()),
            hint: format!("use another file, read it, and then move it to `{}`", stored.display()),
        });
    }
    output::check_writable(out)?;
    let (text, count) = requests.corrections(grades, out)?;
    output::write_text(Some(out), &text)?;
    let added = counted(count, "new correction");
    print_note(&format!(
        "`{}`: the corrections with {added}; move it to `{}` to apply them",
        display_path(out),
        display_path(&stored)
    ));
    Ok(())
}

/// Formats a request, its evidence and the decision.
fn show(
    request: &RegradeRequest,
    grades: &Grades,
    layout: &report::Layout,
) -> Result<(String, RequestState), CliError> {
    let RegradeRequest { name, line, student, submission, check, text, .. } = request;
    let asked = format!("request `{}` (line {line}): {}\n", escape(name), escape(text));
    let submission = match submission {
        Ok(submission) => submission,
        Err(reason) => {
            let shown = format!("{}: {check}\n{asked}{}\n", escape(student), escape(reason));
            return Ok((shown, RequestState::UnknownStudent));
        }
    };
    if !grades.names().contains(submission) {
        let shown = format!("{}: {check}\n{asked}it is not graded yet\n", escape(submission));
        return Ok((shown, RequestState::Undecided));
    }
    let (corrected, row) = grades.read_with_line(submission)?;
    let view = corrected.view(Audience::Instructor);
    let found = view.checks.iter().find(|graded| graded.check == *check);
    let points = found.and_then(|found| Some(format!(", {} / {}", found.found?, found.max_score)));
    let who = name_with_authors(submission, &row.people);
    let mut shown = format!("{who}: {check}{}\n{asked}", points.unwrap_or_default());
    match found {
        Some(found) => shown.push_str(&evidence(found, layout)),
        None => shown.push_str(match view.status {
            Status::Held => "the grade is held back\n",
            Status::Rejected => "the submission was rejected, so the check has no result\n",
            Status::Graded | Status::GraderError => "the check has no result\n",
        }),
    }
    let decisions = request.decisions(grades.overrides());
    for decision in &decisions {
        let _ = writeln!(shown, "{}", decision_text(decision));
    }
    if decisions.is_empty() {
        shown.push_str("not decided\n");
        return Ok((shown, RequestState::Undecided));
    }
    Ok((shown, RequestState::Decided))
}

fn evidence(found: &CheckView, layout: &report::Layout) -> String {
    match &found.finding {
        Finding::Pass if found.withheld.is_none() => {
            "the check passed, so there is nothing to regrade\n".to_owned()
        }
        Finding::Pass => "the check passed, but its points are withheld\n".to_owned(),
        Finding::Fail(_) => format!("\n{}\n", report::failed(found, layout).trim_matches('\n')),
        Finding::FailUnseen | Finding::Skipped { .. } | Finding::GraderError(_) => {
            format!("the check has no result: {}\n", report::plain::headline(found))
        }
    }
}

fn decision_text(decision: &Override) -> String {
    let what = match decision.effect {
        Some(Effect::Set(points)) => format!("set to {points}"),
        Some(Effect::Add(change)) => format!("changed by {change}"),
        None => "declined".to_owned(),
    };
    format!("{what} by {}: {}", escape(&decision.who), escape(&decision.why))
}
