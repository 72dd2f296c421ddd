//! Compares all searches on a puzzle.

use std::time::{Duration, Instant};

use oracle::heuristic::{HeuristicName, Unsupported};
use oracle::puzzle::{Goal, Grid};
use oracle::search::{Algorithm, Limit, Statistics};

use super::heuristics::NamedHeuristic;
use super::solve::{SolveResult, SolvedPuzzle};

/// The result of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ComparedSearch {
    /// The algorithm.
    pub algorithm: Algorithm,
    /// The heuristic, if the algorithm uses one.
    pub heuristic: Option<HeuristicName>,
    /// The verdict.
    pub verdict: SearchVerdict,
    /// The statistics.
    pub statistics: Statistics,
    /// The elapsed time, the only field that differs between runs.
    pub time: Duration,
}

/// The verdict on a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SearchVerdict {
    /// The solution is optimal, with this number of moves.
    Shortest(usize),
    /// The solution is longer than a proven optimum.
    Longer(usize),
    /// The search found a solution, but no search proved the optimum.
    Unproven(usize),
    /// The search reached the limit.
    GaveUp,
}

/// Runs all algorithms with all heuristics on a solvable board. Algorithms without a heuristic run
/// only once.
///
/// # Errors
///
/// Returns an error if a heuristic does not support the goal.
pub fn compare(
    (grid, goal): (&Grid, &Goal),
    algorithms: &[Algorithm],
    heuristics: &[HeuristicName],
    limit: Limit,
    progress: &dyn Fn(&str),
) -> Result<Vec<ComparedSearch>, Unsupported> {
    let mut built = Vec::new();
    if algorithms.iter().any(|algorithm| algorithm.uses_heuristic()) {
        for named in heuristics {
            progress(&format!("building {named}"));
            built.push(NamedHeuristic::new(named, goal)?);
        }
    }
    let blind = [NamedHeuristic::new(&HeuristicName::Zero, goal)?];
    let mut rows = Vec::new();
    let mut least = None;
    for &algorithm in algorithms {
        let asks = algorithm.uses_heuristic();
        for heuristic in if asks { &built[..] } else { &blind } {
            let shown = asks.then(|| heuristic.named.clone());
            let with =
                shown.as_ref().map_or_else(String::new, |heuristic| format!(" with {heuristic}"));
            progress(&format!("running {algorithm}{with}"));
            let start = Instant::now();
            let solved = SolvedPuzzle::by_search((grid, goal), algorithm, heuristic, limit, false);
            let time = start.elapsed();
            let verdict = match solved.answer {
                SolveResult::Solved { slides, is_proven } => {
                    if is_proven {
                        least = Some(slides.len());
                    }
                    SearchVerdict::Unproven(slides.len())
                }
                SolveResult::Unsolvable | SolveResult::GaveUp(_) | SolveResult::Beyond(_) => {
                    SearchVerdict::GaveUp
                }
            };
            let statistics = solved.statistics.unwrap_or_default();
            rows.push(ComparedSearch { algorithm, heuristic: shown, verdict, statistics, time });
        }
    }
    for row in &mut rows {
        if let (SearchVerdict::Unproven(moves), Some(least)) = (row.verdict, least) {
            row.verdict = if moves == least {
                SearchVerdict::Shortest(moves)
            } else {
                SearchVerdict::Longer(moves)
            };
        }
    }
    Ok(rows)
}
