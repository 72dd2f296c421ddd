//! The human-readable report.

mod evidence;
mod failure;
mod group;
mod moment;
mod next;
#[cfg(test)]
mod tests;
mod todo;

pub use evidence::{caption, is_quoted, picture as evidence};
pub(super) use moment::picture as moment;
pub use todo::unwritten;

use grade::TARGET;
use grade::check::Group;
use grade::points::Points;
use grade::view::{CheckSelection, CheckView, View};
use terminal::page::{Layout, Page};
use terminal::style::paint;
use terminal::wrap::{escape, shorten_to_width};

use super::credit;
use super::hand_lines;
use super::plain;
use super::roots;

/// Formats a grade for people.
///
/// Hidden checks appear only as a number, with the available points. The sums exclude hidden checks, to avoid revealing
/// their results.
pub fn human(view: &View, layout: &Layout) -> String {
    let mut page = Page::new(layout);
    if view.is_without_checks() {
        page.prose(0, page.styles.strong, &plain::title(view));
        page.blank();
        for line in plain::verdict(view).unwrap_or_default().lines() {
            page.prose(0, page.styles.plain, line);
        }
        return page.finish();
    }
    add_head(&mut page, view);

    // Failures of existing code come before code that is not written yet. If nothing is broken, start with the code to
    // write: it is not bad news, and should not be hidden by a long list of checks.
    let mut told: Vec<&CheckView> =
        view.checks.iter().chain(roots::unselected_awaited(view)).collect();
    told.sort_by_key(|check| check.check);
    let is_broken = told.iter().any(|check| is_wrong(check));
    if !is_broken {
        todo::list_code_to_write(&mut page, &told);
    }
    for title in Group::ALL {
        group::show_group(&mut page, view, title);
    }
    if is_broken {
        todo::list_code_to_write(&mut page, &told);
    }

    add_corrections(&mut page, view);
    add_hand_points(&mut page, view);
    add_remarks(&mut page, view);
    add_ending(&mut page, view);
    page.blank();
    let title =
        layout.title.as_deref().map(|title| format!("{}, ", escape(title))).unwrap_or_default();
    let toolchain = escape(&view.provenance.basis.toolchain);
    let basis = format!("{title}compiled by {toolchain} for {TARGET}");
    page.prose(0, page.styles.dim, &basis);
    next::add_next_step(&mut page, view);
    page.finish()
}

/// Formats only the part about a failed check.
pub fn format_failed_check(check: &CheckView, layout: &Layout) -> String {
    let mut page = Page::new(layout);
    failure::show_failure(&mut page, check, None);
    page.finish()
}

/// Returns the failed checks in the order to fix them: first those of existing code, starting with the ones that no
/// other failed check explains, and then those of code that is not written yet. If selected checks wait for a check that
/// was not selected, or if it explains them, it is also in the list.
pub fn failed_checks_to_fix(view: &View) -> Vec<&CheckView> {
    sort_to_fix(view.checks.iter().chain(roots::unselected_causes(view)), view)
}

/// Returns the failed check to fix next if all selected checks passed.
fn after_success(view: &View) -> Option<&CheckView> {
    let others = view.others.iter().filter(|_| view.all_passed());
    sort_to_fix(others, view).into_iter().next()
}

fn sort_to_fix<'a>(checks: impl Iterator<Item = &'a CheckView>, view: &View) -> Vec<&'a CheckView> {
    let mut failed: Vec<&CheckView> = checks.filter(|check| check.is_failed()).collect();
    failed.sort_by_key(|check| check.check);
    let (mut all, unwritten): (Vec<_>, Vec<_>) =
        failed.into_iter().partition(|check| is_wrong(check));
    roots::sort_causes_first(&mut all, view);
    all.extend(unwritten);
    all
}

/// Returns `true` if the check failed, and not only because code is not written yet.
fn is_wrong(check: &CheckView) -> bool {
    check.is_failed() && !todo::is_unwritten(check)
}

fn add_head(page: &mut Page, view: &View) {
    let styles = page.styles;
    // The name of a folder can be wider than the terminal.
    let name = shorten_to_width(&escape(&view.submission), page.width / 2);
    let Some(points) = plain::points(view) else {
        page.line(0, &paint(styles.strong, &format!("{name}: no score")));
        page.blank();
        page.item(0, "!", styles.warn, plain::NO_SCORE);
        return;
    };
    let title = format!("{name}: {points}");
    let mut title = paint(styles.strong, &title);
    let hidden = view.hidden_points();
    if hidden > Points::ZERO {
        title.push_str(&paint(styles.dim, &format!("  (and {} hidden)", hidden.with_unit())));
    }
    page.line(0, &title);
    for headline in plain::headline_remarks(view) {
        page.item(0, "!", styles.bad, &headline);
    }
    for cap in credit::describe_caps(view) {
        page.item(0, "!", styles.warn, &cap);
    }
}

fn add_corrections(page: &mut Page, view: &View) {
    let mut corrections = view.all_corrections().peekable();
    if corrections.peek().is_none() {
        return;
    }
    let styles = page.styles;
    page.blank();
    let is_late = view.corrections.iter().any(|correction| correction.late.is_some());
    let title = if is_late { "Lateness and corrections" } else { "Corrections" };
    page.line(0, &paint(styles.strong, title));
    for correction in corrections {
        page.item(2, "-", styles.plain, &plain::correction_of(correction));
    }
}

fn add_hand_points(page: &mut Page, view: &View) {
    let lines = hand_lines(view);
    if lines.is_empty() {
        return;
    }
    page.blank();
    page.line(0, &paint(page.styles.strong, "Graded by hand"));
    for line in lines {
        page.item(2, "-", page.styles.plain, &line);
    }
}

fn add_remarks(page: &mut Page, view: &View) {
    let mut remarks = plain::remarks(view).peekable();
    if remarks.peek().is_none() {
        return;
    }
    let styles = page.styles;
    page.blank();
    let title = paint(styles.strong, "Remarks");
    page.line(0, &format!("{title}  {}", paint(styles.dim, "they do not affect points")));
    for remark in remarks {
        let text = escape(&remark.text);
        let text = remark.check.map_or(text.clone(), |check| format!("{check}: {text}"));
        page.item(2, "-", styles.plain, &text);
    }
}

fn add_ending(page: &mut Page, view: &View) {
    if !view.checks.is_empty() && view.all_passed() {
        let text = match (view.checks.len(), view.selection) {
            // A hidden check may have failed.
            _ if view.hides_parts() => "All checks shown here passed. Well done!".to_owned(),
            (1, _) => "It passed.".to_owned(),
            (_, CheckSelection::All) => "All checks passed. Well done!".to_owned(),
            (_, CheckSelection::Group(group)) => format!("All {} checks passed.", group.id()),
            (_, CheckSelection::Some) => "The selected checks passed.".to_owned(),
        };
        page.blank();
        page.line(0, &paint(page.styles.good, &text));
    }
}

fn format_sum<'a>(checks: impl Iterator<Item = &'a CheckView> + Clone) -> String {
    let score: Points = checks.clone().filter_map(|check| check.score).sum();
    format!("{score} / {}", sum_of_max_scores(checks))
}

fn sum_of_max_scores<'a>(checks: impl Iterator<Item = &'a CheckView>) -> Points {
    checks.map(|check| check.max_score).sum()
}
