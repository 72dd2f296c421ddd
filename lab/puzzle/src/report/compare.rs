//! Reports that compare searches.

use std::fmt::Write as _;

use grade::pretty::pretty;
use serde_json::{Value, json};
use terminal::page::{Layout, Page};
use terminal::style::paint;

use super::solve::statistics;
use crate::compare::{Row, Verdict};

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

fn cells(row: &Row, with_times: bool) -> Vec<String> {
    let moves = match row.verdict {
        Verdict::Shortest(moves) | Verdict::Longer(moves) | Verdict::Unproven(moves) => {
            moves.to_string()
        }
        Verdict::GaveUp => "-".to_owned(),
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
    cells.push(verdict(row.verdict).to_owned());
    cells
}

fn verdict(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Shortest(_) => "yes",
        Verdict::Longer(_) => "no",
        Verdict::Unproven(_) => "not proven",
        Verdict::GaveUp => "gave up",
    }
}

/// Formats the comparison as a table for people.
pub fn compare(rows: &[Row], with_times: bool, layout: &Layout) -> String {
    let mut page = Page::new(layout);
    let styles = page.styles;
    let headings = headings(with_times);
    let table: Vec<Vec<String>> = rows.iter().map(|row| cells(row, with_times)).collect();
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
            Verdict::Shortest(_) => styles.good,
            Verdict::Longer(_) => styles.bad,
            Verdict::Unproven(_) | Verdict::GaveUp => styles.warn,
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
pub fn compare_markdown(rows: &[Row], with_times: bool) -> String {
    let headings = headings(with_times);
    let mut text = format!("| {} |\n|", headings.join(" | "));
    for column in 0..headings.len() {
        text.push_str(if is_text(column, headings.len()) { "---|" } else { "--:|" });
    }
    text.push('\n');
    for row in rows {
        let _ = writeln!(text, "| {} |", cells(row, with_times).join(" | "));
    }
    text
}

/// Formats the comparison as JSON, with schema `puzzle-compare/1`.
pub fn compare_json(rows: &[Row], with_times: bool) -> String {
    let row = |row: &Row| {
        let (status, moves) = match row.verdict {
            Verdict::Shortest(moves) => ("shortest", Some(moves)),
            Verdict::Longer(moves) => ("longer", Some(moves)),
            Verdict::Unproven(moves) => ("unproven", Some(moves)),
            Verdict::GaveUp => ("gave_up", None),
        };
        let mut value = json!({
            "algorithm": row.algorithm.name(),
            "heuristic": row.heuristic.as_ref().map(ToString::to_string),
            "status": status,
            "moves": moves,
            "statistics": statistics(row.statistics),
        });
        if with_times {
            value["seconds"] = json!(row.time.as_secs_f64());
        }
        value
    };
    let rows: Vec<Value> = rows.iter().map(row).collect();
    pretty(&json!({ "schema": "puzzle-compare/1", "searches": rows })) + "\n"
}
