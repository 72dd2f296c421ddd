//! Fills in the rows of a gradebook.

use super::students::{Columns, Index, Names, Whose};
use super::{Entry, Fill, Filled, GradebookError, Sheet, harmless};

/// The columns that are filled in, once a platform has found them.
pub(super) struct Plan {
    /// The column of the grade.
    pub(super) grade: usize,
    /// The column of the comment, if there is one.
    pub(super) comment: Option<usize>,
    /// The column that says `No` if a grade cannot be changed, if there is one.
    pub(super) changeable: Option<usize>,
    /// The row that is of no student, if there is one.
    pub(super) passed_over: Option<usize>,
    /// The most points that the platform gives.
    pub(super) worth: Option<String>,
}

impl Plan {
    /// A plan that fills in one column.
    pub(super) fn of(grade: usize) -> Self {
        Self { grade, comment: None, changeable: None, passed_over: None, worth: None }
    }
}

/// Fills in what a plan says.
pub(super) fn fill(
    mut sheet: Sheet,
    plan: Plan,
    names: &Names,
    entries: &[Entry],
    how: &Fill,
) -> Result<Filled, GradebookError> {
    let columns = Columns::of(&sheet, names, how.students.as_deref())?;
    let index = Index::new(entries);
    let mut filled = Filled {
        text: String::new(),
        column: sheet.cell(0, plan.grade),
        worth: plan.worth,
        students: Vec::new(),
        unknown: Vec::new(),
        locked: Vec::new(),
        others: Vec::new(),
        unclear: Vec::new(),
    };
    let mut seen = vec![false; entries.len()];
    for row in 1..sheet.rows() {
        if plan.passed_over == Some(row) {
            continue;
        }
        let Some(label) = columns.label(&sheet, row) else { continue };
        let place = match index.whose(&columns, &sheet, row) {
            Whose::Entry(place) => place,
            Whose::Nobody => {
                filled.others.push(label);
                continue;
            }
            Whose::Unclear => {
                filled.unclear.push(label);
                continue;
            }
        };
        let entry = &entries[place];
        if std::mem::replace(&mut seen[place], true) {
            let (line, student) = (sheet.line(row), entry.label.clone());
            return Err(GradebookError::Twice { line, student });
        }
        let is_locked = |column| sheet.cell(row, column).trim().eq_ignore_ascii_case("no");
        if plan.changeable.is_some_and(is_locked) {
            filled.locked.push(entry.label.clone());
            continue;
        }
        let score = entry.score.map_or(String::new(), |score| score.to_string());
        let score = if how.decimal_comma { score.replace('.', ",") } else { score };
        sheet.set(row, plan.grade, &score);
        if let (Some(column), Some(comment)) = (plan.comment, &entry.comment) {
            sheet.set(row, column, &harmless(comment));
        }
        filled.students.push(entry.label.clone());
    }
    if !entries.is_empty() && !seen.contains(&true) {
        return Err(GradebookError::NoStudents);
    }
    let unseen = entries.iter().zip(&seen).filter(|(_, seen)| !**seen);
    filled.unknown = unseen.map(|(entry, _)| entry.label.clone()).collect();
    for list in [&mut filled.students, &mut filled.unknown, &mut filled.locked] {
        list.sort();
    }
    filled.text = sheet.text();
    Ok(filled)
}

/// The one column with a header that is meant; a header that is exactly this comes first.
pub(super) fn column(
    sheet: &Sheet,
    wanted: &str,
    is_meant: impl Fn(&str) -> bool,
) -> Result<usize, GradebookError> {
    let headers = sheet.headers();
    let find = |is: &dyn Fn(&str) -> bool| -> Vec<usize> {
        (0..headers.len()).filter(|column| is(headers[*column].trim())).collect()
    };
    let exact = find(&|header| header == wanted.trim());
    let found = if exact.is_empty() { find(&is_meant) } else { exact };
    let wanted = wanted.to_owned();
    match found[..] {
        [column] => Ok(column),
        [] => Err(GradebookError::NoColumn { wanted, there: headers }),
        _ => {
            let there = found.iter().map(|column| headers[*column].clone()).collect();
            Err(GradebookError::Columns { wanted, there })
        }
    }
}

/// The only column that can be meant where none is named.
pub(super) fn only_column(
    sheet: &Sheet,
    can_be: impl Fn(usize, &str) -> bool,
) -> Result<usize, GradebookError> {
    let headers = sheet.headers();
    let found: Vec<usize> =
        (0..headers.len()).filter(|column| can_be(*column, headers[*column].trim())).collect();
    if let [column] = found[..] {
        return Ok(column);
    }
    let there = found.iter().map(|column| headers[*column].clone()).collect();
    Err(GradebookError::NoChoice { there })
}
