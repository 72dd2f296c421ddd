use crate::board::{Board, NeighborOrder};

/// Returns boards with 6 to 16 rows for which the Manhattan distance is the optimal number of
/// moves.
///
/// Each board is the end of a walk from the goal in which every move takes a tile farther from home. Therefore, the
/// walk back is optimal. The blank moves around a rectangle, or snakes through all rows. At each step of the walk back,
/// only one tile can move closer to home, so a correct search goes straight to the goal.
pub fn boards() -> Vec<Board> {
    let mut boards = Vec::new();
    for n in [6, 8, 10, 13, 16] {
        for (height, width) in [(n, n), (n, n / 2 + 1), (n / 2 + 1, n), (n - 1, n - 2)] {
            for clockwise in [true, false] {
                let path = cells_around(n, height, width, clockwise);
                boards.extend(boards_along(n, path.into_iter().cycle(), &LENGTHS));
            }
        }
        boards.extend(boards_along(n, cells_in_snake(n).into_iter(), &LENGTHS));
    }
    for n in [8, 10, 13, 16] {
        for clockwise in [true, false] {
            boards.extend(boards_along(
                n,
                cells_around(n, n, n, clockwise).into_iter().cycle(),
                &EDGES,
            ));
        }
    }
    boards
}

const LENGTHS: [usize; 9] = [30, 66, 104, 132, 156, 204, 258, 280, 400];

/// The lengths of walks with priorities just below 64, 128 or 256, or just below 65,536 when multiplied by 1000, so
/// that the next one overflows a narrow integer.
const EDGES: [usize; 6] = [62, 63, 64, 126, 254, 255];

/// Moves the blank along `path` and returns the boards after these numbers of moves. Stops before a move that brings a
/// tile closer to home.
fn boards_along(n: usize, path: impl Iterator<Item = usize>, lengths: &[usize]) -> Vec<Board> {
    let mut along = vec![Board::goal(n)];
    for cell in path {
        let last = along.last().expect("the goal at least");
        debug_assert!(
            last.neighbors(NeighborOrder::MODEL).any(|neighbor| neighbor.blank() == cell)
        );
        let next = last.slid(cell);
        if next.manhattan() < last.manhattan() {
            break;
        }
        along.push(next);
    }
    lengths.iter().filter_map(|&length| along.get(length)).cloned().collect()
}

/// Returns the edge of a rectangle in the lower right corner, starting after that corner.
fn cells_around(n: usize, height: usize, width: usize, clockwise: bool) -> Vec<usize> {
    let (top, left) = (n - height, n - width);
    let mut cells: Vec<usize> = (left..n).rev().map(|col| (n - 1) * n + col).collect();
    cells.extend((top..n - 1).rev().map(|row| row * n + left));
    cells.extend((left + 1..n).map(|col| top * n + col));
    cells.extend((top + 1..n - 1).map(|row| row * n + n - 1));
    if !clockwise {
        cells[1..].reverse();
    }
    cells.rotate_left(1);
    cells
}

/// Returns all cells row by row, in alternating directions, starting in the lower right corner.
fn cells_in_snake(n: usize) -> Vec<usize> {
    let row = |row: usize| {
        let cols: Vec<usize> =
            if (n - row).is_multiple_of(2) { (0..n).collect() } else { (0..n).rev().collect() };
        cols.into_iter().map(move |col| row * n + col)
    };
    (0..n).rev().flat_map(row).skip(1).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::member::{MemberAnswer, MemberTask, SolverChoices};
    use crate::recipe::Recipe;

    /// A search that expands only as many nodes as the solution has moves never leaves the solution path.
    #[test]
    fn guided_boards_are_searched_without_detours() {
        let boards = boards();
        assert!(boards.iter().any(|board| board.manhattan() > 255));
        for board in boards {
            let optimal = Some(board.manhattan());
            let task =
                MemberTask { board: &board, optimal, manner: SolverChoices::MODEL, budget: 1000 };
            let (outcome, taken) = Recipe::new("model", "").search_board_alone(&task);
            assert_eq!(outcome, MemberAnswer::Moves(board.manhattan()));
            assert_eq!(taken, board.manhattan() as u64 + 1);
        }
    }
}
