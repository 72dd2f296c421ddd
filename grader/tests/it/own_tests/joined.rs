//! Tests that test files do not affect each other.

use insta::assert_snapshot;

use super::{bench_with_only_tests, verdict};
use crate::support::Bench;

/// Files with the same names for everything.
const FILES: [(&str, &str); 4] = [
    (
        "board.rs",
        r#"mod common;

use alice_solver::Board;
use common::{ROWS, board};
use slider::Board as _;

macro_rules! holds {
    ($name:ident, $condition:expr) => {
        #[test]
        fn $name() {
            assert!($condition, "on a board");
        }
    };
}

struct Case(Board);

impl Case {
    fn get() -> Self {
        Self(board(ROWS))
    }
}

holds!(first, Case::get().0.hamming() == 1);
holds!(second, Case::get().0.hamming() == 0);

#[test]
#[should_panic = "on a board"]
fn third() {
    panic!("on a board");
}
"#,
    ),
    (
        "other/main.rs",
        r#"#![allow(unused)]

mod common {
    pub const ROWS: [[u16; 2]; 2] = [[1, 2], [3, 0]];
}

mod inner {
    use super::*;

    #[test]
    fn first() {
        assert_eq!(common::ROWS[1][1], 0);
    }
}

#[test]
fn third() {
    assert_eq!(file!(), "tests/other/main.rs");
}

#[test]
#[ignore]
fn second() {}
"#,
    ),
    (
        "solver.rs",
        r#"mod common;

use std::sync::atomic::{AtomicUsize, Ordering};

use alice_solver::Solver;
use common::{ROWS, board};
use slider::Solver as _;

macro_rules! holds {
    ($name:ident, $condition:expr) => {
        #[test]
        fn $name() {
            assert!($condition, "on a solver");
        }
    };
}

static CALLS: AtomicUsize = AtomicUsize::new(0);

struct Case;

impl Case {
    fn get(&self) -> Option<usize> {
        assert_eq!(CALLS.fetch_add(1, Ordering::Relaxed), 0);
        Solver::new(&board(ROWS)).moves()
    }
}

holds!(first, Case.get() == Some(1));
holds!(second, Case.get() == None);

#[test]
#[should_panic = "on a board"]
fn third() {
    panic!("on a solver");
}
"#,
    ),
    (
        "common/mod.rs",
        "pub const ROWS: [[u16; 2]; 2] = [[1, 2], [0, 3]];

pub fn board(rows: [[u16; 2]; 2]) -> alice_solver::Board {
    slider::Board::new(&rows.map(Vec::from))
}
",
    ),
];

/// Unit tests, one of which uses a private item.
const UNIT_TESTS: &str = r#"
#[cfg(test)]
mod tests {
    use super::*;
    use slider::Board as _;

    // The crate's name.
    fn goal() -> Board {
        Board::new(&[vec![1, 2], vec![3, 0]])
    }

    #[test]
    fn first() {
        assert!(goal().is_goal());
    }

    #[test]
    #[should_panic = "not the goal"]
    fn second() {
        assert!(goal().hamming() > 0, "not the goal");
    }

    #[test]
    fn third() {
        assert!(goal().blank == 3);
    }

    #[test]
    fn shadowed() {
        assert_eq!(1, 1);
    }
}
"#;

fn write(bench: &Bench, first_line: &dyn Fn(&str) -> &str) {
    for (name, text) in FILES {
        bench.write(&format!("alice/tests/{name}"), format!("{}{text}", first_line(name)));
    }
}

/// An attribute that only crates can have.
const SEPARATE: &str = "#![recursion_limit = \"99\"] ";

#[test]
fn test_files_do_not_affect_each_other() {
    let bench = bench_with_only_tests();
    write(&bench, &|_| "");
    let together = verdict(&bench);
    assert_snapshot!(together, @"
    0 / 1, exit code 1
    board.hamming | skipped
    - 8 tests ran on the model answer: 5 pass, 3 fail; 1 ignored; 1 of 4 faults caught
    - tests.own: your test `tests/board.rs::second` fails on the model answer: it panics at tests/board.rs:25:1: on a board
    - tests.own: your test `tests/solver.rs::second` fails on the model answer: it panics at tests/solver.rs:30:1: on a solver
    - tests.own: your test `tests/solver.rs::third` fails on the model answer: it panics without `on a board` in the message: on a solver
    - tests.own: `hamming-counts-blank`: caught by `tests/board.rs::first`
    ");
    for separate in ["board.rs", "other/main.rs", "solver.rs"] {
        write(&bench, &|name| if name == separate { SEPARATE } else { "" });
        assert_eq!(verdict(&bench), together, "{separate} is separate");
    }
    // Files that do not compile do not affect the others either.
    write(&bench, &|_| "");
    bench.write("alice/tests/unknown.rs", "#[test]\nfn first() { unknown() }\n");
    let note = "- tests.own: the tests in `tests/unknown.rs` do not compile with the model answer, so they did not run: \
                tests/unknown.rs:2: cannot find function `unknown` in this scope";
    assert_eq!(verdict(&bench), format!("{together}\n{note}"));
}

#[test]
fn test_files_and_sources_do_not_affect_each_other() {
    let bench = bench_with_only_tests();
    write(&bench, &|_| "");
    let code = bench.read("alice/src/board.rs");
    bench.write("alice/src/board.rs", format!("{code}{UNIT_TESTS}"));
    let root = bench.read("alice/src/lib.rs");
    let shadow = "macro_rules! assert_eq { ($($any:tt)*) => { panic!(\"shadowed\") } }\n";
    bench.write("alice/src/lib.rs", format!("//! A solver.\n#![allow(unused)]\n{shadow}{root}"));
    let together = verdict(&bench);
    assert_snapshot!(together, @"
    0 / 1, exit code 1
    board.hamming | skipped
    - 11 tests ran on the model answer: 7 pass, 4 fail; 1 ignored; 1 of 4 faults caught
    - tests.own: your test `tests/board.rs::second` fails on the model answer: it panics at tests/board.rs:25:1: on a board
    - tests.own: your test `tests/solver.rs::second` fails on the model answer: it panics at tests/solver.rs:30:1: on a solver
    - tests.own: your test `tests/solver.rs::third` fails on the model answer: it panics without `on a board` in the message: on a solver
    - tests.own: your test `board::tests::shadowed` fails on the model answer: it panics at src/board.rs:150:9: shadowed
    - tests.own: `hamming-counts-blank`: caught by `tests/board.rs::first`
    - tests.own: `board::tests::third` does not compile with the model answer or with your code, so it did not run: src/lib.rs:7: expected `;`, found keyword `pub`
    ");
    write(&bench, &|_| SEPARATE);
    assert_eq!(verdict(&bench), together, "each file is separate");
    // Only test files can import the crate by its name.
    write(&bench, &|_| "");
    let named = UNIT_TESTS.replace("// The crate's name.", "// alice_solver");
    bench.write("alice/src/board.rs", format!("{code}{named}"));
    assert_eq!(verdict(&bench), together, "the sources are separate");
}
