//! Tests rules with worst-case logs. Every rule must process the longest possible log in roughly linear time, because
//! quadratic time would take hours.

use grade::{QueueLog, SearchTree};
use sandbox::run::{Event, HostBoards, SearchLog};

use super::moment::{
    Again, Orders, SearchFault, find_first_wrong_step, find_path_fault, judge_queued_again,
};
use super::{SearchFacts, is_overfull};

/// The maximum number of events in a log.
const EVENTS: u32 = 1 << 18;

/// The maximum number of queues in a run.
const QUEUES: u32 = 1 << 20;

const FAULTS: [SearchFault; 11] = [
    SearchFault::TooLong(40),
    SearchFault::Denied,
    SearchFault::Lost,
    SearchFault::Astray,
    SearchFault::Stuck,
    SearchFault::EndsEarly,
    SearchFault::GoesOn,
    SearchFault::QueuedAgain,
    SearchFault::OutOfStep,
    SearchFault::GivesUp,
    SearchFault::LostTwin,
];

fn log(queues: u32, steps: u32, events: impl Fn(u32) -> Vec<Event>) -> SearchLog {
    let mut log = SearchLog::default();
    log.queues = vec![QueueLog { inserted: 1, deleted: 1, max_len: 1 }; queues as usize];
    log.events = (0..steps).flat_map(events).take(EVENTS as usize).collect();
    log.is_cut = log.events.len() == EVENTS as usize;
    log
}

fn goals(count: u32) -> HostBoards {
    let mut boards = HostBoards::default();
    for _ in 0..count {
        boards.insert(2, &[1, 2, 3, 0]).unwrap();
    }
    for board in 0..count {
        boards.neighbors(board).unwrap();
    }
    boards
}

fn read_search(log: &SearchLog, boards: &HostBoards) -> (SearchFacts, Again) {
    for fault in FAULTS {
        let _ = find_first_wrong_step(fault, log, boards);
    }
    let mut orders = Orders::default();
    for tree in [SearchTree::Own, SearchTree::Twin] {
        orders.refute_with(log, boards, tree);
    }
    let goals = vec![vec![1, 2, 3, 0]; 9];
    for is_broken in [false, true] {
        let _ = find_path_fault(log, boards, &goals, is_broken);
    }
    let search = SearchFacts::new(log, boards);
    let _ = is_overfull(&search);
    (search, judge_queued_again(&log.first_search(boards.count()), boards))
}

#[test]
fn dequeued_keys_without_boards_take_linear_time() {
    let boards = goals(1000);
    // All keys are enqueued before any is dequeued. After each dequeue, an unrelated board is tested.
    let log = log(1, EVENTS / 4, |at| {
        let key = at;
        if at < EVENTS / 8 {
            vec![Event::Inserted { queue: 0, key }]
        } else {
            vec![
                Event::Deleted { queue: 0, key: at - EVENTS / 8 },
                Event::Recognised { board: at % 1000 },
                Event::Looked { queue: 0 },
            ]
        }
    });
    let (search, again) = read_search(&log, &boards);
    assert_eq!((search.expanded, again), ([1000, 0], Again::Unknown));
}

#[test]
fn one_queue_per_key_takes_linear_time() {
    let boards = goals(EVENTS / 4);
    let log = log(QUEUES, EVENTS / 4, |at| {
        vec![
            Event::Inserted { queue: at, key: 0 },
            Event::Deleted { queue: at, key: 0 },
            Event::Expanded { board: at, first: EVENTS / 4 + 2 * at },
            Event::Recognised { board: at },
        ]
    });
    let (search, again) = read_search(&log, &boards);
    assert_eq!(search.expanded, [u64::from(EVENTS / 4), 0]);
    // Queues beyond the limit are counted together.
    assert_eq!(search.queues.len(), 4097);
    assert_eq!(search.queues[4096].inserted, u64::from(QUEUES) - 4096);
    assert_eq!(again, Again::Unknown, "the log is cut");
}

#[test]
fn roots_enqueued_before_expansions_take_linear_time() {
    let boards = goals(EVENTS / 2);
    // Distance methods are called on each board, but its key is enqueued together with that of the next board, so the
    // order does not identify the keys.
    let log = log(1, EVENTS / 2, |at| {
        vec![Event::Asked { board: EVENTS / 2 - 1 - at }, Event::Inserted { queue: 0, key: at }]
    });
    let (search, again) = read_search(&log, &boards);
    assert_eq!((search.queues, again), (log.queues, Again::Unknown));
    // Each root is dequeued, and the next root follows.
    let log = self::log(1, EVENTS / 3, |at| {
        vec![
            Event::Inserted { queue: 0, key: at },
            Event::Deleted { queue: 0, key: at },
            Event::Recognised { board: at },
        ]
    });
    assert_eq!(read_search(&log, &boards).1, Again::Never);
}

#[test]
fn keys_moving_between_queues_take_linear_time() {
    let boards = goals(2);
    let log = log(2, EVENTS / 2, |at| {
        let (from, to) = (at % 2, 1 - at % 2);
        vec![
            Event::Deleted { queue: from, key: at / 2 },
            Event::Inserted { queue: to, key: at.div_ceil(2) },
        ]
    });
    assert_eq!(read_search(&log, &boards).1, Again::Unknown);
}
