//! Extracts facts about a search from its log.

use std::collections::HashMap;
use std::ops::Range;

use grade::{BoardCalls, QueueLog};
use sandbox::run::{Event, HostBoards, LoggedSearch, SearchLog};

use super::holders::{QueueAssignment, is_root_waiting};

pub(crate) const OWN: usize = 0;

/// The index of the twin's game tree. Moves preserve parity, so a board's parity determines its tree.
pub(crate) const TWIN: usize = 1;

/// Facts about a search. In each pair, the first value is for the board's tree, and the second for the twin's.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "the fields are independent facts")]
pub(crate) struct SearchFacts {
    /// The number of distinct expanded boards.
    pub(crate) expanded: [u64; 2],
    /// The maximum distance, in moves, from the root to an expanded board.
    pub(crate) deepest: [u64; 2],
    /// The maximum number of keys that these expansions can add: one for the root, and one for each neighbor except the
    /// previous board.
    pub(crate) queueable: [u64; 2],
    pub(crate) queued: Queued,
    /// Whether only one tree was searched because the root of the other was [waiting](is_root_waiting) in the same queue.
    pub(crate) is_root_waiting: bool,
    pub(crate) boards: u64,
    /// The number of boards with a call to a distance method.
    pub(crate) measured: u64,
    pub(crate) calls: BoardCalls,
    /// The operations on each queue, as [`limit_queues`] returns them.
    pub(crate) queues: Vec<QueueLog>,
    /// The number of expansions in each tree when they first differed by two; `None` if the searches are in lockstep.
    pub(crate) out_of_step: Option<[u64; 2]>,
    /// Whether the twin's search started after the board's search ended.
    pub(crate) is_twin_last: bool,
    pub(crate) goal: GoalStatus,
    pub(crate) is_goal_out: bool,
    pub(crate) found_in: Option<u64>,
    /// Whether there were ever more expansions, not counting the roots, than dequeued keys.
    pub(crate) expands_unqueued: bool,
    /// Whether a queue became empty because all keys were dequeued.
    pub(crate) ran_dry: bool,
}

/// The number of enqueued keys, by the tree that they belong to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Queued {
    /// No key was dequeued from any queue.
    #[default]
    Nowhere,
    /// Each tree has separate queues.
    Apart([u64; 2]),
    /// One queue holds keys from both trees.
    Shared(u64),
    /// It is unknown which trees the keys belong to.
    Unclear(u64),
}

/// What happened to the goal after it was generated.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum GoalStatus {
    #[default]
    Unknown,
    NotMet,
    /// The goal was never dequeued, and no key was dequeued or examined after it was enqueued.
    Queued,
    /// The goal was dequeued, and the search went on to expand boards of the tree.
    Left {
        /// The number of boards expanded afterwards.
        expanded_after: u64,
    },
}

impl SearchFacts {
    /// Extracts the facts about the first search in a log. The first board in the log is the puzzle.
    pub(crate) fn new(log: &SearchLog, boards: &HostBoards) -> Self {
        Self::from_logged(&log.first_search(boards.count()), boards)
    }

    /// Extracts the facts about a search.
    pub(crate) fn from_logged(search: &LoggedSearch<'_>, boards: &HostBoards) -> Self {
        // A move never changes the parity, so it tells the trees apart, however the submission made the boards.
        let tree = |board: u32| {
            let parity = |board| boards.is_solvable(board).unwrap_or(false);
            usize::from(parity(board) != parity(0))
        };
        let LoggedSearch { events, calls, ref queues, is_cut, .. } = *search;
        let count = search.boards.end;
        let (expanded, queueable) = count_by_tree(boards, &search.boards, tree);
        let deepest = deepest_expanded_by_tree(boards, &search.boards, tree);
        let holders = QueueAssignment::new(events, queues, tree);
        let (goal, out) = goal_status(events, boards, tree, &holders);
        let until_out = &events[..out.unwrap_or(events.len())];
        Self {
            expanded,
            deepest,
            queueable,
            queued: holders.queued_by_tree(queues),
            is_root_waiting: is_root_waiting(events, boards, expanded, deepest, &holders),
            boards: u64::from(count),
            measured: (0..count).filter(|board| boards.is_measured(*board)).count() as u64,
            calls,
            queues: limit_queues(queues),
            out_of_step: first_expansion_lead(until_out, tree, &holders),
            is_twin_last: is_twin_after_own_search(events, tree),
            is_goal_out: out.is_some(),
            found_in: out.and_then(|at| moves_to_goal_in(events.get(at)?, boards)),
            // The goal may have been dequeued after the log was cut.
            goal: if is_cut { GoalStatus::Unknown } else { goal },
            expands_unqueued: expands_more_than_dequeued(events),
            ran_dry: queues
                .iter()
                .any(|queue| queue.deleted > 0 && queue.deleted == queue.inserted),
        }
    }
}

/// The maximum number of queues to count separately. A search may create a million queues.
/// A correct search has one or two. The limit keeps the facts of thousands of attempts small.
const QUEUES: usize = 4096;

/// Returns the operations on each queue. Queues beyond the limit are combined into one.
fn limit_queues(queues: &[QueueLog]) -> Vec<QueueLog> {
    let (first, rest) = queues.split_at(queues.len().min(QUEUES));
    let together = |sum: QueueLog, queue: &QueueLog| QueueLog {
        inserted: sum.inserted + queue.inserted,
        deleted: sum.deleted + queue.deleted,
        max_len: sum.max_len.max(queue.max_len),
    };
    let rest = rest.iter().copied().reduce(|sum, queue| together(sum, &queue));
    first.iter().copied().chain(rest).collect()
}

/// Returns the number of expanded boards in each tree, and the maximum number of keys that their expansions can add.
///
/// Calling `neighbors` again on a board does not create new nodes. Only a root may have more than one node, because two
/// searches may start from the same board.
fn count_by_tree(
    boards: &HostBoards,
    created: &Range<u32>,
    tree: impl Fn(u32) -> usize,
) -> ([u64; 2], [u64; 2]) {
    let (mut expanded, mut queueable) = ([0; 2], [0; 2]);
    for board in created_boards_and_roots(boards, created) {
        let expansions = u64::from(boards.expansions(board).unwrap_or(0));
        if expansions == 0 {
            continue;
        }
        let degree = u64::from(boards.neighbor_count(board).unwrap_or(0));
        let tree = tree(board);
        expanded[tree] += 1;
        queueable[tree] += match boards.parent(board) {
            Ok(Some(_)) => degree - 1,
            // A root may be enqueued twice, once for each of two searches, but not once per expansion.
            _ => expansions.min(2) * (degree + 1),
        };
    }
    (expanded, queueable)
}

/// Returns the boards of a search: those created in it, and the roots.
fn created_boards_and_roots(
    boards: &HostBoards,
    created: &Range<u32>,
) -> impl Iterator<Item = u32> {
    let is_of_search = |board: &u32| created.contains(board) || boards.parent(*board) == Ok(None);
    (0..created.end).filter(is_of_search)
}

/// Returns the maximum depth of the expanded boards in each tree, in moves.
fn deepest_expanded_by_tree(
    boards: &HostBoards,
    created: &Range<u32>,
    tree: impl Fn(u32) -> usize,
) -> [u64; 2] {
    let depths = board_depths(boards, created.end);
    let mut deepest = [0; 2];
    for board in created_boards_and_roots(boards, created) {
        if boards.expansions(board).unwrap_or(0) > 0 {
            let deepest = &mut deepest[tree(board)];
            *deepest = u64::from(depths[to_index(board)]).max(*deepest);
        }
    }
    deepest
}

/// Returns the distance of each board from its root, in moves.
fn board_depths(boards: &HostBoards, count: u32) -> Vec<u32> {
    let mut depths: Vec<u32> = Vec::with_capacity(to_index(count));
    for board in 0..count {
        let parent = boards.parent(board).ok().flatten();
        let of_parent = parent.and_then(|parent| depths.get(to_index(parent)));
        depths.push(of_parent.map_or(0, |depth| depth + 1));
    }
    depths
}

/// Returns the least number of moves from a root to a goal among the boards of the first search.
///
/// If this is the search of the model answer, which ends when it dequeues a goal, no goal is nearer.
pub(crate) fn least_to_goal(log: &SearchLog, boards: &HostBoards) -> Option<u32> {
    let depths = board_depths(boards, log.first_search(boards.count()).boards.end);
    let goals = (0..).zip(depths).filter(|(board, _)| boards.manhattan(*board) == Ok(0));
    goals.map(|(_, depth)| depth).min()
}

/// A set of boards. Boards are numbered consecutively, so one flag per board is enough.
#[derive(Default)]
struct SeenBoards(Vec<bool>);

impl SeenBoards {
    /// Returns `true` if the board is new.
    fn insert(&mut self, board: u32) -> bool {
        let at = to_index(board);
        if at >= self.0.len() {
            self.0.resize(at.saturating_add(1), false);
        }
        !std::mem::replace(&mut self.0[at], true)
    }
}

pub(super) fn to_index(number: u32) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}

/// Returns the number of expansions in each tree when these numbers first differed by two. Returns `None` if the
/// numbers of dequeued keys never differ by two: the searches are then in lockstep, but drop some dequeued keys without
/// expanding a board.
fn first_expansion_lead(
    events: &[Event],
    tree: impl Fn(u32) -> usize,
    holders: &QueueAssignment,
) -> Option<[u64; 2]> {
    let mut seen = SeenBoards::default();
    let expansions = events.iter().filter_map(|event| match *event {
        Event::Expanded { board, .. } if seen.insert(board) => Some(tree(board)),
        _ => None,
    });
    let by_expansions = first_lead_of_two(expansions)?;
    let deletions = events.iter().filter_map(|event| match *event {
        Event::Deleted { queue, .. } => holders.tree.get(to_index(queue)).copied().flatten(),
        _ => None,
    });
    if holders.are_apart && first_lead_of_two(deletions).is_none() {
        return None;
    }
    Some(by_expansions)
}

fn first_lead_of_two(steps: impl Iterator<Item = usize>) -> Option<[u64; 2]> {
    let mut counts = [0u64; 2];
    for tree in steps {
        counts[tree] += 1;
        if counts[OWN].abs_diff(counts[TWIN]) > 1 {
            return Some(counts);
        }
    }
    None
}

/// Returns the goal's number of moves if this event tests or expands a goal that was reached from the puzzle. A search
/// that also starts at the goal would reach it there in zero moves.
fn moves_to_goal_in(event: &Event, boards: &HostBoards) -> Option<u64> {
    let (Event::Expanded { board, .. } | Event::Recognised { board }) = *event else { return None };
    let parent = |board: &u32| boards.parent(*board).ok().flatten();
    let (moves, start) = (0..).zip(std::iter::successors(Some(board), parent)).last()?;
    (start == 0).then_some(moves)
}

fn expands_more_than_dequeued(events: &[Event]) -> bool {
    let mut seen = SeenBoards::default();
    let (mut expanded, mut deleted) = (0u64, 0u64);
    events.iter().any(|event| {
        match *event {
            Event::Deleted { .. } => deleted += 1,
            Event::Expanded { board, .. } => expanded += u64::from(seen.insert(board)),
            _ => {}
        }
        // The two roots may be expanded without a key.
        expanded > deleted + 2
    })
}

fn is_twin_after_own_search(events: &[Event], tree: impl Fn(u32) -> usize) -> bool {
    let mut expansions = events.iter().enumerate().filter_map(|(at, event)| match *event {
        Event::Expanded { board, .. } => Some((at, tree(board))),
        _ => None,
    });
    let first_twin = expansions.clone().find(|(_, tree)| *tree == TWIN);
    let last_own = expansions.rfind(|(_, tree)| *tree == OWN);
    first_twin.zip(last_own).is_some_and(|((twin, _), (own, _))| twin > own)
}

/// Returns what happened to the goal, and the event that proves that it was dequeued.
///
/// A solver may already call `is_goal` when it creates a node, so the goal is known to be dequeued only if it is tested
/// or expanded after a key was dequeued.
fn goal_status(
    events: &[Event],
    boards: &HostBoards,
    tree: impl Fn(u32) -> usize,
    holders: &QueueAssignment,
) -> (GoalStatus, Option<usize>) {
    let is_goal = |board: &u32| boards.manhattan(*board) == Ok(0);
    let is_root = |board: u32| boards.parent(board) == Ok(None);
    // The goals generated so far, each with the number of keys dequeued before, and the earliest such goal.
    let mut met: HashMap<u32, u64> = HashMap::new();
    let mut first_met: Option<(u32, u64)> = None;
    let mut taken = 0;
    let mut out = None;
    let mut expanded_after = 0;
    let mut seen = SeenBoards::default();
    for (at, event) in events.iter().enumerate() {
        let has_left = |board: u32, taken: u64| {
            is_root(board) && is_goal(&board) && taken > 0
                || met.get(&board).is_some_and(|before| *before < taken)
        };
        match *event {
            Event::Expanded { board, first } => {
                // A solver may follow the path a second time.
                let is_new = seen.insert(board);
                expanded_after += u64::from(out.is_some() && is_new && !is_goal(&board));
                if has_left(board, taken) {
                    out.get_or_insert(at);
                }
                let neighbors = first..first + boards.neighbor_count(board).unwrap_or(0);
                for goal in neighbors.filter(is_goal) {
                    met.entry(goal).or_insert(taken);
                    first_met.get_or_insert((goal, taken));
                }
            }
            Event::Recognised { board } if has_left(board, taken) => {
                out.get_or_insert(at);
            }
            Event::Deleted { queue, .. } | Event::Looked { queue } => {
                let home = first_met.map(|(goal, _)| tree(goal));
                taken += u64::from(home.is_none_or(|home| holders.may_hold(queue, home)));
            }
            Event::Recognised { .. } | Event::Inserted { .. } | Event::Asked { .. } => {}
        }
    }
    let goal = match first_met {
        Some((_, before)) if taken == before => GoalStatus::Queued,
        None if out.is_none() => GoalStatus::NotMet,
        _ => GoalStatus::Left { expanded_after },
    };
    (goal, out)
}
