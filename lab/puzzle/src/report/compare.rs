//! Reports that compare searches.

use std::fmt::Write as _;

use grade::pretty::to_pretty_json;
use serde_json::{Value, json};
use terminal::page::{Layout, Page};
use terminal::style::paint;

use super::solve::statistics_to_json;
use crate::compare::{ComparedSearch, SearchVerdict};

/// Returns the column headings. The first two columns and the last contain text, the others numbers.
fn headings(with_times: bool) -> Vec<&'static str> {
    let mut headings =
        vec!["algorithm", "heuristic", "expanded", "generated", "max frontier", "moves"];
    if with_times {
        headings.push("seconds");
    }
    headings.push("optimal?");
    headings
}

fn row_cells(row: &ComparedSearch, with_times: bool) -> Vec<String> {
    let moves = match row.verdict {
        SearchVerdict::Shortest(moves)
        | SearchVerdict::Longer(moves)
        | SearchVerdict::Unproven(moves) => moves.to_string(),
        SearchVerdict::GaveUp => "-".to_owned(),
    };
    let mut cells = vec![
        row.algorithm.name().to_owned(),
        row.heuristic.as_ref().map_or_else(|| "-".to_owned(), ToString::to_string),
        row.statistics.expanded.to_string(),
        row.statistics.generated.to_string(),
        row.statistics.largest.to_string(),
        moves,
    ];
    if with_times {
        cells.push(format!("{:.3}", row.time.as_secs_f64()));
    }
    cells.push(verdict_word(row.verdict).to_owned());
    cells
}

fn verdict_word(verdict: SearchVerdict) -> &'static str {
    match verdict {
        SearchVerdict::Shortest(_) => "yes",
        SearchVerdict::Longer(_) => "no",
        SearchVerdict::Unproven(_) => "not proven",
        SearchVerdict::GaveUp => "gave up",
    }
}

/// Formats the comparison as a table for people.
pub fn compare(rows: &[ComparedSearch], with_times: bool, layout: &Layout) -> String {
    let mut page = Page::new(layout);
    let styles = page.styles;
    let headings = headings(with_times);
    let table: Vec<Vec<String>> = rows.iter().map(|row| row_cells(row, with_times)).collect();
    let width = |column: usize| {
        let cells = table.iter().map(|row| row[column].len());
        cells.chain([headings[column].len()]).max().unwrap_or_default()
    };
    let widths: Vec<usize> = (0..headings.len()).map(width).collect();
    let line = |cells: &[String]| {
        let mut line = String::new();
        for (column, cell) in cells.iter().enumerate() {
            let width = widths[column];
            let _ = if is_text(column, cells.len()) {
                write!(line, "{cell:<width$}  ")
            } else {
                write!(line, "{cell:>width$}  ")
            };
        }
        line
    };
    let first: Vec<String> = headings.iter().map(|&heading| heading.to_owned()).collect();
    page.line(0, &paint(styles.strong, line(&first).trim_end()));
    for (row, cells) in rows.iter().zip(&table) {
        let style = match row.verdict {
            SearchVerdict::Shortest(_) => styles.good,
            SearchVerdict::Longer(_) => styles.bad,
            SearchVerdict::Unproven(_) | SearchVerdict::GaveUp => styles.warn,
        };
        let line = line(cells);
        let (counts, last) = line.split_at(line.len() - widths[cells.len() - 1] - 2);
        page.line(0, &format!("{counts}{}", paint(style, last.trim_end())));
    }
    page.finish()
}

fn is_text(column: usize, columns: usize) -> bool {
    column < 2 || column + 1 == columns
}

/// Formats the comparison as a Markdown table.
pub fn compare_markdown(rows: &[ComparedSearch], with_times: bool) -> String {
    let headings = headings(with_times);
    let mut text = format!("| {} |\n|", headings.join(" | "));
    for column in 0..headings.len() {
        text.push_str(if is_text(column, headings.len()) { "---|" } else { "--:|" });
    }
    text.push('\n');
    for row in rows {
        let _ = writeln!(text, "| {} |", row_cells(row, with_times).join(" | "));
    }
    text
}

/// Formats the comparison as JSON, with schema `puzzle-compare/1`.
pub fn compare_json(rows: &[ComparedSearch], with_times: bool) -> String {
    let row = |row: &ComparedSearch| {
        let (status, moves) = match row.verdict {
            SearchVerdict::Shortest(moves) => ("shortest", Some(moves)),
            SearchVerdict::Longer(moves) => ("longer", Some(moves)),
            SearchVerdict::Unproven(moves) => ("unproven", Some(moves)),
            SearchVerdict::GaveUp => ("gave_up", None),
        };
        let mut value = json!({
            "algorithm": row.algorithm.name(),
            "heuristic": row.heuristic.as_ref().map(ToString::to_string),
            "status": status,
            "moves": moves,
            "statistics": statistics_to_json(row.statistics),
        });
        if with_times {
            value["seconds"] = json!(row.time.as_secs_f64());
        }
        value
    };
    let rows: Vec<Value> = rows.iter().map(row).collect();
    to_pretty_json(&json!({ "schema": "puzzle-compare/1", "searches": rows })) + "\n"
}
