/// The limits of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limit {
    /// The maximum number of expanded nodes. A search that needs to expand more gives up.
    pub expanded: u64,
    /// The maximum bound of a [`DepthFirst`](super::DepthFirst) search: the depth or, for IDA*, the cost. Graph
    /// searches ignore it.
    pub bound: usize,
}

impl Limit {
    /// No limit. The search may never terminate; see [`SearchOutcome`].
    pub const NONE: Self = Self { expanded: u64::MAX, bound: usize::MAX };

    /// Limits the number of expanded nodes.
    pub const fn expanded(nodes: u64) -> Self {
        Self { expanded: nodes, ..Self::NONE }
    }

    /// Sets the maximum bound.
    #[must_use]
    pub const fn with_bound(self, bound: usize) -> Self {
        Self { bound, ..self }
    }
}

impl Default for Limit {
    fn default() -> Self {
        Self::NONE
    }
}

/// The outcome of a search.
///
/// If there is no solution, a [`GraphSearch`](super::GraphSearch) and depth-first search without a bound prove this in
/// any finite space. Iterative deepening needs to try every acyclic path, which is infeasible even for 3-by-3. IDA* proves it only in
/// an acyclic space. To check whether a board is solvable, use [`puzzle::is_solvable`](crate::puzzle::is_solvable),
/// which needs no search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SearchOutcome<A> {
    /// These actions reach a goal.
    Solved(Vec<A>),
    /// The goal is unreachable: all reachable states were examined, or the estimate of the start is infinite.
    NoSolution,
    /// No path within the bound leads to a goal. Contains a lower bound for longer paths, in moves or, for IDA*, cost.
    Beyond(usize),
    /// The search reached the limit on expanded nodes, so nothing is known.
    GaveUp,
}

/// The statistics of a search.
///
/// A *node* is a state with a path to it, so several nodes may have the same state. To *expand* a node is to find that
/// it is not a goal, and to determine its children. Children that undo the previous action are omitted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    /// The number of nodes expanded in all rounds. A state counts every time it is expanded.
    pub expanded: u64,
    /// The number of nodes generated in all rounds, not counting the start node. A graph search generates all children
    /// when it expands a node, even those with known states. A depth-first search generates a child only when it enters
    /// it.
    pub generated: u64,
    /// How often a state was expanded again on a cheaper path. This only happens in A* with an inconsistent heuristic.
    pub reopened: u64,
    /// The maximum number of stored nodes. A graph search counts the frontier, including stale nodes, at the start and
    /// after expansions. A depth-first search counts the current path, including both ends.
    pub largest: usize,
    /// The maximum depth of a generated node, in actions from the start.
    pub deepest: usize,
}

/// A round of an iterative-deepening search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Round {
    /// The number of moves or, for IDA*, the cost so far plus the estimate, up to which nodes were expanded.
    pub bound: usize,
    /// The number of nodes expanded.
    pub expanded: u64,
    /// The number of nodes generated, not counting the start.
    pub generated: u64,
}

/// The result of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchReport<A> {
    /// Whether a solution was found, and if not, what this proves.
    pub outcome: SearchOutcome<A>,
    /// The statistics.
    pub statistics: Statistics,
    /// The rounds, including the current one. Depth-first search has one round, and graph searches have none.
    pub rounds: Vec<Round>,
}

impl<A> SearchOutcome<A> {
    /// Returns the actions that reach a goal, if the search found any.
    pub fn path(&self) -> Option<&[A]> {
        match self {
            Self::Solved(path) => Some(path),
            Self::NoSolution | Self::Beyond(_) | Self::GaveUp => None,
        }
    }
}

impl<A> SearchReport<A> {
    /// Returns the actions that reach a goal, if the search found any.
    pub fn path(&self) -> Option<&[A]> {
        self.outcome.path()
    }
}
