//! Recognizes common mistakes in the order of keys.
//!
//! Each dequeued key is compared with the common wrong orders. If exactly one of them fits all keys, it is the order of
//! the queue. Ties may be broken in any way.

use std::collections::{BTreeSet, HashMap};

use grade::{SearchTree, WrongOrder};
use sandbox::run::{Event, HostBoards, SearchLog};

use super::super::facts::{OWN, TWIN};
use super::SearchScene;

/// The properties of a key that may determine its order.
#[derive(Clone, Copy)]
struct KeyProperties {
    moves: i64,
    manhattan: i64,
    hamming: i64,
    /// The number of keys dequeued from the same queue before.
    steps: i64,
    /// The number of keys dequeued from all queues before.
    all_steps: i64,
    /// The number of moves to the neighbors of the last board that the other search expanded.
    other_moves: i64,
    /// The number of moves if each key counts one move more than the previous key with the same parent.
    counted: i64,
    /// The same number if neighbors without a key are also counted.
    counted_all: i64,
    /// The number of keys enqueued in the same queue before.
    inserted: i64,
    /// The sum of the Manhattan distances of all boards on the path.
    summed: i64,
}

/// An order and its sort key. The key with the smallest sort key is dequeued first.
type OrderRule = (WrongOrder, fn(&KeyProperties) -> i64);

/// An order has several rules if the same mistake can be made in several ways, such as with one counter or two.
const RULES: [OrderRule; 18] = [
    (WrongOrder::LargestFirst, |key| -(key.moves + key.manhattan)),
    (WrongOrder::Manhattan, |key| key.manhattan),
    (WrongOrder::Weighted { times: 2 }, |key| key.moves + 2 * key.manhattan),
    (WrongOrder::Weighted { times: 3 }, |key| key.moves + 3 * key.manhattan),
    (WrongOrder::Weighted { times: 4 }, |key| key.moves + 4 * key.manhattan),
    (WrongOrder::Weighted { times: 5 }, |key| key.moves + 5 * key.manhattan),
    (WrongOrder::Hamming, |key| key.hamming),
    (WrongOrder::MovesAndHamming, |key| key.moves + key.hamming),
    (WrongOrder::Moves, |key| key.moves),
    (WrongOrder::MovesTwice, |key| 2 * key.moves + key.manhattan),
    (WrongOrder::Steps, |key| key.steps + key.manhattan),
    (WrongOrder::Steps, |key| key.all_steps + key.manhattan),
    (WrongOrder::OtherMoves, |key| key.other_moves + key.manhattan),
    (WrongOrder::Siblings, |key| key.counted + key.manhattan),
    (WrongOrder::Siblings, |key| key.counted_all + key.manhattan),
    (WrongOrder::Inserted, |key| key.inserted + key.manhattan),
    (WrongOrder::Summed, |key| key.summed),
    (WrongOrder::Summed, |key| key.moves + key.summed),
];

/// The number of keys that must be dequeued while others are waiting, to avoid recognizing an order by coincidence.
const TELLING: u64 = 16;

/// The maximum number of events to read from a log. Later events add no new information.
/// This is enough for about 3,000 expansions.
const EVENTS: usize = 20_000;

/// The orders that fit all keys dequeued so far, in any number of searches.
#[derive(Clone, Debug, Default)]
pub(crate) struct Orders {
    compared: u64,
    refuted: [bool; RULES.len()],
}

impl Orders {
    pub(crate) fn refute_with(&mut self, log: &SearchLog, boards: &HostBoards, tree: SearchTree) {
        let tree = if tree == SearchTree::Twin { TWIN } else { OWN };
        if let Some(scene) = SearchScene::new(log, boards) {
            self.refute_by_scene(&scene, tree);
        }
    }

    fn refute_by_scene(&mut self, scene: &SearchScene<'_>, tree: usize) {
        let mut waiting: HashMap<u32, [BTreeSet<(i64, u32)>; RULES.len()]> = HashMap::new();
        let mut places: HashMap<(u32, u32), [i64; RULES.len()]> = HashMap::new();
        let (mut steps, mut all_steps) = (HashMap::<u32, i64>::new(), 0);
        let mut inserted = HashMap::<u32, i64>::new();
        let mut counts = MoveCounters::default();
        let mut sums = HashMap::<u32, i64>::new();
        let mut other_moves = 0;
        for event in scene.events.iter().take(EVENTS) {
            match *event {
                Event::Inserted { queue, key } => {
                    let node = scene.keys.node_of_key(queue, key);
                    let Some(node) = node.filter(|node| scene.is_in_tree(*node, tree)) else {
                        continue;
                    };
                    // A queue without an entry was not dequeued from yet.
                    let steps = steps.get(&queue).copied().unwrap_or(0);
                    let inserted = inserted.entry(queue).or_default();
                    let (counted, counted_all) = counts.count_keys_and_neighbors(scene, node);
                    let key_of_node = key_properties(scene, node);
                    let parent = scene.forest.parent(node).and_then(|parent| sums.get(&parent));
                    let summed = parent.copied().unwrap_or(0) + key_of_node.manhattan;
                    sums.insert(node, summed);
                    let facts = KeyProperties {
                        steps,
                        all_steps,
                        other_moves,
                        counted,
                        counted_all,
                        inserted: *inserted,
                        summed,
                        ..key_of_node
                    };
                    *inserted += 1;
                    let place = RULES.map(|(_, rule)| rule(&facts));
                    let waiting = waiting.entry(queue).or_default();
                    for (waiting, place) in waiting.iter_mut().zip(place) {
                        waiting.insert((place, key));
                    }
                    places.insert((queue, key), place);
                }
                Event::Deleted { queue, key } => {
                    *steps.entry(queue).or_default() += 1;
                    all_steps += 1;
                    if let (Some(place), Some(waiting)) =
                        (places.get(&(queue, key)), waiting.get_mut(&queue))
                    {
                        self.compare_with_waiting(key, place, waiting);
                    }
                }
                Event::Expanded { board, .. } => {
                    let node = scene.forest.node_of_board(board);
                    if !scene.is_in_tree(node, tree) {
                        other_moves = to_signed(scene.forest.depth(node)) + 1;
                    }
                }
                _ => {}
            }
        }
    }

    fn compare_with_waiting(
        &mut self,
        key: u32,
        place: &[i64; RULES.len()],
        waiting: &mut [BTreeSet<(i64, u32)>; RULES.len()],
    ) {
        let mut is_compared = false;
        for ((waiting, place), refuted) in waiting.iter_mut().zip(place).zip(&mut self.refuted) {
            waiting.remove(&(*place, key));
            if let Some((least, _)) = waiting.first() {
                is_compared = true;
                *refuted |= least < place;
            }
        }
        self.compared += u64::from(is_compared);
    }

    pub(crate) fn only_fitting_order(&self) -> Option<WrongOrder> {
        let fitting = RULES.iter().zip(&self.refuted).filter(|(_, refuted)| !**refuted);
        let mut fitting = fitting.map(|((order, _), _)| *order);
        let order = fitting.next().filter(|_| self.compared >= TELLING)?;
        fitting.all(|other| other == order).then_some(order)
    }
}

/// Counters of moves that increase within the loop over a board's neighbors.
#[derive(Default)]
struct MoveCounters {
    /// The counters of each node with a key: excluding and including neighbors without a key.
    of: HashMap<u32, (i64, i64)>,
    keys: HashMap<u32, i64>,
}

impl MoveCounters {
    /// Returns the counters of a node: of keys, and of all neighbors. Another call for the same node counts on.
    fn count_keys_and_neighbors(&mut self, scene: &SearchScene<'_>, node: u32) -> (i64, i64) {
        let Some(parent) = scene.forest.parent(node) else {
            return *self.of.entry(node).or_insert((0, 0));
        };
        let (counted, counted_all) = self.of.get(&parent).copied().unwrap_or_default();
        let keys = self.keys.entry(parent).or_default();
        *keys += 1;
        let place = node.saturating_sub(scene.forest.neighbors(parent).start);
        let counts = (counted + *keys, counted_all + i64::from(place) + 1);
        self.of.insert(node, counts);
        counts
    }
}

fn key_properties(scene: &SearchScene<'_>, node: u32) -> KeyProperties {
    let forest = &scene.forest;
    KeyProperties {
        moves: to_signed(forest.depth(node)),
        manhattan: to_signed(forest.priority(node) - forest.depth(node)),
        hamming: to_signed(forest.hamming(node)),
        steps: 0,
        all_steps: 0,
        other_moves: 0,
        counted: 0,
        counted_all: 0,
        inserted: 0,
        summed: 0,
    }
}

fn to_signed(count: u64) -> i64 {
    // The rules multiply by up to five and add, which must not overflow.
    i64::try_from(count).unwrap_or(i64::MAX / 8)
}
