//! Shows a group of checks: the points, a list of passed checks, and the failures in detail.

use grade::Status;
use grade::check::{Check, Group};
use grade::points::Points;
use grade::view::{CheckView, Finding, View};
use grade::words::counted;
use terminal::page::Page;
use terminal::style::paint;
use terminal::wrap::escape;

use super::{failure, format_sum, sum_of_max_scores, todo};
use crate::{credit, plain, roots};

/// Shows a group, unless none of its checks was run. Failed checks that were not selected are shown if others wait for
/// them, but they do not count for the points.
pub(super) fn show_group(page: &mut Page, view: &View, group: Group) {
    let visible: Vec<&CheckView> =
        view.checks.iter().filter(|check| check.check.group() == group).collect();
    let hidden = view.hidden.iter().find(|hidden| hidden.group == group);
    let awaited = roots::unselected_awaited(view).filter(|check| check.check.group() == group);
    let awaited: Vec<&CheckView> = awaited.filter(|check| super::is_wrong(check)).collect();
    if visible.is_empty() && awaited.is_empty() && hidden.is_none() {
        return;
    }
    page.blank();
    add_title(page, view.status, group, &visible);
    // While there is work to do in other groups, a finished group should take only one line.
    let is_alone = hidden.is_none() && awaited.is_empty();
    if is_alone && !view.all_passed() && visible.iter().copied().all(is_passed_for_good) {
        let all = format!("{} passed", counted(visible.len(), "check"));
        let styles = page.styles;
        page.line(2, &format!("{} {}", paint(styles.good, "✓"), paint(styles.dim, &all)));
        return;
    }
    add_passed(page, &visible);
    let mut waiting: Vec<(Option<Check>, Vec<&CheckView>)> = Vec::new();
    let mut ordered = [&visible[..], &awaited].concat();
    // Then, a stable sort moves the causes to the front.
    ordered.sort_by_key(|check| check.check);
    roots::sort_causes_first(&mut ordered, view);
    for check in &ordered {
        match &check.finding {
            Finding::Pass => {}
            Finding::Fail(_) if todo::is_unwritten(check) => {}
            Finding::Fail(_) | Finding::FailUnseen => match roots::find_root_cause(check, view) {
                Some(root) if view.checks.iter().any(|check| check.check == root) => {
                    failure::add_explained_failure(page, check, root);
                }
                root => failure::show_failure(page, check, root),
            },
            Finding::Skipped { .. } if has_earned_part(check) => {}
            Finding::Skipped { because } => {
                match waiting.iter_mut().find(|(check, _)| check == because) {
                    Some((_, checks)) => checks.push(check),
                    None => waiting.push((*because, vec![check])),
                }
            }
            Finding::GraderError(message) => add_fault(page, check.check, message),
        }
    }
    if ordered.iter().any(|check| super::is_wrong(check)) {
        page.blank();
    }
    let mut withheld: Vec<(Option<Check>, Vec<&CheckView>)> = Vec::new();
    for check in visible.iter().copied().filter(|check| check.finding == Finding::Pass) {
        let Some(needed) = check.withheld else { continue };
        match withheld.iter_mut().find(|(known, _)| *known == needed.check) {
            Some((_, checks)) => checks.push(check),
            None => withheld.push((needed.check, vec![check])),
        }
    }
    for (needed, checks) in withheld {
        let names = checks.iter().map(|check| check.check.id()).collect::<Vec<_>>().join(", ");
        let why = format!("no points until {} passes", plain::waiting_for(needed));
        add_summary(page, &why, &names, &checks);
    }
    let (in_part, unwritten): (Vec<_>, Vec<_>) = visible
        .iter()
        .copied()
        .filter(|check| todo::is_unwritten(check))
        .partition(|check| has_earned_part(check));
    add_summary(page, "not written yet", &counted(unwritten.len(), "check"), &unwritten);
    let is_skipped = |check: &CheckView| matches!(check.finding, Finding::Skipped { .. });
    let skipped =
        visible.iter().copied().filter(|check| is_skipped(check) && has_earned_part(check));
    for check in in_part.into_iter().chain(skipped) {
        add_partial_check(page, check);
    }
    for (because, checks) in waiting {
        let because = plain::waiting_for(because);
        let names = if checks.len() == visible.len() && checks.len() > 1 {
            format!("all {} checks", checks.len())
        } else {
            checks.iter().map(|check| check.check.id()).collect::<Vec<_>>().join(", ")
        };
        add_summary(page, &format!("waiting for {because}"), &names, &checks);
    }
    if let Some(hidden) = hidden {
        add_line(page, "hidden", &counted(hidden.count, "check"), hidden.max_score);
    }
}

fn is_passed_for_good(check: &CheckView) -> bool {
    check.finding == Finding::Pass && check.withheld.is_none()
}

fn add_title(page: &mut Page, status: Status, group: Group, visible: &[&CheckView]) {
    let mut title = paint(page.styles.strong, group.title());
    // Without a score, nothing is added up.
    if status == Status::Graded && !visible.is_empty() {
        title.push_str("  ");
        title.push_str(&format_sum(visible.iter().copied()));
    }
    page.line(0, &title);
}

fn add_passed(page: &mut Page, checks: &[&CheckView]) {
    let names: Vec<&str> = checks
        .iter()
        .filter(|check| check.finding == Finding::Pass)
        .map(|check| check.check.id())
        .collect();
    let longest = names.iter().map(|name| name.len()).max().unwrap_or_default();
    let cell = "✓ ".chars().count() + longest + 2;
    // A narrow terminal may not even fit one.
    let columns = ((page.width_after_indent(2) + 2) / cell).max(1);
    let styles = page.styles;
    for row in names.chunks(columns) {
        let cells = row.iter().map(|name| {
            let gap = " ".repeat(longest + 2 - name.len());
            format!("{} {}{gap}", paint(styles.good, "✓"), paint(styles.dim, name))
        });
        page.line(2, &cells.collect::<String>());
    }
}

/// Shows a grader error, and makes clear that it is not the student's fault.
fn add_fault(page: &mut Page, check: Check, message: &str) {
    let text = format!(
        "{check}: the grader failed, which is not your fault and does not count: {}",
        escape(message)
    );
    page.item(2, "!", page.styles.warn, &text);
}

fn has_earned_part(check: &CheckView) -> bool {
    check.share.as_ref().is_some_and(|share| share.held() + share.tally().half > 0)
}

/// Shows a check that was skipped or whose code is not complete, with points for the part that could be tested.
fn add_partial_check(page: &mut Page, check: &CheckView) {
    let (score, most) = (check.score.unwrap_or_default(), check.max_score.with_unit());
    let why = credit::explain_points(check).join("; ");
    let text = format!("{}, {score} of {most}, {}: {why}", check.check, plain::headline(check));
    page.item(2, "-", page.styles.dim, &text);
}

fn add_summary(page: &mut Page, why: &str, which: &str, checks: &[&CheckView]) {
    if !checks.is_empty() {
        add_line(page, why, which, sum_of_max_scores(checks.iter().copied()));
    }
}

fn add_line(page: &mut Page, why: &str, which: &str, worth: Points) {
    page.item(2, "-", page.styles.dim, &format!("{why}: {which} ({})", worth.with_unit()));
}
