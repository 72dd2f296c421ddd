//! A search, one step at a time.

use std::fmt;

use super::report::{Outcome, Report, Statistics};
use super::space::Space;

/// A search under way.
pub trait Search {
    /// The space that is searched.
    type Space: Space;

    /// Does the next step and tells what it was. Once the search has ended, each further call
    /// tells that again.
    fn step(&mut self) -> Step<'_, Self::Space>;

    /// The outcome of the search, or `None` while it runs.
    fn outcome(&self) -> Option<&Outcome<<Self::Space as Space>::Action>>;

    /// Its counts so far.
    fn statistics(&self) -> Statistics;

    /// The report of a search that has ended; of another, as if it were given up now.
    fn into_report(self) -> Report<<Self::Space as Space>::Action>;

    /// The state of the search.
    fn status(&self) -> Status {
        match self.outcome() {
            None => Status::Running,
            Some(Outcome::Solved(_)) => Status::Success,
            Some(Outcome::NoSolution | Outcome::Beyond(_) | Outcome::GaveUp) => Status::Failure,
        }
    }

    /// Takes all steps.
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

/// The state of a search, in the words of a published C# pathfinder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// There are steps to do.
    Running,
    /// A goal is reached.
    Success,
    /// It has ended without one: there is none, or a limit came first.
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

/// The result of a step.
pub enum Step<'a, S: Space> {
    /// A node was looked at and expanded.
    Expanded(Visit<'a, S>),
    /// A node was looked at and not expanded: it is at or beyond the bound of the round, or the
    /// way has been there before. Only depth-first searches do that.
    Cut(Visit<'a, S>),
    /// A round found no goal, and the next begins with this bound.
    Deepened(usize),
    /// The search has ended.
    Ended(&'a Outcome<S::Action>),
}

/// A node that was looked at.
pub struct Visit<'a, S: Space> {
    /// Its state.
    pub state: &'a S::State,
    /// The actions from the start.
    pub depth: usize,
    /// The cost of these actions.
    pub cost: usize,
    /// The priority by which its turn came: see [`Order`](super::Order) and [`Rule`](super::Rule).
    pub priority: usize,
    /// Its children, if it was expanded, in the order in which they are tried.
    pub children: &'a [Child<S::Action>],
}

/// A child of an expanded node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Child<A> {
    /// The action that leads to it.
    pub action: A,
    /// Its fate.
    pub fate: Fate,
}

/// The fate of a child when its parent was expanded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// It was put on the open list with this priority.
    Queued(usize),
    /// It was dropped, because a way to its state is known that is no worse.
    Known,
    /// It will be made when its turn comes: the search is a depth-first one.
    Later,
}
