//! Fixed budgets, given either in sandbox instructions or as counts. They are the same for every assignment. Because
//! they can affect points, the handout lists all of them.

/// The minimum budget for a run. A program that stays within it is never too slow.
pub const LEAST_RUN: u64 = 400_000_000;

/// The maximum budget for a run, which takes about ten seconds on a typical machine. A run gets a higher budget only if
/// the model answer needs more than a tenth of this maximum.
pub const MOST_RUN: u64 = 12_000_000_000;

/// The total number of instructions for all runs with boards. Once they are used up, the remaining runs are skipped.
pub const BOARD: u64 = 60_000_000_000;

/// The total number of instructions for all runs with solvers. Once they are used up, the remaining runs are skipped.
pub const SOLVER: u64 = 90_000_000_000;

/// A board method that has been stopped in this many surveys is not called again.
pub const BOARD_STOPS: usize = 3;

/// Once a solver has been stopped on this many puzzles, it gets only cheaper puzzles until it is stopped again. If a
/// single method was stopped on this many puzzles after the search had ended, only that method is no longer called.
pub const SOLVER_STOPS: usize = 4;

/// The number of calls to `manhattan()` and `hamming()` that are allowed for each generated board.
pub const CALLS: u64 = 3;
