use std::rc::Rc;

use oracle::heuristic::{AnyHeuristic, AnyState};
use oracle::puzzle::{Goal, Grid, Slide};
use oracle::search::{HeuristicState, Sliding, Space};

use super::heuristics::Shared;

/// A version of [`Sliding`] that owns the goal and the heuristic, so that it can be stored.
#[derive(Clone)]
pub(crate) struct OwnedSliding {
    goal: Rc<Goal>,
    heuristic: Shared,
    weight: usize,
}

impl OwnedSliding {
    pub(crate) fn new(goal: Rc<Goal>, heuristic: Shared) -> Self {
        Self { goal, heuristic, weight: 1 }
    }

    /// Multiplies all estimates by `weight`. With 0, A* is Dijkstra's algorithm; with more than 1, its solutions may
    /// have up to that many times as many moves as needed.
    pub(super) fn with_weight(self, weight: usize) -> Self {
        Self { weight, ..self }
    }

    pub(crate) fn goal(&self) -> &Goal {
        &self.goal
    }

    pub(crate) fn position(&self, grid: Grid) -> HeuristicState<AnyState> {
        self.sliding().position(grid)
    }

    pub(crate) fn weighted_estimate(&self, position: &HeuristicState<AnyState>) -> usize {
        self.sliding().estimate(position).saturating_mul(self.weight)
    }

    fn sliding(&self) -> Sliding<'_, Box<dyn AnyHeuristic>> {
        Sliding::new(&self.goal, &self.heuristic)
    }
}

impl Space for OwnedSliding {
    type State = HeuristicState<AnyState>;
    type Action = Slide;
    type Undo = (Slide, AnyState);

    fn actions(&self, position: &Self::State) -> impl Iterator<Item = Slide> {
        let mut slides = [None; 4];
        for (place, slide) in slides.iter_mut().zip(self.sliding().actions(position)) {
            *place = Some(slide);
        }
        slides.into_iter().flatten()
    }

    fn apply(&self, position: &mut Self::State, slide: &Slide) -> Self::Undo {
        self.sliding().apply(position, slide)
    }

    fn undo(&self, position: &mut Self::State, undo: Self::Undo) {
        self.sliding().undo(position, undo);
    }

    fn is_goal(&self, position: &Self::State) -> bool {
        self.sliding().is_goal(position)
    }

    fn estimate(&self, position: &Self::State) -> usize {
        self.weighted_estimate(position)
    }

    fn takes_back(&self, last: &Slide, next: &Slide) -> bool {
        self.sliding().takes_back(last, next)
    }
}
