use std::fmt;

use super::Heuristic;
use crate::puzzle::{Grid, Slide};

/// A type-erased heuristic, implemented by every heuristic with a state that implements `Pack`.
///
/// A `Box<dyn AnyHeuristic>` implements [`Heuristic`], so generic searches accept it. The [`AnyState`] usually needs no
/// allocation.
pub trait AnyHeuristic: fmt::Debug + Send + Sync {
    /// Appends the state for a board to `into`.
    fn start_any(&self, grid: &Grid, into: &mut AnyState);

    /// Appends the state for `grid` to `into`, from the state `before` the `slide`.
    fn after_any(&self, before: &mut Numbers<'_>, grid: &Grid, slide: Slide, into: &mut AnyState);

    /// Returns the bound in moves.
    fn bound_any(&self, state: &mut Numbers<'_>) -> usize;
}

/// A state stored as a sequence of numbers, independent of the heuristic's type.
#[derive(Clone, Default)]
pub struct AnyState {
    len: usize,
    /// The first numbers, stored inline.
    near: [usize; NEAR],
    far: Vec<usize>,
}

/// Enough for three bounds with two numbers each, more than most heuristics need.
/// They fit without a heap allocation, which each node would pay for.
const NEAR: usize = 6;

impl AnyState {
    /// Appends a number.
    pub fn push(&mut self, number: usize) {
        match self.near.get_mut(self.len) {
            Some(place) => *place = number,
            None => self.far.push(number),
        }
        self.len += 1;
    }

    /// Returns an iterator over the numbers.
    pub fn numbers(&self) -> Numbers<'_> {
        Numbers { state: self, next: 0 }
    }
}

impl fmt::Debug for AnyState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.numbers()).finish()
    }
}

/// An iterator over the numbers of a state.
#[derive(Clone, Debug)]
pub struct Numbers<'a> {
    state: &'a AnyState,
    next: usize,
}

impl Iterator for Numbers<'_> {
    type Item = usize;

    fn next(&mut self) -> Option<usize> {
        let at = self.next;
        if at == self.state.len {
            return None;
        }
        self.next += 1;
        self.state.near.get(at).or_else(|| self.state.far.get(at - NEAR)).copied()
    }
}

/// A value that can be stored as a sequence of numbers.
pub trait Pack: Sized {
    /// Appends the numbers to a state.
    fn pack(&self, into: &mut AnyState);

    /// Reads the value back. `numbers` must begin with the numbers that [`Pack::pack`] appended.
    fn unpack(numbers: &mut Numbers<'_>) -> Self;
}

impl Pack for () {
    fn pack(&self, _: &mut AnyState) {}

    fn unpack(_: &mut Numbers<'_>) {}
}

impl Pack for usize {
    fn pack(&self, into: &mut AnyState) {
        into.push(*self);
    }

    /// Returns 0, which is always admissible, if there are no more numbers.
    fn unpack(numbers: &mut Numbers<'_>) -> Self {
        numbers.next().unwrap_or_default()
    }
}

impl Pack for [u16; 2] {
    fn pack(&self, into: &mut AnyState) {
        // Both halves fit into one number, so that two bounds of this kind stay near.
        into.push(usize::from(self[0]) << 16 | usize::from(self[1]));
    }

    fn unpack(numbers: &mut Numbers<'_>) -> Self {
        let both = usize::unpack(numbers);
        [both >> 16, both].map(|half| u16::try_from(half & 0xffff).unwrap_or_default())
    }
}

impl<A: Pack, B: Pack> Pack for (A, B) {
    fn pack(&self, into: &mut AnyState) {
        self.0.pack(into);
        self.1.pack(into);
    }

    fn unpack(numbers: &mut Numbers<'_>) -> Self {
        (A::unpack(numbers), B::unpack(numbers))
    }
}

impl<H: Heuristic<State: Pack> + fmt::Debug + Send + Sync> AnyHeuristic for H {
    fn start_any(&self, grid: &Grid, into: &mut AnyState) {
        self.initial_state(grid).pack(into);
    }

    fn after_any(&self, before: &mut Numbers<'_>, grid: &Grid, slide: Slide, into: &mut AnyState) {
        self.state_after(&H::State::unpack(before), grid, slide).pack(into);
    }

    fn bound_any(&self, state: &mut Numbers<'_>) -> usize {
        self.bound(&H::State::unpack(state))
    }
}

impl Heuristic for Box<dyn AnyHeuristic> {
    type State = AnyState;

    fn initial_state(&self, grid: &Grid) -> AnyState {
        let mut state = AnyState::default();
        self.start_any(grid, &mut state);
        state
    }

    fn state_after(&self, before: &AnyState, grid: &Grid, slide: Slide) -> AnyState {
        let mut state = AnyState::default();
        self.after_any(&mut before.numbers(), grid, slide, &mut state);
        state
    }

    fn bound(&self, state: &AnyState) -> usize {
        self.bound_any(&mut state.numbers())
    }
}

/// The maximum of any number of bounds, or 0 if there are none; admissible if all are.
#[derive(Debug)]
pub struct Greatest(pub Vec<Box<dyn AnyHeuristic>>);

impl AnyHeuristic for Greatest {
    fn start_any(&self, grid: &Grid, into: &mut AnyState) {
        for heuristic in &self.0 {
            heuristic.start_any(grid, into);
        }
    }

    fn after_any(&self, before: &mut Numbers<'_>, grid: &Grid, slide: Slide, into: &mut AnyState) {
        for heuristic in &self.0 {
            heuristic.after_any(before, grid, slide, into);
        }
    }

    fn bound_any(&self, state: &mut Numbers<'_>) -> usize {
        self.0.iter().map(|heuristic| heuristic.bound_any(state)).max().unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::heuristic::{Hamming, LinearConflict, Manhattan, Sum, WalkingDistance, Zero};
    use crate::puzzle::Goal;
    use crate::table::every_board;

    #[test]
    fn packed_values_round_trip() {
        type Nested = ((usize, [u16; 2]), ((), (usize, (usize, (usize, usize)))));
        let mut state = AnyState::default();
        let value: Nested = ((1, [2, u16::MAX]), ((), (4, (5, (6, 7)))));
        value.pack(&mut state);
        8usize.pack(&mut state);
        assert_eq!(format!("{state:?}"), "[1, 196607, 4, 5, 6, 7, 8]");
        let mut numbers = state.numbers();
        assert_eq!(Nested::unpack(&mut numbers), value);
        assert_eq!(usize::unpack(&mut numbers), 8);
        assert_eq!(numbers.next(), None);
    }

    #[test]
    fn the_greatest_erased_heuristic_is_the_maximum() {
        let goal = Goal::blank_last(3);
        // Eight numbers, two more than fit inline.
        let in_line = || Box::new(Sum(Manhattan::new(&goal), LinearConflict::new(&goal)));
        let greatest: Box<dyn AnyHeuristic> = Box::new(Greatest(vec![
            in_line(),
            Box::new(Zero),
            in_line(),
            in_line(),
            Box::new(Hamming::new(&goal)),
            Box::new(WalkingDistance::new(&goal)),
        ]));
        let (in_line, walking) = (in_line(), WalkingDistance::new(&goal));
        let expected = |grid: &Grid| {
            let in_line = in_line.bound(&in_line.initial_state(grid));
            in_line.max(walking.bound(&walking.initial_state(grid)))
        };
        for mut grid in every_board(3).step_by(7) {
            let state = greatest.initial_state(&grid);
            assert_eq!(greatest.bound(&state), expected(&grid));
            let from = grid.slidable().next().expect("a tile next to the blank");
            let slide = grid.slide(from);
            let kept = greatest.state_after(&state, &grid, slide);
            assert_eq!(greatest.bound(&kept), expected(&grid));
        }
        let none: Box<dyn AnyHeuristic> = Box::new(Greatest(Vec::new()));
        assert_eq!(none.bound(&none.initial_state(goal.grid())), 0);
    }
}
