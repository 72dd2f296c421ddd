//! Code that is not written yet: a list of what to do, and no list of failures.

use super::{count, is_wrong};
use crate::grade::{CheckGrade, Verdict};
use crate::report::page::Page;
use crate::report::reproduce;
use crate::report::style::paint;
use crate::report::wrap::escape;

/// What the judge says of a `todo!()`.
const UNWRITTEN: &str = "not written yet";

/// Whether a check failed only because its code is not there.
pub(super) fn is_unwritten(grade: &CheckGrade) -> bool {
    matches!(&grade.verdict, Verdict::Fail(failure) if failure.summary.contains(UNWRITTEN))
}

/// A piece of code to write.
struct Step {
    what: String,
    place: String,
    /// The check that waits for it, or how many do.
    checks: String,
}

/// Where the names of the steps begin, behind their numbers.
const INDENT: usize = 5;

/// Lists what is to be written, in the order of the checks that ask for it.
pub(super) fn list(page: &mut Page, visible: &[&CheckGrade]) {
    let unwritten: Vec<_> = visible.iter().copied().filter(|check| is_unwritten(check)).collect();
    let Some(first) = unwritten.first() else { return };
    let styles = page.styles;
    page.blank();
    let steps = steps(&unwritten);
    page.prose(0, styles.plain, &invitation(visible, unwritten.len(), steps.len()));
    page.blank();

    let width = |text: &str| text.chars().count();
    let longest = |text: fn(&Step) -> &str| steps.iter().map(|it| width(text(it))).max();
    let what = longest(|step| &step.what).unwrap_or_default();
    let place = longest(|step| &step.place).unwrap_or_default();
    let checks = longest(|step| &step.checks).unwrap_or_default();
    let is_wide = INDENT + what + 2 + place + 2 + checks <= page.width;
    for (number, step) in (1..).zip(&steps) {
        let mut line = format!("{number:>2}. {}", paint(styles.strong, &step.what));
        if !is_wide {
            page.line(1, &line);
            page.line(INDENT, &step.place);
            continue;
        }
        line.extend(std::iter::repeat_n(' ', what - width(&step.what) + 2));
        line.push_str(&format!("{:<place$}  {}", step.place, paint(styles.dim, &step.checks)));
        page.line(1, &line);
    }
    page.blank();
    page.line(0, &format!("try the first: {}", reproduce(first.check)));
}

/// A word of encouragement, if there is reason for it, and what the list is.
fn invitation(visible: &[&CheckGrade], unwritten: usize, steps: usize) -> String {
    let some_passed = visible.iter().any(|check| check.verdict == Verdict::Pass);
    let is_good = some_passed && !visible.iter().any(|check| is_wrong(check));
    let start = if is_good { "So far, so good. " } else { "" };
    let wait = if unwritten == 1 { "waits" } else { "wait" };
    let checks = count(unwritten, "check");
    let advice = match steps {
        1 => ":",
        _ => ". Write it piece by piece, and check again after each. This order works well:",
    };
    format!("{start}{checks} {wait} for code that is not written yet{advice}")
}

/// One step for all checks that stop in the same place.
fn steps(unwritten: &[&CheckGrade]) -> Vec<Step> {
    let mut found: Vec<(String, String, Vec<&'static str>)> = Vec::new();
    for check in unwritten {
        let Verdict::Fail(failure) = &check.verdict else { continue };
        let what = failure.summary.replace("is not written yet", "").replace(UNWRITTEN, "");
        let what = escape(what.trim_matches([' ', ':', ',']));
        let place = failure.place.as_ref().map(|place| escape(&place.to_string()));
        let place = place.unwrap_or_default();
        let id = check.check.id();
        match found.iter_mut().find(|(w, p, _)| (&*w, &*p) == (&what, &place)) {
            Some((_, _, ids)) => ids.push(id),
            None => found.push((what, place, vec![id])),
        }
    }
    let step = |(what, place, ids): (String, String, Vec<&str>)| {
        let checks = if let [id] = ids[..] { id.to_owned() } else { count(ids.len(), "check") };
        Step { what, place, checks }
    };
    found.into_iter().map(step).collect()
}
