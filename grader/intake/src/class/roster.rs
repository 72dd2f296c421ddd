//! The roster: a CSV file with one student per row, written manually or exported by a platform.

mod columns;
mod keys;
mod labels;

use std::collections::BTreeMap;
use std::path::Path;

use csv::{ReaderBuilder, StringRecord, Trim};

use columns::RosterColumns;
pub use columns::is_canvas_test_login;
pub(super) use keys::{Keys, Whose};
pub(super) use labels::Labels;

use super::authors::group_column;
use super::{ClassReadError, Person, Platform, escape_as_file_name, text};
use crate::input::InputPath;

/// In bytes.
/// The maximum size of a table. A gradebook with a hundred columns for 3,000 students takes a few megabytes.
const MAX_BYTES: u64 = 16 << 20;

#[derive(Debug)]
pub(super) struct Roster {
    pub(super) students: Vec<RosterStudent>,
    /// Whether this is a Moodle worksheet of an assignment without groups, which has no column for them.
    has_no_groups: bool,
    /// Whether this is a platform's list with a column for groups.
    pub(super) has_groups: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct RosterStudent {
    /// With an id, unless a name is sufficient.
    person: Person,
    ids: Vec<String>,
    number: Option<(Platform, String)>,
    /// In the platform's format and time zone.
    handed_in: Option<String>,
    line: u64,
}

impl RosterStudent {
    pub(super) fn person(&self) -> &Person {
        &self.person
    }

    pub(super) fn line(&self) -> u64 {
        self.line
    }

    /// Returns the submission time in the platform's format and time zone.
    pub(super) fn handed_in(&self) -> Option<&str> {
        self.handed_in.as_deref()
    }

    /// Returns the platform's own number for the person.
    pub(super) fn number(&self) -> Option<&str> {
        self.number.as_ref().map(|(_, number)| number.as_str())
    }

    /// Returns the student with the platform's number as the id.
    pub(super) fn with_platform_number(&self) -> Person {
        let number = self.number().filter(|number| self.person.id.as_deref() != Some(number));
        let name = self.person.name.clone();
        let account =
            number.map(|number| Person { id: Some(number.to_owned()), name, ..Person::default() });
        Person { platform: account.map(Box::new), ..self.person.clone() }
    }
}

pub(super) struct RosterLines {
    pub(super) header: Vec<String>,
    /// The name of the requested column, if present.
    pub(super) column: Option<String>,
    /// The students, each with the cell in that column.
    pub(super) people: Vec<(RosterStudent, Option<String>)>,
}

pub(super) fn read_roster(path: &Path) -> Result<Roster, ClassReadError> {
    let RosterLines { column, people, .. } =
        read_student_lines(CsvTable::read_file(path)?, path, group_column, false)?;
    let students: Vec<RosterStudent> = people.into_iter().map(|(listed, _)| listed).collect();
    refuse_duplicates(path, &students)?;
    let is_numbered = |from| {
        students
            .iter()
            .any(|student| student.number.as_ref().is_some_and(|number| number.0 == from))
    };
    let has_no_groups = column.is_none() && is_numbered(Platform::Moodle);
    let has_groups =
        column.is_some() && (is_numbered(Platform::Moodle) || is_numbered(Platform::Canvas));
    Ok(Roster { students, has_no_groups, has_groups })
}

/// Returns `true` if a file of a download is a list of students, by its first line. Spreadsheet programs and Blackboard
/// write such lists as text, too.
pub(super) fn is_list(file: &InputPath<'_>) -> bool {
    let has_table = || {
        let text = text::read_in_download(file, MAX_BYTES)?;
        read_student_lines(CsvTable::parse(&text, &file.place())?, &file.place(), |_| None, true)
    };
    is_list_name(file.file_name()) && file.is_file() && has_table().is_ok()
}

/// Returns `true` for the name of a file that may be a list of students.
pub(super) fn is_list_name(name: &str) -> bool {
    const ENDINGS: [&str; 4] = ["csv", "tsv", "txt", "xls"];
    let ending = Path::new(name).extension().and_then(|ending| ending.to_str());
    ENDINGS.iter().any(|known| known.eq_ignore_ascii_case(ending.unwrap_or_default()))
}

/// A CSV file's cells.
///
/// The separator is a comma, unless the first line contains more semicolons or tabs, as written by some spreadsheets, or
/// names the separator, as in `sep=;`. A cell such as `="0041026"`, which keeps spreadsheets from dropping zeros, stands
/// for the text in it.
#[derive(Clone, Debug)]
pub struct CsvTable {
    /// The names of the columns.
    pub header: StringRecord,
    /// The lines with at least one non-empty cell, with their numbers.
    pub rows: Vec<(u64, StringRecord)>,
}

impl CsvTable {
    /// Reads a file.
    ///
    /// # Errors
    ///
    /// Returns an error if reading fails, or if a line has more or fewer cells than the header.
    pub fn read_file(path: &Path) -> Result<Self, ClassReadError> {
        Self::parse(&text::read_text_file(path, MAX_BYTES)?, path)
    }

    /// Parses a text. `path` is for messages.
    pub(super) fn parse(text: &str, path: &Path) -> Result<Self, ClassReadError> {
        // The CSV reader counts a line ending in `\r\n` only when it reads the next line.
        let text = text.replace("\r\n", "\n");
        let header = text.lines().next().unwrap_or_default();
        let count = |separator: u8| header.bytes().filter(|&byte| byte == separator).count();
        let named = match header.as_bytes() {
            [b's' | b'S', b'e' | b'E', b'p' | b'P', b'=', separator] => Some(*separator),
            _ => None,
        };
        // `max_by_key` returns the last maximum, so commas win ties.
        let frequent = [b'\t', b';', b','].into_iter().max_by_key(|&separator| count(separator));
        let separator = named.or(frequent).unwrap_or(b',');
        let skipped = if named.is_some() { header.len() } else { 0 };
        let mut reader = ReaderBuilder::new()
            .delimiter(separator)
            .trim(Trim::All)
            .from_reader(&text.as_bytes()[skipped..]);
        let fault = |error: &csv::Error| ClassReadError::Line {
            path: path.to_owned(),
            line: error.position().map_or(1, csv::Position::line),
            message: message_without_position(error),
        };
        let header = reader.headers().map_err(|error| fault(&error))?.clone();
        let mut rows = Vec::new();
        for record in reader.records() {
            let record = record.map_err(|error| fault(&error))?;
            let line = record.position().map_or(1, csv::Position::line);
            if !record.iter().all(str::is_empty) {
                rows.push((line, record.iter().map(without_formula).collect()));
            }
        }
        Ok(Self { header, rows })
    }
}

fn without_formula(cell: &str) -> &str {
    // Some platforms write ids as formulas, so that spreadsheet programs keep leading zeros.
    let text = cell.strip_prefix("=\"").and_then(|quoted| quoted.strip_suffix('"'));
    text.map_or(cell, str::trim)
}

/// Reads a list of students, and the cells in the column that `column` finds in the header. Each line must have an id,
/// or a name if `names_suffice`.
pub(super) fn read_student_lines(
    table: CsvTable,
    path: &Path,
    column: impl Fn(&StringRecord) -> Option<usize>,
    names_suffice: bool,
) -> Result<RosterLines, ClassReadError> {
    let CsvTable { header, rows } = table;
    let names: Vec<String> = header.iter().map(str::to_owned).collect();
    let students = StudentLines::new(&header, path, names_suffice)?;
    let column = column(&header);
    let mut people = Vec::new();
    for (line, record) in rows {
        let Some(listed) = students.student(&record, line)? else { continue };
        let cell = column.and_then(|index| record.get(index)).filter(|cell| !cell.is_empty());
        people.push((listed, cell.map(str::to_owned)));
    }
    if people.is_empty() {
        return Err(ClassReadError::EmptyRoster { path: path.to_owned() });
    }
    let column = column.and_then(|index| names.get(index)).cloned();
    Ok(RosterLines { header: names, column, people })
}

/// Reads students from the lines of a table.
pub(super) struct StudentLines<'a> {
    columns: RosterColumns,
    /// For messages.
    path: &'a Path,
    names_suffice: bool,
}

impl<'a> StudentLines<'a> {
    /// Finds the columns that identify students, which names only do if `names_suffice`.
    pub(super) fn new(
        header: &StringRecord,
        path: &'a Path,
        names_suffice: bool,
    ) -> Result<Self, ClassReadError> {
        let columns = RosterColumns::from_header(header, names_suffice);
        let columns = columns.ok_or_else(|| ClassReadError::NoColumn {
            path: path.to_owned(),
            column: "that identifies students, such as `id`",
            header: header.iter().map(str::to_owned).collect(),
        })?;
        Ok(Self { columns, path, names_suffice })
    }

    /// Returns the student on a line, or `None` if it is not about a student.
    pub(super) fn student(
        &self,
        record: &StringRecord,
        line: u64,
    ) -> Result<Option<RosterStudent>, ClassReadError> {
        if self.columns.is_nobody(record) {
            return Ok(None);
        }
        let listed = self.columns.parse_student(record, line);
        let Person { id, name, .. } = &listed.person;
        if id.is_none() && (name.is_none() || !self.names_suffice) {
            let what = if self.names_suffice { "the id or the name" } else { "the id" };
            let message = format!("{what} is missing");
            return Err(ClassReadError::Line { path: self.path.to_owned(), line, message });
        }
        Ok(Some(listed))
    }
}

/// Formats a cell for a file that [`CsvTable`] reads. A cell can contain any separator, line breaks, and spaces at its
/// ends, and does not change: it may identify a student.
pub fn quote_cell(cell: &str) -> String {
    if cell.contains([',', ';', '\t', '"', '\n', '\r']) || cell != cell.trim() {
        format!("\"{}\"", cell.replace('"', "\"\""))
    } else {
        cell.to_owned()
    }
}

fn message_without_position(error: &csv::Error) -> String {
    match error.kind() {
        csv::ErrorKind::UnequalLengths { expected_len, len, .. } => {
            format!("this line has {len} fields, but the header has {expected_len}")
        }
        _ => error.to_string(),
    }
}

/// Rejects a list if two ids are equal or differ only in case. Without ids, names need to be different.
pub(super) fn refuse_duplicates(
    path: &Path,
    students: &[RosterStudent],
) -> Result<(), ClassReadError> {
    let mut seen = BTreeMap::new();
    for RosterStudent { person, line, .. } in students {
        let (what, word) = match &person.id {
            Some(id) => ("id", id.as_str()),
            None => ("name", person.name.as_deref().unwrap_or_default()),
        };
        if let Some(first) = seen.insert((what, escape_as_file_name(word).to_lowercase()), line) {
            let message = format!("the {what} `{word}` already appears on line {first}");
            return Err(ClassReadError::Line { path: path.to_owned(), line: *line, message });
        }
    }
    Ok(())
}

impl Roster {
    /// Returns the keys of the students. `has_groups` says whether the groups are known from elsewhere.
    pub(super) fn keys(&self, has_groups: bool) -> Keys<'_> {
        Keys::new(&self.students).with_groups_known(has_groups || self.has_no_groups)
    }
}

#[cfg(test)]
mod tests;
