//! The report for people: what holds, what does not and how to see it, and what to do next.

mod evidence;
mod failure;
mod group;
#[cfg(test)]
mod tests;
mod todo;

pub(super) use evidence::{caption, is_quoted, picture as evidence};

use super::page::{Layout, Page};
use super::style::paint;
use super::wrap::escape;
use crate::check::{Check, Group};
use crate::grade::{CheckGrade, Grade, Status, Verdict, Visibility};
use crate::points::Points;

/// The grade for a person to read, such as the student.
///
/// Of checks that are not visible it tells how many there are and what they are worth, and nothing
/// else. Their points are not in the sums either, which would give them away.
pub fn human(grade: &Grade, layout: &Layout) -> String {
    let mut page = Page::new(layout);
    let visible: Vec<&CheckGrade> = grade.checks.iter().filter(|check| is_visible(check)).collect();
    head(&mut page, grade, &visible);

    // What is broken comes before what is not there yet, but code to write is no bad news and is
    // not to be looked for below a list of checks.
    let is_broken = visible.iter().any(|check| is_wrong(check));
    if !is_broken {
        todo::list(&mut page, &visible);
    }
    for title in Group::ALL {
        group::show(&mut page, grade, title);
    }
    if is_broken {
        todo::list(&mut page, &visible);
    }

    remarks(&mut page, grade);
    finish(&mut page, grade, &visible);
    page.finish()
}

fn is_visible(check: &CheckGrade) -> bool {
    check.visibility == Visibility::Visible
}

/// Whether a check failed because of code that is there.
fn is_wrong(check: &CheckGrade) -> bool {
    matches!(check.verdict, Verdict::Fail(_)) && !todo::is_unwritten(check)
}

fn head(page: &mut Page, grade: &Grade, visible: &[&CheckGrade]) {
    let styles = page.styles;
    let name = escape(&grade.submission);
    if grade.status() == Status::GraderError {
        page.line(0, &paint(styles.strong, &format!("{name}: no score")));
        page.blank();
        page.item(
            0,
            "!",
            styles.warn,
            "The grader could not finish. This is not your fault, and it is not counted. Please \
             try again; if it happens again, show this to your instructor.",
        );
        return;
    }
    let mut title = paint(styles.strong, &format!("{name}: {}", sum(visible.iter().copied())));
    let hidden = worth(grade.checks.iter().filter(|check| !is_visible(check)));
    if hidden > Points::ZERO {
        title.push_str(&paint(styles.dim, &format!("  (and {} hidden)", points(hidden))));
    }
    page.line(0, &title);
}

fn remarks(page: &mut Page, grade: &Grade) {
    let is_hidden =
        |check: Check| grade.checks.iter().any(|grade| grade.check == check && !is_visible(grade));
    let mut remarks =
        grade.remarks.iter().filter(|remark| !remark.check.is_some_and(is_hidden)).peekable();
    if remarks.peek().is_none() {
        return;
    }
    let styles = page.styles;
    page.blank();
    let title = paint(styles.strong, "Remarks");
    page.line(0, &format!("{title}  {}", paint(styles.dim, "they cost no points")));
    for remark in remarks {
        let text = escape(&remark.text);
        let text = remark.check.map_or(text.clone(), |check| format!("{check}: {text}"));
        page.item(2, "-", styles.plain, &text);
    }
}

fn finish(page: &mut Page, grade: &Grade, visible: &[&CheckGrade]) {
    if !visible.is_empty() && visible.iter().all(|check| check.verdict == Verdict::Pass) {
        let text = match visible.len() {
            // A hidden failure must not be denied.
            some if some < grade.checks.len() => "All that is shown here passed: well done!",
            1 => "It passed.",
            _ => "Everything passed: well done!",
        };
        page.blank();
        page.line(0, &paint(page.styles.good, text));
    }
}

/// The points of these checks, and what there was to get.
fn sum<'a>(checks: impl Iterator<Item = &'a CheckGrade> + Clone) -> String {
    let score: Points = checks.clone().map(CheckGrade::score).sum();
    format!("{score} / {}", worth(checks))
}

/// What these checks are worth.
fn worth<'a>(checks: impl Iterator<Item = &'a CheckGrade>) -> Points {
    checks.map(|check| check.max_score).sum()
}

fn points(points: Points) -> String {
    let unit = if points.to_string() == "1" { "point" } else { "points" };
    format!("{points} {unit}")
}

/// So many things, in the singular or the plural.
pub(super) fn count(number: usize, thing: &str) -> String {
    if number == 1 { format!("1 {thing}") } else { format!("{number} {thing}s") }
}
