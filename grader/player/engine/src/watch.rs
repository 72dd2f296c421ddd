//! A search to watch: it goes step by step, and what it does is kept as far as a page shows it.

mod curve;
mod heuristics;
mod node;
mod puzzle;
mod queue;
mod way;

use std::rc::Rc;

use oracle::heuristic::Named;
use oracle::puzzle::{Goal, Grid, Slide};
use oracle::search::{Algorithm, AnySearch, Limit, Outcome, Search, Step};
use slider::Tile;

use crate::json::{self, Object};
use crate::request::{Words, Wrong};
use curve::Curve;
pub(crate) use heuristics::Heuristics;
use node::{Shown, Visited, pack};
use puzzle::Puzzle;
use queue::Queue;
use way::Way;

/// What a search is to be.
pub(crate) struct Plan {
    algorithm: Algorithm,
    heuristic: Named,
    grid: Grid,
    goal: Goal,
    limit: Limit,
}

impl Plan {
    /// `ALGORITHM HEURISTIC BOARD GOAL NODES BOUND`; a bound of 0 is none.
    pub(crate) fn read(words: &mut Words<'_>) -> Result<Self, Wrong> {
        let refused = |why: &dyn ToString| Wrong::Refused(why.to_string());
        let algorithm = words.word().parse::<Algorithm>().map_err(|why| refused(&why))?;
        let heuristic = words.word().parse::<Named>().map_err(|why| refused(&why))?;
        let (grid, goal) = words.board_and_goal()?;
        let limit = Limit::expanded(words.value("a number of nodes")?);
        let bound = words.value("a bound")?;
        let limit = if bound == 0 { limit } else { limit.with_bound(bound) };
        Ok(Self { algorithm, heuristic, grid, goal, limit })
    }
}

/// A search under way.
pub(crate) struct Watch {
    n: usize,
    is_informed: bool,
    puzzle: Puzzle,
    search: AnySearch<Puzzle>,
    trail: Trail,
    curve: Curve,
    /// The steps that were made.
    steps: u64,
    /// The bound of a search that deepens, if it has one.
    bound: Option<usize>,
    /// The bounds of its rounds, with the nodes that had been expanded when each began.
    rounds: Vec<(usize, u64)>,
}

/// What is known of the nodes of a search.
enum Trail {
    /// Of one with a queue.
    Queue(Queue),
    /// Of one that remembers the way it stands on.
    Way(Way),
}

impl Watch {
    /// A search that has not made a step.
    pub(crate) fn new(plan: Plan, heuristics: &mut Heuristics) -> Result<Self, Wrong> {
        let Plan { algorithm, heuristic, grid, goal, limit } = plan;
        let is_informed = algorithm.uses_heuristic();
        let asked = if is_informed { heuristic } else { Named::Zero };
        let heuristic = heuristics.get(asked, &goal);
        let heuristic = heuristic.map_err(|why| Wrong::Refused(why.to_string()))?;
        let puzzle = Puzzle::new(Rc::new(goal), heuristic);
        let start = puzzle.position(grid.clone());
        let estimate = is_informed.then(|| puzzle.bound(&start));
        let trail = if algorithm.remembers_all() {
            let priority = estimate.unwrap_or_default();
            Trail::Queue(Queue::new(algorithm, pack(&grid), priority))
        } else {
            Trail::Way(Way::new())
        };
        let bound = match algorithm {
            Algorithm::IdaStar => estimate,
            Algorithm::IterativeDeepening => Some(0),
            Algorithm::DepthFirst if limit.bound < usize::MAX => Some(limit.bound),
            _ => None,
        };
        Ok(Self {
            n: grid.dimension(),
            is_informed,
            search: AnySearch::new(algorithm, puzzle.clone(), start, limit),
            puzzle,
            trail,
            curve: Curve::default(),
            steps: 0,
            rounds: bound.map(|bound| (bound, 0)).into_iter().collect(),
            bound,
        })
    }

    /// Makes so many steps, or fewer if the search ends.
    pub(crate) fn run(&mut self, steps: u64) {
        for _ in 0..steps {
            if self.has_ended() {
                return;
            }
            self.step();
        }
    }

    /// Whether there are no more steps.
    pub(crate) fn has_ended(&self) -> bool {
        self.search.outcome().is_some()
    }

    fn step(&mut self) {
        let Self { puzzle, search, trail, is_informed, .. } = self;
        self.steps += 1;
        match search.step() {
            Step::Expanded(visit) => {
                let visited = Visited::new(&visit, puzzle, *is_informed);
                match trail {
                    Trail::Queue(queue) => queue.expand(&visited, &visit),
                    Trail::Way(way) => way.visit(&visited, true),
                }
            }
            Step::Cut(visit) => {
                let visited = Visited::new(&visit, puzzle, *is_informed);
                if let Trail::Way(way) = trail {
                    way.visit(&visited, false);
                }
            }
            Step::Deepened(bound) => {
                self.bound = Some(bound);
                self.rounds.push((bound, self.search.statistics().expanded));
                if let Trail::Way(way) = trail {
                    way.begin_round();
                }
            }
            Step::Ended(Outcome::Solved(path)) => {
                let goal = puzzle.goal().grid();
                match trail {
                    Trail::Queue(queue) => queue.reach(pack(goal)),
                    Trail::Way(way) => way.reach(pack(goal), path.len(), *is_informed),
                }
            }
            Step::Ended(_) => {}
        }
        self.curve.add(self.trail.waiting());
    }

    /// The state of the search, with so many of the boards that come next.
    pub(crate) fn view(&self, boards: usize) -> String {
        let statistics = self.search.statistics();
        let shown = |node: &Shown| node.json(self.n);
        let object = match self.search.outcome() {
            None => Object::new().text("status", "running"),
            Some(Outcome::Solved(path)) => {
                Object::new().text("status", "solved").array("path", tiles(path))
            }
            Some(Outcome::NoSolution) => Object::new().text("status", "none"),
            Some(Outcome::Beyond(least)) => {
                Object::new().text("status", "beyond").raw("atLeast", least)
            }
            Some(Outcome::GaveUp) => Object::new().text("status", "gave-up"),
        };
        let (next, tree) = match &self.trail {
            Trail::Queue(queue) => (queue.next(boards), queue.tree()),
            Trail::Way(way) => (way.stack(boards), way.tree()),
        };
        let rounds = self.rounds.iter().map(|(bound, before)| format!("[{bound},{before}]"));
        object
            .raw("steps", self.steps)
            .raw("expanded", statistics.expanded)
            .raw("generated", statistics.generated)
            .raw("reopened", statistics.reopened)
            .raw("largest", statistics.largest)
            .raw("deepest", statistics.deepest)
            .raw("waiting", self.trail.waiting())
            .raw("queue", matches!(self.trail, Trail::Queue(_)))
            .raw("informed", self.is_informed)
            .maybe("bound", self.bound)
            .array("rounds", rounds)
            .array("next", next.iter().map(shown))
            .array("tree", tree.iter().map(shown))
            .raw("stride", self.curve.stride())
            .array("curve", self.curve.points())
            .end()
    }
}

impl Trail {
    /// The nodes that wait; of a search without a queue, those of the way it stands on.
    fn waiting(&self) -> usize {
        match self {
            Self::Queue(queue) => queue.len(),
            Self::Way(way) => way.len(),
        }
    }
}

fn tiles(path: &[Slide]) -> impl Iterator<Item = Tile> {
    path.iter().map(|slide| slide.tile)
}

/// The cells of a board as JSON.
fn cells(key: u128, n: usize) -> String {
    json::array(node::unpack(key, n))
}

#[cfg(test)]
mod tests;
