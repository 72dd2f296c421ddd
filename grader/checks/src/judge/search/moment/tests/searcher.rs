//! Simulates correct and wrong searches, and writes their logs.

use std::collections::{BTreeMap, HashMap, HashSet};

use sandbox::run::{Event, HostBoards, LoggedSearch, SearchLog};

/// A function that returns a node's priority and a value for breaking ties.
pub(super) type Priority = fn(u64, u64, u64) -> (u64, u64);

#[expect(clippy::struct_excessive_bools, reason = "each is an independent fault")]
#[derive(Clone, Copy)]
pub(super) struct Rules {
    /// Computes a board's priority from the number of moves, the Manhattan distance, and the number of earlier keys.
    pub(super) priority: Priority,
    pub(super) closed: Closed,
    pub(super) ends: Ends,
    pub(super) goes_back: bool,
    /// The number of steps in the board's search for each step in the twin's search, if the twin is searched.
    pub(super) twin_after: Option<u64>,
    /// Whether each step is in the search with the smaller least priority, instead of in turn.
    pub(super) by_key: bool,
    pub(super) cap: u64,
    /// The number of best keys to move to a new queue when a queue holds twice as many.
    pub(super) beam: usize,
    pub(super) asks: Asks,
    /// Whether nodes of the twin get their number of moves from the board's search.
    pub(super) other_moves: bool,
    /// Whether the number of moves increases from one neighbor of a board to the next.
    pub(super) counts_siblings: bool,
    /// Whether the search adds the distance to the previous board's priority instead of to the moves.
    pub(super) sums: bool,
    /// Whether the search first reads the text of each board, including a twin that it does not search.
    pub(super) reads: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Closed {
    Nothing,
    /// Boards that were already expanded, checked when a key is dequeued.
    Expanded,
    Queued,
    /// Boards with the hash of an enqueued board. The hash has this many possible values.
    Hashed(u64),
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Ends {
    WhenOut,
    WhenMet,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Asks {
    /// When the search creates a node, immediately before it enqueues the node.
    ByNode,
    /// For all neighbors, before it enqueues any of them.
    First,
    /// Never: the search computes distances itself.
    Never,
}

pub(super) const RIGHT: Rules = Rules {
    priority: |g, h, key| (g + h, key),
    closed: Closed::Nothing,
    ends: Ends::WhenOut,
    goes_back: false,
    twin_after: Some(1),
    by_key: false,
    cap: u64::MAX,
    beam: usize::MAX,
    asks: Asks::ByNode,
    other_moves: false,
    counts_siblings: false,
    sums: false,
    reads: false,
};

#[derive(Default)]
pub(super) struct Ran {
    pub(super) log: SearchLog,
    pub(super) boards: HostBoards,
    pub(super) way: Option<u64>,
    /// The number of moves of the node that the board's search expanded last.
    own_moves: u64,
}

#[derive(Clone, Copy)]
struct Node {
    board: u32,
    moves: u64,
    left: Option<u32>,
    summed: u64,
}

#[derive(Default)]
struct Side {
    queue: u32,
    waiting: BTreeMap<(u64, u64), (u32, Node)>,
    keys: u32,
    closed: HashMap<Vec<u16>, u64>,
    hashes: HashSet<u64>,
}

pub(super) fn search(n: usize, tiles: &[u16], rules: &Rules) -> Ran {
    let mut ran = Ran::default();
    let board = ran.boards.insert(n, tiles).unwrap();
    if rules.reads {
        let other = ran.boards.twin(board).unwrap();
        ran.log.events.extend([board, other].map(|board| Event::Asked { board }));
    }
    let twin = ran.boards.twin(board).unwrap();
    let mut sides = [board, twin].map(|_| Side::default());
    let mut queues = 2;
    sides[1].queue = 1;
    for (side, board) in sides.iter_mut().zip([board, twin]) {
        ran.queue(side, Node { board, moves: 0, left: None, summed: 0 }, rules);
    }
    for step in 1.. {
        if step > rules.cap {
            return ran;
        }
        if rules.by_key {
            let least = |side: &Side| side.waiting.first_key_value().map(|((key, _), _)| *key);
            let number = usize::from(least(&sides[1]) < least(&sides[0]));
            if ran.step(&mut sides[number], rules, &mut queues).is_some() {
                return ran;
            }
            continue;
        }
        if let Some(way) = ran.step(&mut sides[0], rules, &mut queues) {
            ran.way = Some(way);
            return ran;
        }
        let is_turn = rules.twin_after.is_some_and(|after| step % after == 0);
        if is_turn && ran.step(&mut sides[1], rules, &mut queues).is_some()
            || sides[0].waiting.is_empty()
        {
            return ran;
        }
    }
    ran
}

impl Ran {
    pub(super) fn search(&self) -> LoggedSearch<'_> {
        self.log.first_search(self.boards.count())
    }

    fn ask(&mut self, board: u32) -> u64 {
        if self.boards.set_measured(board) {
            self.log.events.push(Event::Asked { board });
        }
        self.boards.manhattan(board).unwrap().into()
    }

    fn queue(&mut self, side: &mut Side, mut node: Node, rules: &Rules) {
        let manhattan = match rules.asks {
            Asks::Never => self.boards.manhattan(node.board).unwrap().into(),
            Asks::ByNode | Asks::First => self.ask(node.board),
        };
        let key = side.keys;
        side.keys += 1;
        self.log.events.push(Event::Inserted { queue: side.queue, key });
        node.summed += manhattan;
        let (priority, tie) = if rules.sums {
            (node.summed, key.into())
        } else {
            (rules.priority)(node.moves, manhattan, key.into())
        };
        side.waiting.insert((priority, tie * 0x1_0000_0000 + u64::from(key)), (key, node));
    }

    /// Takes a step. Returns the length of the path if it reaches the goal.
    fn step(&mut self, side: &mut Side, rules: &Rules, queues: &mut u32) -> Option<u64> {
        let (_, (key, node)) = side.waiting.pop_first()?;
        self.log.events.push(Event::Deleted { queue: side.queue, key });
        let is_goal = |ran: &Self, board| ran.boards.manhattan(board) == Ok(0);
        if is_goal(self, node.board) {
            self.log.events.push(Event::Recognised { board: node.board });
            return Some(node.moves);
        }
        let tiles = |ran: &Self, board| ran.boards.tiles(board).unwrap().clone();
        if rules.closed == Closed::Expanded
            && side.closed.insert(tiles(self, node.board), node.moves).is_some()
        {
            return None;
        }
        let (first, count) = self.boards.neighbors(node.board).unwrap();
        self.log.events.push(Event::Expanded { board: node.board, first });
        let is_twins = side.queue == 1;
        if !is_twins {
            self.own_moves = node.moves;
        }
        let before = if rules.other_moves && is_twins { self.own_moves } else { node.moves };
        if rules.asks == Asks::First {
            for board in first..first + count {
                self.ask(board);
            }
        }
        let mut moves = before + 1;
        for board in first..first + count {
            if rules.reads {
                self.log.events.push(Event::Asked { board });
            }
            if rules.ends == Ends::WhenMet && is_goal(self, board) {
                return Some(moves);
            }
            let here = tiles(self, board);
            if node.left.is_some_and(|left| tiles(self, left) == here) && !rules.goes_back {
                continue;
            }
            let is_closed = match rules.closed {
                Closed::Queued => side.closed.insert(here, moves).is_some(),
                Closed::Hashed(values) => {
                    let hash = here.iter().fold(7u64, |hash, tile| {
                        hash.wrapping_mul(0x100_0000_01b3).wrapping_add(u64::from(*tile))
                    });
                    !side.hashes.insert((hash >> 9) % values)
                }
                Closed::Nothing | Closed::Expanded => false,
            };
            if !is_closed {
                self.queue(
                    side,
                    Node { board, moves, left: Some(node.board), summed: node.summed },
                    rules,
                );
                moves += u64::from(rules.counts_siblings);
            }
        }
        if side.waiting.len() > rules.beam.saturating_mul(2) {
            self.cut(side, rules, queues);
        }
        None
    }

    fn cut(&mut self, side: &mut Side, rules: &Rules, queues: &mut u32) {
        let old = std::mem::take(&mut side.waiting);
        let from = std::mem::replace(&mut side.queue, *queues);
        *queues += 1;
        side.keys = 0;
        for (_, (key, node)) in old.into_iter().take(rules.beam) {
            self.log.events.push(Event::Deleted { queue: from, key });
            self.queue(side, node, rules);
        }
    }
}
