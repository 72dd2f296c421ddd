//! Tests submissions with an empty, commented out or missing board or solver. This half counts as unwritten. The other
//! half should get the same points as it would without this file.

use serde_json::Value;

use crate::support::{Bench, model_file, stderr, stdout};

#[derive(Clone, Copy, Debug)]
enum Left {
    Nothing,
    Empty,
    Lines,
    Block,
    Imports,
    /// The code is there, but the type has a different name.
    Renamed,
}

const LEFT: [Left; 5] = [Left::Empty, Left::Lines, Left::Block, Left::Imports, Left::Renamed];

impl Left {
    fn of(self, file: &str) -> Option<String> {
        let text = model_file(file);
        Some(match self {
            Self::Nothing => return None,
            Self::Empty => String::new(),
            Self::Lines => format!("// {}\n", text.replace('\n', "\n// ")),
            Self::Block => format!("/*\n{text}\n*/\n"),
            Self::Imports => "use std::fmt;\n\nuse slider::{Board, MinPq};\n".to_owned(),
            Self::Renamed if file == "board.rs" => {
                "#[derive(Clone, PartialEq, Eq)]\npub struct Puzzle(Vec<Vec<usize>>);\n".to_owned()
            }
            Self::Renamed => "pub struct Search<B>(Vec<B>);\n".to_owned(),
        })
    }
}

/// Roots of crates with two modules.
const ROOTS: [&str; 5] = [
    "mod board;\nmod solver;\npub use board::Board;\npub use solver::Solver;\n",
    "pub mod board;\npub mod solver;\npub use crate::board::Board;\npub use crate::solver::Solver;\n",
    "mod board;\nmod solver;\npub use self::{board::Board, solver::Solver};\n",
    "mod board;\nmod solver;\npub use board::*;\npub use solver::*;\n",
    "mod board {\n@board.rs@\n}\nmod solver {\n@solver.rs@\n}\npub use board::Board;\npub use solver::Solver;\n",
];

/// Grades `alice`. Returns the points for the board and for the solver. If `is_twice` is true, checks that a second
/// grading gives the same result.
fn points(bench: &Bench, is_twice: bool) -> [String; 2] {
    let output = bench.grade(&["check", "alice", "--format", "json"]);
    if is_twice {
        let again = bench.grade(&["check", "alice", "--format", "json", "--jobs", "1"]);
        assert_eq!(stdout(&again), stdout(&output));
    }
    let grade: Value = serde_json::from_str(stdout(&output)).expect("a grade");
    let checks = grade["checks"].as_array().expect("checks");
    ["board.", "solver."].map(|group| {
        let of_it = |check: &&Value| check["id"].as_str().is_some_and(|id| id.starts_with(group));
        let points = checks.iter().filter(of_it).map(|check| check["score"].as_f64().unwrap());
        points.sum::<f64>().to_string()
    })
}

/// Writes a submission without a root and with only part of `file`.
fn bare(file: &str, left: Left) -> Bench {
    let bench = Bench::new();
    for name in ["board.rs", "solver.rs"] {
        let text = if name == file { left.of(name) } else { Some(model_file(name)) };
        if let Some(text) = text {
            bench.write(&format!("alice/{name}"), text);
        }
    }
    bench
}

/// Writes a crate with this root and only part of `file`.
fn whole(root: &str, file: &str, left: Left) -> Bench {
    let bench = Bench::new();
    let mut root = root.to_owned();
    for name in ["board.rs", "solver.rs"] {
        let text = if name == file { left.of(name) } else { Some(model_file(name)) };
        let place = format!("@{name}@");
        match text {
            // Inner doc comments are invalid in the middle of a module.
            Some(text) if root.contains(&place) => {
                root = root.replace(&place, &text.replace("//!", "//"));
            }
            Some(text) => bench.write(&format!("alice/src/{name}"), text),
            None => {}
        }
    }
    bench.write("alice/src/lib.rs", root);
    bench
}

#[test]
fn a_file_without_code_does_not_affect_the_other() {
    for (file, expected) in [("board.rs", ["0", "61"]), ("solver.rs", ["37", "0"])] {
        assert_eq!(points(&bare(file, Left::Nothing), false), expected, "no {file}");
        for left in LEFT {
            assert_eq!(points(&bare(file, left), true), expected, "{file}: {left:?}");
        }
    }
}

#[test]
fn a_module_without_code_does_not_affect_the_other() {
    for (file, expected) in [("board.rs", ["0", "61"]), ("solver.rs", ["37", "0"])] {
        let missing = points(&whole(ROOTS[0], file, Left::Nothing), false);
        assert_eq!(missing, expected, "no {file}");
        for (root, left) in ROOTS.into_iter().zip(LEFT.into_iter().cycle().skip(file.len() % 5)) {
            let found = points(&whole(root, file, left), false);
            assert_eq!(found, expected, "{file}: {left:?} in\n{root}");
        }
    }
}

#[test]
fn a_solver_that_mentions_a_missing_board_is_graded() {
    let bench = whole(ROOTS[0], "board.rs", Left::Lines);
    let solver = model_file("solver.rs") + "\npub type Own = Solver<crate::board::Board>;\n";
    bench.write("alice/src/solver.rs", solver);
    assert_eq!(points(&bench, false), ["0", "61"]);
    // This file should contain both types.
    let bench = Bench::new();
    bench.write("alice/src/puzzle.rs", model_file("solver.rs").replace("//!", "//"));
    bench.write("alice/src/lib.rs", "mod puzzle;\npub use puzzle::{Board, Solver};\n");
    assert_eq!(points(&bench, false), ["0", "61"]);
}

#[test]
fn public_modules_need_no_export() {
    let root = "pub mod board;\npub mod solver;\n";
    assert_eq!(points(&whole(root, "no other", Left::Nothing), false), ["37", "61"]);
    for (file, expected) in [("board.rs", ["0", "61"]), ("solver.rs", ["37", "0"])] {
        for left in [Left::Lines, Left::Nothing] {
            assert_eq!(points(&whole(root, file, left), false), expected, "{file}: {left:?}");
        }
    }
    let output = whole(root, "no other", Left::Nothing).grade(&["check", "alice"]);
    let said = "`src/lib.rs` does not export `Board`, so the grader uses the one in the module \
                `board`";
    assert!(stderr(&output).contains(said), "{}", stderr(&output));
}
