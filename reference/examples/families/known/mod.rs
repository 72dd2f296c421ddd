//! The families that puzzles are chosen by. A file for each idea.

mod goals;
mod weights;

use crate::member::Member;

/// All members of all families, in a fixed order.
pub fn members() -> Vec<Box<dyn Member>> {
    [weights::members(), goals::members()].into_iter().flatten().collect()
}
