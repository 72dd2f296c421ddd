//! The puzzles and the list of the default assignment.

use std::fs;
use std::path::{Path, PathBuf};

use serde::Deserialize;

use crate::board::{Board, MAX_ROWS};

/// A puzzle of the files that has something to solve and is no larger than [`MAX_ROWS`].
#[derive(Clone, Debug)]
pub struct Puzzle {
    /// Its name.
    pub name: String,
    /// Its board.
    pub board: Board,
    /// Its optimal count; `None` if it cannot be solved.
    pub optimal: Option<usize>,
    /// Whether it is in the file that this program writes.
    pub is_own: bool,
}

#[derive(Deserialize)]
struct File {
    puzzle: Vec<Entry>,
}

#[derive(Deserialize)]
struct Entry {
    name: String,
    tiles: Vec<Vec<u16>>,
    moves: Option<usize>,
    twin_moves: Option<usize>,
}

#[derive(Deserialize)]
struct Assignment {
    puzzles: Lists,
    random: Random,
}

#[derive(Deserialize)]
struct Random {
    #[serde(flatten)]
    usual: Draw,
    hard: Option<Draw>,
}

/// A number of solvable boards that differ from one submission to the next.
#[derive(Clone, Debug, Deserialize)]
pub struct Draw {
    /// The number of boards.
    pub solvable: i32,
    /// The least and the most moves that they take.
    pub moves: [usize; 2],
}

#[derive(Deserialize)]
struct Lists {
    solve: Vec<String>,
}

/// The file of puzzles that this program writes.
pub const OWN: &str = "families.toml";

/// A path below the folder of the fixtures.
pub fn path(below: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures").join(below)
}

/// All puzzles to solve, in the order of the files' names.
///
/// # Panics
///
/// If the files cannot be read: they belong to the same repository.
pub fn puzzles() -> Vec<Puzzle> {
    let folder = fs::read_dir(path("puzzles")).expect("the folder of the puzzles");
    let mut paths: Vec<PathBuf> = folder.map(|entry| entry.expect("an entry").path()).collect();
    paths.sort();
    let mut puzzles = Vec::new();
    for path in paths {
        let text = fs::read_to_string(&path).expect("a file of puzzles");
        let file: File = toml::from_str(&text).expect("a file of puzzles");
        let is_own = path.ends_with(OWN);
        for Entry { name, tiles, moves, twin_moves } in file.puzzle {
            let is_to_solve = moves.is_some() || twin_moves.is_some();
            if is_to_solve && tiles.len() <= MAX_ROWS {
                let board = Board::new(&tiles.concat());
                puzzles.push(Puzzle { name, board, optimal: moves, is_own });
            }
        }
    }
    puzzles
}

/// The names of the puzzles that solvers are tried on, in their order.
///
/// # Panics
///
/// If the assignment cannot be read: it belongs to the same repository.
pub fn list() -> Vec<String> {
    assignment().puzzles.solve
}

/// The solvable boards that differ from one submission to the next.
///
/// # Panics
///
/// If the assignment cannot be read.
pub fn draws() -> Vec<Draw> {
    let Random { usual, hard } = assignment().random;
    [usual].into_iter().chain(hard).collect()
}

fn assignment() -> Assignment {
    let text = fs::read_to_string(path("assignment.toml")).expect("the default assignment");
    toml::from_str(&text).expect("the default assignment")
}
