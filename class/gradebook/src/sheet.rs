//! A delimited text file, to be preserved byte for byte.
//!
//! The format is defined in RFC 4180, with commas, semicolons or tabs as separators. Each cell is kept as written,
//! including quotes. A test compares the values with those of the `csv` crate.

use super::error::GradebookError;

const BOM: char = '\u{feff}';

#[derive(Clone, Debug)]
pub(super) struct Sheet {
    has_bom: bool,
    separator: char,
    rows: Vec<SheetRow>,
    width: usize,
}

#[derive(Clone, Debug)]
struct SheetRow {
    cells: Vec<String>,
    end: &'static str,
    /// The line number, counted from 1.
    line: usize,
}

impl Sheet {
    /// Parses a file. Empty rows are kept without cells.
    pub(super) fn parse(text: &str) -> Result<Self, GradebookError> {
        let (has_bom, text) = match text.strip_prefix(BOM) {
            Some(text) => (true, text),
            None => (false, text),
        };
        let separator = detect_separator(text);
        let mut rows = Vec::new();
        let mut rest = text;
        let mut line = 1;
        while !rest.is_empty() {
            let (row, after) = read_row(rest, separator, line)?;
            line += rest[..rest.len() - after.len()].matches('\n').count();
            rest = after;
            rows.push(row);
        }
        let width = rows.first().map_or(0, |row: &SheetRow| row.cells.len());
        if width == 0 {
            return Err(GradebookError::Empty);
        }
        let odd = rows.iter().find(|row| !row.cells.is_empty() && row.cells.len() != width);
        if let Some(SheetRow { cells, line, .. }) = odd {
            let found = cells.len();
            return Err(GradebookError::Width { line: *line, found, wanted: width });
        }
        Ok(Self { has_bom, separator, rows, width })
    }

    /// Returns the number of rows, including the header.
    pub(super) fn rows(&self) -> usize {
        self.rows.len()
    }

    pub(super) fn column_count(&self) -> usize {
        self.width
    }

    pub(super) fn has_columns(&self, names: &[&str]) -> bool {
        names.iter().all(|name| self.find_column(name).is_some())
    }

    /// Returns the first column with this name, ignoring ASCII case.
    pub(super) fn find_column(&self, name: &str) -> Option<usize> {
        (0..self.width).find(|column| self.cell(0, *column).trim().eq_ignore_ascii_case(name))
    }

    pub(super) fn has_header(&self, is_like: impl Fn(&str) -> bool) -> bool {
        (0..self.width).any(|column| is_like(self.cell(0, column).trim()))
    }

    pub(super) fn headers(&self) -> Vec<String> {
        (0..self.width).map(|column| self.cell(0, column)).collect()
    }

    /// Returns the line number of a row, counted from 1.
    pub(super) fn line_number(&self, row: usize) -> usize {
        self.rows[row].line
    }

    /// Returns the text of a cell, which is empty if the row is.
    pub(super) fn cell(&self, row: usize, column: usize) -> String {
        self.rows[row].cells.get(column).map_or(String::new(), |raw| match raw.strip_prefix('"') {
            // A cell that begins with a quotation mark also ends with one, or reading fails.
            Some(quoted) => quoted.strip_suffix('"').unwrap_or(quoted).replace("\"\"", "\""),
            None => raw.clone(),
        })
    }

    /// Replaces the text of a cell. The new text is quoted if the old text was, or if it needs to be.
    pub(super) fn set_cell(&mut self, row: usize, column: usize, text: &str) {
        let separator = self.separator;
        if let Some(cell) = self.rows[row].cells.get_mut(column) {
            let needs_quotes = |c: char| c == separator || matches!(c, '"' | '\r' | '\n');
            // Keep the quotes of a cell that had them, so that files differ only in grades.
            let quotes = cell.starts_with('"') || text.contains(needs_quotes);
            *cell =
                if quotes { format!("\"{}\"", text.replace('"', "\"\"")) } else { text.to_owned() };
        }
    }

    pub(super) fn to_text(&self) -> String {
        let separator = self.separator.to_string();
        let lines = self.rows.iter().map(|row| row.cells.join(&separator) + row.end);
        let bom = self.has_bom.then_some(BOM);
        bom.into_iter().map(String::from).chain(lines).collect()
    }
}

/// Detects the separator: the candidate that occurs most often in the first line.
fn detect_separator(text: &str) -> char {
    let first = text.lines().next().unwrap_or_default();
    let count = |separator: char| first.matches(separator).count();
    [';', '\t']
        .into_iter()
        .fold(',', |best, delimiter| if count(delimiter) > count(best) { delimiter } else { best })
}

/// Parses one row, and returns it with the remaining text.
fn read_row(text: &str, separator: char, line: usize) -> Result<(SheetRow, &str), GradebookError> {
    let mut cells = Vec::new();
    let mut rest = text;
    loop {
        let length = cell_length(rest, separator).ok_or(GradebookError::Quotes { line })?;
        let (cell, after) = rest.split_at(length);
        cells.push(cell.to_owned());
        if let Some(after) = after.strip_prefix(separator) {
            rest = after;
            continue;
        }
        if matches!(&cells[..], [only] if only.is_empty()) {
            cells.clear();
        }
        // The longest first, or a line would end with its first half.
        let end = ["\r\n", "\n", "\r"].into_iter().find(|end| after.starts_with(end));
        let end = end.unwrap_or_default();
        return Ok((SheetRow { cells, end, line }, &after[end.len()..]));
    }
}

/// Returns the length of the first cell, including quotes, or `None` if the quotes do not match.
fn cell_length(text: &str, separator: char) -> Option<usize> {
    let ends = |c: char| c == separator || c == '\n' || c == '\r';
    let Some(quoted) = text.strip_prefix('"') else {
        let length = text.find(ends).unwrap_or(text.len());
        return (!text[..length].contains('"')).then_some(length);
    };
    let mut at = 0;
    loop {
        at += quoted[at..].find('"')? + 1;
        match quoted[at..].chars().next() {
            // Two quotes stand for one in the text.
            Some('"') => at += 1,
            None => return Some(at + 1),
            Some(c) if ends(c) => return Some(at + 1),
            Some(_) => return None,
        }
    }
}
