//! Tests the causes that a log proves.

use grade::WrongOrder;

use super::*;

fn order(rules: &Rules, tree: SearchTree) -> Option<WrongOrder> {
    let mut orders = Orders::default();
    for tiles in boards().iter().take(3) {
        let ran = search(3, tiles, &Rules { cap: 200, ..*rules });
        orders.refute_with(&ran.log, &ran.boards, tree);
    }
    orders.only_fitting_order()
}

#[test]
fn key_orders_are_named_if_they_fit_all_keys() {
    let orders: [(Priority, Option<WrongOrder>); 9] = [
        // The node implements `cmp` as `other.cmp(self)`.
        (|g, h, key| (1_000 - (g + h), key), Some(WrongOrder::LargestFirst)),
        (|_, h, key| (h, key), Some(WrongOrder::Manhattan)),
        (|g, h, key| (g + 2 * h, key), Some(WrongOrder::Weighted { times: 2 })),
        (|g, h, key| (g + 3 * h, 1_000_000 - key), Some(WrongOrder::Weighted { times: 3 })),
        (|g, h, key| (2 * g + h, key), Some(WrongOrder::MovesTwice)),
        (|g, _, key| (g, key), Some(WrongOrder::Moves)),
        // Other orders are not recognized, and the correct order is not reported as a fault.
        (|g, h, key| (g + h + h / 4, key), None),
        (|_, _, key| (key * 7919 % 101, key), None),
        (|g, h, key| (g + h, key), None),
    ];
    for (number, (priority, named)) in orders.into_iter().enumerate() {
        let rules = Rules { priority, ..RIGHT };
        assert_eq!(order(&rules, SearchTree::Own), named, "order {number}");
    }
}

#[test]
fn a_counter_increased_by_each_neighbor_is_named() {
    let rules = Rules { counts_siblings: true, ..RIGHT };
    for tree in [SearchTree::Own, SearchTree::Twin] {
        assert_eq!(order(&rules, tree), Some(WrongOrder::Siblings));
    }
}

#[test]
fn distances_summed_along_the_path_are_named() {
    let rules = Rules { sums: true, ..RIGHT };
    for tree in [SearchTree::Own, SearchTree::Twin] {
        assert_eq!(order(&rules, tree), Some(WrongOrder::Summed));
    }
}

#[test]
fn rereading_texts_does_not_confuse_keys() {
    let is_found = |rules: &Rules| {
        boards().iter().any(|tiles| {
            let ran = search(3, tiles, rules);
            let Some(way) = ran.way else { return false };
            let moment = of(&ran, SearchFault::TooLong(way));
            moment.is_some_and(|moment| matches!(moment.what, Departure::ClosedTooEarly { .. }))
        })
    };
    for reads in [false, true] {
        assert!(is_found(&Rules { closed: Closed::Queued, reads, ..RIGHT }), "reads: {reads}");
    }
}

#[test]
fn too_few_keys_prove_no_order() {
    let rules = Rules { priority: |g, h, key| (1_000 - (g + h), key), cap: 10, ..RIGHT };
    let ran = search(3, &boards()[0], &rules);
    let mut orders = Orders::default();
    orders.refute_with(&ran.log, &ran.boards, SearchTree::Own);
    assert_eq!(orders.only_fitting_order(), None);
}

#[test]
fn counting_the_other_searchs_moves_is_out_of_order() {
    let rules = Rules { other_moves: true, ..RIGHT };
    assert_eq!(order(&rules, SearchTree::Twin), Some(WrongOrder::OtherMoves));
    assert_eq!(order(&rules, SearchTree::Own), None, "the board's search is right");
    let ran = search(3, &boards()[0], &rules);
    let moment = of(&ran, SearchFault::Astray).unwrap();
    assert_eq!(moment.tree, SearchTree::Twin);
    assert!(matches!(moment.what, Departure::OutOfOrder { .. }), "{moment:?}");
}

#[test]
fn keys_in_an_unread_queue_are_not_enqueued_again() {
    for asks in [Asks::ByNode, Asks::First, Asks::Never] {
        let mut ran = search(3, &walks(10)[0], &Rules { asks, ..RIGHT });
        // Every key in the board's search is also enqueued in a second queue.
        let events = std::mem::take(&mut ran.log.events);
        ran.log.events = events
            .into_iter()
            .flat_map(|event| match event {
                Event::Inserted { queue: 0, key } => {
                    vec![event, Event::Inserted { queue: 2, key }]
                }
                _ => vec![event],
            })
            .collect();
        assert_ne!(judge_queued_again(&ran.search(), &ran.boards), Again::Once);
    }
}

#[test]
fn overlong_paths_to_a_found_goal_are_recognized() {
    let tiles = vec![1, 2, 3, 4, 5, 6, 7, 0, 8];
    let ran = search(3, &tiles, &RIGHT);
    let goal = vec![1, 2, 3, 4, 5, 6, 7, 8, 0];
    let beside = vec![1, 2, 3, 4, 0, 6, 7, 5, 8];
    let given = [tiles.clone(), beside, tiles.clone(), goal.clone()];
    let found = Some(PathFault::GoalFound { moves: 1, relinked: None });
    assert_eq!(find_path_fault(&ran.log, &ran.boards, &given, false), found);
    assert_eq!(find_path_fault(&ran.log, &ran.boards, &[tiles, goal], false), None);
}

#[test]
fn a_path_of_all_expanded_boards_is_recognized_by_their_order() {
    let tiles = &boards()[0];
    let ran = search(3, tiles, &RIGHT);
    let mut all: Vec<Vec<u16>> = Vec::new();
    for event in &ran.log.events {
        let Event::Expanded { board, .. } = *event else { continue };
        let tiles = ran.boards.tiles(board).unwrap();
        if ran.boards.is_solvable(board).unwrap() {
            all.push(tiles);
        }
    }
    let is_all = |given: &[Vec<u16>]| find_path_fault(&ran.log, &ran.boards, given, true).is_some();
    assert!(is_all(&all));
    all.push(vec![1, 2, 3, 4, 5, 6, 7, 8, 0]);
    assert!(is_all(&all), "with the goal");
    all.swap(1, 2);
    assert!(!is_all(&all), "in another order");
    assert!(!is_all(&all[..3]), "some of them");
}
