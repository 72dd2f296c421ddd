use oracle::heuristic::HeuristicName;
use oracle::puzzle::{Goal, Grid, SeededRandom, board_in_half};
use oracle::search::{Algorithm, Limit, SearchOutcome, run};

use slider::Tile;

use super::*;

fn plan(algorithm: impl Into<PageAlgorithm>, heuristic: HeuristicName, seed: u64) -> WatchPlan {
    let goal = Goal::blank_last(3);
    let grid = board_in_half(&goal, true, &mut SeededRandom::new(seed));
    let limit = Limit::expanded(200_000).with_bound(40);
    WatchPlan { algorithm: algorithm.into(), heuristic, weight: 1, grid, goal, limit }
}

#[test]
fn the_shown_queue_matches_the_search() {
    for (algorithm, heuristic) in [
        (PageAlgorithm::Assigned, HeuristicName::Manhattan),
        (Algorithm::AStar.into(), HeuristicName::Manhattan),
        (Algorithm::AStar.into(), HeuristicName::ManhattanPlusHamming),
        (Algorithm::Greedy.into(), HeuristicName::LinearConflict),
        (Algorithm::Dijkstra.into(), HeuristicName::Zero),
        (Algorithm::BreadthFirst.into(), HeuristicName::Zero),
    ] {
        let mut watch = Watch::new(plan(algorithm, heuristic, 4), &mut Heuristics::default())
            .expect("a search");
        for _ in 0..3000 {
            let first = |watch: &Watch| match &watch.trail {
                Trail::Queue(queue) => {
                    queue.history.queue_after_step(queue.history.steps(), 1, false).next.pop()
                }
                Trail::Log(_) => None,
            };
            let next = first(&watch).expect("a board in the queue");
            watch.run(1);
            if watch.has_ended() {
                assert_eq!(next.key, pack(Goal::blank_last(3).grid()));
                break;
            }
            let Trail::Queue(queue) = &watch.trail else { panic!("no queue") };
            let last = queue
                .history
                .tree(queue.history.steps())
                .into_iter()
                .max_by_key(|node| node.turn)
                .expect("a node");
            assert_eq!((last.id, last.key), (next.id, next.key), "{algorithm}");
        }
    }
}

#[test]
fn watching_does_not_change_the_search() {
    for algorithm in Algorithm::ALL {
        for heuristic in [HeuristicName::Manhattan, HeuristicName::ManhattanPlusHamming] {
            // Uninformed searches take too long from a distant board.
            let mut plan = plan(algorithm, heuristic.clone(), 4);
            plan.grid = Grid::new(&[vec![4, 1, 3], vec![7, 2, 6], vec![0, 5, 8]]).expect("a board");
            let built = heuristic.build(&plan.goal).expect("a heuristic");
            let report = run(algorithm, &built, &plan.grid, &plan.goal, plan.limit);
            let report = report.expect("the same size");
            let mut watch = Watch::new(plan, &mut Heuristics::default()).expect("a search");
            watch.run(u64::MAX);
            assert_eq!(watch.search.outcome(), Some(&report.outcome), "{algorithm}");
            assert_eq!(watch.search.statistics(), report.statistics, "{algorithm}");
            let SearchOutcome::Solved(path) = &report.outcome else { continue };
            let tree = watch.scene(watch.steps, 0).tree;
            let goal =
                tree.iter().find(|node| node.kind == node::NodeState::Goal).expect("the goal");
            assert_eq!(goal.depth, path.len(), "{algorithm}");
        }
    }
}

/// Going back to a step shows the same data as before.
#[test]
fn past_steps_are_shown_unchanged() {
    for algorithm in PageAlgorithm::all() {
        let mut plan = plan(algorithm, HeuristicName::Manhattan, 4);
        plan.limit = Limit::expanded(700).with_bound(25);
        let mut watch = Watch::new(plan, &mut Heuristics::default()).expect("a search");
        let mut seen = vec![watch.scene(0, 5)];
        while !watch.has_ended() {
            watch.run(1);
            seen.push(watch.scene(watch.steps, 5));
            let statistics = watch.search.statistics();
            let last = &seen[seen.len() - 1];
            assert_eq!(last.expanded, statistics.expanded, "{algorithm}");
            assert_eq!(last.generated, statistics.generated, "{algorithm}");
            assert_eq!(last.waiting, watch.trail.waiting(), "{algorithm}");
        }
        assert!(seen.len() > 100, "{algorithm}: {}", seen.len());
        // The stride and the number of steps are coprime to visit every step.
        for i in 0..seen.len() {
            let step = i * 7919 % seen.len();
            assert_eq!(watch.scene(step as u64, 5), seen[step], "{algorithm}, step {step}");
        }
    }
}

#[test]
fn boards_are_packed_without_loss() {
    let mut random = SeededRandom::new(2);
    for n in 2..=5 {
        let grid = board_in_half(&Goal::blank_last(n), true, &mut random);
        let cells: Vec<_> = node::unpack(pack(&grid), n).map(Tile::from).collect();
        assert_eq!(cells, grid.cells());
    }
}

#[test]
fn a_view_is_written_as_json() {
    let mut words =
        RequestWords::new("a-star manhattan 0,1,3,4,2,5,7,8,6 1,2,3,4,5,6,7,8,0 1000 0 1");
    let mut watch =
        Watch::new(WatchPlan::parse(&mut words).expect("a plan"), &mut Heuristics::default())
            .expect("a search");
    watch.run(1);
    assert_eq!(
        watch.view(1),
        "{\"status\":\"running\",\"steps\":1,\"made\":1,\"first\":0,\"over\":false,\"deed\":\"expanded\",\"expanded\":1,\"generated\":2,\"reopened\":0,\
         \"largest\":2,\"deepest\":1,\"waiting\":2,\"queue\":true,\"informed\":true,\
         \"bound\":null,\"rounds\":[],\
         \"next\":[{\"id\":2,\"parent\":0,\"cells\":[1,0,3,4,2,5,7,8,6],\"g\":1,\"h\":3,\"f\":4,\
         \"kind\":\"waiting\",\"turn\":0}],\
         \"tree\":[{\"id\":0,\"parent\":null,\"cells\":[0,1,3,4,2,5,7,8,6],\"g\":0,\"h\":4,\"f\":4,\
         \"kind\":\"expanded\",\"turn\":1},\
         {\"id\":1,\"parent\":0,\"cells\":[4,1,3,0,2,5,7,8,6],\"g\":1,\"h\":5,\"f\":6,\
         \"kind\":\"waiting\",\"turn\":0},\
         {\"id\":2,\"parent\":0,\"cells\":[1,0,3,4,2,5,7,8,6],\"g\":1,\"h\":3,\"f\":4,\
         \"kind\":\"waiting\",\"turn\":0}],\"stride\":1,\"curve\":[2]}"
    );
    watch.run(9);
    let solved = watch.view(0);
    assert!(solved.starts_with("{\"status\":\"solved\",\"path\":[1,2,5,6],"), "{solved}");
    let before = watch.view_at(1, 0);
    assert!(before.starts_with("{\"status\":\"running\",\"steps\":1,\"made\":5,"), "{before}");
    assert_eq!(watch.view_at(99, 0), watch.view_at(5, 0));
}

#[test]
fn the_assigned_search_finds_shortest_solutions() {
    for seed in 0..20 {
        let plan = plan(PageAlgorithm::Assigned, HeuristicName::Manhattan, seed);
        let (grid, goal) = (plan.grid.clone(), plan.goal.clone());
        let built = HeuristicName::Manhattan.build(&goal).expect("a heuristic");
        let report = run(Algorithm::AStar, &built, &grid, &goal, Limit::NONE).expect("one size");
        let mut watch = Watch::new(plan, &mut Heuristics::default()).expect("a search");
        watch.run(u64::MAX);
        let path = watch.search.outcome().and_then(SearchOutcome::path).expect("a solution");
        assert_eq!(Some(path.len()), report.path().map(<[_]>::len), "seed {seed}");
        let mut at = grid;
        for slide in path {
            assert_eq!(at.slide(slide.from), *slide);
        }
        assert_eq!(&at, goal.grid());
        assert!(watch.search.statistics().expanded >= report.statistics.expanded, "seed {seed}");
    }
}

#[test]
fn a_weight_of_zero_is_dijkstras_algorithm() {
    let expanded = |algorithm: Algorithm, weight| {
        let plan = WatchPlan { weight, ..plan(algorithm, HeuristicName::Manhattan, 4) };
        let mut watch = Watch::new(plan, &mut Heuristics::default()).expect("a search");
        watch.run(u64::MAX);
        let moves = watch.search.outcome().and_then(SearchOutcome::path).map(<[_]>::len);
        (moves, watch.search.statistics().expanded)
    };
    let (shortest, most) = expanded(Algorithm::Dijkstra, 1);
    assert_eq!(expanded(Algorithm::AStar, 0), (shortest, most));
    let (moves, fewer) = expanded(Algorithm::AStar, 5);
    assert!(moves > shortest && fewer < most / 10, "{moves:?}, {fewer} of {most}");
}

#[test]
fn the_tree_always_contains_the_parent_of_the_current_node() {
    for algorithm in [PageAlgorithm::Assigned, Algorithm::AStar.into()] {
        let mut watch =
            Watch::new(plan(algorithm, HeuristicName::Manhattan, 4), &mut Heuristics::default())
                .expect("a search");
        while !watch.has_ended() {
            watch.run(1);
            let tree = watch.scene(watch.steps, 0).tree;
            let current = tree.iter().max_by_key(|node| node.turn).expect("a node");
            let is_there = |parent| tree.iter().any(|node| node.id == Some(parent));
            assert!(current.parent.is_none_or(is_there), "step {}", watch.steps);
        }
    }
}

/// The page shows the heap of `MinPq`, so its first key is the next node.
#[test]
fn the_heap_matches_the_queue() {
    let plan = plan(PageAlgorithm::Assigned, HeuristicName::Manhattan, 4);
    let mut watch = Watch::new(plan, &mut Heuristics::default()).expect("a search");
    for step in 1..200 {
        watch.run(1);
        let states = watch.heap_at(step);
        let last = states.rsplit("\"size\":").next().expect("a state");
        let Trail::Queue(queue) = &watch.trail else { panic!("no queue") };
        let waiting = queue.history.queue_after_step(queue.history.steps(), 1, false);
        let next = &waiting.next[0];
        let start = format!(
            "{},\"keys\":[[{},{}]",
            waiting.count,
            next.priority,
            next.estimate.expect("an estimate")
        );
        assert!(last.starts_with(&start), "step {step}: {last} does not start with {start}");
    }
    assert!(watch.heap_at(0).starts_with("{\"states\":[{\"name\":\"insert\",\"places\":[0],"));
}
