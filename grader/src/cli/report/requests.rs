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
use page::ShownRequest;
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

/// A request with everything that is known about it.
struct RequestReport {
    /// The text for the terminal.
    text: String,
    state: RequestState,
    /// The entry on the class page.
    entry: ShownRequest,
}

pub(super) fn run(args: &ReportArgs, file: &Path, grades: &Grades) -> Result<Exit, CliError> {
    let requests = RegradeRequests::read(file, grades)?;
    let page = grades.grades_folder().path(super::PAGE);
    super::refuse_other_pages(grades, &page, None)?;
    if let Some(out) = &args.out {
        write_corrections(&requests, grades, file, out)?;
    }
    let layout = output::output_layout(args.color.color, false);
    let (mut text, mut states, mut entries) = (String::new(), Vec::new(), Vec::new());
    for request in &requests.list {
        let report = report_request(request, grades, &layout)?;
        text.push_str(&report.text);
        text.push('\n');
        states.push(report.state);
        entries.push(report.entry);
    }
    let loses_similar = super::has_similar_section(&page);
    super::write_pages(grades, &page, None, vec![page::requests_section(&entries)])?;
    if loses_similar {
        super::note_lost_section(&page);
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
    let _ = writeln!(text, "\n{}: the class page with these requests", display_path(&page));
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
    let stored = grades.grades_folder().path(OVERRIDES);
    if is_same(&stored) || is_same(file) {
        return Err(CliError::Misuse {
            message: format!("`--out {}` is an input of this command", out.display()),
            hint: format!("use another file, read it, and then move it to `{}`", stored.display()),
        });
    }
    output::check_writable(out)?;
    let (text, count) = requests.file_with_corrections(grades, out)?;
    output::write_text(Some(out), &text)?;
    let added = counted(count, "new correction");
    print_note(&format!(
        "`{}`: the corrections with {added}; move it to `{}` to apply them",
        display_path(out),
        display_path(&stored)
    ));
    Ok(())
}

/// Collects a request, its evidence and the decision.
fn report_request(
    request: &RegradeRequest,
    grades: &Grades,
    layout: &report::Layout,
) -> Result<RequestReport, CliError> {
    let RegradeRequest { name, line, student, submission, check, text, .. } = request;
    let asked = format!("request `{}` (line {line}): {}\n", escape(name), escape(text));
    let report = |who: &str, shown: String, state, results: Vec<String>| {
        let shown_name = submission.as_ref().ok().filter(|name| grades.names().contains(name));
        let entry = ShownRequest {
            submission: shown_name.cloned(),
            who: who.to_owned(),
            check: check.id().to_owned(),
            text: report::plain::to_clean_line(text),
            results,
            is_open: state != RequestState::Decided,
        };
        RequestReport { text: shown, state, entry }
    };
    let submission = match submission {
        Ok(submission) => submission,
        Err(reason) => {
            let who = escape(student);
            let shown = format!("{who}: {check}\n{asked}{}\n", escape(reason));
            let reason = vec![report::plain::to_clean_line(reason)];
            return Ok(report(&who, shown, RequestState::UnknownStudent, reason));
        }
    };
    if !grades.names().contains(submission) {
        let (who, reason) = (escape(submission), "it is not graded yet".to_owned());
        let shown = format!("{who}: {check}\n{asked}{reason}\n");
        return Ok(report(&who, shown, RequestState::Undecided, vec![reason]));
    }
    let (corrected, row) = grades.read_with_line(submission)?;
    let view = corrected.view(Audience::Instructor);
    let found = view.checks.iter().find(|graded| graded.check == *check);
    let points = found.and_then(|found| Some(format!(", {} / {}", found.found?, found.max_score)));
    let who = name_with_authors(submission, &row.people);
    let mut shown = format!("{who}: {check}{}\n{asked}", points.unwrap_or_default());
    match found {
        Some(found) => shown.push_str(&format_evidence(found, layout)),
        None => shown.push_str(match view.status {
            Status::Held => "the grade is held back\n",
            Status::Rejected => "the submission was rejected, so the check has no result\n",
            Status::Graded | Status::GraderError => "the check has no result\n",
        }),
    }
    let decisions: Vec<String> =
        request.recorded_decisions(grades.overrides()).into_iter().map(decision_text).collect();
    for decision in &decisions {
        let _ = writeln!(shown, "{decision}");
    }
    if decisions.is_empty() {
        shown.push_str("not decided\n");
        return Ok(report(&who, shown, RequestState::Undecided, decisions));
    }
    Ok(report(&who, shown, RequestState::Decided, decisions))
}

fn format_evidence(found: &CheckView, layout: &report::Layout) -> String {
    match &found.finding {
        Finding::Pass if found.withheld.is_none() => {
            "the check passed, so there is nothing to regrade\n".to_owned()
        }
        Finding::Pass => "the check passed, but its points are withheld\n".to_owned(),
        Finding::Fail(_) => {
            format!("\n{}\n", report::format_failed_check(found, layout).trim_matches('\n'))
        }
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
