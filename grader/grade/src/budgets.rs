//! Fixed budgets, in sandbox instructions or as counts. They apply to every assignment. The handout lists them, because
//! they can affect points.

/// The minimum budget for a run. A program that stays within it will never be too slow.
pub const LEAST_RUN: u64 = 400_000_000;

/// The maximum budget for a run, which takes about ten seconds on a typical machine. A run gets more only if this is
/// less than the rubric's `time`, or [`LEAST_TIMES`], as a multiple of what the model answer needs.
pub const MOST_RUN: u64 = 12_000_000_000;

/// The minimum budget for a run, as a multiple of what the model answer needs.
pub const LEAST_TIMES: u32 = 10;

/// The instruction budget shared by all runs with boards. Once it is used up, the remaining runs will be skipped.
pub const BOARD: u64 = 60_000_000_000;

/// The instructions for all runs with solvers. See [`BOARD`].
pub const SOLVER: u64 = 90_000_000_000;

/// Once a board method has been stopped in this many surveys, it is not called again.
pub const BOARD_STOPS: usize = 3;

/// Once a solver has been stopped on this many puzzles, it will get only cheaper puzzles until it is stopped again. If
/// a single method was stopped on all of these puzzles, after the search had ended, then only this method will no
/// longer be called.
pub const SOLVER_STOPS: usize = 4;

/// The number of calls to `manhattan()` and `hamming()` allowed per generated board.
pub const CALLS: u64 = 3;
