//! Shows a failed check, and how to reproduce the failure.

use grade::check::{Check, Group};
use grade::view::{CheckView, Finding};
use terminal::page::Page;
use terminal::style::paint;
use terminal::wrap::{cut, escape, shorten, width, wrap};

use super::{evidence, moment};
use crate::{credit, plain};

/// The indentation of everything below the first line.
const INDENT: usize = 6;

const ROOM: usize = 32;

/// The maximum width of a summary, which may quote a panic message.
const SUMMARY: usize = 400;

/// The maximum number of lines to show of the compiler's output.
const DETAIL: usize = 40;

/// Shows a failure after an empty line. `root` should be another failed check that probably explains this one, but that
/// the report does not show.
pub(super) fn show_failure(page: &mut Page, check: &CheckView, root: Option<Check>) {
    let styles = page.styles;
    page.blank();
    let Finding::Fail(failure) = &check.finding else {
        headline(page, check, plain::UNSEEN);
        page.blank();
        note(page, check);
        points(page, check);
        page.item(INDENT, "rule:", styles.dim, check.check.holds());
        page.line(INDENT, &format!("more: grader explain {}", check.check));
        return;
    };
    headline(page, check, &shorten(&escape(&failure.summary), SUMMARY));
    if let Some(evidence) = &failure.evidence {
        page.blank();
        let picture = evidence::picture(evidence, page.room(INDENT), styles);
        page.picture(INDENT, &picture);
        let printed = plain::printed_lines(evidence);
        if !printed.is_empty() {
            page.blank();
            page.line(INDENT, plain::PRINTED_TITLE);
        }
        for line in printed {
            page.line(INDENT + 2, &paint(styles.dim, &cut(&line, page.room(INDENT + 2))));
        }
    }
    // If another check explains the failure, it will show how the search goes wrong.
    if let Some(moment) = failure.moment.as_ref().filter(|_| root.is_none()) {
        page.blank();
        let picture = moment::picture(moment, page.room(INDENT), styles);
        page.picture(INDENT, &picture);
    }
    if let Some(detail) = &failure.detail {
        page.blank();
        self::detail(page, check.check, detail);
    }
    if let Some(text) = failure.explanation() {
        page.blank();
        page.item(INDENT, "in short:", styles.plain, text);
    }
    page.blank();
    let at = check.at.as_ref().filter(|_| check.check.group() != Group::Compile);
    if let Some(place) = failure.place.as_ref().or(at) {
        page.line(INDENT, &format!("at {}", escape(&place.to_string())));
    }
    if let Some(root) = root {
        first(page, root);
    }
    note(page, check);
    points(page, check);
    page.item(INDENT, "rule:", styles.dim, check.check.holds());
    // Do not wrap commands, so that users can copy them.
    if let Some(command) = page.reproduce(check.check) {
        page.line(INDENT, &format!("try it: {command}"));
    }
    page.line(INDENT, &format!("more: grader explain {}", check.check));
    if let Some(secrecy) = plain::secrecy(check) {
        page.line(INDENT, secrecy);
    }
}

/// Shows a failure that another failure in the same report, `root`, probably explains. Everything that helps to fix it is
/// left out, so that one fault looks like one failure. The command shows the rest.
pub(super) fn explained(page: &mut Page, check: &CheckView, root: Check) {
    page.blank();
    headline(page, check, &shorten(&escape(&plain::headline(check)), SUMMARY));
    first(page, root);
    note(page, check);
    points(page, check);
    if let Some(command) = page.reproduce(check.check) {
        page.line(INDENT, &format!("try it: {command}"));
    }
    if let Some(secrecy) = plain::secrecy(check) {
        page.line(INDENT, secrecy);
    }
}

fn first(page: &mut Page, root: Check) {
    let text = format!("fix {root}");
    page.item(INDENT, "first:", page.styles.dim, &text);
}

fn note(page: &mut Page, check: &CheckView) {
    for line in plain::note(check) {
        page.prose(INDENT, page.styles.plain, &line);
    }
}

fn points(page: &mut Page, check: &CheckView) {
    for line in credit::of_check(check) {
        page.item(INDENT, "points:", page.styles.dim, &line);
    }
}

/// Adds a line with the sign, the id, the points, and the summary, which will be below if there is not enough space.
fn headline(page: &mut Page, check: &CheckView, summary: &str) {
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

/// Adds further details. The compiler's output is not wrapped, because its markers point to the line above.
fn detail(page: &mut Page, check: Check, detail: &str) {
    for line in detail.lines().take(DETAIL) {
        let line = escape(line);
        if check == Check::CompileBuild || width(&line) <= page.room(INDENT) {
            page.line(INDENT, &line);
        } else {
            let indent = line.len() - line.trim_start().len();
            page.prose(INDENT + indent, page.styles.plain, &line);
        }
    }
    let more = detail.lines().count().saturating_sub(DETAIL);
    if more > 0 {
        let more = format!("... {}", grade::words::counted(more, "more line"));
        page.line(INDENT, &paint(page.styles.dim, &more));
    }
}
