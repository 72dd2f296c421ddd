//! The families that no puzzle is chosen by: they test whether the puzzles show what nobody thought
//! of when they were chosen.

use crate::member::Member;

/// All members of all held-out families, in a fixed order.
pub fn members() -> Vec<Box<dyn Member>> {
    Vec::new()
}
