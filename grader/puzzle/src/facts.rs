//! The facts of a board that take no search.

use oracle::heuristic::{Heuristic as _, Named};
use oracle::puzzle::{Goal, Grid, is_solvable};

/// The facts of a board and a goal of the same dimension.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Facts {
    /// The row and the column of the blank, from 1.
    pub blank: (usize, usize),
    /// The usual distances to the goal, as far as there are such for the dimension, by their names:
    /// none is more than the moves that the board takes.
    pub bounds: Vec<(String, usize)>,
    /// The rows and columns between the blank and its place in the goal.
    pub blank_steps: usize,
    /// Whether the goal can be reached at all.
    pub is_solvable: bool,
}

impl Facts {
    /// The facts of a board.
    ///
    /// # Panics
    ///
    /// If the goal has another dimension.
    pub fn new(grid: &Grid, goal: &Goal) -> Self {
        let n = grid.dimension();
        assert_eq!(n, goal.dimension(), "the goal has another dimension");
        Self {
            blank: (grid.blank() / n + 1, grid.blank() % n + 1),
            bounds: bounds(grid, goal),
            blank_steps: base::square::distance(n, grid.blank(), goal.home(0)),
            is_solvable: is_solvable(grid, goal),
        }
    }

    /// Whether it takes an even number of exchanges to put the cells in the goal's order.
    pub fn is_even(&self) -> bool {
        // A board can be solved exactly if this parity and that of the blank's steps agree.
        self.is_solvable == self.blank_steps.is_multiple_of(2)
    }

    /// The reason why the board can or cannot be solved, in a sentence.
    pub fn parity(&self) -> String {
        let parity = |is_even| if is_even { "even" } else { "odd" };
        let steps = self.blank_steps;
        let s = if steps == 1 { "" } else { "s" };
        let word = if self.is_solvable { "and" } else { "but" };
        format!(
            "to put the cells in the goal's order takes an {} number of exchanges, {word} the \
             blank is {steps} step{s} from its place, which is {}; a move changes both parities",
            parity(self.is_even()),
            parity(steps.is_multiple_of(2)),
        )
    }
}

fn bounds(grid: &Grid, goal: &Goal) -> Vec<(String, usize)> {
    let usual = [Named::Hamming, Named::Manhattan, Named::LinearConflict, Named::WalkingDistance];
    let bound = |named: Named| {
        let heuristic = named.build(goal).ok()?;
        Some((named.to_string(), heuristic.bound(&heuristic.start(grid))))
    };
    usual.into_iter().filter_map(bound).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn facts(rows: &[&[u16]]) -> Facts {
        let rows: Vec<Vec<u16>> = rows.iter().map(|row| row.to_vec()).collect();
        Facts::new(&Grid::new(&rows).expect("a board"), &Goal::blank_last(rows.len()))
    }

    /// The example of the assignment's text.
    #[test]
    fn the_distances_are_those_of_the_assignment() {
        let facts = facts(&[&[8, 1, 3], &[4, 0, 2], &[7, 6, 5]]);
        assert_eq!(facts.bounds[0], ("hamming".to_owned(), 5));
        assert_eq!(facts.bounds[1], ("manhattan".to_owned(), 10));
        assert_eq!((facts.blank, facts.blank_steps), ((2, 2), 2));
    }

    #[test]
    fn parity_is_told_in_both_cases() {
        insta::assert_snapshot!(facts(&[&[0, 1, 3], &[4, 2, 5], &[7, 8, 6]]).parity(), @"to put the cells in the goal's order takes an even number of exchanges, and the blank is 4 steps from its place, which is even; a move changes both parities");
        insta::assert_snapshot!(facts(&[&[1, 2, 3], &[4, 5, 6], &[8, 7, 0]]).parity(), @"to put the cells in the goal's order takes an odd number of exchanges, but the blank is 0 steps from its place, which is even; a move changes both parities");
        insta::assert_snapshot!(facts(&[&[1, 0], &[3, 2]]).parity(), @"to put the cells in the goal's order takes an odd number of exchanges, and the blank is 1 step from its place, which is odd; a move changes both parities");
    }
}
