//! Finds interior mutability.

use std::collections::{BTreeMap, BTreeSet};

use grade::SourcePosition;

use super::submission::Submission;
use super::syntax::{self, Component, EXPORTED, FileSyntax, PathStep, STATIC};

/// Interior mutability in a submission: a cell, lock or atomic, or a static or thread-local variable with one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HiddenState {
    /// A description, such as "the field `cache` of `Board` is a `RefCell`".
    pub what: String,
    /// The position of the declaration.
    pub place: SourcePosition,
}

/// Standard library types with interior mutability.
const CELLS: [&str; 11] = [
    "Cell",
    "RefCell",
    "UnsafeCell",
    "OnceCell",
    "LazyCell",
    "Mutex",
    "RwLock",
    "OnceLock",
    "LazyLock",
    "Once",
    "Condvar",
];

/// The maximum number of results that are useful.
/// A report names only a few, and a hostile file could contain one for each token.
const MAX_FOUND: usize = 1000;

/// Finds interior mutability in each exported type: in the fields, in the submission's types within those fields, and
/// in static and thread-local variables.
///
/// Ignores an `Rc` or `Arc` of immutable data, and test code. A macro defined by the submission is treated as a type
/// with all names mentioned in the macro.
pub fn hidden_state(submission: &Submission) -> [(&'static str, Vec<HiddenState>); 2] {
    let files = syntax::parse_submission(submission);
    let source = DefinedNames::from_files(&files);
    let homes = EXPORTED.map(|owner| submission.file_defining(owner).map(|file| file.path));
    let variables = source.static_variables();
    [0, 1].map(|owner| {
        // A variable may belong to either type, unless the file defines only the other type.
        let (home, other) = (homes[owner], homes[1 - owner]);
        let is_elsewhere = |state: &&HiddenState| {
            let file = Some(state.place.file.as_str());
            file == other && file != home
        };
        let mut found = source.cells_in(EXPORTED[owner]);
        found.extend(variables.iter().filter(|state| !is_elsewhere(state)).cloned());
        found.sort_by(|a, b| a.place.cmp(&b.place));
        // A field of two exported types is found twice.
        found.dedup_by(|a, b| a.place == b.place);
        (EXPORTED[owner], found)
    })
}

/// The names and types defined in the files of a submission.
struct DefinedNames<'a> {
    files: &'a [FileSyntax],
    /// New names with the original names: `use std::cell::Cell as C`.
    renamed: BTreeMap<&'a str, &'a str>,
    /// The components of each type, with the file.
    types: BTreeMap<&'a str, Vec<(&'a FileSyntax, &'a Component)>>,
    names: BTreeSet<&'a str>,
}

impl<'a> DefinedNames<'a> {
    fn from_files(files: &'a [FileSyntax]) -> Self {
        let mut source = DefinedNames {
            files,
            renamed: BTreeMap::new(),
            types: BTreeMap::new(),
            names: BTreeSet::new(),
        };
        for file in files {
            source.renamed.extend(file.renames.iter().map(|(new, from)| (&**new, &**from)));
            for component in &file.components {
                source.types.entry(&component.owner).or_default().push((file, component));
            }
            source.names.extend(file.types.iter().map(|declared| declared.name.name.as_str()));
        }
        source.names.extend(source.types.keys());
        source
    }

    /// Returns the original of a renamed name.
    fn original_name(&self, mut name: &'a str) -> &'a str {
        // The limit guards against cycles.
        for _ in 0..16 {
            match self.renamed.get(name) {
                Some(from) => name = from,
                None => break,
            }
        }
        name
    }

    /// Returns the cell type that `name` denotes, if any.
    fn cell_type_of(&self, name: &'a str) -> Option<&'a str> {
        let name = self.original_name(name);
        let is_cell = CELLS.contains(&name) || name.starts_with("Atomic");
        (is_cell && !self.is_own(name)).then_some(name)
    }

    /// Returns `true` if `name` can only be a type that the submission defines, because no path leads to the standard
    /// library's type: students like to call a position on the board a `Cell`.
    fn is_own(&self, name: &str) -> bool {
        let module = match name {
            _ if name.ends_with("Cell") => "cell",
            _ if name.starts_with("Atomic") => "atomic",
            _ => "sync",
        };
        let mut steps = self.files.iter().flat_map(|file| &file.steps);
        self.names.contains(name)
            && !steps.any(|step| {
                step.segment.name == module && [name, "*", "self"].contains(&&*step.next)
            })
    }

    /// Returns the cells in the components of a type, or in static variables.
    fn cells_in(&self, owner: &'a str) -> Vec<HiddenState> {
        let mut found = Vec::new();
        let mut seen = BTreeSet::from([owner]);
        let mut open = vec![owner];
        while let Some(name) = open.pop() {
            for (file, component) in self.types.get(name).into_iter().flatten() {
                let component_name = &component.name.name;
                let mut is_shared = false;
                for ident in &component.types {
                    let original = self.original_name(&ident.name);
                    if let Some(cell) = self.cell_type_of(&ident.name) {
                        let (mut what, place) = if name == STATIC {
                            (format!("the static `{component_name}` is "), &component.name)
                        } else {
                            (format!("the field `{component_name}` of `{name}` is "), ident)
                        };
                        what.push_str(&with_article(cell));
                        if is_shared {
                            what.push_str(" in an `Rc`, so clones share it");
                        }
                        found.push(HiddenState { what, place: file.position_of(place) });
                        if found.len() == MAX_FOUND {
                            return found;
                        }
                    } else if self.types.contains_key(original) && seen.insert(original) {
                        open.push(original);
                    }
                    is_shared |= ["Rc", "Arc"].contains(&original);
                }
            }
        }
        found
    }

    fn static_variables(&self) -> Vec<HiddenState> {
        let mut found = self.cells_in(STATIC);
        for file in self.files {
            for PathStep { segment, next } in &file.steps {
                // The macro's name can be imported under another one.
                if next == "!" && self.original_name(&segment.name) == "thread_local" {
                    let what = "a `thread_local!` variable".to_owned();
                    found.push(HiddenState { what, place: file.position_of(segment) });
                }
            }
        }
        found.truncate(MAX_FOUND);
        found
    }
}

/// Returns the name of a cell type with the indefinite article.
fn with_article(cell: &str) -> String {
    // `OnceCell` and `OnceLock` start with a consonant in speech.
    let article = if cell.starts_with('A') { "an" } else { "a" };
    format!("{article} `{cell}`")
}

#[cfg(test)]
mod tests {
    use super::super::manifest::Edition;
    use super::*;

    fn find(owner: &str, board: &str) -> Vec<String> {
        let files = [("src/lib.rs", "mod board;"), ("src/board.rs", board)];
        let files = files.map(|(path, text)| (path.to_owned(), text.to_owned())).into();
        let submission = Submission::new("alice".to_owned(), Edition::E2024, files, Vec::new());
        let found = hidden_state(&submission).into_iter().find(|(name, _)| *name == owner);
        let (_, found) = found.expect("it is exported");
        found.into_iter().map(|state| format!("{}: {}", state.place, state.what)).collect()
    }

    #[test]
    fn reachable_cells_are_found() {
        let text = "use std::cell::{Cell as C, RefCell};\n\
                    pub struct Board { cache: RefCell<u8>, other: Vec<Part>, fine: std::rc::Rc<[u8]> }\n\
                    struct Part(u8, Option<Alias>);\n\
                    type Alias = C<u8>;\n\
                    struct Unused(RefCell<u8>);\n";
        assert_eq!(
            find("Board", text),
            [
                "src/board.rs:2:27: the field `cache` of `Board` is a `RefCell`",
                "src/board.rs:4:14: the field `Alias` of `Alias` is a `Cell`",
            ]
        );
    }

    #[test]
    fn statics_and_thread_locals_are_found() {
        let text = "struct Board;\nstatic N: std::sync::atomic::AtomicUsize = todo();\n\
                    static GOAL: [u8; 3] = [1, 2, 0];\n\
                    fn f() { thread_local! { static X: u8 = 0; } static Y: Mutex<u8> = y(); }\n\
                    #[cfg(test)] mod tests { static Z: Mutex<u8> = z(); }\n";
        assert_eq!(
            find("Board", text),
            [
                "src/board.rs:2:8: the static `N` is an `AtomicUsize`",
                "src/board.rs:4:10: a `thread_local!` variable",
                "src/board.rs:4:53: the static `Y` is a `Mutex`",
            ]
        );
    }

    #[test]
    fn cells_are_found_despite_macros_aliases_and_comments() {
        for (text, expected) in [
            (
                "struct Board { a: cell!(u8) }\n\
                 macro_rules! cell { ($t:ty) => { std::cell::Cell<$t> } }",
                "src/board.rs:2:45: the field `cell` of `cell` is a `Cell`",
            ),
            (
                "macro_rules! make { ($n:ident) => { pub struct $n { a: RefCell<u8> } } }\n\
                 make!(Board);",
                "src/board.rs:1:56: the field `make` of `make` is a `RefCell`",
            ),
            (
                "make! { struct Board { a: OnceCell<u8> } }",
                "src/board.rs:1:27: the field `a` of `Board` is a `OnceCell`",
            ),
            (
                "struct Board; type A = Mutex<u8>; static X: A = a();",
                "src/board.rs:1:24: the field `A` of `A` is a `Mutex`",
            ),
            (
                "struct Board; struct A(Mutex<u8>); static X: A = a();",
                "src/board.rs:1:24: the field `0` of `A` is a `Mutex`",
            ),
            (
                "struct Board; use std::thread_local as t; t! { static X: u8 = 0; }",
                "src/board.rs:1:43: a `thread_local!` variable",
            ),
            (
                "m! { #[cfg(test)] mod x { static X: Mutex<u8> = a(); } } struct Board;",
                "src/board.rs:1:34: the static `X` is a `Mutex`",
            ),
            (
                "struct Board<F: Fn(u8) -> Vec<u8>>(F, pub(crate) RefCell<u8>) where F: A;",
                "src/board.rs:1:50: the field `1` of `Board` is a `RefCell`",
            ),
        ] {
            assert_eq!(find("Board", text), [expected], "{text}");
            let comment = format!("/*{}*/ {text}", "(".repeat(300));
            assert_eq!(find("Board", &comment).len(), 1, "{text}");
        }
    }

    #[test]
    fn immutable_and_local_state_is_not_reported() {
        let text = "pub struct Board { tiles: std::sync::Arc<Vec<u16>>, rest: Box<Solver> }\n\
                    fn f() { let local = RefCell::new(1); }\n";
        assert_eq!(find("Board", text), Vec::<String>::new());
    }

    #[test]
    fn own_types_named_like_cells_are_not_reported() {
        for own in [
            "pub struct Board { at: Vec<Cell> } type Cell = (u8, u8);",
            "pub struct Board { at: Vec<Cell>, all: std::sync::Arc<[u8]> } struct Cell(u8);",
            "pub struct Board { at: Cell } type Cell = (u8, u8); use std::cell::{OnceCell, RefCell};",
            "pub struct Board { at: Once } enum Once { A } fn f() { let cell = 1; g(cell as u8) }",
        ] {
            assert_eq!(find("Board", own), [""; 0], "{own}");
        }
        for cell in [
            "mod own { pub type Cell = u8; } use std::cell::Cell; struct Board(Cell<u8>);",
            "mod own { pub type Cell = u8; } use std::{cell as c}; struct Board(c::Cell<u8>);",
            "mod own { pub type Cell = u8; } use std::{cell}; struct Board(cell::Cell<u8>);",
            "mod own { pub type Cell = u8; } use std::cell::{RefCell, Cell}; struct Board(Cell<u8>);",
            "mod own { pub struct Mutex; } use std::sync::*; struct Board(Mutex<u8>);",
            "struct Board(Cell<u8>);",
        ] {
            assert_eq!(find("Board", cell).len(), 1, "{cell}");
        }
    }

    /// Found by fuzzing: an attribute is not a macro call.
    #[test]
    fn an_attribute_is_not_a_macro_call() {
        assert_eq!(find("Board", "![Board] macro_rules! {}"), [""; 0]);
        assert_eq!(find("Board", "#![Board]\nmacro_rules! (Board)\n"), [""; 0]);
    }
}
