//! Renders the statistics for each check: the number of passes, how well the check separates strong and weak
//! submissions, and the smallest failing case.

use std::cmp::Reverse;

use grade::Visibility;
use grade::check::Check;
use grade::words::counted;
use maud::{Markup, html};
use report::plain;

use super::difference::CheckCorrelation;
use super::{Gathered, render_bar, render_link_to_student, render_links};
use crate::evidence;
use crate::gather::CheckFacts;
use crate::markup::prose;

/// The number of checks that are open initially.
/// The checks that most submissions fail come first, and an instructor reads these.
const OPEN: usize = 3;

pub(super) fn checks_section(gathered: &Gathered) -> Markup {
    let mut failed: Vec<(&Check, &CheckFacts)> =
        gathered.checks.iter().filter(|(_, facts)| !facts.failed.is_empty()).collect();
    // Stable: equal counts remain in report order.
    failed.sort_by_key(|(_, facts)| Reverse(facts.failed.len()));
    html! {
        @if failed.is_empty() { p { "No check fails." } } @else { (failed_table(&failed)) }
        @for (i, (check, facts)) in failed.iter().enumerate() {
            details class="check" open[i < OPEN] { (check_details(gathered, **check, facts)) }
        }
        (untested_checks(gathered))
    }
}

fn failed_table(failed: &[(&Check, &CheckFacts)]) -> Markup {
    html! {
        // The ARIA roles keep the table for screen readers when CSS replaces the layout on phones.
        table class="telling" role="table" {
            caption class="unseen" { "Checks that some submissions fail" }
            thead role="rowgroup" {
                tr role="row" {
                    @for title in ["check", "points", "passed", "strong and weak submissions"] {
                        th scope="col" role="columnheader" { (title) }
                    }
                }
            }
            tbody role="rowgroup" {
                @for (check, facts) in failed {
                    @let difference = CheckCorrelation::between(&facts.beside);
                    @let all = facts.passed + facts.failed.len();
                    tr role="row" {
                        td role="cell" { code { (check.id()) } }
                        td role="cell" { (facts.max_score) }
                        td role="cell" class="points" {
                            (render_bar(facts.passed as u64, all as u64, "good"))
                            (facts.passed) " of " (all)
                        }
                        td role="cell" class=[difference.is_odd().then_some("bad")] {
                            @if let Some(number) = difference.decimals() { b { (number) } " " }
                            small { (difference.sentence()) }
                        }
                    }
                }
            }
        }
        p class="note" {
            "The last column shows the point-biserial correlation, from -1 to 1, between passing the \
             check and the points from all other checks. Near 1, the check separates strong and \
             weak submissions well. Below 0, it needs attention. Submissions without a verdict are \
             not counted."
        }
    }
}

fn check_details(gathered: &Gathered, check: Check, facts: &CheckFacts) -> Markup {
    let (fails, all) = (facts.failed.len(), facts.passed + facts.failed.len());
    html! {
        summary {
            code { (check.id()) }
            (render_bar(fails as u64, all as u64, "bad"))
            span { (fails) " of " (all) " fail" }
        }
        p class="rule" {
            "rule: " (prose(check.condition_for_passing())) "; worth " (facts.max_score)
            @match facts.visibility {
                Visibility::Visible => {},
                Visibility::AfterDueDate => "; students see it after the due date",
                Visibility::Hidden => "; students cannot see it",
            }
            @if facts.skipped > 0 { "; no verdict for " (facts.skipped) }
        }
        @if let Some(smallest) = &facts.smallest {
            div class="smallest" {
                p class="summary" {
                    "the smallest failing case, from " (render_link_to_student(gathered, smallest.place)) ": "
                    (prose(&plain::sentence(&smallest.failure.summary)))
                }
                (evidence::render_case(&smallest.failure))
            }
        }
        (render_links(gathered, &facts.failed))
        p class="js" { a href="#students" data-failed=(check.id()) { "show these submissions in the table" } }
    }
}

fn untested_checks(gathered: &Gathered) -> Markup {
    let passed = gathered.checks.iter().filter(|(_, facts)| facts.failed.is_empty());
    let passed: Vec<&Check> = passed.map(|(check, _)| check).collect();
    html! {
        @if !passed.is_empty() {
            details {
                summary { (counted(passed.len(), "check")) " that no submission fails" }
                ul class="names" {
                    @for check in passed { li { code { (check.id()) } } }
                }
            }
        }
    }
}
