//! Lists code that is not written yet as tasks, not as failures.

use grade::view::{CheckView, Finding};
use grade::words::counted;
use terminal::page::Page;
use terminal::style::paint;
use terminal::wrap::{Align, escape, pad, width};

use super::is_wrong;
use crate::blame;

pub(super) fn is_unwritten(check: &CheckView) -> bool {
    unwritten(check).is_some()
}

/// Returns the method to write, as a call such as `hamming()`, if the check failed because it is not written yet.
pub fn unwritten(check: &CheckView) -> Option<&'static str> {
    let Finding::Fail(failure) = &check.finding else { return None };
    failure.cause.as_ref()?.unwritten_call()
}

struct TodoStep {
    what: String,
    place: String,
    checks: Vec<&'static str>,
}

impl TodoStep {
    /// Returns the check that needs this code, or the number of such checks.
    fn describe_waiting_checks(&self) -> String {
        match self.checks[..] {
            [check] => check.to_owned(),
            _ => counted(self.checks.len(), "check"),
        }
    }
}

/// The indentation of a step's text, after the number.
const INDENT: usize = 5;

/// Lists the code to write, in the order of the checks that need it.
pub(super) fn list_code_to_write(page: &mut Page, visible: &[&CheckView]) {
    let unwritten: Vec<_> = visible.iter().copied().filter(|check| is_unwritten(check)).collect();
    if unwritten.is_empty() {
        return;
    }
    let styles = page.styles;
    page.blank();
    let steps = steps_to_write(&unwritten);
    page.prose(0, styles.plain, &invitation(visible, unwritten.len(), steps.len()));
    page.blank();

    let longest = |text: fn(&TodoStep) -> String| {
        steps.iter().map(|step| width(&text(step))).max().unwrap_or(0)
    };
    let what = longest(|step| step.what.clone());
    let place = longest(|step| step.place.clone());
    let is_wide =
        INDENT + what + 2 + place + 2 + longest(TodoStep::describe_waiting_checks) <= page.width;
    for (number, step) in (1..).zip(&steps) {
        if is_wide {
            let name = paint(styles.strong, &pad(&step.what, what, Align::Left));
            let waiting = paint(styles.dim, &step.describe_waiting_checks());
            let place = pad(&step.place, place, Align::Left);
            page.line(1, &format!("{number:>2}. {name}  {place}  {waiting}"));
        } else {
            page.line(1, &format!("{number:>2}. {}", paint(styles.strong, &step.what)));
            page.line(INDENT, &step.place);
        }
    }
}

/// Introduces the list. The tone is encouraging if nothing has gone wrong so far.
fn invitation(visible: &[&CheckView], unwritten: usize, steps: usize) -> String {
    let some_passed = visible
        .iter()
        .any(|check| check.finding == Finding::Pass && blame::tests_written_code(check.check));
    let is_good = some_passed && !visible.iter().any(|check| is_wrong(check));
    let start = if is_good { "So far, so good. " } else { "" };
    let wait = if unwritten == 1 { "waits" } else { "wait" };
    let checks = counted(unwritten, "check");
    let advice = match steps {
        1 => ":",
        _ => ". Write it piece by piece, and check again after each. This order works well:",
    };
    format!("{start}{checks} {wait} for code that is not written yet{advice}")
}

/// Creates a step for each place where a check stopped.
fn steps_to_write(unwritten: &[&CheckView]) -> Vec<TodoStep> {
    let mut steps: Vec<TodoStep> = Vec::new();
    for check in unwritten {
        let Finding::Fail(failure) = &check.finding else { continue };
        let what = self::unwritten(check).unwrap_or_default().to_owned();
        let place = failure.place.as_ref().map(|place| escape(&place.to_string()));
        let place = place.unwrap_or_default();
        let check = check.check.id();
        match steps.iter_mut().find(|step| step.what == what && step.place == place) {
            Some(step) => step.checks.push(check),
            None => steps.push(TodoStep { what, place, checks: vec![check] }),
        }
    }
    steps
}
