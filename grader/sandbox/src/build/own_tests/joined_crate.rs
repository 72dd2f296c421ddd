//! Joins test files to one crate.
//!
//! Cargo compiles each file in `tests` as a separate crate. Most of this time goes into starting the compiler and
//! linking the standard library, so a single program takes little longer than one file. Here, each file becomes a
//! module, whose name prefixes its tests. Otherwise, they remain the same.
//!
//! If the submission's sources also contain tests, the test files become modules of that crate. Files that depend on
//! being a crate are compiled separately. So are all files, should they fail to compile together.

use std::collections::BTreeMap;
use std::fmt::Write;

use intake::Edition;
use proc_macro2::{Delimiter, TokenStream, TokenTree};
use wasmtime::wasmparser::{Parser, Payload};

use super::items::tokens_of;
use super::skeleton::Skeleton;

/// The root file, if there are no sources. Submissions never contain this path.
pub(super) const ROOT: &str = "joined.rs";

/// The maximum initial memory for joined files, in pages of 64 KiB. The stack takes 16 pages.
/// The other 48 pages, 3 MiB, are many times what tables in ordinary tests need.
const MAX_PAGES: u64 = 64;

/// Crate attributes that mean the same for modules.
const COMMON_ATTRIBUTES: [&str; 7] = ["allow", "cfg", "deny", "doc", "expect", "forbid", "warn"];

/// Test files, divided into crates.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Crates {
    /// The files that can be modules of one crate.
    pub(super) joined: Vec<String>,
    /// The other files.
    pub(super) separate: Vec<String>,
}

impl Crates {
    /// Divides these test files. `files` also contains the other files below `tests`.
    pub(super) fn join(
        roots: &[String],
        files: &BTreeMap<String, String>,
        edition: Edition,
    ) -> Self {
        let is_helper = |file: &String| !roots.contains(file);
        // In the first edition, `use` needs paths from the crate root.
        let can_join = edition != Edition::E2015
            && files.iter().all(|(file, text)| !is_helper(file) || is_independent(text, true));
        let is_joined = |root: &&String| {
            can_join && files.get(*root).is_some_and(|text| is_independent(text, false))
        };
        let (joined, separate) = roots.iter().partition::<Vec<_>, _>(is_joined);
        let [joined, separate] =
            [joined, separate].map(|files| files.into_iter().cloned().collect());
        Self { joined, separate }
    }
}

/// Returns `true` if `count` test files can become modules of the submission's crate. Only test files can import this
/// crate by its name, and the crate may already contain modules with their names.
pub(super) fn can_join(skeleton: &Skeleton, crate_name: &str, count: usize) -> bool {
    let mut names: Vec<String> = (0..count).map(module_name).collect();
    names.push(crate_name.to_owned());
    skeleton.files().all(|(_, text)| !names.iter().any(|name| text.contains(name)))
}

/// Returns the path that leads from the folder of `root` to the site: empty, or ending in a slash.
pub(super) fn path_to_site(root: &str) -> String {
    "../".repeat(root.matches('/').count())
}

/// Returns `true` if a program's initial memory is small. Otherwise, one file's large arrays would take memory from
/// other files' tests.
pub(super) fn has_small_memory(program: &[u8]) -> bool {
    let memories = Parser::new(0).parse_all(program).filter_map(|payload| match payload {
        Ok(Payload::MemorySection(section)) => Some(section.into_iter().flatten()),
        _ => None,
    });
    memories.flatten().all(|memory| memory.initial <= MAX_PAGES)
}

/// Declares a module for each test file, without line breaks. The text belongs into a root file whose [`path_to_site`] is
/// `way_out`.
pub(super) fn declare_modules(paths: &[String], way_out: &str) -> String {
    let mut text = String::new();
    for (number, path) in paths.iter().enumerate() {
        let path = format!("{way_out}{path}");
        write!(text, "#[path = {path:?}] mod {}; ", module_name(number))
            .expect("a string has room");
    }
    text
}

/// Returns a module name. The names sort like the numbers.
pub(super) fn module_name(number: usize) -> String {
    format!("file{number:02}")
}

/// Returns `true` if code keeps its meaning when its file becomes a module. Helpers are already modules.
fn is_independent(text: &str, is_helper: bool) -> bool {
    let tokens = tokens_of(text);
    // Text without tokens may be invalid.
    !tokens.is_empty() && has_common_attributes(&tokens) && has_no_outside_paths(tokens, is_helper)
}

/// Returns `true` if modules can have all inner attributes at the start.
fn has_common_attributes(tokens: &TokenStream) -> bool {
    let mut tokens = tokens.clone().into_iter();
    while let (Some(TokenTree::Punct(hash)), Some(TokenTree::Punct(bang))) =
        (tokens.next(), tokens.next())
        && (hash.as_char(), bang.as_char()) == ('#', '!')
    {
        let Some(TokenTree::Group(attribute)) = tokens.next() else { return false };
        let name = attribute.stream().into_iter().next().map(|name| name.to_string());
        if !name.is_some_and(|name| COMMON_ATTRIBUTES.contains(&&*name)) {
            return false;
        }
    }
    true
}

/// Returns `true` if no path leads to the crate root or leaves the file. Inside a module (`in_module`), `super` stays in
/// the file.
fn has_no_outside_paths(tokens: TokenStream, in_module: bool) -> bool {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let is_word = |at: Option<usize>, word: &str| {
        let token = at.and_then(|at| tokens.get(at));
        matches!(token, Some(TokenTree::Ident(name)) if name == word)
    };
    tokens.iter().enumerate().all(|(at, token)| match token {
        // As in `pub(crate)`.
        TokenTree::Ident(word) if word == "crate" => tokens.len() == 1,
        TokenTree::Ident(word) if word == "super" => {
            // In `super::super`, the second one starts three tokens later, after two colons, and leaves the file.
            in_module && !is_word(at.checked_sub(3), "super")
        }
        TokenTree::Ident(word) if word == "macro_export" => false,
        TokenTree::Group(group) => {
            let is_body =
                // The name of the module is between the word and the braces.
                group.delimiter() == Delimiter::Brace && is_word(at.checked_sub(2), "mod");
            has_no_outside_paths(group.stream(), in_module || is_body)
        }
        _ => true,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_that_depend_on_the_crate_root_are_separate() {
        let plain = "#![allow(unused)]\n//! Tests.\nmod common;\npub(crate) fn f() {}\n#[test] fn a() {}\n\
                     mod inner { use super::*; }";
        let separate = [
            "use crate::f;",
            "mod inner { fn f() { crate::g() } }",
            "extern crate slider as puzzle;",
            "#[macro_export] macro_rules! m { () => {} }",
            "macro_rules! m { () => { $crate::f() } }",
            "use super::file00;",
            "pub(in super) fn f() {}",
            "mod inner { use super::super::file00; }",
            "#![no_std]\nfn f() {}",
            "#![cfg_attr(all(), no_std)]\nfn f() {}",
            "#![allow(unused)]\n#![feature(test)]\nfn f() {}",
            "fn f( {",
        ];
        assert!(is_independent(plain, false));
        for text in separate {
            assert!(!is_independent(text, false), "{text}");
        }
        assert!(is_independent("use super::Board;", true));
        assert!(!is_independent("use super::super::Board;", true));
    }

    #[test]
    fn all_other_files_are_joined() {
        let roots = ["tests/a.rs", "tests/b.rs", "tests/c.rs"].map(str::to_owned);
        let files = |common: &str| {
            let files = [
                ("tests/a.rs", "mod common;"),
                ("tests/b.rs", "#![no_std]"),
                ("tests/c.rs", "#[test] fn c() {}"),
                ("tests/common/mod.rs", common),
            ];
            files.map(|(path, text)| (path.to_owned(), text.to_owned())).into()
        };
        let crates = |common, edition| {
            let Crates { joined, separate } = Crates::join(&roots, &files(common), edition);
            (joined.join(" "), separate.join(" "))
        };
        let is = |joined: &str, separate: &str| (joined.to_owned(), separate.to_owned());
        let joined = is("tests/a.rs tests/c.rs", "tests/b.rs");
        assert_eq!(crates("fn f() {}", Edition::E2018), joined);
        let separate = is("", "tests/a.rs tests/b.rs tests/c.rs");
        assert_eq!(crates("fn f() {}", Edition::E2015), separate);
        assert_eq!(crates("fn f() { crate::g() }", Edition::E2024), separate);
    }

    #[test]
    fn sources_that_use_the_same_names_are_separate() {
        let can_join = |text| {
            let text = format!("{text}\n#[test] fn a() {{}}");
            let skeleton = Skeleton::new([("src/lib.rs", &text[..])].into_iter());
            can_join(&skeleton.expect("a test"), "alice", 2)
        };
        assert!(can_join("mod board; mod file02;"));
        assert!(!can_join("mod file01;"));
        assert!(!can_join("use alice::Board;"));
    }

    #[test]
    fn modules_are_declared_with_paths_from_the_root() {
        let paths = ["tests/a.rs", "tests/\"c\".rs"].map(str::to_owned);
        assert_eq!(
            declare_modules(&paths, &path_to_site("joined.rs")),
            "#[path = \"tests/a.rs\"] mod file00; #[path = \"tests/\\\"c\\\".rs\"] mod file01; "
        );
        assert_eq!(
            declare_modules(&paths[..1], &path_to_site("src/board/lib.rs")),
            "#[path = \"../../tests/a.rs\"] mod file00; "
        );
    }

    #[test]
    fn programs_with_large_data_are_not_small() {
        let program = |pages: &[u8]| {
            let length = 2 + u8::try_from(pages.len()).unwrap();
            [b"\0asm\x01\0\0\0", &[5, length, 1, 0][..], pages].concat()
        };
        assert!(has_small_memory(&program(&[17])));
        assert!(has_small_memory(&program(&[64])));
        assert!(!has_small_memory(&program(&[65])));
        assert!(!has_small_memory(&program(&[0x80, 0x02])));
    }
}
