//! The default assignment's puzzles, and its list of puzzles to solve.

use std::fs;
use std::path::{Path, PathBuf};

use serde::Deserialize;

use crate::board::{Board, MAX_ROWS};

/// A fixture puzzle meant for solvers, with at most [`MAX_ROWS`] rows.
#[derive(Clone, Debug)]
pub struct FixturePuzzle {
    /// The name of the puzzle.
    pub name: String,
    /// The initial board.
    pub board: Board,
    /// The optimal number of moves, or `None` if the board is unsolvable.
    pub optimal: Option<usize>,
    /// Whether the puzzle is in the file that this program writes.
    pub is_own: bool,
}

#[derive(Deserialize)]
struct FixtureFile {
    puzzle: Vec<FixtureEntry>,
}

#[derive(Deserialize)]
struct FixtureEntry {
    name: String,
    tiles: Vec<Vec<u16>>,
    moves: Option<usize>,
    twin_moves: Option<usize>,
}

#[derive(Deserialize)]
struct FixtureAssignment {
    puzzles: FixtureLists,
    random: FixtureDraws,
}

#[derive(Deserialize)]
struct FixtureDraws {
    #[serde(flatten)]
    usual: Draw,
    hard: Option<Draw>,
}

/// A random draw of solvable boards. Each submission gets different boards.
#[derive(Clone, Debug, Deserialize)]
pub struct Draw {
    /// The number of boards.
    pub solvable: i32,
    /// The minimum and the maximum optimal number of moves.
    pub moves: [usize; 2],
}

#[derive(Deserialize)]
struct FixtureLists {
    solve: Vec<String>,
}

/// The file that this program writes.
pub const OWN: &str = "families.toml";

/// Resolves a path relative to the fixtures folder.
pub fn path(below: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures").join(below)
}

/// Reads all puzzles meant for solvers, ordered by file name.
///
/// # Panics
///
/// Panics if the files cannot be read.
pub fn puzzles() -> Vec<FixturePuzzle> {
    let folder = fs::read_dir(path("puzzles")).expect("the folder of the puzzles");
    let mut paths: Vec<PathBuf> = folder.map(|entry| entry.expect("an entry").path()).collect();
    paths.sort();
    let mut puzzles = Vec::new();
    for path in paths {
        let text = fs::read_to_string(&path).expect("a puzzle file");
        let file: FixtureFile = toml::from_str(&text).expect("a puzzle file");
        let is_own = path.ends_with(OWN);
        for FixtureEntry { name, tiles, moves, twin_moves } in file.puzzle {
            let is_to_solve = moves.is_some() || twin_moves.is_some();
            if is_to_solve && tiles.len() <= MAX_ROWS {
                let board = Board::new(&tiles.concat());
                puzzles.push(FixturePuzzle { name, board, optimal: moves, is_own });
            }
        }
    }
    puzzles
}

/// Reads the names of the puzzles that solvers must solve, in order.
///
/// # Panics
///
/// Panics if the assignment cannot be read.
pub fn listed_names() -> Vec<String> {
    assignment().puzzles.solve
}

/// Reads the settings for drawing random solvable boards.
///
/// # Panics
///
/// Panics if the assignment cannot be read.
pub fn draws() -> Vec<Draw> {
    let FixtureDraws { usual, hard } = assignment().random;
    [usual].into_iter().chain(hard).collect()
}

fn assignment() -> FixtureAssignment {
    let text = fs::read_to_string(path("assignment.toml")).expect("the default assignment");
    toml::from_str(&text).expect("the default assignment")
}
