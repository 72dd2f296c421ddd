//! Reads a submission's code in one pass, and collects the facts that other modules need.
//!
//! The compile-time checks do not use these facts, because they must also understand code that does not parse.

mod macros;
mod visitor;

use std::ops::Range;

use base::pool;
use grade::{Definition, SourcePosition, Target};
use proc_macro2::Span;
use syn::ext::IdentExt as _;

use super::nesting;
use super::submission::{SourceFile, Submission};
use super::tokens::Tokens;

/// The maximum number of tokens in a submission to parse, because each takes about a kilobyte of memory. Real
/// submissions have about 5,000.
const MAX_TOKENS: usize = 250_000;

/// The stack size for parsing, in bytes. Without optimization, the most expensive permitted code, a thousand `&` in a
/// type, needs 36 MiB.
const STACK: usize = 64 << 20;

/// The types exported by a submission.
pub(super) const EXPORTED: [&str; 2] = ["Board", "Solver"];

/// The facts about a file. Test code is left out.
#[derive(Debug, Default)]
pub(super) struct FileSyntax {
    pub(super) path: String,
    /// `use name as other`, as the new name and the original.
    pub(super) renames: Vec<(String, String)>,
    pub(super) steps: Vec<PathStep>,
    pub(super) implementations: Vec<Implementation>,
    /// The functions with a body, before any functions inside them.
    pub(super) functions: Vec<Function>,
    pub(super) types: Vec<DeclaredType>,
    pub(super) components: Vec<Component>,
}

/// A name in the code.
#[derive(Clone, Debug, Default)]
pub(super) struct Identifier {
    /// The name without a leading `r#`.
    pub(super) name: String,
    pub(super) line: u32,
    pub(super) column: u32,
    /// The length in characters.
    length: u32,
}

/// A segment of a path, of an import, or of the name of a macro that is called.
#[derive(Debug)]
pub(super) struct PathStep {
    pub(super) segment: Identifier,
    /// What follows in the code: the next segment, `*` in an import, the first type argument, or for macros `!`. The end
    /// of an import is followed by `self`.
    pub(super) next: String,
}

/// An `impl Trait for Type` or `impl Type` block.
#[derive(Clone, Debug, Default)]
pub(super) struct Implementation {
    /// The last segment of the trait path, or an empty string for an inherent `impl`.
    pub(super) of_trait: String,
    /// The last segment of the type path.
    pub(super) of_type: String,
}

#[derive(Debug)]
pub(super) struct Function {
    pub(super) name: Identifier,
    /// The block around the function, even if there are other functions between them. Without a block, its names are
    /// empty.
    pub(super) within: Implementation,
    /// Whether the function is a member of that block, and not inside another function.
    pub(super) is_member: bool,
    /// The lines and columns of the braces.
    body: Range<(u32, u32)>,
    /// The calls in the function, but not in functions inside it.
    pub(super) calls: Vec<FunctionCall>,
    /// Whether the function creates, extends or reverses a list.
    pub(super) makes_list: bool,
}

#[derive(Debug)]
pub(super) struct FunctionCall {
    pub(super) name: Identifier,
    pub(super) callee: Callee,
}

/// How a call refers to the function.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Callee {
    /// `self.name()`
    OfSelf,
    /// `value.name()`
    OfValue,
    /// `Type::name()`, with the segment before the name
    OfType(String),
    /// `name()`
    Plain,
}

/// A `struct` or an `enum`.
#[derive(Debug)]
pub(super) struct DeclaredType {
    pub(super) name: Identifier,
    /// Whether the type derives `Ord`.
    pub(super) derives_order: bool,
    /// Whether the type derives `PartialOrd`.
    pub(super) derives_partial_order: bool,
}

/// The owner of static variables, which cannot be the name of a type.
pub(super) const STATIC: &str = "static";

/// A field of a type, a static variable, or the definition of an alias or a macro. A macro counts as a type, and as a
/// component of each type that is passed to it.
#[derive(Debug)]
pub(super) struct Component {
    pub(super) owner: String,
    /// The field, the variable, or the alias or macro. The number of a field has no place.
    pub(super) name: Identifier,
    /// The names in the component's type.
    pub(super) types: Vec<Identifier>,
}

/// Reads the library's files, without those that do not parse.
pub(super) fn parse_submission(submission: &Submission) -> Vec<FileSyntax> {
    let live = &submission.tree().live;
    let mut tokens = 0;
    let files = submission.files().filter(|file| live.contains(file.path)).filter(|file| {
        let found = Tokens::from_text(file.text);
        tokens += found.len();
        tokens <= MAX_TOKENS && nesting::first_too_deep_token(&found).is_none()
    });
    let files: Vec<SourceFile<'_>> = files.collect();
    parse(&files)
}

/// Parses files that are not nested too deeply. Leaves out those with an error.
fn parse(files: &[SourceFile<'_>]) -> Vec<FileSyntax> {
    pool::with_stack(STACK, || files.iter().filter_map(FileSyntax::parse).collect())
}

impl FileSyntax {
    fn parse(file: &SourceFile<'_>) -> Option<Self> {
        #[expect(clippy::disallowed_methods, reason = "the depth is known, and the stack is large")]
        let code = syn::parse_file(file.text).ok()?;
        Some(Self { path: file.path.to_owned(), ..visitor::collect_syntax(&code) })
    }

    /// Returns `true` if `used` names the trait `name` in this file.
    pub(super) fn is_trait(&self, used: &str, name: &str) -> bool {
        used == name || self.renames.iter().any(|(new, original)| new == used && original == name)
    }

    /// Returns the types that implement a trait.
    pub(super) fn implementors(&self, name: &str) -> impl Iterator<Item = &str> {
        let is_of_trait = move |block: &&Implementation| self.is_trait(&block.of_trait, name);
        self.implementations.iter().filter(is_of_trait).map(|block| block.of_type.as_str())
    }

    pub(super) fn position_of(&self, name: &Identifier) -> SourcePosition {
        SourcePosition { file: self.path.clone(), line: name.line, column: name.column }
    }

    pub(super) fn definition_of(&self, target: Target, name: &Identifier) -> Definition {
        Definition { target, place: self.position_of(name), length: name.length }
    }
}

impl Identifier {
    fn new(ident: &syn::Ident) -> Self {
        let (line, column) = first_position(ident.span());
        let length = to_u32(ident.to_string().chars().count());
        Self { name: ident.unraw().to_string(), line, column, length }
    }
}

impl Function {
    /// Returns `true` if the body contains this place.
    pub(super) fn contains(&self, place: &SourcePosition) -> bool {
        self.body.contains(&(place.line, place.column))
    }
}

/// Returns a span's first line and column.
fn first_position(span: Span) -> (u32, u32) {
    let start = span.start();
    (to_u32(start.line), to_u32(start.column + 1))
}

fn to_u32(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

/// Returns the facts about files, given as paths and texts.
#[cfg(test)]
pub(super) fn parsed(files: &[(&str, &str)]) -> Vec<FileSyntax> {
    parse(&files.iter().map(|(path, text)| SourceFile { path, text }).collect::<Vec<_>>())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Parts of expressions and of types, before and after another one.
    const EXPRESSIONS: [(&str, &str); 12] = [
        ("!", ""),
        ("1 + ", ""),
        ("return ", ""),
        ("|a, b| ", ""),
        ("if a {} else { ", " }"),
        ("match a { _ => ", " }"),
        ("(", ")"),
        ("[1, ", "]"),
        ("a::<A<u8, u8>>(1, ", ")"),
        ("a.b(|c, d| ", ")"),
        ("{ fn f() {} ", " }"),
        ("vec![", "]"),
    ];
    const TYPES: [(&str, &str); 6] = [
        ("&", ""),
        ("&'a mut ", ""),
        ("fn(u8) -> ", ""),
        ("A<u8, ", ">"),
        ("(u8, ", ")"),
        ("[", "; 1]"),
    ];

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        /// The stack is large enough for all code that the compiler gets.
        #[test]
        fn code_that_is_not_too_deep_is_parsed(
            parts in prop::collection::vec((0usize..100, 1usize..500), 1..4),
            is_type in any::<bool>(),
        ) {
            let (from, innermost, all) = if is_type {
                ("type T = ", "u8", &TYPES[..])
            } else {
                ("const A: u8 = ", "1", &EXPRESSIONS[..])
            };
            let parts: Vec<_> =
                parts.into_iter().map(|(part, times)| (all[part % all.len()], times)).collect();
            let mut text = from.to_owned();
            text.extend(parts.iter().map(|((before, _), times)| before.repeat(*times)));
            text.push_str(innermost);
            text.extend(parts.iter().rev().map(|((_, after), times)| after.repeat(*times)));
            text.push(';');
            prop_assert!(nesting::is_too_deep(&text) || parsed(&[("a.rs", &text)]).len() == 1);
        }
    }

    #[test]
    fn names_have_places_in_characters() {
        let text = "#!/bin/sh\n/* é */ fn r#fn() {}\r\n  struct Aé;";
        let file = &parsed(&[("a.rs", text)])[0];
        let (function, declared) = (&file.functions[0].name, &file.types[0].name);
        assert_eq!((function.name.as_str(), function.length), ("fn", 4));
        assert_eq!(file.position_of(function).to_string(), "a.rs:2:12");
        assert_eq!(
            (declared.length, file.position_of(declared).to_string()),
            (2, "a.rs:3:10".into())
        );
    }

    #[test]
    fn code_in_macros_is_found() {
        let names = |text: &str| {
            let file = &parsed(&[("a.rs", text)])[0];
            let calls = file.functions.iter().flat_map(|function| &function.calls);
            calls.map(|call| call.name.name.clone()).collect::<Vec<_>>()
        };
        for text in [
            "fn f() { vec![a.b(); 2]; }",
            "fn f() { assert!(c > 1, \"{}\", a.b()); }",
            "fn f() { matches!(a.b(), Some(1) | None if c) }",
            "fn f() { m! { A => { let x = a.b(); }, B => {} } }",
            "macro_rules! m { ($type:ident) => { impl A for $type { fn f() { $type.b() } } } }",
            "macro_rules! m { ($($a:expr),+ $(,)?) => { fn f() { c; $($a.b();)+ } } }",
            "m! { m! { fn f() { print!(\"{}\", a.b()) } } }",
        ] {
            assert_eq!(names(text), ["b"], "{text}");
        }
        let deep = |times: usize| {
            format!("fn f() {{ {}a.b(){} }}", "m!(".repeat(times), ")".repeat(times))
        };
        assert_eq!(names(&deep(10)), ["b"]);
        assert!(names(&deep(50)).is_empty(), "this would be too expensive");
    }

    #[test]
    fn invalid_and_large_submissions_yield_no_facts() {
        let parsed = |text: String| {
            let files = [("src/lib.rs".to_owned(), text)].into();
            let edition = crate::Edition::E2024;
            parse_submission(&Submission::new("a".to_owned(), edition, files, Vec::new())).len()
        };
        assert_eq!(parsed("fn f() {}".to_owned()), 1);
        assert_eq!(parsed("fn f( {}".to_owned()), 0);
        assert_eq!(parsed("const A: u8 = 1;".repeat(MAX_TOKENS / 7)), 1);
        assert_eq!(parsed("const A: u8 = 1;".repeat(MAX_TOKENS / 7 + 1)), 0);
    }
}
