//! A submission's sources, reduced to the tests in them.
//!
//! A test in `src/board.rs` refers to `super::*` or `crate::Board`, so we need to keep the skeleton of the crate:
//! modules, `use` items, constants and test items. `Board` and `Solver` come from the model, and all other code is
//! blanked out.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use super::items::{self, ItemKind, RustItem, blank_out};
use super::prepare::{MustPanic, join_path, prepare_test_file};
use super::template;

/// A submission's sources, reduced to their tests.
#[derive(Clone, Debug, Default, Hash)]
pub struct Skeleton {
    files: BTreeMap<String, Reduced>,
    pub(super) must_panic: MustPanic,
    pub(super) of_template: BTreeSet<String>,
}

#[derive(Clone, Debug, Hash)]
struct Reduced {
    /// The text, in which all lines and bytes keep their positions.
    text: String,
    lines: Vec<usize>,
    /// The texts to insert, each with its byte position.
    inserts: Vec<(usize, String)>,
    /// The parts that can be removed. Outer parts come before inner parts.
    pieces: Vec<Piece>,
}

/// A removable part of a file.
#[derive(Clone, Debug, Hash)]
struct Piece {
    range: Range<usize>,
    lines: (u32, u32),
    /// The name of the test, if the part is a test.
    test: Option<String>,
    for_tests: bool,
}

impl Skeleton {
    /// Reduces these sources. Returns `None` if they contain no tests.
    pub(crate) fn new<'a>(sources: impl Iterator<Item = (&'a str, &'a str)>) -> Option<Self> {
        let mut skeleton = Self::default();
        let mut for_tests = Vec::new();
        let sources: Vec<(&str, &str)> = sources.collect();
        // Every test attribute contains this word. Most submissions do not need to be parsed.
        if sources.iter().all(|(_, text)| !text.contains("test")) {
            return None;
        }
        for (file, text) in &sources {
            let module = module_of(file);
            skeleton.of_template.extend(template::names_of_given_functions(text, &module));
            let (text, must_panic) = prepare_test_file(text, &module);
            skeleton.must_panic.extend(must_panic);
            let reduced = Reduced::new(text, file, &module, &mut for_tests);
            skeleton.files.insert((*file).to_owned(), reduced);
        }
        // Keep the file of `#[cfg(test)] mod tests;` in full.
        for (file, text) in &sources {
            let is_within = |folder: &String| {
                let rest = file.strip_prefix(folder.as_str());
                rest.is_some_and(|rest| rest == ".rs" || rest.starts_with('/'))
            };
            if for_tests.iter().any(is_within) {
                let module = module_of(file);
                let (text, _) = prepare_test_file(text, &module);
                skeleton.files.insert((*file).to_owned(), Reduced::keep_whole_file(text, &module));
            }
        }
        let mut pieces = skeleton.files.values().flat_map(|file| &file.pieces);
        pieces.any(|piece| piece.for_tests).then_some(skeleton)
    }

    /// Returns the files to compile.
    pub fn files(&self) -> impl Iterator<Item = (&str, String)> {
        self.files.iter().map(|(path, file)| {
            let mut text = file.text.clone();
            // From the end, so that the other positions stay valid.
            for (at, insert) in file.inserts.iter().rev() {
                text.insert_str(*at, insert);
            }
            (path.as_str(), text)
        })
    }

    /// For each of these lines, removes the smallest part that contains it. Returns the names of the removed tests, or
    /// `None` if no part contains any of the lines.
    pub(super) fn remove_parts_at(&mut self, places: &[(String, u32)]) -> Option<Vec<String>> {
        let mut pieces = BTreeSet::new();
        for (file, line) in places {
            let holds = |piece: &Piece| (piece.lines.0..=piece.lines.1).contains(line);
            let found = self.files.get(file).and_then(|file| file.pieces.iter().rposition(holds));
            // Remove later parts first to keep the indices of earlier parts valid.
            pieces.extend(found.map(|at| (Reverse(at), file)));
        }
        let mut tests = Vec::new();
        for (Reverse(at), file) in &pieces {
            let reduced = self.files.get_mut(*file).filter(|reduced| *at < reduced.pieces.len());
            tests.extend(
                reduced.map(|reduced| reduced.remove_piece_and_list_tests(*at)).unwrap_or_default(),
            );
        }
        (!pieces.is_empty()).then_some(tests)
    }

    pub(super) fn has_file(&self, file: &str) -> bool {
        self.files.contains_key(file)
    }

    pub(super) fn test_names(&self) -> impl Iterator<Item = &str> {
        let pieces = self.files.values().flat_map(|file| &file.pieces);
        pieces.filter_map(|piece| piece.test.as_deref())
    }

    /// Removes all test items from a file, and returns their names.
    pub(super) fn remove_tests_of_file(&mut self, file: &str) -> Vec<String> {
        let Some(reduced) = self.files.get_mut(file) else { return Vec::new() };
        let mut tests = Vec::new();
        while let Some(at) = reduced.pieces.iter().position(|piece| piece.for_tests) {
            tests.extend(reduced.remove_piece_and_list_tests(at));
        }
        tests
    }
}

impl Reduced {
    fn from_text(text: String) -> Self {
        let lines = std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1));
        Self { lines: lines.collect(), text, inserts: Vec::new(), pieces: Vec::new() }
    }

    /// Creates a file that contains only tests, names and modules. Adds the paths of test modules in separate files to
    /// `for_tests`, without extensions.
    fn new(text: String, file: &str, module: &str, for_tests: &mut Vec<String>) -> Self {
        let items = items::items_of(&text);
        let mut reduced = Self::from_text(text);
        // Comments and inner attributes precede the first item.
        let end = items.first().map_or(reduced.text.len(), |item| item.range.start);
        blank_out(&mut reduced.text, 0..end);
        reduced.reduce(items, &folder_of(file), module, for_tests);
        reduced.inserts.sort();
        reduced
    }

    /// Creates a file to be kept in full.
    fn keep_whole_file(text: String, module: &str) -> Self {
        let items = items::items_of(&text);
        let mut reduced = Self::from_text(text);
        for item in items {
            reduced.keep_item(item, module, true);
        }
        reduced
    }

    fn reduce(
        &mut self,
        items: Vec<RustItem>,
        folder: &str,
        module: &str,
        for_tests: &mut Vec<String>,
    ) {
        for item in items {
            if item.is_for_tests() {
                if let ItemKind::Module(name, None) = &item.kind {
                    for_tests.push(format!("{folder}/{name}"));
                }
                self.keep_item(item, module, true);
                continue;
            }
            match item.kind {
                ItemKind::Module(name, Some(body)) => {
                    let items = items::parse_items(body.tokens);
                    let end = items.first().map_or(body.range.end, |item| item.range.start);
                    blank_out(&mut self.text, body.range.start..end);
                    let folder = format!("{folder}/{name}");
                    self.reduce(items, &folder, &join_path(module, &name), for_tests);
                }
                ItemKind::Plain | ItemKind::Module(_, None) => self.keep_item(item, module, false),
                ItemKind::Type(name) if name == "Board" || name == "Solver" => {
                    blank_out(&mut self.text, item.range.clone());
                    let export = format!("pub use ::model::{name};");
                    self.inserts.push((item.range.start, export));
                }
                ItemKind::Type(_) | ItemKind::Function(_) | ItemKind::Other => {
                    blank_out(&mut self.text, item.range);
                }
            }
        }
    }

    /// Keeps an item, and registers it and all items inside as parts that can be removed.
    fn keep_item(&mut self, item: RustItem, module: &str, for_tests: bool) {
        let line = |at: usize| {
            let lines = self.lines.partition_point(|start| *start <= at);
            u32::try_from(lines).unwrap_or(u32::MAX)
        };
        let lines = (line(item.range.start), line(item.range.end));
        let test = match &item.kind {
            ItemKind::Function(name) if item.has_attribute("test") => Some(join_path(module, name)),
            _ => None,
        };
        let body = match item.kind {
            ItemKind::Module(name, Some(body)) => Some((name, body)),
            _ => None,
        };
        self.pieces.push(Piece { range: item.range, lines, test, for_tests });
        if let Some((name, body)) = body {
            for item in items::parse_items(body.tokens) {
                self.keep_item(item, &join_path(module, &name), for_tests);
            }
        }
    }

    fn remove_piece_and_list_tests(&mut self, at: usize) -> Vec<String> {
        let range = self.pieces[at].range.clone();
        blank_out(&mut self.text, range.clone());
        let within =
            |piece: &Piece| range.start <= piece.range.start && piece.range.end <= range.end;
        let (gone, left): (Vec<Piece>, Vec<Piece>) =
            std::mem::take(&mut self.pieces).into_iter().partition(within);
        self.pieces = left;
        gone.into_iter().filter_map(|piece| piece.test).collect()
    }
}

/// Returns the folder for a file's modules.
fn folder_of(file: &str) -> String {
    let (folder, name) = file.rsplit_once('/').unwrap_or(("", file));
    match name {
        "lib.rs" | "main.rs" | "mod.rs" => folder.to_owned(),
        _ => file.trim_end_matches(".rs").to_owned(),
    }
}

/// Returns the module path for a file below `src`: `a::b` for `src/a/b.rs`.
pub(super) fn module_of(file: &str) -> String {
    let folder = folder_of(file);
    folder.strip_prefix("src").unwrap_or(&folder).trim_start_matches('/').replace('/', "::")
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOARD: &str = r"//! The board.
use std::fmt;

/// A board.
#[derive(Clone)]
pub struct Board {
    tiles: Vec<u8>,
}

const N: usize = 3;
fn helper() -> usize { N }
impl Board { fn secret(&self) -> usize { 3 } }

#[cfg(test)]
mod tests {
    use super::*;
    #[test]
    fn shown() { assert!(true) }
    #[test]
    #[should_panic]
    fn hidden() { helper(); }
    mod deep { #[test] fn deepest() {} }
}
";

    fn skeleton(files: &[(&str, &str)]) -> Option<Skeleton> {
        Skeleton::new(files.iter().copied())
    }

    #[test]
    fn a_skeleton_keeps_only_names_and_tests() {
        let skeleton = skeleton(&[
            ("src/board.rs", BOARD),
            ("src/lib.rs", "#![deny(missing_docs)]\nmod board;\npub use board::Board;\n"),
        ]);
        let skeleton = skeleton.unwrap();
        let files: Vec<(&str, String)> = skeleton.files().collect();
        let expected = BOARD
            .replace("//! The board.", "")
            .replace("/// A board.", "pub use ::model::Board;")
            .replace("#[derive(Clone)]\npub struct Board {\n    tiles: Vec<u8>,\n}", "\n\n\n")
            .replace("fn helper() -> usize { N }", "")
            .replace("impl Board { fn secret(&self) -> usize { 3 } }", "")
            .replace("#[should_panic]", "");
        let trimmed = |text: &str| -> Vec<String> {
            text.lines().map(|line| line.trim().to_owned()).collect()
        };
        assert_eq!(trimmed(&files[0].1), trimmed(&expected));
        assert_eq!(trimmed(&files[1].1), ["", "mod board;", "pub use board::Board;"]);
        assert!(skeleton.must_panic.keys().eq(["board::tests::hidden"]));
    }

    #[test]
    fn tests_that_do_not_compile_are_left_out() {
        let mut skeleton = skeleton(&[("src/board.rs", BOARD)]).unwrap();
        let place = |file: &str, line| (file.to_owned(), line);
        // Both errors are in one test.
        let places = [place("src/board.rs", 21), place("src/board.rs", 20)];
        assert_eq!(skeleton.remove_parts_at(&places).unwrap(), ["board::tests::hidden"]);
        let text = skeleton.files().next().unwrap().1;
        assert!(text.contains("fn shown") && !text.contains("fn hidden"));
        assert_eq!(skeleton.remove_parts_at(&[place("src/board.rs", 2)]).unwrap(), [""; 0]);
        assert_eq!(
            skeleton.remove_parts_at(&[place("src/board.rs", 6), place("src/x.rs", 1)]),
            None
        );
        let tests = skeleton.remove_tests_of_file("src/board.rs");
        assert_eq!(tests, ["board::tests::shown", "board::tests::deep::deepest"]);
    }

    #[test]
    fn separate_test_files_are_kept_unchanged() {
        let tests = "//! Tests.\nuse crate::Board;\nfn helper() {}\n#[test]\nfn a() { helper() }\n";
        let skeleton = skeleton(&[
            ("src/board.rs", "#[cfg(test)]\nmod tests;\npub struct Board;\n"),
            ("src/board/tests.rs", tests),
            ("src/lib.rs", "mod board;"),
            ("src/tests.rs", "fn not_these() {}"),
        ]);
        let files: BTreeMap<String, String> =
            skeleton.unwrap().files().map(|(file, text)| (file.to_owned(), text)).collect();
        assert_eq!(files["src/board/tests.rs"], tests);
        assert!(
            files["src/board.rs"].starts_with("#[cfg(test)]\nmod tests;\npub use ::model::Board;")
        );
        assert_eq!(files["src/tests.rs"].trim(), "");
    }

    #[test]
    fn sources_without_tests_have_no_skeleton() {
        assert!(skeleton(&[("src/lib.rs", "pub struct Board; // #[test] fn a() {}")]).is_none());
        assert!(skeleton(&[("src/lib.rs", "fn f( { #[cfg(test)] mod t {}")]).is_none());
    }
}
