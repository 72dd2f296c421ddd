//! The table of all submissions. The script of the page sorts and filters it; without a script it
//! is in the order of names.

use grade::Status;
use grade::points::Points;
use maud::{Markup, html};

use super::Gathered;
use crate::gather::Row;
use crate::markup::id_of;

/// The columns: what they are called, and how the script compares them.
const COLUMNS: [(&str, &str); 7] = [
    ("submission", "text"),
    ("status", "text"),
    ("grader", "number"),
    ("correction", "number"),
    ("final", "number"),
    ("checks failed", "number"),
    ("which", "text"),
];

pub(super) fn show(gathered: &Gathered) -> Markup {
    html! {
        (form(gathered))
        div class="scroll" {
            table id="submissions" {
                caption class="unseen" { "All submissions" }
                thead {
                    tr {
                        @for (title, kind) in COLUMNS {
                            th scope="col" data-kind=(kind) { (title) }
                        }
                    }
                }
                tbody {
                    @for row in &gathered.rows { (line(row)) }
                }
            }
        }
    }
}

/// The words that the script filters by.
fn form(gathered: &Gathered) -> Markup {
    let statuses = Status::ALL.into_iter().map(Status::as_str).chain(["corrected"]);
    let failed = gathered.checks.iter().filter(|(_, facts)| !facts.failed.is_empty());
    html! {
        div class="filter js" role="search" {
            label { "name " input type="search" id="by-text" autocomplete="off"; }
            label { "status " (select("by-status", statuses)) }
            label { "failed check " (select("by-failed", failed.map(|(check, _)| check.id()))) }
            p id="count" role="status" {}
        }
    }
}

fn select<'a>(id: &str, values: impl Iterator<Item = &'a str>) -> Markup {
    html! {
        select id=(id) {
            option value="" { "any" }
            @for value in values { option value=(value) { (value) } }
        }
    }
}

fn line(row: &Row) -> Markup {
    let points = |points: Option<Points>| points.map(|it| it.to_string()).unwrap_or_default();
    let failed: Vec<&str> = row.failed.iter().map(|it| it.id()).collect();
    html! {
        tr class=[row.is_corrected.then_some("corrected")] {
            td { a href={ "#" (id_of(&row.name)) } { (row.name) } }
            td { (row.status.as_str()) }
            td { (points(row.found)) }
            td { @if let Some(change) = row.change { (change) } }
            td { (points(row.score)) }
            td { (failed.len()) }
            td { (failed.join(" ")) }
        }
    }
}
