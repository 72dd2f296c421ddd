use std::sync::OnceLock;

use slider::Tile;

use crate::heuristic::{LinearConflict, Manhattan, Sum};
use crate::pattern::{Engine, SearchFinding, SearchResult};
use crate::puzzle::{self, Goal, Grid, NotABoard};
use crate::search::{Limit, ida_star};
use crate::table::MovesTable;

/// Returns the proven optimal number of moves from a board, given as `tiles[row][col]`, to the goal, or `None` if the
/// board is unsolvable.
///
/// # Errors
///
/// Returns [`NotABoard`] if the tiles do not form a board.
///
/// ```
/// use oracle::optimal_moves;
///
/// let tiles = [vec![0, 1, 3], vec![4, 2, 5], vec![7, 8, 6]];
/// assert_eq!(optimal_moves(&tiles), Ok(Some(4)));
/// let tiles = [vec![1, 2, 3], vec![4, 5, 6], vec![8, 7, 0]];
/// assert_eq!(optimal_moves(&tiles), Ok(None));
/// ```
pub fn optimal_moves(tiles: &[Vec<Tile>]) -> Result<Option<usize>, NotABoard> {
    Ok(optimal_solution(tiles)?.map(|slides| slides.len()))
}

/// Finds an optimal solution for a board, given as `tiles[row][col]`. Returns the tiles to slide, in order, or `None`
/// if the board is unsolvable.
///
/// # Errors
///
/// Returns [`NotABoard`] if the tiles do not form a board.
///
/// ```
/// let tiles = [vec![0, 1, 3], vec![4, 2, 5], vec![7, 8, 6]];
/// assert_eq!(oracle::optimal_solution(&tiles), Ok(Some(vec![1, 2, 5, 6])));
/// ```
pub fn optimal_solution(tiles: &[Vec<Tile>]) -> Result<Option<Vec<Tile>>, NotABoard> {
    let grid = Grid::new(tiles)?;
    match solve(&grid, &Goal::blank_last(grid.dimension()), u64::MAX).finding {
        SearchFinding::Solved(slides) => Ok(Some(slides)),
        SearchFinding::NoSolution => Ok(None),
        SearchFinding::AtLeast(moves) => unreachable!("no limit was reached at {moves} moves"),
    }
}

/// Searches for an optimal solution to any goal of the same dimension, with a method that suits the board. Expands at
/// most `nodes` nodes.
///
/// # Panics
///
/// Panics if the dimensions of the board and the goal differ.
pub fn solve(grid: &Grid, goal: &Goal, nodes: u64) -> SearchResult {
    let n = goal.dimension();
    assert_eq!(grid.dimension(), n, "the dimension of the goal");
    if !puzzle::is_solvable(grid, goal) {
        return SearchResult { finding: SearchFinding::NoSolution, expanded: 0 };
    }
    // A table contains the answers for all boards, so the limit on nodes does not matter.
    if n <= MovesTable::MAX_DIMENSION {
        let solved = |table: &MovesTable| SearchFinding::Solved(table.solve(grid.clone()));
        let is_usual = goal.is_blank_last();
        let finding = if is_usual {
            solved(MovesTable::blank_last(n))
        } else {
            solved(&MovesTable::new(goal))
        };
        return SearchResult { finding, expanded: 0 };
    }
    // In practice, most boards with five or more rows are close to the goal.
    let mut expanded = 0;
    if n > 4 {
        let first = if n > MAX_ENGINE { nodes } else { nodes.min(NODES_BEFORE_DATABASES) };
        let answer = solve_with_linear_conflicts(grid, goal, first);
        if n > MAX_ENGINE || nodes <= first || matches!(answer.finding, SearchFinding::Solved(_)) {
            return answer;
        }
        expanded = answer.expanded;
    }
    let left = nodes - expanded;
    let answer = if goal.is_blank_last() {
        // Assignments use this goal, so its databases stay in memory. Those for other goals are built for each call.
        static ENGINES: [OnceLock<Engine>; 2] = [const { OnceLock::new() }; 2];
        ENGINES[n - 4].get_or_init(|| quick_engine(goal)).solve(grid, left)
    } else {
        quick_engine(goal).solve(grid, left)
    };
    SearchResult { expanded: expanded + answer.expanded, ..answer }
}

/// The maximum dimension of [`Engine`].
const MAX_ENGINE: usize = 5;

/// Searching this many nodes takes less than a second, while building databases takes seconds.
const NODES_BEFORE_DATABASES: u64 = 1_000_000;

fn quick_engine(goal: &Goal) -> Engine {
    Engine::quick(goal).expect("a board of four or five rows")
}

/// Runs IDA* with Manhattan distance and linear conflicts.
fn solve_with_linear_conflicts(grid: &Grid, goal: &Goal, nodes: u64) -> SearchResult {
    let heuristic = Sum(Manhattan::new(goal), LinearConflict::new(goal));
    let report = ida_star::search(grid.clone(), goal, &heuristic, Limit::expanded(nodes));
    let reached = report.rounds.last().map_or(0, |round| round.bound);
    let finding = match report.path() {
        Some(slides) => SearchFinding::Solved(slides.iter().map(|slide| slide.tile).collect()),
        None => SearchFinding::AtLeast(reached),
    };
    SearchResult { finding, expanded: report.statistics.expanded }
}

/// Returns `true` if a board, given as `tiles[row][col]`, can reach the goal. Takes time proportional to the number of
/// tiles.
///
/// # Errors
///
/// Returns [`NotABoard`] if the tiles do not form a board.
pub fn is_solvable(tiles: &[Vec<Tile>]) -> Result<bool, NotABoard> {
    let grid = Grid::new(tiles)?;
    Ok(puzzle::is_solvable(&grid, &Goal::blank_last(grid.dimension())))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::Arrangement;

    #[track_caller]
    fn check(
        n: usize,
        tiles: &[Tile],
        arrangement: Arrangement,
        nodes: u64,
        expected: &SearchFinding,
    ) {
        let grid = Grid::of_cells(n, tiles.to_vec()).expect("a board");
        let answer = solve(&grid, &Goal::arranged(n, arrangement), nodes);
        match (&answer.finding, expected) {
            (SearchFinding::Solved(slides), SearchFinding::Solved(moves)) => {
                assert_eq!(slides.len(), moves.len());
            }
            (finding, expected) => assert_eq!(finding, expected),
        }
        assert!(answer.expanded <= nodes);
    }

    fn solved(moves: usize) -> SearchFinding {
        SearchFinding::Solved(vec![0; moves])
    }

    /// Number 1 of Korf's 100 instances, in his arrangement.
    const KORF_1: [Tile; 16] = [14, 13, 15, 7, 11, 12, 9, 5, 6, 0, 2, 1, 4, 8, 10, 3];

    #[test]
    fn boards_of_four_rows_are_solved() {
        check(4, &KORF_1, Arrangement::BlankFirst, u64::MAX, &solved(57));
        check(4, &KORF_1, Arrangement::Spiral, u64::MAX, &SearchFinding::NoSolution);
    }

    #[test]
    fn too_few_nodes_give_a_lower_bound() {
        check(4, &KORF_1, Arrangement::BlankFirst, 10, &SearchFinding::AtLeast(49));
    }

    /// The blank moves left, up, left and up.
    #[test]
    fn larger_boards_are_solved() {
        for n in [5, 7] {
            let mut grid = Goal::blank_last(n).grid().clone();
            for step in [1, n, 1, n] {
                grid.slide(grid.blank() - step);
            }
            check(n, grid.cells(), Arrangement::BlankLast, u64::MAX, &solved(4));
        }
    }
}
