//! Budgets that are fixed for all assignments and can affect points, in sandbox instructions or as counts. The handout
//! lists each of them.

/// The minimum budget of a run. Programs that stay below are never too slow.
pub const LEAST_RUN: u64 = 400_000_000;

/// The maximum budget of a run, unless the model takes more than a tenth of it: about ten seconds on a typical machine.
pub const MOST_RUN: u64 = 12_000_000_000;

/// The total instructions for all runs of a board. Later runs are skipped.
pub const BOARD: u64 = 60_000_000_000;

/// The total instructions for all runs of a solver. Later runs are skipped.
pub const SOLVER: u64 = 90_000_000_000;

/// The number of surveys in which a board method is stopped before it is no longer called.
pub const BOARD_STOPS: usize = 3;

/// The number of stopped puzzles after which a solver only gets cheaper puzzles, until the next stop. A method that is
/// stopped after the search on this many puzzles is not called again.
pub const SOLVER_STOPS: usize = 4;

/// The allowed calls of `manhattan()` and `hamming()` for each generated board.
pub const CALLS: u64 = 3;
