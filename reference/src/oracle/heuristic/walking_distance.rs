//! The walking distance.

use std::collections::HashMap;
use std::sync::OnceLock;

use slider::Tile;

use super::{Grid, Heuristic, Slide};

/// The walking distance: the moves up and down that a board needs if all that counts is how many
/// tiles in each row belong to each row, plus the same for left and right and the columns.
///
/// Seen that way, a move takes any tile of the row above or below the blank into the blank's row.
/// There are so few such *walks* (24,964 for 4-by-4) that a breadth-first search finds the
/// distance of each to the goal. A real move is one step in one of the two walks at most, so the
/// sum is admissible. The idea is Ken'ichiro Takahashi's.
#[derive(Debug)]
pub(in crate::oracle) struct WalkingDistance {
    walks: Vec<Walk>,
    /// The number in `walks` of each walk.
    numbers: HashMap<Counts, Number>,
}

/// One row-wise (or column-wise) view of a board, and where it leads.
#[derive(Clone, Debug)]
struct Walk {
    /// The steps to the goal.
    steps: u16,
    /// The number of the walk that follows if a tile that belongs to line `g` enters the blank's
    /// line from line `blank - 1` (`[0][g]`) or `blank + 1` (`[1][g]`); [`NOWHERE`] if none does.
    next: [[Number; MAX_DIMENSION]; 2],
}

/// Dimension 5 has 65 million walks; that would take another representation.
const MAX_DIMENSION: usize = 4;

/// Stands in for a walk that does not exist.
const NOWHERE: Number = Number::MAX;

/// The number of a walk. It is small so that all walks stay in the processor's cache.
type Number = u16;

/// How many tiles of each line belong to each line, and the line of the blank.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Counts {
    /// The tiles in line `l` that belong to line `g` are `tiles[l][g]`.
    tiles: [[u8; MAX_DIMENSION]; MAX_DIMENSION],
    /// The line of the blank.
    blank: usize,
}

impl WalkingDistance {
    /// The walking distance of boards of dimension `n`, from 2 to 4. The walks are found at the
    /// first call, in well under a second.
    pub(in crate::oracle) fn of(n: usize) -> &'static Self {
        static DISTANCES: [OnceLock<WalkingDistance>; MAX_DIMENSION - 1] =
            [const { OnceLock::new() }; MAX_DIMENSION - 1];
        DISTANCES[n - 2].get_or_init(|| Self::search(n))
    }

    /// The breadth-first search from the goal. A step can be taken back, so the distance from the
    /// goal is that to the goal.
    fn search(n: usize) -> Self {
        let goal = Counts::new(n, &Grid::goal(n), |cell| cell / n);
        let mut found = Self { walks: Vec::new(), numbers: HashMap::new() };
        let mut order = vec![goal];
        found.add(goal, 0);
        let mut number = 0;
        while number < order.len() {
            let counts = order[number];
            let steps = found.walks[number].steps;
            for (side, line) in counts.lines_beside_the_blank(n) {
                for home in 0..n {
                    let Some(next) = counts.after(line, home) else { continue };
                    let known = found.numbers.get(&next).copied();
                    let next_number = known.unwrap_or_else(|| {
                        order.push(next);
                        found.add(next, steps + 1)
                    });
                    found.walks[number].next[side][home] = next_number;
                }
            }
            number += 1;
        }
        found
    }

    /// Adds a walk of which only the steps are known yet, and returns its number.
    fn add(&mut self, counts: Counts, steps: u16) -> Number {
        let number = Number::try_from(self.walks.len()).expect("there are at most 24,964 walks");
        self.walks.push(Walk { steps, next: [[NOWHERE; MAX_DIMENSION]; 2] });
        self.numbers.insert(counts, number);
        number
    }

    /// The walk after a tile that belongs to line `home` went from line `from` to line `to`.
    fn step(&self, walk: Number, home: usize, from: usize, to: usize) -> Number {
        self.walks[usize::from(walk)].next[usize::from(from > to)][home]
    }
}

impl Heuristic for &WalkingDistance {
    /// The walks of the rows and of the columns.
    type State = [Number; 2];

    fn start(&self, grid: &Grid) -> [Number; 2] {
        let n = grid.dimension();
        let rows = Counts::new(n, grid, |cell| cell / n);
        let columns = Counts::new(n, grid, |cell| cell % n);
        [self.numbers[&rows], self.numbers[&columns]]
    }

    fn after(&self, [rows, columns]: [Number; 2], grid: &Grid, slide: Slide) -> [Number; 2] {
        let n = grid.dimension();
        let home = usize::from(slide.tile) - 1;
        if slide.from / n == slide.to / n {
            [rows, self.step(columns, home % n, slide.from % n, slide.to % n)]
        } else {
            [self.step(rows, home / n, slide.from / n, slide.to / n), columns]
        }
    }

    fn bound(&self, [rows, columns]: &[Number; 2]) -> usize {
        [rows, columns].map(|&walk| usize::from(self.walks[usize::from(walk)].steps)).iter().sum()
    }
}

impl Counts {
    /// The view of a board in which `line` tells the line of a cell.
    fn new(n: usize, grid: &Grid, line: impl Fn(usize) -> usize) -> Self {
        debug_assert!(n <= MAX_DIMENSION);
        let mut tiles = [[0; MAX_DIMENSION]; MAX_DIMENSION];
        let home = |tile: Tile| usize::from(tile).checked_sub(1).map(&line);
        for (cell, &tile) in grid.cells().iter().enumerate() {
            if let Some(home) = home(tile) {
                tiles[line(cell)][home] += 1;
            }
        }
        Self { tiles, blank: line(grid.blank()) }
    }

    /// The lines before and after that of the blank, each with its place in [`Walk::next`].
    fn lines_beside_the_blank(self, n: usize) -> impl Iterator<Item = (usize, usize)> {
        let before = self.blank.checked_sub(1).map(|line| (0, line));
        let after = (self.blank + 1 < n).then_some((1, self.blank + 1));
        [before, after].into_iter().flatten()
    }

    /// The counts after a tile that belongs to line `home` went from `line` to the blank's line,
    /// or `None` if there is no such tile in `line`.
    fn after(mut self, line: usize, home: usize) -> Option<Self> {
        self.tiles[line][home] = self.tiles[line][home].checked_sub(1)?;
        self.tiles[self.blank][home] += 1;
        self.blank = line;
        Some(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_walks_are_as_many_as_published() {
        assert_eq!(WalkingDistance::of(3).walks.len(), 105);
        assert_eq!(WalkingDistance::of(4).walks.len(), 24_964);
    }
}
