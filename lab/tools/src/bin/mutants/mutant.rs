//! Mutants: submissions with a single change.

#[cfg(test)]
mod tests;

use std::collections::BTreeSet;
use std::ops::Range;

use intake::{SourceFile, Submission};
use proc_macro2::TokenStream;

use crate::mutator::Structs;
use crate::operator::Operator;

/// A submission with one change, which good tests should detect.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Mutant {
    pub(crate) file: String,
    pub(crate) line: usize,
    /// The column of the change in characters, from 1.
    pub(crate) column: usize,
    /// The type and function that contain the change.
    pub(crate) within: String,
    pub(crate) operator: Operator,
    pub(crate) before: String,
    pub(crate) after: String,
    pub(crate) text: String,
    /// The replaced byte range.
    pub(crate) range: Range<usize>,
    pub(crate) replacement: String,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct MutantEdit {
    pub(crate) operator: Operator,
    pub(crate) range: Range<usize>,
    pub(crate) text: String,
    /// The type and function that contain the change.
    pub(crate) within: String,
}

#[derive(Debug, thiserror::Error)]
#[error("{file}:{line}: this is not Rust code: {source}")]
pub(crate) struct NoRust {
    pub(crate) file: String,
    pub(crate) line: usize,
    source: syn::Error,
}

impl Mutant {
    /// Returns all mutants of a submission's library, in text order. Test code is not changed.
    pub(crate) fn of_submission(submission: &Submission) -> Result<Vec<Self>, NoRust> {
        let live = &submission.tree().live;
        let files = submission.files().filter(|file| live.contains(file.path));
        Self::of_files(&files.collect::<Vec<_>>())
    }

    /// Returns all mutants of a crate's files. Each differs from the original and from the other mutants in more than
    /// whitespace and comments.
    pub(crate) fn of_files(files: &[SourceFile<'_>]) -> Result<Vec<Self>, NoRust> {
        let mut parsed = Vec::new();
        for &SourceFile { path, text } in files {
            // `syn::parse_file` would not count the bytes of a byte order mark.
            let tree = syn::parse_str::<syn::File>(text).map_err(|source| {
                let line = source.span().start().line;
                NoRust { file: path.to_owned(), line, source }
            })?;
            parsed.push((path, text, tree));
        }
        let structs: Structs =
            parsed.iter().flat_map(|(_, text, tree)| Structs::in_file(tree, text)).collect();
        let mut mutants = Vec::new();
        for (path, text, tree) in &parsed {
            let mut edits = structs.find_edits(tree, text);
            // Of edits with the same result, only the first counts, so the order must be fixed.
            edits.sort_by_key(|edit| (edit.range.start, edit.range.end, edit.operator));
            let mut seen = BTreeSet::from([tokens(text)]);
            let of_file = edits.into_iter().map(|edit| Self::from_edit(path, text, edit));
            mutants.extend(of_file.filter(|mutant| seen.insert(tokens(&mutant.text))));
        }
        Ok(mutants)
    }

    fn from_edit(file: &str, source: &str, edit: MutantEdit) -> Self {
        let MutantEdit { operator, range, text: replacement, within } = edit;
        let before = &source[..range.start];
        let text = format!("{before}{replacement}{}", &source[range.end..]);
        let (lines_before, lines_after) = differing_lines(source, &text);
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

    pub(crate) fn place(&self) -> String {
        format!("{}:{}:{}", self.file, self.line, self.column)
    }

    pub(crate) fn one_line_summary(&self) -> String {
        let Self { within, operator, before, after, .. } = self;
        let after = if after.is_empty() { "(nothing)" } else { after };
        format!("{} {within} [{}] {before} -> {after}", self.place(), operator.name())
    }
}

/// Returns the differing lines of two texts, joined into one line per text.
fn differing_lines(one: &str, other: &str) -> (String, String) {
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

/// Removes comments and unifies whitespace.
pub(crate) fn tokens(text: &str) -> String {
    text.parse::<TokenStream>().map_or_else(|_| text.to_owned(), |tokens| tokens.to_string())
}
