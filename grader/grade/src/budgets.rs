//! Budgets that are the same for every assignment and can cost points, in instructions of the sandbox and
//! in numbers. The handout names each of them.

/// The least budget of a run: so much is no sign of a slow program.
pub const LEAST_RUN: u64 = 400_000_000;

/// The most that a run may take, unless the model takes more than a tenth of it: a machine works some ten
/// seconds on so much.
pub const MOST_RUN: u64 = 12_000_000_000;

/// The instructions of all runs of a board together. What is left then is not run.
pub const BOARD: u64 = 60_000_000_000;

/// The instructions of all runs of a solver together. What is left then is not run.
pub const SOLVER: u64 = 90_000_000_000;

/// The surveys in which a method of a board is stopped until it is no longer called.
pub const BOARD_STOPS: usize = 3;

/// The puzzles on which a solver is stopped until only cheaper ones are tried, and none after the next that
/// is stopped. A method that is stopped on this many after its search is not called again.
pub const SOLVER_STOPS: usize = 4;

/// The calls of `manhattan()` and `hamming()` for each board that is generated.
pub const CALLS: u64 = 3;
