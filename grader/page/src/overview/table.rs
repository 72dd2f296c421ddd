//! Renders the table of submissions, sorted by name. The page's script can sort and filter it.
//!
//! Large tables are slow to lay out, because the width of a column depends on every row. Therefore, each row is a CSS
//! grid, and the rows are split among several `tbody` elements, of which browsers lay out only the visible ones. ARIA
//! roles keep the table structure for screen readers.

use grade::Status;
use maud::{Markup, html};
use report::plain;

use super::{Gathered, render_bar};
use crate::gather::StudentRow;
use crate::markup::{id_of, prose};

/// The title, sort order and CSS class of each column.
const COLUMNS: [(&str, &str, &str); 5] = [
    ("submission", "text", "who"),
    ("score", "number", "points"),
    ("by hand", "number", "change"),
    ("late", "text", "late"),
    ("failed checks", "number", "missed"),
];

/// The maximum number of failed checks to name in a row.
/// The row should stay on one line.
const NAMED: usize = 3;

/// The number of rows in each `tbody`. The stylesheet contains the same number to estimate the height of the page.
const TOGETHER: usize = 40;

pub(super) fn table_section(gathered: &Gathered) -> Markup {
    let is_any = |is: &dyn Fn(&StudentRow) -> bool| gathered.rows.iter().any(is);
    let shown = [
        true,
        true,
        is_any(&|row| row.change.is_some()),
        is_any(&|row| row.submitter.late.is_some()),
        true,
    ];
    let columns = [
        (shown[2], "has-change"),
        (shown[3], "has-late"),
        (is_any(&|row| row.taken.is_some()), "has-taken"),
    ];
    let columns: Vec<&str> =
        columns.into_iter().filter_map(|(is_shown, class)| is_shown.then_some(class)).collect();
    html! {
        (render_filter_form(gathered))
        table id="submissions" role="table" class=(columns.join(" ")) {
            caption class="unseen" { "All submissions" }
            thead role="rowgroup" {
                tr role="row" {
                    @for ((title, kind, class), _) in COLUMNS.iter().zip(shown).filter(|column| column.1) {
                        th scope="col" role="columnheader" class=(class) data-kind=(kind) {
                            (title)
                        }
                    }
                }
            }
            @for rows in gathered.rows.chunks(TOGETHER) {
                tbody role="rowgroup" { @for row in rows { (render_row(row, shown)) } }
            }
        }
    }
}

fn render_filter_form(gathered: &Gathered) -> Markup {
    let is_any_held = gathered.rows.iter().any(|row| row.status == Status::Held);
    let statuses = Status::ALL.into_iter().chain(is_any_held.then_some(Status::Held));
    let statuses = statuses.map(Status::as_str).chain(["corrected", "late"]);
    let failed = gathered.checks.iter().filter(|(_, facts)| !facts.failed.is_empty());
    html! {
        div class="filter js" role="search" {
            label { "name " input type="search" id="by-text" autocomplete="off"; }
            label { "status " (render_select("by-status", statuses)) }
            label { "failed check " (render_select("by-failed", failed.map(|(check, _)| check.id()))) }
            p id="count" role="status" {}
        }
    }
}

fn render_select<'a>(id: &str, values: impl Iterator<Item = &'a str>) -> Markup {
    html! {
        select id=(id) {
            option value="" { "any" }
            @for value in values { option value=(value) { (value) } }
        }
    }
}

/// Renders a row. For the script, `data-is` contains the states, `data-failed` all failed checks unless the row names
/// them, and `data-key` the sort key unless it is the cell's text.
fn render_row(row: &StudentRow, shown: [bool; COLUMNS.len()]) -> Markup {
    let failed: Vec<&str> = row.failed.iter().map(|check| check.id()).collect();
    let mut states = vec![row.status.as_str()];
    states.extend(row.is_corrected.then_some("corrected"));
    states.extend(row.submitter.late.is_some().then_some("late"));
    let late = row.submitter.late.as_deref().unwrap_or_default();
    html! {
        tr role="row" data-is=(states.join(" "))
            data-failed=[(failed.len() > NAMED).then(|| failed.join(" "))]
        {
            td role="cell" class="who" {
                a href={ "#" (id_of(&row.name)) } { bdi { (student_or_submission_name(row)) } }
                @if student_or_submission_name(row) != row.name { " " small { bdi { (row.name) } } }
            }
            td role="cell" class="points" data-key=[row.score.is_none().then_some("")] {
                @match row.score {
                    None if row.is_incomplete => span class="tag" { "not graded by hand" },
                    None => span class="tag" { "no score" },
                    Some(score) => {
                        (render_bar(score.thousandths(), row.max_score.thousandths(), "fill"))
                        b { (score) }
                        @if row.is_incomplete { " " small { "so far" } }
                    },
                }
            }
            @if shown[2] { td role="cell" class="change" { @if let Some(change) = row.change { (change) } } }
            @if shown[3] {
                td role="cell" class="late" {
                    (late)
                    @if let Some(taken) = row.taken { ": " b { (taken) } }
                }
            }
            td role="cell" class="missed" data-key=(failed.len()) { (render_failed_checks(row, &failed)) }
        }
    }
}

fn student_or_submission_name(row: &StudentRow) -> String {
    row.submitter.names_besides(&row.name).unwrap_or_else(|| row.name.clone())
}

fn render_failed_checks(row: &StudentRow, failed: &[&str]) -> Markup {
    html! {
        @match row.status {
            Status::Rejected => {
                span class="tag" { "rejected" } " "
                (prose(&plain::sentence(row.reason.as_deref().unwrap_or_default())))
            },
            Status::GraderError => "grader error",
            Status::Held => span class="tag" { "held back" },
            Status::Graded => {
                @for (i, id) in failed.iter().take(NAMED).enumerate() {
                    @if i > 0 { ", " }
                    code { (id) }
                }
                @if failed.len() > NAMED { " and " (failed.len() - NAMED) " more" }
            },
        }
    }
}
