//! Files that a user wrote for the grader: how they are read, and errors that point at the line.

use std::fmt;
use std::io;
use std::ops::Range;
use std::path::{Path, PathBuf};

use annotate_snippets::{AnnotationKind, Group, Level, Origin, Renderer, Snippet};
use thiserror::Error;

/// A fault of a file: as a text, the fault in a few words.
pub trait Problem: fmt::Display {
    /// A hint, where the remedy is not plain from the fault itself.
    fn hint(&self) -> Option<String>;
}

/// A file that the grader cannot work with, and why.
///
/// As a text it is one line: the file as the user named it, the place, and what is wrong.
/// [`render`](Self::render) also shows the line itself.
// Boxed, because a result should not be much larger when it can fail.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct FileError(Box<Located>);

/// A problem and where it is.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Located {
    file: String,
    /// The fault, in a few words.
    message: String,
    hint: Option<String>,
    /// The place in the file, unless it is the file itself that is at fault.
    place: Option<Place>,
}

/// A place in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Place {
    text: String,
    span: Range<usize>,
    /// The other place that clashes with it, and what it is.
    other: Option<(Range<usize>, &'static str)>,
}

impl FileError {
    /// A file or folder, as the user named it, that is at fault as a whole.
    pub fn of_file(file: impl Into<String>, problem: &impl Problem) -> Self {
        Self::new(file.into(), problem.to_string(), problem.hint(), None)
    }

    fn new(file: String, message: String, hint: Option<String>, place: Option<Place>) -> Self {
        Self(Box::new(Located { file, message, hint, place }))
    }

    /// The error with a second place in the same file.
    #[must_use]
    pub fn and(mut self, span: Range<usize>, label: &'static str) -> Self {
        if let Some(place) = &mut self.0.place {
            place.other = Some((first_line(&place.text, span), label));
        }
        self
    }

    /// The file or folder, as the user named it.
    pub fn file(&self) -> &str {
        &self.0.file
    }

    /// The bytes of the file that are at fault, unless it is the file as a whole.
    pub fn span(&self) -> Option<Range<usize>> {
        self.0.place.as_ref().map(|place| place.span.clone())
    }

    /// The line and column of the problem, both from 1.
    pub fn line_and_column(&self) -> Option<(usize, usize)> {
        self.0.place.as_ref().map(Place::line_and_column)
    }

    /// The fault, in a few words.
    pub fn message(&self) -> &str {
        &self.0.message
    }

    /// The hint, if there is one.
    pub fn hint(&self) -> Option<&str> {
        self.0.hint.as_deref()
    }

    /// The error as a compiler would show it, with the line that is at fault.
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

impl fmt::Display for Located {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.file)?;
        if let Some((line, column)) = self.place.as_ref().map(Place::line_and_column) {
            write!(f, ":{line}:{column}")?;
        }
        write!(f, ": {}", self.message)
    }
}

impl Place {
    fn line_and_column(&self) -> (usize, usize) {
        let before = &self.text[..self.span.start];
        let line_start = before.rfind('\n').map_or(0, |end| end + 1);
        (before.matches('\n').count() + 1, before[line_start..].chars().count() + 1)
    }
}

/// A file that is being read.
#[derive(Clone, Copy, Debug)]
pub struct Source<'a> {
    /// Its path, as the user named it.
    pub file: &'a str,
    /// All of it.
    pub text: &'a str,
}

impl Source<'_> {
    /// Something that is wrong in this place of the file.
    pub fn error(&self, span: Range<usize>, problem: &impl Problem) -> FileError {
        self.locate(span, problem.to_string(), problem.hint())
    }

    /// The error of the TOML reader.
    ///
    /// `hint` is asked about the key that it points at, if it points at one: a table that lacks
    /// something is not misspelt.
    pub fn toml_error(
        &self,
        error: &toml::de::Error,
        hint: impl FnOnce(&str) -> Option<String>,
    ) -> FileError {
        let span = error.span().unwrap_or_default();
        let is_of_key = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '.' | '"' | '\'');
        let word = self.text.get(span.clone()).filter(|word| word.chars().all(is_of_key));
        let hint = word.and_then(hint);
        self.locate(span, in_plain_words(error.message()), hint)
    }

    fn locate(&self, span: Range<usize>, message: String, hint: Option<String>) -> FileError {
        let text = self.text.to_owned();
        let place = Place { span: first_line(&text, span), text, other: None };
        FileError::new(self.file.to_owned(), message, hint, Some(place))
    }
}

/// The reason why a file or folder cannot be read at all.
#[derive(Debug, Error)]
pub enum ReadProblem {
    #[error("cannot be read: {0}")]
    /// It cannot be read.
    Unreadable(io::Error),
    #[error("not UTF-8 text")]
    /// It is no text in UTF-8.
    NotUtf8,
}

impl Problem for ReadProblem {
    fn hint(&self) -> Option<String> {
        matches!(self, Self::NotUtf8).then(|| "save it as UTF-8".to_owned())
    }
}

/// Reads a text.
///
/// # Errors
///
/// If it cannot be read or is no UTF-8.
pub fn read(path: &Path) -> Result<String, FileError> {
    let failed = |problem: &ReadProblem| FileError::of_file(shown(path), problem);
    let bytes = std::fs::read(path).map_err(|error| failed(&ReadProblem::Unreadable(error)))?;
    String::from_utf8(bytes).map_err(|_| failed(&ReadProblem::NotUtf8))
}

/// The content of a folder, in the order of the names, without hidden files: editors leave some
/// while another is open.
///
/// # Errors
///
/// If it is no folder that can be read.
pub fn entries(folder: &Path) -> io::Result<Vec<PathBuf>> {
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

/// Whether a file is TOML, by its name.
pub fn is_toml(path: &Path) -> bool {
    path.extension().is_some_and(|it| it == "toml")
}

/// The name among these that is most like one that there is not, if any is like it.
pub fn most_like<'a>(name: &str, names: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let similarity = |other: &str| strsim::jaro_winkler(other, name);
    let best = names.into_iter().max_by(|a, b| similarity(a).total_cmp(&similarity(b)))?;
    (similarity(best) > 0.8).then_some(best)
}

/// A path as it is shown: the way the user wrote it.
pub fn shown(path: &Path) -> String {
    path.display().to_string()
}

/// A reader's message in the words of TOML, not of Rust, and in one line.
fn in_plain_words(message: &str) -> String {
    let words = [
        ("unknown field", "unknown key"),
        ("missing field", "missing key"),
        ("expected a sequence", "expected a list in brackets"),
        ("expected f64", "expected a number"),
        ("expected u32", "expected a whole number from 0"),
        ("expected i64", "expected a whole number"),
    ];
    let message = message.lines().collect::<Vec<_>>().join(": ");
    words.into_iter().fold(message, |message, (from, to)| message.replace(from, to))
}

/// The part of the span in its first line: a long table or list is pointed at where it begins.
///
/// The span is also brought inside the text and to whole characters, so that nothing a reader
/// reports can make an error about an error.
fn first_line(text: &str, span: Range<usize>) -> Range<usize> {
    let start = text.floor_char_boundary(span.start);
    let end = text.floor_char_boundary(span.end).max(start);
    let length = text[start..end].find(['\r', '\n']).unwrap_or(end - start);
    start..start + length
}
