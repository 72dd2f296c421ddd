//! Fixed budgets, either in sandbox instructions or as counts. They are the same for all assignments. Since they can
//! affect points, the handout lists each of them.

/// The minimum budget for a run. A program that stays below this is never too slow.
pub const LEAST_RUN: u64 = 400_000_000;

/// The maximum budget for a run, which is about ten seconds on a typical machine. It is exceeded only if the model
/// answer needs more than a tenth of it.
pub const MOST_RUN: u64 = 12_000_000_000;

/// The number of instructions for all runs with boards. When they are used up, the remaining runs are skipped.
pub const BOARD: u64 = 60_000_000_000;

/// The number of instructions for all runs with solvers. When they are used up, the remaining runs are skipped.
pub const SOLVER: u64 = 90_000_000_000;

/// When a board method has been stopped in this number of surveys, it is not called again.
pub const BOARD_STOPS: usize = 3;

/// After a solver has been stopped on this number of puzzles, it gets only cheaper puzzles until it is stopped again.
/// If a single method was stopped on this number of puzzles after the search had ended, only that method is not called
/// again.
pub const SOLVER_STOPS: usize = 4;

/// The allowed number of calls of `manhattan()` and `hamming()` for each generated board.
pub const CALLS: u64 = 3;
