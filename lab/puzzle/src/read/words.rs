//! Splits a text into numbers, grouped by rows and lines, with their positions.

use std::ops::Range;

use base::input::{FileError, InputText};

use super::problem::PuzzleProblem;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct PuzzleWord<'a> {
    pub(super) text: &'a str,
    pub(super) span: Range<usize>,
}

#[derive(Debug)]
pub(super) struct PuzzleWords<'a> {
    pub(super) all: Vec<PuzzleWord<'a>>,
    /// The words in each nonempty row. A row ends at the end of a line, or at any of `/ ; ]`.
    pub(super) rows: Vec<Range<usize>>,
    /// The words in each nonempty line.
    pub(super) lines: Vec<Range<usize>>,
    /// Whether a row ends before the end of a line.
    pub(super) has_marked_rows: bool,
}

/// The maximum number of digits. Tiles, dimensions and node counts are shorter.
/// All numbers with 18 digits fit into 64 bits.
const MOST_DIGITS: usize = 18;

impl<'a> PuzzleWords<'a> {
    /// Splits a text at white space, commas, slashes, semicolons and brackets. `#` starts a comment.
    pub(super) fn split(source: InputText<'a>) -> Result<Self, FileError> {
        let mut words =
            Self { all: Vec::new(), rows: Vec::new(), lines: Vec::new(), has_marked_rows: false };
        let mut line_start = 0;
        for line in source.text.split_inclusive('\n') {
            let first = words.all.len();
            words.split_line(source, line, line_start)?;
            if words.all.len() > first {
                words.lines.push(first..words.all.len());
            }
            line_start += line.len();
        }
        Ok(words)
    }

    fn split_line(
        &mut self,
        source: InputText<'a>,
        line: &'a str,
        line_start: usize,
    ) -> Result<(), FileError> {
        let line = line.split('#').next().unwrap_or_default();
        let mut row = self.all.len();
        let mut start = None;
        let mut comma = None;
        for (at, character) in line.char_indices().chain([(line.len(), '\n')]) {
            let separates = character.is_whitespace() || ",/;[]".contains(character);
            if !separates {
                start.get_or_insert(at);
                comma = None;
                continue;
            }
            if let Some(start) = start.take() {
                let span = line_start + start..line_start + at;
                self.all.push(PuzzleWord { text: &line[start..at], span });
            }
            match character {
                ',' => {
                    if let Some(first) = comma.replace(at) {
                        let span = line_start + first..line_start + at + 1;
                        return Err(source.error(span, &PuzzleProblem::NoTile));
                    }
                }
                '/' | ';' | ']' => {
                    self.has_marked_rows = true;
                    self.end_row(&mut row);
                }
                _ => {}
            }
        }
        self.end_row(&mut row);
        Ok(())
    }

    fn end_row(&mut self, row: &mut usize) {
        if self.all.len() > *row {
            self.rows.push(*row..self.all.len());
            *row = self.all.len();
        }
    }

    /// Splits the words into digits if every row is a single word with more than one digit.
    pub(super) fn split_glued_digits(
        &self,
        source: InputText<'_>,
    ) -> Result<Option<Self>, FileError> {
        let is_glued = |row: &Range<usize>| {
            let [word] = &self.all[row.clone()] else { return false };
            word.text.len() > 1 && word.text.bytes().all(|byte| byte.is_ascii_digit())
        };
        if self.rows.is_empty() || !self.rows.iter().all(is_glued) {
            return Ok(None);
        }
        // Larger boards have tiles with two digits, so words without spaces are ambiguous.
        if let Some(word) = self.all.iter().find(|word| word.text.len() > 9) {
            return Err(source.error(word.span.clone(), &PuzzleProblem::Glued));
        }
        let mut cut = Self {
            all: Vec::new(),
            rows: Vec::new(),
            lines: Vec::new(),
            has_marked_rows: self.has_marked_rows,
        };
        for line in &self.lines {
            let first = cut.all.len();
            for word in &self.all[line.clone()] {
                let row = cut.all.len();
                cut.all.extend((0..word.text.len()).map(|at| PuzzleWord {
                    text: &word.text[at..=at],
                    span: word.span.start + at..word.span.start + at + 1,
                }));
                cut.rows.push(row..cut.all.len());
            }
            cut.lines.push(first..cut.all.len());
        }
        Ok(Some(cut))
    }

    pub(super) fn parse_numbers(&self, source: InputText<'_>) -> Result<Vec<u64>, FileError> {
        let number = |word: &PuzzleWord<'_>| {
            word.parse_number().map_err(|problem| source.error(word.span.clone(), &problem))
        };
        self.all.iter().map(number).collect()
    }

    /// Parses the words as numbers, where each line begins with a name. Names that are not numbers become a number that
    /// no tile has.
    pub(super) fn numbers_after_names(&self) -> Option<Vec<u64>> {
        let mut numbers = Vec::with_capacity(self.all.len());
        for line in &self.lines {
            let (name, rest) = self.all[line.clone()].split_first()?;
            numbers.push(name.parse_number().unwrap_or(u64::MAX));
            for word in rest {
                numbers.push(word.parse_number().ok()?);
            }
        }
        Some(numbers)
    }
}

impl PuzzleWord<'_> {
    fn parse_number(&self) -> Result<u64, PuzzleProblem> {
        if !self.text.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(PuzzleProblem::NotANumber(self.text.to_owned()));
        }
        if self.text.len() > MOST_DIGITS {
            return Err(PuzzleProblem::TooLarge);
        }
        self.text.parse().map_err(|_| PuzzleProblem::TooLarge)
    }
}
