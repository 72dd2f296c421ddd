//! Finds state that can change behind a shared reference.

use std::collections::{BTreeMap, BTreeSet};

use grade::Place;
use syn::visit::{self, Visit};
use syn::{
    Attribute, Field, Ident, ItemEnum, ItemMacro, ItemMod, ItemStatic, ItemStruct, ItemType,
};

use super::nesting;
use super::submission::Submission;

/// A place in a submission that holds state which can change behind a shared reference: a cell, a
/// lock, an atomic, or a variable of the program or of a thread with one of these in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HiddenState {
    /// The state, such as "the field `cache` of `Board` is a `RefCell`".
    pub what: String,
    /// The place of its declaration.
    pub place: Place,
}

/// Types of the standard library whose content changes through a shared reference.
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

/// The types that a submission exports.
const OWNERS: [&str; 2] = ["Board", "Solver"];

/// The hidden state that each of the exported types may have: in its fields, in the fields of the
/// submission's own types that these are made of, and in variables.
///
/// A `Rc` or `Arc` of what does not change is none. What is there for tests alone does not count. A
/// file that does not parse is left out: it does not compile either.
pub fn hidden_state(submission: &Submission) -> [(&'static str, Vec<HiddenState>); 2] {
    let mut source = Source::default();
    for file in submission.files() {
        if !nesting::is_too_deep(file.text)
            && let Ok(parsed) = syn::parse_file(file.text)
        {
            file.path.clone_into(&mut source.file);
            source.visit_file(&parsed);
        }
    }
    let homes = OWNERS.map(|owner| submission.file_defining(owner).map(|file| file.path));
    [0, 1].map(|owner| {
        // A variable is anybody's, unless it is in the file of the other type alone.
        let (home, other) = (homes[owner], homes[1 - owner]);
        let is_elsewhere = |it: &&HiddenState| {
            let file = Some(it.place.file.as_str());
            file == other && file != home
        };
        let mut found = source.of_type(OWNERS[owner]);
        found.extend(source.variables.iter().filter(|it| !is_elsewhere(it)).cloned());
        found.sort_by(|a, b| a.place.cmp(&b.place));
        (OWNERS[owner], found)
    })
}

/// The names and types that the files of a submission define.
#[derive(Default)]
struct Source {
    pub file: String,
    /// The names by which cells go, beside their own: `use std::cell::Cell as C`.
    renamed: BTreeMap<String, String>,
    types: BTreeMap<String, Vec<Part>>,
    /// Variables of the program and of threads.
    variables: Vec<HiddenState>,
}

/// A field of a type, or what an alias stands for.
struct Part {
    name: String,
    /// The names in its type, with their places.
    names: Vec<(String, Place)>,
}

impl Source {
    fn place(&self, ident: &Ident) -> Place {
        let start = ident.span().start();
        let number = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
        Place {
            file: self.file.clone(),
            line: number(start.line),
            column: number(start.column + 1),
        }
    }

    /// The names in a type.
    fn names(&self, ty: &syn::Type) -> Vec<(String, Place)> {
        struct Names<'a>(&'a Source, Vec<(String, Place)>);
        impl Visit<'_> for Names<'_> {
            fn visit_ident(&mut self, ident: &Ident) {
                self.1.push((ident.to_string(), self.0.place(ident)));
            }
        }
        let mut names = Names(self, Vec::new());
        names.visit_type(ty);
        names.1
    }

    /// The name of the cell that `name` stands for, if it does.
    fn cell<'a>(&'a self, name: &'a str) -> Option<&'a str> {
        let name = self.renamed.get(name).map_or(name, String::as_str);
        (CELLS.contains(&name) || name.starts_with("Atomic")).then_some(name)
    }

    fn of_type(&self, owner: &str) -> Vec<HiddenState> {
        let mut found = Vec::new();
        let mut seen = BTreeSet::from([owner]);
        let mut open = vec![owner];
        while let Some(name) = open.pop() {
            for part in self.types.get(name).into_iter().flatten() {
                for (ident, place) in &part.names {
                    if let Some(cell) = self.cell(ident) {
                        let what = format!("the field `{}` of `{name}` is {}", part.name, a(cell));
                        found.push(HiddenState { what, place: place.clone() });
                    } else if let Some((own, _)) = self.types.get_key_value(ident)
                        && seen.insert(own)
                    {
                        open.push(own);
                    }
                }
            }
        }
        found
    }

    fn add_fields<'a>(&mut self, name: &Ident, fields: impl Iterator<Item = &'a Field>) {
        let mut parts = Vec::new();
        for (number, field) in fields.enumerate() {
            let name = field.ident.as_ref().map_or(number.to_string(), Ident::to_string);
            parts.push(Part { name, names: self.names(&field.ty) });
        }
        self.types.entry(name.to_string()).or_default().extend(parts);
    }
}

/// The name of a type with its article.
fn a(cell: &str) -> String {
    let article = if cell.starts_with(['A', 'O']) { "an" } else { "a" };
    format!("{article} `{cell}`")
}

/// Whether something is compiled for tests only.
fn is_for_tests(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        attribute.path().is_ident("cfg")
            && attribute.parse_args::<Ident>().is_ok_and(|argument| argument == "test")
    })
}

impl Visit<'_> for Source {
    fn visit_item_mod(&mut self, item: &ItemMod) {
        if !is_for_tests(&item.attrs) {
            visit::visit_item_mod(self, item);
        }
    }

    fn visit_item_struct(&mut self, item: &ItemStruct) {
        self.add_fields(&item.ident, item.fields.iter());
    }

    fn visit_item_enum(&mut self, item: &ItemEnum) {
        let fields = item.variants.iter().flat_map(|variant| variant.fields.iter());
        self.add_fields(&item.ident, fields);
    }

    fn visit_item_type(&mut self, item: &ItemType) {
        let name = item.ident.to_string();
        let part = Part { name: name.clone(), names: self.names(&item.ty) };
        self.types.entry(name).or_default().push(part);
    }

    fn visit_item_static(&mut self, item: &ItemStatic) {
        let names = self.names(&item.ty);
        if let Some(cell) = names.iter().find_map(|(name, _)| self.cell(name)) {
            let what = format!("the static `{}` is {}", item.ident, a(cell));
            let place = self.place(&item.ident);
            self.variables.push(HiddenState { what, place });
        }
        visit::visit_item_static(self, item);
    }

    fn visit_item_macro(&mut self, item: &ItemMacro) {
        self.visit_macro(&item.mac);
    }

    fn visit_macro(&mut self, item: &syn::Macro) {
        if let Some(name) = item.path.segments.last()
            && name.ident == "thread_local"
        {
            let what = "a `thread_local!` variable".to_owned();
            let place = self.place(&name.ident);
            self.variables.push(HiddenState { what, place });
        }
    }

    fn visit_use_rename(&mut self, item: &syn::UseRename) {
        let ident = item.ident.to_string();
        if let Some(cell) = self.cell(&ident).map(str::to_owned) {
            self.renamed.insert(item.rename.to_string(), cell);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::manifest::Edition;
    use super::*;

    fn find(owner: &str, board: &str) -> Vec<String> {
        let files = BTreeMap::from([("src/board.rs".to_owned(), board.to_owned())]);
        let submission = Submission::new("alice".to_owned(), Edition::E2024, files, Vec::new());
        let found = hidden_state(&submission).into_iter().find(|(it, _)| *it == owner);
        let (_, found) = found.expect("it is exported");
        found.into_iter().map(|it| format!("{}: {}", it.place, it.what)).collect()
    }

    #[test]
    fn cells_are_found_where_they_can_be_reached() {
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
    fn variables_are_found() {
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
    fn what_does_not_change_is_not_hidden() {
        let text = "pub struct Board { tiles: std::sync::Arc<Vec<u16>>, rest: Box<Solver> }\n\
                    fn f() { let local = RefCell::new(1); }\n";
        assert_eq!(find("Board", text), Vec::<String>::new());
    }
}
