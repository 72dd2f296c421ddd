//! Fixed budgets, in sandbox instructions or as counts. They apply to every assignment. The handout lists them, because
//! they can affect points.

/// The minimum budget for a run. A program that stays within it will never be too slow.
/// This is a fraction of a second.
pub const LEAST_RUN: u64 = 400_000_000;

/// The maximum budget for a run, which takes about ten seconds on a typical machine. A run gets more only if this is
/// less than the rubric's `time`, or [`LEAST_TIMES`], as a multiple of what the model answer needs.
pub const MOST_RUN: u64 = 12_000_000_000;

/// The minimum budget for a run, as a multiple of what the model answer needs.
/// Less would stop correct solvers that are just slower than the model, for example because they clone boards.
pub const LEAST_TIMES: u32 = 10;

/// The instruction budget shared by all runs with boards. Once it is used up, the remaining runs will be skipped.
/// The slowest correct submission in the corpus uses 51 billion.
pub const BOARD: u64 = 60_000_000_000;

/// The instructions for all runs with solvers. See [`BOARD`].
/// There are separate totals, since a stalled board must not cost the solver points.
pub const SOLVER: u64 = 90_000_000_000;

/// Once a board method has been stopped in this many surveys, it is not called again.
/// Three runs at the maximum budget use up more than half of [`BOARD`].
pub const BOARD_STOPS: usize = 3;

/// Once a solver has been stopped on this many puzzles, it will get only cheaper puzzles until it is stopped again. If
/// a single method was stopped on all of these puzzles, after the search had ended, then only this method will no
/// longer be called.
/// Four runs at the maximum budget use up half of [`SOLVER`].
pub const SOLVER_STOPS: usize = 4;

/// The number of calls to `manhattan()` and `hamming()` allowed per generated board.
/// A search needs each distance once, for the key. This leaves room for a debug assertion or a comparison.
pub const CALLS: u64 = 3;

/// The size of the stack, in bytes.
/// It is also what rustc requests for WebAssembly by default.
pub const STACK: usize = 1 << 20;

/// The maximum number of rows of a puzzle for measuring the work and memory of a solver. On larger boards, the model
/// expands few boards beyond the solution path, and keys made from text would dominate.
pub const MEASURED_ROWS: usize = 5;

/// The peak memory of a search that is always allowed, in bytes. On a large but easy board, a closed set of texts uses
/// this much, while the model stores only numbers.
pub const SEARCH_BYTES: u64 = 256 << 10;

/// The bytes that a solver may retain without being considered to retain its search.
/// This is enough for the lists, texts and caches around a solution, and far less than a search.
pub const SOLUTION_BYTES: u64 = 16 << 10;

/// The number of expansions allowed after the goal is dequeued, to let a search complete its step.
/// If both searches take a step per round, the other one may come last.
pub const STEPS_AFTER_GOAL: u64 = 2;

/// The minimum number of boards with distance calls for judging the average number of [`CALLS`].
/// On fewer boards, some calls that are made once per search would dominate the average.
pub const CALLED_BOARDS: u64 = 40;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::Check;

    #[test]
    fn explanations_state_the_budgets() {
        let kib = |bytes: u64| format!("{} KiB", bytes >> 10);
        let size = format!("{MEASURED_ROWS}-by-{MEASURED_ROWS}");
        for (check, stated) in [
            (Check::SolverTime, format!("{} million instructions", LEAST_RUN / 1_000_000)),
            (Check::SolverTime, size.clone()),
            (Check::SolverMemory, size),
            (Check::SolverMemory, kib(SEARCH_BYTES)),
            (Check::SolverMemory, kib(SOLUTION_BYTES)),
            (Check::SolverCaching, format!("average of {CALLS} calls")),
            (Check::SolverCaching, format!("fewer than {CALLED_BOARDS} such boards")),
            (Check::SolverGoalDequeued, format!("on {STEPS_AFTER_GOAL} boards")),
            (
                Check::BoardGrowth,
                format!("less than {} billion instructions", BOARD / 1_000_000_000),
            ),
        ] {
            let text = check.spec().explanation.split_whitespace().collect::<Vec<_>>().join(" ");
            assert!(text.contains(&stated), "{check}: {stated}");
        }
    }
}
