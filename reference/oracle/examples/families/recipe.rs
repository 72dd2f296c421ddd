//! A* with something changed.

use crate::board::Board;
use crate::member::{Member, Outcome, Task};
use crate::tree::{Step, Tree, View};

/// A* from the board and from its twin in lockstep, with some of its rules changed.
///
/// [`Recipe::new`] is right: priority moves + Manhattan, no closed set, a child is dropped if it is
/// the board just left, the goal is met when it leaves the queue. Change the fields that are
/// changed:
///
/// ```ignore
/// Recipe {
///     priority: Box::new(|node| key(node.moves() as f64 + 1.5 * node.board().manhattan() as f64)),
///     ..Recipe::new("weights", "w = 1.5")
/// }
/// ```
pub struct Recipe {
    /// See [`Member::family`].
    pub family: &'static str,
    /// See [`Member::parameters`].
    pub parameters: String,
    /// The key in the queue: the least leaves first.
    pub priority: Box<dyn Fn(&View<'_>) -> u64 + Sync>,
    /// Whether a child is kept at all.
    pub keeps: Box<dyn Fn(&View<'_>) -> bool + Sync>,
    /// The boards that are not looked at again.
    pub closed: Closed,
    /// When a solution is found.
    pub found: Found,
    /// The nodes that the queue leaves out.
    pub queue: Queue,
    /// The number of nodes, taken from the queue of one tree, after which it says that there is no
    /// solution.
    pub gives_up: Option<u64>,
    /// The board that it takes for the twin.
    pub twin: Twin,
}

/// Tells boards apart: those with the same number are taken for the same.
pub type Key = Box<dyn Fn(&Board) -> u64 + Sync>;

/// The boards that are not looked at again.
pub enum Closed {
    /// There is no closed set.
    No,
    /// Those that have left the queue.
    Taken(Key),
    /// Those that have been put into it.
    Queued(Key),
    /// Those that have been put into it with as few moves or fewer.
    Reopened(Key),
}

/// When a solution is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Found {
    /// When the goal leaves the queue, as is right.
    Taken,
    /// When the goal is met as a neighbor.
    Generated,
    /// When a neighbor is met that is one move from the goal.
    OneBefore,
}

/// The nodes that the queue leaves out.
pub enum Queue {
    /// Nothing.
    Whole,
    /// When it holds twice as many nodes, all but so many of the best.
    Best(usize),
    /// Nodes that come when it holds this many.
    Full(usize),
    /// Nodes that come when it holds a node with the same number, by any key of the node.
    OneOf(Box<dyn Fn(&View<'_>) -> u64 + Sync>),
    /// The node that it holds with the same number as one that comes.
    LastOf(Box<dyn Fn(&View<'_>) -> u64 + Sync>),
}

/// The board that is searched beside the board.
pub enum Twin {
    /// A right twin, in lockstep.
    Right,
    /// Another board, in lockstep.
    Other(Box<dyn Fn(&Board) -> Board + Sync>),
    /// A right twin, from this step of the own search on.
    Late(u64),
    /// A right twin that is given up after so many steps; then the own search goes on alone.
    GivenUp(u64),
}

impl Recipe {
    /// The right one, for a family and parameters.
    #[expect(
        clippy::redundant_closure_for_method_calls,
        reason = "the method alone is not general enough in the lifetime of its view"
    )]
    pub fn new(family: &'static str, parameters: impl Into<String>) -> Self {
        Self {
            family,
            parameters: parameters.into(),
            priority: Box::new(|node| (node.moves() + node.board().manhattan()) as u64),
            keeps: Box::new(|node| node.is_no_way_back()),
            closed: Closed::No,
            found: Found::Taken,
            queue: Queue::Whole,
            gives_up: None,
            twin: Twin::Right,
        }
    }

    /// With another bound in place of the Manhattan distance.
    pub fn with_bound(self, bound: impl Fn(&Board) -> usize + Sync + 'static) -> Self {
        let priority = move |node: &View<'_>| (node.moves() + bound(node.board())) as u64;
        Self { priority: Box::new(priority), ..self }
    }

    /// With a right closed set beside what is wrong.
    pub fn with_closed_set(self) -> Self {
        Self { closed: Closed::Taken(Box::new(Board::identity)), ..self }
    }

    /// The search of the board alone, and the nodes that it took.
    pub fn alone(&self, task: &Task<'_>) -> (Outcome, u64) {
        let mut tree = Tree::new(self, task.board.clone(), task.manner);
        for taken in 1..=task.budget {
            match tree.step() {
                Step::Going => {}
                Step::Found(moves) => return (Outcome::Moves(moves), taken),
                Step::NoMore => return (Outcome::Unsolvable, taken),
            }
        }
        (Outcome::NoEnd, task.budget)
    }

    /// Both searches, and the nodes that they took.
    pub fn race(&self, task: &Task<'_>) -> (Outcome, u64) {
        let mut own = Tree::new(self, task.board.clone(), task.manner);
        let twin = match &self.twin {
            Twin::Other(twin) => twin(task.board),
            Twin::Right | Twin::Late(_) | Twin::GivenUp(_) => task.board.twin(),
        };
        let (from, until) = match self.twin {
            Twin::Late(from) => (from, u64::MAX),
            Twin::GivenUp(until) => (0, until),
            Twin::Right | Twin::Other(_) => (0, u64::MAX),
        };
        let mut twin = Tree::new(self, twin, task.manner);
        let mut taken = 0;
        for step in 0..task.budget {
            taken += 1;
            match own.step() {
                Step::Going => {}
                Step::Found(moves) => return (Outcome::Moves(moves), taken),
                Step::NoMore => return (Outcome::Unsolvable, taken),
            }
            if !(from..until).contains(&step) {
                continue;
            }
            taken += 1;
            // A twin's search that finds no more leaves the own one to go on.
            if matches!(twin.step(), Step::Found(_)) {
                return (Outcome::Unsolvable, taken);
            }
        }
        (Outcome::NoEnd, taken)
    }
}

impl Member for Recipe {
    fn family(&self) -> &str {
        self.family
    }

    fn parameters(&self) -> &str {
        &self.parameters
    }

    fn solve(&self, task: &Task<'_>) -> Outcome {
        // The search of a right twin of a solvable board never ends, so it need not be made.
        if task.optimal.is_some() && !matches!(self.twin, Twin::Other(_)) {
            self.alone(task).0
        } else {
            self.race(task).0
        }
    }
}

/// A priority with a fraction as a key: to the thousandth of a thousandth.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "priorities are small")]
pub fn key(priority: f64) -> u64 {
    (priority * 1e6).round() as u64
}

/// A count as a number with a fraction.
#[expect(clippy::cast_precision_loss, reason = "counts of moves are small")]
pub fn real(count: usize) -> f64 {
    count as f64
}
