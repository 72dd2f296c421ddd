use slider::Tile;

use super::Heuristic;
use crate::puzzle::{Goal, Grid, Slide};

/// The number of moves that linear conflicts require in addition to the Manhattan distance.
///
/// Two tiles in their common goal row but in the wrong order cannot pass each other. One must leave the row and return,
/// which takes two vertical moves not included in the Manhattan distance. Tiles that stay in the row keep their order,
/// so at least the tiles outside a longest increasing subsequence of the goal cells must leave. The same holds for
/// columns with horizontal moves, so no move is counted twice.
///
/// Source: O. Hansson, A. Mayer and M. Yung, "Criticizing solutions to relaxed models yields
/// powerful admissible heuristics", Information Sciences 63, 1992.
#[derive(Clone, Debug)]
pub struct LinearConflict {
    goal: Goal,
}

impl LinearConflict {
    /// Creates the heuristic for a goal.
    pub fn new(goal: &Goal) -> Self {
        Self { goal: goal.clone() }
    }

    /// Returns the number of tiles that must leave a line. `tile_at` maps cells to tiles.
    fn count_leaving_tiles(&self, line: BoardLine, tile_at: impl Fn(usize) -> Tile) -> usize {
        line.count_leaving_tiles(|cell| {
            Some(tile_at(cell)).filter(|&tile| tile != 0).map(|tile| self.goal.home(tile))
        })
    }
}

impl Heuristic for LinearConflict {
    /// The number of tiles that must leave their lines.
    type State = usize;

    fn initial_state(&self, grid: &Grid) -> usize {
        let n = grid.dimension();
        let lines = (0..n).flat_map(|i| [BoardLine::row(n, i), BoardLine::column(n, i)]);
        lines.map(|line| self.count_leaving_tiles(line, |cell| grid.cells()[cell])).sum()
    }

    fn state_after(&self, before: &usize, grid: &Grid, slide: Slide) -> usize {
        let n = grid.dimension();
        let goal = self.goal.home(slide.tile);
        // A slide along a line keeps the order in it. A line across the slide changes only if it is the tile's goal
        // line.
        let slid_along_a_row = slide.from / n == slide.to / n;
        let home = if slid_along_a_row {
            BoardLine::column(n, goal % n)
        } else {
            BoardLine::row(n, goal / n)
        };
        if !home.contains(slide.from) && !home.contains(slide.to) {
            return *before;
        }
        let cells = grid.cells();
        let leaving_before = self.count_leaving_tiles(home, |cell| match cell {
            _ if cell == slide.from => slide.tile,
            _ if cell == slide.to => 0,
            _ => cells[cell],
        });
        before + self.count_leaving_tiles(home, |cell| cells[cell]) - leaving_before
    }

    fn bound(&self, state: &usize) -> usize {
        2 * state
    }
}

/// A row or column: the cells `start`, `start + stride` and so on before `end`.
#[derive(Clone, Copy, Debug)]
struct BoardLine {
    start: usize,
    end: usize,
    stride: usize,
}

impl BoardLine {
    fn row(n: usize, row: usize) -> Self {
        Self { start: row * n, end: row * n + n, stride: 1 }
    }

    fn column(n: usize, col: usize) -> Self {
        Self { start: col, end: n * n, stride: n }
    }

    fn contains(self, cell: usize) -> bool {
        (self.start..self.end).contains(&cell) && (cell - self.start).is_multiple_of(self.stride)
    }

    /// Returns the number of tiles that must leave their goal line: all except a longest subsequence in the correct
    /// order. `home_at` maps cells to the tiles' homes.
    fn count_leaving_tiles(self, home_at: impl Fn(usize) -> Option<usize>) -> usize {
        // For each length, the lowest goal cell at the end of an increasing subsequence of that length (patience
        // sorting).
        let mut least_ends = [0; 127];
        let (mut tiles, mut longest) = (0, 0);
        for cell in (self.start..self.end).step_by(self.stride) {
            let Some(goal) = home_at(cell) else { continue };
            if self.contains(goal) {
                tiles += 1;
                // This finds the longest increasing sequence, whose tiles can stay in the line.
                let length = least_ends[..longest].partition_point(|&end| end < goal);
                least_ends[length] = goal;
                longest = longest.max(length + 1);
            }
        }
        tiles - longest
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check_row(tiles: [Tile; 5], leaving: usize) {
        assert_eq!(
            BoardLine::row(5, 0)
                .count_leaving_tiles(|cell| usize::from(tiles[cell]).checked_sub(1)),
            leaving,
            "{tiles:?}"
        );
    }

    #[test]
    fn the_fewest_possible_tiles_leave_a_line() {
        check_row([1, 2, 3, 4, 5], 0);
        check_row([2, 1, 3, 4, 5], 1);
        check_row([5, 4, 3, 2, 1], 4);
        check_row([5, 1, 2, 3, 4], 1);
        check_row([2, 1, 4, 3, 5], 2);
        check_row([0, 9, 8, 7, 6], 0);
        check_row([3, 0, 24, 1, 6], 1);
    }

    /// Tests all permutations of five tiles in a row, any of which may belong in a different row, against the best of
    /// all choices of tiles to leave the row.
    #[test]
    fn the_longest_subsequence_is_the_best_choice() {
        let every_order = (0..5 * 5 * 5 * 5 * 5)
            .map(|order: Tile| [1, 5, 25, 125, 625].map(|power| order / power % 5 + 1));
        let permutations =
            every_order.filter(|tiles: &[Tile; 5]| (1..=5).all(|tile| tiles.contains(&tile)));
        let mut checked = 0;
        for tiles in permutations {
            for of_this_row in 0..32u32 {
                let chosen = |choice: u32| {
                    (0..5).filter(move |&cell| choice & 1 << cell != 0).map(|cell| tiles[cell])
                };
                let subsets = (0..32).filter(|choice| choice & !of_this_row == 0);
                let in_order = subsets.filter(|&choice| chosen(choice).is_sorted());
                let most = in_order.map(u32::count_ones).max().unwrap_or(0);
                let leaving = (of_this_row.count_ones() - most) as usize;
                let home = |cell: usize| {
                    let below = if of_this_row & 1 << cell == 0 { 5 } else { 0 };
                    usize::from(tiles[cell]) - 1 + below
                };
                let counted = BoardLine::row(5, 0).count_leaving_tiles(|cell| Some(home(cell)));
                assert_eq!(counted, leaving, "{tiles:?} {of_this_row:b}");
                checked += 1;
            }
        }
        assert_eq!(checked, 120 * 32);
    }

    #[test]
    fn columns_count_like_rows() {
        let transposed = [4usize, 2, 3, 1, 5, 6, 7, 8, 0];
        let leaving =
            |line: BoardLine| line.count_leaving_tiles(|cell| transposed[cell].checked_sub(1));
        assert_eq!([0, 1, 2].map(|col| leaving(BoardLine::column(3, col))), [1, 0, 0]);
        assert_eq!([0, 1, 2].map(|row| leaving(BoardLine::row(3, row))), [0, 0, 0]);
    }
}
