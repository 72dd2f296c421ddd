//! Proves optimal numbers of moves, by several independent methods.

use std::sync::OnceLock;

use oracle::MovesTable;
use oracle::heuristic::{Heuristic, LinearConflict, Manhattan, Max, Sum, WalkingDistance};
use oracle::pattern::{Engine, SearchFinding, SearchResult};
use oracle::puzzle::{Goal, Grid, Slide, is_solvable};
use oracle::search::{Algorithm, Limit, SearchOutcome, SearchReport, Statistics, ida_star, run};
use slider::Tile;

/// A method for proving the optimal number of moves.
///
/// The methods share as little code as possible, except for boards and moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ProofMethod {
    /// A table of all boards, filled by breadth-first search from the goal. Works up to 3-by-3.
    Table,
    /// A separate implementation of IDA*, with pattern databases. Works up to 5-by-5.
    Patterns,
    /// IDA* with walking distance and linear conflicts.
    IdaStar,
    /// A* with the Manhattan distance, limited by memory.
    AStar,
}

impl ProofMethod {
    /// Returns the methods for dimension `n`, from fastest to slowest.
    pub const fn for_dimension(n: usize) -> &'static [Self] {
        match n {
            0..=3 => &[Self::Table, Self::IdaStar, Self::AStar, Self::Patterns],
            4 => &[Self::Patterns, Self::IdaStar, Self::AStar],
            // Building the databases takes seconds, too long for short solutions.
            5 => &[Self::IdaStar, Self::AStar, Self::Patterns],
            _ => &[Self::IdaStar, Self::AStar],
        }
    }

    /// Returns the name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Table => "a breadth-first table",
            Self::IdaStar => "IDA*",
            Self::AStar => "A*",
            Self::Patterns => "pattern databases",
        }
    }
}

/// The result of a method.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof {
    /// The outcome.
    pub end: ProofOutcome,
    /// The number of expanded nodes, if there was a search.
    pub expanded: Option<u64>,
    /// The other statistics, if the search has any.
    pub statistics: Option<Statistics>,
}

/// The outcome of a method.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ProofOutcome {
    /// These slides are an optimal solution.
    Shortest(Vec<Slide>),
    /// The board cannot reach the goal.
    Unsolvable,
    /// The board needs more moves than the limit allows.
    Beyond,
    /// The search reached the node limit, and proved at least this many moves.
    GaveUp(usize),
}

/// The methods for a goal, with data shared between boards.
pub struct Prover {
    goal: Goal,
    table: OnceLock<MovesTable>,
    walks: OnceLock<WalkingDistance>,
    engine: OnceLock<Engine>,
    larger: Option<LargerEngine>,
}

/// An engine with larger databases, for long searches.
struct LargerEngine {
    /// The number of nodes after which a search continues with this engine.
    from: u64,
    load: Box<dyn Fn() -> Engine + Send + Sync>,
    engine: OnceLock<Engine>,
}

/// The maximum node limit for A*, which needs about 500 bytes per node.
/// So it takes at most 250 MB.
const MOST_REMEMBERED: u64 = 500_000;

impl Prover {
    /// Creates a prover for a goal.
    pub fn new(goal: Goal) -> Self {
        Self {
            goal,
            table: OnceLock::new(),
            walks: OnceLock::new(),
            engine: OnceLock::new(),
            larger: None,
        }
    }

    /// Creates a prover for the engine's goal, with this engine for [`ProofMethod::Patterns`].
    pub fn with_engine(engine: Engine) -> Self {
        let prover = Self::new(engine.goal().clone());
        Self { engine: OnceLock::from(engine), ..prover }
    }

    /// Uses another engine with larger databases for [`ProofMethod::Patterns`] once a search has expanded `from` nodes.
    /// `load` is called when this happens for the first time.
    #[must_use]
    pub fn with_larger_engine(
        self,
        from: u64,
        load: impl Fn() -> Engine + Send + Sync + 'static,
    ) -> Self {
        let larger = LargerEngine { from, load: Box::new(load), engine: OnceLock::new() };
        Self { larger: Some(larger), ..self }
    }

    /// Returns the goal.
    pub fn goal(&self) -> &Goal {
        &self.goal
    }

    /// Returns the methods for the goal's dimension, from fastest to slowest.
    pub fn methods(&self) -> &'static [ProofMethod] {
        ProofMethod::for_dimension(self.goal.dimension())
    }

    /// Returns the table of all boards, or `None` if the dimension is above 3.
    pub(super) fn table(&self) -> Option<&MovesTable> {
        let is_small = self.goal.dimension() <= MovesTable::MAX_DIMENSION;
        is_small.then(|| self.table.get_or_init(|| MovesTable::new(&self.goal)))
    }

    /// Proves the optimal number of moves with one of [`Self::methods`].
    ///
    /// # Panics
    ///
    /// Panics if the dimensions of the board and the goal differ, or if the method does not support
    /// the dimension.
    pub fn prove(&self, method: ProofMethod, grid: &Grid, limit: Limit) -> Proof {
        assert_eq!(grid.dimension(), self.goal.dimension(), "a board that cannot be the goal");
        if method == ProofMethod::Table {
            let table = self.table().expect("the method supports this dimension");
            let end = match table.moves(grid) {
                None => ProofOutcome::Unsolvable,
                Some(_) => {
                    ProofOutcome::Shortest(slides_of_tiles(grid, &table.solve(grid.clone())))
                }
            };
            return Proof { end, expanded: None, statistics: None };
        }
        // Otherwise, a search would have to exhaust all reachable boards before it could give this answer.
        if !is_solvable(grid, &self.goal) {
            return Proof { end: ProofOutcome::Unsolvable, expanded: None, statistics: None };
        }
        let manhattan = Manhattan::new(&self.goal);
        let report = match method {
            ProofMethod::AStar => {
                let limit = Limit { expanded: limit.expanded.min(MOST_REMEMBERED), ..limit };
                let report = run(Algorithm::AStar, &manhattan, grid, &self.goal, limit);
                report.expect("the dimensions are the same")
            }
            ProofMethod::Patterns => return self.prove_with_patterns(grid, limit),
            ProofMethod::Table | ProofMethod::IdaStar => {
                let in_line = Sum(manhattan, LinearConflict::new(&self.goal));
                if self.goal.dimension() <= WalkingDistance::MAX_DIMENSION {
                    let walks = self.walks.get_or_init(|| WalkingDistance::new(&self.goal));
                    self.search_ida_star(grid, &Max(in_line, walks.clone()), limit)
                } else {
                    self.search_ida_star(grid, &in_line, limit)
                }
            }
        };
        let end = match report.outcome {
            SearchOutcome::Solved(slides) if slides.len() > limit.bound => ProofOutcome::Beyond,
            SearchOutcome::Solved(slides) => ProofOutcome::Shortest(slides),
            SearchOutcome::NoSolution => ProofOutcome::Unsolvable,
            SearchOutcome::Beyond(_) => ProofOutcome::Beyond,
            // A round starts when the previous one has proven that the board needs this many moves.
            SearchOutcome::GaveUp => {
                ProofOutcome::GaveUp(report.rounds.last().map_or(0, |round| round.bound))
            }
        };
        Proof {
            end,
            expanded: Some(report.statistics.expanded),
            statistics: Some(report.statistics),
        }
    }

    fn prove_with_patterns(&self, grid: &Grid, limit: Limit) -> Proof {
        let engine = self.engine.get_or_init(|| {
            Engine::quick(&self.goal).expect("the method supports up to five rows")
        });
        let answer = match &self.larger {
            Some(larger) => larger.solve(engine, grid, limit),
            None => engine.solve(grid, limit.expanded),
        };
        let end = match answer.finding {
            SearchFinding::Solved(tiles) if tiles.len() > limit.bound => ProofOutcome::Beyond,
            SearchFinding::Solved(tiles) => ProofOutcome::Shortest(slides_of_tiles(grid, &tiles)),
            SearchFinding::NoSolution => ProofOutcome::Unsolvable,
            SearchFinding::AtLeast(least) if least > limit.bound => ProofOutcome::Beyond,
            SearchFinding::AtLeast(least) => ProofOutcome::GaveUp(least),
        };
        Proof { end, expanded: Some(answer.expanded), statistics: None }
    }

    fn search_ida_star<H: Heuristic>(
        &self,
        grid: &Grid,
        heuristic: &H,
        limit: Limit,
    ) -> SearchReport<Slide> {
        ida_star::search(grid.clone(), &self.goal, heuristic, limit)
    }
}

impl LargerEngine {
    /// Solves a board, with `smaller` for the first nodes. All nodes count toward the limit.
    fn solve(&self, smaller: &Engine, grid: &Grid, limit: Limit) -> SearchResult {
        let first = smaller.solve(grid, limit.expanded.min(self.from));
        let SearchFinding::AtLeast(proven) = first.finding else { return first };
        let left = limit.expanded - first.expanded;
        // More nodes cannot change the answer if the proven moves already exceed the bound.
        if left == 0 || proven > limit.bound {
            return first;
        }
        let rest = self.engine.get_or_init(&self.load).solve(grid, left);
        let finding = match rest.finding {
            // The larger engine starts again, and may stop before it has proven as much.
            SearchFinding::AtLeast(moves) => SearchFinding::AtLeast(moves.max(proven)),
            proven => proven,
        };
        SearchResult { finding, expanded: first.expanded + rest.expanded }
    }
}

impl ProofOutcome {
    /// Returns the optimal number of moves, if proven.
    pub fn moves(&self) -> Option<usize> {
        match self {
            Self::Shortest(slides) => Some(slides.len()),
            Self::Unsolvable | Self::Beyond | Self::GaveUp(_) => None,
        }
    }
}

fn slides_of_tiles(grid: &Grid, tiles: &[Tile]) -> Vec<Slide> {
    let mut grid = grid.clone();
    let slide = |tile: &Tile| {
        let from = grid.slidable().find(|&cell| grid.cells()[cell] == *tile)?;
        Some(grid.slide(from))
    };
    tiles.iter().map_while(slide).collect()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};

    use oracle::search::boards_along;

    use super::*;
    use crate::twin::twin;

    fn grid(cells: &[Tile]) -> Grid {
        Grid::of_cells(cells.len().isqrt(), cells.to_vec()).expect("a board")
    }

    #[test]
    fn all_methods_agree_and_their_slides_lead_to_the_goal() {
        let prover = Prover::new(Goal::blank_last(3));
        for (cells, moves) in [
            ([1, 0, 3, 4, 2, 5, 7, 8, 6], 3),
            ([2, 1, 3, 5, 4, 0, 6, 7, 8], 19),
            ([1, 2, 3, 4, 5, 6, 7, 8, 0], 0),
        ] {
            let board = grid(&cells);
            for &method in prover.methods() {
                let ProofOutcome::Shortest(slides) = prover.prove(method, &board, Limit::NONE).end
                else {
                    panic!("{method:?} does not solve {cells:?}");
                };
                assert_eq!(slides.len(), moves, "{method:?}: {cells:?}");
                assert_eq!(
                    boards_along(&board, &slides).last().as_ref(),
                    Some(prover.goal().grid())
                );
                let other = prover.prove(method, &twin(&board), Limit::NONE);
                assert_eq!(other.end, ProofOutcome::Unsolvable, "{method:?}");
            }
        }
    }

    #[test]
    fn a_long_search_continues_with_larger_databases() {
        let goal = Goal::blank_last(4);
        let board = grid(&[5, 6, 1, 3, 10, 9, 2, 4, 13, 11, 7, 15, 14, 0, 12, 8]);
        let loads = Arc::new(AtomicUsize::new(0));
        let load = {
            let (goal, loads) = (goal.clone(), Arc::clone(&loads));
            move || {
                loads.fetch_add(1, Ordering::Relaxed);
                Engine::quick(&goal).expect("four rows")
            }
        };
        let alone = Prover::new(goal.clone()).prove(ProofMethod::Patterns, &board, Limit::NONE);
        let prover = Prover::new(goal).with_larger_engine(3, load);
        let prove = |limit| prover.prove(ProofMethod::Patterns, &board, limit);
        assert!(matches!(prove(Limit::expanded(3)).end, ProofOutcome::GaveUp(_)));
        assert_eq!(loads.load(Ordering::Relaxed), 0, "the limit does not allow a fourth node");
        let both = prove(Limit::NONE);
        // Both engines have the same databases, so the second repeats what the first did.
        assert_eq!(both.end, alone.end);
        assert_eq!(both.expanded, alone.expanded.map(|nodes| nodes + 3));
        let needed = both.expanded.expect("a search");
        assert!(matches!(prove(Limit::expanded(needed - 1)).end, ProofOutcome::GaveUp(_)));
        assert_eq!(prove(Limit::expanded(needed)).end, alone.end);
        assert_eq!(loads.load(Ordering::Relaxed), 1, "the databases are loaded once");
    }

    #[test]
    fn a_limit_stops_the_proof() {
        let prover = Prover::new(Goal::blank_last(4));
        let board = grid(&[5, 6, 1, 3, 10, 9, 2, 4, 13, 11, 7, 15, 14, 0, 12, 8]);
        for method in [ProofMethod::Patterns, ProofMethod::IdaStar, ProofMethod::AStar] {
            let end = prover.prove(method, &board, Limit::expanded(3)).end;
            assert!(matches!(end, ProofOutcome::GaveUp(0..=22)), "{method:?}: {end:?}");
            let short = Limit::NONE.with_bound(3);
            assert_eq!(prover.prove(method, &board, short).end, ProofOutcome::Beyond, "{method:?}");
        }
    }
}
