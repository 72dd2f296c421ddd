mod proofs;
mod searcher;

use super::*;
use searcher::{Asks, Closed, Ends, Priority, RIGHT, Ran, Rules, search};

fn boards() -> Vec<Vec<u16>> {
    walks(40)
}

fn walks(moves: usize) -> Vec<Vec<u16>> {
    let mut state: usize = 12_345;
    let board = |_| {
        let (mut tiles, mut blank, mut before) = ((1..9).chain([0]).collect::<Vec<u16>>(), 8, 8);
        for _ in 0..moves {
            let moves: Vec<usize> =
                base::square::cells_beside_blank(3, blank).filter(|cell| *cell != before).collect();
            state = (state * 1_103_515_245 + 12_345) % (1 << 31);
            before = blank;
            let next = moves[(state >> 16) % moves.len()];
            tiles.swap(blank, next);
            blank = next;
        }
        tiles
    };
    (0..12).map(board).collect()
}

fn of(ran: &Ran, fault: SearchFault) -> Option<Moment> {
    find_first_wrong_step(fault, &ran.log, &ran.boards)
}

fn long_moments(rules: &Rules) -> Vec<Moment> {
    let moments = boards().into_iter().filter_map(|tiles| {
        let best = search(3, &tiles, &Rules { closed: Closed::Expanded, ..RIGHT }).way?;
        let ran = search(3, &tiles, rules);
        let way = ran.way.filter(|way| *way > best)?;
        Some(of(&ran, SearchFault::TooLong(way)).expect("a path that is too long has a moment"))
    });
    moments.collect()
}

fn kinds(moments: &[Moment]) -> Vec<String> {
    let kind = |moment: &Moment| serde_json::to_value(moment).unwrap()["kind"].to_string();
    let mut kinds: Vec<String> = moments.iter().map(kind).collect();
    kinds.sort();
    kinds.dedup();
    kinds
}

#[test]
fn correct_searches_have_no_moment_for_any_tie_breaking() {
    let ties: [Priority; 5] = [
        |g, h, key| (g + h, key),
        |g, h, key| (g + h, 1_000_000_000 - key),
        |g, h, _| (g + h, h),
        |g, h, _| (g + h, g),
        |g, h, key| (g + h, key * 7919 % 101),
    ];
    for tiles in walks(13).into_iter().take(4) {
        for priority in ties {
            for closed in [Closed::Nothing, Closed::Expanded] {
                for asks in [Asks::ByNode, Asks::First, Asks::Never] {
                    let ran = search(3, &tiles, &Rules { priority, closed, asks, ..RIGHT });
                    let way = ran.way.unwrap();
                    for fault in [
                        SearchFault::TooLong(way),
                        SearchFault::Astray,
                        SearchFault::QueuedAgain,
                        SearchFault::OutOfStep,
                        SearchFault::EndsEarly,
                        SearchFault::GoesOn,
                    ] {
                        assert_eq!(of(&ran, fault), None);
                    }
                    assert_eq!(judge_queued_again(&ran.search(), &ran.boards), Again::Never);
                    let order = key_order(&ran.search(), &ran.boards);
                    assert_eq!(order.map(|order| order.is_wrong), Some([false, false]));
                }
            }
        }
    }
}

#[test]
fn a_wrong_priority_dequeues_keys_out_of_order() {
    let wrong: [Priority; 4] = [
        |_, h, key| (h, key),
        |g, h, key| (2 * g + 3 * h, key),
        |g, h, key| ((g + h) / 4, key),
        |g, h, key| (g + h + key * 7919 % 5, key),
    ];
    let mut seen = 0;
    for priority in wrong {
        for moment in long_moments(&Rules { priority, closed: Closed::Expanded, ..RIGHT }) {
            let Departure::OutOfOrder { taken, waiting, .. } = &moment.what else {
                panic!("{moment:?}");
            };
            assert!(waiting.priority() < taken.priority());
            let here = moment.around.iter().find(|taken| taken.step == moment.step).unwrap();
            assert_eq!(here.node, *taken);
            seen += 1;
        }
    }
    assert!(seen > 8, "{seen} ways are too long");
}

#[test]
fn the_order_of_each_tree_is_read_from_the_first_steps() {
    let of = |rules: &Rules| {
        let orders = boards().into_iter().filter_map(|tiles| {
            let ran = search(3, &tiles, rules);
            key_order(&ran.search(), &ran.boards)
        });
        orders.collect::<Vec<KeyOrder>>()
    };
    let closed = Rules { closed: Closed::Expanded, ..RIGHT };
    let right = of(&closed);
    assert!(right.iter().all(|order| order.is_wrong == [false, false]));
    assert!(right.iter().any(|order| order.compared >= 16));
    let of_twin = of(&Rules { other_moves: true, ..closed });
    assert!(of_twin.iter().all(|order| !order.is_wrong[OWN]));
    assert!(of_twin.iter().any(|order| order.is_wrong[TWIN]));
    let of_both = of(&Rules { priority: |_, h, key| (h, key), ..closed });
    assert!(of_both.iter().any(|order| order.is_wrong == [true, true]));
}

#[test]
fn boards_closed_too_early_were_reached_in_more_moves() {
    let moments = long_moments(&Rules { closed: Closed::Queued, ..RIGHT });
    for moment in &moments {
        let Departure::ClosedTooEarly { board, first, from, .. } = &moment.what else {
            panic!("{moment:?}");
        };
        assert!(board.moves < *first && board.moves == from.moves + 1);
    }
    assert!(!moments.is_empty());
}

#[test]
fn a_board_mistaken_for_another_is_never_enqueued() {
    let moments: Vec<Moment> = boards()
        .into_iter()
        .filter_map(|tiles| {
            let ran = search(3, &tiles, &Rules { closed: Closed::Hashed(250), ..RIGHT });
            // If too many boards are considered closed, the search runs out of boards and does not enqueue some.
            of(&ran, ran.way.map_or(SearchFault::Denied, SearchFault::TooLong))
        })
        .collect();
    let kinds = kinds(&moments);
    assert!(kinds.contains(&"\"never_queued\"".to_owned()), "{kinds:?}");
    let expected = ["never", "none", "early"];
    assert!(
        kinds.iter().all(|kind| expected.iter().any(|expected_kind| kind.contains(expected_kind))),
        "{kinds:?}"
    );
}

#[test]
fn stopping_when_the_goal_is_generated_is_too_early() {
    let rules = Rules { ends: Ends::WhenMet, ..RIGHT };
    let moments = long_moments(&rules);
    assert!(kinds(&moments).iter().all(|kind| kind == "\"ended_early\""), "{moments:?}");
    let ran = search(3, &boards()[0], &rules);
    let moment = of(&ran, SearchFault::EndsEarly).unwrap();
    let Departure::GoalMet { goal, .. } = &moment.what else { panic!("{moment:?}") };
    assert_eq!((goal.manhattan, Some(goal.moves)), (0, ran.way));
}

#[test]
fn giving_up_leaves_keys_in_the_queue() {
    let ran = search(3, &boards()[0], &Rules { cap: 20, ..RIGHT });
    let moment = of(&ran, SearchFault::Denied).unwrap();
    assert_eq!(of(&ran, SearchFault::GivesUp), Some(moment.clone()));
    let Departure::GaveUp { waiting, last } = &moment.what else { panic!("{moment:?}") };
    assert!(waiting.priority() >= last.priority());
    assert_eq!((moment.step, moment.tree), (40, SearchTree::Own));
    assert!(moment.around.iter().all(|taken| taken.tree == SearchTree::Own));
}

#[test]
fn enqueuing_the_previous_board_is_detected() {
    for asks in [Asks::ByNode, Asks::First, Asks::Never] {
        let ran = search(3, &walks(10)[0], &Rules { goes_back: true, asks, ..RIGHT });
        assert_eq!(judge_queued_again(&ran.search(), &ran.boards), Again::Once);
        let moment = of(&ran, SearchFault::QueuedAgain).unwrap();
        // This is the first board that was generated from another board.
        assert!(matches!(&moment.what, Departure::QueuedAgain { from, board }
            if from.moves == 1 && board.moves == 2));
        assert_eq!(moment.step, 3);
    }
}

#[test]
fn keys_moved_to_another_queue_keep_their_boards() {
    let rules = Rules { beam: 8, cap: 500, ..RIGHT };
    let mut seen = 0;
    for tiles in boards() {
        let ran = search(3, &tiles, &rules);
        assert_eq!(judge_queued_again(&ran.search(), &ran.boards), Again::Never);
        let moment = of(&ran, ran.way.map_or(SearchFault::Denied, SearchFault::TooLong));
        let is_left = |moment: Moment| matches!(moment.what, Departure::LeftBehind { .. });
        seen += usize::from(moment.is_some_and(is_left));
    }
    assert!(seen > 0);
}

#[test]
fn the_second_consecutive_step_is_out_of_turn() {
    let second = |twin_after| {
        let ran = search(3, &boards()[0], &Rules { twin_after, ..RIGHT });
        of(&ran, SearchFault::OutOfStep).map(|moment| (moment.step, moment.what))
    };
    assert_eq!(second(Some(1)), None);
    let alone = second(None);
    assert!(matches!(alone, Some((2, Departure::OutOfTurn { own: 2, twin: 0, .. }))), "{alone:?}");
    assert!(matches!(second(Some(2)), Some((_, Departure::OutOfTurn { .. }))));
}

#[test]
fn choosing_the_queue_by_key_is_recognized() {
    let mut recognized = 0;
    for tiles in boards() {
        let ran = search(3, &tiles, &Rules { by_key: true, ..RIGHT });
        let Some(moment) = of(&ran, SearchFault::OutOfStep) else { continue };
        assert!(matches!(moment.what, Departure::OutOfTurn { is_by_key: true, .. }), "{moment:?}");
        recognized += 1;
    }
    assert!(recognized > 0);
    let mut other = boards().into_iter().filter_map(|tiles| {
        let ran = search(3, &tiles, &Rules { twin_after: None, ..RIGHT });
        of(&ran, SearchFault::OutOfStep)
    });
    let is_other =
        |moment: Moment| matches!(moment.what, Departure::OutOfTurn { is_by_key: false, .. });
    assert!(other.any(is_other), "the twin's key is not always larger");
}

#[test]
fn continuing_after_dequeuing_the_goal_is_detected() {
    let mut ran = search(3, &[1, 2, 3, 4, 5, 6, 7, 0, 8], &RIGHT);
    assert_eq!(of(&ran, SearchFault::GoesOn), None);
    // The twin also takes the second step.
    ran.log.events.push(Event::Deleted { queue: 1, key: 1 });
    let moment = of(&ran, SearchFault::GoesOn).unwrap();
    assert!(matches!(moment.what, Departure::WentOn { goal, next }
        if goal.manhattan == 0 && next.moves == 1));
    assert_eq!((moment.step, moment.tree), (3, SearchTree::Own));
}

#[test]
fn expanding_the_board_of_another_key_is_recognized() {
    let rules = Rules { priority: |_, h, key| (h, key), closed: Closed::Expanded, ..RIGHT };
    let (tiles, mut changed) = (boards(), 0);
    let mut ran = search(3, &tiles[0], &rules);
    assert!(of(&ran, SearchFault::Astray).is_some());
    for event in &mut ran.log.events {
        if let Event::Deleted { key, .. } = event {
            *key = key.saturating_add(1);
            changed += 1;
        }
    }
    assert!(changed > 10);
    let moment = of(&ran, SearchFault::Astray).unwrap();
    let Departure::OtherExpanded { taken, board } = &moment.what else { panic!("{moment:?}") };
    assert_ne!(taken.tiles, board.tiles);
    assert_eq!(of(&ran, SearchFault::GoesOn), None, "that is another fault");
}

#[test]
fn a_search_that_only_looks_at_its_queue_expands_a_board_again() {
    let mut ran = Ran::default();
    let board = ran.boards.insert(3, &boards()[0]).unwrap();
    let (first, _) = ran.boards.neighbors(board).unwrap();
    let step = [Event::Looked { queue: 0 }, Event::Expanded { board, first }];
    ran.log.events = [[Event::Inserted { queue: 0, key: 0 }].as_slice(), &step, &step].concat();
    let moment = of(&ran, SearchFault::Stuck).unwrap();
    assert!(matches!(moment.what, Departure::ExpandedAgain { .. }), "{moment:?}");
    assert_eq!(moment.step, 0);
    ran.log.events.insert(3, Event::Deleted { queue: 0, key: 0 });
    let moment = of(&ran, SearchFault::Stuck).unwrap();
    assert!(matches!(moment.what, Departure::NoneQueued { neighbors: 2, .. }), "the key came out");
}

#[test]
fn inconsistent_logs_are_read_without_panicking() {
    let mut ran = Ran::default();
    assert_eq!(of(&ran, SearchFault::Astray), None);
    ran.log.events = vec![
        Event::Asked { board: 9 },
        Event::Expanded { board: u32::MAX, first: u32::MAX },
        Event::Inserted { queue: 7, key: u32::MAX },
        Event::Deleted { queue: 7, key: u32::MAX },
        Event::Recognised { board: 3 },
        Event::Deleted { queue: 1, key: 1 },
    ];
    for fault in
        [SearchFault::TooLong(3), SearchFault::Denied, SearchFault::OutOfStep, SearchFault::GoesOn]
    {
        assert_eq!(of(&ran, fault), None);
    }
}
