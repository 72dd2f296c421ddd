//! The last lines of a report, about what to do next.

use grade::check::Check;
use grade::view::{CheckView, Finding, View};
use terminal::page::Page;
use terminal::style::paint;
use terminal::wrap::{escape, shorten, width};

use super::{after_success, failed_checks_to_fix, todo};
use crate::plain;

/// The maximum width of the reason, which may quote a panic message.
/// Two lines of a terminal. The failure itself quotes more.
const REASON: usize = 160;

/// Names the method to write or the check to fix first, with the place in the code and a command. This should be enough
/// to continue, even if the terminal shows only the end of the report.
pub(super) fn add_next_step(page: &mut Page, view: &View) {
    let styles = page.styles;
    let first = failed_checks_to_fix(view).into_iter().next();
    let Some(check) = first.or_else(|| after_success(view)) else {
        if let Some(check) = awaited_check_not_shown(view) {
            page.blank();
            page.line(0, &paint(styles.strong, &format!("Next: fix {check}")));
            let command = page.reproduce(check).unwrap_or_else(|| page.hint(check));
            page.line(2, &command);
        }
        return;
    };
    page.blank();
    let call = todo::unwritten(check);
    let what = match call {
        Some(call) => format!("Next: write {call}"),
        None => format!("Next: fix {}", check.check),
    };
    match place_text(check).map(|place| escape(&place)) {
        None => page.line(0, &paint(styles.strong, &what)),
        Some(place) if width(&what) + 2 + width(&place) <= page.width => {
            page.line(0, &paint(styles.strong, &format!("{what}, {place}")));
        }
        // Do not wrap a place, because users may want to click or copy it.
        Some(place) => {
            page.line(0, &paint(styles.strong, &what));
            page.line(2, &place);
        }
    }
    if call.is_none() {
        page.prose(2, styles.plain, &shorten(&plain::headline(check), REASON));
    }
    let command = page.reproduce(check.check).filter(|_| check.finding != Finding::FailUnseen);
    let command = command.unwrap_or_else(|| page.hint(check.check));
    page.line(2, &command);
}

/// Returns a check that others wait for, but that the report does not contain, such as `compile.build` with
/// `--only board`.
fn awaited_check_not_shown(view: &View) -> Option<Check> {
    let is_shown = |check: Check| view.checks.iter().any(|shown| shown.check == check);
    let awaited = |other: &CheckView| match other.finding {
        Finding::Skipped { because } => because.filter(|check| !is_shown(*check)),
        _ => None,
    };
    view.checks.iter().find_map(awaited)
}

fn place_text(check: &CheckView) -> Option<String> {
    let of_failure = || match &check.finding {
        Finding::Fail(failure) => failure.place.as_ref(),
        _ => None,
    };
    check.at.as_ref().or_else(of_failure).map(ToString::to_string)
}
