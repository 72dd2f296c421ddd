//! Solves puzzles, and determines the reliability of the answers.

use oracle::heuristic::{Heuristic as _, HeuristicName};
use oracle::puzzle::{Goal, Grid, Slide, is_solvable};
use oracle::search::{
    Algorithm, AnySearch, Limit, SearchOutcome, SearchStep, Sliding, Statistics,
    StepwiseSearch as _,
};

use super::heuristics::NamedHeuristic;
use super::prover::{Proof, ProofMethod, ProofOutcome, Prover};

/// How a puzzle was solved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SolvedBy {
    /// A proof method.
    Method(ProofMethod),
    /// A search that the user chose, with the heuristic, if any.
    Search(Algorithm, Option<HeuristicName>),
}

/// The answer to a puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SolveResult {
    /// The puzzle is unsolvable, as the parity proves.
    Unsolvable,
    /// The puzzle has this solution.
    Solved {
        /// The slides, in order.
        slides: Vec<Slide>,
        /// Whether the solution is proven to be optimal.
        is_proven: bool,
    },
    /// The search reached the limit. Any solution has at least this many moves.
    GaveUp(usize),
    /// No solution is within the bound. Any solution has at least this many moves.
    Beyond(usize),
}

/// The answer to a puzzle, and how it was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SolvedPuzzle {
    /// The answer.
    pub answer: SolveResult,
    /// How it was found.
    pub means: SolvedBy,
    /// The number of expanded nodes, if there was a search.
    pub expanded: Option<u64>,
    /// The other statistics, if the search has any.
    pub statistics: Option<Statistics>,
    /// The expanded nodes in order, if requested.
    pub trace: Vec<Expansion>,
}

/// An expanded node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expansion {
    /// The board.
    pub grid: Grid,
    /// The number of moves from the initial board.
    pub made: usize,
    /// The estimated number of moves to the goal.
    pub left: usize,
}

/// The node limit for the fastest method, before a method with a higher startup cost.
/// They take about as long as building the databases of the other method.
const FIRST_NODES: u64 = 1_000_000;

impl SolvedPuzzle {
    /// Solves a puzzle with the fastest method that proves optimality.
    pub fn by_prover(prover: &Prover, grid: &Grid, limit: Limit) -> Self {
        let methods = prover.methods();
        let fastest = *methods.first().unwrap_or(&ProofMethod::IdaStar);
        let has_more = fastest != ProofMethod::Patterns && methods.contains(&ProofMethod::Patterns);
        let first = if has_more { limit.expanded.min(FIRST_NODES) } else { limit.expanded };
        let proof = prover.prove(fastest, grid, Limit { expanded: first, ..limit });
        let (method, proof) = if has_more && matches!(proof.end, ProofOutcome::GaveUp(_)) {
            (ProofMethod::Patterns, prover.prove(ProofMethod::Patterns, grid, limit))
        } else {
            (fastest, proof)
        };
        let answer = match proof.end {
            ProofOutcome::Shortest(slides) => SolveResult::Solved { slides, is_proven: true },
            ProofOutcome::Unsolvable => SolveResult::Unsolvable,
            // The bound comes from the user.
            ProofOutcome::Beyond => SolveResult::Beyond(limit.bound.saturating_add(1)),
            ProofOutcome::GaveUp(least) => SolveResult::GaveUp(least),
        };
        let means = SolvedBy::Method(method);
        let Proof { expanded, statistics, .. } = proof;
        Self { answer, means, expanded, statistics, trace: Vec::new() }
    }

    /// Solves a puzzle with a search. The heuristic must be for the same goal.
    pub fn by_search(
        (grid, goal): (&Grid, &Goal),
        algorithm: Algorithm,
        NamedHeuristic { named, heuristic }: &NamedHeuristic,
        limit: Limit,
        traced: bool,
    ) -> Self {
        let means = SolvedBy::Search(algorithm, algorithm.uses_heuristic().then(|| named.clone()));
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
            if let SearchStep::Expanded(visit) = search.step()
                && traced
            {
                let grid = visit.state.grid().clone();
                let left = heuristic.bound(&heuristic.initial_state(&grid));
                trace.push(Expansion { grid, made: visit.depth, left });
            }
        }
        let report = search.into_report();
        let is_proven =
            algorithm.is_optimal() && (named.is_admissible() || !algorithm.uses_heuristic());
        let answer = match report.outcome {
            SearchOutcome::Solved(slides) => SolveResult::Solved { slides, is_proven },
            SearchOutcome::NoSolution => SolveResult::Unsolvable,
            // With an inadmissible heuristic, exceeding the bound proves nothing.
            SearchOutcome::Beyond(_) if algorithm.uses_heuristic() && !named.is_admissible() => {
                SolveResult::GaveUp(0)
            }
            SearchOutcome::Beyond(least) => SolveResult::Beyond(least),
            // The rounds' bounds are meaningful only in a proof.
            SearchOutcome::GaveUp if is_proven => {
                SolveResult::GaveUp(report.rounds.last().map_or(0, |round| round.bound))
            }
            SearchOutcome::GaveUp => SolveResult::GaveUp(0),
        };
        let expanded = Some(report.statistics.expanded);
        Self { answer, means, expanded, statistics: Some(report.statistics), trace }
    }

    /// Returns the slides of the solution, if found.
    pub fn slides(&self) -> Option<&[Slide]> {
        match &self.answer {
            SolveResult::Solved { slides, .. } => Some(slides),
            SolveResult::Unsolvable | SolveResult::GaveUp(_) | SolveResult::Beyond(_) => None,
        }
    }
}
