//! Lists submissions that come close to a limit.

use std::cmp::Reverse;

use grade::Measure;
use grade::check::Check;
use grade::points::Points;
use maud::{Markup, html};
use report::plain;

use super::{Gathered, render_bar, render_link_to_student};
use crate::gather::{CheckFacts, RowIndex};

/// The most important limits, before the others in report order.
const FIRST: [Check; 2] = [Check::SolverTime, Check::SolverMemory];

/// The maximum number of submissions per limit.
/// The first ones are enough to judge whether the limit is too low.
const SHOWN: usize = 5;

/// The text for checks that do not say what they measure.
const UNSAID: &str = "usage, in the check's unit";

/// The cost of the model answer, in hundredths.
const MODEL: u64 = 100;

pub(super) fn limits_section(gathered: &Gathered) -> Markup {
    let rank = |check: Check| FIRST.iter().position(|first| *first == check).unwrap_or(FIRST.len());
    let mut measured: Vec<_> = gathered
        .checks
        .iter()
        .filter(|(_, facts)| facts.measures.iter().any(|(measure, _)| is_much(measure)))
        .collect();
    measured.sort_by_key(|(check, _)| rank(**check));
    if measured.is_empty() {
        return html! { p { "No submission comes close to a limit." } };
    }
    html! {
        p {
            "These submissions use more than half of the margin between the model answer and a \
             limit. All numbers are multiples, usually of the model answer's value."
        }
        div class="limits" {
            @for (check, facts) in measured { (render_table(gathered, *check, facts)) }
        }
    }
}

/// Returns `true` past the midpoint between the model answer and the limit.
fn is_much(measure: &Measure) -> bool {
    let Measure { value, limit, .. } = measure;
    // Both are relative to the model answer.
    match limit.checked_sub(MODEL) {
        Some(room) if room > 0 => value.saturating_sub(MODEL) * 2 > room,
        // The limit is not above the model answer's value.
        _ => value > limit,
    }
}

fn render_table(gathered: &Gathered, check: Check, facts: &CheckFacts) -> Markup {
    let mut worst: Vec<&(Measure, RowIndex)> =
        facts.measures.iter().filter(|(measure, _)| is_much(measure)).collect();
    // Equal values are sorted by name.
    worst.sort_by_key(|(measure, place)| (Reverse(measure.value), *place));
    let has_puzzles = worst.iter().any(|(measure, _)| measure.puzzle.is_some());
    let over = worst.iter().filter(|(measure, _)| !measure.holds()).count();
    let titles = ["submission", "value", "limit", "puzzle"];
    html! {
        table class="limit" {
            caption {
                code { (check.id()) } ": " (check.spec().measures.unwrap_or(UNSAID))
                @if over > 0 { "; " (over) " over the limit" }
            }
            thead {
                tr {
                    @for title in &titles[..if has_puzzles { 4 } else { 3 }] {
                        th scope="col" { (title) }
                    }
                }
            }
            tbody {
                @for (measure, place) in worst.iter().take(SHOWN) {
                    (render_row(gathered, measure, *place))
                }
                @if worst.len() > SHOWN {
                    tr { td colspan="4" { "and " (worst.len() - SHOWN) " more" } }
                }
            }
        }
    }
}

fn render_row(gathered: &Gathered, measure: &Measure, place: RowIndex) -> Markup {
    let exact = |hundredths: u64| Points::from_thousandths(hundredths * 10);
    let class = if measure.holds() { "good" } else { "bad" };
    html! {
        tr {
            td { (render_link_to_student(gathered, place)) }
            td class=(class) {
                (exact(measure.value)) " " (render_bar(measure.value, measure.limit, class))
            }
            td { (exact(measure.limit)) }
            @if let Some(puzzle) = &measure.puzzle { td { (plain::to_clean_line(puzzle)) } }
        }
    }
}
