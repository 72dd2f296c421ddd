use std::hash::Hash;

/// States, and actions that lead from one state to another.
///
/// Actions change a state in place and can be undone, so a depth-first search needs only one. Searches that store
/// states need to clone them.
pub trait Space {
    /// A state. Equality must not depend on the path to it.
    type State: Clone + Eq + Hash;

    /// An action that is possible in a state.
    type Action: Clone;

    /// The data for undoing an action.
    type Undo;

    /// Returns the possible actions in a state, in the order to try them.
    fn actions(&self, state: &Self::State) -> impl Iterator<Item = Self::Action>;

    /// Applies an action, which must be possible in this state.
    fn apply(&self, state: &mut Self::State, action: &Self::Action) -> Self::Undo;

    /// Undoes the latest action that has not yet been undone.
    fn undo(&self, state: &mut Self::State, undo: Self::Undo);

    /// Returns `true` if the state is a goal.
    fn is_goal(&self, state: &Self::State) -> bool;

    /// Returns the cost of an action, which must be at least 1. If costs could be 0, [`DepthFirst`](super::DepthFirst)
    /// might never leave a cycle.
    fn cost(&self, _: &Self::Action) -> usize {
        1
    }

    /// Returns a lower bound on the cost from a state to a goal, or [`usize::MAX`] if no goal is reachable.
    ///
    /// It must be *admissible*: never above the real cost. Otherwise, A* and IDA* may miss the cheapest path. It need
    /// not be consistent.
    fn estimate(&self, _: &Self::State) -> usize {
        0
    }

    /// Returns `true` if `next` merely undoes the preceding action `last`. Searches skip such actions. `false` is
    /// always correct, but may cost time.
    fn takes_back(&self, _last: &Self::Action, _next: &Self::Action) -> bool {
        false
    }
}

impl<S: Space> Space for &S {
    type State = S::State;
    type Action = S::Action;
    type Undo = S::Undo;

    fn actions(&self, state: &S::State) -> impl Iterator<Item = S::Action> {
        (**self).actions(state)
    }

    fn apply(&self, state: &mut S::State, action: &S::Action) -> S::Undo {
        (**self).apply(state, action)
    }

    fn undo(&self, state: &mut S::State, undo: S::Undo) {
        (**self).undo(state, undo);
    }

    fn is_goal(&self, state: &S::State) -> bool {
        (**self).is_goal(state)
    }

    fn cost(&self, action: &S::Action) -> usize {
        (**self).cost(action)
    }

    fn estimate(&self, state: &S::State) -> usize {
        (**self).estimate(state)
    }

    fn takes_back(&self, last: &S::Action, next: &S::Action) -> bool {
        (**self).takes_back(last, next)
    }
}
