//! Shortest solutions by pattern databases.

use std::num::NonZero;
use std::thread;

use slider::Tile;

use super::automaton::Automaton;
use super::databases::Databases;
use super::partition::{Partition, PartitionError};
use super::search::{BranchOutcome, Search};
use crate::puzzle::{self, Goal, Grid};

/// The answer of a search, with its cost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchResult {
    /// The finding.
    pub finding: Finding,
    /// The nodes that were expanded.
    pub expanded: u64,
}

/// The finding of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Finding {
    /// The tiles of a shortest solution, in order. That there is no shorter one is proven.
    Solved(Vec<Tile>),
    /// The board cannot reach the goal.
    NoSolution,
    /// The search was ended before it found a solution. None is shorter than this.
    AtLeast(usize),
}

/// Finds shortest solutions for one goal.
///
/// IDA* (R. E. Korf, "Depth-first iterative-deepening: an optimal admissible tree search",
/// Artificial Intelligence 27, 1985) with the sum of the databases for the board and for its
/// mirror image, and without the moves that the automaton knows to be superfluous.
#[derive(Debug)]
pub struct Engine {
    goal: Goal,
    databases: Databases,
    automaton: Automaton,
}

/// The moves that the automaton looks back. Two more save a twelfth of the nodes of Korf's hundred
/// 4-by-4 boards, and take longer to prepare than to search those nodes.
const AUTOMATON: usize = 8;

impl Engine {
    /// The engine for a goal with its databases.
    ///
    /// # Panics
    ///
    /// If the databases are not for a goal of this dimension with the blank at this cell.
    pub fn new(goal: &Goal, databases: Databases) -> Self {
        let partition = databases.partition();
        let expected = (goal.dimension(), goal.home(0));
        assert_eq!((partition.dimension(), partition.blank()), expected, "databases of the goal");
        Self { goal: goal.clone(), databases, automaton: Automaton::new(AUTOMATON) }
    }

    /// The engine for a goal with the databases of [`Partition::quick`].
    ///
    /// # Errors
    ///
    /// If the board has more than five rows.
    pub fn quick(goal: &Goal) -> Result<Self, PartitionError> {
        let threads = thread::available_parallelism().map_or(1, NonZero::get);
        let databases = Databases::build(Partition::quick(goal)?, threads, &mut |_| ());
        Ok(Self::new(goal, databases))
    }

    /// The goal.
    pub fn goal(&self) -> &Goal {
        &self.goal
    }

    /// The databases.
    pub fn databases(&self) -> &Databases {
        &self.databases
    }

    /// Looks for a shortest solution, and expands at most `nodes` nodes. What it knows if they do
    /// not suffice is a lower bound, never a wrong count.
    ///
    /// # Panics
    ///
    /// If the board does not have the dimension of the goal.
    pub fn solve(&self, grid: &Grid, nodes: u64) -> SearchResult {
        let Self { goal, databases, automaton } = self;
        assert_eq!(grid.dimension(), goal.dimension(), "the dimension of the goal");
        if !puzzle::is_solvable(grid, goal) {
            return SearchResult { finding: Finding::NoSolution, expanded: 0 };
        }
        let home =
            |&tile: &Tile| u8::try_from(goal.home(tile)).expect("there are 25 cells at most");
        let tiles: Vec<u8> = grid.cells().iter().map(home).collect();
        let mut search = Search::new(databases, automaton, &tiles, grid.blank(), nodes);
        let mut limit = search.bound();
        let finding = loop {
            match search.within(limit) {
                // A solution is an even number of moves longer than the bound.
                BranchOutcome::Beyond => limit += 2,
                BranchOutcome::Exhausted => break Finding::AtLeast(limit.into()),
                BranchOutcome::Solved => {
                    let tile = |home| goal.grid().cells()[usize::from(home)];
                    break Finding::Solved(search.path().map(tile).collect());
                }
            }
        };
        SearchResult { finding, expanded: nodes - search.left() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::Arrangement;
    use crate::table::{Table, every_board};

    /// The count of every third board, and that the way leads to the goal.
    #[track_caller]
    fn check(n: usize, arrangement: Arrangement) {
        let goal = Goal::arranged(n, arrangement);
        let table = Table::new(&goal);
        let engine = Engine::quick(&goal).expect("a small board");
        for mut grid in every_board(n).step_by(3) {
            let answer = engine.solve(&grid, u64::MAX);
            let Some(moves) = table.moves(&grid) else {
                assert_eq!(answer, SearchResult { finding: Finding::NoSolution, expanded: 0 });
                continue;
            };
            let Finding::Solved(slides) = answer.finding else { panic!("{grid:?}: {answer:?}") };
            assert_eq!(slides.len(), moves, "{grid:?}");
            for tile in slides {
                let from = grid.slidable().find(|&cell| grid.cells()[cell] == tile);
                grid.slide(from.expect("a tile that slides touches the blank"));
            }
            assert_eq!(grid, *goal.grid());
        }
    }

    #[test]
    fn counts_are_those_of_the_table() {
        check(2, Arrangement::BlankLast);
        check(3, Arrangement::BlankLast);
    }

    /// The spiral of 3-by-3 is its own mirror image as far as the blank goes, and that of 2-by-2
    /// is not.
    #[test]
    fn other_goals_are_reached_as_well() {
        check(2, Arrangement::Spiral);
        check(3, Arrangement::BlankFirst);
        check(3, Arrangement::Spiral);
    }

    #[test]
    fn what_is_not_proven_is_a_lower_bound() {
        let goal = Goal::blank_last(3);
        let engine = Engine::quick(&goal).expect("a small board");
        let grid = Grid::new(&[vec![8, 6, 7], vec![2, 5, 4], vec![3, 0, 1]]).expect("a board");
        let solve = |nodes| engine.solve(&grid, nodes);
        let SearchResult { finding: Finding::Solved(slides), expanded } = solve(u64::MAX) else {
            panic!("not solved")
        };
        assert_eq!(slides.len(), 31);
        assert_eq!(solve(expanded).finding, Finding::Solved(slides));
        let SearchResult { finding: Finding::AtLeast(moves), expanded: fewer } =
            solve(expanded - 1)
        else {
            panic!("solved with fewer nodes")
        };
        assert_eq!((moves, fewer), (31, expanded - 1));
        let SearchResult { finding: Finding::AtLeast(moves), expanded: 0 } = solve(0) else {
            panic!("solved with no nodes")
        };
        assert!(moves < 31);
    }
}
