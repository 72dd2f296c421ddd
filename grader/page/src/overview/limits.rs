//! The submissions that take most of whatever is limited.

use std::cmp::Reverse;

use grade::Measure;
use grade::check::Check;
use grade::points::Points;
use maud::{Markup, html};
use report::plain;

use super::{Gathered, bar, link};
use crate::gather::{CheckFacts, Place};

/// The most submissions that are shown of each limit.
const SHOWN: usize = 5;

pub(super) fn show(gathered: &Gathered) -> Markup {
    // What is asked for most comes first: time, then memory, then the rest.
    let rank = |check: Check| match check {
        Check::SolverTime => 0,
        Check::SolverMemory => 1,
        _ => 2,
    };
    let mut measured: Vec<_> =
        gathered.checks.iter().filter(|(_, facts)| !facts.measures.is_empty()).collect();
    measured.sort_by_key(|(check, _)| rank(**check));
    if measured.is_empty() {
        return html! { p { "Nothing was measured." } };
    }
    html! {
        p {
            "For each limit, who takes most of it. "
            "All are multiples, mostly of what the model answer takes."
        }
        div class="limits" {
            @for (check, facts) in measured { (table(gathered, *check, facts)) }
        }
    }
}

fn table(gathered: &Gathered, check: Check, facts: &CheckFacts) -> Markup {
    let mut worst: Vec<&(Measure, Place)> = facts.measures.iter().collect();
    // Of two that take as much, the first by name.
    worst.sort_by_key(|(measure, place)| (Reverse(measure.value), *place));
    let has_puzzles = worst.iter().any(|(measure, _)| measure.puzzle.is_some());
    let over = worst.iter().filter(|(measure, _)| !measure.holds()).count();
    let titles = ["submission", "takes", "of", "puzzle"];
    html! {
        table class="limit" {
            caption {
                code { (check.id()) } ": " (unit(check))
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
                    (line(gathered, measure, *place))
                }
            }
        }
    }
}

fn line(gathered: &Gathered, measure: &Measure, place: Place) -> Markup {
    let exact = |hundredths: u64| Points::from_thousandths(hundredths * 10);
    let class = if measure.holds() { "good" } else { "bad" };
    html! {
        tr {
            td { (link(gathered, place)) }
            td class=(class) {
                (exact(measure.value)) " " (bar(measure.value, measure.limit, class))
            }
            td { (exact(measure.limit)) }
            @if let Some(puzzle) = &measure.puzzle { td { (plain::clean(puzzle)) } }
        }
    }
}

/// The quantity that a check measures, with its unit.
fn unit(check: Check) -> &'static str {
    match check {
        Check::BoardGrowth => "cost, as a multiple of what growth with the tiles allows",
        Check::BoardMemory => "bytes of a board, as a multiple of the model's",
        Check::SolverTime => "work, as a multiple of the model's",
        Check::SolverMemory => "bytes of a search, as a multiple of the model's",
        Check::SolverCaching => "calls of a distance, for each board",
        Check::SolverCriticalOptimization => {
            "boards in the queue, as a multiple of what the optimization leaves there"
        }
        _ => "what it takes, in the check's own unit",
    }
}
