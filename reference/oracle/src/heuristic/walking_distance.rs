//! The walking distance.

use std::collections::HashMap;
use std::sync::OnceLock;

use super::Heuristic;
use crate::puzzle::{Goal, Grid, Slide};

/// The walking distance: the moves up and down that a board needs if all that counts is how many
/// tiles in each row belong to each row, plus the same for left and right and the columns.
///
/// Seen that way, a move takes any tile of the row above or below the blank into the blank's row.
/// There are so few such *walks* (24,964 for 4-by-4) that a breadth-first search finds the
/// distance of each to the goal. A real move is one step in one of the two walks at most, so the
/// sum is admissible. The idea is Ken'ichiro Takahashi's.
#[derive(Clone, Debug)]
pub struct WalkingDistance {
    goal: Goal,
    rows: &'static Walks,
    columns: &'static Walks,
}

/// All walks to the goals whose blank is in one line.
#[derive(Debug)]
struct Walks {
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

/// The number of tiles of each line that belong to each line, and the line of the blank.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Counts {
    /// The tiles in line `l` that belong to line `g` are `tiles[l][g]`.
    tiles: [[u8; MAX_DIMENSION]; MAX_DIMENSION],
    /// The line of the blank.
    blank: usize,
}

impl WalkingDistance {
    /// The largest dimension that there are walks for.
    pub const MAX_DIMENSION: usize = MAX_DIMENSION;

    /// The walking distance to a goal of dimension 2 to 4. The walks are found at the first call,
    /// in well under a second.
    ///
    /// # Panics
    ///
    /// If the dimension is above [`Self::MAX_DIMENSION`].
    pub fn new(goal: &Goal) -> Self {
        let (n, blank) = (goal.dimension(), goal.home(0));
        Self { goal: goal.clone(), rows: Walks::of(n, blank / n), columns: Walks::of(n, blank % n) }
    }

    /// The two walks of a board.
    fn counts(&self, grid: &Grid) -> [Counts; 2] {
        let n = grid.dimension();
        [
            Counts::new(&self.goal, grid, |cell| cell / n),
            Counts::new(&self.goal, grid, |cell| cell % n),
        ]
    }
}

impl Walks {
    /// The walks of dimension `n`, from 2 to 4, to where the blank is in the line `blank`.
    fn of(n: usize, blank: usize) -> &'static Self {
        static WALKS: [[OnceLock<Walks>; MAX_DIMENSION]; MAX_DIMENSION - 1] =
            [const { [const { OnceLock::new() }; MAX_DIMENSION] }; MAX_DIMENSION - 1];
        WALKS[n - 2][blank].get_or_init(|| Self::search(n, blank))
    }

    /// The breadth-first search from the goal. A step can be taken back, so the distance from the
    /// goal is that to the goal.
    fn search(n: usize, blank: usize) -> Self {
        let goal = Counts::goal(n, blank);
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

    /// The steps from a walk to the goal.
    fn steps(&self, walk: Number) -> usize {
        usize::from(self.walks[usize::from(walk)].steps)
    }

    /// The walk after a tile that belongs to line `home` went from line `from` to line `to`.
    fn step(&self, walk: Number, home: usize, from: usize, to: usize) -> Number {
        self.walks[usize::from(walk)].next[usize::from(from > to)][home]
    }
}

impl Heuristic for WalkingDistance {
    /// The walks of the rows and of the columns.
    type State = [Number; 2];

    fn start(&self, grid: &Grid) -> [Number; 2] {
        let [rows, columns] = self.counts(grid);
        [self.rows.numbers[&rows], self.columns.numbers[&columns]]
    }

    fn after(&self, &[rows, columns]: &[Number; 2], grid: &Grid, slide: Slide) -> [Number; 2] {
        let n = grid.dimension();
        let home = self.goal.home(slide.tile);
        if slide.from / n == slide.to / n {
            [rows, self.columns.step(columns, home % n, slide.from % n, slide.to % n)]
        } else {
            [self.rows.step(rows, home / n, slide.from / n, slide.to / n), columns]
        }
    }

    fn bound(&self, &[rows, columns]: &[Number; 2]) -> usize {
        self.rows.steps(rows) + self.columns.steps(columns)
    }
}

impl Counts {
    /// The view of a board in which `line` tells the line of a cell.
    fn new(goal: &Goal, grid: &Grid, line: impl Fn(usize) -> usize) -> Self {
        let mut tiles = [[0; MAX_DIMENSION]; MAX_DIMENSION];
        for (cell, &tile) in grid.cells().iter().enumerate().filter(|&(_, &tile)| tile != 0) {
            tiles[line(cell)][line(goal.home(tile))] += 1;
        }
        Self { tiles, blank: line(grid.blank()) }
    }

    /// Every tile in its line.
    fn goal(n: usize, blank: usize) -> Self {
        let mut tiles = [[0; MAX_DIMENSION]; MAX_DIMENSION];
        for (line, tiles) in tiles[..n].iter_mut().enumerate() {
            tiles[line] = u8::try_from(n).expect("a small board") - u8::from(line == blank);
        }
        Self { tiles, blank }
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
        assert_eq!(Walks::of(3, 2).walks.len(), 105);
        assert_eq!(Walks::of(4, 3).walks.len(), 24_964);
    }
}
