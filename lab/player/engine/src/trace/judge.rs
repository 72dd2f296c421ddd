//! Finds the first step of a recorded search that A* would not take.
//!
//! A* may break ties in any order, and may enqueue a board more than once, so only steps that no variant of A* allows
//! are faults.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::fmt;

use oracle::puzzle::{Goal, Grid};

use super::read::{TraceEntry, TraceEvent, TraceNode, TraceOutcome};
use crate::watch::node::pack;
use crate::watch::puzzle::OwnedSliding;

/// A difference from A*.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum AStarDeviation {
    /// The search does not start with the puzzle and zero moves.
    Start,
    /// An enqueued node is not a neighbor of the expanded board.
    NotNeighbor,
    /// An enqueued node does not have one more move than the expanded board.
    Moves { said: usize, right: usize },
    /// The estimate differs from the heuristic.
    Estimate { said: usize, right: usize },
    /// The key is not g + h.
    Key { said: usize, right: usize },
    /// A dequeued node was not in the queue.
    NotWaiting,
    /// A node was dequeued although another node has a lower key.
    NotLeast { taken: usize, least: usize },
    /// An expanded board was not the one just dequeued.
    NotTaken,
    /// A neighbor was not enqueued, although no other path with at most as many moves is known.
    LeftOut(Grid),
    /// The search continued after dequeuing the goal.
    PastGoal,
    /// The search returned a solution before dequeuing the goal.
    Early,
    /// The search ended without the goal, although the queue contained boards.
    GaveUp { waiting: usize },
}

impl fmt::Display for AStarDeviation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Start => f.write_str("the search does not start with the puzzle and g = 0"),
            Self::NotNeighbor => f.write_str(
                "the enqueued board is not a neighbor of the board that was just expanded",
            ),
            Self::Moves { said, right } => {
                write!(
                    f,
                    "g is {said}, but the board just expanded has g = {}, so it should be {right}",
                    right - 1
                )
            }
            Self::Estimate { said, right } => {
                write!(f, "h is {said}, but the heuristic gives {right} for this board")
            }
            Self::Key { said, right } => write!(f, "the key is {said}, but g + h = {right}"),
            Self::NotWaiting => f.write_str("the dequeued board was not in the queue"),
            Self::NotLeast { taken, least } => {
                write!(f, "a board with f = {taken} was dequeued before a board with f = {least}")
            }
            Self::NotTaken => {
                f.write_str("the expanded board is not the one that was just dequeued")
            }
            Self::LeftOut(_) => f.write_str(
                "a neighbor was not enqueued, although the search had not reached it before",
            ),
            Self::PastGoal => f.write_str("the search continued after the goal was dequeued"),
            Self::Early => f.write_str("the search ended before the goal was dequeued"),
            Self::GaveUp { waiting } => {
                write!(
                    f,
                    "the search ended without the goal while {waiting} boards were still in the \
                     queue"
                )
            }
        }
    }
}

/// Judges the events in order, up to the first fault.
pub(super) struct TraceJudge<'a> {
    puzzle: &'a OwnedSliding,
    start: &'a Grid,
    searches: [JudgedSearch; 2],
}

/// The state of an A* search from the board or from the twin.
#[derive(Default)]
struct JudgedSearch {
    /// The number of nodes in the queue for each f, board and g.
    waiting: BTreeMap<(usize, u128, usize), usize>,
    best: HashMap<u128, usize>,
    parents: HashMap<(u128, usize), u128>,
    has_begun: bool,
    taken: Option<(Grid, usize)>,
    expanded: Option<JudgedExpansion>,
    has_goal: bool,
}

struct JudgedExpansion {
    board: Grid,
    g: usize,
    put: HashSet<u128>,
}

impl<'a> TraceJudge<'a> {
    pub(super) fn new(puzzle: &'a OwnedSliding, start: &'a Grid) -> Self {
        Self { puzzle, start, searches: Default::default() }
    }

    /// Checks that the preceding expansion is complete before this event. Any fault belongs to the preceding step.
    pub(super) fn check_expansion_complete(
        &self,
        entry: &TraceEntry,
    ) -> Result<(), AStarDeviation> {
        let is_next = match entry.event {
            TraceEvent::Insert(_)
            | TraceEvent::End(TraceOutcome::Solved | TraceOutcome::Stopped) => false,
            TraceEvent::Delete(_)
            | TraceEvent::Expand(_)
            | TraceEvent::End(TraceOutcome::Unsolvable) => true,
        };
        let search = &self.searches[usize::from(entry.is_twin)];
        match &search.expanded {
            Some(expansion) if is_next => search.check_all_neighbors_enqueued(expansion),
            _ => Ok(()),
        }
    }

    pub(super) fn judge_event(&mut self, entry: &TraceEntry) -> Result<(), AStarDeviation> {
        let place = usize::from(entry.is_twin);
        match &entry.event {
            TraceEvent::Insert(node) => self.insert(node, place),
            TraceEvent::Delete(node) => {
                let f = self.f(node)?;
                self.searches[place].judge_deletion(node, f, self.puzzle.goal())
            }
            TraceEvent::Expand(node) => self.searches[place].judge_expansion(node),
            TraceEvent::End(outcome) => self.check_end(*outcome),
        }
    }

    /// Returns g + h, or a fault if the node has a different value.
    fn f(&self, node: &TraceNode) -> Result<usize, AStarDeviation> {
        let right = self.puzzle.weighted_estimate(&self.puzzle.position(node.board.clone()));
        if let Some(said) = node.h.filter(|&said| said != right) {
            return Err(AStarDeviation::Estimate { said, right });
        }
        let right = node.g + right;
        match node.key.filter(|&said| said != right) {
            Some(said) => Err(AStarDeviation::Key { said, right }),
            None => Ok(right),
        }
    }

    fn insert(&mut self, node: &TraceNode, place: usize) -> Result<(), AStarDeviation> {
        let key = pack(&node.board);
        let search = &self.searches[place];
        let parent = match &search.expanded {
            Some(expansion) => {
                if !neighbors_with_keys(&expansion.board).any(|(_, board)| board == node.board) {
                    return Err(AStarDeviation::NotNeighbor);
                }
                if node.g != expansion.g + 1 {
                    return Err(AStarDeviation::Moves { said: node.g, right: expansion.g + 1 });
                }
                Some(pack(&expansion.board))
            }
            None if search.has_begun => return Err(AStarDeviation::NotNeighbor),
            None => {
                let is_right = if place == 0 {
                    node.board == *self.start
                } else {
                    is_twin(&node.board, self.start)
                };
                if !is_right || node.g != 0 {
                    return Err(AStarDeviation::Start);
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

    fn check_end(&self, outcome: TraceOutcome) -> Result<(), AStarDeviation> {
        let [own, twin] = &self.searches;
        match outcome {
            TraceOutcome::Stopped => Ok(()),
            TraceOutcome::Solved if own.has_goal => Ok(()),
            TraceOutcome::Solved => Err(AStarDeviation::Early),
            TraceOutcome::Unsolvable if twin.has_goal => Ok(()),
            TraceOutcome::Unsolvable => match own.waiting.values().sum() {
                0 => Ok(()),
                waiting => Err(AStarDeviation::GaveUp { waiting }),
            },
        }
    }
}

impl JudgedSearch {
    fn judge_deletion(
        &mut self,
        node: &TraceNode,
        f: usize,
        goal: &Goal,
    ) -> Result<(), AStarDeviation> {
        if self.has_goal {
            return Err(AStarDeviation::PastGoal);
        }
        let place = (f, pack(&node.board), node.g);
        let Some(count) = self.waiting.get_mut(&place) else {
            return Err(AStarDeviation::NotWaiting);
        };
        *count -= 1;
        if *count == 0 {
            self.waiting.remove(&place);
        }
        if let Some((&(least, ..), _)) = self.waiting.first_key_value()
            && least < f
        {
            return Err(AStarDeviation::NotLeast { taken: f, least });
        }
        self.expanded = None;
        self.has_goal = node.board == *goal.grid();
        self.taken = Some((node.board.clone(), node.g));
        Ok(())
    }

    fn judge_expansion(&mut self, node: &TraceNode) -> Result<(), AStarDeviation> {
        if self.has_goal {
            return Err(AStarDeviation::PastGoal);
        }
        if self.taken.take() != Some((node.board.clone(), node.g)) {
            return Err(AStarDeviation::NotTaken);
        }
        let board = node.board.clone();
        self.expanded = Some(JudgedExpansion { board, g: node.g, put: HashSet::new() });
        Ok(())
    }

    /// Checks that all neighbors were enqueued, except the parent and boards with a known path of at most as many
    /// moves.
    fn check_all_neighbors_enqueued(
        &self,
        expansion: &JudgedExpansion,
    ) -> Result<(), AStarDeviation> {
        let parent = self.parents.get(&(pack(&expansion.board), expansion.g));
        let is_left_out = |key: u128| {
            Some(&key) != parent
                && !expansion.put.contains(&key)
                && self.best.get(&key).is_none_or(|&best| best > expansion.g + 1)
        };
        match neighbors_with_keys(&expansion.board).find(|&(key, _)| is_left_out(key)) {
            Some((_, board)) => Err(AStarDeviation::LeftOut(board)),
            None => Ok(()),
        }
    }
}

fn neighbors_with_keys(board: &Grid) -> impl Iterator<Item = (u128, Grid)> {
    board.slidable().map(|from| {
        let mut neighbor = board.clone();
        neighbor.slide(from);
        (pack(&neighbor), neighbor)
    })
}

fn is_twin(twin: &Grid, board: &Grid) -> bool {
    let pairs = twin.cells().iter().zip(board.cells());
    let differing: Vec<_> = pairs.filter(|(one, other)| one != other).collect();
    differing.len() == 2 && differing.iter().all(|&(&one, &other)| one != 0 && other != 0)
}
