//! A property test: any text is a valid assignment or yields an error with a position.

use std::fs;

use proptest::prelude::*;

use super::Assignment;

const LINES: &[&str] = &[
    "schema = \"assignment/1\"",
    "title = \"x\"",
    "[limits]",
    "time = 20",
    "stop = 60",
    "stop = 1",
    "memory_mib = 512",
    "memory_mib = 99999999999",
    "board_memory = 8",
    "[checks]",
    "\"compile.build\" = { points = 1 }",
    "\"board.hamming\" = { points = 2.5, visibility = \"hidden\" }",
    "\"board.twin\" = { points = 1e300, partial = { large = 0.5 } }",
    "\"solver.moves\" = { points = 4, partial = { most = 0.5 } }",
    "\"solver.time\" = { points = 4, partial = { thresholds = [60, 30, 20] } }",
    "\"no.check\" = { points = nan }",
    "[[cap]]",
    "unless = \"solver.moves\"",
    "score = -1",
    "why = \"é\u{202e}\"",
    "[puzzles]",
    "boards = [\"a\"]",
    "solve = [\"a\", \"b\", \"b\"]",
    "hidden = [\"a\"]",
    "[puzzles.random]",
    "seed = \"autumn\"",
    "solvable = 1",
    "unsolvable = 21",
    "[tests]",
    "faults = [\"hamming-counts-blank\", \"none\"]",
    "catch = 7",
];

const PUZZLES: &[&str] = &[
    "[[puzzle]]",
    "name = \"a\"",
    "name = \"b\"",
    "tiles = [[1, 2], [3, 0]]",
    "tiles = [[1, 2, 3], [4, 5, 6], [8, 7, 0]]",
    "tiles = [[1, 2], [3]]",
    "tiles = [[70000]]",
    "moves = 0",
    "moves = -1",
    "twin_moves = 1",
    "board_only = true",
    "source = \"me\"",
];

fn lines(known: &'static [&'static str]) -> impl Strategy<Value = String> {
    // Almost every arbitrary line is a syntax error, which hides all other faults of a text.
    let line = prop_oneof![
        9 => prop::sample::select(known).prop_map(str::to_owned),
        1 => any::<String>(),
    ];
    prop::collection::vec(line, 0..24).prop_map(|lines| lines.join("\n"))
}

proptest! {
    #[test]
    fn any_text_is_loaded_or_rejected(rubric in lines(LINES), puzzles in lines(PUZZLES)) {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("assignment.toml"), rubric).unwrap();
        fs::create_dir(folder.path().join("puzzles")).unwrap();
        fs::write(folder.path().join("puzzles/a.toml"), puzzles).unwrap();
        match Assignment::load(folder.path()) {
            Ok(assignment) => {
                prop_assert_eq!(Assignment::load(folder.path()).unwrap().hash(), assignment.hash());
            }
            Err(error) => prop_assert!(!error.render(false).is_empty()),
        }
    }

    #[test]
    fn a_damaged_assignment_is_loaded_or_rejected(at in any::<prop::sample::Index>(), twice in any::<bool>()) {
        let mut lines: Vec<&str> = embedded::ASSIGNMENT.lines().collect();
        let at = at.index(lines.len());
        if twice {
            lines.insert(at, lines[at]);
        } else {
            lines.remove(at);
        }
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("assignment.toml"), lines.join("\n")).unwrap();
        fs::create_dir(folder.path().join("puzzles")).unwrap();
        for (name, text) in embedded::PUZZLES {
            fs::write(folder.path().join("puzzles").join(name), text).unwrap();
        }
        if let Err(error) = Assignment::load(folder.path()) {
            prop_assert!(!error.render(false).is_empty());
        }
    }
}
