//! Tests that a fault of a board does not hide another one.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::support::{Bench, stdout};

const BOARD: &str = "alice/src/board.rs";

/// A fault in one method, as edits that do not overlap with those of other methods.
struct Fault {
    fails: &'static str,
    edits: &'static [(&'static str, &'static str)],
}

const DERIVED: &str = "#[derive(Clone, Debug, PartialEq, Eq)]\npub struct Board {";

const NO_DIMENSION: Fault =
    Fault { fails: "board.display", edits: &[("        writeln!(f, \"{}\", self.n)?;\n", "")] };
const BRACKETS: Fault =
    Fault { fails: "board.display", edits: &[(" {tile:>width$}", "[{tile:>width$}]")] };
const FIRST_ROW: Fault = Fault {
    fails: "board.equality",
    edits: &[(
        DERIVED,
        "impl PartialEq for Board {
            fn eq(&self, other: &Self) -> bool {
                self.n == other.n && self.tiles[..self.n] == other.tiles[..other.n]
            }
        }

        #[derive(Clone, Debug, Eq)]\npub struct Board {",
    )],
};
const OTHER_SIZES: Fault = Fault {
    fails: "board.equality",
    edits: &[(
        DERIVED,
        "impl PartialEq for Board {
            fn eq(&self, other: &Self) -> bool {
                (0..self.tiles.len()).all(|cell| self.tiles[cell] == other.tiles[cell])
            }
        }

        #[derive(Clone, Debug, Eq)]\npub struct Board {",
    )],
};
const MOVES: Fault = Fault {
    fails: "board.equality",
    edits: &[
        (DERIVED, "#[derive(Clone, Debug, PartialEq, Eq)]\npub struct Board {\n    moves: usize,"),
        ("Self { n, tiles, blank }", "Self { moves: 0, n, tiles, blank }"),
        (
            "        board.blank = cell;\n",
            "        board.blank = cell;\n        board.moves += 1;\n",
        ),
    ],
};
const NEVER_UP: Fault =
    Fault { fails: "board.neighbors", edits: &[("(row > 0).then", "(row > 1).then")] };
const SWAPPED_BLANK: Fault =
    Fault { fails: "board.twin", edits: &[("if self.blank > 1 {", "if self.blank > 0 {")] };
/// Returns the checks that fail for the model's board with these faults.
fn failing(faults: &[&Fault]) -> BTreeSet<String> {
    let bench = Bench::with_model();
    for (find, replace) in faults.iter().flat_map(|fault| fault.edits) {
        bench.edit(BOARD, find, replace);
    }
    let output = bench.grade(&["check", "alice", "--only", "board", "--format", "json"]);
    let grade: Value = serde_json::from_str(stdout(&output)).expect("a grade");
    let checks = grade["checks"].as_array().expect("checks");
    let fails = |check: &&Value| check["status"] == "fail";
    checks
        .iter()
        .filter(fails)
        .filter_map(|check| check["id"].as_str().map(str::to_owned))
        .collect()
}

#[test]
fn each_of_two_faults_of_a_board_is_found() {
    for (first, second) in [
        (&NO_DIMENSION, &NEVER_UP),
        (&OTHER_SIZES, &SWAPPED_BLANK),
        (&MOVES, &NEVER_UP),
        (&FIRST_ROW, &SWAPPED_BLANK),
    ] {
        let expected = [first.fails, second.fails].map(str::to_owned);
        assert_eq!(failing(&[first, second]), expected.into());
    }
}

/// Even if both ways of identifying boards are broken, at least one of them is right on boards of the same size, or tells
/// boards apart.
#[test]
fn a_fault_is_found_even_if_both_text_and_equality_are_wrong() {
    for (text, equality, other) in [
        (&NO_DIMENSION, &OTHER_SIZES, &NEVER_UP),
        (&BRACKETS, &FIRST_ROW, &NEVER_UP),
        (&BRACKETS, &MOVES, &SWAPPED_BLANK),
        (&NO_DIMENSION, &FIRST_ROW, &SWAPPED_BLANK),
    ] {
        let expected = [text.fails, equality.fails, other.fails].map(str::to_owned);
        assert_eq!(failing(&[text, equality, other]), expected.into());
    }
}
