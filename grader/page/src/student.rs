//! The content of a page on one submission.

use std::fmt::Write as _;

use grade::check::Group;
use grade::json::reproduce;
use grade::points::Points;
use grade::view::{CheckView, Finding, View};
use grade::{Measure, Status, Visibility};
use maud::{Markup, html};
use report::{credit, plain};
use terminal::wrap::count;

use super::about::Submitter;
use super::cases::Cases;
use super::evidence;
use super::markup::{id_of, prose};
use super::roll::{Roll, is_plain};
use super::score::{change_of, score};
use super::solutions::Solutions;

/// A submission on a page.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shown<'a> {
    /// The view of the page's reader.
    pub(super) view: &'a View,
    /// Whose it is.
    pub(super) submitter: &'a Submitter,
    /// Whether the page is the student's own. That of the class tells what the grader found and what
    /// corrections change of it; the student's tells what came of that, and what to try at home.
    pub(super) is_handout: bool,
}

impl Shown<'_> {
    /// The person, or else the name of the submission.
    fn name(self) -> String {
        let name = self.submitter.name_beside(&self.view.submission);
        plain::clean(name.as_deref().unwrap_or(&self.view.submission))
    }

    /// The points of a check, as the page counts them.
    fn points(self, check: &CheckView) -> Option<Points> {
        if self.is_handout { check.score } else { check.found }
    }
}

/// What the submissions of a class share.
#[derive(Clone, Debug, Default)]
pub(super) struct Shared {
    pub(super) solutions: Solutions,
    pub(super) cases: Cases,
    pub(super) roll: Roll,
}

/// A submission as a part of the page of its class.
pub(super) fn article(shown: Shown<'_>, shared: &mut Shared) -> Markup {
    let id = id_of(&shown.view.submission);
    let title_id = format!("t{id}");
    html! {
        article class="student" id=(id) aria-labelledby=(title_id) {
            (content(shown, Some(&title_id), shared))
        }
    }
}

/// The findings on a submission.
pub(super) fn content(
    shown: Shown<'_>,
    title_id: Option<&str>,
    shared: &mut Shared,
) -> Markup {
    let view = shown.view;
    let submission = plain::clean(&view.submission);
    let name = shown.name();
    html! {
        @if let Some(id) = title_id {
            h2 id=(id) tabindex="-1" { (name) }
        } @else {
            h1 id="title" tabindex="-1" { (name) }
        }
        (person(shown, &submission, &name))
        (score(shown))
        @if view.status == Status::Graded && !view.checks.is_empty() { (groups(shown)) }
        @for check in view.checks.iter().filter(|check| check.is_failed()) {
            (failure(check, shown, shared))
        }
        (faults(view))
        (remarks(view))
        @if shown.is_handout || !shared.roll.is_of(view) {
            (table(shown))
        } @else {
            (exceptions(shown))
        }
    }
}

/// Who it is, below the name.
fn person(shown: Shown<'_>, submission: &str, name: &str) -> Markup {
    let Submitter { addresses, late, .. } = shown.submitter;
    let mut parts: Vec<String> = Vec::new();
    parts.extend((submission != name).then(|| submission.to_owned()));
    // What a student is handed out is for the student, who knows the address.
    if !shown.is_handout {
        parts.extend(addresses.iter().map(|it| plain::clean(it)));
    }
    parts.extend(late.as_ref().map(|it| plain::clean(it)));
    html! { @if !parts.is_empty() { p class="course" { (parts.join(" · ")) } } }
}

/// The points of each group.
fn groups(shown: Shown<'_>) -> Markup {
    let of = |group| shown.view.checks.iter().filter(move |check| check.check.group() == group);
    html! {
        ul class="groups" {
            @for group in Group::ALL.into_iter().filter(|group| of(*group).next().is_some()) {
                @let most: Points = of(group).map(|check| check.max_score).sum();
                @let score: Points = of(group).filter_map(|check| shown.points(check)).sum();
                li class=[(score == most).then_some("all")] {
                    (group.title()) " " b { (score) " / " (most) }
                }
            }
        }
    }
}

fn failure(check: &CheckView, shown: Shown<'_>, shared: &mut Shared) -> Markup {
    let case = match &check.finding {
        Finding::Fail(failure) => evidence::whole(check.check, failure, &mut shared.solutions),
        _ => Markup::default(),
    };
    let case = match shown.is_handout {
        true => case,
        false => shared.cases.once(case, &id_of(&shown.view.submission), &shown.name()),
    };
    html! {
        section class="fail" {
            h3 {
                code { (check.check.id()) }
                (hidden_mark(check.visibility))
                " " small { (shown.points(check).unwrap_or_default()) " / " (check.max_score) }
            }
            p class="summary" { (prose(&plain::headline(check))) }
            (case)
            @for line in credit::of_check(check) {
                p class="rule" { "points: " (prose(&line)) }
            }
            p class="rule" { "rule: " (prose(check.check.holds())) }
            @if shown.is_handout { p class="rule" { (advice(check)) } }
        }
    }
}

/// The next step of a student after a failure.
fn advice(check: &CheckView) -> Markup {
    html! {
        // To try what is hidden at home would not show it.
        @if check.finding == Finding::FailUnseen {
            "read: "
        } @else {
            "try it: " code { (reproduce(check.check)) } ", and read: "
        }
        code { "grader explain " (check.check) }
    }
}

/// The checks at which the grader was at fault.
fn faults(view: &View) -> Markup {
    html! {
        @for check in &view.checks {
            @if let Finding::GraderError(message) = &check.finding {
                p class="note" {
                    code { (check.check.id()) }
                    ": not your fault, not counted: the grader broke down: " (plain::clean(message))
                }
            }
        }
    }
}

fn remarks(view: &View) -> Markup {
    html! {
        @if !view.remarks.is_empty() {
            section class="remarks" {
                h3 { "Remarks" } " " small { "they cost no points" }
                ul {
                    @for remark in &view.remarks { li { (prose(&plain::remark(remark))) } }
                }
            }
        }
    }
}

/// The checks that are not simply passed, each in a line, and what the others take. The script of the
/// page makes a table of all checks of it.
fn exceptions(shown: Shown<'_>) -> Markup {
    let view = shown.view;
    let (passed, others): (Vec<&CheckView>, Vec<_>) =
        view.checks.iter().partition(|check| is_plain(view, check));
    let taken_of = |check: &CheckView| Some((check.check.id(), taken(check.measure.as_ref()?)));
    let takes: Vec<_> = passed.iter().filter_map(|check| taken_of(check)).collect();
    html! {
        @if !view.checks.is_empty() {
            table class="checks" {
                (head())
                tbody {
                    @for check in others { (line(check, shown)) }
                    @if !passed.is_empty() {
                        tr class="rest" {
                            td colspan="3" { (count(passed.len(), "check")) " passed" }
                        }
                    }
                }
            }
            @if !takes.is_empty() {
                ul class="takes" {
                    @for (id, taken) in takes { li { (id) " " (taken) } }
                }
            }
        }
    }
}

fn head() -> Markup {
    html! {
        caption { "All checks" }
        thead {
            tr {
                @for title in ["check", "result", "points"] { th scope="col" { (title) } }
            }
        }
    }
}

/// Every check in a line.
fn table(shown: Shown<'_>) -> Markup {
    let View { checks, hidden, .. } = shown.view;
    if checks.is_empty() && hidden.is_empty() {
        return Markup::default();
    }
    html! {
        table class="checks" {
            (head())
            tbody {
                @for check in checks { (line(check, shown)) }
                @for hidden in hidden {
                    tr {
                        td { (hidden.name()) }
                        td { (count(hidden.count, "check")) }
                        td { (hidden.max_score) " in all" }
                    }
                }
            }
        }
    }
}

fn line(check: &CheckView, shown: Shown<'_>) -> Markup {
    let (class, result) = match &check.finding {
        Finding::Pass => ("ok", "passed".to_owned()),
        Finding::Fail(_) | Finding::FailUnseen => ("bad", "failed".to_owned()),
        Finding::Skipped { because: Some(because) } if !shown.is_handout => {
            ("skip", format!("waits for {because}"))
        }
        Finding::Skipped { .. } => ("skip", plain::headline(check)),
        Finding::GraderError(_) => ("skip", "no result, not counted".to_owned()),
    };
    let score = shown.points(check).map_or("none".to_owned(), |score| score.to_string());
    html! {
        tr class=(class) {
            td { code { (check.check.id()) } (hidden_mark(check.visibility)) }
            td {
                (result)
                @if let Some(measure) = check.measure.as_ref().filter(|_| !shown.is_handout) {
                    " " small { (taken(measure)) }
                }
                @if check.withheld.is_some() && check.finding == Finding::Pass {
                    " " small { (credit::of_check(check).join("; ")) }
                }
            }
            td {
                (score)
                @if let Some(it) = change_of(shown.view, check).filter(|_| !shown.is_handout) {
                    " " (it) " by hand"
                }
                " / " (check.max_score)
            }
        }
    }
}

/// A figure beside its limit, such as `takes 1.34 of 30`.
pub(super) fn taken(measure: &Measure) -> String {
    let Measure { value, limit, puzzle } = measure;
    let exact = |hundredths: u64| Points::from_thousandths(hundredths * 10);
    let mut text = format!("takes {} of {}", exact(*value), exact(*limit));
    if let Some(puzzle) = puzzle {
        let _ = write!(text, " on {}", plain::clean(puzzle));
    }
    text
}

/// Tells an instructor what students do not see.
pub(super) fn hidden_mark(visibility: Visibility) -> Markup {
    let mark = match visibility {
        Visibility::Visible => return Markup::default(),
        Visibility::AfterDueDate => "after the due date",
        Visibility::Hidden => "hidden",
    };
    html! { " " span class="tag" { (mark) } }
}
