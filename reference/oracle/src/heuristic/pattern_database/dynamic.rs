//! Dynamically partitioned additive pattern databases.

use slider::Tile;

use super::costs::Costs;
use super::mutual_costs::{MAX_TILES, MutualCosts};
use super::parallel;
use super::placements::MAX_THINGS;
use crate::heuristic::{Heuristic, Manhattan};
use crate::puzzle::{Goal, Grid, Slide};

/// The Manhattan distance plus what pairs of tiles cost each other beyond theirs, with the pairs
/// chosen anew for each board.
///
/// There is a database for every pair of tiles. Where a pair's cost is more than the two Manhattan
/// distances, the two are in each other's way: mostly in a linear conflict, but also where, say, a
/// corner is closed. Costs of pairs that share no tile can be added, so the bound is the Manhattan
/// distance plus the maximum weighted matching of those pairs.
///
/// Three tiles that are in each other's way have to pay twice, but can only be paired once. The
/// stronger bound asks what the tiles cost at least together if each pair has to pay its due: a
/// minimum weighted vertex cover. As each tile makes an even number of moves beyond its Manhattan
/// distance, that is never more than they really cost. It is never less than the matching.
///
/// Neither bound is always at least that of [`LinearConflict`](crate::heuristic::LinearConflict),
/// which knows whether a tile has to make way up and down or to the sides: a tile in both a row's
/// and a column's conflict may have to pay twice.
///
/// Both are in A. Felner, R. E. Korf and S. Hanan, "Additive pattern database heuristics", JAIR
/// 22, 2004, after R. E. Korf and L. A. Taylor, "Finding optimal solutions to the twenty-four
/// puzzle", AAAI 1996.
#[derive(Clone, Debug)]
pub struct Dynamic {
    manhattan: Manhattan,
    /// For each pair of tiles, the lower first, and each cell of the one and then of the other,
    /// the moves beyond their Manhattan distances.
    excess: Box<[u8]>,
    by: By,
}

/// The way in which the costs of pairs are put together.
#[derive(Clone, Copy, Debug)]
enum By {
    Matching,
    Cover,
}

impl Dynamic {
    /// The largest dimension that there are databases for.
    pub const MAX_DIMENSION: usize = 8;

    /// The bound of a maximum weighted matching. The databases take well under a second up to
    /// 6-by-6.
    ///
    /// # Panics
    ///
    /// If the dimension is above [`Self::MAX_DIMENSION`].
    pub(crate) fn matching(goal: &Goal) -> Self {
        Self::new(goal, By::Matching)
    }

    /// The bound of a minimum weighted vertex cover.
    ///
    /// # Panics
    ///
    /// If the dimension is above [`Self::MAX_DIMENSION`].
    pub fn cover(goal: &Goal) -> Self {
        Self::new(goal, By::Cover)
    }

    fn new(goal: &Goal, by: By) -> Self {
        let n = goal.dimension();
        assert!(n <= Self::MAX_DIMENSION, "there are too many pairs of tiles for dimension {n}");
        let manhattan = Manhattan::new(goal);
        let pairs: Vec<_> = pairs(n * n).collect();
        let tables = parallel::map(&pairs, |&pair| Self::excess_of(goal, &manhattan, pair));
        Self { manhattan, excess: tables.concat().into(), by }
    }

    /// The table of one pair: what it costs beyond its Manhattan distances.
    fn excess_of(goal: &Goal, manhattan: &Manhattan, (a, b): (Tile, Tile)) -> Vec<u8> {
        let costs = Costs::new(goal, &[a, b]);
        let cells = goal.grid().cells().len();
        let excess = |cell_a: usize, cell_b: usize| {
            if cell_a == cell_b {
                return 0;
            }
            let mut places = [0; MAX_THINGS];
            for (place, cell) in places.iter_mut().zip([cell_a, cell_b]) {
                *place = u8::try_from(cell).expect("at most 64 cells");
            }
            let distance = manhattan.distance(a, cell_a) + manhattan.distance(b, cell_b);
            u8::try_from(costs.at(&places) - distance).expect("a cost fits a byte")
        };
        (0..cells * cells).map(|place| excess(place / cells, place % cells)).collect()
    }
}

impl Heuristic for Dynamic {
    type State = usize;

    fn start(&self, grid: &Grid) -> usize {
        let cells = grid.cells().len();
        let mut cell_of = [0; MAX_TILES];
        for (cell, &tile) in grid.cells().iter().enumerate() {
            cell_of[usize::from(tile)] = cell;
        }
        let mut costs = MutualCosts::new();
        let mut tables = self.excess.chunks_exact(cells * cells);
        for a in 1..cells {
            for (b, table) in (a + 1..cells).zip(&mut tables) {
                let excess = table[cell_of[a] * cells + cell_of[b]];
                if excess > 0 {
                    costs.add(a, b, usize::from(excess));
                }
            }
        }
        let mutual = match self.by {
            By::Matching => costs.matching(),
            By::Cover => costs.cover(),
        };
        self.manhattan.start(grid) + mutual
    }

    fn after(&self, _: &usize, grid: &Grid, _: Slide) -> usize {
        self.start(grid)
    }

    fn bound(&self, state: &usize) -> usize {
        *state
    }
}

/// All pairs of tiles of a board with so many cells, the lower first, in order.
fn pairs(cells: usize) -> impl Iterator<Item = (Tile, Tile)> {
    let tiles = move || (1..).take(cells - 1);
    tiles().flat_map(move |a| tiles().skip(usize::from(a)).map(move |b| (a, b)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::heuristic::{LinearConflict, Sum};
    use crate::table::every_board;

    #[test]
    fn a_cover_is_at_least_the_matching() {
        let goal = Goal::blank_last(3);
        let (matching, cover) = (Dynamic::matching(&goal), Dynamic::cover(&goal));
        let in_line = Sum(Manhattan::new(&goal), LinearConflict::new(&goal));
        let [mut more_than_matching, mut more_than_in_line, mut less_than_in_line] = [0; 3];
        for grid in every_board(3) {
            let [matching, cover] = [matching.start(&grid), cover.start(&grid)];
            let in_line = in_line.bound(&in_line.start(&grid));
            assert!(cover >= matching, "{grid:?}");
            more_than_matching += usize::from(cover > matching);
            more_than_in_line += usize::from(cover > in_line);
            less_than_in_line += usize::from(cover < in_line);
        }
        assert!(more_than_matching > 0 && more_than_in_line > 0 && less_than_in_line > 0);
    }

    #[test]
    fn a_tile_in_two_conflicts_may_pay_for_both_at_once() {
        // 5 is in the way of 4 and 6 in its row, and of 2 in its column. If 5 and 6 make way, each
        // pair has paid; but 5 cannot make way to the side and up with two moves.
        let rows = [vec![0, 1, 3], vec![6, 5, 4], vec![7, 2, 8]];
        let grid = Grid::new(&rows).expect("a board");
        let goal = Goal::blank_last(3);
        let manhattan = Manhattan::new(&goal).start(&grid);
        assert_eq!(Dynamic::matching(&goal).start(&grid), manhattan + 4);
        assert_eq!(Dynamic::cover(&goal).start(&grid), manhattan + 4);
        let conflicts = LinearConflict::new(&goal);
        assert_eq!(conflicts.bound(&conflicts.start(&grid)), 6);
    }

    #[test]
    fn the_databases_of_larger_boards_are_in_order() {
        let goal = Goal::blank_last(4);
        let dynamic = Dynamic::matching(&goal);
        assert_eq!(dynamic.excess.len(), 105 * 256);
        // Only 2 and 1 are exchanged, and only 12 and 8: two conflicts, one in a line each.
        let rows = [vec![2, 1, 3, 4], vec![5, 6, 7, 12], vec![9, 10, 11, 8], vec![13, 14, 15, 0]];
        let grid = Grid::new(&rows).expect("a board");
        assert_eq!(dynamic.start(&grid), 4 + 4);
    }
}
