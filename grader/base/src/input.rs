//! Reads users' files, and reports errors with lines and columns.

mod duplicate;
mod invisible;

use std::fmt;
use std::io;
use std::ops::Range;
use std::path::{Path, PathBuf};

use annotate_snippets::{AnnotationKind, Group, Level, Origin, Renderer, Snippet};
use thiserror::Error;

use crate::regular;
use crate::user_error::UserError;

/// An error in a file.
///
/// `Display` writes a line with the file, the position, and the problem. [`render`](Self::render) also shows the
/// affected line.
// Boxed to keep `Result` small.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct FileError(Box<LocatedError>);

#[derive(Clone, Debug, PartialEq, Eq)]
struct LocatedError {
    file: String,
    message: String,
    hint: Option<String>,
    /// `None` if the problem affects the whole file.
    place: Option<ErrorSpans>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct ErrorSpans {
    text: String,
    span: Range<usize>,
    /// A second, conflicting position, and its label.
    other: Option<(Range<usize>, &'static str)>,
}

impl FileError {
    /// Creates an error about an entire file or folder, named as the user wrote it.
    pub fn of_file(file: impl Into<String>, problem: &impl UserError) -> Self {
        Self::new(file.into(), problem.to_string(), problem.hint(), None)
    }

    fn new(file: String, message: String, hint: Option<String>, place: Option<ErrorSpans>) -> Self {
        Self(Box::new(LocatedError { file, message, hint, place }))
    }

    /// Adds a second position in the same file, with a label.
    #[must_use]
    pub fn with_second_place(mut self, span: Range<usize>, label: &'static str) -> Self {
        if let Some(place) = &mut self.0.place {
            place.other = Some((first_line(&place.text, span), label));
        }
        self
    }

    /// Returns the file or folder as the user named it.
    pub fn file(&self) -> &str {
        &self.0.file
    }

    /// Returns the byte range of the problem, or `None` if it affects the whole file.
    pub fn span(&self) -> Option<Range<usize>> {
        self.0.place.as_ref().map(|place| place.span.clone())
    }

    /// Returns the line and column, both starting at 1.
    pub fn line_and_column(&self) -> Option<(usize, usize)> {
        self.0.place.as_ref().map(ErrorSpans::line_and_column)
    }

    /// Returns a short description of the problem.
    pub fn message(&self) -> &str {
        &self.0.message
    }

    /// Returns the hint, if there is one.
    pub fn hint(&self) -> Option<&str> {
        self.0.hint.as_deref()
    }

    /// Formats the error like a compiler error, including the affected line.
    pub fn render(&self, colour: bool) -> String {
        let file = self.file();
        let mut group = Group::with_title(Level::ERROR.primary_title(self.message()));
        group = match &self.0.place {
            None => group.element(Origin::path(file)),
            Some(place) => {
                let primary = AnnotationKind::Primary.span(place.span.clone());
                let mut snippet = Snippet::source(&place.text).path(file).annotation(primary);
                if let Some((span, label)) = &place.other {
                    let context = AnnotationKind::Context.span(span.clone()).label(*label);
                    snippet = snippet.annotation(context);
                }
                group.element(snippet)
            }
        };
        if let Some(hint) = self.hint() {
            group = group.element(Level::HELP.message(hint));
        }
        let renderer = if colour { Renderer::styled() } else { Renderer::plain() };
        renderer.render(&[group])
    }
}

impl UserError for FileError {
    fn hint(&self) -> Option<String> {
        self.0.hint.clone()
    }

    fn text_with_source_line(&self) -> Option<String> {
        Some(self.render(true))
    }
}

impl fmt::Display for LocatedError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.file)?;
        if let Some((line, column)) = self.place.as_ref().map(ErrorSpans::line_and_column) {
            write!(f, ":{line}:{column}")?;
        }
        write!(f, ": {}", self.message)
    }
}

impl ErrorSpans {
    fn line_and_column(&self) -> (usize, usize) {
        let before = &self.text[..self.span.start];
        let line_start = before.rfind('\n').map_or(0, |end| end + 1);
        (before.matches('\n').count() + 1, before[line_start..].chars().count() + 1)
    }
}

/// A file that is being parsed.
#[derive(Clone, Copy, Debug)]
pub struct InputText<'a> {
    /// The path as the user wrote it.
    pub file: &'a str,
    /// The full text.
    pub text: &'a str,
}

impl InputText<'_> {
    /// Creates an error at a position in this file.
    pub fn error(&self, span: Range<usize>, problem: &impl UserError) -> FileError {
        self.located_error(span, problem.to_string(), problem.hint())
    }

    /// Converts an error from the TOML parser.
    ///
    /// If the error points to a key, `hint` may return a hint for it, such as a similar key.
    pub fn toml_error(
        &self,
        error: &toml::de::Error,
        hint: impl FnOnce(&str) -> Option<String>,
    ) -> FileError {
        let span = error.span().unwrap_or_default();
        if let Some(invisible) = self.invisible_outside_quotes(&span) {
            return self.located_error(
                invisible,
                "there is an invisible character".to_owned(),
                None,
            );
        }
        if error.message() == "duplicate key"
            && let Some(duplicate) = duplicate::explain_duplicate(self.text, &span)
        {
            let message = format!("`{}` is given twice", duplicate.written);
            let error = self.located_error(span, message, Some(duplicate.advice));
            return match duplicate.first {
                Some(first) => error.with_second_place(first, "first here"),
                None => error,
            };
        }
        let is_of_key = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '.' | '"' | '\'');
        // Some errors point to a whole table or value, for which no similar key is useful.
        let word = self.text.get(span.clone()).filter(|word| word.chars().all(is_of_key));
        let hint = word.and_then(hint).or_else(|| self.toml_hint(&span, error.message()));
        self.located_error(span, in_plain_words(error.message()), hint)
    }

    fn toml_hint(&self, span: &Range<usize>, message: &str) -> Option<String> {
        let there = self.text.get(span.clone())?;
        if let Some((_, keys)) = message.strip_prefix("unknown field ").and_then(expected_keys) {
            let like = most_like(there, keys)?;
            return (like != there).then(|| format!("did you mean `{like}`?"));
        }
        if there.starts_with(['\u{201c}', '\u{201d}', '\u{201e}', '\u{2018}', '\u{2019}']) {
            return Some("use straight quotes: `\"`".to_owned());
        }
        let (before, after) = (&self.text[..span.start], &self.text[span.start..]);
        let is_comma = after.strip_prefix(',').is_some_and(|rest| rest.starts_with(is_digit));
        // In an inline table, the parser reports the comma after the number.
        let number = before.trim_end_matches(is_digit);
        let is_before = number.len() < before.len() && number.ends_with(',');
        let whole = if is_before { &number[..number.len() - 1] } else { before };
        if (is_comma || is_before) && whole.ends_with(is_digit) {
            return Some("use a decimal point, as in `6.5`".to_owned());
        }
        // People who write a number as text often add a percent sign as well.
        let quoted = there.strip_prefix('"').and_then(|rest| rest.strip_suffix('"'));
        let number = quoted.map(|text| text.trim_end_matches('%').trim());
        let is_number = number.is_some_and(|text| text.parse::<f64>().is_ok_and(f64::is_finite));
        if let Some(number) = number.filter(|_| is_number && message.contains("expected ")) {
            return Some(format!("write the number without quotes: `{number}`"));
        }
        let is_number = there.parse::<f64>().is_ok_and(f64::is_finite);
        (is_number && message.ends_with("expected a string"))
            .then(|| "put it in quotes; a duration also needs a unit, as in `\"15m\"`".to_owned())
    }

    /// Returns the position of an invisible character on the line of an error, if it is neither in quotes nor in a
    /// comment. The parser does not name it, and may point to another place on the line.
    fn invisible_outside_quotes(&self, span: &Range<usize>) -> Option<Range<usize>> {
        let before = &self.text[..self.text.floor_char_boundary(span.start)];
        // The mark at the start of a file is allowed.
        let mark = self.text.len() - self.text.trim_start_matches('\u{feff}').len();
        let start = before.rfind('\n').map_or(mark, |end| end + 1);
        let line = self.text[start..].lines().next()?;
        let (offset, character) = invisible::find_invisible_outside_quotes(line)?;
        let at = start + offset;
        Some(at..at + character.len_utf8())
    }

    /// Creates an error at a position. If the text there contains an invisible character, the hint names it, because
    /// the line looks right.
    fn located_error(
        &self,
        span: Range<usize>,
        message: String,
        hint: Option<String>,
    ) -> FileError {
        let text = self.text.to_owned();
        let place = ErrorSpans { span: first_line(&text, span), text, other: None };
        let hint = match invisible::find_invisible(&place.text[place.span.clone()]) {
            None => hint,
            Some((offset, character)) => {
                let at = place.span.start + offset;
                let (_, column) = ErrorSpans { span: at..at, ..place.clone() }.line_and_column();
                let advice = invisible::advice(character, column);
                Some(hint.map_or(advice.clone(), |hint| format!("{advice}; {hint}")))
            }
        };
        FileError::new(self.file.to_owned(), message, hint, Some(place))
    }
}

/// Why a file or folder cannot be read.
#[derive(Debug, Error)]
pub enum ReadProblem {
    #[error("cannot be read: {0}")]
    /// The operating system returned an error.
    Unreadable(io::Error),
    #[error("not UTF-8 text")]
    /// The content is not valid UTF-8.
    NotUtf8,
}

impl UserError for ReadProblem {
    fn hint(&self) -> Option<String> {
        matches!(self, Self::NotUtf8).then(|| "save it as UTF-8".to_owned())
    }
}

/// Reads a text file.
///
/// # Errors
///
/// Returns an error if reading fails or the file is not UTF-8.
pub fn read_text(path: &Path) -> Result<String, FileError> {
    let failed = |problem: &ReadProblem| FileError::of_file(display_path(path), problem);
    let bytes =
        regular::read_file(path).map_err(|error| failed(&ReadProblem::Unreadable(error)))?;
    String::from_utf8(bytes).map_err(|_| failed(&ReadProblem::NotUtf8))
}

/// Lists the paths in a folder, sorted by name. Skips hidden files, which editors create.
///
/// # Errors
///
/// Returns an error if the path is not a readable folder.
pub fn visible_paths_in(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut paths = Vec::new();
    for entry in std::fs::read_dir(folder)? {
        let entry = entry?;
        if !entry.file_name().as_encoded_bytes().starts_with(b".") {
            paths.push(entry.path());
        }
    }
    paths.sort();
    Ok(paths)
}

/// Returns `true` if the file name ends in `.toml`, or in capital letters, as some systems write it.
pub fn is_toml(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("toml"))
}

/// Returns the name most similar to an unknown name, if that is likely to be a typo.
pub fn most_like<'a>(name: &str, names: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    if !name.is_empty() && name.chars().all(is_digit) {
        let without_zeros = |text: &str| text.trim_start_matches('0').to_owned();
        let wanted = without_zeros(name);
        let mut found = names.into_iter().filter(|name| without_zeros(name) == wanted);
        // Two names that differ only in zeros cannot be told apart.
        return found.next().filter(|_| found.next().is_none());
    }
    let similarity = |other: &str| strsim::jaro_winkler(other, name);
    let best = names.into_iter().max_by(|a, b| similarity(a).total_cmp(&similarity(b)))?;
    // Below this, a hint is more likely to confuse than to help.
    (similarity(best) > 0.8).then_some(best)
}

fn is_digit(c: char) -> bool {
    c.is_ascii_digit()
}

/// Extracts the key and the expected keys from the end of a message such as `` `a`, expected one of `b`, `c` ``.
fn expected_keys(message: &str) -> Option<(&str, Vec<&str>)> {
    let (key, expected) = message.split_once(", expected ")?;
    // Every second part is between backticks.
    Some((key, expected.split('`').skip(1).step_by(2).collect()))
}

/// Formats a path as the user wrote it.
pub fn display_path(path: &Path) -> String {
    path.display().to_string()
}

/// Rewrites a message of the TOML parser on one line, without Rust terms.
fn in_plain_words(message: &str) -> String {
    let words = [
        ("unknown field", "unknown key"),
        ("missing field", "missing key"),
        ("expected a sequence", "expected a list in brackets"),
        ("expected f64", "expected a number"),
        ("expected u32", "expected a nonnegative whole number"),
        ("expected i64", "expected a whole number"),
    ];
    let message = message.lines().collect::<Vec<_>>().join(": ");
    words.into_iter().fold(message, |message, (from, to)| message.replace(from, to))
}

/// Limits a span to the first line, to point errors to the start of a long table or list.
///
/// Also clamps it to the text and to character boundaries, so that an inaccurate span cannot cause a panic.
fn first_line(text: &str, span: Range<usize>) -> Range<usize> {
    let start = text.floor_char_boundary(span.start);
    let end = text.floor_char_boundary(span.end).max(start);
    let length = text[start..end].find(['\r', '\n']).unwrap_or(end - start);
    start..start + length
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_match_only_with_leading_zeros() {
        let ids = ["0041026", "0041286", "007", "07"];
        assert_eq!(most_like("41026", ids), Some("0041026"));
        assert_eq!(most_like("41028", ids), None);
        assert_eq!(most_like("7", ids), None);
        assert_eq!(most_like("alise", ["alice", "bob"]), Some("alice"));
    }
}
