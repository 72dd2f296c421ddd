//! Finds the positions of graded methods in the code.

use std::collections::BTreeMap;

use grade::{Definition, Outline, Question, Target};

use super::syntax::{Callee, FileSyntax, Function};

/// The traits with graded methods, with the target for the type that implements each, if any.
const TRAITS: [(&str, Option<Target>); 7] = [
    ("Board", Some(Target::BoardType)),
    ("Solver", Some(Target::SolverType)),
    ("Display", None),
    ("PartialEq", None),
    ("Ord", None),
    ("PartialOrd", None),
    ("Drop", None),
];

/// Traits that count only for one type. A submission may also compare, format, and drop other types, such as search
/// nodes.
const OF_TYPE: [(&str, Target); 3] = [
    ("Display", Target::BoardType),
    ("PartialEq", Target::BoardType),
    ("Drop", Target::SolverType),
];

/// Returns the outline of these files.
pub(super) fn outline_of_files(files: &[FileSyntax]) -> Outline {
    let types = implementing_types(files);
    let mut outline = Outline::default();
    let [mut orders, mut partial_orders] = [0; 2];
    for file in files {
        for (name, _) in TRAITS {
            let wanted = OF_TYPE.iter().find(|(of_trait, _)| *of_trait == name);
            let wanted = wanted.map(|(_, target)| types.get(target).copied());
            for function in file.functions.iter().filter(|function| function.is_member) {
                let Function { name: method, within, .. } = function;
                if file.is_trait(&within.of_trait, name)
                    && wanted.is_none_or(|wanted| wanted == Some(&within.of_type))
                    && let Some(target) = Target::from_function(name, &method.name)
                {
                    outline.add(file.definition_of(target, method));
                }
            }
        }
        orders += file.implementors("Ord").count();
        partial_orders += file.implementors("PartialOrd").count();
    }
    for file in files {
        for declared in &file.types {
            if declared.derives_order {
                outline.add(file.definition_of(Target::Order, &declared.name));
                orders += 1;
            } else if declared.derives_partial_order {
                outline.add(file.definition_of(Target::PartialOrder, &declared.name));
                partial_orders += 1;
            }
        }
    }
    // When several types implement an ordering, we cannot tell which one is the queue's key.
    if orders > 1 {
        outline.remove(Target::Order);
    }
    if partial_orders > 1 {
        outline.remove(Target::PartialOrder);
    }
    for file in files {
        for declared in &file.types {
            for (target, _) in types.iter().filter(|(_, name)| **name == declared.name.name) {
                outline.add(file.definition_of(*target, &declared.name));
            }
        }
    }
    let board = types.get(&Target::BoardType).copied();
    add_calls(&mut outline, files, board);
    add_list(&mut outline, files, board);
    outline
}

/// Returns the types that implement the assignment's traits.
fn implementing_types(files: &[FileSyntax]) -> BTreeMap<Target, &str> {
    let targets = TRAITS.into_iter().filter_map(|(name, target)| Some((name, target?)));
    let found = targets.filter_map(|(name, target)| {
        let mut implementors = files.iter().flat_map(|file| file.implementors(name));
        implementors.next().map(|first| (target, first))
    });
    found.collect()
}

/// Returns the functions that may be a part of the search: all except the methods of the type `board`.
fn search_functions<'a>(
    files: &'a [FileSyntax],
    board: Option<&'a str>,
) -> impl Iterator<Item = (&'a FileSyntax, &'a Function)> {
    let functions =
        files.iter().flat_map(|file| file.functions.iter().map(move |function| (file, function)));
    functions.filter(move |(_, function)| board != Some(&function.within.of_type))
}

/// Adds the calls of the search. When more than one function calls a method, we only add a call in the function that
/// expands boards, since we cannot tell which of the others is at fault.
fn add_calls(outline: &mut Outline, files: &[FileSyntax], board: Option<&str>) {
    // The calls with the number of the function.
    let mut calls: BTreeMap<Target, Vec<(usize, Definition)>> = BTreeMap::new();
    for (number, (file, function)) in search_functions(files, board).enumerate() {
        for call in function.calls.iter().filter(|call| call.callee != Callee::Plain) {
            if let Some(target) = Target::of_call(&call.name.name) {
                let definition = file.definition_of(target, &call.name);
                calls.entry(target).or_default().push((number, definition));
            }
        }
    }
    let is_one_function = |calls: &[(usize, _)]| calls.iter().all(|call| call.0 == calls[0].0);
    let expansion = calls.get(&Target::Expansion).filter(|calls| is_one_function(calls));
    let expansion = expansion.map(|calls| calls[0].0);
    for mut calls in calls.into_values() {
        // The distance of the initial board is often computed in a different function.
        if !is_one_function(&calls) {
            calls.retain(|(function, _)| Some(*function) == expansion);
        }
        let definitions = calls.into_iter().map(|(_, definition)| definition);
        if let Some(first) = definitions.min_by(|a, b| a.place.cmp(&b.place)) {
            outline.add(first);
        }
    }
}

/// Adds the function that lists a solution's boards. When several functions put together lists, none is added, since we
/// cannot tell which one lists the boards.
fn add_list(outline: &mut Outline, files: &[FileSyntax], board: Option<&str>) {
    let functions = search_functions(files, board).filter(|(_, function)| function.makes_list);
    let functions =
        functions.map(|(file, function)| file.definition_of(Target::Path, &function.name));
    let functions: Vec<Definition> = functions.collect();
    let solution = outline.definition(Target::Solver(Question::Solution));
    if let [function] = functions.as_slice()
        && solution.is_some_and(|solution| solution.place != function.place)
    {
        outline.add(function.clone());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::syntax;

    fn shown(files: &[(&str, &str)]) -> Vec<String> {
        let outline = outline_of_files(&syntax::parsed(files));
        let show = |definition: &Definition| {
            format!("{:?} {} {}", definition.target, definition.place, definition.length)
        };
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
            shown(&files).into_iter().filter(|line| line.starts_with("Path")).collect::<Vec<_>>()
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

    #[test]
    fn partial_orders_are_found_even_if_derived() {
        let order = "impl Ord for Node { fn cmp(&self) {} }\n";
        let partial = "impl PartialOrd for Node { fn partial_cmp(&self) {} }\n";
        let derived = "#[derive(PartialEq, Eq, PartialOrd)]\nstruct Node {}\n";
        let place = |text: String| {
            let files = syntax::parsed(&[("src/solver.rs", &text)]);
            let outline = outline_of_files(&files);
            let definition = outline.definition(Target::PartialOrder);
            definition.map(|definition| (definition.place.line, definition.place.column))
        };
        assert_eq!(place([order, partial].concat()), Some((2, 31)));
        assert_eq!(place([order, derived].concat()), Some((3, 8)));
        let both = "#[derive(PartialOrd, Ord)]\nstruct Other {}\n";
        assert_eq!(place([both, order, derived].concat()), Some((5, 8)));
        assert_eq!(place([partial, derived].concat()), None);
    }
}
