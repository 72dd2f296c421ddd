//! The end of a search, and its cost.

/// The limits of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limit {
    /// The most nodes that it may expand. One more, and it gives up.
    pub expanded: u64,
    /// The greatest bound of a [`DepthFirst`](super::DepthFirst) search: moves for depth-first
    /// search and iterative deepening, costs for IDA*. Other searches do not look at it.
    pub bound: usize,
}

impl Limit {
    /// No limit at all. A search then takes as long and as much memory as it takes, and some never
    /// end: see [`Outcome`].
    pub const NONE: Self = Self { expanded: u64::MAX, bound: usize::MAX };

    /// A limit on the nodes that are expanded.
    pub const fn expanded(nodes: u64) -> Self {
        Self { expanded: nodes, ..Self::NONE }
    }

    /// This limit, with a greatest bound as well.
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

/// The end of a search.
///
/// If there is no solution, a [`GraphSearch`](super::GraphSearch) of a finite space finds that out,
/// as does a depth-first search or iterative deepening, but only after every way without a circle
/// has been tried: at 3-by-3 that is never. IDA* finds it out only in a space without circles.
/// Whether a board has a solution is better asked of
/// [`puzzle::is_solvable`](crate::puzzle::is_solvable), which needs no search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome<A> {
    /// A goal is reached by these actions.
    Solved(Vec<A>),
    /// There is no way to a goal: proven, because all that can be reached has been looked at.
    NoSolution,
    /// There is no way to a goal within the limit's bound, whether there is a longer one or not.
    /// Given is what one takes at least: moves, or costs for IDA*.
    Beyond(usize),
    /// The limit on expanded nodes came first. Nothing is known.
    GaveUp,
}

/// The counts of a search.
///
/// A *node* is a state together with one way to it, so a state may be several nodes. A node is
/// *expanded* when it has been looked at, is no goal and its children are then known. No node has
/// a child that only takes back the action that led to it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    /// The nodes that were expanded, over all rounds. A state that is expanded again for a cheaper
    /// way to it, or in another round, is counted again.
    pub expanded: u64,
    /// The nodes that were made, over all rounds, without the start. A graph search makes all
    /// children of a node when it expands it, and those count that turn out to be known. A
    /// depth-first search makes a child when its turn comes.
    pub generated: u64,
    /// The expansions of a state that had been expanded before and was reached in a cheaper way.
    /// That happens to A* alone, and only if its heuristic is not consistent.
    pub reopened: u64,
    /// The most nodes that were waiting at a time. Of a graph search that is the length of its
    /// open list, with nodes that a cheaper way has made void, after a node was expanded or at the
    /// start. Of a depth-first search it is the nodes of the way it stood on, start and end
    /// included.
    pub largest: usize,
    /// The depth of the deepest node that was made, in actions from the start.
    pub deepest: usize,
}

/// One round of a search that deepens.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Round {
    /// No node beyond it was expanded: moves, or for IDA* the cost so far plus the estimate.
    pub bound: usize,
    /// The nodes that were expanded in this round.
    pub expanded: u64,
    /// The nodes that were made in this round, without the start.
    pub generated: u64,
}

/// All that is known of a search when it has ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report<A> {
    /// The end of the search.
    pub outcome: Outcome<A>,
    /// Its counts.
    pub statistics: Statistics,
    /// The rounds of a depth-first search, the last one included; a search that does not deepen
    /// has one. A graph search has none.
    pub rounds: Vec<Round>,
}

impl<A> Outcome<A> {
    /// The actions that lead to a goal, if one was found.
    pub fn path(&self) -> Option<&[A]> {
        match self {
            Self::Solved(path) => Some(path),
            Self::NoSolution | Self::Beyond(_) | Self::GaveUp => None,
        }
    }
}

impl<A> Report<A> {
    /// The actions that lead to a goal, if one was found.
    pub fn path(&self) -> Option<&[A]> {
        self.outcome.path()
    }
}
