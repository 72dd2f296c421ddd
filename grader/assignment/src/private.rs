//! Draws hidden puzzles from a private seed. The puzzles are the same on all machines.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use base::seed::{from_texts, random_within};
use base::square;
use grade::{Tiles, Visibility};
use oracle::MovesTable;
use oracle::heuristic::Manhattan;
use oracle::puzzle::{Goal, Grid};
use oracle::search::{self, Algorithm, Limit};
use serde::{Deserialize, Serialize};

use super::domain::{ExpectedAnswer, Puzzle};
use super::random::{shuffled, twin};

/// The minimum number of characters of a seed. A shorter one could be guessed by trying all of them.
pub(super) const SHORTEST_SEED: usize = 16;

/// The numbers of moves of the drawn boards that can be looked up, for each dimension: one solvable board for each number
/// in the first range, and one unsolvable board for each number of moves of its twin in the second.
///
/// The ranges exclude the goal, and boards that cost the model more than the others together.
const TABLED: [(usize, RangeInclusive<u32>, RangeInclusive<u32>); 2] =
    [(2, 1..=6, 2..=4), (3, 4..=22, 8..=17)];

/// The dimensions of larger boards. Each range yields a dimension.
/// Small dimensions are always included, because a tile's width in digits and the board's size in machine words change
/// there. Larger ones differ less, so they share a range.
const LARGER: [RangeInclusive<usize>; 9] =
    [4..=4, 5..=5, 6..=6, 7..=7, 8..=8, 9..=9, 10..=10, 11..=14, 15..=20];

/// The number of solvable boards of each larger dimension, besides an unsolvable one.
/// With two, a fault is likelier to show, and the cost stays low.
const SOLVABLE: usize = 2;

/// The numbers of moves of a walk from the goal to a larger board.
/// A shorter walk needs hardly any search, and after a longer one, few boards stay within [`EXPANDED`].
const WALK: RangeInclusive<usize> = 8..=40;

/// The most boards that A* with the Manhattan distance may expand on a larger board. The model then costs less than on
/// most of the listed puzzles.
const EXPANDED: u64 = 150;

/// Cases that students cannot know, because their seed is not in the student kit.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Deserialize, Serialize)]
pub struct PrivateCases {
    /// The seed. No report contains it.
    pub(super) seed: String,
    /// The drawn puzzles for the `Solver` checks. All of them are hidden.
    pub puzzles: Vec<Puzzle>,
}

impl PrivateCases {
    /// Draws the puzzles.
    pub fn draw(seed: String) -> Self {
        let mut random = from_texts(&[&seed, "puzzles"]);
        let mut puzzles = Vec::new();
        for (n, solvable, unsolvable) in TABLED {
            puzzles.extend(draw_tabled(n, &solvable, &unsolvable, &mut random));
        }
        for range in LARGER {
            let n = random_within(&mut random, range);
            for number in 0..=SOLVABLE {
                puzzles.push(draw_larger(n, number, &mut random));
            }
        }
        Self { seed, puzzles }
    }

    /// Returns a pseudorandom number that depends only on the seed, to draw other cases.
    pub fn number(&self) -> u64 {
        from_texts(&[&self.seed, "cases"])
    }
}

/// Draws boards of a dimension that has a table, one for each number of moves.
fn draw_tabled(
    n: usize,
    solvable: &RangeInclusive<u32>,
    unsolvable: &RangeInclusive<u32>,
    random: &mut u64,
) -> Vec<Puzzle> {
    let table = MovesTable::blank_last(n);
    let moves = |tiles: &Tiles| {
        let grid = Grid::new(tiles).expect("shuffling a board's tiles gives a board");
        table.moves(&grid).and_then(|moves| u32::try_from(moves).ok())
    };
    let mut drawn: BTreeMap<(bool, u32), Puzzle> = BTreeMap::new();
    while drawn.len() < solvable.clone().count() + unsolvable.clone().count() {
        let tiles = shuffled(n, random);
        let (wanted, moves, answer) = if let Some(moves) = moves(&tiles) {
            (solvable, moves, ExpectedAnswer::Moves(moves))
        } else if let Some(twin_moves) = moves(&twin(&tiles)) {
            (unsolvable, twin_moves, ExpectedAnswer::Unsolvable { twin_moves })
        } else {
            continue;
        };
        if wanted.contains(&moves) {
            let kind = if answer.is_unsolvable() { "unsolvable " } else { "" };
            let name = format!("private {n}x{n} {kind}{moves}");
            let key = (answer.is_unsolvable(), moves);
            drawn.entry(key).or_insert_with(|| hidden_puzzle(name, tiles, answer));
        }
    }
    drawn.into_values().collect()
}

/// Draws a board of a dimension without a table, at the end of a walk from the goal. The last one of each dimension is
/// unsolvable.
fn draw_larger(n: usize, number: usize, random: &mut u64) -> Puzzle {
    let goal = Goal::blank_last(n);
    loop {
        let moves = random_within(random, WALK);
        let end = square::random_walk_boards(n, goal.grid().cells(), random)
            .take(moves)
            .last()
            .unwrap_or_default();
        let tiles = Tiles::from_cells(n, &end);
        let Some(least) = cheap_moves(&tiles, &goal) else { continue };
        return if number < SOLVABLE {
            let name = format!("private {n}x{n} {}", number + 1);
            hidden_puzzle(name, tiles, ExpectedAnswer::Moves(least))
        } else {
            // The twin of the twin is the same board.
            let answer = ExpectedAnswer::Unsolvable { twin_moves: least };
            hidden_puzzle(format!("private {n}x{n} unsolvable"), twin(&tiles), answer)
        };
    }
}

fn hidden_puzzle(name: String, tiles: Tiles, answer: ExpectedAnswer) -> Puzzle {
    Puzzle { name, tiles, answer, visibility: Visibility::Hidden }
}

/// Returns the least number of moves, or `None` if finding it is expensive.
fn cheap_moves(tiles: &Tiles, goal: &Goal) -> Option<u32> {
    let grid = Grid::new(tiles).expect("a walk consists of boards");
    let limit = Limit::expanded(EXPANDED);
    let report = search::run(Algorithm::AStar, &Manhattan::new(goal), &grid, goal, limit).ok()?;
    u32::try_from(report.path()?.len()).ok()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    fn drawn(seed: &str) -> PrivateCases {
        PrivateCases::draw(seed.to_owned())
    }

    #[test]
    fn the_seed_determines_the_cases() {
        let autumn = drawn("autumn");
        assert_eq!(autumn, drawn("autumn"));
        assert_ne!(autumn.puzzles, drawn("spring").puzzles);
        assert_ne!(autumn.number(), drawn("spring").number());
    }

    #[test]
    fn drawn_puzzles_are_hidden_and_have_the_answers_of_another_search() {
        for seed in ["autumn", "spring"] {
            let puzzles = drawn(seed).puzzles;
            for puzzle in &puzzles {
                assert_eq!(puzzle.visibility, Visibility::Hidden);
                let proven = puzzle.prove_answer().map(|(answer, _)| answer);
                assert_eq!(proven, Some(puzzle.answer), "{}", puzzle.name);
            }
            let names: BTreeSet<&str> = puzzles.iter().map(|puzzle| puzzle.name.as_str()).collect();
            assert_eq!(names.len(), puzzles.len());
        }
    }

    #[test]
    fn each_small_dimension_has_solvable_and_unsolvable_puzzles() {
        let puzzles = drawn("autumn").puzzles;
        for n in 2..=10 {
            for is_unsolvable in [false, true] {
                let is_wanted = |puzzle: &Puzzle| {
                    puzzle.tiles.len() == n && puzzle.answer.is_unsolvable() == is_unsolvable
                };
                assert!(puzzles.iter().any(is_wanted), "{n}, unsolvable: {is_unsolvable}");
            }
        }
    }
}
