//! One check that does not hold: what is wrong, the case that shows it, and how to see it again.

use grade::check::Group;
use grade::view::{CheckView, Finding};
use terminal::page::Page;
use terminal::style::paint;
use terminal::wrap::{cut, escape, wrap};

use super::{evidence, moment};
use crate::{credit, plain};

/// The indentation of everything below the first line.
const INDENT: usize = 6;

/// The least room that is worth beginning a summary in, beside the id of its check.
const ROOM: usize = 32;

/// The most characters of a summary, which may quote what the submission has panicked with.
const SUMMARY: usize = 400;

/// The most lines of the compiler's that are shown.
const DETAIL: usize = 40;

/// Shows a failure, with an empty line before it.
pub(super) fn show(page: &mut Page, check: &CheckView) {
    let styles = page.styles;
    page.blank();
    let Finding::Fail(failure) = &check.finding else {
        headline(page, check, plain::UNSEEN);
        page.blank();
        points(page, check);
        page.item(INDENT, "rule:", styles.dim, check.check.holds());
        page.line(INDENT, &format!("more: grader explain {}", check.check));
        return;
    };
    headline(page, check, &cut(&escape(&failure.summary), SUMMARY));
    if let Some(evidence) = &failure.evidence {
        page.blank();
        let picture = evidence::picture(evidence, page.room(INDENT), styles);
        page.picture(INDENT, &picture);
    }
    if let Some(moment) = &failure.moment {
        page.blank();
        let picture = moment::picture(moment, page.room(INDENT), styles);
        page.picture(INDENT, &picture);
    }
    if let Some(detail) = &failure.detail {
        page.blank();
        self::detail(page, detail);
    }
    page.blank();
    // The compiler's own lines name their places.
    let at = check.at.as_ref().filter(|_| check.check.group() != Group::Compile);
    if let Some(place) = failure.place.as_ref().or(at) {
        page.line(INDENT, &format!("at {}", escape(&place.to_string())));
    }
    points(page, check);
    page.item(INDENT, "rule:", styles.dim, check.check.holds());
    // Never broken, so that they can be copied.
    if let Some(command) = page.reproduce(check.check) {
        page.line(INDENT, &format!("try it: {command}"));
    }
    page.line(INDENT, &format!("more: grader explain {}", check.check));
    if let Some(secrecy) = plain::secrecy(check) {
        page.line(INDENT, secrecy);
    }
}

/// Adds the reasons for the points, where they are not all or nothing.
fn points(page: &mut Page, check: &CheckView) {
    for line in credit::of_check(check) {
        page.item(INDENT, "points:", page.styles.dim, &line);
    }
}

/// The sign, the id, the points and the summary: beside them if there is room, else below.
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

/// The beginning of a sentence about another fault of the same check.
const ALSO: &str = "also: ";

/// Further lines. Sentences are wrapped, and other lines keep their breaks: the compiler points at things with columns.
fn detail(page: &mut Page, detail: &str) {
    for line in detail.lines().take(DETAIL) {
        if line.starts_with(ALSO) {
            page.prose(INDENT, page.styles.plain, &escape(line));
        } else {
            page.line(INDENT, &escape(line));
        }
    }
    let more = detail.lines().count().saturating_sub(DETAIL);
    if more > 0 {
        let more = format!("... {}", terminal::wrap::count(more, "more line"));
        page.line(INDENT, &paint(page.styles.dim, &more));
    }
}
