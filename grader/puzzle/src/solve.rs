//! Puzzles solved, with all that is known of the answer.

use oracle::heuristic::{Heuristic as _, Named};
use oracle::puzzle::{Goal, Grid, Slide, is_solvable};
use oracle::search::{
    Algorithm, AnySearch, Limit, Outcome, Search as _, Sliding, Statistics, Step,
};

use super::heuristics::Built;
use super::prover::{End, Method, Proof, Prover};

/// The way in which a puzzle was solved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Means {
    /// By one of the methods that prove.
    Method(Method),
    /// By a search that the user chose, with a heuristic if it asks one.
    Search(Algorithm, Option<Named>),
}

/// The answer to a puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SolveResult {
    /// It cannot be solved, which parity tells.
    Unsolvable,
    /// It is solved by these slides; if that is proven, by none fewer.
    Solved {
        /// The slides in order.
        slides: Vec<Slide>,
        /// Whether there is no shorter way, for certain.
        is_proven: bool,
    },
    /// The search reached its limit. Known is only that it takes at least so many moves.
    GaveUp(usize),
    /// There is no solution within the limit's bound: it takes at least so many moves.
    Beyond(usize),
}

/// The answer to a puzzle and where it comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solved {
    /// The answer.
    pub answer: SolveResult,
    /// The way in which it was found.
    pub means: Means,
    /// The nodes that were expanded, if there was a search.
    pub expanded: Option<u64>,
    /// The other counts of the search, if it counts them.
    pub statistics: Option<Statistics>,
    /// The nodes that the search expanded, in order, if they were asked for.
    pub trace: Vec<Expansion>,
}

/// A node that a search expanded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expansion {
    /// The board.
    pub grid: Grid,
    /// The moves made.
    pub made: usize,
    /// The moves that are estimated to be left.
    pub left: usize,
}

/// The nodes that the fastest method is given before one that takes longer to begin with.
const FIRST_NODES: u64 = 1_000_000;

impl Solved {
    /// The answer of the fastest method, with a proof.
    pub fn by_prover(prover: &Prover, grid: &Grid, limit: Limit) -> Self {
        let methods = prover.methods();
        let fastest = *methods.first().unwrap_or(&Method::IdaStar);
        let has_more = fastest != Method::Patterns && methods.contains(&Method::Patterns);
        let first = if has_more { limit.expanded.min(FIRST_NODES) } else { limit.expanded };
        let proof = prover.prove(fastest, grid, Limit { expanded: first, ..limit });
        let (method, proof) = if has_more && matches!(proof.end, End::GaveUp(_)) {
            (Method::Patterns, prover.prove(Method::Patterns, grid, limit))
        } else {
            (fastest, proof)
        };
        let answer = match proof.end {
            End::Shortest(slides) => SolveResult::Solved { slides, is_proven: true },
            End::Unsolvable => SolveResult::Unsolvable,
            End::Beyond => SolveResult::Beyond(limit.bound.saturating_add(1)),
            End::GaveUp(least) => SolveResult::GaveUp(least),
        };
        let means = Means::Method(method);
        let Proof { expanded, statistics, .. } = proof;
        Self { answer, means, expanded, statistics, trace: Vec::new() }
    }

    /// The answer of a search. The heuristic is that of the goal.
    pub fn by_search(
        (grid, goal): (&Grid, &Goal),
        algorithm: Algorithm,
        Built { named, heuristic }: &Built,
        limit: Limit,
        traced: bool,
    ) -> Self {
        let means = Means::Search(algorithm, algorithm.uses_heuristic().then(|| named.clone()));
        let mut trace = Vec::new();
        if !is_solvable(grid, goal) {
            return Self {
                answer: SolveResult::Unsolvable,
                means,
                expanded: None,
                statistics: None,
                trace,
            };
        }
        let space = Sliding::new(goal, heuristic);
        let start = space.position(grid.clone());
        let mut search = AnySearch::new(algorithm, space, start, limit);
        while search.outcome().is_none() {
            if let Step::Expanded(visit) = search.step()
                && traced
            {
                let grid = visit.state.grid().clone();
                let left = heuristic.bound(&heuristic.start(&grid));
                trace.push(Expansion { grid, made: visit.depth, left });
            }
        }
        let report = search.into_report();
        let is_proven =
            algorithm.is_optimal() && (named.is_admissible() || !algorithm.uses_heuristic());
        let answer = match report.outcome {
            Outcome::Solved(slides) => SolveResult::Solved { slides, is_proven },
            Outcome::NoSolution => SolveResult::Unsolvable,
            // A bound on what is estimated too high proves nothing.
            Outcome::Beyond(_) if algorithm.uses_heuristic() && !named.is_admissible() => {
                SolveResult::GaveUp(0)
            }
            Outcome::Beyond(least) => SolveResult::Beyond(least),
            // The rounds of a search that proves nothing prove nothing either.
            Outcome::GaveUp if is_proven => {
                SolveResult::GaveUp(report.rounds.last().map_or(0, |round| round.bound))
            }
            Outcome::GaveUp => SolveResult::GaveUp(0),
        };
        let expanded = Some(report.statistics.expanded);
        Self { answer, means, expanded, statistics: Some(report.statistics), trace }
    }

    /// The slides of the solution, if there is one.
    pub fn slides(&self) -> Option<&[Slide]> {
        match &self.answer {
            SolveResult::Solved { slides, .. } => Some(slides),
            SolveResult::Unsolvable | SolveResult::GaveUp(_) | SolveResult::Beyond(_) => None,
        }
    }
}
