//! A* with incorrectly maintained open and closed lists.

use std::cmp::Ordering;
use std::collections::HashMap;

use slider::MinPq;

use super::{Members, member_with_right_twin};
use crate::board::Board;
use crate::member::{MemberAnswer, MemberTask, Ties};
use crate::tree::{Numbers, Quick};

#[derive(Clone, Copy, Debug)]
enum Mistake {
    /// A shorter path to a queued board updates the number of moves, but not the position in the queue.
    StaysInPlace,
    /// A longer path to a queued board replaces the shorter path.
    TakesTheLast,
    /// The search reports "unsolvable" after this many nodes without a lower estimate.
    NoProgress(u64),
    /// Every `.0` nodes, the queue is cut down to the `.1` best nodes.
    Forgets(u64, usize),
    /// At this queue size, the search drops the worse half of the queue and the closed set.
    StartsAgain(usize),
    /// Each time this many nodes have been taken, the queue is cut down to the best node.
    Commits(u64),
}

pub fn members() -> Members {
    let mut mistakes = vec![("decrease-key", Mistake::StaysInPlace)];
    mistakes.push(("decrease-key", Mistake::TakesTheLast));
    for nodes in [30, 100, 300, 1000] {
        mistakes.push(("unsolvable if there is no progress", Mistake::NoProgress(nodes)));
    }
    for (nodes, best) in [(100, 20), (100, 50), (500, 100), (1000, 30)] {
        mistakes.push(("worst nodes dropped periodically", Mistake::Forgets(nodes, best)));
    }
    for size in [50, 200, 1000, 3000] {
        mistakes.push(("small memory", Mistake::StartsAgain(size)));
    }
    for nodes in [50, 200, 1000] {
        mistakes.push(("continues only from the best node", Mistake::Commits(nodes)));
    }
    let member = |(family, mistake)| {
        member_with_right_twin(family, format!("{mistake:?}"), move |board, task| {
            BoundedLists::new(mistake, task).search(board)
        })
    };
    mistakes.into_iter().map(member).collect()
}

struct BoundedLists<'a> {
    mistake: Mistake,
    task: &'a MemberTask<'a>,
    queue: MinPq<ListNode>,
    moves: HashMap<u64, usize, Quick>,
    closed: Numbers,
    queued: u64,
}

struct ListNode {
    key: (usize, u64),
    board: Board,
}

impl<'a> BoundedLists<'a> {
    fn new(mistake: Mistake, task: &'a MemberTask<'a>) -> Self {
        let (moves, closed) = (HashMap::default(), Numbers::default());
        Self { mistake, task, queue: MinPq::new(), moves, closed, queued: 0 }
    }

    fn search(&mut self, root: &Board) -> MemberAnswer {
        self.queue(root.clone(), 0);
        let (mut best, mut idle) = (usize::MAX, 0);
        for taken in 1..=self.task.budget {
            let Some(ListNode { board, .. }) = self.queue.del_min() else {
                return MemberAnswer::NoEnd;
            };
            let Some(&moves) = self.moves.get(&board.board_number()) else { continue };
            if board.is_goal() {
                return MemberAnswer::Moves(moves);
            }
            if !self.closed.insert(board.board_number()) {
                continue;
            }
            idle = if board.manhattan() < best { 0 } else { idle + 1 };
            best = best.min(board.manhattan());
            match self.mistake {
                // Giving up in the twin's search does not count as finding the goal.
                Mistake::NoProgress(most) if idle >= most => {
                    return MemberAnswer::Unsolvable;
                }
                Mistake::Forgets(nodes, best) if taken.is_multiple_of(nodes) => {
                    self.keep_best_nodes(best);
                }
                Mistake::StartsAgain(size) if self.queue.len() >= size => {
                    self.keep_best_nodes(size / 2);
                    self.closed.clear();
                }
                Mistake::Commits(nodes) if taken.is_multiple_of(nodes) => self.keep_best_nodes(1),
                _ => {}
            }
            for child in board.neighbors(self.task.manner.order) {
                self.handle_child(child, moves + 1);
            }
        }
        MemberAnswer::NoEnd
    }

    /// Handles a generated child: enqueues it, updates the number of moves, or ignores it.
    fn handle_child(&mut self, child: Board, moves: usize) {
        let identity = child.board_number();
        if self.closed.contains(&identity) {
            return;
        }
        let Some(&before) = self.moves.get(&identity) else { return self.queue(child, moves) };
        match self.mistake {
            Mistake::StaysInPlace => {
                self.moves.insert(identity, before.min(moves));
            }
            Mistake::TakesTheLast => {
                self.moves.insert(identity, moves);
            }
            // Boards dropped from the queue must be able to return.
            Mistake::Forgets(..) | Mistake::StartsAgain(_) | Mistake::Commits(_)
                if moves == before =>
            {
                self.queue(child, moves);
            }
            _ if moves < before => self.queue(child, moves),
            _ => {}
        }
    }

    fn queue(&mut self, board: Board, moves: usize) {
        self.moves.insert(board.board_number(), moves);
        self.queued += 1;
        let tie = if self.task.manner.ties == Ties::First { self.queued } else { 0 };
        self.queue.insert(ListNode { key: (moves + board.manhattan(), tie), board });
    }

    fn keep_best_nodes(&mut self, best: usize) {
        let kept: Vec<ListNode> = (0..best).filter_map(|_| self.queue.del_min()).collect();
        self.queue = MinPq::new();
        for entry in kept {
            self.queue.insert(entry);
        }
    }
}

impl Ord for ListNode {
    fn cmp(&self, other: &Self) -> Ordering {
        self.key.cmp(&other.key)
    }
}

impl PartialOrd for ListNode {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for ListNode {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for ListNode {}
