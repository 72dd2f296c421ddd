//! Shows a failed check, and how to reproduce the failure.

use grade::check::Check;
use grade::view::{CheckView, Finding};
use terminal::page::Page;
use terminal::style::paint;
use terminal::wrap::{escape, shorten, shorten_to_width, width, wrap};

use super::{evidence, moment};
use crate::failure_parts::{EvidencePart, FailurePart, explained_parts, failure_parts};
use crate::plain;

/// The indentation of everything below the first line.
const INDENT: usize = 6;

/// The minimum width for a summary next to an id. With less space, it goes below the id.
const ROOM: usize = 32;

/// The maximum width of a summary, which may quote a panic message.
/// Five lines of a terminal.
const SUMMARY: usize = 400;

/// Shows a failure after an empty line. `root` should be another failed check that probably explains this one, but that
/// the report does not show.
pub(super) fn show_failure(page: &mut Page, check: &CheckView, root: Option<Check>) {
    page.blank();
    let summary = match &check.finding {
        Finding::Fail(failure) => shorten(&escape(&failure.summary), SUMMARY),
        _ => plain::UNSEEN.to_owned(),
    };
    add_headline(page, check, &summary);
    let mut was_block = true;
    for part in failure_parts(check, root) {
        if was_block || part.is_block() {
            page.blank();
        }
        was_block = part.is_block();
        show_part(page, check.check, &part);
    }
}

/// Shows a failure that another failure in the same report, `root`, probably explains.
pub(super) fn add_explained_failure(page: &mut Page, check: &CheckView, root: Check) {
    page.blank();
    add_headline(page, check, &shorten(&escape(&plain::headline(check)), SUMMARY));
    for part in explained_parts(check, root) {
        show_part(page, check.check, &part);
    }
}

fn show_part(page: &mut Page, check: Check, part: &FailurePart<'_>) {
    let styles = page.styles;
    match part {
        FailurePart::Evidence(evidence) => show_evidence(page, check, evidence),
        FailurePart::Root(root) => page.item(INDENT, "first:", styles.dim, &format!("fix {root}")),
        FailurePart::Note(note) => page.prose(INDENT, styles.plain, note),
        FailurePart::Points(points) => page.item(INDENT, "points:", styles.dim, points),
        FailurePart::Rule(rule) => page.item(INDENT, "rule:", styles.dim, rule),
        // Do not wrap commands, so that users can copy them.
        FailurePart::Reproduce(check) => {
            if let Some(command) = page.reproduce(*check) {
                page.line(INDENT, &format!("try it: {command}"));
            }
        }
        FailurePart::ReadMore(check) => {
            page.line(INDENT, &format!("more: grader explain {check}"));
        }
        FailurePart::Secrecy(secrecy) => page.line(INDENT, secrecy),
    }
}

fn show_evidence(page: &mut Page, check: Check, part: &EvidencePart<'_>) {
    let styles = page.styles;
    match part {
        EvidencePart::Case(evidence) => {
            let picture = evidence::picture(evidence, page.width_after_indent(INDENT), styles);
            page.picture(INDENT, &picture);
        }
        EvidencePart::Printed(printed) => {
            page.line(INDENT, plain::PRINTED_TITLE);
            for line in printed {
                page.line(
                    INDENT + 2,
                    &paint(
                        styles.dim,
                        &shorten_to_width(line, page.width_after_indent(INDENT + 2)),
                    ),
                );
            }
        }
        EvidencePart::Moment(moment) => {
            let picture = moment::picture(moment, page.width_after_indent(INDENT), styles);
            page.picture(INDENT, &picture);
        }
        EvidencePart::Detail { lines, left_out } => {
            for line in lines {
                add_detail(page, check, line);
            }
            if let Some(more) = plain::more_lines(*left_out) {
                page.line(INDENT, &paint(styles.dim, &more));
            }
        }
        EvidencePart::Explanation(text) => page.item(INDENT, "in short:", styles.plain, text),
        EvidencePart::Place(place) => {
            page.line(INDENT, &format!("at {}", escape(&place.to_string())));
        }
    }
}

/// Adds a line with the sign, the id, the points, and the summary, which will be below if there is not enough space.
fn add_headline(page: &mut Page, check: &CheckView, summary: &str) {
    let styles = page.styles;
    let id = check.check.id();
    let score = format!("{} / {}", check.score.unwrap_or_default(), check.max_score);
    let lead = format!(
        "{} {}  {}",
        paint(styles.bad, "✗"),
        paint(styles.strong, id),
        paint(styles.dim, &score)
    );
    let column = 2 + "✗ ".chars().count() + id.len() + 2 + score.len() + 2;
    if page.width < column + ROOM {
        page.line(2, &lead);
        page.prose(INDENT, styles.plain, summary);
        return;
    }
    let mut lines = wrap(summary, page.width - column).into_iter();
    page.line(2, &format!("{lead}  {}", lines.next().unwrap_or_default()));
    for line in lines {
        page.line(column, &line);
    }
}

/// Adds a line of further details. The compiler's output is not wrapped, because its markers point to the line above.
fn add_detail(page: &mut Page, check: Check, line: &str) {
    let line = escape(line);
    if check == Check::CompileBuild || width(&line) <= page.width_after_indent(INDENT) {
        page.line(INDENT, &line);
    } else {
        let indent = line.len() - line.trim_start().len();
        page.prose(INDENT + indent, page.styles.plain, &line);
    }
}
