//! Compares the searches with each other, with the table of all boards, and with manually derived counts.

use super::test_graph::{DETOUR, Graph, REOPENING};
use super::*;
use crate::heuristic::{Heuristic, Manhattan};
use crate::puzzle::{Arrangement, Goal, Grid, Slide, is_solvable};
use crate::table::{MovesTable, every_board};

/// An expanded vertex, its priority, and its children with their priorities.
type Expansion = (usize, usize, Vec<(usize, Option<usize>)>);

fn trace(
    algorithm: Algorithm,
    graph: &Graph,
) -> (Vec<Expansion>, SearchReport<(usize, usize, usize)>) {
    let mut search = AnySearch::new(algorithm, graph, 0, Limit::NONE);
    let mut expansions = Vec::new();
    loop {
        match search.step() {
            SearchStep::Expanded(Visit { state, priority, children, .. }) => {
                let child = |child: &Child<(usize, usize, usize)>| match child.fate {
                    ChildFate::Queued(priority) => (child.action.1, Some(priority)),
                    ChildFate::Known | ChildFate::Later => (child.action.1, None),
                };
                expansions.push((*state, priority, children.iter().map(child).collect()));
            }
            SearchStep::Cut(_) | SearchStep::Deepened(_) => (),
            SearchStep::Ended(_) => return (expansions, search.into_report()),
        }
    }
}

/// Returns the vertices on the path, not counting the start.
fn vertices(report: &SearchReport<(usize, usize, usize)>) -> Vec<usize> {
    report.path().expect("there is a way").iter().map(|&(_, to, _)| to).collect()
}

#[test]
fn a_star_counts_costs_and_estimates() {
    let (expansions, report) = trace(Algorithm::AStar, &DETOUR);
    let expected = vec![
        (0, 5, vec![(3, Some(7)), (1, Some(5))]),
        (1, 5, vec![(2, Some(5))]),
        (2, 5, vec![(0, None), (3, Some(5))]),
    ];
    assert_eq!(expansions, expected);
    assert_eq!(vertices(&report), [1, 2, 3]);
    // After the final expansion, the goal is in the frontier twice. The older entry is stale.
    let statistics = Statistics { expanded: 3, generated: 5, reopened: 0, largest: 2, deepest: 3 };
    assert_eq!(report.statistics, statistics);
    assert_eq!(report.rounds, []);
}

#[test]
fn dijkstras_algorithm_counts_costs() {
    let (expansions, report) = trace(Algorithm::Dijkstra, &DETOUR);
    let expected = vec![
        (0, 0, vec![(3, Some(7)), (1, Some(1))]),
        (1, 1, vec![(2, Some(3))]),
        (2, 3, vec![(0, None), (3, Some(5))]),
    ];
    assert_eq!(expansions, expected);
    assert_eq!(vertices(&report), [1, 2, 3]);
}

#[test]
fn greedy_search_counts_only_estimates() {
    let (expansions, report) = trace(Algorithm::Greedy, &DETOUR);
    assert_eq!(expansions, [(0, 5, vec![(3, Some(0)), (1, Some(4))])]);
    assert_eq!(vertices(&report), [3]);
}

#[test]
fn breadth_first_search_counts_arcs() {
    let (expansions, report) = trace(Algorithm::BreadthFirst, &DETOUR);
    assert_eq!(expansions, [(0, 0, vec![(3, Some(1)), (1, Some(1))])]);
    assert_eq!(vertices(&report), [3]);
    let statistics = Statistics { expanded: 1, generated: 2, reopened: 0, largest: 2, deepest: 1 };
    assert_eq!(report.statistics, statistics);
}

#[test]
fn iterative_deepening_counts_arcs() {
    let (expansions, report) = trace(Algorithm::IterativeDeepening, &DETOUR);
    // With a bound of 0, nothing is expanded.
    assert_eq!(expansions, [(0, 0, vec![(3, None), (1, None)])]);
    assert_eq!(vertices(&report), [3]);
    let rounds = [
        Round { bound: 0, expanded: 0, generated: 0 },
        Round { bound: 1, expanded: 1, generated: 1 },
    ];
    assert_eq!(report.rounds, rounds);
}

#[test]
fn ida_star_counts_costs_and_estimates() {
    let (expansions, report) = trace(Algorithm::IdaStar, &DETOUR);
    let expected = vec![
        (0, 5, vec![(3, None), (1, None)]),
        (1, 5, vec![(2, None)]),
        (2, 5, vec![(0, None), (3, None)]),
    ];
    assert_eq!(expansions, expected);
    assert_eq!(vertices(&report), [1, 2, 3]);
    // The arcs to the goal and back to the start are generated, but exceed the bound.
    assert_eq!(report.rounds, [Round { bound: 5, expanded: 3, generated: 5 }]);
    let statistics = Statistics { expanded: 3, generated: 5, reopened: 0, largest: 4, deepest: 3 };
    assert_eq!(report.statistics, statistics);
}

#[test]
fn depth_first_search_takes_the_first_bounded_path() {
    let backwards =
        Graph { arcs: &[(0, 1, 1), (0, 3, 7), (1, 2, 2), (2, 0, 1), (2, 3, 2)], ..DETOUR };
    let search = |bound| {
        DepthFirst::new(&backwards, 0, DepthBound::DepthFirst, Limit::NONE.with_bound(bound)).run()
    };
    // Without a bound, the search visits 1 and 2, turns back at 0, and then finds 3.
    let report = search(usize::MAX);
    assert_eq!(vertices(&report), [1, 2, 3]);
    assert_eq!((report.statistics.expanded, report.statistics.generated), (3, 4));
    // With a bound of two moves, the search abandons the path through 1.
    let report = search(2);
    assert_eq!(vertices(&report), [3]);
    assert_eq!((report.statistics.expanded, report.statistics.generated), (2, 3));
    assert_eq!(search(0).outcome, SearchOutcome::Beyond(1));
}

#[test]
fn an_inconsistent_estimate_makes_a_star_reopen() {
    let (expansions, report) = trace(Algorithm::AStar, &REOPENING);
    let expected = vec![
        (0, 0, vec![(1, Some(12)), (2, Some(4))]),
        (2, 4, vec![(3, Some(5))]),
        (3, 5, vec![(4, Some(14))]),
        (1, 12, vec![(2, Some(2))]),
        (2, 2, vec![(3, Some(3))]),
        (3, 3, vec![(4, Some(12))]),
    ];
    assert_eq!(expansions, expected);
    assert_eq!(vertices(&report), [1, 2, 3, 4]);
    assert_eq!((report.statistics.expanded, report.statistics.reopened), (6, 2));
}

#[test]
fn an_exhausted_space_has_no_solution() {
    let nowhere = Graph { arcs: &[(0, 1, 1), (0, 2, 1), (1, 2, 1)], estimates: &[0; 3], goal: 3 };
    for algorithm in Algorithm::ALL {
        let (_, report) = trace(algorithm, &nowhere);
        assert_eq!(report.outcome, SearchOutcome::NoSolution, "{algorithm}");
    }
    // If every estimate is `usize::MAX`, no search is needed.
    let ruled_out = Graph { estimates: &[usize::MAX; 3], ..nowhere };
    let (expansions, report) = trace(Algorithm::IdaStar, &ruled_out);
    assert_eq!((expansions.len(), report.outcome), (0, SearchOutcome::NoSolution));
    // In a cycle, IDA* runs forever unless it is bounded.
    let circle = Graph { arcs: &[(0, 1, 1), (1, 0, 1)], ..nowhere };
    let report = DepthFirst::new(&circle, 0, DepthBound::IdaStar, Limit::NONE.with_bound(7)).run();
    assert_eq!((report.outcome, report.rounds.len()), (SearchOutcome::Beyond(8), 8));
}

/// Returns the number of moves in a solution. Checks that all moves are legal and reach the goal.
fn checked_moves(grid: &Grid, goal: &Goal, slides: &[Slide]) -> usize {
    let mut board = grid.clone();
    for slide in slides {
        assert_eq!((board.cells()[slide.from], board.blank()), (slide.tile, slide.to));
        assert!(board.slidable().any(|cell| cell == slide.from), "{board:?}: {slide:?}");
        board.slide(slide.from);
    }
    assert_eq!(board, *goal.grid());
    assert_eq!(boards_along(grid, slides).last(), Some(board));
    slides.len()
}

#[test]
fn every_search_solves_every_2_by_2_board() {
    for arrangement in [Arrangement::BlankLast, Arrangement::BlankFirst, Arrangement::Spiral] {
        let goal = Goal::arranged(2, arrangement);
        let (table, heuristic) = (MovesTable::new(&goal), Manhattan::new(&goal));
        for grid in every_board(2) {
            for algorithm in Algorithm::ALL {
                // The ring has twelve boards, so no acyclic path exceeds this bound.
                let limit = Limit::NONE.with_bound(12);
                let report = run(algorithm, &heuristic, &grid, &goal, limit).expect("both 2-by-2");
                let Some(least) = table.moves(&grid) else {
                    let expected = match algorithm {
                        // IDA* does not detect the cycle.
                        Algorithm::IdaStar => {
                            assert!(matches!(report.outcome, SearchOutcome::Beyond(13..)));
                            continue;
                        }
                        _ => SearchOutcome::NoSolution,
                    };
                    assert_eq!(report.outcome, expected, "{algorithm}: {grid:?}");
                    continue;
                };
                let path = report.path().expect("the board has a solution");
                let moves = checked_moves(&grid, &goal, path);
                if algorithm.is_optimal() {
                    assert_eq!(moves, least, "{algorithm}: {grid:?}");
                }
                assert!(moves <= 12);
            }
        }
    }
}

#[test]
fn the_searches_agree_with_the_table_on_3_by_3_boards() {
    for (arrangement, step) in [(Arrangement::BlankLast, 25_013), (Arrangement::Spiral, 40_009)] {
        let goal = Goal::arranged(3, arrangement);
        let (table, heuristic) = (MovesTable::new(&goal), Manhattan::new(&goal));
        for grid in every_board(3).step_by(step) {
            let Some(least) = table.moves(&grid) else { continue };
            for algorithm in Algorithm::ALL {
                // Depth-first search and iterative deepening are feasible only close to the goal.
                if matches!(algorithm, Algorithm::DepthFirst | Algorithm::IterativeDeepening)
                    && least > 14
                {
                    continue;
                }
                let limit = Limit::NONE.with_bound(least.max(14));
                let report = run(algorithm, &heuristic, &grid, &goal, limit).expect("both 3-by-3");
                let moves = checked_moves(&grid, &goal, report.path().expect("a solution"));
                assert!(moves >= least);
                if algorithm.is_optimal() {
                    assert_eq!(moves, least, "{algorithm}: {grid:?}");
                }
            }
        }
    }
}

/// An admissible but inconsistent bound: the Manhattan distance for some boards, and 0 for others.
struct Forgetful(Manhattan);

impl Heuristic for Forgetful {
    type State = (usize, bool);

    fn initial_state(&self, grid: &Grid) -> (usize, bool) {
        // Any irregular rule will do.
        let weight = grid.cells().iter().zip(1..).map(|(&tile, cell)| usize::from(tile) * cell);
        (self.0.initial_state(grid), weight.sum::<usize>().is_multiple_of(3))
    }

    fn state_after(&self, _: &(usize, bool), grid: &Grid, _: Slide) -> (usize, bool) {
        self.initial_state(grid)
    }

    fn bound(&self, &(manhattan, forgets): &(usize, bool)) -> usize {
        if forgets { 0 } else { manhattan }
    }
}

#[test]
fn a_star_is_optimal_with_an_inconsistent_heuristic() {
    let goal = Goal::blank_last(3);
    let heuristic = Forgetful(Manhattan::new(&goal));
    let mut reopened = 0;
    for grid in every_board(3).step_by(5003) {
        let Some(moves) = MovesTable::blank_last(3).moves(&grid) else { continue };
        for algorithm in [Algorithm::AStar, Algorithm::IdaStar] {
            // This heuristic makes IDA* slow.
            if algorithm == Algorithm::IdaStar && moves > 16 {
                continue;
            }
            let report = run(algorithm, &heuristic, &grid, &goal, Limit::NONE).expect("both");
            assert_eq!(report.path().map(<[_]>::len), Some(moves), "{algorithm}: {grid:?}");
            reopened += report.statistics.reopened;
        }
    }
    assert!(reopened > 0, "the heuristic was consistent after all");
}

#[test]
fn an_unsolvable_half_is_exhausted() {
    let goal = Goal::blank_last(3);
    let grid = Grid::new(&[vec![1, 2, 3], vec![4, 5, 6], vec![8, 7, 0]]).expect("a board");
    assert!(!is_solvable(&grid, &goal));
    let heuristic = Manhattan::new(&goal);
    for order in [
        ExpansionOrder::AStar,
        ExpansionOrder::Dijkstra,
        ExpansionOrder::Greedy,
        ExpansionOrder::BreadthFirst,
    ] {
        let space = Sliding::new(&goal, &heuristic);
        let start = space.position(grid.clone());
        let mut search = GraphSearch::new(space, start, order, Limit::NONE);
        while search.outcome().is_none() {
            search.step();
        }
        assert_eq!(search.outcome(), Some(&SearchOutcome::NoSolution));
        assert_eq!(search.status(), SearchStatus::Failure);
        assert_eq!((search.states_met(), search.statistics().expanded), (181_440, 181_440));
        // The blank has 2 moves in the 4 corners, 3 on the 4 edges, and 4 in the middle, with 20,160 boards for each
        // cell. The move back is omitted, except at the start.
        assert_eq!(search.statistics().generated, (24 - 9) * 20_160 + 1);
    }
}

#[test]
fn a_search_gives_up_at_its_limit() {
    let goal = Goal::blank_last(3);
    let grid = Grid::new(&[vec![8, 6, 7], vec![2, 5, 4], vec![3, 0, 1]]).expect("a board");
    for algorithm in Algorithm::ALL {
        let limit = Limit::expanded(40).with_bound(31);
        let heuristic = Manhattan::new(&goal);
        let report = run(algorithm, &heuristic, &grid, &goal, limit).expect("both 3-by-3");
        assert_eq!(report.outcome, SearchOutcome::GaveUp, "{algorithm}");
        assert_eq!(report.statistics.expanded, 40, "{algorithm}");
        assert_eq!(report.rounds.is_empty(), algorithm.remembers_all());
        let rounds = report.rounds.iter();
        assert!(report.rounds.is_empty() || rounds.map(|round| round.expanded).sum::<u64>() == 40);
    }
    let report =
        run(Algorithm::AStar, &Manhattan::new(&goal), goal.grid(), &goal, Limit::expanded(0));
    assert_eq!(report.expect("both 3-by-3").outcome, SearchOutcome::Solved(Vec::new()));
}

#[test]
fn a_bound_stops_a_deepening_search() {
    let goal = Goal::blank_last(3);
    let grid = Grid::new(&[vec![0, 1, 3], vec![4, 2, 5], vec![7, 8, 6]]).expect("a board");
    let outcome = |algorithm, bound| {
        let limit = Limit::NONE.with_bound(bound);
        let report = run(algorithm, &Manhattan::new(&goal), &grid, &goal, limit);
        report.expect("both 3-by-3").outcome
    };
    assert_eq!(outcome(Algorithm::DepthFirst, 3), SearchOutcome::Beyond(4));
    assert_eq!(outcome(Algorithm::IterativeDeepening, 3), SearchOutcome::Beyond(4));
    assert_eq!(outcome(Algorithm::IdaStar, 3), SearchOutcome::Beyond(4));
    for algorithm in [Algorithm::DepthFirst, Algorithm::IterativeDeepening, Algorithm::IdaStar] {
        assert_eq!(outcome(algorithm, 4).path().map(<[_]>::len), Some(4));
    }
}

#[test]
fn unbounded_depth_first_search_finds_a_long_path() {
    let goal = Goal::arranged(3, Arrangement::Spiral);
    let grid = Grid::new(&[vec![1, 2, 3], vec![8, 4, 0], vec![7, 6, 5]]).expect("a board");
    let heuristic = Manhattan::new(&goal);
    let report = run(Algorithm::DepthFirst, &heuristic, &grid, &goal, Limit::NONE).expect("both");
    let moves = checked_moves(&grid, &goal, report.path().expect("one move would do"));
    assert!(moves > 1000, "{moves}");
    assert!(report.statistics.deepest >= moves);
    assert_eq!(report.statistics.largest, report.statistics.deepest + 1);
}

#[test]
fn unbounded_depth_first_search_expands_each_board_once() {
    let goal = Goal::blank_last(3);
    // One of them is the twin of the other, so it is unsolvable, and the search sees all 181,440 boards like it.
    for (rows, expanded) in [
        ([[8, 1, 3], [4, 0, 2], [7, 6, 5]], None),
        ([[1, 8, 3], [4, 0, 2], [7, 6, 5]], Some(181_440)),
    ] {
        let grid = Grid::new(&rows.map(Vec::from)).expect("a board");
        let report = run(Algorithm::DepthFirst, &Manhattan::new(&goal), &grid, &goal, Limit::NONE);
        let report = report.expect("both 3-by-3");
        assert!(report.statistics.expanded <= 181_440);
        match expanded {
            Some(all) => assert_eq!(
                (report.outcome, report.statistics.expanded),
                (SearchOutcome::NoSolution, all)
            ),
            None => assert!(checked_moves(&grid, &goal, report.path().expect("a solution")) >= 14),
        }
    }
}

#[test]
fn boards_and_goals_of_different_dimensions_are_rejected() {
    let (goal, other) = (Goal::blank_last(3), Goal::blank_last(4));
    let error = run(Algorithm::AStar, &Manhattan::new(&goal), other.grid(), &goal, Limit::NONE);
    assert_eq!(error.unwrap_err().to_string(), "a board of 4 rows cannot become a goal of 3 rows");
}

#[test]
fn an_ended_search_stays_ended() {
    let mut search = AnySearch::new(Algorithm::Greedy, &DETOUR, 3, Limit::NONE);
    for _ in 0..3 {
        assert!(
            matches!(search.step(), SearchStep::Ended(SearchOutcome::Solved(path)) if path.is_empty())
        );
    }
    assert_eq!(search.status().to_string(), "SUCCESS");
}
