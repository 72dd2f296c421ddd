use super::Heuristic;
use crate::puzzle::{Grid, Slide};

/// The sum of two bounds, admissible only if no move is counted twice.
#[derive(Clone, Debug)]
pub struct Sum<A, B>(pub A, pub B);

/// The maximum of two bounds, admissible if both are.
#[derive(Clone, Debug)]
pub struct Max<A, B>(pub A, pub B);

impl<A: Heuristic, B: Heuristic> Heuristic for Sum<A, B> {
    type State = (A::State, B::State);

    fn initial_state(&self, grid: &Grid) -> Self::State {
        (self.0.initial_state(grid), self.1.initial_state(grid))
    }

    fn state_after(&self, before: &Self::State, grid: &Grid, slide: Slide) -> Self::State {
        (self.0.state_after(&before.0, grid, slide), self.1.state_after(&before.1, grid, slide))
    }

    fn bound(&self, state: &Self::State) -> usize {
        self.0.bound(&state.0) + self.1.bound(&state.1)
    }
}

impl<A: Heuristic, B: Heuristic> Heuristic for Max<A, B> {
    type State = (A::State, B::State);

    fn initial_state(&self, grid: &Grid) -> Self::State {
        (self.0.initial_state(grid), self.1.initial_state(grid))
    }

    fn state_after(&self, before: &Self::State, grid: &Grid, slide: Slide) -> Self::State {
        (self.0.state_after(&before.0, grid, slide), self.1.state_after(&before.1, grid, slide))
    }

    fn bound(&self, state: &Self::State) -> usize {
        self.0.bound(&state.0).max(self.1.bound(&state.1))
    }
}
