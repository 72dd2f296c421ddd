//! The first step of a recorded search that A* does not take.
//!
//! A* may break ties as it likes and may put a board on the queue twice, so only what no A* does is a fault.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::fmt;

use oracle::puzzle::{Goal, Grid};

use super::read::{Entry, Node, Outcome, TraceEvent};
use crate::watch::node::pack;
use crate::watch::puzzle::Puzzle;

/// What A* would not have done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Fault {
    /// The search does not begin with its board and no moves.
    Start,
    /// A node was put on the queue that is no neighbor of the board that was expanded.
    NotNeighbor,
    /// Its moves are not one more than those of the board that was expanded.
    Moves { said: usize, right: usize },
    /// Its estimate is not the heuristic's.
    Estimate { said: usize, right: usize },
    /// Its key is not g + h.
    Key { said: usize, right: usize },
    /// A node was taken that does not wait.
    NotWaiting,
    /// A node was taken though another has a lower key.
    NotLeast { taken: usize, least: usize },
    /// A board was expanded that was not just taken from the queue.
    NotTaken,
    /// A neighbor was left out that had not been reached by so few moves.
    LeftOut(Grid),
    /// The goal was taken, and the search went on.
    PastGoal,
    /// The search answered with a solution before the goal was taken from the queue.
    Early,
    /// The search ended while boards waited and no goal was taken.
    GaveUp { waiting: usize },
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Start => f.write_str("the search does not start with the puzzle and g = 0"),
            Self::NotNeighbor => f.write_str(
                "the board put on the queue is not a neighbor of the board just expanded",
            ),
            Self::Moves { said, right } => {
                write!(
                    f,
                    "g is {said}, but the board just expanded has g = {}, so it is {right}",
                    right - 1
                )
            }
            Self::Estimate { said, right } => {
                write!(f, "h is {said}, but the heuristic gives {right} for this board")
            }
            Self::Key { said, right } => write!(f, "the key is {said}, but g + h = {right}"),
            Self::NotWaiting => f.write_str("the board taken was not in the queue"),
            Self::NotLeast { taken, least } => {
                write!(f, "a board with f = {taken} was dequeued before a board with f = {least}")
            }
            Self::NotTaken => {
                f.write_str("the board expanded was not the one just taken from the queue")
            }
            Self::LeftOut(_) => {
                f.write_str("a neighbor was not queued, although it was never reached before")
            }
            Self::PastGoal => f.write_str("the search continued after the goal was dequeued"),
            Self::Early => f.write_str("the search ended before the goal was dequeued"),
            Self::GaveUp { waiting } => {
                write!(
                    f,
                    "the search ended without the goal while {waiting} boards were in the queue"
                )
            }
        }
    }
}

/// Judges the events one by one until the first fault.
pub(super) struct Judge<'a> {
    puzzle: &'a Puzzle,
    start: &'a Grid,
    searches: [Search; 2],
}

/// What A* would know of the search of a board, or of its twin.
#[derive(Default)]
struct Search {
    /// The nodes that wait by f, board and g, with how often each does.
    waiting: BTreeMap<(usize, u128, usize), usize>,
    /// The fewest moves by which each board was reached.
    best: HashMap<u128, usize>,
    /// The board that each node was reached from.
    parents: HashMap<(u128, usize), u128>,
    has_begun: bool,
    taken: Option<(Grid, usize)>,
    expanded: Option<Expansion>,
    has_goal: bool,
}

/// The expansion under way.
struct Expansion {
    board: Grid,
    g: usize,
    put: HashSet<u128>,
}

impl<'a> Judge<'a> {
    pub(super) fn new(puzzle: &'a Puzzle, start: &'a Grid) -> Self {
        Self { puzzle, start, searches: Default::default() }
    }

    /// Whether a board may be left at this event: the expansion before it is complete. The fault is that of the step
    /// before.
    pub(super) fn before(&self, entry: &Entry) -> Result<(), Fault> {
        let is_next = match entry.event {
            TraceEvent::Insert(_) | TraceEvent::End(Outcome::Solved | Outcome::Stopped) => false,
            TraceEvent::Delete(_)
            | TraceEvent::Expand(_)
            | TraceEvent::End(Outcome::Unsolvable) => true,
        };
        let search = &self.searches[usize::from(entry.is_twin)];
        match &search.expanded {
            Some(expansion) if is_next => search.complete(expansion),
            _ => Ok(()),
        }
    }

    /// Whether A* takes the step of this event.
    pub(super) fn heed(&mut self, entry: &Entry) -> Result<(), Fault> {
        let place = usize::from(entry.is_twin);
        match &entry.event {
            TraceEvent::Insert(node) => self.insert(node, place),
            TraceEvent::Delete(node) => {
                let f = self.f(node)?;
                self.searches[place].delete(node, f, self.puzzle.goal())
            }
            TraceEvent::Expand(node) => self.searches[place].expand(node),
            TraceEvent::End(outcome) => self.end(*outcome),
        }
    }

    /// The moves made plus the heuristic's estimate. What the node says must be that.
    fn f(&self, node: &Node) -> Result<usize, Fault> {
        let right = self.puzzle.bound(&self.puzzle.position(node.board.clone()));
        if let Some(said) = node.h.filter(|&said| said != right) {
            return Err(Fault::Estimate { said, right });
        }
        let right = node.g + right;
        match node.key.filter(|&said| said != right) {
            Some(said) => Err(Fault::Key { said, right }),
            None => Ok(right),
        }
    }

    fn insert(&mut self, node: &Node, place: usize) -> Result<(), Fault> {
        let key = pack(&node.board);
        let search = &self.searches[place];
        let parent = match &search.expanded {
            Some(expansion) => {
                if !neighbors(&expansion.board).any(|(_, board)| board == node.board) {
                    return Err(Fault::NotNeighbor);
                }
                if node.g != expansion.g + 1 {
                    return Err(Fault::Moves { said: node.g, right: expansion.g + 1 });
                }
                Some(pack(&expansion.board))
            }
            None if search.has_begun => return Err(Fault::NotNeighbor),
            None => {
                let is_right = if place == 0 {
                    node.board == *self.start
                } else {
                    is_twin(&node.board, self.start)
                };
                if !is_right || node.g != 0 {
                    return Err(Fault::Start);
                }
                None
            }
        };
        let f = self.f(node)?;
        let search = &mut self.searches[place];
        search.has_begun = true;
        *search.waiting.entry((f, key, node.g)).or_default() += 1;
        let best = search.best.entry(key).or_insert(node.g);
        *best = node.g.min(*best);
        if let Some(parent) = parent {
            search.parents.insert((key, node.g), parent);
        }
        if let Some(expansion) = &mut search.expanded {
            expansion.put.insert(key);
        }
        Ok(())
    }

    fn end(&self, outcome: Outcome) -> Result<(), Fault> {
        let [own, twin] = &self.searches;
        match outcome {
            Outcome::Stopped => Ok(()),
            Outcome::Solved if own.has_goal => Ok(()),
            Outcome::Solved => Err(Fault::Early),
            Outcome::Unsolvable if twin.has_goal => Ok(()),
            Outcome::Unsolvable => match own.waiting.values().sum() {
                0 => Ok(()),
                waiting => Err(Fault::GaveUp { waiting }),
            },
        }
    }
}

impl Search {
    fn delete(&mut self, node: &Node, f: usize, goal: &Goal) -> Result<(), Fault> {
        if self.has_goal {
            return Err(Fault::PastGoal);
        }
        let place = (f, pack(&node.board), node.g);
        let Some(count) = self.waiting.get_mut(&place) else { return Err(Fault::NotWaiting) };
        *count -= 1;
        if *count == 0 {
            self.waiting.remove(&place);
        }
        if let Some((&(least, ..), _)) = self.waiting.first_key_value()
            && least < f
        {
            return Err(Fault::NotLeast { taken: f, least });
        }
        self.expanded = None;
        self.has_goal = node.board == *goal.grid();
        self.taken = Some((node.board.clone(), node.g));
        Ok(())
    }

    fn expand(&mut self, node: &Node) -> Result<(), Fault> {
        if self.has_goal {
            return Err(Fault::PastGoal);
        }
        if self.taken.take() != Some((node.board.clone(), node.g)) {
            return Err(Fault::NotTaken);
        }
        let board = node.board.clone();
        self.expanded = Some(Expansion { board, g: node.g, put: HashSet::new() });
        Ok(())
    }

    /// Whether all neighbors are on the queue but the one that the board was reached from, and those that had been
    /// reached by no more moves.
    fn complete(&self, expansion: &Expansion) -> Result<(), Fault> {
        let parent = self.parents.get(&(pack(&expansion.board), expansion.g));
        let is_left_out = |key: u128| {
            Some(&key) != parent
                && !expansion.put.contains(&key)
                && self.best.get(&key).is_none_or(|&best| best > expansion.g + 1)
        };
        match neighbors(&expansion.board).find(|&(key, _)| is_left_out(key)) {
            Some((_, board)) => Err(Fault::LeftOut(board)),
            None => Ok(()),
        }
    }
}

/// The boards one move away, packed and as they are.
fn neighbors(board: &Grid) -> impl Iterator<Item = (u128, Grid)> {
    board.slidable().map(|from| {
        let mut neighbor = board.clone();
        neighbor.slide(from);
        (pack(&neighbor), neighbor)
    })
}

/// Whether two tiles of a board are exchanged in another one.
fn is_twin(twin: &Grid, board: &Grid) -> bool {
    let pairs = twin.cells().iter().zip(board.cells());
    let differing: Vec<_> = pairs.filter(|(one, other)| one != other).collect();
    differing.len() == 2 && differing.iter().all(|&(&one, &other)| one != 0 && other != 0)
}
