//! One group of checks: the sum, what holds in brief, what does not at length.

use super::{count, failure, is_visible, points, sum, todo, worth};
use crate::check::{Check, Group};
use crate::grade::{CheckGrade, Grade, Status, Verdict};
use crate::report::page::Page;
use crate::report::style::paint;
use crate::report::wrap::escape;

/// Shows a group, if any of its checks was run.
pub(super) fn show(page: &mut Page, grade: &Grade, group: Group) {
    let (visible, hidden): (Vec<&CheckGrade>, Vec<&CheckGrade>) = grade
        .checks
        .iter()
        .filter(|check| check.check.group() == group)
        .partition(|check| is_visible(check));
    if visible.is_empty() && hidden.is_empty() {
        return;
    }
    page.blank();
    title(page, grade.status(), group, &visible);
    passed(page, &visible);
    let mut waiting: Vec<(Check, Vec<&CheckGrade>)> = Vec::new();
    for check in visible.iter().copied() {
        match &check.verdict {
            Verdict::Pass => {}
            Verdict::Fail(_) if todo::is_unwritten(check) => {}
            Verdict::Fail(failure) => failure::show(page, check, failure),
            Verdict::Skipped { because } => {
                match waiting.iter_mut().find(|(check, _)| check == because) {
                    Some((_, checks)) => checks.push(check),
                    None => waiting.push((*because, vec![check])),
                }
            }
            Verdict::GraderError(message) => fault(page, check.check, message),
        }
    }
    // The rest is a line each, below any failure.
    if visible.iter().any(|check| super::is_wrong(check)) {
        page.blank();
    }
    let unwritten: Vec<_> =
        visible.iter().copied().filter(|check| todo::is_unwritten(check)).collect();
    summary(page, "not written yet", &count(unwritten.len(), "check"), &unwritten);
    for (because, checks) in waiting {
        // The name of a hidden check is not for everyone.
        let is_hidden =
            grade.checks.iter().any(|check| check.check == because && !is_visible(check));
        let because = if is_hidden { "a hidden check" } else { because.id() };
        let names = if checks.len() == visible.len() && checks.len() > 1 {
            format!("all {} checks", checks.len())
        } else {
            checks.iter().map(|check| check.check.id()).collect::<Vec<_>>().join(", ")
        };
        summary(page, &format!("waiting for {because}"), &names, &checks);
    }
    summary(page, "hidden", &count(hidden.len(), "check"), &hidden);
}

fn title(page: &mut Page, status: Status, group: Group, visible: &[&CheckGrade]) {
    let mut title = paint(page.styles.strong, group.title());
    // No sum of a grade without a score.
    if status == Status::Graded && !visible.is_empty() {
        title.push_str("  ");
        title.push_str(&sum(visible.iter().copied()));
    }
    page.line(0, &title);
}

/// The checks that hold, in columns.
fn passed(page: &mut Page, checks: &[&CheckGrade]) {
    let names: Vec<&str> = checks
        .iter()
        .filter(|check| check.verdict == Verdict::Pass)
        .map(|check| check.check.id())
        .collect();
    let longest = names.iter().map(|name| name.len()).max().unwrap_or_default();
    let cell = "✓ ".chars().count() + longest + 2;
    // The last column needs no space after it.
    let columns = ((page.room(2) + 2) / cell).max(1);
    let styles = page.styles;
    for row in names.chunks(columns) {
        let cells = row.iter().map(|name| {
            let gap = " ".repeat(longest + 2 - name.len());
            format!("{} {}{gap}", paint(styles.good, "✓"), paint(styles.dim, name))
        });
        page.line(2, &cells.collect::<String>());
    }
}

/// A fault of the grader, which must not look like one of the student.
fn fault(page: &mut Page, check: Check, message: &str) {
    let text =
        format!("{check}: not your fault, not counted: the grader broke down: {}", escape(message));
    page.item(2, "!", page.styles.warn, &text);
}

/// One line for several checks that are not looked at one by one.
fn summary(page: &mut Page, why: &str, which: &str, checks: &[&CheckGrade]) {
    if !checks.is_empty() {
        let points = points(worth(checks.iter().copied()));
        page.item(2, "-", page.styles.dim, &format!("{why}: {which} ({points})"));
    }
}
