use std::hash::{Hash, Hasher};
use std::iter;

use super::space::Space;
use crate::heuristic::Heuristic;
use crate::puzzle::{Goal, Grid, Slide};

/// The puzzle as a search space, for a goal and a heuristic. Each slide costs 1.
#[derive(Debug)]
pub struct Sliding<'a, H> {
    goal: &'a Goal,
    heuristic: &'a H,
}

/// A board with the heuristic's state. Only the boards are compared.
#[derive(Clone, Debug)]
pub struct HeuristicState<M> {
    grid: Grid,
    memory: M,
}

impl<'a, H: Heuristic> Sliding<'a, H> {
    /// Creates the space. The heuristic must be for the same goal.
    pub fn new(goal: &'a Goal, heuristic: &'a H) -> Self {
        Self { goal, heuristic }
    }

    /// Returns the position for a board of the goal's dimension.
    pub fn position(&self, grid: Grid) -> HeuristicState<H::State> {
        HeuristicState { memory: self.heuristic.initial_state(&grid), grid }
    }
}

impl<H: Heuristic> Space for Sliding<'_, H> {
    type State = HeuristicState<H::State>;
    type Action = Slide;
    type Undo = (Slide, H::State);

    /// Returns the moves that slide the tile above, below, to the left of, or to the right of the blank.
    fn actions(&self, position: &Self::State) -> impl Iterator<Item = Slide> {
        let grid = &position.grid;
        let to = grid.blank();
        grid.slidable().map(move |from| Slide { tile: grid.cells()[from], from, to })
    }

    fn apply(&self, position: &mut Self::State, slide: &Slide) -> Self::Undo {
        position.grid.slide(slide.from);
        let after = self.heuristic.state_after(&position.memory, &position.grid, *slide);
        (*slide, std::mem::replace(&mut position.memory, after))
    }

    fn undo(&self, position: &mut Self::State, (slide, before): Self::Undo) {
        position.grid.slide(slide.to);
        position.memory = before;
    }

    fn is_goal(&self, position: &Self::State) -> bool {
        // Comparing the blanks is fast and rules out most boards.
        let goal = self.goal.grid();
        position.grid.blank() == goal.blank() && position.grid == *goal
    }

    fn estimate(&self, position: &Self::State) -> usize {
        self.heuristic.bound(&position.memory)
    }

    fn takes_back(&self, last: &Slide, next: &Slide) -> bool {
        last.to == next.from
    }
}

impl<M> HeuristicState<M> {
    /// Returns the board.
    pub fn grid(&self) -> &Grid {
        &self.grid
    }
}

impl<M> PartialEq for HeuristicState<M> {
    fn eq(&self, other: &Self) -> bool {
        self.grid == other.grid
    }
}

impl<M> Eq for HeuristicState<M> {}

impl<M> Hash for HeuristicState<M> {
    fn hash<S: Hasher>(&self, hasher: &mut S) {
        self.grid.hash(hasher);
    }
}

/// The heuristic for algorithms without a heuristic: 0 for every board.
pub(super) struct Blind;

impl Heuristic for Blind {
    type State = ();

    fn initial_state(&self, _: &Grid) {}

    fn state_after(&self, (): &(), _: &Grid, _: Slide) {}

    fn bound(&self, (): &()) -> usize {
        0
    }
}

/// Returns the boards along a path, including `grid` itself.
///
/// # Panics
///
/// Panics if a slide starts from a cell outside the board.
pub fn boards_along(grid: &Grid, slides: &[Slide]) -> impl Iterator<Item = Grid> {
    let after = slides.iter().scan(grid.clone(), |grid, slide| {
        grid.slide(slide.from);
        Some(grid.clone())
    });
    iter::once(grid.clone()).chain(after)
}
