//! The oracle's answers, each found in the way that suits the board.

use slider::Tile;

use super::table::Table;
use crate::heuristic::{LinearConflict, Manhattan, Max, Sum, WalkingDistance};
use crate::puzzle::{self, Goal, Grid, NotABoard};
use crate::search::ida_star;

/// The least number of moves from a board, `tiles[row][col]`, to the goal, or `None` if the board
/// cannot reach it. Both are proven, not estimated.
///
/// # Errors
///
/// If the tiles are no board: see [`NotABoard`].
///
/// ```
/// use reference::oracle::optimal_moves;
///
/// let tiles = [vec![0, 1, 3], vec![4, 2, 5], vec![7, 8, 6]];
/// assert_eq!(optimal_moves(&tiles), Ok(Some(4)));
/// let tiles = [vec![1, 2, 3], vec![4, 5, 6], vec![8, 7, 0]];
/// assert_eq!(optimal_moves(&tiles), Ok(None));
/// ```
pub fn optimal_moves(tiles: &[Vec<Tile>]) -> Result<Option<usize>, NotABoard> {
    Ok(optimal_solution(tiles)?.map(|slides| slides.len()))
}

/// A shortest solution of a board, `tiles[row][col]`: the tiles that slide, in order, or `None` if
/// the board cannot reach the goal.
///
/// # Errors
///
/// If the tiles are no board: see [`NotABoard`].
///
/// ```
/// let tiles = [vec![0, 1, 3], vec![4, 2, 5], vec![7, 8, 6]];
/// assert_eq!(reference::oracle::optimal_solution(&tiles), Ok(Some(vec![1, 2, 5, 6])));
/// ```
pub fn optimal_solution(tiles: &[Vec<Tile>]) -> Result<Option<Vec<Tile>>, NotABoard> {
    let grid = Grid::new(tiles)?;
    let goal = Goal::blank_last(grid.dimension());
    if !puzzle::is_solvable(&grid, &goal) {
        return Ok(None);
    }
    let in_line = Sum(Manhattan::new(&goal), LinearConflict::new(&goal));
    let slides = match grid.dimension() {
        n @ (2 | 3) => Table::blank_last(n).solve(grid),
        // Neither bound is always the greater of the two.
        4 => ida_star::solve(grid, &goal, &Max(in_line, WalkingDistance::new(&goal))),
        _ => ida_star::solve(grid, &goal, &in_line),
    };
    Ok(Some(slides))
}

/// Whether a board, `tiles[row][col]`, can reach the goal. This takes no search, only time
/// proportional to the number of tiles.
///
/// # Errors
///
/// If the tiles are no board: see [`NotABoard`].
pub fn is_solvable(tiles: &[Vec<Tile>]) -> Result<bool, NotABoard> {
    let grid = Grid::new(tiles)?;
    Ok(puzzle::is_solvable(&grid, &Goal::blank_last(grid.dimension())))
}
