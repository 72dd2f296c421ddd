use slider::Tile;

use super::costs::PlacementCosts;
use super::mutual_costs::{MAX_TILES, MutualCosts};
use super::parallel;
use super::placements::MAX_THINGS;
use crate::heuristic::{Heuristic, Manhattan};
use crate::puzzle::{Goal, Grid, Slide};

/// The Manhattan distance plus the additional costs of pairs of tiles. A dynamic partition: the pairs are chosen for
/// each board.
///
/// If the cost of a pair exceeds its Manhattan distance, the tiles obstruct each other, usually in a linear conflict,
/// but also in cases such as a blocked corner. The costs of disjoint pairs can be added, so the bound is the Manhattan
/// distance plus a maximum weighted matching of the pairs.
///
/// Three tiles that obstruct each other need two detours, but a matching counts only a single pair. The stronger bound
/// lets the tiles of each pair share its cost, and takes the cheapest assignment, a minimum weighted vertex cover. A
/// tile makes an even number of moves beyond its Manhattan distance, so this bound is admissible. It is never below the
/// matching.
///
/// Neither bound dominates [`LinearConflict`](crate::heuristic::LinearConflict), which distinguishes vertical and
/// horizontal detours: a tile with conflicts in both a row and a column may have to make both.
///
/// Source: A. Felner, R. E. Korf and S. Hanan, "Additive pattern database heuristics", JAIR 22,
/// 2004, based on R. E. Korf and L. A. Taylor, "Finding optimal solutions to the twenty-four
/// puzzle", AAAI 1996.
#[derive(Clone, Debug)]
pub struct Dynamic {
    manhattan: Manhattan,
    /// The moves beyond the Manhattan distances. Indexed by the pair (lower tile first), the lower tile's cell, and the
    /// higher tile's cell.
    excess: Box<[u8]>,
    by: PairRule,
}

#[derive(Clone, Copy, Debug)]
enum PairRule {
    Matching,
    Cover,
}

impl Dynamic {
    /// The maximum supported dimension.
    /// The tiles of a matching are a set of 64 bits.
    pub const MAX_DIMENSION: usize = 8;

    /// Builds the bound with maximum weighted matching, in well under a second up to 6-by-6.
    ///
    /// # Panics
    ///
    /// Panics if the dimension exceeds [`Self::MAX_DIMENSION`].
    pub(crate) fn with_matching(goal: &Goal) -> Self {
        Self::new(goal, PairRule::Matching)
    }

    /// Builds the bound with minimum weighted vertex cover.
    ///
    /// # Panics
    ///
    /// Panics if the dimension exceeds [`Self::MAX_DIMENSION`].
    pub fn with_vertex_cover(goal: &Goal) -> Self {
        Self::new(goal, PairRule::Cover)
    }

    fn new(goal: &Goal, by: PairRule) -> Self {
        let n = goal.dimension();
        assert!(n <= Self::MAX_DIMENSION, "there are too many pairs of tiles for dimension {n}");
        let manhattan = Manhattan::new(goal);
        let pairs: Vec<_> = pairs_of_tiles(n * n).collect();
        let tables =
            parallel::map(&pairs, |&pair| Self::excess_over_manhattan(goal, &manhattan, pair));
        Self { manhattan, excess: tables.concat().into(), by }
    }

    /// Returns the moves beyond the Manhattan distances for a pair of tiles.
    fn excess_over_manhattan(goal: &Goal, manhattan: &Manhattan, (a, b): (Tile, Tile)) -> Vec<u8> {
        let costs = PlacementCosts::new(goal, &[a, b]);
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
            u8::try_from(costs.cost_at(&places) - distance).expect("a cost fits a byte")
        };
        (0..cells * cells).map(|place| excess(place / cells, place % cells)).collect()
    }
}

impl Heuristic for Dynamic {
    type State = usize;

    fn initial_state(&self, grid: &Grid) -> usize {
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
            PairRule::Matching => costs.matching_weight(),
            PairRule::Cover => costs.cover_weight(),
        };
        self.manhattan.initial_state(grid) + mutual
    }

    fn state_after(&self, _: &usize, grid: &Grid, _: Slide) -> usize {
        self.initial_state(grid)
    }

    fn bound(&self, state: &usize) -> usize {
        *state
    }
}

/// Returns all pairs of tiles in order, with the lower tile first.
fn pairs_of_tiles(cells: usize) -> impl Iterator<Item = (Tile, Tile)> {
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
        let (matching, cover) = (Dynamic::with_matching(&goal), Dynamic::with_vertex_cover(&goal));
        let in_line = Sum(Manhattan::new(&goal), LinearConflict::new(&goal));
        let [mut more_than_matching, mut more_than_in_line, mut less_than_in_line] = [0; 3];
        for grid in every_board(3) {
            let [matching, cover] = [matching.initial_state(&grid), cover.initial_state(&grid)];
            let in_line = in_line.bound(&in_line.initial_state(&grid));
            assert!(cover >= matching, "{grid:?}");
            more_than_matching += usize::from(cover > matching);
            more_than_in_line += usize::from(cover > in_line);
            less_than_in_line += usize::from(cover < in_line);
        }
        assert!(more_than_matching > 0 && more_than_in_line > 0 && less_than_in_line > 0);
    }

    #[test]
    fn one_tile_can_resolve_two_conflicts() {
        // Tile 5 obstructs 4 and 6 in its row, and 2 in its column. 5 and 6 can pay for every pair, although 5 cannot
        // make way both sideways and upward in two moves.
        let rows = [vec![0, 1, 3], vec![6, 5, 4], vec![7, 2, 8]];
        let grid = Grid::new(&rows).expect("a board");
        let goal = Goal::blank_last(3);
        let manhattan = Manhattan::new(&goal).initial_state(&grid);
        assert_eq!(Dynamic::with_matching(&goal).initial_state(&grid), manhattan + 4);
        assert_eq!(Dynamic::with_vertex_cover(&goal).initial_state(&grid), manhattan + 4);
        let conflicts = LinearConflict::new(&goal);
        assert_eq!(conflicts.bound(&conflicts.initial_state(&grid)), 6);
    }

    #[test]
    fn pair_databases_of_larger_boards_are_correct() {
        let goal = Goal::blank_last(4);
        let dynamic = Dynamic::with_matching(&goal);
        assert_eq!(dynamic.excess.len(), 105 * 256);
        // The pairs 1 and 2, and 8 and 12, are swapped: two linear conflicts.
        let rows = [vec![2, 1, 3, 4], vec![5, 6, 7, 12], vec![9, 10, 11, 8], vec![13, 14, 15, 0]];
        let grid = Grid::new(&rows).expect("a board");
        assert_eq!(dynamic.initial_state(&grid), 4 + 4);
    }
}
