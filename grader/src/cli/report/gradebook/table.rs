//! Formats changes to a gradebook as a table.

use std::fmt::Write as _;

use gradebook::{Award, CellFate, Filled, GradeCell, GradebookEntry};
use terminal::wrap::{Align, aligned_columns, escape};

/// The number of rows of a terminal of unknown size.
/// This is the height of the classic VT100.
const ROWS: usize = 24;

/// The number of rows reserved for other output.
/// They are for the header, the names of files, totals and the question whether to write.
const OTHERS: usize = 8;

/// Returns the number of changes that fit on a screen.
pub(super) fn rows_on_screen() -> usize {
    let rows = terminal_size::terminal_size().map_or(ROWS, |(_, rows)| usize::from(rows.0));
    // Even on a tiny screen, some changes should be visible.
    rows.saturating_sub(OTHERS).max(OTHERS)
}

/// Returns a remark about a changed cell, or an empty string.
pub(super) type Note<'a> = &'a dyn Fn(&GradeCell) -> &'static str;

/// Formats changed cells, limited to `most` rows.
pub(super) fn changes_table(filled: &Filled, note: Note<'_>, most: usize) -> String {
    let change = |cell: &GradeCell| change_row(cell, note(cell));
    let rows: Vec<[String; 3]> = filled.cells.iter().filter_map(change).collect();
    let more = rows.len().saturating_sub(most);
    let mut text = align_changes("student", &rows[..rows.len() - more]);
    if more > 0 {
        let _ = writeln!(text, "... and {more} more; use `--preview` to see them");
    }
    text
}

/// Formats changed cells, followed by unchanged cells with reasons.
pub(super) fn full_table(filled: &Filled, entries: &[GradebookEntry], note: Note<'_>) -> String {
    let mut text = changes_table(filled, note, usize::MAX);
    let kept = |cell: &GradeCell| {
        let why = match &cell.fate {
            CellFate::Written(_) => return None,
            CellFate::Same if note(cell).is_empty() => "already up to date".to_owned(),
            CellFate::Same => format!("already up to date, {}", note(cell)),
            CellFate::Kept(reason) => reason.describe(entries),
        };
        Some([escape(&cell.student), old_value(&cell.old), escape(&why)])
    };
    let mut rows: Vec<[String; 3]> = filled.cells.iter().filter_map(kept).collect();
    rows.extend(filled.absent.iter().map(|place| {
        let GradebookEntry { label, award, .. } = &entries[*place];
        let why = match award {
            Award::Points { held, of } => format!("no row for {held} of {of} points"),
            Award::Held => "no row; the grade is held back".to_owned(),
            Award::Unknown => "no row, and no score".to_owned(),
            Award::Incomplete => "no row, and not completely graded by hand yet".to_owned(),
            Award::Missing => "no row, and no submission".to_owned(),
            Award::Rejected { .. } => "no row; the submission was rejected".to_owned(),
        };
        [escape(label), String::new(), why]
    }));
    if !rows.is_empty() {
        if !text.is_empty() {
            text.push('\n');
        }
        text += &aligned_with(["not changed", "old", "why"], &rows);
    }
    text
}

/// Returns the student's name, and the old value of the cell, if any.
pub(super) fn name_with_old(cell: &GradeCell) -> String {
    if is_blank(&cell.old) {
        cell.student.clone()
    } else {
        format!("{} ({})", cell.student, cell.old.trim())
    }
}

pub(super) fn is_blank(old: &str) -> bool {
    // Moodle writes a dash for no grade.
    matches!(old.trim(), "" | "-")
}

fn change_row(cell: &GradeCell, note: &str) -> Option<[String; 3]> {
    let CellFate::Written(new) = &cell.fate else { return None };
    let new = if note.is_empty() { new.clone() } else { format!("{new}  {note}") };
    Some([escape(&cell.student), old_value(&cell.old), new])
}

/// Returns the old value, or a dash for an empty cell.
fn old_value(old: &str) -> String {
    match old.trim() {
        "" => "-".to_owned(),
        old => escape(old),
    }
}

fn align_changes(first: &str, rows: &[[String; 3]]) -> String {
    if rows.is_empty() { String::new() } else { aligned_with([first, "old", "new"], rows) }
}

/// Aligns the columns of a table, with the second column right-aligned.
fn aligned_with(header: [&str; 3], rows: &[[String; 3]]) -> String {
    let lines = [&[header.map(str::to_owned)], rows].concat();
    let aligned = aligned_columns([Align::Left, Align::Right, Align::Left], &lines);
    aligned.into_iter().map(|line| line + "\n").collect()
}

#[cfg(test)]
mod tests {
    use grade::points::Points;
    use gradebook::{CommentFate, KeptReason};
    use insta::assert_snapshot;

    use super::*;

    fn cell(student: &str, old: &str, fate: CellFate) -> GradeCell {
        let (line, comment) = (2, CommentFate::None);
        GradeCell {
            line,
            student: student.to_owned(),
            entry: Some(0),
            old: old.to_owned(),
            fate,
            comment,
        }
    }

    #[test]
    fn old_and_new_scores_are_shown_side_by_side() {
        let written = |new: &str| CellFate::Written(new.to_owned());
        let filled = Filled {
            text: String::new(),
            column: "Grade".to_owned(),
            worth: None,
            has_comments: false,
            cells: vec![
                cell("Doe, Jane", "", written("87.5")),
                cell("Müller, Zoë", "55.00", written("0")),
                cell("Roe\u{1b}, John", "100", CellFate::Same),
                cell("Poe, Zoe", "EX", CellFate::Kept(KeptReason::Word)),
            ],
            absent: vec![0],
        };
        let note: Note<'_> = &|cell| if cell.old == "55.00" { "rejected" } else { "" };
        let entry = GradebookEntry {
            label: "Eve (15)".to_owned(),
            known_as: gradebook::KnownAs::default(),
            award: Award::Points { held: Points::ZERO, of: Points::from_thousandths(100_000) },
            comment: None,
        };
        assert_snapshot!(full_table(&filled, std::slice::from_ref(&entry), note), @r"
        student        old  new
        Doe, Jane        -  87.5
        Müller, Zoë  55.00  0  rejected

        not changed      old  why
        Roe\u{1b}, John  100  already up to date
        Poe, Zoe          EX  the cell contains a word instead of a number
        Eve (15)              no row for 0 of 100 points
        ");
        assert_snapshot!(changes_table(&filled, note, 1), @"
        student    old  new
        Doe, Jane    -  87.5
        ... and 1 more; use `--preview` to see them
        ");
        assert_eq!(changes_table(&Filled { cells: Vec::new(), ..filled }, note, 9), "");
    }
}
