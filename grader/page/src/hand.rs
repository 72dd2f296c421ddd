//! Renders the criteria that are graded by hand.

use grade::view::{CriterionView, View};
use maud::{Markup, html};
use report::{automatic_line, plain};

use super::markup::prose;
use super::reported_checks::hidden_mark;

/// Renders the points for each criterion that the reader may see, and the comment.
pub(super) fn criteria(view: &View) -> Markup {
    let Some(hand) = &view.hand else { return Markup::default() };
    html! {
        section class="hand" {
            h3 { "Graded by hand" } " " small { (automatic_line(hand)) }
            @if !hand.criteria.is_empty() {
                table class="checks" {
                    thead { tr { th scope="col" { "criterion" } th scope="col" { "" } th scope="col" { "points" } } }
                    tbody { @for criterion in &hand.criteria { (render_criterion_row(criterion)) } }
                }
            }
            @if !hand.comment.is_empty() {
                ul class="corrections" {
                    @for line in &hand.comment {
                        li {
                            @if let Some(place) = line.place_text() {
                                code { (plain::to_clean_line(&place)) } " "
                            }
                            @if let Some(code) = &line.code {
                                code { (plain::to_clean_line(code)) } " "
                            }
                            (plain::to_clean_line(&line.text))
                        }
                    }
                }
            }
        }
    }
}

fn render_criterion_row(criterion: &CriterionView) -> Markup {
    html! {
        tr {
            td { code { (criterion.id) } (hidden_mark(criterion.visibility)) }
            td { (prose(&plain::to_clean_line(&criterion.text))) }
            td { (criterion.score()) }
        }
    }
}
