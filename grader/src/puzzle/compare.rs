//! Every search on one puzzle.

use std::time::{Duration, Instant};

use reference::puzzle::{Goal, Grid};
use reference::search::{Algorithm, Limit, Statistics};

use super::estimate::Estimate;
use super::solve::{Answer, Solved};

/// What one search did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// The algorithm.
    pub algorithm: Algorithm,
    /// The heuristic, if the algorithm asks one.
    pub estimate: Option<Estimate>,
    /// How it ended.
    pub verdict: Verdict,
    /// What it did.
    pub statistics: Statistics,
    /// How long it took. This alone differs from one run to the next.
    pub time: Duration,
}

/// How a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// With a shortest solution of so many moves.
    Shortest(usize),
    /// With a solution that is longer than another's.
    Longer(usize),
    /// With a solution, and no search here proved the least number of moves.
    Unproven(usize),
    /// Its limit came first.
    GaveUp,
}

/// Runs each algorithm with each heuristic that there is for the board, which can be solved.
pub fn compare(
    grid: &Grid,
    goal: &Goal,
    limit: Limit,
    progress: &dyn Fn(Algorithm, Option<Estimate>),
) -> Vec<Row> {
    let built: Vec<_> =
        Estimate::ALL.into_iter().filter_map(|it| Some((it, it.build(goal).ok()?))).collect();
    let mut rows = Vec::new();
    let mut least = None;
    for algorithm in Algorithm::ALL {
        let heuristics = if algorithm.uses_heuristic() { &built[..] } else { &built[..1] };
        for (estimate, heuristic) in heuristics {
            let shown = algorithm.uses_heuristic().then_some(*estimate);
            progress(algorithm, shown);
            let start = Instant::now();
            let heuristic = (*estimate, heuristic);
            let solved = Solved::by_search((grid, goal), algorithm, heuristic, limit, false);
            let time = start.elapsed();
            let verdict = match solved.answer {
                Answer::Solved { slides, is_proven } => {
                    if is_proven {
                        least = Some(slides.len());
                    }
                    Verdict::Unproven(slides.len())
                }
                Answer::Unsolvable | Answer::GaveUp => Verdict::GaveUp,
            };
            let statistics = solved.statistics.unwrap_or_default();
            rows.push(Row { algorithm, estimate: shown, verdict, statistics, time });
        }
    }
    for row in &mut rows {
        if let (Verdict::Unproven(moves), Some(least)) = (row.verdict, least) {
            row.verdict =
                if moves == least { Verdict::Shortest(moves) } else { Verdict::Longer(moves) };
        }
    }
    rows
}
