//! The model answer's solver.

use std::cmp::Ordering;
use std::rc::Rc;

use slider::{Board, MinPq};

/// A shortest solution of a board, found as [`slider::Solver`] describes.
///
/// Only the result is stored. The two game trees are dropped when the search ends.
#[derive(Clone, Debug)]
pub struct Solver<B> {
    /// The boards from the initial board to the goal, or `None` if there is no solution.
    solution: Option<Vec<B>>,
}

impl<B: Board> slider::Solver<B> for Solver<B> {
    /// Solves `initial`.
    ///
    /// This terminates for every board, because either the board or its twin can reach the goal.
    /// Time and memory grow exponentially with the number of moves: any 3-by-3 board is solved in
    /// milliseconds, but a 4-by-4 board that needs more than 45 moves may take gigabytes.
    fn new(initial: &B) -> Self {
        let mut search = Search::new(initial.clone());
        let mut twin_search = Search::new(initial.twin());
        let solution = loop {
            if let Some(goal) = search.step() {
                break Some(goal.path());
            }
            if twin_search.step().is_some() {
                break None;
            }
        };
        Self { solution }
    }

    fn is_solvable(&self) -> bool {
        self.solution.is_some()
    }

    fn moves(&self) -> Option<usize> {
        self.solution.as_ref().map(|boards| boards.len() - 1)
    }

    fn solution(&self) -> Option<impl Iterator<Item = B>> {
        self.solution.as_ref().map(|boards| boards.iter().cloned())
    }
}

/// An A* search for the goal that runs step by step.
struct Search<B> {
    queue: MinPq<Rc<Node<B>>>,
}

impl<B: Board> Search<B> {
    /// Creates a search that has not made any steps.
    fn new(board: B) -> Self {
        let mut queue = MinPq::new();
        queue.insert(Rc::new(Node::new(board, None)));
        Self { queue }
    }

    /// Dequeues the best node. Returns it if it is the goal, and otherwise enqueues its neighbors.
    ///
    /// If the queue is empty, this does nothing. That never happens, because each board has at
    /// least two neighbors, and at most one of them is the board that the search came from.
    fn step(&mut self) -> Option<Rc<Node<B>>> {
        let node = self.queue.del_min()?;
        if node.board.is_goal() {
            return Some(node);
        }
        let left = node.previous.as_ref().map(|previous| &previous.board);
        for neighbor in node.board.neighbors() {
            // The critical optimization: no shortest path goes straight back.
            if Some(&neighbor) != left {
                self.queue.insert(Rc::new(Node::new(neighbor, Some(Rc::clone(&node)))));
            }
        }
        None
    }
}

/// A search node: a board, with the path to it.
///
/// Nodes form a tree with links from children to parents. Dropping the last node of a branch drops
/// its ancestors recursively. The depth of this recursion is the length of the path, which is a few
/// hundred moves for any board that can be solved in a lifetime.
struct Node<B> {
    board: B,
    /// The number of moves from the root of the tree.
    moves: usize,
    /// The number of moves plus the Manhattan distance: a lower bound on the length of any solution
    /// through this node. It is computed only once, because the queue compares a node many times.
    priority: usize,
    /// The parent of this node, or `None` for the root.
    previous: Option<Rc<Node<B>>>,
}

impl<B: Board> Node<B> {
    fn new(board: B, previous: Option<Rc<Self>>) -> Self {
        let moves = previous.as_ref().map_or(0, |previous| previous.moves + 1);
        let priority = moves + board.manhattan();
        Self { board, moves, priority, previous }
    }

    /// Returns the boards from the root to this node.
    fn path(&self) -> Vec<B> {
        let nodes = std::iter::successors(Some(self), |node| node.previous.as_deref());
        let mut boards: Vec<B> = nodes.map(|node| node.board.clone()).collect();
        boards.reverse();
        boards
    }
}

// The queue compares nodes by priority only. Equality must be consistent with this order.

impl<B> Ord for Node<B> {
    fn cmp(&self, other: &Self) -> Ordering {
        self.priority.cmp(&other.priority)
    }
}

impl<B> PartialOrd for Node<B> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<B> Eq for Node<B> {}

impl<B> PartialEq for Node<B> {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}
