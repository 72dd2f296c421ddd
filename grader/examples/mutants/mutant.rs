//! Mutants: a source file with one change.

use std::collections::BTreeSet;
use std::ops::Range;

use crate::mutator;
use crate::operator::Operator;

/// A source file with one change, which a test of any worth should notice.
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
    /// What was done.
    pub(crate) operator: Operator,
    /// The lines that are changed, as one.
    pub(crate) before: String,
    /// What became of them, as one.
    pub(crate) after: String,
    /// The whole file, changed.
    pub(crate) text: String,
}

/// A change to a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Edit {
    /// What it does.
    pub(crate) operator: Operator,
    /// The bytes that it replaces.
    pub(crate) range: Range<usize>,
    /// What they are replaced by.
    pub(crate) text: String,
    /// The type and the function that it is in.
    pub(crate) within: String,
}

impl Mutant {
    /// Every mutant of a file, in the order of the text. No two of them are the same but for white
    /// space, and none is the file itself.
    ///
    /// # Errors
    ///
    /// If the text is no Rust.
    pub(crate) fn all(file: &str, text: &str) -> syn::Result<Vec<Self>> {
        let mut edits = mutator::edits(text)?;
        edits.sort_by_key(|edit| (edit.range.start, edit.range.end, edit.operator));
        let mut seen = BTreeSet::from([squeezed(text)]);
        let mutants = edits.into_iter().map(|edit| Self::of(file, text, edit));
        Ok(mutants.filter(|mutant| seen.insert(squeezed(&mutant.text))).collect())
    }

    fn of(file: &str, source: &str, edit: Edit) -> Self {
        let Edit { operator, range, text, within } = edit;
        let before = &source[..range.start];
        let text = format!("{before}{text}{}", &source[range.end..]);
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
        }
    }

    /// Where the change is.
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

/// A text without its white space.
fn squeezed(text: &str) -> String {
    text.split_whitespace().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn mutants(source: &str) -> String {
        let mutants = Mutant::all("a.rs", source).expect("it is Rust");
        let lines = mutants.iter().map(|it| {
            let Mutant { line, column, within, operator, before, after, .. } = it;
            format!("{line}:{column} {within} {}: {before} -> {after}\n", operator.name())
        });
        lines.collect()
    }

    #[test]
    fn operators_and_numbers_change() {
        insta::assert_snapshot!(mutants("fn f(a: usize) -> bool {\n    a + 1 < 3\n}\n"), @"");
    }

    #[test]
    fn statements_and_branches_change() {
        insta::assert_snapshot!(mutants("\
fn f(a: &mut Vec<u8>, b: bool) {
    if b {
        a.push(1);
    } else {
        a.pop();
    }
}
"), @"");
    }

    #[test]
    fn lists_calls_and_loops_change() {
        insta::assert_snapshot!(mutants("\
impl A {
    fn f(&self) -> Option<usize> {
        loop {
            if self.g(x, y) {
                break Some([p, q].into_iter().filter(|r| h(r)).count());
            }
            break None;
        }
    }
}
"), @"");
    }

    #[test]
    fn types_decide_about_fields_and_bodies() {
        insta::assert_snapshot!(mutants("\
#[derive(Clone, Debug)]
struct A { a: usize, b: u8, c: usize }
impl A {
    /// Not 1.
    fn new(a: usize, b: u8, c: usize) -> Self { Self { a, b, c } }
    fn a(&self) -> usize { self.a }
    fn all(&self) -> Option<impl Iterator<Item = u8>> { g() }
}
#[cfg(test)]
mod tests { fn f() -> usize { 1 } }
"), @"");
    }

    #[test]
    fn texts_change() {
        insta::assert_snapshot!(mutants("fn f() { write!(w, \" {a:>b$} \") }\n"), @"");
    }
}
