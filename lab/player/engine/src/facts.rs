//! Facts about a board that can be determined without a search.

use oracle::heuristic::{Heuristic as _, HeuristicName};
use oracle::puzzle::{Goal, Grid, is_solvable};
use slider::Tile;

use crate::json::{self, Object};
use crate::watch::Heuristics;

const BOUNDS: [HeuristicName; 4] = [
    HeuristicName::Hamming,
    HeuristicName::Manhattan,
    HeuristicName::LinearConflict,
    HeuristicName::WalkingDistance,
];

/// The heuristics for the lower bounds of the latest goal. The page requests bounds for each board of a search that it
/// shows.
pub(crate) type Bounds = Heuristics<{ BOUNDS.len() }>;

/// Writes a board's lower bounds, and whether and why it is solvable.
///
/// An *inversion* is a pair of tiles in a different row-by-row order than in the goal. A horizontal slide passes no
/// tile, and a vertical slide passes `n - 1` tiles. Therefore, if `n` is odd, a move keeps the parity of the
/// inversions. If `n` is even, a vertical move changes both this parity and that of the blank's row.
pub(crate) fn describe(grid: &Grid, goal: &Goal, kept: &mut Bounds) -> String {
    let n = grid.dimension();
    let inversions = inversions(grid, goal);
    let rows = (grid.blank() / n).abs_diff(goal.home(0) / n);
    Object::new()
        .json_field("n", n)
        .json_field("solvable", is_solvable(grid, goal))
        .json_field("inversions", inversions.len())
        // The page draws each pair, and more would hide the board.
        .array_field("pairs", inversions.iter().take(6).map(json::format_array))
        .json_field("rows", rows)
        .json_field("isGoal", grid == goal.grid())
        .array_field("bounds", lower_bounds(grid, goal, kept))
        .array_field("conflicts", linear_conflicts(grid, goal).into_iter().map(json::format_array))
        .into_text()
}

/// Returns the cells of tiles in linear conflict: both tiles are in their goal row or column, but in the wrong order.
fn linear_conflicts(grid: &Grid, goal: &Goal) -> Vec<[usize; 2]> {
    let n = grid.dimension();
    let is_conflict = |first: usize, second: usize| {
        let [own, other] = [first, second].map(|cell| grid.cells()[cell]);
        let [home, other_home] = [own, other].map(|tile| goal.home(tile));
        let share = |line: fn(usize, usize) -> usize| {
            let lines = [first, second, home, other_home].map(|cell| line(cell, n));
            lines.iter().all(|line| *line == lines[0])
        };
        own != 0
            && other != 0
            && home > other_home
            && (share(|cell, n| cell / n) || share(|cell, n| cell % n))
    };
    let pairs = (0..n * n).flat_map(|first| (first + 1..n * n).map(move |second| [first, second]));
    pairs.filter(|&[first, second]| is_conflict(first, second)).collect()
}

/// Returns the inversions, with the tile that comes later in the goal first.
fn inversions(grid: &Grid, goal: &Goal) -> Vec<[Tile; 2]> {
    let tiles: Vec<Tile> = grid.cells().iter().copied().filter(|&tile| tile != 0).collect();
    let mut pairs = Vec::new();
    for (place, &first) in tiles.iter().enumerate() {
        let later = tiles[place + 1..].iter().filter(|&&tile| goal.home(tile) < goal.home(first));
        pairs.extend(later.map(|&second| [first, second]));
    }
    pairs
}

/// Returns the lower bounds of typical lectures, with their names.
fn lower_bounds(grid: &Grid, goal: &Goal, kept: &mut Bounds) -> Vec<String> {
    let bound = |named: HeuristicName| {
        let heuristic = kept.get(named.clone(), goal).ok()?;
        let bound = heuristic.initial_state(grid);
        Some(
            Object::new()
                .text_field("name", &named)
                .json_field("moves", heuristic.bound(&bound))
                .into_text(),
        )
    };
    BOUNDS.into_iter().filter_map(bound).collect()
}

#[cfg(test)]
mod tests {
    use oracle::puzzle::{Arrangement, SeededRandom, any_board};

    use super::*;

    /// The page's parity rule agrees with the oracle.
    #[test]
    fn inversions_determine_solvability() {
        let mut random = SeededRandom::new(1);
        for n in 2..=5 {
            for arrangement in
                [Arrangement::BlankLast, Arrangement::BlankFirst, Arrangement::Spiral]
            {
                let goal = Goal::arranged(n, arrangement);
                for _ in 0..200 {
                    let grid = any_board(n, &mut random).expect("a board");
                    let rows = (grid.blank() / n).abs_diff(goal.home(0) / n);
                    let count = inversions(&grid, &goal).len();
                    let sum = if n.is_multiple_of(2) { count + rows } else { count };
                    assert_eq!(sum.is_multiple_of(2), is_solvable(&grid, &goal), "{grid:?}");
                }
            }
        }
    }

    #[test]
    fn a_board_is_described() {
        let grid = Grid::new(&[vec![1, 2, 3], vec![4, 5, 6], vec![8, 7, 0]]).expect("a board");
        let mut bounds = Bounds::default();
        let other = Goal::arranged(3, Arrangement::Spiral);
        assert!(describe(&grid, &other, &mut bounds).contains("\"hamming\",\"moves\":5"));
        assert_eq!(
            describe(&grid, &Goal::blank_last(3), &mut bounds),
            "{\"n\":3,\"solvable\":false,\"inversions\":1,\"pairs\":[[8,7]],\"rows\":0,\
             \"isGoal\":false,\"bounds\":[{\"name\":\"hamming\",\"moves\":2},\
             {\"name\":\"manhattan\",\"moves\":2},{\"name\":\"linear-conflict\",\"moves\":4},\
             {\"name\":\"walking-distance\",\"moves\":4}],\"conflicts\":[[6,7]]}"
        );
    }
}
