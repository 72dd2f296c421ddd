//! Writes the file with the chosen puzzles, and the list for the assignment.

use std::collections::BTreeMap;
use std::fmt::Write;

use oracle::optimal_moves;

use crate::choose::HARD;
use crate::evidence::FamilyEvidence;
use crate::pool::{BoardOrigin, KnownBoard};

/// The header of the file.
const HEAD: &str = "\
# Puzzles that expose families of almost correct searches: weights on the heuristic, heuristics that are
# not admissible, closed sets that confuse different boards, limited queues, searches that give up,
# priorities in one byte, and more. For the families and the puzzles that they need, see docs/puzzles.md.
#
# A program selected them from a thousand boards. They are the cheapest boards for the model that expose
# each member three times, with any order of neighbors, and with the tie-breaking of a binary heap or of
# a first-in-first-out queue: `cargo run --release -p oracle --example families -- choose`.
";

/// A chosen puzzle.
struct ChosenPuzzle<'a> {
    name: String,
    case: &'a KnownBoard,
    is_new: bool,
}

impl ChosenPuzzle<'_> {
    fn twin_moves(&self) -> Option<usize> {
        self.case.optimal.is_none().then(|| twin_moves(self.case))
    }
}

/// Returns the contents of the file, and the list in the assignment's order.
pub fn puzzle_file_and_list(evidence: &FamilyEvidence, places: &[usize]) -> (String, String) {
    let mut letters: BTreeMap<String, u8> = BTreeMap::new();
    let mut chosen: Vec<ChosenPuzzle<'_>> = Vec::new();
    for case in places.iter().map(|&place| &evidence.candidates[place]) {
        let is_new = case.name.is_none() || case.name.as_deref() == Some(HARD);
        let name = case.name.clone().unwrap_or_else(|| {
            let stem = name_without_letter(case);
            let letter = letters.entry(stem.clone()).or_insert(b'a');
            let name = format!("{stem}{}", char::from(*letter));
            *letter += 1;
            name
        });
        chosen.push(ChosenPuzzle { name, case, is_new });
    }
    chosen.sort_by_key(|puzzle| {
        let rows = puzzle.case.board.rows();
        // Unsolvable boards come last in each size.
        (rows, puzzle.case.optimal.is_none(), puzzle.case.optimal, puzzle.twin_moves())
    });
    let mut file = HEAD.to_owned();
    for puzzle in chosen.iter().filter(|puzzle| puzzle.is_new) {
        file.push_str(&puzzle_entry(puzzle));
    }
    let lines = chosen.iter().map(|puzzle| format!("    \"{}\",\n", puzzle.name));
    (file, lines.collect())
}

/// Returns the name of a new puzzle without the final, distinguishing letter.
fn name_without_letter(case: &KnownBoard) -> String {
    let n = case.board.rows();
    match case.optimal {
        Some(moves) => format!("families{n}x{n}-{moves:02}"),
        None => format!("families{n}x{n}-twin{:02}", twin_moves(case)),
    }
}

fn twin_moves(case: &KnownBoard) -> usize {
    let found = optimal_moves(&case.board.twin().to_rows());
    found.ok().flatten().expect("the twin of a board without a solution has one")
}

fn puzzle_entry(puzzle: &ChosenPuzzle<'_>) -> String {
    let ChosenPuzzle { name, case, .. } = puzzle;
    let rows = case.board.to_rows();
    let row = |row: &Vec<u16>| {
        format!("[{}]", row.iter().map(u16::to_string).collect::<Vec<_>>().join(", "))
    };
    let rows: Vec<String> = rows.iter().map(row).collect();
    let tiles = if rows.len() > 4 {
        format!("[\n    {},\n]", rows.join(",\n    "))
    } else {
        format!("[{}]", rows.join(", "))
    };
    let (key, moves) = match case.optimal {
        Some(moves) => ("moves", moves),
        None => ("twin_moves", twin_moves(case)),
    };
    let source = match case.kind {
        BoardOrigin::Guided => {
            "the blank led from the goal along a line; the count is the Manhattan distance"
        }
        BoardOrigin::Small | BoardOrigin::SmallUnsolvable => {
            "chosen from the 3-by-3 boards; the count is that of the table of all"
        }
        _ if name == HARD => {
            "a walk from the goal, the easiest of many that takes the model 150,000 steps; the \
             count is proven by IDA* with pattern databases"
        }
        _ => "a walk from the goal; the count is proven by IDA* with pattern databases",
    };
    let mut text = String::new();
    let _ = write!(
        text,
        "\n[[puzzle]]\nname = \"{name}\"\ntiles = {tiles}\n{key} = {moves}\nsource = \"{source}\"\n"
    );
    text
}

/// Formats the hard puzzle's entry.
pub fn hard_puzzle_entry(case: &KnownBoard) -> String {
    puzzle_entry(&ChosenPuzzle { name: HARD.to_owned(), case, is_new: true })
}
