//! Fringe pattern databases.

use slider::Tile;

use super::patterns::{Finder, cells_beside};
use super::placements::{Cell, MAX_THINGS, Placements};
use super::{BadPatterns, UNMET, parallel, partition};
use crate::heuristic::Heuristic;
use crate::puzzle::{Goal, Grid, Slide};

/// The greatest, over some patterns, of the moves that it takes to bring a pattern's tiles and
/// the blank home.
///
/// All moves count here, those of the other tiles too, so the costs of two patterns cannot be
/// added; the greatest is taken. This is the first kind of pattern database that there was, J. C.
/// Culberson and J. Schaeffer's ("Searching with pattern databases", Canadian Conference on AI,
/// 1996). Theirs for the 15-puzzle was the *fringe*, the row and the column of seven tiles that
/// are farthest from the blank. With the blank it has 518,918,400 placements.
///
/// For a maximum, patterns may share tiles. That they must not, as is sometimes said, is true of
/// a sum only.
#[derive(Clone, Debug)]
pub struct Fringe {
    distances: Vec<Distances>,
}

impl Fringe {
    /// The databases of these patterns.
    ///
    /// Patterns are searched side by side on as many threads as there are processors. Five tiles
    /// of a 4-by-4 board and the blank (5.8 million placements) take about a second; the seven of
    /// the original fringe take minutes, and half a gigabyte.
    ///
    /// # Errors
    ///
    /// See [`BadPatterns`].
    pub fn new(goal: &Goal, patterns: &[Vec<Tile>]) -> Result<Self, BadPatterns> {
        BadPatterns::check(goal, patterns, false, true)?;
        let distances = parallel::map(patterns, |pattern| Distances::new(goal, pattern));
        Ok(Self { distances })
    }

    /// Patterns that have these sizes and together all tiles. They are taken along the fringes
    /// from the farthest to the blank inwards; 7 and 8 are the original fringe of the 15-puzzle
    /// and what is left.
    ///
    /// # Errors
    ///
    /// If the sizes do not add up to the number of tiles, or one is too large.
    pub fn patterns(goal: &Goal, sizes: &[usize]) -> Result<Vec<Vec<Tile>>, BadPatterns> {
        let patterns = partition::fringes(goal, sizes)?;
        BadPatterns::check(goal, &patterns, false, true)?;
        Ok(patterns)
    }

    /// Sizes for all tiles of an n-by-n board with tables of at most some 6.4 million entries: 4
    /// and 4 for 3-by-3, 5 and 5 and 5 for 4-by-4.
    pub fn default_sizes(n: usize) -> Vec<usize> {
        let quick = |size: &usize| {
            Placements::new(n * n, size + 1).count().is_some_and(|entries| entries <= 6_400_000)
        };
        let tiles = n * n - 1;
        let most = (1..=(n + 1).min(MAX_THINGS - 1)).rev().find(quick).unwrap_or(1);
        let mut sizes = vec![most; tiles / most];
        sizes.extend(Some(tiles % most).filter(|&rest| rest > 0));
        sizes
    }

    /// The distance of every placement of every pattern with the blank, in an order of no
    /// meaning.
    pub fn tables(&self) -> impl Iterator<Item = &[u8]> {
        self.distances.iter().map(|distances| &*distances.table)
    }
}

impl Heuristic for Fringe {
    type State = usize;

    fn start(&self, grid: &Grid) -> usize {
        self.distances.iter().map(|distances| distances.of(grid)).max().unwrap_or(0)
    }

    fn after(&self, _: &usize, grid: &Grid, _: Slide) -> usize {
        // Each move moves the blank, which is in every pattern.
        self.start(grid)
    }

    fn bound(&self, state: &usize) -> usize {
        *state
    }
}

/// The moves of any tile that it takes to bring a pattern and the blank home, for every placement
/// of the two.
#[derive(Clone, Debug)]
struct Distances {
    finder: Finder,
    placements: Placements,
    /// The distance of each placement.
    table: Box<[u8]>,
}

impl Distances {
    /// Finds the distances by a breadth-first search from the goal. The table is its own queue:
    /// the placements at a distance are those that have it in the table.
    ///
    /// The pattern has been checked.
    fn new(goal: &Goal, pattern: &[Tile]) -> Self {
        let with_blank = [pattern, &[0]].concat();
        let finder = Finder::new(goal, &with_blank);
        let placements = Placements::new(goal.grid().cells().len(), with_blank.len());
        let count = placements.count().expect("the pattern was checked");
        let beside = cells_beside(goal.dimension());
        let mut table = vec![UNMET; count].into_boxed_slice();
        table[placements.number(&finder.places(goal.grid()))] = 0;
        for distance in 0.. {
            let mut last = true;
            for number in 0..count {
                if table[number] != distance {
                    continue;
                }
                let places = placements.placement(number);
                for &from in &beside[usize::from(places[pattern.len()])] {
                    let after = &mut table[placements.number(&slide(places, pattern.len(), from))];
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

    /// The distance of a board.
    fn of(&self, grid: &Grid) -> usize {
        usize::from(self.table[self.placements.number(&self.finder.places(grid))])
    }
}

/// The places after the tile at `from` slid to the blank, which comes after `tiles` tiles.
fn slide(mut places: [Cell; MAX_THINGS], tiles: usize, from: Cell) -> [Cell; MAX_THINGS] {
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
    use crate::table::{Table, every_board};

    #[test]
    fn the_fringe_of_all_tiles_is_the_distance() {
        let goal = Goal::blank_last(3);
        let all = Fringe::patterns(&goal, &[8]).and_then(|all| Fringe::new(&goal, &all));
        let all = all.expect("a pattern that fits");
        let table = Table::new(&goal);
        for grid in every_board(3) {
            if let Some(moves) = table.moves(&grid) {
                assert_eq!(all.start(&grid), moves);
            }
        }
    }

    #[test]
    fn a_fringe_of_one_tile_counts_the_moves_of_others() {
        let goal = Goal::blank_last(2);
        let one = Fringe::new(&goal, &[vec![1]]).expect("a pattern that fits");
        // All the way round: twelve boards are a ring, in which tile 1 and the blank stand in
        // each of their twelve placements once.
        let mut distances = one.tables().next().expect("a table").to_vec();
        distances.sort_unstable();
        assert_eq!(distances, [0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6]);
    }

    #[test]
    fn default_sizes_build_quickly() {
        assert_eq!(Fringe::default_sizes(2), [3]);
        assert_eq!(Fringe::default_sizes(3), [4, 4]);
        assert_eq!(Fringe::default_sizes(4), [5, 5, 5]);
        assert_eq!(Fringe::default_sizes(5), [4; 6]);
        assert_eq!(Fringe::default_sizes(6), [[3; 11].as_slice(), &[2]].concat());
    }
}
