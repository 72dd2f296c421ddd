//! Fills in the cells of a gradebook.

use std::collections::{BTreeMap, BTreeSet};

use grade::points::Points;
use intake::class::names::letters_and_digits;

use super::amount::{self, CellValue};
use super::filled::{CellFate, CommentFate, Filled, GradeCell, KeptReason};
use super::plan::{AboveMaximum, SheetPlan};
use super::section::CourseSection;
use super::sheet::Sheet;
use super::students::{RowOwner, StudentColumns, StudentIndex};
use super::{Award, FillOptions, GradebookEntry, GradebookError, Scale, escape_formula};

/// Fills in the grade column that a plan has located.
pub(super) fn fill_planned_column(
    mut sheet: Sheet,
    plan: &SheetPlan,
    entries: &[GradebookEntry],
    how: &FillOptions,
) -> Result<Filled, GradebookError> {
    let column = sheet.cell(0, plan.grade);
    let scale = Scaling::new(plan, &column, entries, how)?;
    let columns = StudentColumns::find(&sheet, plan, how.students.as_deref())?;
    let rows = student_rows(&sheet, plan, &columns);
    let whose = row_owners(&sheet, &columns, &rows, entries);
    let section = how.section.as_deref().map(|name| {
        let rows: Vec<usize> = rows.iter().map(|(row, _)| *row).collect();
        CourseSection::find(&sheet, &rows, name)
    });
    let section = section.transpose()?;

    let mut cells = Vec::new();
    // Entries matched by rows in other sections.
    let mut elsewhere = Vec::new();
    for ((row, student), whose) in rows.into_iter().zip(whose) {
        if section.as_ref().is_some_and(|section| !section.contains_row(&sheet, row)) {
            elsewhere.extend(whose.possible_entries());
            continue;
        }
        let old = sheet.cell(row, plan.grade);
        let (line, comment) = (sheet.line_number(row), CommentFate::None);
        let is_test = plan
            .test_student
            .is_some_and(|name| letters_and_digits(name) == letters_and_digits(&student))
            || plan.test_rows.contains(&row);
        let cell = |entry, fate| GradeCell { line, student, entry, old, fate, comment };
        if is_test {
            let entry = match whose {
                RowOwner::Entry { place, .. } => Some(place),
                RowOwner::Nobody | RowOwner::Unclear(_) => None,
            };
            cells.push(cell(entry, CellFate::Kept(KeptReason::TestStudent)));
            continue;
        }
        let place = match whose {
            RowOwner::Entry { place, .. } => place,
            RowOwner::Nobody => {
                cells.push(cell(None, CellFate::Kept(KeptReason::NoEntry)));
                continue;
            }
            RowOwner::Unclear(reason) => {
                cells.push(cell(None, CellFate::Kept(reason)));
                continue;
            }
        };
        let mut cell = cell(Some(place), CellFate::Same);
        cell.fate = cell_fate(&cell.old, entries[place].award, &scale, plan, how.overwrite);
        let is_locked = plan
            .changeable
            .map(|column| sheet.cell(row, column).trim().to_lowercase())
            .is_some_and(|answer| plan.no.contains(&answer.as_str()));
        let would_change = matches!(
            cell.fate,
            CellFate::Written(_) | CellFate::Kept(KeptReason::OtherPoints { .. })
        );
        if is_locked && would_change {
            cell.fate = CellFate::Kept(KeptReason::Locked);
        }
        if let Some(column) = plan.comment
            && !is_locked
            && gets_comment(&cell, plan)
        {
            let comment = entries[place].comment.as_ref().map(|text| {
                escape_formula(&if plan.comments_are_html { to_html(text) } else { text.clone() })
            });
            cell.comment = write_comment(&mut sheet, row, column, comment);
        }
        if let CellFate::Written(text) = &mut cell.fate {
            if how.decimal_comma {
                *text = text.replace('.', ",");
            }
            sheet.set_cell(row, plan.grade, text);
        }
        cells.push(cell);
    }
    let seen: BTreeSet<usize> =
        cells.iter().flat_map(GradeCell::possible_entries).chain(elsewhere).collect();
    if !entries.is_empty() && seen.is_empty() {
        return Err(GradebookError::NoStudents);
    }
    let absent = (0..entries.len()).filter(|place| !seen.contains(place)).collect();
    let (worth, has_comments) = (plan.worth, plan.comment.is_some());
    Ok(Filled { text: sheet.to_text(), column, worth, has_comments, cells, absent })
}

/// Returns the student rows with their labels, including the platform's test student.
fn student_rows(sheet: &Sheet, plan: &SheetPlan, columns: &StudentColumns) -> Vec<(usize, String)> {
    let rows = (1..sheet.rows()).filter(|row| !plan.passed_over.contains(row));
    rows.filter_map(|row| Some((row, columns.row_label(sheet, row)?))).collect()
}

/// Finds the entry for each row. When several rows match an entry, a row that matches by more than a name wins.
fn row_owners(
    sheet: &Sheet,
    columns: &StudentColumns,
    rows: &[(usize, String)],
    entries: &[GradebookEntry],
) -> Vec<RowOwner> {
    let index = StudentIndex::new(entries, columns);
    let mut whose: Vec<RowOwner> =
        rows.iter().map(|(row, _)| index.owner_of(sheet, *row)).collect();
    let knowing = index.reliable_columns(sheet, rows, &whose);
    let mut rows_of: BTreeMap<usize, Vec<(usize, bool)>> = BTreeMap::new();
    // These entries should not be assigned to another row by name alone.
    let mut unclear: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for (at, whose) in whose.iter().enumerate() {
        match whose {
            RowOwner::Entry { place, is_weak } => {
                rows_of.entry(*place).or_default().push((at, *is_weak));
            }
            RowOwner::Nobody => {}
            RowOwner::Unclear(reason) => {
                for place in reason.entries_that_could_match() {
                    unclear.entry(place).or_default().push(at);
                }
            }
        }
    }
    for (place, found) in rows_of {
        let by_id = found.iter().filter(|(_, is_weak)| !is_weak).count();
        let others = unclear.get(&place).map_or(&[][..], Vec::as_slice);
        let lines = || {
            let all = found.iter().map(|(at, _)| at).chain(others);
            let lines: BTreeSet<usize> = all.map(|at| sheet.line_number(rows[*at].0)).collect();
            lines.into_iter().collect()
        };
        for (at, is_weak) in &found {
            whose[*at] = match (found.len(), by_id) {
                (1, _) if *is_weak && !others.is_empty() => {
                    RowOwner::Unclear(KeptReason::SeveralRows { entry: place, lines: lines() })
                }
                // Another row matches this entry by more than a name.
                (2.., 1) if *is_weak => RowOwner::Nobody,
                (1, _) | (_, 1) if !is_weak => continue,
                (1, _) if index.has_other_id(sheet, &knowing, rows[*at].0, place) => {
                    RowOwner::Unclear(KeptReason::OtherId(place))
                }
                (1, _) => continue,
                _ => RowOwner::Unclear(KeptReason::SeveralRows { entry: place, lines: lines() }),
            };
        }
    }
    whose
}

/// Parses a cell, including words for a missing grade.
fn cell_value(cell: &str, plan: &SheetPlan) -> CellValue {
    match amount::parse_cell(cell) {
        CellValue::Word if plan.blank.iter().any(|word| cell.trim().eq_ignore_ascii_case(word)) => {
            CellValue::Nothing
        }
        held => held,
    }
}

/// Returns `true` if a comment may be written. The comment on a rejected submission gives the reason, and should not be
/// written when points were entered manually.
fn gets_comment(cell: &GradeCell, plan: &SheetPlan) -> bool {
    match cell.fate {
        CellFate::Written(_) | CellFate::Same => true,
        CellFate::Kept(KeptReason::Rejected) => cell_value(&cell.old, plan) == CellValue::Nothing,
        CellFate::Kept(_) => false,
    }
}

fn cell_fate(
    old: &str,
    award: Award,
    scale: &Scaling,
    plan: &SheetPlan,
    overwrite: bool,
) -> CellFate {
    let held = cell_value(old, plan);
    let points = match (award, held) {
        (Award::Held, _) => return CellFate::Kept(KeptReason::Held),
        (Award::Unknown, _) => return CellFate::Kept(KeptReason::NoScore),
        (Award::Incomplete, _) => return CellFate::Kept(KeptReason::Incomplete),
        // Unless the rubric says `rejected = "zero"`, a person decides about a rejected submission.
        (Award::Rejected { is_zero: false }, _) => return CellFate::Kept(KeptReason::Rejected),
        (_, CellValue::Word) => return CellFate::Kept(KeptReason::Word),
        (Award::Points { held, of }, _) => scale.points_to_enter(held, of),
        (_, CellValue::Nothing) => Points::ZERO,
        (_, CellValue::Number(Some(0))) => return CellFate::Same,
        (Award::Missing, CellValue::Number(_)) => return CellFate::Kept(KeptReason::HasPoints),
        (Award::Rejected { .. }, CellValue::Number(_)) => {
            return CellFate::Kept(KeptReason::RejectedWithPoints);
        }
    };
    if let CellValue::Number(Some(number)) = held
        && amount::is_same(number, points, plan.decimals)
    {
        return CellFate::Same;
    }
    let most = plan.worth.or(scale.worth);
    if plan.above == AboveMaximum::IsLost && most.is_some_and(|most| points > most) {
        return CellFate::Kept(KeptReason::TooMany { points });
    }
    // The export does not show who entered these points, so an instructor has to ask for the change.
    if matches!(held, CellValue::Number(_)) && !overwrite {
        return CellFate::Kept(KeptReason::OtherPoints { points });
    }
    CellFate::Written(points.to_string())
}

/// Converts a text with line breaks to HTML.
fn to_html(text: &str) -> String {
    let text = text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    text.replace('\n', "<br>")
}

/// Writes a comment, unless the comment cell already has one.
fn write_comment(
    sheet: &mut Sheet,
    row: usize,
    column: usize,
    comment: Option<String>,
) -> CommentFate {
    let Some(comment) = comment else { return CommentFate::None };
    let old = sheet.cell(row, column);
    if old.trim().is_empty() {
        sheet.set_cell(row, column, &comment);
    } else if old != comment {
        return CommentFate::Kept;
    }
    CommentFate::There
}

struct Scaling {
    worth: Option<Points>,
    is_scaled: bool,
}

impl Scaling {
    fn new(
        plan: &SheetPlan,
        column: &str,
        entries: &[GradebookEntry],
        how: &FillOptions,
    ) -> Result<Self, GradebookError> {
        let column = || column.to_owned();
        let worth = match how.scale {
            Scale::To(points) => Some(points),
            _ => plan.worth,
        };
        for entry in entries {
            let Award::Points { of, .. } = entry.award else { continue };
            match (how.scale, worth) {
                (Scale::AsIs, _) => {}
                (_, None) => return Err(GradebookError::UnknownWorth { column: column(), of }),
                (Scale::Same, Some(worth)) if worth != of => {
                    return Err(GradebookError::OtherWorth { column: column(), worth, of });
                }
                (Scale::Column | Scale::To(_), Some(worth))
                    if worth == Points::ZERO || of == Points::ZERO =>
                {
                    return Err(GradebookError::NoScale { worth, of });
                }
                _ => {}
            }
        }
        let is_scaled = matches!(how.scale, Scale::Column | Scale::To(_));
        Ok(Self { worth, is_scaled })
    }

    fn points_to_enter(&self, held: Points, maximum: Points) -> Points {
        match self.worth.filter(|_| self.is_scaled) {
            Some(worth) => held.scaled(maximum, worth),
            None => held,
        }
    }
}
