//! The twin of a board. Exactly one of the two is solvable.

use base::square;
use oracle::puzzle::Grid;

/// Returns the model answer's twin. The twin's twin is the board.
///
/// # Panics
///
/// Never panics, because swapping two tiles yields a valid board.
pub fn twin(grid: &Grid) -> Grid {
    let mut cells = grid.cells().to_vec();
    square::swap_twin(&mut cells);
    Grid::of_cells(grid.dimension(), cells).expect("exchanging two tiles of a board gives a board")
}

#[cfg(test)]
mod tests {
    use slider::Board as _;

    use super::*;

    #[test]
    fn the_twin_matches_the_model_answer() {
        for cells in [[1, 2, 3, 0], [0, 1, 2, 3], [3, 0, 1, 2], [2, 3, 0, 1]] {
            let rows: Vec<Vec<u16>> = cells.chunks(2).map(Vec::from).collect();
            let board = Grid::new(&rows).expect("a board");
            let model = reference::Board::new(&rows).twin().to_string();
            let model = slider::parse_tiles(&model).expect("a board's text");
            assert_eq!(twin(&board), Grid::new(&model).expect("a board"));
            assert_eq!(twin(&twin(&board)), board);
        }
    }
}
