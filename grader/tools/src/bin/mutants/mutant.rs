//! Mutants: a submission with one change.

#[cfg(test)]
mod tests;

use std::collections::BTreeSet;
use std::ops::Range;

use intake::{SourceFile, Submission};
use proc_macro2::TokenStream;

use crate::mutator::Structs;
use crate::operator::Operator;

/// A submission with one change, which a test of any worth should notice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Mutant {
    /// The path of the file.
    pub(crate) file: String,
    /// The line of the change, from 1.
    pub(crate) line: usize,
    /// Its column in characters, from 1.
    pub(crate) column: usize,
    /// The type and the function that it is in.
    pub(crate) within: String,
    /// The change.
    pub(crate) operator: Operator,
    /// The lines that are changed, as one.
    pub(crate) before: String,
    /// The lines that replace them, as one.
    pub(crate) after: String,
    /// The whole file, changed.
    pub(crate) text: String,
    /// The bytes of the file that are changed.
    pub(crate) range: Range<usize>,
    /// The text that replaces them.
    pub(crate) replacement: String,
}

/// A change to a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Edit {
    /// The change.
    pub(crate) operator: Operator,
    /// The bytes that it replaces.
    pub(crate) range: Range<usize>,
    /// The text that replaces them.
    pub(crate) text: String,
    /// The type and the function that it is in.
    pub(crate) within: String,
}

/// The reason why no mutants can be made.
#[derive(Debug, thiserror::Error)]
#[error("{file}:{line}: this is no Rust: {source}")]
pub(crate) struct NoRust {
    /// The file.
    pub(crate) file: String,
    /// The line that cannot be read.
    pub(crate) line: usize,
    source: syn::Error,
}

impl Mutant {
    /// Every mutant of a submission's library, file by file, in the order of the text. What is there
    /// for tests alone is left out.
    ///
    /// # Errors
    ///
    /// If a file is no Rust.
    pub(crate) fn of_submission(submission: &Submission) -> Result<Vec<Self>, NoRust> {
        let live = &submission.tree().live;
        let files = submission.files().filter(|file| live.contains(file.path));
        Self::all(&files.collect::<Vec<_>>())
    }

    /// Every mutant of some files of one crate. No two of them are the same but for white space and
    /// comments, and none is what there was.
    ///
    /// # Errors
    ///
    /// If a file is no Rust.
    pub(crate) fn all(files: &[SourceFile<'_>]) -> Result<Vec<Self>, NoRust> {
        let mut parsed = Vec::new();
        for &SourceFile { path, text } in files {
            // Not `syn::parse_file`, which counts bytes from behind a byte order mark.
            let tree = syn::parse_str::<syn::File>(text).map_err(|source| {
                let line = source.span().start().line;
                NoRust { file: path.to_owned(), line, source }
            })?;
            parsed.push((path, text, tree));
        }
        let structs: Structs =
            parsed.iter().flat_map(|(_, text, tree)| Structs::of(tree, text)).collect();
        let mut mutants = Vec::new();
        for (path, text, tree) in &parsed {
            let mut edits = structs.edits(tree, text);
            edits.sort_by_key(|edit| (edit.range.start, edit.range.end, edit.operator));
            let mut seen = BTreeSet::from([tokens(text)]);
            let of_file = edits.into_iter().map(|edit| Self::of(path, text, edit));
            mutants.extend(of_file.filter(|mutant| seen.insert(tokens(&mutant.text))));
        }
        Ok(mutants)
    }

    fn of(file: &str, source: &str, edit: Edit) -> Self {
        let Edit { operator, range, text: replacement, within } = edit;
        let before = &source[..range.start];
        let text = format!("{before}{replacement}{}", &source[range.end..]);
        let (lines_before, lines_after) = difference(source, &text);
        Self {
            file: file.to_owned(),
            line: before.matches('\n').count() + 1,
            column: before.chars().rev().take_while(|c| *c != '\n').count() + 1,
            within,
            operator,
            before: lines_before,
            after: lines_after,
            text,
            range,
            replacement,
        }
    }

    /// The place of the change.
    pub(crate) fn place(&self) -> String {
        format!("{}:{}:{}", self.file, self.line, self.column)
    }

    /// The change in one line, for people and to be looked for.
    pub(crate) fn line(&self) -> String {
        let Self { within, operator, before, after, .. } = self;
        let after = if after.is_empty() { "(nothing)" } else { after };
        format!("{} {within} [{}] {before} -> {after}", self.place(), operator.name())
    }
}

/// The lines in which two texts differ, each side in one line.
fn difference(one: &str, other: &str) -> (String, String) {
    let (mut one, mut other): (Vec<_>, Vec<_>) = (one.lines().collect(), other.lines().collect());
    let same = one.iter().zip(&other).take_while(|(a, b)| a == b).count();
    one.drain(..same);
    other.drain(..same);
    while one.last().is_some_and(|last| other.last() == Some(last)) {
        one.pop();
        other.pop();
    }
    let line = |lines: Vec<&str>| lines.join(" ").split_whitespace().collect::<Vec<_>>().join(" ");
    (line(one), line(other))
}

/// A text as its compiler sees it: without comments, and with the same white space everywhere.
pub(crate) fn tokens(text: &str) -> String {
    text.parse::<TokenStream>().map_or_else(|_| text.to_owned(), |tokens| tokens.to_string())
}
