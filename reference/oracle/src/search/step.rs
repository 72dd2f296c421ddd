use std::fmt;

use super::report::{SearchOutcome, SearchReport, Statistics};
use super::space::Space;

/// A search in progress.
pub trait StepwiseSearch {
    /// The search space.
    type Space: Space;

    /// Makes the next step and describes it. After the end, repeats the final step.
    fn step(&mut self) -> SearchStep<'_, Self::Space>;

    /// Returns the outcome, or `None` if the search is still running.
    fn outcome(&self) -> Option<&SearchOutcome<<Self::Space as Space>::Action>>;

    /// Returns the statistics so far.
    fn statistics(&self) -> Statistics;

    /// Returns the report, with `SearchOutcome::GaveUp` if the search is still running.
    fn into_report(self) -> SearchReport<<Self::Space as Space>::Action>;

    /// Returns the status of the search.
    fn status(&self) -> SearchStatus {
        match self.outcome() {
            None => SearchStatus::Running,
            Some(SearchOutcome::Solved(_)) => SearchStatus::Success,
            Some(SearchOutcome::NoSolution | SearchOutcome::Beyond(_) | SearchOutcome::GaveUp) => {
                SearchStatus::Failure
            }
        }
    }

    /// Runs the search to the end.
    fn run(mut self) -> SearchReport<<Self::Space as Space>::Action>
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
pub enum SearchStatus {
    /// The search has not ended.
    Running,
    /// The search reached a goal.
    Success,
    /// The search ended without a goal: none is reachable, or it hit a limit.
    Failure,
}

impl fmt::Display for SearchStatus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Running => "RUNNING",
            Self::Success => "SUCCESS",
            Self::Failure => "FAILURE",
        })
    }
}

/// An event in a search step.
pub enum SearchStep<'a, S: Space> {
    /// A node was examined and expanded.
    Expanded(Visit<'a, S>),
    /// A node was not expanded, because it is at or beyond the round's bound, or closes a cycle. This only happens in
    /// depth-first searches.
    Cut(Visit<'a, S>),
    /// A round ended without a goal. The next has this bound.
    Deepened(usize),
    /// The search has ended.
    Ended(&'a SearchOutcome<S::Action>),
}

/// An examined node.
pub struct Visit<'a, S: Space> {
    /// The state.
    pub state: &'a S::State,
    /// The number of actions from the start.
    pub depth: usize,
    /// The total cost of these actions.
    pub cost: usize,
    /// The priority: see [`ExpansionOrder`](super::ExpansionOrder) and [`DepthBound`](super::DepthBound).
    pub priority: usize,
    /// The children of an expanded node, in the order to try them.
    pub children: &'a [Child<S::Action>],
}

/// A child of an expanded node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Child<A> {
    /// The action that leads to the child.
    pub action: A,
    /// What happened to the child.
    pub fate: ChildFate,
}

/// The fate of a child when its parent is expanded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChildFate {
    /// Added to the frontier with this priority.
    Queued(usize),
    /// Dropped, because a known path to the same state costs no more.
    Known,
    /// Deferred, because a depth-first search generates children later.
    Later,
}
