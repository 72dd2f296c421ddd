//! Finds code that inspects or affects the environment.

use std::collections::{BTreeMap, BTreeSet};

use grade::SourcePosition;

use super::submission::Submission;
use super::syntax::{self, PathStep};

/// A way for code to depend on more than the arguments, or to affect more than the result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Impurity {
    /// The compilation target: `cfg(target_...)`.
    Target,
    /// The width of `usize` or the size of a type: `usize::MAX`, `size_of`.
    Width,
    /// The build profile: `cfg(debug_assertions)`.
    Profile,
    /// The name or id of a type.
    TypeName,
    /// Environment variables, arguments, or the number of processors.
    Environment,
    /// Starting a thread.
    Thread,
    /// Printing.
    Prints,
}

impl Impurity {
    /// Returns the kind of impurity that a part of a path is, if any.
    fn of_path_step(step: &PathStep) -> Option<Self> {
        Some(match (&*step.segment.name, &*step.next) {
            (
                "target_arch"
                | "target_pointer_width"
                | "target_family"
                | "target_os"
                | "target_env",
                _,
            ) => Self::Target,
            ("usize" | "isize", "BITS" | "MAX" | "max_value")
            | ("isize", "MIN" | "min_value")
            | ("size_of" | "size_of_val" | "align_of" | "align_of_val", _) => Self::Width,
            ("debug_assertions", _) => Self::Profile,
            ("type_name" | "type_name_of_val" | "TypeId", _) => Self::TypeName,
            ("env", "var" | "vars" | "args") | ("available_parallelism", _) => Self::Environment,
            ("thread", "spawn" | "scope" | "Builder") => Self::Thread,
            ("print" | "println" | "eprint" | "eprintln" | "dbg", "!") => Self::Prints,
            _ => return None,
        })
    }
}

/// Returns the first occurrence of each kind in the library code, with the number of further occurrences. Ignores test
/// code.
pub fn impurities(submission: &Submission) -> Vec<(Impurity, SourcePosition, usize)> {
    let mut found: BTreeMap<Impurity, BTreeSet<SourcePosition>> = BTreeMap::new();
    for file in &syntax::parse_submission(submission) {
        for step in &file.steps {
            if let Some(impurity) = Impurity::of_path_step(step) {
                found.entry(impurity).or_default().insert(file.position_of(&step.segment));
            }
        }
    }
    let first = |(impurity, mut places): (Impurity, BTreeSet<SourcePosition>)| {
        places.pop_first().map(|first| (impurity, first, places.len()))
    };
    found.into_iter().filter_map(first).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Edition;

    fn found(text: &str) -> Vec<(Impurity, u32, usize)> {
        let root = "mod board;\n".to_owned();
        let files = [("src/lib.rs", root), ("src/board.rs", text.to_owned())];
        let files: BTreeMap<String, String> =
            files.into_iter().map(|(name, text)| (name.to_owned(), text)).collect();
        let submission = Submission::new("a".to_owned(), Edition::E2024, files, Vec::new());
        impurities(&submission)
            .into_iter()
            .map(|(what, place, more)| (what, place.line, more))
            .collect()
    }

    #[test]
    fn impurities_are_found_with_their_locations() {
        assert_eq!(
            found("fn a() {\n    let w = if cfg!(target_arch = \"wasm32\") { 2 } else { 1 };\n}"),
            [(Impurity::Target, 2, 0)]
        );
        assert_eq!(found("#[cfg(target_pointer_width = \"32\")]\nfn a() {}").len(), 1);
        assert_eq!(
            found("fn a() {\n std::mem::size_of::<u16>();\n usize::MAX;\n isize::MIN;\n}"),
            [(Impurity::Width, 2, 2)]
        );
        assert_eq!(found("fn a(b: u64) { b as usize; u64::MAX; usize::MIN; i64::BITS; }"), []);
        assert_eq!(
            found("fn a<B>() {\n type_name::<B>();\n std::any::type_name::<B>();\n}"),
            [(Impurity::TypeName, 2, 1)]
        );
        assert_eq!(found("fn a() {\n\n println!(\"a\");\n}"), [(Impurity::Prints, 3, 0)]);
        let profile =
            "#[cfg(not(debug_assertions))] use a::b; fn a() { if cfg!(debug_assertions) {} }";
        assert_eq!(found(profile), [(Impurity::Profile, 1, 1)]);
        assert_eq!(
            found("use std::thread;\nfn a() {\n    thread::scope(|s| { s.spawn(|| 1); });\n}"),
            [(Impurity::Thread, 3, 0)]
        );
        assert_eq!(found("use std::thread::{self, spawn};\n"), [(Impurity::Thread, 1, 0)]);
    }

    #[test]
    fn tests_strings_and_comments_contain_no_impurities() {
        assert_eq!(found("#[cfg(test)]\nmod tests { fn a() { println!(\"a\"); } }"), []);
        assert_eq!(found("fn a() { \"type_name println! usize::MAX\"; }"), []);
        assert_eq!(found("// println!()\nfn print() {}"), []);
        assert_eq!(found("fn a() { std::thread::sleep(T); thread_local! {} }"), []);
    }
}
