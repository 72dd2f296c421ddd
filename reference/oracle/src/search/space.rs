//! The spaces that a search walks.

use std::hash::Hash;

/// States, and the actions that lead from one to another.
///
/// A state is changed in place by an action and changed back, so that a search that stands in one
/// place has one state; a search that remembers many clones it first.
pub trait Space {
    /// A state. Equal states are the same place, whichever way led there.
    type State: Clone + Eq + Hash;

    /// An action that is possible in a state.
    type Action: Clone;

    /// The data for undoing an action.
    type Undo;

    /// The actions that are possible in a state, in the order in which they are tried.
    fn actions(&self, state: &Self::State) -> impl Iterator<Item = Self::Action>;

    /// Does an action that is possible in this state.
    fn apply(&self, state: &mut Self::State, action: &Self::Action) -> Self::Undo;

    /// Takes back the last action that was done and is not taken back yet.
    fn undo(&self, state: &mut Self::State, undo: Self::Undo);

    /// Whether a state is one that is looked for.
    fn is_goal(&self, state: &Self::State) -> bool;

    /// The cost of an action: 1 or more. With 0, [`DepthFirst`](super::DepthFirst) might go in a
    /// circle for ever.
    fn cost(&self, _: &Self::Action) -> usize {
        1
    }

    /// A lower bound on the cost of the way from a state to a goal. [`usize::MAX`] says that there
    /// is none.
    ///
    /// It must be *admissible*, that is, never be more than the way really costs, or A* and IDA*
    /// may find a way that is not the cheapest. It need not be consistent.
    fn estimate(&self, _: &Self::State) -> usize {
        0
    }

    /// Whether `next`, done right after `last`, only takes it back. No search does that. The
    /// answer may always be `false`; that costs time but no solution.
    fn takes_back(&self, _last: &Self::Action, _next: &Self::Action) -> bool {
        false
    }
}

/// A borrowed space is a space, so that a search can also borrow it.
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
