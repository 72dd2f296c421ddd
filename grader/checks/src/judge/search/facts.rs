//! The facts of a search, read from its log.

use std::collections::HashMap;

use grade::{BoardCalls, QueueLog};
use sandbox::run::{Event, HostBoards, SearchEnd, SearchLog};

/// The game tree of the board itself, as an index.
pub(crate) const OWN: usize = 0;

/// The game tree of its twin. The two are told apart by parity, which no move changes.
pub(crate) const TWIN: usize = 1;

/// The facts of a search. Pairs are of the board's own tree and the twin's.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own")]
pub(crate) struct Search {
    /// The boards expanded, each counted once.
    pub(crate) expanded: [u64; 2],
    /// The most moves that an expanded board is from its root.
    pub(crate) deepest: [u64; 2],
    /// The most keys that these expansions can bring: a key for each neighbor but the one that the
    /// board was reached from, and the root.
    pub(crate) queueable: [u64; 2],
    /// The keys that were put into queues.
    pub(crate) queued: Queued,
    /// The number of boards.
    pub(crate) boards: u64,
    /// The number of boards that were asked for a distance or their text.
    pub(crate) asked: u64,
    /// The number of calls of each method.
    pub(crate) calls: BoardCalls,
    /// The operations on each queue, as far as they are [kept].
    pub(crate) queues: Vec<QueueLog>,
    /// The steps in the two trees when one of them was first two steps ahead.
    pub(crate) out_of_step: Option<[u64; 2]>,
    /// Whether the twin's tree was begun when its own was done with.
    pub(crate) is_twin_last: bool,
    /// The fate of the goal.
    pub(crate) goal: Goal,
    /// Whether the goal was looked at when it had left its queue.
    pub(crate) is_goal_out: bool,
    /// Whether at some time more boards had been expanded than keys taken out of queues. The two
    /// roots may be expanded without.
    pub(crate) expands_unqueued: bool,
    /// Whether there is a queue of which all keys were taken.
    pub(crate) ran_dry: bool,
}

/// The keys put into queues.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Queued {
    /// There is no queue from which any key was taken.
    #[default]
    Nowhere,
    /// Each tree has queues of its own.
    Apart([u64; 2]),
    /// One queue holds the keys of both.
    Shared(u64),
    /// It cannot be told which keys are whose.
    Unclear(u64),
}

/// The fate of the goal, once it was the neighbor of an expanded board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Goal {
    /// The log does not tell.
    #[default]
    Unknown,
    /// It was never the neighbor of an expanded board.
    NotMet,
    /// No key was taken from its queue any more, or looked at, so it never left.
    Queued,
    /// It left the queue, and so many boards of its tree were expanded after that.
    Left {
        /// The number of boards.
        expanded_after: u64,
    },
}

impl Search {
    /// Reads a log. The first of the boards is the one to solve.
    pub(crate) fn new(log: &SearchLog, boards: &HostBoards) -> Self {
        let tree = |board: u32| {
            let parity = |board| boards.is_solvable(board).unwrap_or(false);
            usize::from(parity(board) != parity(0))
        };
        // A solver that solves anew for every question is looked at the first time.
        let SearchEnd { events, boards: count, calls, ref queues } =
            log.first_search_end(boards.count());
        let events = &log.events[..events];
        let (expanded, queueable) = trees(boards, count, tree);
        let deepest = deepest(boards, count, tree);
        let holders = Holders::new(events, queues, tree);
        let (goal, out) = goal(events, boards, tree, &holders);
        let until_out = &events[..out.unwrap_or(events.len())];
        Self {
            expanded,
            deepest,
            queueable,
            queued: holders.queued(queues),
            boards: u64::from(count),
            asked: (0..count).filter(|board| boards.is_asked(*board)).count() as u64,
            calls,
            queues: kept(queues),
            out_of_step: out_of_step(until_out, tree, &holders),
            is_twin_last: is_twin_last(events, tree),
            is_goal_out: out.is_some(),
            goal: if log.is_cut { Goal::Unknown } else { goal },
            expands_unqueued: expands_unqueued(events),
            ran_dry: queues.iter().any(|it| it.deleted > 0 && it.deleted == it.inserted),
        }
    }
}

/// The most queues whose figures are kept: a search may have a million.
const QUEUES: usize = 4096;

/// The figures of these queues. Of very many the last ones are taken together.
fn kept(queues: &[QueueLog]) -> Vec<QueueLog> {
    let (first, rest) = queues.split_at(queues.len().min(QUEUES));
    let together = |sum: QueueLog, queue: &QueueLog| QueueLog {
        inserted: sum.inserted + queue.inserted,
        deleted: sum.deleted + queue.deleted,
        max_len: sum.max_len.max(queue.max_len),
    };
    let rest = rest.iter().copied().reduce(|sum, queue| together(sum, &queue));
    first.iter().copied().chain(rest).collect()
}

/// The boards expanded in each tree, and the most keys that they can bring.
///
/// A board may be asked for its neighbors twice and yet be one node. Only of roots there may be
/// more than one node, because two searches can begin with the same board.
fn trees(boards: &HostBoards, count: u32, tree: impl Fn(u32) -> usize) -> ([u64; 2], [u64; 2]) {
    let (mut expanded, mut queueable) = ([0; 2], [0; 2]);
    for board in 0..count {
        let expansions = u64::from(boards.expansions(board).unwrap_or(0));
        if expansions == 0 {
            continue;
        }
        let degree = u64::from(boards.degree(board).unwrap_or(0));
        let tree = tree(board);
        expanded[tree] += 1;
        queueable[tree] += match boards.parent(board) {
            Ok(Some(_)) => degree - 1,
            _ => expansions.min(2) * (degree + 1),
        };
    }
    (expanded, queueable)
}

/// The depth of the deepest board that was expanded in each tree, in moves from its root.
fn deepest(boards: &HostBoards, count: u32, tree: impl Fn(u32) -> usize) -> [u64; 2] {
    let mut deepest = [0; 2];
    let mut depths: Vec<u32> = Vec::with_capacity(index(count));
    for board in 0..count {
        let parent = boards.parent(board).ok().flatten();
        // A board comes after the one that it was made of.
        let depth =
            parent.and_then(|parent| depths.get(index(parent))).map_or(0, |depth| depth + 1);
        depths.push(depth);
        if boards.expansions(board).unwrap_or(0) > 0 {
            let deepest = &mut deepest[tree(board)];
            *deepest = u64::from(depth).max(*deepest);
        }
    }
    deepest
}

/// The tree that each queue belongs to.
///
/// A key tells nothing of its board, but keys are put in when a board has been expanded: a queue
/// belongs to the tree that was expanded last before most of its keys came.
struct Holders {
    tree: Vec<Option<usize>>,
    /// The queues that keys were taken from.
    carrying: Vec<usize>,
    /// Whether the keys of both trees came into some queue.
    is_mixed: bool,
    /// Whether each tree has queues of its own.
    are_apart: bool,
}

impl Holders {
    fn new(events: &[Event], queues: &[QueueLog], tree: impl Fn(u32) -> usize) -> Self {
        let mut votes = vec![[0u64; 2]; queues.len()];
        let mut last = None;
        for event in events {
            match *event {
                Event::Expanded { board, .. } => last = Some(tree(board)),
                Event::Inserted { queue, .. } => {
                    if let (Some(tree), Some(votes)) = (last, votes.get_mut(index(queue))) {
                        votes[tree] += 1;
                    }
                }
                _ => {}
            }
        }
        let most = |[own, twin]: &[u64; 2]| match own.cmp(twin) {
            std::cmp::Ordering::Greater => Some(OWN),
            std::cmp::Ordering::Less => Some(TWIN),
            std::cmp::Ordering::Equal => None,
        };
        let carrying = queues.iter().enumerate();
        let carrying = carrying.filter(|(_, queue)| queue.deleted > 0).map(|(queue, _)| queue);
        let carrying: Vec<usize> = carrying.collect();
        let tree: Vec<Option<usize>> = votes.iter().map(most).collect();
        let carries = |it| carrying.iter().any(|queue| tree[*queue] == Some(it));
        Self {
            are_apart: carries(OWN) && carries(TWIN),
            tree,
            carrying,
            is_mixed: votes.iter().any(|[own, twin]| *own > 0 && *twin > 0),
        }
    }

    fn queued(&self, queues: &[QueueLog]) -> Queued {
        // What goes into a queue that no key comes out of is no part of the search.
        let inserted = |queue: &QueueLog| if queue.deleted > 0 { queue.inserted } else { 0 };
        let all = queues.iter().map(inserted).sum();
        if self.carrying.is_empty() {
            return Queued::Nowhere;
        }
        if self.are_apart {
            let of = |tree| {
                let queues = queues.iter().zip(&self.tree).filter(|(_, it)| **it == Some(tree));
                queues.map(|(queue, _)| inserted(queue)).sum()
            };
            return Queued::Apart([of(OWN), of(TWIN)]);
        }
        if self.carrying.len() == 1 && self.is_mixed {
            Queued::Shared(all)
        } else {
            Queued::Unclear(all)
        }
    }

    /// Whether keys of this tree may be in this queue.
    fn may_hold(&self, queue: u32, tree: usize) -> bool {
        let of = self.tree.get(index(queue)).copied().flatten();
        !self.are_apart || of.is_none_or(|it| it == tree)
    }
}

/// The boards that have come by. Their numbers are given in sequence, so a flag for each is enough.
#[derive(Default)]
struct Seen(Vec<bool>);

impl Seen {
    /// Adds a board, and tells whether it is new.
    fn insert(&mut self, board: u32) -> bool {
        let at = index(board);
        if at >= self.0.len() {
            self.0.resize(at.saturating_add(1), false);
        }
        !std::mem::replace(&mut self.0[at], true)
    }
}

fn index(number: u32) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}

/// The steps in the two trees when one was first two steps ahead of the other, both by the boards
/// expanded and by the keys taken out. Keys that are taken out and dropped make one of them uneven
/// in a search that is in step.
fn out_of_step(
    events: &[Event],
    tree: impl Fn(u32) -> usize,
    holders: &Holders,
) -> Option<[u64; 2]> {
    let mut seen = Seen::default();
    let expansions = events.iter().filter_map(|event| match *event {
        Event::Expanded { board, .. } if seen.insert(board) => Some(tree(board)),
        _ => None,
    });
    let by_expansions = first_lead(expansions)?;
    let deletions = events.iter().filter_map(|event| match *event {
        Event::Deleted { queue, .. } => holders.tree.get(index(queue)).copied().flatten(),
        _ => None,
    });
    if holders.are_apart && first_lead(deletions).is_none() {
        return None;
    }
    Some(by_expansions)
}

fn first_lead(steps: impl Iterator<Item = usize>) -> Option<[u64; 2]> {
    let mut counts = [0u64; 2];
    for tree in steps {
        counts[tree] += 1;
        if counts[OWN].abs_diff(counts[TWIN]) > 1 {
            return Some(counts);
        }
    }
    None
}

fn expands_unqueued(events: &[Event]) -> bool {
    let mut seen = Seen::default();
    let (mut expanded, mut deleted) = (0u64, 0u64);
    events.iter().any(|event| {
        match *event {
            Event::Deleted { .. } => deleted += 1,
            Event::Expanded { board, .. } => expanded += u64::from(seen.insert(board)),
            _ => {}
        }
        expanded > deleted + 2
    })
}

fn is_twin_last(events: &[Event], tree: impl Fn(u32) -> usize) -> bool {
    let mut expansions = events.iter().enumerate().filter_map(|(at, event)| match *event {
        Event::Expanded { board, .. } => Some((at, tree(board))),
        _ => None,
    });
    let first_twin = expansions.clone().find(|(_, tree)| *tree == TWIN);
    let last_own = expansions.rfind(|(_, tree)| *tree == OWN);
    first_twin.zip(last_own).is_some_and(|((twin, _), (own, _))| twin > own)
}

/// The fate of the goal, which only one of the trees can hold, and the number of the event by which
/// it is known to be out of its queue.
///
/// A board may be asked whether it is the goal when it is made. So the goal is known to be out only
/// if a key was taken from its queue since, and it is then asked or expanded.
fn goal(
    events: &[Event],
    boards: &HostBoards,
    tree: impl Fn(u32) -> usize,
    holders: &Holders,
) -> (Goal, Option<usize>) {
    let is_goal = |board: &u32| boards.manhattan(*board) == Ok(0);
    let is_root = |board: u32| boards.parent(board) == Ok(None);
    // The goals met so far, each with the number of keys that had been taken until then; and the
    // first of them.
    let mut met: HashMap<u32, u64> = HashMap::new();
    let mut first_met: Option<(u32, u64)> = None;
    let mut taken = 0;
    let mut out = None;
    let mut expanded_after = 0;
    let mut seen = Seen::default();
    for (at, event) in events.iter().enumerate() {
        let has_left = |board: u32, taken: u64| {
            is_root(board) && is_goal(&board) && taken > 0
                || met.get(&board).is_some_and(|before| *before < taken)
        };
        match *event {
            Event::Expanded { board, first } => {
                // The way that was found may be walked again.
                let is_new = seen.insert(board);
                expanded_after += u64::from(out.is_some() && is_new && !is_goal(&board));
                if has_left(board, taken) {
                    out.get_or_insert(at);
                }
                let neighbors = first..first + boards.degree(board).unwrap_or(0);
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
        Some((_, before)) if taken == before => Goal::Queued,
        None if out.is_none() => Goal::NotMet,
        _ => Goal::Left { expanded_after },
    };
    (goal, out)
}
