//! Fixed budgets, either in sandbox instructions or as counts. They are the same for all assignments. Since they can
//! affect points, the handout lists each of them.

/// The minimum budget for a run. A program is never too slow if it stays below this.
pub const LEAST_RUN: u64 = 400_000_000;

/// The maximum budget for a run, which is about ten seconds on a typical machine. It is only exceeded if the model
/// answer needs more than a tenth of this.
pub const MOST_RUN: u64 = 12_000_000_000;

/// The number of instructions for all runs with boards. When they are used up, the remaining runs are skipped.
pub const BOARD: u64 = 60_000_000_000;

/// The number of instructions for all runs with solvers. When they are used up, the remaining runs are skipped.
pub const SOLVER: u64 = 90_000_000_000;

/// When a board method has been stopped in this number of surveys, it will not be called again.
pub const BOARD_STOPS: usize = 3;

/// The number of stopped puzzles after which a solver only gets cheaper puzzles, until the next stop. A method that is
/// stopped after the search on this many puzzles is not called again.
pub const SOLVER_STOPS: usize = 4;

/// The allowed calls of `manhattan()` and `hamming()` for each generated board.
pub const CALLS: u64 = 3;
