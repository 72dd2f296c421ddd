//! The searches of three published tutorials as they are, with what is wrong in them.
//!
//! Each calls itself A*, and each finds solutions that are not the shortest. They are here so that
//! this can be shown on any board: students find these programs and hand them in. The boards are
//! expanded in the order of the published programs, ties included, so their counts and solutions
//! are the same; only slow lists are replaced by ones that give the same order faster.
//!
//! How many of the 181,440 solvable 3-by-3 boards each solves in more moves than it takes, by how
//! many at most, and the fewest moves of such a board:
//!
//! | program | longer | | at most by | from |
//! |---|---|---|---|---|
//! | [`Program::Python`] | 175,777 | 96.9 % | 172 | 7 moves |
//! | [`Program::CppAStar`] | 32,100 | 17.7 % | 4 | 12 moves |
//! | [`Program::CSharp`] | 13,697 | 7.5 % | 4 | 11 moves |

mod heapq;
mod open;
pub mod print;
mod program;

use std::collections::HashSet;

use self::open::OpenList;
pub use self::program::Program;
use self::program::ToGoal;
use crate::puzzle::{Goal, Grid};
use crate::search::OtherDimension;

/// A run of a program.
#[derive(Clone, Debug)]
pub struct Run {
    /// The program.
    pub program: Program,
    /// The nodes that it put on its open list, the start first.
    pub nodes: Vec<Node>,
    /// The nodes that it expanded: all that it took from its open list but the goal.
    pub expanded: u64,
    /// The end of the run.
    pub end: End,
}

/// A board on the open list, and the way to it.
#[derive(Clone, Debug)]
pub struct Node {
    /// The board.
    pub grid: Grid,
    /// The moves from the start.
    pub depth: usize,
    /// The number that the program compares.
    pub cost: usize,
    /// The place in [`Run::nodes`] of the node before; the start has none.
    pub parent: Option<usize>,
}

/// The end of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// It took the goal from its open list: the node at this place in [`Run::nodes`].
    Goal(usize),
    /// Its open list ran empty.
    Exhausted,
    /// It was not let go on.
    GaveUp,
}

/// Runs a program on a board and a goal. It gives up before it would expand more nodes than
/// `most_expanded`.
///
/// # Errors
///
/// If the board is not of the goal's dimension.
pub fn run(
    program: Program,
    start: &Grid,
    goal: &Goal,
    most_expanded: u64,
) -> Result<Run, OtherDimension> {
    OtherDimension::check(start, goal)?;
    let mut open = OpenList::new(program);
    let mut closed = HashSet::new();
    let to_goal = ToGoal::new(goal);
    let cost = program.cost(start, &to_goal, 0);
    let nodes = vec![Node { grid: start.clone(), depth: 0, cost, parent: None }];
    let mut run = Run { program, nodes, expanded: 0, end: End::Exhausted };
    open.push(cost, 0);
    if program.closes_when_generated() {
        closed.insert(start.clone());
    }
    while let Some(place) = open.pop() {
        let node = &run.nodes[place];
        if node.grid == *goal.grid() {
            run.end = End::Goal(place);
            break;
        }
        if run.expanded == most_expanded {
            run.end = End::GaveUp;
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
                open.push(cost, run.nodes.len());
                run.nodes.push(Node { grid: grid.clone(), depth, cost, parent: Some(place) });
            }
            grid.slide(blank);
        }
    }
    Ok(run)
}

impl Run {
    /// The boards of the solution from the start to the goal, if it was found.
    pub fn solution(&self) -> Option<Vec<Grid>> {
        let End::Goal(goal) = self.end else { return None };
        let places = std::iter::successors(Some(goal), |&place| self.nodes[place].parent);
        let mut boards: Vec<Grid> = places.map(|place| self.nodes[place].grid.clone()).collect();
        boards.reverse();
        Some(boards)
    }

    /// The moves of the solution, if it was found.
    pub fn moves(&self) -> Option<usize> {
        match self.end {
            End::Goal(goal) => Some(self.nodes[goal].depth),
            End::Exhausted | End::GaveUp => None,
        }
    }
}

#[cfg(test)]
mod tests;
