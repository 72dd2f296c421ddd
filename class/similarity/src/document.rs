//! Prepares submissions for comparison.

use std::collections::BTreeMap;
use std::ops::Range;

use super::code::{self, CodeToken};
use super::symbol::Symbol;

/// A submission, with the tokens from all files in one list.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Document {
    /// The submission's name.
    pub name: String,
    /// Whether it is from a previous year.
    pub is_past: bool,
    files: Vec<DocumentFile>,
    tokens: Vec<CodeToken>,
    origins: Vec<TokenOrigin>,
    /// The number of own tokens up to and including each token.
    own_through: Vec<u32>,
}

/// A file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DocumentFile {
    /// The path, such as `src/board.rs`.
    pub path: String,
    /// The source text.
    pub text: String,
    /// The file's tokens in the list: none for a test file.
    pub tokens: Range<usize>,
    /// The byte offset of each line.
    lines: Vec<u32>,
}

/// The origin of a token, as far as it is known from comparing the class.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum TokenOrigin {
    /// Written by the students, or shared with few other submissions.
    #[default]
    Own,
    /// Shared with many submissions of the class, or of previous years.
    Common,
    /// Given to students with the assignment.
    Given,
}

/// A position in a file. Lines and columns start at 1, and columns count characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct LineColumn {
    /// The line.
    pub line: usize,
    /// The column.
    pub column: usize,
}

/// The code of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Region<'a> {
    /// The file.
    pub file: &'a DocumentFile,
    /// The bytes from the first token to the last.
    pub bytes: Range<usize>,
    /// The position of the first character.
    pub start: LineColumn,
    /// The position of the last character.
    pub end: LineColumn,
}

impl Document {
    /// Prepares the files, given by path. All code counts as own code until marked otherwise.
    pub fn new(name: String, files: BTreeMap<String, String>) -> Self {
        let mut document = Self { name, ..Self::default() };
        let read: Vec<_> = files.iter().map(|(path, text)| (path, code::read_code(text))).collect();
        let for_tests: Vec<String> = read
            .iter()
            .flat_map(|(path, code)| code.test_modules.iter().map(|name| module_path(path, name)))
            .collect();
        let is_for_tests = |path: &str| {
            let is =
                |module: &String| path.strip_prefix(module.as_str()).is_some_and(begins_module);
            for_tests.iter().any(is)
        };
        let mut tokens = Vec::new();
        let mut ranges = Vec::new();
        for (path, code) in read {
            let start = tokens.len();
            if !is_for_tests(path) {
                tokens.extend(code.tokens);
            }
            ranges.push(start..tokens.len());
            tokens.push(CodeToken { symbol: Symbol::BOUNDARY, start: 0, end: 0 });
        }
        let files = files.into_iter().zip(ranges);
        document.files = files
            .map(|((path, text), tokens)| DocumentFile {
                lines: line_starts(&text),
                path,
                text,
                tokens,
            })
            .collect();
        document.origins = vec![TokenOrigin::Own; tokens.len()];
        document.tokens = tokens;
        document.update_running_own_counts();
        document
    }

    /// Marks this as a submission from a previous year.
    #[must_use]
    pub fn mark_as_past(self) -> Self {
        Self { is_past: true, ..self }
    }

    /// Returns the files, sorted by path.
    pub fn files(&self) -> &[DocumentFile] {
        &self.files
    }

    /// Returns the tokens from all files. Every file ends with a `Symbol::BOUNDARY`.
    pub fn tokens(&self) -> &[CodeToken] {
        &self.tokens
    }

    /// Returns the origins of all tokens.
    pub fn origins(&self) -> &[TokenOrigin] {
        &self.origins
    }

    /// Counts the tokens with this origin, without boundaries between files.
    pub fn count(&self, origin: TokenOrigin) -> usize {
        let tokens = self.tokens.iter().zip(&self.origins);
        tokens
            .filter(|(token, token_origin)| {
                token.symbol != Symbol::BOUNDARY && **token_origin == origin
            })
            .count()
    }

    /// Returns the number of own tokens.
    pub fn own_tokens(&self) -> usize {
        self.own_tokens_in(0..self.tokens.len())
    }

    /// Returns the number of own tokens in a range.
    pub fn own_tokens_in(&self, range: Range<usize>) -> usize {
        let before =
            |at: usize| at.checked_sub(1).map_or(0, |last| self.own_through[last] as usize);
        before(range.end) - before(range.start)
    }

    /// Returns `true` if a token is own code.
    pub fn is_own(&self, at: usize) -> bool {
        self.origins[at] == TokenOrigin::Own && self.tokens[at].symbol != Symbol::BOUNDARY
    }

    /// Marks the origin of tokens, unless they already have a higher one.
    pub(super) fn mark_origin(
        &mut self,
        ranges: impl Iterator<Item = Range<usize>>,
        origin: TokenOrigin,
    ) {
        for range in ranges {
            for token_origin in &mut self.origins[range] {
                *token_origin = origin.max(*token_origin);
            }
        }
        self.update_running_own_counts();
    }

    fn update_running_own_counts(&mut self) {
        let mut count = 0;
        let counts = (0..self.tokens.len()).map(|at| {
            count += u32::from(self.is_own(at));
            count
        });
        self.own_through = counts.collect();
    }

    /// Returns the code of these tokens, or `None` if the range is empty or spans several files.
    pub fn code_region(&self, tokens: &Range<usize>) -> Option<Region<'_>> {
        let is_in = |file: &&DocumentFile| {
            file.tokens.start <= tokens.start && tokens.end <= file.tokens.end
        };
        let file = self.files.iter().filter(|_| !tokens.is_empty()).find(is_in)?;
        let (first, last) = (self.tokens[tokens.start], self.tokens[tokens.end - 1]);
        let bytes = first.start as usize..last.end as usize;
        // The text may end without a line break, and a token may span several lines.
        let last = file.text[bytes.clone()].char_indices().next_back().map_or(0, |(at, _)| at);
        let (start, end) = (file.position_of(bytes.start), file.position_of(bytes.start + last));
        Some(Region { file, bytes, start, end })
    }
}

impl DocumentFile {
    /// Returns the line and column of a byte.
    pub fn position_of(&self, byte: usize) -> LineColumn {
        // The first line starts at byte 0, so this only avoids a panic.
        let line = self.lines.partition_point(|&start| start as usize <= byte).max(1);
        let start = self.lines[line - 1] as usize;
        let before = self.text.get(start..byte).unwrap_or_default();
        LineColumn { line, column: before.chars().count() + 1 }
    }
}

fn line_starts(text: &str) -> Vec<u32> {
    let starts = text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n');
    // Files are smaller than 4 GiB: the intake limits their size.
    let starts = starts.map(|(at, _)| u32::try_from(at + 1).unwrap_or(u32::MAX));
    std::iter::once(0).chain(starts).collect()
}

/// Returns the path of a declared module, without the extension.
fn module_path(file: &str, name: &str) -> String {
    let (folder, last) = file.rsplit_once('/').unwrap_or(("", file));
    let folder = match last {
        "lib.rs" | "main.rs" | "mod.rs" => folder.to_owned(),
        _ => file.strip_suffix(".rs").unwrap_or(file).to_owned(),
    };
    if folder.is_empty() { name.to_owned() } else { format!("{folder}/{name}") }
}

/// Returns `true` if the rest of a file's path, after the module's path, shows that the file belongs to the module.
fn begins_module(rest: &str) -> bool {
    // Otherwise, `tests` would also be the module of `tests_of_mine.rs`.
    rest == ".rs" || rest.starts_with('/')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn document(files: &[(&str, &str)]) -> Document {
        let files = files.iter().map(|(path, text)| ((*path).to_owned(), (*text).to_owned()));
        Document::new("alice".to_owned(), files.collect())
    }

    #[test]
    fn tokens_map_to_source_regions() {
        let document =
            document(&[("src/a.rs", "// ä\nfn f() {\n    \"ä\n\" }"), ("src/b.rs", "x")]);
        assert_eq!(document.tokens().len(), 7 + 1 + 1 + 1);
        let region = document.code_region(&(0..6)).unwrap();
        assert_eq!((region.file.path.as_str(), region.bytes), ("src/a.rs", 6..24));
        assert_eq!(region.start, LineColumn { line: 2, column: 1 });
        assert_eq!(region.end, LineColumn { line: 4, column: 1 });
        let b = document.code_region(&(8..9)).unwrap();
        assert_eq!((b.file.path.as_str(), b.start.column, b.end.column), ("src/b.rs", 1, 1));
        assert_eq!(document.code_region(&(5..9)), None);
        assert_eq!(document.code_region(&(0..0)), None);
    }

    #[test]
    fn test_files_have_no_tokens() {
        let document = document(&[
            ("src/lib.rs", "mod a; x();"),
            ("src/a.rs", "#[cfg(test)] mod tests;"),
            ("src/a/tests.rs", "fn f() {}"),
            ("src/a/tests/more.rs", "fn f() {}"),
            ("src/a/tests_of.rs", "x"),
        ]);
        let counts: Vec<_> = document.files().iter().map(|file| file.tokens.len()).collect();
        assert_eq!(counts, [0, 0, 0, 1, 4]);
    }

    #[test]
    fn given_code_does_not_count_as_own() {
        let mut document = document(&[("a.rs", "a b c d"), ("b.rs", "e")]);
        assert_eq!(document.own_tokens(), 5);
        document.mark_origin(std::iter::once(0..2), TokenOrigin::Given);
        document.mark_origin(std::iter::once(1..3), TokenOrigin::Common);
        assert_eq!(document.own_tokens(), 2);
        assert_eq!(
            (document.count(TokenOrigin::Given), document.count(TokenOrigin::Common)),
            (2, 1)
        );
    }
}
