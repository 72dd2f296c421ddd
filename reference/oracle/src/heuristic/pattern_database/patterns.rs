use std::error::Error;
use std::fmt;

use slider::Tile;

use super::placements::{Cell, MAX_THINGS, ThingPlacements};
use crate::puzzle::{Goal, Grid};

/// The maximum table size in bytes. This is enough for 8 tiles, or 7 tiles and the blank, on a 4-by-4 board:
/// 518,918,400 entries, the largest tables published in this format.
const MAX_TABLE: usize = 1 << 30;

/// The cells must fit into a byte.
const MAX_DIMENSION: usize = 15;

/// Why patterns are invalid.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum BadPatterns {
    /// The board has more than 15 rows.
    Dimension(usize),
    /// A pattern has no tiles.
    Empty,
    /// A pattern contains the blank, or a tile that the board does not have.
    NoSuchTile {
        /// The tile.
        tile: Tile,
        /// The number of rows of the board.
        n: usize,
    },
    /// A tile is repeated in a pattern, or in patterns with added costs, which would count its moves twice.
    Twice(Tile),
    /// The pattern's table would have more than 2^30 entries.
    TooLarge {
        /// The number of tiles in the pattern.
        tiles: usize,
        /// The number of rows of the board.
        n: usize,
    },
    /// The sizes of the patterns do not add up to the number of tiles.
    Sizes {
        /// The sum of the sizes.
        tiles: usize,
        /// The number of rows of the board.
        n: usize,
    },
}

impl BadPatterns {
    /// Checks the patterns for a goal. If `disjoint` is set, patterns must not share tiles. If `blank` is set, the
    /// blank counts toward the size limit.
    pub(super) fn check(
        goal: &Goal,
        patterns: &[Vec<Tile>],
        disjoint: bool,
        blank: bool,
    ) -> Result<(), Self> {
        let n = goal.dimension();
        if n > MAX_DIMENSION {
            return Err(Self::Dimension(n));
        }
        let mut seen = vec![false; n * n];
        for pattern in patterns {
            if pattern.is_empty() {
                return Err(Self::Empty);
            }
            if !disjoint {
                seen.fill(false);
            }
            for &tile in pattern {
                match seen.get_mut(usize::from(tile)) {
                    Some(seen) if tile != 0 => {
                        if std::mem::replace(seen, true) {
                            return Err(Self::Twice(tile));
                        }
                    }
                    _ => return Err(Self::NoSuchTile { tile, n }),
                }
            }
            let things = pattern.len() + usize::from(blank);
            let entries = || ThingPlacements::new(n * n, things).count();
            if things > MAX_THINGS || entries().is_none_or(|entries| entries > MAX_TABLE) {
                return Err(Self::TooLarge { tiles: pattern.len(), n });
            }
        }
        Ok(())
    }
}

impl fmt::Display for BadPatterns {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Dimension(n) => write!(
                f,
                "pattern databases are for boards of at most {MAX_DIMENSION} rows, not {n}"
            ),
            Self::Empty => f.write_str("a pattern has no tiles"),
            Self::NoSuchTile { tile, n } => {
                let last = n * n - 1;
                write!(f, "tile {tile} is in a pattern, but the tiles are 1 to {last}")
            }
            Self::Twice(tile) => write!(f, "tile {tile} is in the patterns twice"),
            Self::TooLarge { tiles, n } => {
                write!(f, "a pattern of {tiles} tiles is too large for a {n}-by-{n} board")
            }
            Self::Sizes { tiles, n } => {
                let last = n * n - 1;
                write!(
                    f,
                    "the patterns have {tiles} tiles in total, but a {n}-by-{n} board has {last}"
                )
            }
        }
    }
}

impl Error for BadPatterns {}

/// Locates a pattern's tiles, with the blank at index 0.
#[derive(Clone, Debug)]
pub(super) struct Finder {
    /// The index of each tile in the pattern, or [`MAX_THINGS`] for other tiles.
    things: Box<[u8]>,
}

impl Finder {
    pub(super) fn new(goal: &Goal, pattern: &[Tile]) -> Self {
        let thing = |tile| pattern.iter().position(|&other| other == tile).unwrap_or(MAX_THINGS);
        let tiles = (0..).take(goal.grid().cells().len());
        Self { things: tiles.map(|tile| u8::try_from(thing(tile)).expect("at most 9")).collect() }
    }

    /// Returns the tile's index in the pattern.
    pub(super) fn index_in_pattern(&self, tile: Tile) -> Option<usize> {
        Some(usize::from(self.things[usize::from(tile)])).filter(|&thing| thing != MAX_THINGS)
    }

    pub(super) fn cells_of_things(&self, grid: &Grid) -> [Cell; MAX_THINGS] {
        // To avoid a branch, other tiles write to an additional slot.
        let mut places = [0; MAX_THINGS + 1];
        for (cell, &tile) in (0..=Cell::MAX).zip(grid.cells()) {
            places[usize::from(self.things[usize::from(tile)])] = cell;
        }
        let [places @ .., _] = places;
        places
    }
}

/// Returns the adjacent cells of each cell.
pub(super) fn cells_beside(n: usize) -> Vec<Vec<Cell>> {
    let cell = |row: usize, col: usize| Cell::try_from(row * n + col).expect("at most 256 cells");
    let beside = |row: usize, col: usize| {
        let mut cells = Vec::new();
        cells.extend((row > 0).then(|| cell(row - 1, col)));
        cells.extend((row + 1 < n).then(|| cell(row + 1, col)));
        cells.extend((col > 0).then(|| cell(row, col - 1)));
        cells.extend((col + 1 < n).then(|| cell(row, col + 1)));
        cells
    };
    (0..n * n).map(|cell| beside(cell / n, cell % n)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(n: usize, patterns: &[&[Tile]], disjoint: bool, expected: &str) {
        let patterns: Vec<Vec<Tile>> = patterns.iter().map(|tiles| tiles.to_vec()).collect();
        let found = BadPatterns::check(&Goal::blank_last(n), &patterns, disjoint, false);
        assert_eq!(found.map_err(|error| error.to_string()), Err(expected.to_owned()));
    }

    #[test]
    fn invalid_patterns_are_rejected() {
        check(4, &[&[1], &[]], true, "a pattern has no tiles");
        check(4, &[&[0]], true, "tile 0 is in a pattern, but the tiles are 1 to 15");
        check(3, &[&[9]], true, "tile 9 is in a pattern, but the tiles are 1 to 8");
        check(3, &[&[1, 2], &[2]], true, "tile 2 is in the patterns twice");
        check(3, &[&[2, 2]], false, "tile 2 is in the patterns twice");
        check(16, &[&[1]], true, "pattern databases are for boards of at most 15 rows, not 16");
        let nine: Vec<Tile> = (1..=9).collect();
        check(4, &[&nine], true, "a pattern of 9 tiles is too large for a 4-by-4 board");
        check(5, &[&nine[..7]], true, "a pattern of 7 tiles is too large for a 5-by-5 board");
    }

    #[test]
    fn patterns_may_overlap_if_they_are_not_added() {
        let goal = Goal::blank_last(3);
        let patterns = [vec![1, 2], vec![2, 3]];
        assert_eq!(BadPatterns::check(&goal, &patterns, false, true), Ok(()));
        assert_eq!(BadPatterns::check(&goal, &patterns, true, true), Err(BadPatterns::Twice(2)));
    }
}
