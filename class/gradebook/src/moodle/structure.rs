//! Finds the columns in Moodle's files by their contents, for languages other than English.
//!
//! Moodle writes headers in more than a hundred languages, but the order and contents of the columns are always the
//! same. They are defined in `mod/assign/gradingtable.php` and `grade/export/lib.php` in
//! <https://github.com/moodle/moodle> (read at commit 003699db).

use std::collections::BTreeSet;

use crate::amount::{self, CellValue};
use crate::plan::common_points_in_column;
use crate::sheet::Sheet;
use crate::students::{StudentKey, number_at_end};

type Students = Vec<(StudentKey, Vec<usize>)>;

#[derive(Debug, PartialEq, Eq)]
pub(super) struct WorksheetColumns {
    pub(super) grade: usize,
    pub(super) maximum: usize,
    pub(super) changeable: usize,
    pub(super) comments: Option<usize>,
    pub(super) students: Students,
}

#[derive(Debug, PartialEq, Eq)]
pub(super) struct ExportColumns {
    /// Could contain an activity's points.
    pub(super) points: Vec<usize>,
    pub(super) students: Students,
}

/// The digits of an export's time, in seconds since 1970.
/// There are ten from 2001 until 2286.
const TIME_DIGITS: usize = 10;

impl WorksheetColumns {
    /// Finds a worksheet's columns, in this order: a word with a number such as `Participant 12`, the student, the
    /// grade, the same maximum on each row, whether the grade can be changed, times, and texts.
    pub(super) fn find_columns(sheet: &Sheet) -> Option<Self> {
        let cells = ColumnCells(sheet);
        if cells.rows().next().is_none() || !cells.are_numbered(0) {
            return None;
        }
        let is_maximum = |column: &usize| {
            *column > 1
                && cells.may_be_points(*column - 1)
                && common_points_in_column(sheet, *column).is_some()
                && cells.do_all_cells_match(*column, |cell| !cell.is_empty())
        };
        // The fields of the profile come first, and one may look alike.
        let maximum = (0..sheet.column_count()).rev().find(is_maximum)?;
        let grade = maximum - 1;
        // The state of the marking workflow may come first.
        let changeable = [maximum + 2, maximum + 1];
        let changeable = changeable.into_iter().find(|column| cells.are_answers(*column))?;
        let last = sheet.column_count() - 1;
        let has_comments =
            last > changeable + 1 && cells.are_times(last - 1) && !cells.are_times(last);
        let mut students = vec![(StudentKey::Number, vec![0])];
        students.extend((grade > 1).then(|| (StudentKey::Name, vec![1])));
        students.extend(cells.identifying_columns(2..grade));
        let comments = has_comments.then_some(last);
        Some(Self { grade, maximum, changeable, comments, students })
    }
}

impl ExportColumns {
    /// Finds a grade export's columns, in this order: the first and last name, other student data, a column such as
    /// `Assignment: 8-puzzle (Real)` for each activity, and the time of the export.
    pub(super) fn find_columns(sheet: &Sheet) -> Option<Self> {
        let cells = ColumnCells(sheet);
        let last = sheet.column_count() - 1;
        let is_grade = |column: &usize| {
            let header = sheet.cell(0, *column);
            header.contains(": ") && header.trim_end().ends_with(')')
        };
        // The columns before are the first name, the last name and at least one key.
        let first = (0..last).find(is_grade).filter(|first| *first > 2)?;
        let times: BTreeSet<String> = cells.cells_in(last).collect();
        let is_time = |text: &String| {
            text.len() == TIME_DIGITS && text.bytes().all(|byte| byte.is_ascii_digit())
        };
        if times.len() != 1 || !times.iter().all(is_time) {
            return None;
        }
        let may_be_points = |column: &usize| is_grade(column) && cells.may_be_points(*column);
        let points = (first..last).filter(may_be_points).collect();
        let mut students = vec![(StudentKey::Name, vec![0, 1])];
        students.extend(cells.identifying_columns(2..first));
        students.iter().any(|(by, _)| *by == StudentKey::Email).then_some(Self { points, students })
    }
}

struct ColumnCells<'a>(&'a Sheet);

impl ColumnCells<'_> {
    /// Returns the nonempty rows below the header.
    fn rows(&self) -> impl Iterator<Item = usize> {
        let is_filled = |row: &usize| {
            (0..self.0.column_count()).any(|column| !self.0.cell(*row, column).is_empty())
        };
        (1..self.0.rows()).filter(is_filled)
    }

    fn cells_in(&self, column: usize) -> impl Iterator<Item = String> {
        self.rows().map(move |row| self.0.cell(row, column).trim().to_owned())
    }

    fn do_all_cells_match(&self, column: usize, is: impl Fn(&str) -> bool) -> bool {
        column < self.0.column_count() && self.cells_in(column).all(|cell| is(&cell))
    }

    /// Returns `true` if all cells contain the same word before different numbers.
    fn are_numbered(&self, column: usize) -> bool {
        let (mut words, mut numbers) = (BTreeSet::new(), BTreeSet::new());
        for cell in self.cells_in(column) {
            let Some(number) = number_at_end(&cell) else { return false };
            let before = cell[..cell.len() - number.len()].trim().to_owned();
            if before.is_empty() || !numbers.insert(number.to_owned()) {
                return false;
            }
            words.insert(before);
        }
        words.len() == 1
    }

    fn may_be_points(&self, column: usize) -> bool {
        self.do_all_cells_match(column, |cell| amount::parse_cell(cell) != CellValue::Word)
    }

    /// Returns `true` if all cells contain one of at most two words, such as `Yes` and `No`.
    fn are_answers(&self, column: usize) -> bool {
        let is_word = |cell: &str| cell.chars().all(|c| !c.is_ascii_digit()) && cell.len() > 1;
        self.do_all_cells_match(column, is_word)
            && self.cells_in(column).collect::<BTreeSet<_>>().len() <= 2
    }

    /// Returns `true` if each cell contains a time, or `-` for none.
    fn are_times(&self, column: usize) -> bool {
        let is_clock = |cell: &str| {
            let digit = |c: Option<char>| c.is_some_and(|digit| digit.is_ascii_digit());
            cell.match_indices([':', '.', 'h']).any(|(at, _)| {
                digit(cell[..at].chars().next_back()) && digit(cell[at + 1..].chars().next())
            })
        };
        self.do_all_cells_match(column, |cell| cell == "-" || is_clock(cell))
    }

    /// Returns the columns with email addresses or with different single words.
    fn identifying_columns(&self, columns: std::ops::Range<usize>) -> Students {
        let by = |column: usize| {
            let filled: Vec<String> =
                self.cells_in(column).filter(|cell| !cell.is_empty()).collect();
            let distinct = filled.iter().collect::<BTreeSet<_>>().len();
            if filled.is_empty() {
                None
            } else if filled.iter().all(|cell| cell.contains('@')) {
                Some((StudentKey::Email, vec![column]))
            } else {
                let is_id = |cell: &String| cell.len() > 1 && !cell.contains(char::is_whitespace);
                (distinct == filled.len() && filled.iter().all(is_id))
                    .then(|| (StudentKey::Id, vec![column]))
            }
        };
        columns.filter_map(by).collect()
    }
}
