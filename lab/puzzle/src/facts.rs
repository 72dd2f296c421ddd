//! Facts about a board that do not require a search.

use grade::words::counted;
use oracle::heuristic::{Heuristic as _, HeuristicName};
use oracle::puzzle::{Goal, Grid, is_solvable};

/// Facts about a board and a goal with the same dimension.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PuzzleFacts {
    /// The row and column of the blank, counted from 1.
    pub blank: (usize, usize),
    /// The common lower bounds that support the dimension, with their names.
    pub bounds: Vec<(String, usize)>,
    /// The Manhattan distance between the blank and its home.
    pub blank_steps: usize,
    /// Whether the goal is reachable.
    pub is_solvable: bool,
}

impl PuzzleFacts {
    /// Computes the facts.
    ///
    /// # Panics
    ///
    /// Panics if the dimensions of the board and the goal differ.
    pub fn new(grid: &Grid, goal: &Goal) -> Self {
        let n = grid.dimension();
        assert_eq!(n, goal.dimension(), "the goal has a different dimension");
        Self {
            blank: (grid.blank() / n + 1, grid.blank() % n + 1),
            bounds: lower_bounds(grid, goal),
            blank_steps: base::square::distance(n, grid.blank(), goal.home(0)),
            is_solvable: is_solvable(grid, goal),
        }
    }

    /// Returns `true` if an even number of swaps turns the board into the goal.
    pub fn is_even(&self) -> bool {
        // A board is solvable if and only if this parity equals that of the blank's distance.
        self.is_solvable == self.blank_steps.is_multiple_of(2)
    }

    /// Explains in a sentence why the board is solvable or unsolvable.
    pub fn explain_parity(&self) -> String {
        let parity = |is_even| if is_even { "even" } else { "odd" };
        let steps = counted(self.blank_steps, "step");
        let word = if self.is_solvable { "and" } else { "but" };
        format!(
            "sorting the cells into the goal's order takes an {} number of exchanges, {word} the \
             blank is {steps} away from its place, which is {}; each move changes both \
             parities",
            parity(self.is_even()),
            parity(self.blank_steps.is_multiple_of(2)),
        )
    }
}

fn lower_bounds(grid: &Grid, goal: &Goal) -> Vec<(String, usize)> {
    let usual = [
        HeuristicName::Hamming,
        HeuristicName::Manhattan,
        HeuristicName::LinearConflict,
        HeuristicName::WalkingDistance,
    ];
    let bound = |named: HeuristicName| {
        let heuristic = named.build(goal).ok()?;
        Some((named.to_string(), heuristic.bound(&heuristic.initial_state(grid))))
    };
    usual.into_iter().filter_map(bound).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn facts(rows: &[&[u16]]) -> PuzzleFacts {
        let rows: Vec<Vec<u16>> = rows.iter().map(|row| row.to_vec()).collect();
        PuzzleFacts::new(&Grid::new(&rows).expect("a board"), &Goal::blank_last(rows.len()))
    }

    #[test]
    fn distances_match_the_assignment_example() {
        let facts = facts(&[&[8, 1, 3], &[4, 0, 2], &[7, 6, 5]]);
        assert_eq!(facts.bounds[0], ("hamming".to_owned(), 5));
        assert_eq!(facts.bounds[1], ("manhattan".to_owned(), 10));
        assert_eq!((facts.blank, facts.blank_steps), ((2, 2), 2));
    }

    #[test]
    fn parity_is_explained_in_both_cases() {
        insta::assert_snapshot!(facts(&[&[0, 1, 3], &[4, 2, 5], &[7, 8, 6]]).explain_parity(), @"sorting the cells into the goal's order takes an even number of exchanges, and the blank is 4 steps away from its place, which is even; each move changes both parities");
        insta::assert_snapshot!(facts(&[&[1, 2, 3], &[4, 5, 6], &[8, 7, 0]]).explain_parity(), @"sorting the cells into the goal's order takes an odd number of exchanges, but the blank is 0 steps away from its place, which is even; each move changes both parities");
        insta::assert_snapshot!(facts(&[&[1, 0], &[3, 2]]).explain_parity(), @"sorting the cells into the goal's order takes an odd number of exchanges, and the blank is 1 step away from its place, which is odd; each move changes both parities");
    }
}
