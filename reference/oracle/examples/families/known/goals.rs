//! Searches that end too early.

use std::collections::HashMap;

use slider::MinPq;

use super::boxed;
use crate::board::Board;
use crate::member::{Member, Outcome, Task, Ties};
use crate::recipe::{Found, Recipe};
use crate::tree::Quick;

/// Returns all members.
pub fn members() -> Vec<Box<dyn Member>> {
    let mut members = Vec::new();
    for (name, found) in [
        ("when the goal is a neighbor", Found::Generated),
        ("when the goal is a neighbor's neighbor", Found::OneBefore),
    ] {
        members.push(boxed(Recipe { found, ..Recipe::new("ends too early", name) }));
        let closed = Recipe::new("ends too early, closed set", name).with_closed_set();
        members.push(boxed(Recipe { found, ..closed }));
    }
    for (parameters, weight) in [
        ("breadth-first, node by node", 0),
        ("A* with Manhattan to the other end", 1),
        ("greedy to the other end", 2),
    ] {
        members.push(Box::new(TwoSided { parameters, weight }));
    }
    members
}

/// A bidirectional search that ends as soon as the two sides meet. Parity correctly detects unsolvable boards.
struct TwoSided {
    parameters: &'static str,
    /// The priority: 0 for the moves alone, 1 for moves plus estimate, and 2 for the estimate alone.
    weight: usize,
}

/// One side of the search.
struct Side {
    /// The generated boards, with their numbers of moves.
    met: HashMap<u64, usize, Quick>,
    /// The priority, the tie-breaking key and the index in `boards`.
    queue: MinPq<(usize, usize, usize)>,
    boards: Vec<(Board, usize)>,
    /// The goal cell of each tile. The goal is the root of the other side.
    homes: Vec<usize>,
}

impl Side {
    fn new(from: &Board, to: &Board) -> Self {
        let mut homes = vec![0; to.rows() * to.rows()];
        for (cell, tile) in to.tiles().enumerate() {
            homes[tile] = cell;
        }
        let met = HashMap::from_iter([(from.identity(), 0)]);
        let mut queue = MinPq::new();
        queue.insert((0, 0, 0));
        Self { met, queue, boards: vec![(from.clone(), 0)], homes }
    }

    fn estimate(&self, board: &Board) -> usize {
        let n = board.rows();
        let way = |(cell, tile): (usize, usize)| {
            let home = self.homes[tile];
            (cell / n).abs_diff(home / n) + (cell % n).abs_diff(home % n)
        };
        board.tiles().enumerate().filter(|&(_, tile)| tile != 0).map(way).sum()
    }

    /// Expands a node. If the other side has already generated one of the node's neighbors, returns the length of the
    /// path between the two roots.
    fn step(&mut self, other: &Self, weight: usize, task: &Task<'_>) -> Option<usize> {
        let (_, _, at) = self.queue.del_min()?;
        let (board, moves) = self.boards[at].clone();
        for child in board.neighbors(task.manner.order) {
            if self.met.contains_key(&child.identity()) {
                continue;
            }
            self.met.insert(child.identity(), moves + 1);
            if let Some(rest) = other.met.get(&child.identity()) {
                return Some(moves + 1 + rest);
            }
            let priority = match weight {
                0 => moves + 1,
                1 => moves + 1 + self.estimate(&child),
                _ => self.estimate(&child),
            };
            let place = self.boards.len();
            // On a tie, take the earliest node or, if the heap decides, the latest node.
            let tie = if task.manner.ties == Ties::First { place } else { usize::MAX - place };
            self.queue.insert((priority, tie, place));
            self.boards.push((child, moves + 1));
        }
        None
    }
}

impl Member for TwoSided {
    fn family(&self) -> &'static str {
        "ends where the two searches meet"
    }

    fn parameters(&self) -> &str {
        self.parameters
    }

    fn solve(&self, task: &Task<'_>) -> Outcome {
        let goal = Board::goal(task.board.rows());
        if task.optimal.is_none() || *task.board == goal {
            return if task.optimal.is_none() { Outcome::Unsolvable } else { Outcome::Moves(0) };
        }
        let (mut there, mut back) = (Side::new(task.board, &goal), Side::new(&goal, task.board));
        for _ in 0..task.budget {
            let met = there.step(&back, self.weight, task);
            if let Some(moves) = met.or_else(|| back.step(&there, self.weight, task)) {
                return Outcome::Moves(moves);
            }
        }
        Outcome::NoEnd
    }
}
