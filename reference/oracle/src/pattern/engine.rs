//! Optimal solutions with pattern databases.

use std::num::NonZero;
use std::thread;

use slider::Tile;

use super::automaton::Automaton;
use super::databases::Databases;
use super::partition::{TilePartition, TilePartitionError};
use super::search::{BranchOutcome, PatternSearch};
use crate::puzzle::{self, Goal, Grid};

/// The result of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchResult {
    /// A solution, or a weaker proven fact.
    pub finding: SearchFinding,
    /// The number of expanded nodes.
    pub expanded: u64,
}

/// A fact that a search proved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SearchFinding {
    /// The tiles to slide for an optimal solution, in order.
    Solved(Vec<Tile>),
    /// The board cannot reach the goal.
    NoSolution,
    /// The search gave up. Every solution has at least this many moves.
    AtLeast(usize),
}

/// Finds optimal solutions for a goal.
///
/// This is IDA* (R. E. Korf, "Depth-first iterative-deepening: an optimal admissible tree search", Artificial
/// Intelligence 27, 1985). The heuristic is the sum over the databases, for the board or for its mirror image if that
/// is greater. The automaton prunes redundant moves.
#[derive(Debug)]
pub struct Engine {
    goal: Goal,
    databases: Databases,
    automaton: Automaton,
}

/// The length of the recognized redundant sequences, in moves. With two more, the search would expand a twelfth fewer
/// nodes on Korf's hundred 4-by-4 boards, but building the automaton would take longer than that.
const AUTOMATON: usize = 8;

impl Engine {
    /// Creates an engine for a goal.
    ///
    /// # Panics
    ///
    /// Panics if the databases are for another dimension or another home of the blank.
    pub fn new(goal: &Goal, databases: Databases) -> Self {
        let partition = databases.partition();
        let expected = (goal.dimension(), goal.home(0));
        assert_eq!((partition.dimension(), partition.blank()), expected, "databases of the goal");
        Self { goal: goal.clone(), databases, automaton: Automaton::new(AUTOMATON) }
    }

    /// Creates an engine for a goal with the databases of [`TilePartition::quick`].
    ///
    /// # Errors
    ///
    /// Returns an error if the board has more than five rows.
    pub fn quick(goal: &Goal) -> Result<Self, TilePartitionError> {
        let threads = thread::available_parallelism().map_or(1, NonZero::get);
        let databases = Databases::build(TilePartition::quick(goal)?, threads, &mut |_| ());
        Ok(Self::new(goal, databases))
    }

    /// Returns the goal.
    pub fn goal(&self) -> &Goal {
        &self.goal
    }

    /// Returns the databases.
    pub fn databases(&self) -> &Databases {
        &self.databases
    }

    /// Searches for an optimal solution, expanding at most `nodes` nodes. If that is not enough, the finding is a lower
    /// bound.
    ///
    /// # Panics
    ///
    /// Panics if the dimensions of the board and the goal differ.
    pub fn solve(&self, grid: &Grid, nodes: u64) -> SearchResult {
        let Self { goal, databases, automaton } = self;
        assert_eq!(grid.dimension(), goal.dimension(), "the dimension of the goal");
        if !puzzle::is_solvable(grid, goal) {
            return SearchResult { finding: SearchFinding::NoSolution, expanded: 0 };
        }
        let home =
            |&tile: &Tile| u8::try_from(goal.home(tile)).expect("there are at most 25 cells");
        let tiles: Vec<u8> = grid.cells().iter().map(home).collect();
        let mut search = PatternSearch::new(databases, automaton, &tiles, grid.blank(), nodes);
        let mut limit = search.larger_lower_bound();
        let finding = loop {
            match search.search_within(limit) {
                // The lengths of all solutions have the same parity.
                BranchOutcome::Beyond => limit += 2,
                BranchOutcome::Exhausted => break SearchFinding::AtLeast(limit.into()),
                BranchOutcome::Solved => {
                    let tile = |home| goal.grid().cells()[usize::from(home)];
                    break SearchFinding::Solved(search.path().map(tile).collect());
                }
            }
        };
        SearchResult { finding, expanded: nodes - search.nodes_left() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::Arrangement;
    use crate::table::{MovesTable, every_board};

    /// Checks every third board: the move count, and that the solution leads to the goal.
    #[track_caller]
    fn check(n: usize, arrangement: Arrangement) {
        let goal = Goal::arranged(n, arrangement);
        let table = MovesTable::new(&goal);
        let engine = Engine::quick(&goal).expect("a small board");
        for mut grid in every_board(n).step_by(3) {
            let answer = engine.solve(&grid, u64::MAX);
            let Some(moves) = table.moves(&grid) else {
                assert_eq!(
                    answer,
                    SearchResult { finding: SearchFinding::NoSolution, expanded: 0 }
                );
                continue;
            };
            let SearchFinding::Solved(slides) = answer.finding else {
                panic!("{grid:?}: {answer:?}")
            };
            assert_eq!(slides.len(), moves, "{grid:?}");
            for tile in slides {
                let from = grid.slidable().find(|&cell| grid.cells()[cell] == tile);
                grid.slide(from.expect("a sliding tile is next to the blank"));
            }
            assert_eq!(grid, *goal.grid());
        }
    }

    #[test]
    fn counts_match_the_table() {
        check(2, Arrangement::BlankLast);
        check(3, Arrangement::BlankLast);
    }

    /// In the spiral goal, the blank's home is on the diagonal for 3-by-3, but not for 2-by-2.
    #[test]
    fn other_goals_are_reached() {
        check(2, Arrangement::Spiral);
        check(3, Arrangement::BlankFirst);
        check(3, Arrangement::Spiral);
    }

    #[test]
    fn an_unfinished_search_returns_a_lower_bound() {
        let goal = Goal::blank_last(3);
        let engine = Engine::quick(&goal).expect("a small board");
        let grid = Grid::new(&[vec![8, 6, 7], vec![2, 5, 4], vec![3, 0, 1]]).expect("a board");
        let solve = |nodes| engine.solve(&grid, nodes);
        let SearchResult { finding: SearchFinding::Solved(slides), expanded } = solve(u64::MAX)
        else {
            panic!("not solved")
        };
        assert_eq!(slides.len(), 31);
        assert_eq!(solve(expanded).finding, SearchFinding::Solved(slides));
        let SearchResult { finding: SearchFinding::AtLeast(moves), expanded: fewer } =
            solve(expanded - 1)
        else {
            panic!("solved with fewer nodes")
        };
        assert_eq!((moves, fewer), (31, expanded - 1));
        let SearchResult { finding: SearchFinding::AtLeast(moves), expanded: 0 } = solve(0) else {
            panic!("solved with no nodes")
        };
        assert!(moves < 31);
    }
}
