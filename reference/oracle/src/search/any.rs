//! Searches whose algorithm is chosen at run time.

use std::error::Error;
use std::fmt;

use super::algorithm::Algorithm;
use super::depth_first::{DepthBound, DepthFirst};
use super::frontier::ExpansionOrder;
use super::graph::GraphSearch;
use super::report::{Limit, SearchOutcome, SearchReport, Statistics};
use super::sliding::{Blind, Sliding};
use super::space::Space;
use super::step::{SearchStep, StepwiseSearch};
use crate::heuristic::Heuristic;
use crate::puzzle::{Goal, Grid, Slide};

/// A search with any [`Algorithm`].
pub enum AnySearch<S: Space> {
    /// A search that stores every state.
    Graph(GraphSearch<S>),
    /// A search that stores only the current path.
    DepthFirst(DepthFirst<S>),
}

impl<S: Space> AnySearch<S> {
    /// Creates a search from `start`.
    pub fn new(algorithm: Algorithm, space: S, start: S::State, limit: Limit) -> Self {
        let graph = |space, start, order| Self::Graph(GraphSearch::new(space, start, order, limit));
        let depth_first =
            |space, start, rule| Self::DepthFirst(DepthFirst::new(space, start, rule, limit));
        match algorithm {
            Algorithm::AStar => graph(space, start, ExpansionOrder::AStar),
            Algorithm::Dijkstra => graph(space, start, ExpansionOrder::Dijkstra),
            Algorithm::BreadthFirst => graph(space, start, ExpansionOrder::BreadthFirst),
            Algorithm::Greedy => graph(space, start, ExpansionOrder::Greedy),
            Algorithm::DepthFirst => depth_first(space, start, DepthBound::DepthFirst),
            Algorithm::IterativeDeepening => {
                depth_first(space, start, DepthBound::IterativeDeepening)
            }
            Algorithm::IdaStar => depth_first(space, start, DepthBound::IdaStar),
        }
    }
}

impl<S: Space> StepwiseSearch for AnySearch<S> {
    type Space = S;

    fn step(&mut self) -> SearchStep<'_, S> {
        match self {
            Self::Graph(search) => search.step(),
            Self::DepthFirst(search) => search.step(),
        }
    }

    fn outcome(&self) -> Option<&SearchOutcome<S::Action>> {
        match self {
            Self::Graph(search) => search.outcome(),
            Self::DepthFirst(search) => search.outcome(),
        }
    }

    fn statistics(&self) -> Statistics {
        match self {
            Self::Graph(search) => search.statistics(),
            Self::DepthFirst(search) => search.statistics(),
        }
    }

    fn into_report(self) -> SearchReport<S::Action> {
        match self {
            Self::Graph(search) => search.into_report(),
            Self::DepthFirst(search) => search.into_report(),
        }
    }
}

/// Searches for a path from a board to a goal. The heuristic must be for the same goal, and may be ignored by the
/// algorithm.
///
/// Does not check whether the board is solvable. If it may be unsolvable, set a limit; see [`SearchOutcome`].
///
/// # Errors
///
/// Returns an error if the dimensions of the board and the goal differ.
pub fn run<H: Heuristic>(
    algorithm: Algorithm,
    heuristic: &H,
    grid: &Grid,
    goal: &Goal,
    limit: Limit,
) -> Result<SearchReport<Slide>, OtherDimension> {
    OtherDimension::check(grid, goal)?;
    Ok(if algorithm.uses_heuristic() {
        run_with(algorithm, heuristic, grid, goal, limit)
    } else {
        run_with(algorithm, &Blind, grid, goal, limit)
    })
}

/// Like [`run`], but requires equal dimensions.
fn run_with<H: Heuristic>(
    algorithm: Algorithm,
    heuristic: &H,
    grid: &Grid,
    goal: &Goal,
    limit: Limit,
) -> SearchReport<Slide> {
    let space = Sliding::new(goal, heuristic);
    let start = space.position(grid.clone());
    AnySearch::new(algorithm, space, start, limit).run()
}

/// The error for a board and a goal with different dimensions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OtherDimension {
    /// The number of rows of the board.
    pub board: usize,
    /// The number of rows of the goal.
    pub goal: usize,
}

impl OtherDimension {
    /// Returns an error if the dimensions differ.
    pub(crate) fn check(grid: &Grid, goal: &Goal) -> Result<(), Self> {
        let (board, goal) = (grid.dimension(), goal.dimension());
        if board == goal { Ok(()) } else { Err(Self { board, goal }) }
    }
}

impl fmt::Display for OtherDimension {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { board, goal } = self;
        write!(f, "a board of {board} rows cannot become a goal of {goal} rows")
    }
}

impl Error for OtherDimension {}
