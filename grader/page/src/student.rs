//! Renders submissions.

use std::fmt::Write as _;

use grade::check::Group;
use grade::json::reproduce;
use grade::points::Points;
use grade::view::{CheckView, Finding, View};
use grade::words::counted;
use grade::{Measure, Status};
use maud::{Markup, html};
use report::{credit, plain};

use super::evidence;
use super::hand;
use super::help;
use super::markup::{id_of, linked, prose};
use super::parts::RepeatedParts;
use super::path::{Solutions, Solve};
use super::reported_checks::{
    ReportedChecks, hidden_mark, is_plain, is_plain_fault, render_table_head,
};
use super::score::{correction_of_points, render_score};
use super::submission::{ShownSubmission, Submitter};

/// State shared by all submissions on a page.
#[derive(Clone, Debug)]
pub(super) struct PageState {
    pub(super) solutions: Solutions,
    pub(super) parts: RepeatedParts,
    pub(super) reported_checks: ReportedChecks,
}

impl PageState {
    pub(super) fn new(solve: Solve) -> Self {
        let (parts, reported_checks) = (RepeatedParts::default(), ReportedChecks::default());
        Self { solutions: Solutions::new(solve), parts, reported_checks }
    }

    /// Returns a part or, on class pages, a link to an earlier one.
    fn part_or_link(&mut self, part: Markup, shown: ShownSubmission<'_>) -> Markup {
        if shown.is_handout {
            return part;
        }
        self.parts.part_or_link(part, &id_of(&shown.view.submission), &shown.name())
    }
}

/// Renders an article for a class page.
pub(super) fn render_article(shown: ShownSubmission<'_>, shared: &mut PageState) -> Markup {
    let id = id_of(&shown.view.submission);
    let title_id = format!("t{id}");
    html! {
        article class="student" id=(id) aria-labelledby=(title_id) {
            (render_grade(shown, Some(&title_id), shared))
        }
    }
}

/// Renders a submission's grade.
pub(super) fn render_grade(
    shown: ShownSubmission<'_>,
    title_id: Option<&str>,
    shared: &mut PageState,
) -> Markup {
    let view = shown.view;
    let submission = plain::to_clean_line(&view.submission);
    let name = shown.name();
    html! {
        @if let Some(id) = title_id {
            h2 id=(id) { bdi { (name) } }
        } @else {
            h1 id="title" tabindex="-1" { bdi { (name) } }
        }
        (render_person(shown, &submission, &name))
        (render_score(shown))
        @if shown.help.is_some() { (help::next(view)) }
        @if view.status == Status::Graded && !view.checks.is_empty() { (render_groups(shown)) }
        @for check in help::explained_checks(view) {
            (render_failure(check, shown, shared))
        }
        (render_grader_errors(view))
        (hand::criteria(view))
        (render_remarks(shown, shared))
        @if shown.is_handout || !shared.reported_checks.has_same_checks(view) {
            (render_table(shown))
        } @else {
            (render_exceptions(shown, shared))
        }
    }
}

fn render_person(shown: ShownSubmission<'_>, submission: &str, name: &str) -> Markup {
    let Submitter { addresses, late, attempt, .. } = shown.submitter;
    // With a late policy, the points show the lateness.
    let late = late.as_ref().filter(|_| shown.view.late.is_none());
    let mut parts: Vec<String> = Vec::new();
    parts.extend((submission != name).then(|| submission.to_owned()));
    // Students know their own addresses.
    if !shown.is_handout {
        parts.extend(addresses.iter().map(|address| plain::to_clean_line(address)));
    }
    parts.extend(attempt.clone());
    parts.extend(late.map(|late| plain::to_clean_line(late)));
    html! {
        @if !parts.is_empty() {
            p class="course" {
                @for (i, part) in parts.iter().enumerate() {
                    @if i > 0 { " · " }
                    bdi { (part) }
                }
            }
        }
    }
}

fn render_groups(shown: ShownSubmission<'_>) -> Markup {
    let checks = &shown.view.checks;
    // On class pages, no details are needed if all checks have full points.
    if !shown.is_handout && checks.iter().all(|check| shown.points(check) == Some(check.max_score))
    {
        return Markup::default();
    }
    let of = |group| checks.iter().filter(move |check| check.check.group() == group);
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

fn render_failure(check: &CheckView, shown: ShownSubmission<'_>, shared: &mut PageState) -> Markup {
    let case = html! {
        @if let Finding::Fail(failure) = &check.finding {
            (evidence::render_case_with_solutions(check.check, failure, &mut shared.solutions))
        }
        p class="rule" { "rule: " (prose(check.check.condition_for_passing())) }
    };
    let case = shared.part_or_link(case, shown);
    html! {
        section class="fail" id=[shown.help.map(|_| help::id_of(check.check))] {
            h3 {
                code { (check.check.id()) }
                (hidden_mark(check.visibility))
                " " small { (shown.points(check).unwrap_or_default()) " / " (check.max_score) }
            }
            p class="summary" { (prose(&plain::headline(check))) }
            @for line in plain::note(check) { p class="note" { (linked(&line)) } }
            (case)
            @for line in credit::explain_points(check) {
                p class="rule" { "points: " (prose(&line)) }
            }
            @if shown.is_handout { p class="rule" { (render_advice(check, shown)) } }
            @if let Some(help) = shown.help { (help.hint_steps(check)) }
        }
    }
}

/// Suggests what a student can do about a failure.
fn render_advice(check: &CheckView, shown: ShownSubmission<'_>) -> Markup {
    let command = match shown.help {
        Some(help) => help.command(check.check),
        None if shown.has_kit => {
            format!("grader check --assignment assignment --only {}", check.check)
        }
        None => reproduce(check.check),
    };
    html! {
        // Students cannot reproduce the failure of a hidden check.
        @if check.finding == Finding::FailUnseen {
            "read: "
        } @else {
            "try it: " code { (command) } ", and read: "
        }
        code { "grader explain " (check.check) }
    }
}

fn render_grader_errors(view: &View) -> Markup {
    html! {
        @for check in &view.checks {
            @if let Finding::GraderError(message) = &check.finding {
                p class="note" {
                    code { (check.check.id()) }
                    ": the grader failed, which is not your fault and does not count: " (plain::to_clean_line(message))
                }
            }
        }
    }
}

fn render_remarks(shown: ShownSubmission<'_>, shared: &mut PageState) -> Markup {
    let remarks: Vec<_> = plain::remarks(shown.view).collect();
    if remarks.is_empty() {
        return Markup::default();
    }
    let list = html! { ul { @for remark in remarks { li { (prose(&plain::remark(remark))) } } } };
    html! {
        section class="remarks" {
            h3 { "Remarks" } " " small { "they do not affect points" }
            (shared.part_or_link(list, shown))
        }
    }
}

/// Renders a row for each check that neither passes nor appears above, then the number of passed checks and their
/// measurements. The page's script completes the table.
fn render_exceptions(shown: ShownSubmission<'_>, shared: &mut PageState) -> Markup {
    let view = shown.view;
    let is_summarized = |check: &&CheckView| is_plain(view, check) || is_plain_fault(view, check);
    let (summarized, others): (Vec<&CheckView>, Vec<_>) =
        view.checks.iter().partition(is_summarized);
    let passed = summarized.iter().filter(|check| !check.is_failed()).count();
    let takes =
        summarized.iter().filter_map(|check| Some((check.check.id(), check.measure.as_ref()?)));
    let table = html! {
        @if !others.is_empty() {
            table class="checks" {
                (render_table_head())
                tbody { @for check in others { (render_row(check, shown)) } }
            }
        }
    };
    html! {
        (shared.part_or_link(table, shown))
        @if !view.checks.is_empty() {
            p class="rest" {
                (counted(passed, "check")) " passed"
                @for (id, measure) in takes { br; (id) " " (format_measure(measure)) }
            }
        }
    }
}

fn render_table(shown: ShownSubmission<'_>) -> Markup {
    let View { checks, hidden, .. } = shown.view;
    if checks.is_empty() && hidden.is_empty() {
        return Markup::default();
    }
    html! {
        table class="checks" {
            (render_table_head())
            tbody {
                @for check in checks { (render_row(check, shown)) }
                @for hidden in hidden {
                    tr {
                        td { (hidden.name()) }
                        td { (counted(hidden.count, "check")) }
                        td { (hidden.max_score) " in total" }
                    }
                }
            }
        }
    }
}

fn render_row(check: &CheckView, shown: ShownSubmission<'_>) -> Markup {
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
                    " " small { "takes " (format_measure(measure)) }
                }
                @if check.withheld.is_some() && check.finding == Finding::Pass {
                    " " small { (credit::explain_points(check).join("; ")) }
                }
            }
            td {
                (score)
                @if let Some(change) = correction_of_points(shown.view, check).filter(|_| !shown.is_handout) {
                    " " (change) " by hand"
                }
                " / " (check.max_score)
            }
        }
    }
}

/// Formats a measurement with the limit, such as `1.34 of 30`.
pub(super) fn format_measure(measure: &Measure) -> String {
    let Measure { value, limit, puzzle } = measure;
    let exact = |hundredths: u64| Points::from_thousandths(hundredths * 10);
    let mut text = format!("{} of {}", exact(*value), exact(*limit));
    if let Some(puzzle) = puzzle {
        let _ = write!(text, " on {}", plain::to_clean_line(puzzle));
    }
    text
}
