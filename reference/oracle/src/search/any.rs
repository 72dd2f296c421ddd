//! A search that is chosen when the program runs.

use std::error::Error;
use std::fmt;

use super::algorithm::Algorithm;
use super::depth_first::{DepthFirst, Rule};
use super::graph::GraphSearch;
use super::open::Order;
use super::report::{Limit, Outcome, Report, Statistics};
use super::sliding::{Blind, Sliding};
use super::space::Space;
use super::step::{Search, Step};
use crate::heuristic::Heuristic;
use crate::puzzle::{Goal, Grid, Slide};

/// A search by any [`Algorithm`].
pub enum AnySearch<S: Space> {
    /// One that remembers every state.
    Graph(GraphSearch<S>),
    /// One that remembers the way that it stands on.
    DepthFirst(DepthFirst<S>),
}

impl<S: Space> AnySearch<S> {
    /// The search from `start` that has not made a step yet.
    pub fn new(algorithm: Algorithm, space: S, start: S::State, limit: Limit) -> Self {
        let graph = |space, start, order| Self::Graph(GraphSearch::new(space, start, order, limit));
        let depth_first =
            |space, start, rule| Self::DepthFirst(DepthFirst::new(space, start, rule, limit));
        match algorithm {
            Algorithm::AStar => graph(space, start, Order::AStar),
            Algorithm::Dijkstra => graph(space, start, Order::Dijkstra),
            Algorithm::BreadthFirst => graph(space, start, Order::BreadthFirst),
            Algorithm::Greedy => graph(space, start, Order::Greedy),
            Algorithm::DepthFirst => depth_first(space, start, Rule::DepthFirst),
            Algorithm::IterativeDeepening => depth_first(space, start, Rule::IterativeDeepening),
            Algorithm::IdaStar => depth_first(space, start, Rule::IdaStar),
        }
    }
}

impl<S: Space> Search for AnySearch<S> {
    type Space = S;

    fn step(&mut self) -> Step<'_, S> {
        match self {
            Self::Graph(search) => search.step(),
            Self::DepthFirst(search) => search.step(),
        }
    }

    fn outcome(&self) -> Option<&Outcome<S::Action>> {
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

    fn into_report(self) -> Report<S::Action> {
        match self {
            Self::Graph(search) => search.into_report(),
            Self::DepthFirst(search) => search.into_report(),
        }
    }
}

/// Searches for a way from a board to a goal and reports it. The heuristic must be of that goal;
/// an algorithm that uses none does not ask it.
///
/// Whether there is a way at all is not looked up before, so a limit is in place where the board
/// may have no solution: see [`Outcome`].
///
/// # Errors
///
/// If the board is not of the goal's dimension.
pub fn run<H: Heuristic>(
    algorithm: Algorithm,
    heuristic: &H,
    grid: &Grid,
    goal: &Goal,
    limit: Limit,
) -> Result<Report<Slide>, OtherDimension> {
    OtherDimension::check(grid, goal)?;
    Ok(if algorithm.uses_heuristic() {
        run_with(algorithm, heuristic, grid, goal, limit)
    } else {
        run_with(algorithm, &Blind, grid, goal, limit)
    })
}

/// As [`run`], with the dimensions checked and the heuristic asked.
fn run_with<H: Heuristic>(
    algorithm: Algorithm,
    heuristic: &H,
    grid: &Grid,
    goal: &Goal,
    limit: Limit,
) -> Report<Slide> {
    let space = Sliding::new(goal, heuristic);
    let start = space.position(grid.clone());
    AnySearch::new(algorithm, space, start, limit).run()
}

/// A board and a goal that are not of the same dimension, so that there can be no way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OtherDimension {
    /// The rows of the board.
    pub board: usize,
    /// The rows of the goal.
    pub goal: usize,
}

impl OtherDimension {
    /// An error if the two are not of the same dimension.
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
