//! Bidirectional searches that stop as soon as the two sides meet.

use std::collections::HashMap;

use slider::MinPq;

use super::{Members, distance_between, member_with_right_twin};
use crate::board::Board;
use crate::member::{MemberAnswer, MemberTask, Ties};
use crate::tree::Quick;

#[derive(Clone, Copy)]
struct Sides {
    /// The number of nodes of the goal's side for each node of the board's side.
    turns: u64,
    /// Whether the sides meet only at nodes that have left the other queue.
    taken: bool,
    /// The weights of the estimates, in halves.
    halves: [usize; 2],
}

pub fn members() -> Members {
    let mut members = Members::new();
    for turns in [1, 3] {
        for taken in [false, true] {
            for halves in [[2, 2], [2, 0], [1, 1]] {
                let sides = Sides { turns, taken, halves };
                let text = format!(
                    "{turns} of the goal's for each, met when {}, estimates times {}/2 and {}/2",
                    if taken { "taken" } else { "queued" },
                    halves[0],
                    halves[1],
                );
                let family = "bidirectional search that ends at the first meeting";
                members.push(member_with_right_twin(family, text, move |board, task| {
                    sides.search(board, task)
                }));
            }
        }
    }
    members
}

struct HeldOutSide {
    /// The goal cell of each tile.
    homes: Vec<usize>,
    halves: usize,
    queue: MinPq<(usize, u64, UnorderedIndex)>,
    boards: Vec<(Board, usize)>,
    /// For each board, the least number of moves, and whether the node has left the queue.
    met: HashMap<u64, (usize, bool), Quick>,
}

/// The index of a node, which does not affect the order.
struct UnorderedIndex(usize);

impl PartialEq for UnorderedIndex {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for UnorderedIndex {}

impl PartialOrd for UnorderedIndex {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for UnorderedIndex {
    fn cmp(&self, _: &Self) -> std::cmp::Ordering {
        std::cmp::Ordering::Equal
    }
}

impl HeldOutSide {
    fn new(from: &Board, to: &Board, halves: usize, ties: Ties) -> Self {
        let mut homes = vec![0; to.rows() * to.rows()];
        for (cell, tile) in to.tiles().enumerate() {
            homes[tile] = cell;
        }
        let (queue, met) = (MinPq::new(), HashMap::default());
        let mut side = Self { homes, halves, queue, boards: Vec::new(), met };
        side.insert(from.clone(), 0, ties);
        side
    }

    fn insert(&mut self, board: Board, moves: usize, ties: Ties) {
        let before = self.met.get(&board.board_number());
        if before.is_some_and(|&(before, _)| before <= moves) {
            return;
        }
        self.met.insert(board.board_number(), (moves, false));
        let n = board.rows();
        let cells = board.tiles().enumerate().filter(|&(_, tile)| tile != 0);
        let way: usize =
            cells.map(|(cell, tile)| distance_between(n, cell, self.homes[tile])).sum();
        let tie = if ties == Ties::First { self.boards.len() as u64 } else { 0 };
        self.queue.insert((2 * moves + self.halves * way, tie, UnorderedIndex(self.boards.len())));
        self.boards.push((board, moves));
    }

    /// Takes a node from the queue. If it meets the other side, returns the length of the path as `Err`.
    fn step(
        &mut self,
        other: &Self,
        taken: bool,
        task: &MemberTask<'_>,
    ) -> Result<(), MemberAnswer> {
        let Some((_, _, UnorderedIndex(at))) = self.queue.del_min() else {
            return Err(MemberAnswer::NoEnd);
        };
        let (board, moves) = self.boards[at].clone();
        self.met.insert(board.board_number(), (moves, true));
        if let Some(&(rest, was_taken)) = other.met.get(&board.board_number())
            && (was_taken || !taken)
        {
            return Err(MemberAnswer::Moves(moves + rest));
        }
        for child in board.neighbors(task.manner.order) {
            self.insert(child, moves + 1, task.manner.ties);
        }
        Ok(())
    }
}

impl Sides {
    fn search(self, root: &Board, task: &MemberTask<'_>) -> MemberAnswer {
        let goal = Board::goal(root.rows());
        let mut own = HeldOutSide::new(root, &goal, self.halves[0], task.manner.ties);
        let mut back = HeldOutSide::new(&goal, root, self.halves[1], task.manner.ties);
        for _ in 0..task.budget {
            if let Err(outcome) = own.step(&back, self.taken, task) {
                return outcome;
            }
            for _ in 0..self.turns {
                if let Err(outcome) = back.step(&own, self.taken, task) {
                    return outcome;
                }
            }
        }
        MemberAnswer::NoEnd
    }
}
