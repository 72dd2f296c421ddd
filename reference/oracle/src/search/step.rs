//! Searches that run step by step.

use std::fmt;

use super::report::{Outcome, Report, Statistics};
use super::space::Space;

/// A search in progress.
pub trait Search {
    /// The search space.
    type Space: Space;

    /// Makes the next step and returns a description of it. Once the search has ended, returns the final step again.
    fn step(&mut self) -> Step<'_, Self::Space>;

    /// Returns the outcome, or `None` if the search is still running.
    fn outcome(&self) -> Option<&Outcome<<Self::Space as Space>::Action>>;

    /// Returns the statistics so far.
    fn statistics(&self) -> Statistics;

    /// Returns the report. If the search is still running, ends it with `Outcome::GaveUp`.
    fn into_report(self) -> Report<<Self::Space as Space>::Action>;

    /// Returns the status of the search.
    fn status(&self) -> Status {
        match self.outcome() {
            None => Status::Running,
            Some(Outcome::Solved(_)) => Status::Success,
            Some(Outcome::NoSolution | Outcome::Beyond(_) | Outcome::GaveUp) => Status::Failure,
        }
    }

    /// Makes all remaining steps and returns the report.
    fn run(mut self) -> Report<<Self::Space as Space>::Action>
    where
        Self: Sized,
    {
        while self.outcome().is_none() {
            self.step();
        }
        self.into_report()
    }
}

/// The status of a search. The names are from a published C# pathfinder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// The search has not ended.
    Running,
    /// The search reached a goal.
    Success,
    /// The search ended without reaching a goal, because no goal is reachable or because it hit a limit.
    Failure,
}

impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Running => "RUNNING",
            Self::Success => "SUCCESS",
            Self::Failure => "FAILURE",
        })
    }
}

/// An event in a search step.
pub enum Step<'a, S: Space> {
    /// A node was examined and expanded.
    Expanded(Visit<'a, S>),
    /// A node was examined but not expanded, because it is at or beyond the round's bound, or closes a cycle. This
    /// happens only in depth-first searches.
    Cut(Visit<'a, S>),
    /// A round ended without finding a goal. The next round has this bound.
    Deepened(usize),
    /// The search has ended.
    Ended(&'a Outcome<S::Action>),
}

/// An examined node.
pub struct Visit<'a, S: Space> {
    /// The state.
    pub state: &'a S::State,
    /// The number of actions from the start.
    pub depth: usize,
    /// The total cost of these actions.
    pub cost: usize,
    /// The priority: see [`Order`](super::Order) and [`Rule`](super::Rule).
    pub priority: usize,
    /// The children of an expanded node, in the order in which to try them.
    pub children: &'a [Child<S::Action>],
}

/// A child of an expanded node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Child<A> {
    /// The action that leads to the child.
    pub action: A,
    /// The fate of the child.
    pub fate: Fate,
}

/// The fate of a child when its parent is expanded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// Added to the open list with this priority.
    Queued(usize),
    /// Dropped, because another known path to the same state costs no more.
    Known,
    /// Deferred, because a depth-first search generates children later.
    Later,
}
