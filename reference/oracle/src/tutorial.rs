//! The searches from three published tutorials, including their mistakes.
//!
//! The main search of each tutorial claims to be A*, but finds solutions that are not optimal. Students submit these
//! programs, so this module demonstrates their mistakes on any board. It expands boards in the same order, including
//! tie-breaking, so the counts and the solutions are the same. It only replaces slow lists with faster structures of
//! the same order.
//!
//! The table shows, for the 181,440 solvable 3-by-3 boards, how many get a solution that is not optimal, the maximum
//! number of additional moves, and the fewest optimal moves among these boards:
//!
//! | program | not optimal | share | additional moves | from |
//! |---|---|---|---|---|
//! | [`TutorialProgram::Python`] | 175,777 | 96.9 % | 172 | 7 moves |
//! | [`TutorialProgram::CppAStar`] | 32,100 | 17.7 % | 4 | 12 moves |
//! | [`TutorialProgram::CSharp`] | 13,697 | 7.5 % | 4 | 11 moves |

mod heapq;
pub mod print;
mod program;

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashSet};

use self::heapq::HeapQ;
use self::program::ToGoal;
pub use self::program::TutorialProgram;
use crate::puzzle::{Goal, Grid};
use crate::search::OtherDimension;

/// A run of a program.
#[derive(Clone, Debug)]
pub struct TutorialRun {
    /// The program.
    pub program: TutorialProgram,
    /// The nodes added to the frontier, beginning with the start.
    pub nodes: Vec<TutorialNode>,
    /// The number of expanded nodes: those taken from the frontier, except the goal.
    pub expanded: u64,
    /// How the run ended.
    pub end: TutorialEnd,
}

/// A board in the frontier, with the path that reached it.
#[derive(Clone, Debug)]
pub struct TutorialNode {
    /// The board.
    pub grid: Grid,
    /// The number of moves from the start.
    pub depth: usize,
    /// The priority that the program computes.
    pub cost: usize,
    /// The index of the parent in [`TutorialRun::nodes`], or `None` for the start.
    pub parent: Option<usize>,
}

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TutorialEnd {
    /// The program took the goal, with this index in [`TutorialRun::nodes`], from the frontier.
    Goal(usize),
    /// The frontier is empty.
    Exhausted,
    /// The program reached the limit on expanded nodes.
    GaveUp,
}

/// Runs a program on a board and a goal. Gives up before expanding more than `most_expanded` nodes.
///
/// # Errors
///
/// Returns an error if the dimensions of the board and the goal differ.
pub fn run(
    program: TutorialProgram,
    start: &Grid,
    goal: &Goal,
    most_expanded: u64,
) -> Result<TutorialRun, OtherDimension> {
    OtherDimension::check(start, goal)?;
    let mut frontier = TutorialFrontier::new(program);
    let mut closed = HashSet::new();
    let to_goal = ToGoal::new(goal);
    let cost = program.cost(start, &to_goal, 0);
    let nodes = vec![TutorialNode { grid: start.clone(), depth: 0, cost, parent: None }];
    let mut run = TutorialRun { program, nodes, expanded: 0, end: TutorialEnd::Exhausted };
    frontier.push(cost, 0);
    if program.closes_when_generated() {
        closed.insert(start.clone());
    }
    while let Some(place) = frontier.pop() {
        let node = &run.nodes[place];
        if node.grid == *goal.grid() {
            run.end = TutorialEnd::Goal(place);
            break;
        }
        if run.expanded == most_expanded {
            run.end = TutorialEnd::GaveUp;
            break;
        }
        run.expanded += 1;
        let (mut grid, depth) = (node.grid.clone(), node.depth + 1);
        if !program.closes_when_generated() {
            closed.insert(grid.clone());
        }
        let blank = grid.blank();
        for from in program.slidable(&grid) {
            grid.slide(from);
            let is_new = if program.closes_when_generated() {
                closed.insert(grid.clone())
            } else {
                !closed.contains(&grid)
            };
            if is_new {
                let cost = program.cost(&grid, &to_goal, depth);
                frontier.push(cost, run.nodes.len());
                run.nodes.push(TutorialNode {
                    grid: grid.clone(),
                    depth,
                    cost,
                    parent: Some(place),
                });
            }
            grid.slide(blank);
        }
    }
    Ok(run)
}

impl TutorialRun {
    /// Returns the boards of the solution from the start to the goal, if a solution was found.
    pub fn solution(&self) -> Option<Vec<Grid>> {
        let TutorialEnd::Goal(goal) = self.end else { return None };
        let places = std::iter::successors(Some(goal), |&place| self.nodes[place].parent);
        let mut boards: Vec<Grid> = places.map(|place| self.nodes[place].grid.clone()).collect();
        boards.reverse();
        Some(boards)
    }

    /// Returns the number of moves in the solution, if a solution was found.
    pub fn moves(&self) -> Option<usize> {
        match self.end {
            TutorialEnd::Goal(goal) => Some(self.nodes[goal].depth),
            TutorialEnd::Exhausted | TutorialEnd::GaveUp => None,
        }
    }
}

/// The nodes in the frontier.
enum TutorialFrontier {
    /// The earliest node of minimum cost comes first. Removals from the original list keep its order, so a heap of
    /// costs and indices is equivalent.
    Ordered(BinaryHeap<Reverse<(usize, usize)>>),
    /// Python's heap, with tie-breaking that depends on all previous operations.
    HeapQ(HeapQ),
}

impl TutorialFrontier {
    fn new(program: TutorialProgram) -> Self {
        match program {
            TutorialProgram::Python => Self::HeapQ(HeapQ::default()),
            _ => Self::Ordered(BinaryHeap::new()),
        }
    }

    fn push(&mut self, cost: usize, place: usize) {
        match self {
            Self::Ordered(heap) => heap.push(Reverse((cost, place))),
            Self::HeapQ(heap) => heap.push(cost, place),
        }
    }

    fn pop(&mut self) -> Option<usize> {
        match self {
            Self::Ordered(heap) => heap.pop().map(|Reverse((_, place))| place),
            Self::HeapQ(heap) => heap.pop(),
        }
    }
}

#[cfg(test)]
mod tests;
