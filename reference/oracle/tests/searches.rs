//! Tests search steps, and searches on boards that are not in the table.

use oracle::heuristic::Manhattan;
use oracle::puzzle::{
    Arrangement, Goal, Grid, SeededRandom, Slide, any_board, is_solvable, walk_back,
};
use oracle::search::{
    Algorithm, AnySearch, Limit, SearchOutcome, SearchReport, SearchStep, Sliding,
    StepwiseSearch as _, boards_along, run,
};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

fn any_goal(n: usize) -> impl Strategy<Value = Goal> {
    let arrangements = [Arrangement::BlankLast, Arrangement::BlankFirst, Arrangement::Spiral];
    prop::sample::select(arrangements.to_vec()).prop_map(move |order| Goal::arranged(n, order))
}

fn search(algorithm: Algorithm, grid: &Grid, goal: &Goal) -> SearchReport<Slide> {
    // Depth-first search exceeds this number of nodes and gives up.
    let limit = Limit::expanded(50_000).with_bound(40);
    run(algorithm, &Manhattan::new(goal), grid, goal, limit).expect("of the same dimension")
}

fn check_path(grid: &Grid, goal: &Goal, path: &[Slide]) -> Result<(), TestCaseError> {
    let boards: Vec<Grid> = boards_along(grid, path).collect();
    prop_assert_eq!(boards.first(), Some(grid));
    prop_assert_eq!(boards.last(), Some(goal.grid()));
    for (pair, slide) in boards.windows(2).zip(path) {
        prop_assert!(pair[0].slidable().any(|cell| cell == slide.from));
        prop_assert_eq!(pair[1].cells()[slide.to], slide.tile);
        prop_assert_eq!(pair[1].blank(), slide.from);
    }
    Ok(())
}

proptest! {
    #![proptest_config(deterministic())]

    #[test]
    fn searches_agree_on_boards_of_any_dimension(
        goal in (2..6usize).prop_flat_map(any_goal),
        moves in 0..16usize,
        seed in any::<u64>(),
    ) {
        let grid = walk_back(&goal, moves, &mut SeededRandom::new(seed));
        let least = search(Algorithm::IdaStar, &grid, &goal);
        let least = least.path().expect("a short walk from the goal").len();
        prop_assert!(least <= moves);
        for algorithm in Algorithm::ALL {
            let report = search(algorithm, &grid, &goal);
            match &report.outcome {
                SearchOutcome::Solved(path) => {
                    check_path(&grid, &goal, path)?;
                    prop_assert!(path.len() >= least);
                    prop_assert!(!algorithm.is_optimal() || path.len() == least, "{}", algorithm);
                    prop_assert!(report.statistics.deepest >= path.len());
                }
                SearchOutcome::GaveUp => prop_assert_eq!(report.statistics.expanded, 50_000),
                outcome => prop_assert!(false, "{}: {:?}", algorithm, outcome),
            }
            prop_assert!(report.statistics.reopened == 0, "the heuristic is consistent");
        }
    }

    #[test]
    fn a_small_budget_never_makes_an_answer_wrong(
        goal in any_goal(3),
        seed in any::<u64>(),
        budget in 0..3000u64,
    ) {
        let grid = any_board(3, &mut SeededRandom::new(seed)).expect("3-by-3");
        let solvable = is_solvable(&grid, &goal);
        let heuristic = Manhattan::new(&goal);
        for algorithm in Algorithm::ALL {
            let limit = Limit::expanded(budget);
            let report = run(algorithm, &heuristic, &grid, &goal, limit).expect("3-by-3");
            match &report.outcome {
                SearchOutcome::Solved(path) => {
                    prop_assert!(solvable);
                    check_path(&grid, &goal, path)?;
                }
                SearchOutcome::GaveUp => prop_assert_eq!(report.statistics.expanded, budget),
                // These outcomes require more than 3000 nodes, or a bound.
                SearchOutcome::NoSolution | SearchOutcome::Beyond(_) => prop_assert!(false, "{}", algorithm),
            }
        }
    }

    #[test]
    fn steps_agree_with_the_statistics(goal in any_goal(3), seed in any::<u64>()) {
        let grid = walk_back(&goal, 30, &mut SeededRandom::new(seed));
        let heuristic = Manhattan::new(&goal);
        for algorithm in Algorithm::ALL {
            let space = Sliding::new(&goal, &heuristic);
            let start = space.position(grid.clone());
            let limit = Limit::expanded(500).with_bound(30);
            let mut search = AnySearch::new(algorithm, space, start, limit);
            let (mut expanded, mut children, mut looked_at, mut rounds) = (0, 0, 0, 1);
            loop {
                match search.step() {
                    SearchStep::Expanded(visit) => {
                        expanded += 1;
                        looked_at += 1;
                        children += visit.children.len() as u64;
                        prop_assert_eq!(visit.cost, visit.depth, "a slide costs 1");
                    }
                    SearchStep::Cut(_) => looked_at += 1,
                    SearchStep::Deepened(_) => rounds += 1,
                    SearchStep::Ended(outcome) => {
                        // The final node was also examined.
                        looked_at += 1;
                        prop_assert_ne!(outcome, &SearchOutcome::NoSolution);
                        break;
                    }
                }
            }
            let report = search.into_report();
            prop_assert_eq!(report.statistics.expanded, expanded);
            if algorithm.remembers_all() {
                prop_assert_eq!(report.statistics.generated, children);
            } else if !matches!(report.outcome, SearchOutcome::Beyond(_)) {
                // Every round examines the start without generating it.
                prop_assert_eq!(report.statistics.generated, looked_at - rounds);
                prop_assert_eq!(report.rounds.len() as u64, rounds);
            }
        }
    }
}

fn deterministic() -> ProptestConfig {
    let rng_seed = RngSeed::Fixed(8);
    ProptestConfig { cases: 48, rng_seed, failure_persistence: None, ..ProptestConfig::default() }
}
