//! Renders a submission's score, with corrections.

use grade::check::Check;
use grade::points::Points;
use grade::view::{CheckView, View};
use grade::{Applied, Effect, PointsChange, Status};
use maud::{Markup, html};
use report::{credit, plain};

use super::markup::prose;
use super::submission::ShownSubmission;

/// Renders the score, the most important remarks, the reasons for caps, and the corrections.
pub(super) fn render_score(shown: ShownSubmission<'_>) -> Markup {
    let ShownSubmission { view, is_handout, .. } = shown;
    let caps = if is_handout {
        credit::describe_caps(view)
    } else {
        view.caps.iter().map(credit::describe_cap).collect()
    };
    html! {
        p class="score" {
            @match view.score {
                None => @match view.hand.as_ref().and_then(|hand| Some((hand.automatic?, hand.automatic_max))) {
                    None => b { "no score" },
                    Some((score, most)) => {
                        b { (score) } " / " (most) " " small { "without the part graded by hand" }
                    },
                },
                Some(score) => {
                    b { (score) } " / " (view.max_score)
                    @if view.is_incomplete() { " " small { "so far" } }
                },
            }
            @if is_handout {
                (render_hidden_points(view))
            } @else if let Some(found) = view.found.filter(|_| is_corrected(view)) {
                " " small { "corrected from " (found) }
            }
        }
        @match view.status {
            Status::Graded => {},
            Status::Rejected => (render_rejection(view.rejection.as_deref().unwrap_or_default())),
            Status::Held => p class="banner" { @if is_handout { (plain::HELD) } @else { "held back" } },
            Status::GraderError => p class="banner" {
                @if view.is_set_by_hand() { (plain::SET_BY_HAND) } @else { (plain::NO_SCORE) }
            },
        }
        @for line in plain::headline_remarks(view) { p class="banner" { (prose(&line)) } }
        @for line in &caps { p class="banner" { (prose(line)) } }
        (render_corrections(shown))
    }
}

/// Returns `true` if any correction changes points.
pub(super) fn is_corrected(view: &View) -> bool {
    view.ledger.iter().any(|applied| applied.correction.effect.is_some())
}

/// Renders the total of the hidden points.
fn render_hidden_points(view: &View) -> Markup {
    let hidden = view.hidden_points();
    html! { @if view.automatic().is_some() && hidden > Points::ZERO { " (and " (hidden) " hidden)" } }
}

fn render_corrections(ShownSubmission { view, is_handout, .. }: ShownSubmission<'_>) -> Markup {
    html! {
        @if view.all_corrections().next().is_some() {
            ul class="corrections" {
                @if is_handout {
                    @for correction in view.all_corrections() { li { (plain::correction_of(correction)) } }
                } @else {
                    @for correction in view.corrections.iter().filter(|correction| correction.late.is_some()) {
                        li { (plain::correction_of(correction)) }
                    }
                    @for applied in &view.ledger { li { (render_correction(applied)) } }
                }
            }
        }
    }
}

fn render_rejection(reason: &str) -> Markup {
    html! { p class="banner" { b { "not a submission" } ": " (prose(&plain::sentence(reason))) } }
}

/// Renders a correction on one line, such as `+3.5 board.hamming, corrected by R. S.: the lecture
/// ...`.
fn render_correction(Applied { correction, change }: &Applied) -> Markup {
    let what = match correction.effect {
        None if correction.is_hold => "held back".to_owned(),
        None => "a comment".to_owned(),
        Some(Effect::Add(wanted)) => change.unwrap_or(wanted).to_string(),
        Some(Effect::Set(points)) => match change {
            Some(change) => format!("{change}, set to {points}"),
            None => format!("set to {points}"),
        },
    };
    let by = if correction.effect.is_some() { "corrected by" } else { "by" };
    html! {
        b { (what) } " "
        code { (correction.check.map_or("the total score", Check::id)) }
        ", " (by) " " (plain::to_clean_line(&correction.who)) ": " (plain::to_clean_line(&correction.why))
    }
}

/// Returns the change that corrections make to a check's points.
pub(super) fn correction_of_points(view: &View, check: &CheckView) -> Option<PointsChange> {
    let of_it = |applied: &&Applied| applied.correction.check == Some(check.check);
    view.ledger.iter().filter(of_it).find_map(|applied| applied.change)
}
