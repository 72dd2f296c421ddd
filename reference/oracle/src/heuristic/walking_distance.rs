use std::collections::HashMap;
use std::sync::OnceLock;

use super::Heuristic;
use crate::puzzle::{Goal, Grid, Slide};

/// The walking distance: the number of vertical moves if we consider only each tile's row and goal row, plus the
/// horizontal moves for columns.
///
/// In this view, a move takes a tile from the row above or below into the blank's row. There are only 24,964 such
/// *walks* for 4-by-4 boards, so a breadth-first search finds all distances to the goal. A real move is a step in one
/// of the views, so the sum is admissible. The idea is from Ken'ichiro Takahashi.
#[derive(Clone, Debug)]
pub struct WalkingDistance {
    goal: Goal,
    rows: &'static Walks,
    columns: &'static Walks,
}

/// All walks for goals with the blank in the same line.
#[derive(Debug)]
struct Walks {
    walks: Vec<LineWalk>,
    numbers: HashMap<LineCounts, Number>,
}

/// A board reduced to its rows or columns, with the possible steps.
#[derive(Clone, Debug)]
struct LineWalk {
    steps: u16,
    /// The walk after a tile with goal line `g` enters the blank's line, from line `blank - 1` (`[0][g]`) or from line
    /// `blank + 1` (`[1][g]`). If there is no such tile, the entry is [`NOWHERE`].
    next: [[Number; MAX_DIMENSION]; 2],
}

/// Dimension 5 has 65 million walks, which would need another representation.
const MAX_DIMENSION: usize = 4;

const NOWHERE: Number = Number::MAX;

/// The number of a walk. A small type lets all walks fit in the processor's cache.
type Number = u16;

/// For each line, the number of tiles by goal line, and the line of the blank.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct LineCounts {
    /// `tiles[l][g]` is the number of tiles in line `l` with goal line `g`.
    tiles: [[u8; MAX_DIMENSION]; MAX_DIMENSION],
    blank: usize,
}

impl WalkingDistance {
    /// The maximum supported dimension.
    pub const MAX_DIMENSION: usize = MAX_DIMENSION;

    /// Creates the walking distance to a goal with dimension 2 to 4. The first call computes the walks, in well under a
    /// second.
    ///
    /// # Panics
    ///
    /// Panics if the dimension exceeds [`Self::MAX_DIMENSION`].
    pub fn new(goal: &Goal) -> Self {
        let (n, blank) = (goal.dimension(), goal.home(0));
        Self {
            goal: goal.clone(),
            rows: Walks::shared_walks(n, blank / n),
            columns: Walks::shared_walks(n, blank % n),
        }
    }

    fn counts_by_line(&self, grid: &Grid) -> [LineCounts; 2] {
        let n = grid.dimension();
        [
            LineCounts::new(&self.goal, grid, |cell| cell / n),
            LineCounts::new(&self.goal, grid, |cell| cell % n),
        ]
    }
}

impl Walks {
    /// Returns the walks for dimension `n` with the blank's home in line `blank`.
    fn shared_walks(n: usize, blank: usize) -> &'static Self {
        static WALKS: [[OnceLock<Walks>; MAX_DIMENSION]; MAX_DIMENSION - 1] =
            [const { [const { OnceLock::new() }; MAX_DIMENSION] }; MAX_DIMENSION - 1];
        WALKS[n - 2][blank].get_or_init(|| Self::search(n, blank))
    }

    /// Runs a breadth-first search from the goal. Steps are reversible, so the distances are those to the goal.
    fn search(n: usize, blank: usize) -> Self {
        let goal = LineCounts::of_goal(n, blank);
        let mut found = Self { walks: Vec::new(), numbers: HashMap::new() };
        let mut order = vec![goal];
        found.add_walk(goal, 0);
        let mut number = 0;
        while number < order.len() {
            let counts = order[number];
            let steps = found.walks[number].steps;
            for (side, line) in counts.lines_beside_the_blank(n) {
                for home in 0..n {
                    let Some(next) = counts.after_step(line, home) else { continue };
                    let known = found.numbers.get(&next).copied();
                    let next_number = known.unwrap_or_else(|| {
                        order.push(next);
                        found.add_walk(next, steps + 1)
                    });
                    found.walks[number].next[side][home] = next_number;
                }
            }
            number += 1;
        }
        found
    }

    fn add_walk(&mut self, counts: LineCounts, steps: u16) -> Number {
        let number = Number::try_from(self.walks.len()).expect("there are at most 24,964 walks");
        self.walks.push(LineWalk { steps, next: [[NOWHERE; MAX_DIMENSION]; 2] });
        self.numbers.insert(counts, number);
        number
    }

    fn steps_of_walk(&self, walk: Number) -> usize {
        usize::from(self.walks[usize::from(walk)].steps)
    }

    /// Returns the walk after a tile with goal line `home` moves between lines.
    fn walk_after_step(&self, walk: Number, home: usize, from: usize, to: usize) -> Number {
        self.walks[usize::from(walk)].next[usize::from(from > to)][home]
    }
}

impl Heuristic for WalkingDistance {
    type State = [Number; 2];

    fn initial_state(&self, grid: &Grid) -> [Number; 2] {
        let [rows, columns] = self.counts_by_line(grid);
        [self.rows.numbers[&rows], self.columns.numbers[&columns]]
    }

    fn state_after(
        &self,
        &[rows, columns]: &[Number; 2],
        grid: &Grid,
        slide: Slide,
    ) -> [Number; 2] {
        let n = grid.dimension();
        let home = self.goal.home(slide.tile);
        if slide.from / n == slide.to / n {
            [rows, self.columns.walk_after_step(columns, home % n, slide.from % n, slide.to % n)]
        } else {
            [self.rows.walk_after_step(rows, home / n, slide.from / n, slide.to / n), columns]
        }
    }

    fn bound(&self, &[rows, columns]: &[Number; 2]) -> usize {
        self.rows.steps_of_walk(rows) + self.columns.steps_of_walk(columns)
    }
}

impl LineCounts {
    /// Counts the tiles on a board, where `line` maps cells to lines.
    fn new(goal: &Goal, grid: &Grid, line: impl Fn(usize) -> usize) -> Self {
        let mut tiles = [[0; MAX_DIMENSION]; MAX_DIMENSION];
        for (cell, &tile) in grid.cells().iter().enumerate().filter(|&(_, &tile)| tile != 0) {
            tiles[line(cell)][line(goal.home(tile))] += 1;
        }
        Self { tiles, blank: line(grid.blank()) }
    }

    fn of_goal(n: usize, blank: usize) -> Self {
        let mut tiles = [[0; MAX_DIMENSION]; MAX_DIMENSION];
        for (line, tiles) in tiles[..n].iter_mut().enumerate() {
            tiles[line] = u8::try_from(n).expect("a small board") - u8::from(line == blank);
        }
        Self { tiles, blank }
    }

    /// Returns the lines beside the blank's, with their index in [`LineWalk::next`].
    fn lines_beside_the_blank(self, n: usize) -> impl Iterator<Item = (usize, usize)> {
        let before = self.blank.checked_sub(1).map(|line| (0, line));
        let after = (self.blank + 1 < n).then_some((1, self.blank + 1));
        [before, after].into_iter().flatten()
    }

    /// Returns the counts after a tile with goal line `home` moves from `line` to the blank's, or `None` if there is no
    /// such tile.
    fn after_step(mut self, line: usize, home: usize) -> Option<Self> {
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
    fn walk_counts_match_the_published_ones() {
        assert_eq!(Walks::shared_walks(3, 2).walks.len(), 105);
        assert_eq!(Walks::shared_walks(4, 3).walks.len(), 24_964);
    }
}
