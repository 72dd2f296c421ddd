//! Searches to watch, which run step by step and record the data for the page.

mod algorithm;
mod assigned;
mod curve;
mod heap;
mod heuristics;
pub(crate) mod history;
mod log;
pub(crate) mod node;
pub(crate) mod puzzle;
mod queue;
mod view;

use std::rc::Rc;

use oracle::heuristic::HeuristicName;
use oracle::puzzle::Slide;
use oracle::puzzle::{Goal, Grid};
use oracle::search::{
    Algorithm, AnySearch, Limit, SearchOutcome, SearchStep, Statistics, StepwiseSearch as _, Visit,
};

use crate::json;
use crate::request::{InvalidRequest, RequestWords};
pub(crate) use algorithm::PageAlgorithm;
use assigned::Assigned;
pub(crate) use curve::Curve;
pub(crate) use heuristics::Heuristics;
use log::{DepthFirstLog, NodeLook, WatchedEvent};
use node::{Visited, pack};
use puzzle::OwnedSliding;
use queue::NodeQueue;

pub(crate) struct WatchPlan {
    algorithm: PageAlgorithm,
    heuristic: HeuristicName,
    /// The factor for the estimates.
    weight: usize,
    grid: Grid,
    goal: Goal,
    limit: Limit,
}

impl WatchPlan {
    /// Parses `ALGORITHM HEURISTIC BOARD GOAL NODES BOUND WEIGHT`. A bound of 0 means none.
    pub(crate) fn parse(words: &mut RequestWords<'_>) -> Result<Self, InvalidRequest> {
        let refused = |why: &dyn ToString| InvalidRequest::Refused(why.to_string());
        let algorithm = words.next_word().parse::<PageAlgorithm>().map_err(|why| refused(&why))?;
        let heuristic = words.next_word().parse::<HeuristicName>().map_err(|why| refused(&why))?;
        let (grid, goal) = words.parse_board_and_goal()?;
        let limit = Limit::expanded(words.parse_next_word("a number of nodes")?);
        let bound = words.parse_next_word("a bound")?;
        let limit = if bound == 0 { limit } else { limit.with_bound(bound) };
        let weight = words.parse_next_word("a weight")?;
        Ok(Self { algorithm, heuristic, weight, grid, goal, limit })
    }
}

/// A search in progress.
pub(crate) struct Watch {
    n: usize,
    is_informed: bool,
    puzzle: OwnedSliding,
    search: WatchedSearch,
    trail: Trail,
    curve: Curve,
    steps: u64,
    bound: Option<usize>,
    /// The bound of each round, and the number of nodes expanded before it.
    rounds: Vec<(usize, u64)>,
}

enum WatchedSearch {
    Assigned(Assigned),
    Oracle(Box<AnySearch<OwnedSliding>>),
}

impl WatchedSearch {
    fn outcome(&self) -> Option<&SearchOutcome<Slide>> {
        match self {
            Self::Assigned(search) => search.outcome(),
            Self::Oracle(search) => search.outcome(),
        }
    }

    fn statistics(&self) -> Statistics {
        match self {
            Self::Assigned(search) => search.statistics(),
            Self::Oracle(search) => search.statistics(),
        }
    }
}

/// The recorded nodes of a search.
enum Trail {
    Queue(NodeQueue),
    Log(DepthFirstLog),
}

impl Watch {
    pub(crate) fn new(
        plan: WatchPlan,
        heuristics: &mut Heuristics,
    ) -> Result<Self, InvalidRequest> {
        let WatchPlan { algorithm, heuristic, weight, grid, goal, limit } = plan;
        let is_informed = algorithm.uses_heuristic();
        let asked = if is_informed { heuristic } else { HeuristicName::Zero };
        let heuristic = heuristics.get(asked, &goal);
        let heuristic = heuristic.map_err(|why| InvalidRequest::Refused(why.to_string()))?;
        let puzzle = OwnedSliding::new(Rc::new(goal), heuristic).with_weight(weight);
        let start = puzzle.position(grid.clone());
        let estimate = is_informed.then(|| puzzle.weighted_estimate(&start));
        let trail = if algorithm.remembers_all() {
            let priority = estimate.unwrap_or_default();
            Trail::Queue(NodeQueue::new(algorithm.oracle_algorithm(), pack(&grid), priority))
        } else {
            Trail::Log(DepthFirstLog::new(pack(&grid), grid.dimension()))
        };
        let bound = match algorithm.oracle_algorithm() {
            Algorithm::IdaStar => estimate,
            Algorithm::IterativeDeepening => Some(0),
            Algorithm::DepthFirst if limit.bound < usize::MAX => Some(limit.bound),
            _ => None,
        };
        Ok(Self {
            n: grid.dimension(),
            is_informed,
            search: match algorithm {
                PageAlgorithm::Assigned => {
                    let estimate = estimate.unwrap_or_default();
                    WatchedSearch::Assigned(Assigned::new(puzzle.clone(), estimate, limit.expanded))
                }
                PageAlgorithm::Oracle(algorithm) => {
                    let search = AnySearch::new(algorithm, puzzle.clone(), start, limit);
                    WatchedSearch::Oracle(Box::new(search))
                }
            },
            puzzle,
            trail,
            curve: Curve::default(),
            steps: 0,
            rounds: bound.map(|bound| (bound, 0)).into_iter().collect(),
            bound,
        })
    }

    /// Makes up to `steps` steps.
    pub(crate) fn run(&mut self, steps: u64) {
        for _ in 0..steps {
            if self.has_ended() {
                return;
            }
            self.step();
        }
    }

    pub(crate) fn has_ended(&self) -> bool {
        self.search.outcome().is_some()
    }

    fn step(&mut self) {
        let Self { puzzle, search, trail, is_informed, .. } = self;
        self.steps += 1;
        let search = match search {
            WatchedSearch::Oracle(search) => search,
            WatchedSearch::Assigned(search) => {
                if let Trail::Queue(queue) = trail {
                    search.step(&mut queue.history);
                }
                self.curve.add_each_stride(self.trail.waiting());
                return;
            }
        };
        match search.step() {
            SearchStep::Expanded(visit) => {
                let visited = Visited::new(&visit, puzzle, *is_informed);
                match trail {
                    Trail::Queue(queue) => queue.add_expansion(&visited, &visit),
                    Trail::Log(log) => log.add(look_event(&visited, &visit, NodeLook::Expanded)),
                }
            }
            SearchStep::Cut(visit) => {
                let visited = Visited::new(&visit, puzzle, *is_informed);
                if let Trail::Log(log) = trail {
                    log.add(look_event(&visited, &visit, NodeLook::Cut));
                }
            }
            SearchStep::Deepened(bound) => {
                self.bound = Some(bound);
                self.rounds.push((bound, self.search.statistics().expanded));
                if let Trail::Log(log) = trail {
                    log.add(WatchedEvent::Round);
                }
            }
            SearchStep::Ended(outcome) => {
                let path = outcome.path();
                match trail {
                    Trail::Queue(queue) => queue.end(path.map(|_| pack(puzzle.goal().grid()))),
                    Trail::Log(log) => {
                        log.add(path.map_or(WatchedEvent::End, |path| WatchedEvent::Looked {
                            from: path.last().and_then(|slide| u8::try_from(slide.from).ok()),
                            depth: to_u16(path.len()),
                            estimate: is_informed.then_some(0),
                            kind: NodeLook::Goal,
                        }));
                    }
                }
            }
        }
        self.curve.add_each_stride(self.trail.waiting());
    }
}

impl Trail {
    /// Returns the size of the queue or the length of the current path.
    fn waiting(&self) -> usize {
        match self {
            Self::Queue(queue) => queue.history.len(),
            Self::Log(log) => log.len(),
        }
    }
}

fn look_event(visited: &Visited, visit: &Visit<'_, OwnedSliding>, kind: NodeLook) -> WatchedEvent {
    // The blank is now where the tile came from.
    let from = (visited.depth > 0).then(|| visit.state.grid().blank());
    WatchedEvent::Looked {
        from: from.and_then(|from| u8::try_from(from).ok()),
        depth: to_u16(visited.depth),
        estimate: visited.estimate.map(to_u16),
        kind,
    }
}

/// Converts a depth or an estimate, which do not come close to the limit in practice.
fn to_u16(number: usize) -> u16 {
    u16::try_from(number).unwrap_or(u16::MAX)
}

pub(crate) fn cells_to_json(key: u128, n: usize) -> String {
    json::format_array(node::unpack(key, n))
}

#[cfg(test)]
mod tests;
