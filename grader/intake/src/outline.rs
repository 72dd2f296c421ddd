//! Finds the positions of graded methods in the code.

use std::collections::BTreeMap;

use grade::{Definition, Outline, Place, Question, Target};

use super::calls::{self, Call};
use super::implementors::{self, Implementation};
use super::tokens::Tokens;

/// The traits with graded methods, with the target for the type that implements each, if any.
const TRAITS: [(&str, Option<Target>); 6] = [
    ("Board", Some(Target::BoardType)),
    ("Solver", Some(Target::SolverType)),
    ("Display", None),
    ("PartialEq", None),
    ("Ord", None),
    ("Drop", None),
];

/// Traits that count only for one type. A submission may also compare, format, and drop other types, such as search
/// nodes.
const OF_TYPE: [(&str, Target); 3] = [
    ("Display", Target::BoardType),
    ("PartialEq", Target::BoardType),
    ("Drop", Target::SolverType),
];

/// Keywords that declare a type.
const DECLARES: [&str; 3] = ["struct", "enum", "union"];

/// Returns the outline of files, given as paths and texts. Skips files with uncertain tokens.
pub(super) fn outline<'a>(files: impl Iterator<Item = (&'a str, &'a str)>) -> Outline {
    let files: Vec<File<'_>> = files
        .map(|(path, text)| File { path, tokens: Tokens::of(text) })
        .filter(|file| file.tokens.flaw().is_none())
        .collect();
    let types = types(&files);
    let mut outline = Outline::default();
    let mut orders = 0;
    for file in &files {
        for (name, _) in TRAITS {
            for found in file.implementations(name) {
                let is_of_other_type = OF_TYPE.iter().any(|(of_trait, target)| {
                    let wanted = types.get(target);
                    *of_trait == name && wanted.is_some_and(|wanted| *wanted != found.of_type)
                });
                if !is_of_other_type {
                    add_functions(&mut outline, file, found.body, name);
                }
                orders += usize::from(name == "Ord");
            }
        }
    }
    for file in &files {
        for at in derived_orders(&file.tokens) {
            outline.add(file.definition(Target::Order, at));
            orders += 1;
        }
    }
    // When several types implement an ordering, we cannot tell which one is the queue's key.
    if orders > 1 {
        outline.remove(Target::Order);
    }
    add_types(&mut outline, &files, &types);
    let board = types.get(&Target::BoardType).copied().unwrap_or_default();
    add_calls(&mut outline, &files, board);
    add_list(&mut outline, &files, board);
    outline
}

struct File<'a> {
    path: &'a str,
    tokens: Tokens<'a>,
}

impl<'a> File<'a> {
    fn implementations(&self, name: &'a str) -> impl Iterator<Item = Implementation<'a>> {
        let names = implementors::names(&self.tokens, name);
        implementors::all(&self.tokens).filter(move |it| names.binary_search(&it.of_trait).is_ok())
    }

    fn definition(&self, target: Target, at: usize) -> Definition {
        let tokens = &self.tokens;
        let (line, column) = (tokens.line(at), tokens.column(at));
        let length = u32::try_from(tokens.shown(at).chars().count()).unwrap_or(u32::MAX);
        Definition { target, place: Place { file: self.path.to_owned(), line, column }, length }
    }
}

/// Returns the types that implement the assignment's traits.
fn types<'a>(files: &[File<'a>]) -> BTreeMap<Target, &'a str> {
    let mut types = BTreeMap::new();
    for file in files {
        for (name, target) in TRAITS {
            let found =
                target.and_then(|target| Some((target, file.implementations(name).next()?)));
            if let Some((target, found)) = found {
                types.entry(target).or_insert(found.of_type);
            }
        }
    }
    types
}

fn add_types(outline: &mut Outline, files: &[File<'_>], types: &BTreeMap<Target, &str>) {
    for file in files {
        for at in 1..file.tokens.len() {
            if !DECLARES.contains(&file.tokens.word(at - 1)) {
                continue;
            }
            for (target, name) in types {
                if file.tokens.word(at) == *name {
                    outline.add(file.definition(*target, at));
                }
            }
        }
    }
}

/// Returns the positions of the names of types with a derived `Ord`.
fn derived_orders(tokens: &Tokens<'_>) -> Vec<usize> {
    let is_derive = |at: &usize| tokens.word(*at) == "derive" && tokens.was(*at, 1, '[');
    let is_ord = |at: &usize| (at + 1..tokens.end(at + 1)).any(|it| tokens.word(it) == "Ord");
    let declared = |at: usize| {
        // The visibility and further attributes may come before the declaration.
        let mut at = tokens.next(at - 1);
        while !DECLARES.contains(&tokens.word(at)) {
            let is_before = tokens.is(at, '#') || tokens.is(at, '[') || tokens.is(at, '(');
            if !is_before && tokens.word(at) != "pub" {
                return None;
            }
            at = tokens.next(at);
        }
        Some(at + 1)
    };
    (0..tokens.len()).filter(is_derive).filter(is_ord).filter_map(declared).collect()
}

/// Adds the calls of the search. When more than one function calls a method, we only add a call in the function that
/// expands boards, since we cannot tell which of the others is at fault.
fn add_calls(outline: &mut Outline, files: &[File<'_>], board: &str) {
    let mut calls: BTreeMap<Target, Vec<(usize, Call, Definition)>> = BTreeMap::new();
    for (number, file) in files.iter().enumerate() {
        for call in calls::all(&file.tokens, board) {
            let definition = file.definition(call.target, call.at);
            calls.entry(call.target).or_default().push((number, call, definition));
        }
    }
    let place = |(file, call, _): &(usize, Call, Definition)| (*file, call.function);
    let is_one_function = |calls: &[_]| calls.iter().all(|it| place(it) == place(&calls[0]));
    let expansion = calls.get(&Target::Expansion).filter(|calls| is_one_function(calls));
    let expansion = expansion.map(|calls| place(&calls[0]));
    for mut calls in calls.into_values() {
        // The distance of the initial board is often computed in a different function.
        if !is_one_function(&calls) {
            calls.retain(|call| Some(place(call)) == expansion);
        }
        if let Some((_, _, first)) = calls.first() {
            outline.add(first.clone());
        }
    }
}

/// Adds the function that lists a solution's boards. When several functions put together lists, none is added, since we
/// cannot tell which one lists the boards.
fn add_list(outline: &mut Outline, files: &[File<'_>], board: &str) {
    let functions = files.iter().flat_map(|file| {
        let found = calls::that_list(&file.tokens, board).into_iter();
        found.map(move |at| file.definition(Target::Path, at))
    });
    let functions: Vec<Definition> = functions.collect();
    let solution = outline.of(Target::Solver(Question::Solution));
    if let [function] = functions.as_slice()
        && solution.is_some_and(|solution| solution.place != function.place)
    {
        outline.add(function.clone());
    }
}

fn add_functions(outline: &mut Outline, file: &File<'_>, body: usize, of_trait: &str) {
    let tokens = &file.tokens;
    let end = tokens.end(body);
    let mut at = body + 1;
    while at < end {
        let name = tokens.word(at + 1);
        if tokens.word(at) == "fn"
            && let Some(target) = Target::of(of_trait, name)
        {
            outline.add(file.definition(target, at + 1));
        }
        at = tokens.next(at);
    }
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
    fn methods_and_types_are_located() {
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
    fn the_node_ordering_is_found_if_unique() {
        let node =
            "impl<B> Ord for Node<B> { fn cmp(&self, other: &Self) -> Ordering { todo!() } }";
        let other = "impl Ord for Cell { fn cmp(&self, other: &Self) -> Ordering { todo!() } }";
        assert_eq!(shown(&[("src/solver.rs", node)]), ["Order src/solver.rs:1:30 3"]);
        assert!(shown(&[("src/solver.rs", node), ("src/cell.rs", other)]).is_empty());
    }

    #[test]
    fn a_derived_ordering_is_located_at_its_type() {
        let key =
            "#[derive(Clone, PartialOrd, Ord)]\n#[must_use]\npub(crate) struct Key { moves: u8 }";
        assert_eq!(shown(&[("src/solver.rs", key)]), ["Order src/solver.rs:3:19 3"]);
        let text = "#[derive(Debug)] struct A; #[derive(Ord)] impl B {}";
        assert!(shown(&[("src/solver.rs", text)]).is_empty());
    }

    #[test]
    fn equality_and_display_of_other_types_are_ignored() {
        let board = "impl slider::Board for Grid {} impl fmt::Display for Grid { fn fmt() {} }";
        let node = "impl<B> PartialEq for Node<B> { fn eq(&self, other: &Self) -> bool { true } }\n\
                    impl<B> fmt::Display for Node<B> { fn fmt() {} }";
        assert_eq!(
            shown(&[("src/a.rs", node), ("src/board.rs", board)]),
            ["Board(Display) src/board.rs:1:64 3"]
        );
    }

    #[test]
    fn search_calls_are_found_if_one_function_makes_them() {
        let board = "impl slider::Board for Grid { fn is_goal(&self) { self.hamming(); } }\n\
                     impl Grid { fn far(&self) { self.neighbors(); self.manhattan(); } }\n";
        let solver = "impl<B: Board> Node<B> { fn new(board: B) { board.manhattan() } }\n\
                      fn step<B>(queue: &mut MinPq<Node<B>>) {\n  \
                      let node = queue.del_min();\n  for next in node.board.neighbors() {}\n  \
                      node.board.neighbors().count();\n}\n\
                      #[cfg(test)]\nmod tests { fn f() { board.neighbors(); queue.del_min(); } }\n";
        let files = [("src/board.rs", board), ("src/solver.rs", solver)];
        insta::assert_snapshot!(shown(&files).join("\n"), @"
        Board(IsGoal) src/board.rs:1:34 7
        Expansion src/solver.rs:4:26 9
        Removal src/solver.rs:3:20 7
        Priority src/solver.rs:1:51 9
        ");
        let other = "fn twin_step() { node.neighbors(); <Grid as Board>::hamming(&grid); }";
        let files = [("src/board.rs", board), ("src/solver.rs", solver), ("src/twin.rs", other)];
        assert_eq!(shown(&files).len(), 2, "{:?}", shown(&files));
    }

    #[test]
    fn the_distance_call_is_found_in_the_expanding_function() {
        let search = "fn new<B: Board>(board: B) { board.manhattan(); }\n\
                      fn step<B: Board>(board: B) {\n  \
                      for next in board.neighbors() { next.manhattan(); } }\n";
        insta::assert_snapshot!(shown(&[("src/search.rs", search)]).join("\n"), @"
        Expansion src/search.rs:3:21 9
        Priority src/search.rs:3:40 9
        ");
        let beside = "fn other<B: Board>(board: B) { board.neighbors(); }";
        let files = [("src/search.rs", search), ("src/beside.rs", beside)];
        assert!(shown(&files).is_empty(), "it is unclear which of them is the search");
    }

    #[test]
    fn the_path_function_is_found_if_unique() {
        let listed = |text: &str| {
            let board = "impl Board for Grid { fn neighbors(&self) { boards.push(1); } }";
            let files = [("src/board.rs", board), ("src/solver.rs", text)];
            shown(&files).into_iter().filter(|it| it.starts_with("Path")).collect::<Vec<_>>()
        };
        let solver = "impl<B> Solver<B> for S<B> { fn new() { A }\n fn solution(&self) { C } }\n\
                      fn path<B>(node: &Node<B>) -> Vec<B> { let mut boards = vec![]; D }\n\
                      #[cfg(test)] mod tests { fn f() { a.push(1); } }";
        let with = |pairs: &[(&str, &str)]| {
            let fill = |text: String, (from, to): &(&str, &str)| text.replace(from, to);
            listed(&pairs.iter().fold(solver.to_owned(), fill))
        };
        let of_path = ["Path src/solver.rs:3:4 4"];
        assert_eq!(with(&[("D", "boards.push(node.board.clone()); boards")]), of_path);
        assert_eq!(with(&[("D", "successors(n).map(f).collect::<Vec<_>>()")]), of_path);
        assert_eq!(with(&[("D", "boards.insert(0, node.board)")]), of_path);
        let neighbors = "let all: Vec<_> = board.neighbors().collect();";
        assert_eq!(with(&[("A", neighbors), ("D", "boards.push(b)")]), of_path);
        assert_eq!(with(&[("A", "boards.push(b)")]), ["Path src/solver.rs:1:33 3"]);
        // Two functions list something, `solution` lists or reverses the boards itself, or nothing is recognized.
        assert!(with(&[("A", "closed.push(b)"), ("D", "boards.push(b)")]).is_empty());
        assert!(with(&[("C", "self.nodes.iter().map(f).collect()")]).is_empty());
        assert!(with(&[("A", "boards.push(b)"), ("C", "boards.iter().rev()")]).is_empty());
        assert!(with(&[("A", "queue.insert(b)")]).is_empty());
    }

    #[test]
    fn invalid_code_yields_no_definitions() {
        for text in ["impl Board for B { fn twin() {}", "impl Board for B { fn twin() {} } /*"] {
            assert!(shown(&[("a.rs", text)]).is_empty(), "{text}");
        }
    }
}
