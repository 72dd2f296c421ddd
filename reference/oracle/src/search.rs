//! Searches for a path from a state to a goal.
//!
//! A search explores any [`Space`], which defines the actions in each state and their effects. [`Sliding`] is the
//! puzzle's search space, for any goal and any heuristic.
//!
//! Every [`Algorithm`] is a variant of one of two kinds:
//!
//! * [`GraphSearch`] stores every generated state: A*, Dijkstra's algorithm, greedy best-first and
//!   breadth-first search.
//! * [`DepthFirst`] stores only the current path: depth-first search, iterative deepening and IDA*.
//!
//! Both kinds run step by step ([`StepwiseSearch::step`]), collect the same [`Statistics`], respect a [`Limit`], and end in an
//! [`SearchOutcome`] that contains only proven facts.
//!
//! ```
//! use oracle::heuristic::Manhattan;
//! use oracle::puzzle::{Goal, Grid};
//! use oracle::search::{Algorithm, Limit, run};
//!
//! let grid = Grid::new(&[vec![0, 1, 3], vec![4, 2, 5], vec![7, 8, 6]])?;
//! let goal = Goal::blank_last(3);
//! let report = run(Algorithm::AStar, &Manhattan::new(&goal), &grid, &goal, Limit::NONE)?;
//! assert_eq!(report.path().map(<[_]>::len), Some(4));
//! assert_eq!(report.statistics.expanded, 4);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod algorithm;
mod any;
mod depth_first;
mod frontier;
mod graph;
pub mod ida_star;
mod report;
mod sliding;
mod space;
mod step;

pub use algorithm::{Algorithm, UnknownAlgorithm};
pub use any::{AnySearch, OtherDimension, run};
pub use depth_first::{DepthBound, DepthFirst};
pub use frontier::ExpansionOrder;
pub use graph::GraphSearch;
pub use report::{Limit, Round, SearchOutcome, SearchReport, Statistics};
pub use sliding::{HeuristicState, Sliding, boards_along};
pub use space::Space;
pub use step::{Child, ChildFate, SearchStatus, SearchStep, StepwiseSearch, Visit};

#[cfg(test)]
mod test_graph;
#[cfg(test)]
mod tests;
