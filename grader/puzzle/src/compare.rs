//! Every search on one puzzle.

use std::time::{Duration, Instant};

use oracle::heuristic::{Named, Unsupported};
use oracle::puzzle::{Goal, Grid};
use oracle::search::{Algorithm, Limit, Statistics};

use super::heuristics::Built;
use super::solve::{SolveResult, Solved};

/// The result of one search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// The algorithm.
    pub algorithm: Algorithm,
    /// The heuristic, if the algorithm asks one.
    pub heuristic: Option<Named>,
    /// The end of the search.
    pub verdict: Verdict,
    /// Its counts.
    pub statistics: Statistics,
    /// The time that it took. This alone differs from one run to the next.
    pub time: Duration,
}

/// The end of a search.
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

/// Runs each algorithm with each heuristic, on a board that can be solved. Algorithms that ask no
/// heuristic are run once.
///
/// # Errors
///
/// If there is no such heuristic for the goal.
pub fn compare(
    (grid, goal): (&Grid, &Goal),
    algorithms: &[Algorithm],
    heuristics: &[Named],
    limit: Limit,
    progress: &dyn Fn(&str),
) -> Result<Vec<Row>, Unsupported> {
    let mut built = Vec::new();
    if algorithms.iter().any(|it| it.uses_heuristic()) {
        for named in heuristics {
            progress(&format!("building {named}"));
            built.push(Built::new(named, goal)?);
        }
    }
    let blind = [Built::new(&Named::Zero, goal)?];
    let mut rows = Vec::new();
    let mut least = None;
    for &algorithm in algorithms {
        let asks = algorithm.uses_heuristic();
        for heuristic in if asks { &built[..] } else { &blind } {
            let shown = asks.then(|| heuristic.named.clone());
            let with = shown.as_ref().map_or_else(String::new, |it| format!(" with {it}"));
            progress(&format!("searching by {algorithm}{with}"));
            let start = Instant::now();
            let solved = Solved::by_search((grid, goal), algorithm, heuristic, limit, false);
            let time = start.elapsed();
            let verdict = match solved.answer {
                SolveResult::Solved { slides, is_proven } => {
                    if is_proven {
                        least = Some(slides.len());
                    }
                    Verdict::Unproven(slides.len())
                }
                SolveResult::Unsolvable | SolveResult::GaveUp(_) | SolveResult::Beyond(_) => {
                    Verdict::GaveUp
                }
            };
            let statistics = solved.statistics.unwrap_or_default();
            rows.push(Row { algorithm, heuristic: shown, verdict, statistics, time });
        }
    }
    for row in &mut rows {
        if let (Verdict::Unproven(moves), Some(least)) = (row.verdict, least) {
            row.verdict =
                if moves == least { Verdict::Shortest(moves) } else { Verdict::Longer(moves) };
        }
    }
    Ok(rows)
}
