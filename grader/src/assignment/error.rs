//! What is wrong with an assignment, and where: errors that point at the line.

use std::fmt;
use std::ops::Range;

use annotate_snippets::{AnnotationKind, Group, Level, Origin, Renderer, Snippet};
use thiserror::Error;

use super::fault::Fault;

/// An assignment that cannot be graded with, and why.
///
/// As a text it is one line: the file as the user named it, the place, and what is wrong.
/// [`render`](Self::render) also shows the line itself.
// Boxed, because a result should not be much larger when it can fail.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct AssignmentError(Box<Located>);

/// A fault and where it is.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Located {
    file: String,
    fault: Fault,
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

impl AssignmentError {
    /// A file or folder, as the user named it, that is at fault as a whole.
    pub(super) fn of_file(file: impl Into<String>, fault: Fault) -> Self {
        Self(Box::new(Located { file: file.into(), fault, place: None }))
    }

    /// The same error with a second place in the same file.
    #[must_use]
    pub(super) fn and(mut self, span: Range<usize>, label: &'static str) -> Self {
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

    /// The line and column of the fault, both from 1.
    pub fn line_and_column(&self) -> Option<(usize, usize)> {
        self.0.place.as_ref().map(Place::line_and_column)
    }

    /// What is wrong, in a few words.
    pub fn message(&self) -> String {
        self.0.fault.to_string()
    }

    /// What to do about it.
    pub fn hint(&self) -> Option<String> {
        self.0.fault.hint()
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
        write!(f, ": {}", self.fault)
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
pub(super) struct Source<'a> {
    /// Its path, as the user named it.
    pub(super) file: &'a str,
    /// All of it.
    pub(super) text: &'a str,
}

impl Source<'_> {
    /// Something that is wrong in this place of the file.
    pub(super) fn error(&self, span: Range<usize>, fault: Fault) -> AssignmentError {
        let text = self.text.to_owned();
        let place = Place { span: first_line(&text, span), text, other: None };
        AssignmentError(Box::new(Located { file: self.file.to_owned(), fault, place: Some(place) }))
    }

    /// What the reader of TOML has against the file.
    ///
    /// `hint` is asked about the word that it points at.
    pub(super) fn toml_error(
        &self,
        error: &toml::de::Error,
        hint: impl FnOnce(&str) -> Option<String>,
    ) -> AssignmentError {
        let span = error.span().unwrap_or_default();
        let hint = self.text.get(span.clone()).and_then(hint);
        self.error(span, Fault::Toml { message: in_plain_words(error.message()), hint })
    }
}

/// A reader's message in the words of TOML, not of Rust, and in one line.
fn in_plain_words(message: &str) -> String {
    let words = [
        ("unknown field", "unknown key"),
        ("missing field", "missing key"),
        ("expected a sequence", "expected a list in brackets"),
        ("expected f64", "expected a number"),
        ("expected u32", "expected a whole number that is not negative"),
        ("expected i64", "expected a whole number"),
    ];
    let message = message.lines().collect::<Vec<_>>().join(": ");
    words.into_iter().fold(message, |message, (from, to)| message.replace(from, to))
}

/// What lies in the first line of the span: a long table or list is pointed at where it begins.
///
/// The span is also brought inside the text and to whole characters, so that nothing a reader
/// reports can make an error about an error.
fn first_line(text: &str, span: Range<usize>) -> Range<usize> {
    let start = text.floor_char_boundary(span.start);
    let end = text.floor_char_boundary(span.end).max(start);
    let length = text[start..end].find(['\r', '\n']).unwrap_or(end - start);
    start..start + length
}
