//! Lists groups of submissions that fail in the same way, to help everyone in a group at once.

use std::cmp::Reverse;

use grade::Cause;
use grade::words::{counted, singular_or_plural};
use maud::{Markup, html};
use report::plain;

use super::{Gathered, render_links};
use crate::gather::{Faults, RowIndex};
use crate::markup::prose;

pub(super) fn alike_section(gathered: &Gathered) -> Markup {
    let (mut groups, single): (Vec<(&Faults, &Vec<RowIndex>)>, Vec<_>) =
        gathered.alike.iter().partition(|(_, places)| places.len() > 1);
    // Sort by size, largest first, then by the first submission.
    groups.sort_by_key(|(_, places)| (Reverse(places.len()), places[0]));
    if groups.is_empty() {
        return html! { p { "No two submissions fail the same checks in the same way." } };
    }
    let has_ids = groups.iter().any(|(_, places)| gathered.rows[places[0]].group.is_some());
    html! {
        @if has_ids {
            p {
                "A correction in " code { "overrides.toml" } " can name one of these groups \
            instead of "
                "a submission. It then also applies to later submissions that fail in the same \
                 way."
            }
        }
        ol class="alike" {
            @for (faults, places) in groups { li { (render_group(gathered, faults, places)) } }
        }
        @if !single.is_empty() {
            p class="note" { (fail_count_text(single.len())) " in a way that no other submission does." }
        }
    }
}

fn fail_count_text(number: usize) -> String {
    let verb = singular_or_plural(number, "fails", "fail");
    format!("{} {verb}", counted(number, "submission"))
}

fn render_group(gathered: &Gathered, faults: &Faults, places: &[RowIndex]) -> Markup {
    html! {
        b { (counted(places.len(), "submission")) }
        @if let Some(id) = &gathered.rows[places[0]].group {
            " " code class="id" { "group = \"" (id) "\"" }
        }
        ul class="faults" {
            @for (check, cause) in faults {
                // Grades from earlier versions have no cause.
                @let what = cause.as_ref().map_or_else(|| check.condition_for_passing().to_owned(), Cause::sentence);
                li { code { (check.id()) } ": " (prose(&plain::sentence(&what))) }
            }
        }
        (render_links(gathered, places))
    }
}
