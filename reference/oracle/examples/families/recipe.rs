use crate::board::Board;
use crate::member::{Member, MemberAnswer, MemberTask};
use crate::tree::{GameTree, NodeView, TreeStep};

/// A* from the board and the twin in lockstep, with some rules modified.
///
/// [`Recipe::new`] is correct: the priority is moves + Manhattan distance, there is no closed set, the critical
/// optimization applies, and the search ends when the goal leaves the queue. To modify a rule, override its field:
///
/// ```ignore
/// Recipe {
///     priority: Box::new(|node| priority_to_key(node.moves() as f64 + 1.5 * node.board().manhattan() as f64)),
///     ..Recipe::new("weights", "w = 1.5")
/// }
/// ```
pub struct Recipe {
    /// See [`Member::family`].
    pub family: &'static str,
    /// See [`Member::parameters`].
    pub parameters: String,
    /// Computes a node's key in the queue. The least key leaves first.
    pub priority: Box<dyn Fn(&NodeView<'_>) -> u64 + Sync>,
    /// Returns `false` for children to prune.
    pub keeps: Box<dyn Fn(&NodeView<'_>) -> bool + Sync>,
    /// The boards that the search skips.
    pub closed: Closed,
    /// When the search has found a solution.
    pub found: EndTest,
    /// The nodes that the queue drops.
    pub queue: QueueLimit,
    /// The number of nodes to take from a queue before reporting "unsolvable".
    pub gives_up: Option<u64>,
    /// The board that serves as the twin.
    pub twin: Twin,
}

/// Maps a board to a number. Boards with equal numbers are not distinguished.
pub type Key = Box<dyn Fn(&Board) -> u64 + Sync>;

/// The boards that the search skips.
pub enum Closed {
    /// There is no closed set.
    No,
    /// Boards that have left the queue.
    Taken(Key),
    /// Boards that have been enqueued.
    Queued(Key),
    /// Boards enqueued before with at most as many moves.
    Reopened(Key),
}

/// When a search has found a solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EndTest {
    /// The goal leaves the queue, which is correct.
    Taken,
    /// The goal is generated as a neighbor.
    Generated,
    /// A neighbor one move away from the goal is generated.
    OneBefore,
}

/// The nodes that the queue drops.
pub enum QueueLimit {
    /// The queue drops nothing.
    Whole,
    /// All but this many of the best nodes, when there are twice as many.
    Best(usize),
    /// New nodes, while the queue contains this many nodes.
    Full(usize),
    /// New nodes with the same key as a queued node.
    OneOf(Box<dyn Fn(&NodeView<'_>) -> u64 + Sync>),
    /// Queued nodes with the same key as a new node.
    LastOf(Box<dyn Fn(&NodeView<'_>) -> u64 + Sync>),
}

/// The board searched together with the original board.
pub enum Twin {
    /// A correct twin, in lockstep.
    Right,
    /// A different board, in lockstep.
    Other(Box<dyn Fn(&Board) -> Board + Sync>),
    /// A correct twin, whose search starts at this step of the board's search.
    Late(u64),
    /// A correct twin, whose search stops after this number of steps.
    GivenUp(u64),
}

impl Recipe {
    /// Creates a correct recipe with a family and parameters.
    #[expect(
        clippy::redundant_closure_for_method_calls,
        reason = "a method path is not general enough over the view's lifetime"
    )]
    pub fn new(family: &'static str, parameters: impl Into<String>) -> Self {
        Self {
            family,
            parameters: parameters.into(),
            priority: Box::new(|node| (node.moves() + node.board().manhattan()) as u64),
            keeps: Box::new(|node| node.is_no_way_back()),
            closed: Closed::No,
            found: EndTest::Taken,
            queue: QueueLimit::Whole,
            gives_up: None,
            twin: Twin::Right,
        }
    }

    /// Replaces the Manhattan distance with a different heuristic.
    pub fn with_bound(self, bound: impl Fn(&Board) -> usize + Sync + 'static) -> Self {
        let priority = move |node: &NodeView<'_>| (node.moves() + bound(node.board())) as u64;
        Self { priority: Box::new(priority), ..self }
    }

    /// Adds a correct closed set.
    pub fn with_closed_set(self) -> Self {
        Self { closed: Closed::Taken(Box::new(Board::board_number)), ..self }
    }

    /// Searches from the board alone. Returns the outcome and the number of nodes taken from the queue.
    pub fn search_board_alone(&self, task: &MemberTask<'_>) -> (MemberAnswer, u64) {
        let mut tree = GameTree::new(self, task.board.clone(), task.manner);
        for taken in 1..=task.budget {
            match tree.step() {
                TreeStep::Going => {}
                TreeStep::Found(moves) => return (MemberAnswer::Moves(moves), taken),
                TreeStep::NoMore => return (MemberAnswer::Unsolvable, taken),
            }
        }
        (MemberAnswer::NoEnd, task.budget)
    }

    /// Runs both searches. Returns the outcome and the number of nodes taken from the queues.
    pub fn search_board_and_twin(&self, task: &MemberTask<'_>) -> (MemberAnswer, u64) {
        let mut own = GameTree::new(self, task.board.clone(), task.manner);
        let twin = match &self.twin {
            Twin::Other(twin) => twin(task.board),
            Twin::Right | Twin::Late(_) | Twin::GivenUp(_) => task.board.twin(),
        };
        let (from, until) = match self.twin {
            Twin::Late(from) => (from, u64::MAX),
            Twin::GivenUp(until) => (0, until),
            Twin::Right | Twin::Other(_) => (0, u64::MAX),
        };
        let mut twin = GameTree::new(self, twin, task.manner);
        let mut taken = 0;
        for step in 0..task.budget {
            taken += 1;
            match own.step() {
                TreeStep::Going => {}
                TreeStep::Found(moves) => return (MemberAnswer::Moves(moves), taken),
                TreeStep::NoMore => return (MemberAnswer::Unsolvable, taken),
            }
            if !(from..until).contains(&step) {
                continue;
            }
            taken += 1;
            if matches!(twin.step(), TreeStep::Found(_)) {
                return (MemberAnswer::Unsolvable, taken);
            }
        }
        (MemberAnswer::NoEnd, taken)
    }
}

impl Member for Recipe {
    fn family(&self) -> &str {
        self.family
    }

    fn parameters(&self) -> &str {
        &self.parameters
    }

    fn solve(&self, task: &MemberTask<'_>) -> MemberAnswer {
        // From a correct twin of a solvable board, the search would never end.
        if task.optimal.is_some() && !matches!(self.twin, Twin::Other(_)) {
            self.search_board_alone(task).0
        } else {
            self.search_board_and_twin(task).0
        }
    }
}

/// Converts a priority to a key, rounded to six decimal places.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "priorities are small")]
pub fn priority_to_key(priority: f64) -> u64 {
    (priority * 1e6).round() as u64
}

/// Converts a count.
#[expect(clippy::cast_precision_loss, reason = "counts of moves are small")]
pub fn count_to_f64(count: usize) -> f64 {
    count as f64
}
