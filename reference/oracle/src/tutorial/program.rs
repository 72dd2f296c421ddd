use crate::heuristic::{Heuristic, Manhattan};
use crate::puzzle::{Goal, Grid};

/// A search from a tutorial.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TutorialProgram {
    /// A* from a C++ tutorial ("Solving 8 puzzle problem using A* star search in C++"). The priority is Manhattan
    /// distance plus Hamming distance plus depth. The sum of the distances counts some moves twice, so it is
    /// inadmissible. The closed list of expanded boards is checked only when a board is generated, so a board queued
    /// twice is expanded twice.
    CppAStar,
    /// Greedy best-first search from the same tutorial, without the depth.
    CppGreedy,
    /// Breadth-first search from the same tutorial. It takes nodes from the front of the list. Its solutions are
    /// optimal.
    CppBreadthFirst,
    /// The tutorial's depth-first search. It also takes nodes from the front of the list, so it is actually
    /// breadth-first.
    CppDepthFirst,
    /// A* from the C# part of the same tutorial. The priority is Manhattan distance plus depth, but boards are closed
    /// when generated, so shorter paths found later are dropped.
    CSharp,
    /// A* from a Python tutorial ("How to solve the 8-puzzle problem using the A* algorithm"). The priority is
    /// Manhattan distance plus a cost that should be the depth but always stays 0, so the search is greedy. The queue
    /// is Python's `heapq`.
    Python,
}

impl TutorialProgram {
    /// All programs.
    pub const ALL: [Self; 6] = [
        Self::CppAStar,
        Self::CppGreedy,
        Self::CppBreadthFirst,
        Self::CppDepthFirst,
        Self::CSharp,
        Self::Python,
    ];

    /// Returns `true` if boards are closed when generated, rather than when expanded.
    pub(super) fn closes_when_generated(self) -> bool {
        self == Self::CSharp
    }

    /// Returns the priority, or 0 for programs that take nodes from the front of the list.
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

    /// Returns the cells whose tiles can slide, in the program's order.
    pub(super) fn slidable(self, grid: &Grid) -> impl Iterator<Item = usize> + use<> {
        let (n, blank) = (grid.dimension(), grid.blank());
        let up = (blank >= n).then(|| blank - n);
        let down = (blank + n < n * n).then(|| blank + n);
        let left = (!blank.is_multiple_of(n)).then(|| blank - 1);
        let right = (!(blank + 1).is_multiple_of(n)).then(|| blank + 1);
        let order = match self {
            // The tutorial's table of all nine cells follows this order.
            Self::CppAStar | Self::CppGreedy | Self::CppBreadthFirst | Self::CppDepthFirst => {
                [left, right, up, down]
            }
            Self::CSharp => [up, down, left, right],
            Self::Python => [down, up, right, left],
        };
        order.into_iter().flatten()
    }
}

pub(super) struct ToGoal<'a> {
    goal: &'a Goal,
    manhattan: Manhattan,
}

impl<'a> ToGoal<'a> {
    pub(super) fn new(goal: &'a Goal) -> Self {
        Self { goal, manhattan: Manhattan::new(goal) }
    }

    fn manhattan(&self, grid: &Grid) -> usize {
        self.manhattan.bound(&self.manhattan.initial_state(grid))
    }

    fn hamming(&self, grid: &Grid) -> usize {
        let pairs = grid.cells().iter().zip(self.goal.grid().cells());
        pairs.filter(|&(&tile, &home)| tile != 0 && tile != home).count()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
    fn the_move_order_matches_the_table() {
        for (blank, neighbours) in NEIGHBOURS.into_iter().enumerate() {
            let mut cells: Vec<slider::Tile> = (1..9).collect();
            cells.insert(blank, 0);
            let grid = Grid::of_cells(3, cells).expect("a board");
            assert!(
                TutorialProgram::CppAStar.slidable(&grid).eq(neighbours.iter().copied()),
                "{blank}"
            );
            for program in TutorialProgram::ALL {
                let mut cells: Vec<usize> = program.slidable(&grid).collect();
                let mut all = neighbours.to_vec();
                cells.sort_unstable();
                all.sort_unstable();
                assert_eq!(cells, all);
            }
        }
    }

    #[test]
    fn manhattan_matches_the_published_examples() {
        let goal = Goal::blank_last(3);
        let manhattan = |rows: [[slider::Tile; 3]; 3]| {
            ToGoal::new(&goal).manhattan(&Grid::new(&rows.map(Vec::from)).expect("a board"))
        };
        assert_eq!(manhattan([[2, 1, 3], [5, 4, 0], [6, 7, 8]]), 9);
        assert_eq!(manhattan([[6, 4, 7], [8, 5, 0], [3, 2, 1]]), 21);
    }
}
