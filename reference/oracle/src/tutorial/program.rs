//! The programs of the tutorials, and their differences.

use crate::heuristic::{Heuristic, Manhattan};
use crate::puzzle::{Goal, Grid};

/// A search of a tutorial.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Program {
    /// The A* of a C++ tutorial ("Solving 8 puzzle problem using A* star search in C++"). It
    /// compares the Manhattan distance plus the Hamming distance plus the depth. The sum of the
    /// distances counts a move twice, so it is not admissible. Its closed list holds what was
    /// expanded, and is looked at only when a board is generated: a board that waits twice is
    /// expanded twice.
    CppAStar,
    /// The greedy best-first search of that tutorial: the same without the depth.
    CppGreedy,
    /// The breadth-first search of that tutorial. It takes the front of the list. Its solutions are
    /// the shortest, but boards that wait twice are expanded twice.
    CppBreadthFirst,
    /// The search that the tutorial calls depth-first. It takes the front of the list, too, and so
    /// is the breadth-first search once more.
    CppDepthFirst,
    /// The A* of the same tutorial's C# part. It compares the Manhattan distance plus the depth,
    /// but puts a board on the closed list as soon as it is generated: a shorter way that comes
    /// later is not taken.
    CSharp,
    /// The A* of a Python tutorial ("How to solve the 8-puzzle problem using the A* algorithm").
    /// It compares the Manhattan distance plus a cost that is meant to be the depth, but no node is
    /// given one, so it stays 0: the search is greedy. Its queue is Python's `heapq`.
    Python,
}

impl Program {
    /// All of them.
    pub const ALL: [Self; 6] = [
        Self::CppAStar,
        Self::CppGreedy,
        Self::CppBreadthFirst,
        Self::CppDepthFirst,
        Self::CSharp,
        Self::Python,
    ];

    /// Whether a board is closed when it is generated, and not when it is expanded.
    pub(super) fn closes_when_generated(self) -> bool {
        self == Self::CSharp
    }

    /// The number that the program compares. Those that take the front of their list compare
    /// nothing.
    pub(super) fn cost(self, grid: &Grid, goal: &ToGoal<'_>, depth: usize) -> usize {
        let (manhattan, hamming) = (|| goal.manhattan(grid), || goal.hamming(grid));
        match self {
            Self::CppAStar => manhattan() + hamming() + depth,
            Self::CppGreedy => manhattan() + hamming(),
            Self::CppBreadthFirst | Self::CppDepthFirst => 0,
            Self::CSharp => manhattan() + depth,
            Self::Python => manhattan(),
        }
    }

    /// The cells whose tiles can slide, in the program's order.
    pub(super) fn slidable(self, grid: &Grid) -> impl Iterator<Item = usize> + use<> {
        let (n, blank) = (grid.dimension(), grid.blank());
        let up = (blank >= n).then(|| blank - n);
        let down = (blank + n < n * n).then(|| blank + n);
        let left = (!blank.is_multiple_of(n)).then(|| blank - 1);
        let right = (!(blank + 1).is_multiple_of(n)).then(|| blank + 1);
        let order = match self {
            // A table for each of the nine cells; this is the order in all of them.
            Self::CppAStar | Self::CppGreedy | Self::CppBreadthFirst | Self::CppDepthFirst => {
                [left, right, up, down]
            }
            Self::CSharp => [up, down, left, right],
            Self::Python => [down, up, right, left],
        };
        order.into_iter().flatten()
    }
}

/// The distances that the programs add up, to any goal.
pub(super) struct ToGoal<'a> {
    goal: &'a Goal,
    manhattan: Manhattan,
}

impl<'a> ToGoal<'a> {
    pub(super) fn new(goal: &'a Goal) -> Self {
        Self { goal, manhattan: Manhattan::new(goal) }
    }

    /// The sum of the tiles' distances to their places, the blank not counted.
    fn manhattan(&self, grid: &Grid) -> usize {
        self.manhattan.bound(&self.manhattan.start(grid))
    }

    /// The tiles that are not in their place, the blank not counted.
    fn hamming(&self, grid: &Grid) -> usize {
        let pairs = grid.cells().iter().zip(self.goal.grid().cells());
        pairs.filter(|&(&tile, &home)| tile != 0 && tile != home).count()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The table of the C++ tutorial.
    const NEIGHBOURS: [&[usize]; 9] = [
        &[1, 3],
        &[0, 2, 4],
        &[1, 5],
        &[4, 0, 6],
        &[3, 5, 1, 7],
        &[4, 2, 8],
        &[7, 3],
        &[6, 8, 4],
        &[7, 5],
    ];

    #[test]
    fn the_order_is_that_of_the_table() {
        for (blank, neighbours) in NEIGHBOURS.into_iter().enumerate() {
            let mut cells: Vec<slider::Tile> = (1..9).collect();
            cells.insert(blank, 0);
            let grid = Grid::of_cells(3, cells).expect("a board");
            assert!(Program::CppAStar.slidable(&grid).eq(neighbours.iter().copied()), "{blank}");
            for program in Program::ALL {
                let mut cells: Vec<usize> = program.slidable(&grid).collect();
                let mut all = neighbours.to_vec();
                cells.sort_unstable();
                all.sort_unstable();
                assert_eq!(cells, all);
            }
        }
    }

    /// The examples of the C++ tutorial.
    #[test]
    fn manhattan_is_as_published() {
        let goal = Goal::blank_last(3);
        let manhattan = |rows: [[slider::Tile; 3]; 3]| {
            ToGoal::new(&goal).manhattan(&Grid::new(&rows.map(Vec::from)).expect("a board"))
        };
        assert_eq!(manhattan([[2, 1, 3], [5, 4, 0], [6, 7, 8]]), 9);
        assert_eq!(manhattan([[6, 4, 7], [8, 5, 0], [3, 2, 1]]), 21);
    }
}
