//! Mutants: a source file with one change.

use std::collections::BTreeSet;
use std::ops::Range;

use proc_macro2::TokenStream;

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
    /// space and comments, and none is the file itself.
    ///
    /// # Errors
    ///
    /// If the text is no Rust.
    pub(crate) fn all(file: &str, text: &str) -> syn::Result<Vec<Self>> {
        let mut edits = mutator::edits(text)?;
        edits.sort_by_key(|edit| (edit.range.start, edit.range.end, edit.operator));
        let mut seen = BTreeSet::from([tokens(text)]);
        let mutants = edits.into_iter().map(|edit| Self::of(file, text, edit));
        Ok(mutants.filter(|mutant| seen.insert(tokens(&mutant.text))).collect())
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

/// A text as its compiler sees it: without comments, and with the same white space everywhere.
fn tokens(text: &str) -> String {
    text.parse::<TokenStream>().map_or_else(|_| text.to_owned(), |tokens| tokens.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn mutants(source: &str) -> String {
        let mutants = Mutant::all("a.rs", source).expect("it is Rust");
        mutants.iter().map(|mutant| mutant.line() + "\n").collect()
    }

    #[test]
    fn operators_and_numbers_change() {
        insta::assert_snapshot!(mutants("const A: bool = a + 1 < 3 || !b;\n"), @r#"
        a.rs:1:17 - [operand] const A: bool = a + 1 < 3 || !b; -> const A: bool = a < 3 || !b;
        a.rs:1:17 - [operand] const A: bool = a + 1 < 3 || !b; -> const A: bool = 1 < 3 || !b;
        a.rs:1:17 - [logic] const A: bool = a + 1 < 3 || !b; -> const A: bool = a + 1 < 3;
        a.rs:1:17 - [logic] const A: bool = a + 1 < 3 || !b; -> const A: bool = !b;
        a.rs:1:19 - [arithmetic] const A: bool = a + 1 < 3 || !b; -> const A: bool = a - 1 < 3 || !b;
        a.rs:1:19 - [arithmetic] const A: bool = a + 1 < 3 || !b; -> const A: bool = a * 1 < 3 || !b;
        a.rs:1:21 - [integer] const A: bool = a + 1 < 3 || !b; -> const A: bool = a + 2 < 3 || !b;
        a.rs:1:21 - [integer] const A: bool = a + 1 < 3 || !b; -> const A: bool = a + 0 < 3 || !b;
        a.rs:1:23 - [comparison] const A: bool = a + 1 < 3 || !b; -> const A: bool = a + 1 == 3 || !b;
        a.rs:1:23 - [comparison] const A: bool = a + 1 < 3 || !b; -> const A: bool = a + 1 != 3 || !b;
        a.rs:1:23 - [comparison] const A: bool = a + 1 < 3 || !b; -> const A: bool = a + 1 <= 3 || !b;
        a.rs:1:23 - [comparison] const A: bool = a + 1 < 3 || !b; -> const A: bool = a + 1 > 3 || !b;
        a.rs:1:23 - [comparison] const A: bool = a + 1 < 3 || !b; -> const A: bool = a + 1 >= 3 || !b;
        a.rs:1:25 - [integer] const A: bool = a + 1 < 3 || !b; -> const A: bool = a + 1 < 4 || !b;
        a.rs:1:25 - [integer] const A: bool = a + 1 < 3 || !b; -> const A: bool = a + 1 < 2 || !b;
        a.rs:1:27 - [logic] const A: bool = a + 1 < 3 || !b; -> const A: bool = a + 1 < 3 && !b;
        a.rs:1:30 - [unary] const A: bool = a + 1 < 3 || !b; -> const A: bool = a + 1 < 3 || b;
        "#);
    }

    #[test]
    fn statements_and_branches_change() {
        let source = "\
fn f() {
    if b {
        g(x, y);
    } else {
        h.cmp(z);
    }
}
";
        insta::assert_snapshot!(mutants(source), @r#"
        a.rs:1:8 f [body] fn f() { if b { g(x, y); } else { h.cmp(z); } } -> fn f() { }
        a.rs:1:8 f [unfinished] fn f() { if b { g(x, y); } else { h.cmp(z); } } -> fn f() { todo!() }
        a.rs:2:8 f [condition] if b { -> if true {
        a.rs:2:8 f [condition] if b { -> if false {
        a.rs:2:10 f [branches] g(x, y); } else { h.cmp(z); -> h.cmp(z); } else { g(x, y);
        a.rs:3:9 f [statement] g(x, y); -> (nothing)
        a.rs:3:11 f [arguments] g(x, y); -> g(y, x);
        a.rs:5:9 f [call] h.cmp(z); -> h.cmp(z).reverse();
        a.rs:5:9 f [statement] h.cmp(z); -> (nothing)
        "#);
    }

    #[test]
    fn lists_filters_and_loops_change() {
        let source = "\
const F: A = loop {
    if [p, q].iter().any(|r| s) {
        break Some(t);
    }
    break None;
};
";
        insta::assert_snapshot!(mutants(source), @r#"
        a.rs:2:5 - [statement] if [p, q].iter().any(|r| s) { break Some(t); } -> (nothing)
        a.rs:2:8 - [condition] if [p, q].iter().any(|r| s) { -> if true {
        a.rs:2:8 - [condition] if [p, q].iter().any(|r| s) { -> if false {
        a.rs:2:9 - [elements] if [p, q].iter().any(|r| s) { -> if [q].iter().any(|r| s) {
        a.rs:2:9 - [elements] if [p, q].iter().any(|r| s) { -> if [q, p].iter().any(|r| s) {
        a.rs:2:10 - [elements] if [p, q].iter().any(|r| s) { -> if [p].iter().any(|r| s) {
        a.rs:2:15 - [method] if [p, q].iter().any(|r| s) { -> if [p, q].iter().rev().any(|r| s) {
        a.rs:2:22 - [method] if [p, q].iter().any(|r| s) { -> if [p, q].iter().all(|r| s) {
        a.rs:2:30 - [condition] if [p, q].iter().any(|r| s) { -> if [p, q].iter().any(|r| true) {
        a.rs:2:30 - [condition] if [p, q].iter().any(|r| s) { -> if [p, q].iter().any(|r| false) {
        a.rs:3:9 - [statement] break Some(t); -> (nothing)
        a.rs:3:15 - [some] break Some(t); -> break None;
        a.rs:5:5 - [statement] break None; -> (nothing)
        a.rs:5:11 - [break] break None; -> break Some(t);
        "#);
    }

    #[test]
    fn types_decide_about_fields_and_bodies() {
        let source = "\
#[derive(Clone, Debug)]
struct A { a: usize, b: u8, c: usize }
impl A {
    /// Not 1.
    fn new() -> A {
        Self { a, b, c }
    }
    fn a(&self) -> usize {
        self.a
    }
    fn all(&self) -> Option<impl Iterator<Item = u8>> {
        g
    }
}
#[cfg(test)]
mod tests { fn f() -> usize { 1 } }
";
        insta::assert_snapshot!(mutants(source), @r#"
        a.rs:1:10 A [derive] #[derive(Clone, Debug)] -> #[derive(Debug)]
        a.rs:1:15 A [derive] #[derive(Clone, Debug)] -> #[derive(Clone)]
        a.rs:5:19 A::new [unfinished] fn new() -> A { Self { a, b, c } } -> fn new() -> A { todo!() }
        a.rs:6:16 A::new [fields] Self { a, b, c } -> Self { a: c, b, c: a }
        a.rs:8:26 A::a [body] fn a(&self) -> usize { self.a } -> fn a(&self) -> usize { 0 }
        a.rs:8:26 A::a [body] fn a(&self) -> usize { self.a } -> fn a(&self) -> usize { 1 }
        a.rs:8:26 A::a [unfinished] fn a(&self) -> usize { self.a } -> fn a(&self) -> usize { todo!() }
        a.rs:9:14 A::a [fields] self.a -> self.c
        a.rs:11:55 A::all [body] fn all(&self) -> Option<impl Iterator<Item = u8>> { g } -> fn all(&self) -> Option<impl Iterator<Item = u8>> { None::<std::iter::Empty<u8>> }
        a.rs:11:55 A::all [body] fn all(&self) -> Option<impl Iterator<Item = u8>> { g } -> fn all(&self) -> Option<impl Iterator<Item = u8>> { Some(std::iter::empty::<u8>()) }
        a.rs:11:55 A::all [unfinished] fn all(&self) -> Option<impl Iterator<Item = u8>> { g } -> fn all(&self) -> Option<impl Iterator<Item = u8>> { todo!() }
        "#);
    }

    #[test]
    fn texts_change() {
        let source = "fn f() {\n    write!(w, \" {a:>b$} \")\n}\n";
        insta::assert_snapshot!(mutants(source), @r#"
        a.rs:1:8 f [body] fn f() { write!(w, " {a:>b$} ") } -> fn f() { }
        a.rs:1:8 f [unfinished] fn f() { write!(w, " {a:>b$} ") } -> fn f() { todo!() }
        a.rs:2:5 f [method] write!(w, " {a:>b$} ") -> writeln!(w, " {a:>b$} ")
        a.rs:2:15 f [format] write!(w, " {a:>b$} ") -> write!(w, "")
        a.rs:2:15 f [format] write!(w, " {a:>b$} ") -> write!(w, "{a:>b$} ")
        a.rs:2:15 f [format] write!(w, " {a:>b$} ") -> write!(w, " {a:>b$}")
        a.rs:2:15 f [format] write!(w, " {a:>b$} ") -> write!(w, " {a} ")
        "#);
    }
}
