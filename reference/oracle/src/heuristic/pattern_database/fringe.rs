use slider::Tile;

use super::patterns::{Finder, cells_beside};
use super::placements::{Cell, MAX_THINGS, ThingPlacements};
use super::{BadPatterns, UNMET, parallel, partition};
use crate::heuristic::Heuristic;
use crate::puzzle::{Goal, Grid, Slide};

/// The number of moves that bring a pattern's tiles and the blank home, as a maximum over several patterns.
///
/// The table counts all moves, including those of other tiles, so the costs of patterns cannot be added. This is the
/// oldest kind of pattern database: J. C. Culberson and J. Schaeffer ("Searching with pattern databases", Canadian
/// Conference on AI, 1996). For the 15-puzzle, their pattern was the *fringe*: the seven tiles in the row and the
/// column farthest from the blank. Together with the blank, it has 518,918,400 placements.
///
/// Patterns may share tiles. Some texts forbid this, but only a sum requires it.
#[derive(Clone, Debug)]
pub struct Fringe {
    distances: Vec<Distances>,
}

impl Fringe {
    /// Builds the databases for these patterns.
    ///
    /// Patterns are built in parallel on all processors. Five tiles and the blank on a 4-by-4 board (5.8 million
    /// placements) take about a second. The original fringe of seven tiles takes several minutes and half a gigabyte.
    ///
    /// # Errors
    ///
    /// See [`BadPatterns`].
    pub fn new(goal: &Goal, patterns: &[Vec<Tile>]) -> Result<Self, BadPatterns> {
        BadPatterns::check(goal, patterns, false, true)?;
        let distances = parallel::map(patterns, |pattern| Distances::new(goal, pattern));
        Ok(Self { distances })
    }

    /// Returns patterns with these sizes that cover all tiles. They follow the fringes inward, starting farthest from
    /// the blank. For the 15-puzzle, sizes 7 and 8 give the original fringe and the remaining tiles.
    ///
    /// # Errors
    ///
    /// Returns an error if the sizes do not add up to the number of tiles, or if a size is too
    /// large.
    pub fn patterns(goal: &Goal, sizes: &[usize]) -> Result<Vec<Vec<Tile>>, BadPatterns> {
        let patterns = partition::fringe_patterns(goal, sizes)?;
        BadPatterns::check(goal, &patterns, false, true)?;
        Ok(patterns)
    }

    /// Returns sizes that cover all tiles of an n-by-n board, with at most 6.4 million entries per table: 4 and 4 for
    /// 3-by-3, or 5, 5 and 5 for 4-by-4. A table has at most `n + 1` tiles, so that all tables of a board have about the
    /// same size.
    pub fn default_sizes(n: usize) -> Vec<usize> {
        let quick = |size: &usize| {
            ThingPlacements::new(n * n, size + 1)
                .count()
                // This includes four tiles and the blank on a 5-by-5 board: 25 * 24 * 23 * 22 * 21 entries.
                .is_some_and(|entries| entries <= 6_400_000)
        };
        let tiles = n * n - 1;
        let most = (1..=(n + 1).min(MAX_THINGS - 1)).rev().find(quick).unwrap_or(1);
        let mut sizes = vec![most; tiles / most];
        sizes.extend(Some(tiles % most).filter(|&rest| rest > 0));
        sizes
    }

    /// Returns the tables with the distances of all placements of tiles and blank, in an unspecified order.
    pub fn tables(&self) -> impl Iterator<Item = &[u8]> {
        self.distances.iter().map(|distances| &*distances.table)
    }
}

impl Heuristic for Fringe {
    type State = usize;

    fn initial_state(&self, grid: &Grid) -> usize {
        self.distances.iter().map(|distances| distances.distance_of(grid)).max().unwrap_or(0)
    }

    fn state_after(&self, _: &usize, grid: &Grid, _: Slide) -> usize {
        // Every move affects all patterns, because they include the blank.
        self.initial_state(grid)
    }

    fn bound(&self, state: &usize) -> usize {
        *state
    }
}

/// For each placement of a pattern and the blank, the number of moves that bring them home.
#[derive(Clone, Debug)]
struct Distances {
    finder: Finder,
    placements: ThingPlacements,
    table: Box<[u8]>,
}

impl Distances {
    /// Computes the distances with a breadth-first search from the goal. The table is also the queue: the frontier is
    /// the placements with the current distance.
    ///
    /// The caller must have checked the pattern.
    fn new(goal: &Goal, pattern: &[Tile]) -> Self {
        let with_blank = [pattern, &[0]].concat();
        let finder = Finder::new(goal, &with_blank);
        let placements = ThingPlacements::new(goal.grid().cells().len(), with_blank.len());
        let count = placements.count().expect("the pattern was checked");
        let beside = cells_beside(goal.dimension());
        let mut table = vec![UNMET; count].into_boxed_slice();
        table[placements.index_of(&finder.cells_of_things(goal.grid()))] = 0;
        for distance in 0.. {
            let mut last = true;
            for number in 0..count {
                if table[number] != distance {
                    continue;
                }
                let places = placements.placement(number);
                for &from in &beside[usize::from(places[pattern.len()])] {
                    let after = &mut table
                        [placements.index_of(&places_after_slide(places, pattern.len(), from))];
                    if *after == UNMET {
                        *after = distance + 1;
                        last = false;
                    }
                }
            }
            if last {
                break;
            }
        }
        Self { finder, placements, table }
    }

    fn distance_of(&self, grid: &Grid) -> usize {
        usize::from(self.table[self.placements.index_of(&self.finder.cells_of_things(grid))])
    }
}

/// Returns the cells of the tiles and the blank after the tile in cell `from` slides into the blank. The blank is at
/// index `tiles`.
fn places_after_slide(
    mut places: [Cell; MAX_THINGS],
    tiles: usize,
    from: Cell,
) -> [Cell; MAX_THINGS] {
    let blank = places[tiles];
    if let Some(thing) = places[..tiles].iter().position(|&cell| cell == from) {
        places[thing] = blank;
    }
    places[tiles] = from;
    places
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::{MovesTable, every_board};

    #[test]
    fn a_fringe_of_all_tiles_is_the_exact_distance() {
        let goal = Goal::blank_last(3);
        let all = Fringe::patterns(&goal, &[8]).and_then(|all| Fringe::new(&goal, &all));
        let all = all.expect("a pattern that fits");
        let table = MovesTable::new(&goal);
        for grid in every_board(3) {
            if let Some(moves) = table.moves(&grid) {
                assert_eq!(all.initial_state(&grid), moves);
            }
        }
    }

    #[test]
    fn a_fringe_of_one_tile_counts_the_moves_of_others() {
        let goal = Goal::blank_last(2);
        let one = Fringe::new(&goal, &[vec![1]]).expect("a pattern that fits");
        // The twelve boards form a ring, along which tile 1 and the blank visit each of their twelve placements once.
        let mut distances = one.tables().next().expect("a table").to_vec();
        distances.sort_unstable();
        assert_eq!(distances, [0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6]);
    }

    #[test]
    fn default_sizes_are_small() {
        assert_eq!(Fringe::default_sizes(2), [3]);
        assert_eq!(Fringe::default_sizes(3), [4, 4]);
        assert_eq!(Fringe::default_sizes(4), [5, 5, 5]);
        assert_eq!(Fringe::default_sizes(5), [4; 6]);
        assert_eq!(Fringe::default_sizes(6), [[3; 11].as_slice(), &[2]].concat());
    }
}
