//! Searches for a way from a board to a goal.

pub mod ida_star;
