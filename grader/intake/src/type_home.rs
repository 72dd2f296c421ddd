//! Finds the module that should define a missing type. The file may be empty or commented out, or name the type
//! differently.
//!
//! The search follows the exports of the library root, or else the module's name. This is just a heuristic: the
//! compiler decides whether the result compiles.

use std::fmt::Write as _;
use std::ops::Range;

use super::scan::{MacroFacts, ScannedFile};
use super::submission::{Submission, has_type};
use super::tokens::{TokenClass, Tokens};
use super::tree::{TreeFile, possible_module_files};

/// The maximum number of modules in a path to follow. No real path is that long.
const MAX_STEPS: usize = 16;

/// Replaces the module that should define `name` with `stand_in`. If the module contains the type `other`, it stays,
/// and the root no longer exports `name`. Returns `None` if there is no such module.
pub(super) fn replace_module(
    submission: &Submission,
    name: &str,
    other: &str,
    stand_in: &str,
) -> Option<Submission> {
    let root = submission.text_of_file(submission.root())?;
    let tokens = Tokens::from_text(root);
    if tokens.flaw().is_some() {
        return None;
    }
    let export = find_export(&tokens, name);
    let named_so = name.to_lowercase();
    let by_export =
        export.as_ref().and_then(|export| TypeHome::find_module(submission, &export.modules));
    let home = by_export.or_else(|| TypeHome::find_module(submission, &[&named_so]))?;
    let text = submission.text_of_file(&home.file)?;
    // Without a body, the module is the whole file.
    let body = home.body.unwrap_or(0..text.len());
    if has_type(&text[body.clone()], other) {
        let leaf = export?.leaf;
        let rest = format!("{}{{}}{}", &root[..leaf.start], &root[leaf.end..]);
        return Some(submission.with_file(submission.root(), &rest));
    }
    let text = format!("{}\n{stand_in}{}", &text[..body.start], &text[body.end..]);
    Some(submission.with_file(&home.file, &text))
}

/// Exports types that are defined in a public module but not exported by the root: `pub mod board;` without
/// `pub use board::Board;`. Also returns a sentence about each added export.
pub(super) fn add_missing_exports(
    submission: Submission,
    names: [&str; 2],
) -> (Submission, Vec<String>) {
    let Some(text) = submission.text_of_file(submission.root()) else {
        return (submission, Vec::new());
    };
    let (mut root, mut said) = (text.to_owned(), Vec::new());
    let tokens = Tokens::from_text(text);
    for name in names {
        if tokens.flaw().is_some()
            || find_export(&tokens, name).is_some()
            || root_declares(&tokens, name)
        {
            continue;
        }
        let has_it = |module: &str| {
            let home = TypeHome::find_module(&submission, &[module]);
            home.is_some_and(|home| {
                let text = submission.text_of_file(&home.file).unwrap_or_default();
                has_type(home.body.map_or(text, |body| &text[body]), name)
            })
        };
        let (modules, globs) = public_modules(&tokens);
        let named_so = name.to_lowercase();
        let module = modules.iter().find(|module| **module == named_so);
        let with_it = module
            .filter(|module| has_it(module))
            .or_else(|| modules.iter().find(|module| has_it(module)));
        // A macro may declare the type, and if not, the compiler says where it is missing.
        let module = with_it.or(module);
        if let Some(module) = module.filter(|module| !globs.contains(module)) {
            // Without `self`, the path would be ambiguous if there is a crate of this name.
            let _ = write!(root, "\npub use self::{module}::{name};\n");
            let file = submission.root();
            said.push(format!(
                "`{file}` does not export `{name}`, so the grader uses the one in the module \
                 `{module}`"
            ));
        }
    }
    if said.is_empty() {
        return (submission, said);
    }
    (submission.with_file(submission.root(), &root), said)
}

/// Keywords for declarations in the type namespace.
const DECLARES: [&str; 5] = ["struct", "enum", "type", "union", "trait"];

/// Returns `true` if the root declares this name.
fn root_declares(tokens: &Tokens<'_>, name: &str) -> bool {
    let mut at = 0;
    while at < tokens.len() {
        if tokens.word(at) == name && DECLARES.contains(&tokens.word_before(at, 1)) {
            return true;
        }
        at = tokens.next(at);
    }
    false
}

/// Returns the root's public modules, and the modules from which it imports everything with `*`.
fn public_modules<'a>(tokens: &Tokens<'a>) -> (Vec<&'a str>, Vec<&'a str>) {
    let (mut modules, mut globs) = (Vec::new(), Vec::new());
    let mut at = 0;
    while at < tokens.len() {
        if tokens.word(at) == "mod" && tokens.word_before(at, 1) == "pub" {
            modules.push(tokens.word(at + 1));
        }
        at = tokens.next(at);
    }
    for at in 3..tokens.len() {
        if tokens.is(at, '*')
            && tokens.has_sign_before(at, 1, ':')
            && tokens.has_sign_before(at, 2, ':')
        {
            globs.push(tokens.word_before(at, 3));
        }
    }
    (modules, globs)
}

/// A `use` declaration in the root that exports or would export a type.
struct TypeExport<'a> {
    /// The module names in the path.
    modules: Vec<&'a str>,
    /// The byte range of the last segment, including `as` and the new name.
    leaf: Range<usize>,
}

/// Returns the first `use` in the root that imports `name`.
fn find_export<'a>(tokens: &Tokens<'a>, name: &str) -> Option<TypeExport<'a>> {
    let mut at = 0;
    while at < tokens.len() {
        if tokens.word(at) == "use" {
            if let Some(found) = find_leaf(tokens, at + 1, name) {
                return Some(found);
            }
            while at < tokens.len() && !tokens.is(at, ';') {
                at = tokens.next(at);
            }
        }
        at = tokens.next(at);
    }
    None
}

/// Finds the segment that imports `name` in the `use` tree at `at`.
fn find_leaf<'a>(tokens: &Tokens<'a>, mut at: usize, name: &str) -> Option<TypeExport<'a>> {
    let mut prefixes: Vec<Vec<&'a str>> = Vec::new();
    let mut path: Vec<&'a str> = Vec::new();
    let mut last = at;
    loop {
        let ends = tokens.is(at, ';')
            || tokens.is(at, ',')
            || tokens.class_of_token(at) == Some(TokenClass::Close);
        if ends || at >= tokens.len() {
            let is_renamed = at >= 2 && tokens.word(at - 2) == "as";
            let given = if is_renamed { tokens.word(at - 1) } else { tokens.word_before(at, 1) };
            if at > last && given == name && path.len() > 1 {
                path.pop();
                path.retain(|segment| !matches!(*segment, "crate" | "self"));
                return Some(TypeExport { modules: path, leaf: tokens.bytes(last, at - 1) });
            }
        }
        match tokens.class_of_token(at)? {
            _ if tokens.is(at, ';') => return None,
            TokenClass::Open => prefixes.push(path.clone()),
            TokenClass::Close => path = prefixes.pop()?,
            _ if tokens.is(at, ',') => path.clone_from(prefixes.last()?),
            TokenClass::Word if tokens.word(at) == "as" => at += 1,
            TokenClass::Word => {
                path.push(tokens.word(at));
                last = at;
            }
            TokenClass::Sign | TokenClass::Literal => {}
        }
        at += 1;
    }
}

struct TypeHome {
    file: String,
    /// The byte range between the braces of an inline module.
    body: Option<Range<usize>>,
}

impl TypeHome {
    /// Finds the module at `path` from the root, stopping at the first segment that is not a module.
    fn find_module(submission: &Submission, path: &[&str]) -> Option<Self> {
        let mut home = None;
        let root = submission.root().to_owned();
        let mut file = TreeFile::root_file(root);
        let mut within: Vec<String> = Vec::new();
        let mut bytes: Option<Range<usize>> = None;
        for name in path.iter().take(MAX_STEPS) {
            let text = submission.text_of_file(&file.path)?;
            let tokens = Tokens::from_text(text);
            if let Some(body) = inline_body(&tokens, text, bytes.as_ref(), name) {
                within.push((*name).to_owned());
                bytes = Some(body);
            } else {
                let scan = ScannedFile::from_tokens(&tokens, text, &MacroFacts::default());
                let is_it = |module: &&super::scan::Module| {
                    module.name == *name && module.within == within && !module.for_tests
                };
                let places = scan
                    .modules
                    .iter()
                    .filter(is_it)
                    .flat_map(|module| possible_module_files(&file, module));
                let there = |(path, _): &(String, String)| submission.text_of_file(path).is_some();
                let Some((path, folder)) = places.collect::<Vec<_>>().into_iter().find(there)
                else {
                    break;
                };
                file = TreeFile { path, folder, for_tests: false, is_root: false };
                within.clear();
                bytes = None;
            }
            home = Some(Self { file: file.path.clone(), body: bytes.clone() });
        }
        home
    }
}

/// Returns the body of the inline module `name`.
fn inline_body(
    tokens: &Tokens<'_>,
    text: &str,
    around: Option<&Range<usize>>,
    name: &str,
) -> Option<Range<usize>> {
    let around = around.cloned().unwrap_or(0..text.len());
    let mut at = 0;
    while at < tokens.len() {
        let bytes = tokens.bytes(at, at);
        if bytes.start >= around.end {
            break;
        }
        let is_module = tokens.word(at) == "mod"
            && tokens.word(at + 1) == name
            && tokens.is(at + 2, '{')
            && bytes.start >= around.start;
        if is_module {
            return Some(
                tokens.bytes(at + 2, at + 2).end
                    ..tokens
                        .bytes(tokens.closing_bracket(at + 2), tokens.closing_bracket(at + 2))
                        .start,
            );
        }
        // Enters the enclosing brackets and skips all others.
        let closes = tokens.bytes(tokens.closing_bracket(at), tokens.closing_bracket(at));
        at = if closes.start >= around.end { at + 1 } else { tokens.next(at) };
    }
    None
}

#[cfg(test)]
mod tests {
    use super::super::Edition;
    use super::*;

    #[test]
    fn a_type_in_a_public_module_is_exported() {
        let board = "pub struct Board;";
        for (root, file, text, expected) in [
            ("pub mod board;", "src/board.rs", board, Some("board")),
            ("pub mod board; // last", "src/board.rs", board, Some("board")),
            ("pub mod tiles;", "src/tiles.rs", board, Some("tiles")),
            ("pub mod board { pub struct Board; }", "src/x.rs", "", Some("board")),
            ("use slider::*; pub mod board;", "src/board.rs", board, Some("board")),
            // The type counts as missing from that module.
            ("pub mod board;", "src/board.rs", "", Some("board")),
            ("mod board;", "src/board.rs", board, None),
            ("pub(crate) mod board;", "src/board.rs", board, None),
            ("pub mod board; pub use board::Board;", "src/board.rs", board, None),
            ("pub mod board; pub use board::*;", "src/board.rs", board, None),
            ("pub mod board; pub use self::{board::*};", "src/board.rs", board, None),
            ("pub mod board; pub struct Board;", "src/board.rs", board, None),
            ("pub mod board; use slider::Board;", "src/board.rs", board, None),
            ("pub mod board; {", "src/board.rs", board, None),
        ] {
            let files = [("src/lib.rs", root), (file, text)];
            let files = files.map(|(path, text)| (path.to_owned(), text.to_owned()));
            let submission =
                Submission::new("a".to_owned(), Edition::E2024, files.into(), Vec::new());
            let (changed, said) = add_missing_exports(submission.clone(), ["Board", "Solver"]);
            let line = expected.map(|module| format!("{root}\npub use self::{module}::Board;\n"));
            assert_eq!(
                changed.text_of_file("src/lib.rs"),
                Some(line.as_deref().unwrap_or(root)),
                "{root}"
            );
            assert_eq!(said.len(), usize::from(expected.is_some()), "{said:?}");
        }
    }

    /// Returns the path and text of the changed file, if these files lack `Board`.
    fn stood_in(files: &[(&str, &str)]) -> Option<(String, String)> {
        let files = files.iter().map(|(path, text)| ((*path).to_owned(), (*text).to_owned()));
        let submission =
            Submission::new("a".to_owned(), Edition::E2024, files.collect(), Vec::new());
        let rest = replace_module(&submission, "Board", "Solver", "HERE;\n")?;
        let changed =
            rest.files().find(|file| submission.text_of_file(file.path) != Some(file.text))?;
        Some((changed.path.to_owned(), changed.text.replace('\n', " ")))
    }

    #[test]
    fn the_module_is_found_by_the_reexport() {
        let one = ["src/board.rs", "src/board/mod.rs", "src/puzzle.rs", "src/game/tiles.rs"];
        for (root, file, expected) in [
            ("mod board; pub use board::Board;", one[0], one[0]),
            ("mod board; pub use crate::board::Board;", one[1], one[1]),
            ("mod board; pub use ::std::fmt; pub use self::board::{self, Board};", one[0], one[0]),
            ("mod puzzle; pub use puzzle::{Tiles as Board, Other};", one[2], one[2]),
            ("mod puzzle; pub use {puzzle::{Other, Board}, std::fmt};", one[2], one[2]),
            ("mod game { pub mod tiles; } pub use game::tiles::Board;", one[3], one[3]),
            ("#[path = \"puzzle.rs\"] mod b; pub use b::Board;", one[2], one[2]),
            ("mod board; pub use board::*;", one[0], one[0]),
            ("mod board;", one[0], one[0]),
            ("mod r#board; pub use r#board::Board as Board;", one[0], one[0]),
        ] {
            let found = stood_in(&[("src/lib.rs", root), (file, "// nothing")]);
            assert_eq!(found, Some((expected.to_owned(), " HERE; ".to_owned())), "{root}");
        }
        for root in [
            "pub use slider::Board;",
            "mod board; pub use board::Board; {",
            "mod puzzle; pub use puzzle::Boards;",
            "#[cfg(test)] mod board; pub use board::Board;",
            "use super::Board;",
            "pub use ;",
            "pub use a::{Board",
            "",
        ] {
            assert_eq!(stood_in(&[("src/lib.rs", root)]), None, "{root}");
        }
    }

    #[test]
    fn inline_modules_are_found_in_their_file() {
        for (root, expected) in [
            (
                "mod a { fn f() {} } mod board { /* x */ } pub use board::Board;",
                "mod a { fn f() {} } mod board { HERE; } pub use board::Board;",
            ),
            (
                "mod a { mod board { 1 } } mod board {}",
                "mod a { mod board { 1 } } mod board { HERE; }",
            ),
            (
                "mod a { mod c {} mod b { 1 } } pub use a::b::Board;",
                "mod a { mod c {} mod b { HERE; } } pub use a::b::Board;",
            ),
        ] {
            let found = stood_in(&[("src/lib.rs", root)]);
            assert_eq!(found, Some(("src/lib.rs".to_owned(), expected.to_owned())), "{root}");
        }
    }

    #[test]
    fn a_module_with_the_other_type_is_kept() {
        for (root, expected) in [
            ("mod p; pub use p::{Board, Solver};", "mod p; pub use p::{{}, Solver};"),
            (
                "mod p; pub use p::Board; pub use p::Solver;",
                "mod p; pub use p::{}; pub use p::Solver;",
            ),
            ("mod p; pub use p::{Solver, Tiles as Board};", "mod p; pub use p::{Solver, {}};"),
        ] {
            let found = stood_in(&[("src/lib.rs", root), ("src/p.rs", "pub struct Solver;")]);
            assert_eq!(found, Some(("src/lib.rs".to_owned(), expected.to_owned())), "{root}");
        }
    }
}
