//! The submissions that take most of whatever is limited.

use std::cmp::Reverse;

use grade::Measure;
use grade::check::Check;
use grade::points::Points;
use report::plain;

use super::{Gathered, bar, link};
use crate::gather::{CheckFacts, Place};
use crate::markup::Html;

/// The most submissions that are shown of each limit.
const SHOWN: usize = 5;

pub(super) fn show(gathered: &Gathered) -> Html {
    let mut html = Html::new();
    let measured = || gathered.checks.iter().filter(|(_, facts)| !facts.measures.is_empty());
    if measured().next().is_none() {
        html.leaf("p", &[], "Nothing was measured.");
        return html;
    }
    html.element("p", &[], |html| {
        html.text("For each limit, who takes most of it. ");
        html.text("All are multiples, mostly of what the model answer takes.");
    });
    html.element("div", &[("class", "limits")], |html| {
        // The limits that people ask for most come first: time, then memory, then the rest.
        let rank = |check: Check| match check {
            Check::SolverTime => 0,
            Check::SolverMemory => 1,
            _ => 2,
        };
        let mut all: Vec<_> = measured().collect();
        all.sort_by_key(|(check, _)| rank(**check));
        for (check, facts) in all {
            table(html, gathered, *check, facts);
        }
    });
    html
}

fn table(html: &mut Html, gathered: &Gathered, check: Check, facts: &CheckFacts) {
    let mut worst: Vec<&(Measure, Place)> = facts.measures.iter().collect();
    // Of two that take as much, the first by name.
    worst.sort_by_key(|(measure, place)| (Reverse(measure.value), *place));
    let has_puzzles = worst.iter().any(|(measure, _)| measure.puzzle.is_some());
    let over = worst.iter().filter(|(measure, _)| !measure.holds()).count();
    html.element("table", &[("class", "limit")], |html| {
        html.element("caption", &[], |html| {
            html.leaf("code", &[], check.id());
            html.text(&format!(": {}", unit(check)));
            if over > 0 {
                html.text(&format!("; {over} over the limit"));
            }
        });
        html.element("thead", &[], |html| {
            html.element("tr", &[], |html| {
                let titles = ["submission", "takes", "of", "puzzle"];
                for title in &titles[..if has_puzzles { 4 } else { 3 }] {
                    html.leaf("th", &[("scope", "col")], title);
                }
            });
        });
        html.element("tbody", &[], |html| {
            for (measure, place) in worst.iter().take(SHOWN) {
                line(html, gathered, measure, *place);
            }
        });
    });
}

fn line(html: &mut Html, gathered: &Gathered, measure: &Measure, place: Place) {
    let exact = |hundredths: u64| Points::from_thousandths(hundredths * 10).to_string();
    let class = if measure.holds() { "good" } else { "bad" };
    html.element("tr", &[], |html| {
        html.element("td", &[], |html| link(html, gathered, place));
        html.element("td", &[("class", class)], |html| {
            html.text(&exact(measure.value)).text(" ");
            bar(html, measure.value, measure.limit, class);
        });
        html.leaf("td", &[], &exact(measure.limit));
        if let Some(puzzle) = &measure.puzzle {
            html.leaf("td", &[], &plain::clean(puzzle));
        }
    });
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
