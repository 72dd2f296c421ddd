//! Finds the positions of graded methods in the code.

use std::collections::BTreeMap;

use grade::{Definition, Outline, Place, Target};

use super::implementors::{self, Implementation};
use super::tokens::Tokens;

/// Traits with graded methods, and the outline target of the implementing type, if it has one.
const TRAITS: [(&str, Option<Target>); 5] = [
    ("Board", Some(Target::BoardType)),
    ("Solver", Some(Target::SolverType)),
    ("Display", None),
    ("PartialEq", None),
    ("Ord", None),
];

/// Keywords that declare a type.
const DECLARES: [&str; 3] = ["struct", "enum", "union"];

/// Returns the outline of files, given as paths and texts. Files that cannot be tokenized reliably are skipped.
pub(super) fn outline<'a>(files: impl Iterator<Item = (&'a str, &'a str)>) -> Outline {
    let files: Vec<(&str, Tokens<'_>)> = files
        .map(|(path, text)| (path, Tokens::of(text)))
        .filter(|(_, tokens)| tokens.flaw().is_none())
        .collect();
    let mut outline = Outline::default();
    let mut types: BTreeMap<Target, &str> = BTreeMap::new();
    let mut orders = 0;
    for (path, tokens) in &files {
        for (name, made) in TRAITS {
            let names = implementors::names(tokens, name);
            let is_of_it = |it: &Implementation<'_>| names.binary_search(&it.of_trait).is_ok();
            for found in implementors::all(tokens).filter(is_of_it) {
                if let Some(target) = made {
                    types.entry(target).or_insert(found.of_type);
                }
                add_functions(&mut outline, path, tokens, found.body, name);
                orders += usize::from(name == "Ord");
            }
        }
    }
    // If more than one type is ordered, it is not clear which of them is the queue's key.
    if orders > 1 {
        outline.remove(Target::Order);
    }
    for (path, tokens) in &files {
        for at in 1..tokens.len() {
            if !DECLARES.contains(&tokens.word(at - 1)) {
                continue;
            }
            for (target, name) in &types {
                if tokens.word(at) == *name {
                    outline.add(definition(*target, path, tokens, at));
                }
            }
        }
    }
    outline
}

/// Adds the functions in the body of an `impl` block.
fn add_functions(
    outline: &mut Outline,
    path: &str,
    tokens: &Tokens<'_>,
    body: usize,
    of_trait: &str,
) {
    let end = tokens.end(body);
    let mut at = body + 1;
    while at < end {
        let name = tokens.word(at + 1);
        if tokens.word(at) == "fn"
            && let Some(target) = Target::of(of_trait, name)
        {
            outline.add(definition(target, path, tokens, at + 1));
        }
        at = tokens.next(at);
    }
}

fn definition(target: Target, path: &str, tokens: &Tokens<'_>, at: usize) -> Definition {
    let place = Place { file: path.to_owned(), line: tokens.line(at), column: tokens.column(at) };
    let length = u32::try_from(tokens.shown(at).chars().count()).unwrap_or(u32::MAX);
    Definition { target, place, length }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(files: &[(&str, &str)]) -> Vec<String> {
        let outline = outline(files.iter().copied());
        let show = |it: &Definition| format!("{:?} {} {}", it.target, it.place, it.length);
        outline.iter().map(show).collect()
    }

    #[test]
    fn methods_are_found_where_they_are_named() {
        let board = "use slider::Board as Puzzle;\n\
                     // impl Puzzle for Wrong { fn twin() {} }\n\
                     pub struct Grid;\n\
                     impl Grid { fn hamming() {} }\n\
                     impl Puzzle for Grid {\n    \
                         fn hamming(&self) -> usize { fn twin() {} 0 }\n    \
                         fn r#twin(&self) -> Self { loop {} }\n}\n\
                     impl fmt::Display for Grid { fn fmt(&self) {} }\n";
        let solver = "mod deep { impl<B> slider::Solver<B> for super::Search<B>\n\
                      where B: Eq { fn moves(&self) {} } }\n\
                      pub enum Search<B> { A(B) }";
        let files = [("src/board.rs", board), ("src/deep.rs", solver)];
        insta::assert_snapshot!(shown(&files).join("\n"), @"
        Board(Hamming) src/board.rs:6:8 7
        Board(Twin) src/board.rs:7:8 6
        Board(Display) src/board.rs:9:33 3
        Solver(Moves) src/deep.rs:2:18 5
        BoardType src/board.rs:3:12 4
        SolverType src/deep.rs:3:10 6
        ");
    }

    #[test]
    fn the_order_of_search_nodes_is_found_if_there_is_only_one() {
        let node =
            "impl<B> Ord for Node<B> { fn cmp(&self, other: &Self) -> Ordering { todo!() } }";
        let other = "impl Ord for Cell { fn cmp(&self, other: &Self) -> Ordering { todo!() } }";
        assert_eq!(shown(&[("src/solver.rs", node)]), ["Order src/solver.rs:1:30 3"]);
        assert!(shown(&[("src/solver.rs", node), ("src/cell.rs", other)]).is_empty());
    }

    #[test]
    fn what_cannot_be_read_has_no_places() {
        for text in ["impl Board for B { fn twin() {}", "impl Board for B { fn twin() {} } /*"] {
            assert!(shown(&[("a.rs", text)]).is_empty(), "{text}");
        }
    }
}
