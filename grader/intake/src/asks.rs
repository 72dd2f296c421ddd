//! Finds code that inspects or affects the environment.

use grade::Place;

use super::scan::is_cfg_test;
use super::submission::Submission;
use super::tokens::{TokenClass, Tokens};

/// A way for code to depend on more than the arguments, or to affect more than the result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Question {
    /// The compilation target: `cfg(target_...)`, `size_of::<usize>()`, `usize::BITS`.
    Target,
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

impl Question {
    const ALL: [Self; 6] = [
        Self::Target,
        Self::Profile,
        Self::TypeName,
        Self::Environment,
        Self::Thread,
        Self::Prints,
    ];

    /// Returns the token sequences to search for. Whitespace does not matter, and more tokens may follow.
    fn patterns(self) -> &'static [&'static [&'static str]] {
        match self {
            Self::Target => &[
                &["target_arch"],
                &["target_pointer_width"],
                &["target_family"],
                &["target_os"],
                &["target_env"],
                &["size_of", ":", ":", "<", "usize"],
                &["size_of", ":", ":", "<", "isize"],
                &["usize", ":", ":", "BITS"],
            ],
            Self::Profile => &[&["cfg", "!", "debug_assertions"], &["cfg", "debug_assertions"]],
            Self::TypeName => &[&["type_name"], &["type_name_of_val"], &["TypeId"]],
            Self::Environment => &[
                &["env", ":", ":", "var"],
                &["env", ":", ":", "vars"],
                &["env", ":", ":", "args"],
                &["available_parallelism"],
            ],
            // Brackets are ignored, to also match `use std::thread::{spawn}`.
            Self::Thread => &[
                &["thread", ":", ":", "spawn"],
                &["thread", ":", ":", "scope"],
                &["thread", ":", ":", "Builder"],
                &["thread", ":", ":", "self", ",", "spawn"],
                &["thread", ":", ":", "self", ",", "scope"],
                &["thread", ":", ":", "self", ",", "Builder"],
            ],
            Self::Prints => &[
                &["print", "!"],
                &["println", "!"],
                &["eprint", "!"],
                &["eprintln", "!"],
                &["dbg", "!"],
            ],
        }
    }
}

/// Returns the first occurrence of each kind in the library code, with the number of further occurrences. Ignores test
/// code.
pub fn asks(submission: &Submission) -> Vec<(Question, Place, usize)> {
    let tree = submission.tree();
    let mut found: Vec<(Question, Place, usize)> = Vec::new();
    for file in submission.files().filter(|file| tree.live.contains(file.path)) {
        let tokens = Tokens::of(file.text);
        let flat = flat(&tokens);
        for at in 0..flat.len() {
            let asked = |question: &Question| {
                question.patterns().iter().any(|pattern| {
                    let here = flat[at..].iter().map(|token| tokens.shown(*token));
                    flat.len() - at >= pattern.len() && here.zip(*pattern).all(|(a, b)| a == *b)
                })
            };
            let Some(question) = Question::ALL.into_iter().find(asked) else { continue };
            if let Some((.., more)) = found.iter_mut().find(|(it, ..)| *it == question) {
                *more += 1;
            } else {
                let file = file.path.to_owned();
                let (line, column) = (tokens.line(flat[at]), tokens.column(flat[at]));
                found.push((question, Place { file, line, column }, 0));
            }
        }
    }
    found.sort_by_key(|(question, ..)| *question);
    found
}

/// Returns the indices of all words and punctuation in a file, without brackets and test items.
pub(super) fn flat(tokens: &Tokens<'_>) -> Vec<usize> {
    let mut flat = Vec::new();
    let mut skips = false;
    let mut at = 0;
    while at < tokens.len() {
        match tokens.kind(at) {
            Some(TokenClass::Open) if is_cfg_test(tokens, at) => {
                skips = true;
                at = tokens.end(at);
            }
            Some(TokenClass::Open) if skips => {
                skips = !tokens.is(at, '{');
                at = tokens.end(at);
            }
            Some(TokenClass::Close) => skips = false,
            Some(TokenClass::Word) if !skips => flat.push(at),
            Some(TokenClass::Sign) => {
                skips &= !tokens.is(at, ';');
                flat.push(at);
            }
            _ => {}
        }
        at += 1;
    }
    flat
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::Edition;

    fn found(text: &str) -> Vec<(Question, u32, usize)> {
        let root = "mod board;\n".to_owned();
        let files = [("src/lib.rs", root), ("src/board.rs", text.to_owned())];
        let files: BTreeMap<String, String> =
            files.into_iter().map(|(name, text)| (name.to_owned(), text)).collect();
        let submission = Submission::new("a".to_owned(), Edition::E2024, files, Vec::new());
        asks(&submission).into_iter().map(|(what, place, more)| (what, place.line, more)).collect()
    }

    #[test]
    fn questions_are_found_with_their_locations() {
        assert_eq!(
            found("fn a() {\n    let w = if cfg!(target_arch = \"wasm32\") { 2 } else { 1 };\n}"),
            [(Question::Target, 2, 0)]
        );
        assert_eq!(found("#[cfg(target_pointer_width = \"32\")]\nfn a() {}").len(), 1);
        assert_eq!(found("fn a() { std::mem::size_of::<usize>() }").len(), 1);
        assert_eq!(
            found("fn a<B>() {\n type_name::<B>();\n std::any::type_name::<B>();\n}"),
            [(Question::TypeName, 2, 1)]
        );
        assert_eq!(found("fn a() {\n\n println!(\"a\");\n}"), [(Question::Prints, 3, 0)]);
        assert_eq!(found("fn a() { if cfg!(debug_assertions) {} }"), [(Question::Profile, 1, 0)]);
        assert_eq!(
            found("use std::thread;\nfn a() {\n    thread::scope(|s| { s.spawn(|| 1); });\n}"),
            [(Question::Thread, 3, 0)]
        );
        assert_eq!(found("use std::thread::{self, spawn};\n"), [(Question::Thread, 1, 0)]);
    }

    #[test]
    fn tests_strings_and_comments_contain_no_questions() {
        assert_eq!(found("#[cfg(test)]\nmod tests { fn a() { println!(\"a\"); } }"), []);
        assert_eq!(found("fn a() { \"type_name println!\"; size_of::<u16>(); usize::MAX }"), []);
        assert_eq!(found("// println!()\nfn print() {}"), []);
        assert_eq!(found("fn a() { std::thread::sleep(T); thread_local! {} }"), []);
    }
}
