//! The number of boards at each distance from the goal, and the number of optimal solutions.

use std::collections::{BTreeMap, HashMap, HashSet};

use oracle::MovesTable;
use oracle::puzzle::{Arrangement, Goal, Grid};

use crate::boards::grid;

fn neighbors(grid: &Grid) -> impl Iterator<Item = Grid> {
    grid.slidable().map(|from| {
        let mut neighbor = grid.clone();
        neighbor.slide(from);
        neighbor
    })
}

/// Checks the number of boards at each distance in `published`. The search keeps only two distances in memory.
#[track_caller]
fn check_first_distances(n: usize, published: &[usize]) {
    let goal = Goal::blank_last(n).grid().clone();
    let (mut before, mut level) = (HashSet::new(), HashSet::from([goal]));
    for (distance, &boards) in published.iter().enumerate() {
        assert_eq!(level.len(), boards, "{distance} moves");
        let next = level.iter().flat_map(neighbors).filter(|grid| !before.contains(grid));
        let next = next.collect();
        before = std::mem::replace(&mut level, next);
    }
}

/// Sequence A089484 of the OEIS; R. E. Korf and P. Schultze, "Large-scale parallel breadth-first
/// search", AAAI-05.
#[test]
fn counts_near_the_15_puzzle_goal_match() {
    let published =
        [1, 2, 4, 10, 24, 54, 107, 212, 446, 946, 1948, 3938, 7808, 15_544, 30_821, 60_842];
    check_first_distances(4, &published);
}

/// Sequence A090031 of the OEIS.
#[test]
fn counts_near_the_24_puzzle_goal_match() {
    let published = [1, 2, 4, 10, 26, 64, 159, 366, 862, 1904, 4538, 10_238, 24_098];
    check_first_distances(5, &published);
}

/// Sequence A089474 of the OEIS. If the blank's home is in the middle, no board needs 31 moves.
#[test]
fn the_8_puzzle_histogram_with_a_center_blank_matches() {
    let published = [
        1, 4, 8, 8, 16, 32, 60, 72, 136, 200, 376, 512, 964, 1296, 2368, 3084, 5482, 6736, 11_132,
        12_208, 18_612, 18_444, 24_968, 19_632, 22_289, 13_600, 11_842, 4340, 2398, 472, 148,
    ];
    assert_eq!(MovesTable::new(&Goal::arranged(3, Arrangement::Spiral)).histogram(), published);
}

/// Sequence A089483 of the OEIS.
#[test]
fn the_8_puzzle_histogram_with_a_side_blank_matches() {
    let published = [
        1, 3, 5, 10, 14, 28, 42, 80, 108, 202, 278, 524, 726, 1348, 1804, 3283, 4193, 7322, 8596,
        13_930, 14_713, 21_721, 19_827, 25_132, 18_197, 18_978, 9929, 7359, 2081, 878, 126, 2,
    ];
    let goal = Goal::from(grid(&[1, 0, 2, 3, 4, 5, 6, 7, 8]));
    assert_eq!(MovesTable::new(&goal).histogram(), published);
}

/// A. Reinefeld, "Complete solution of the eight-puzzle and the benefit of node ordering in IDA*", IJCAI-93, pp.
/// 248-253. The boards other than the goal have 500,880 optimal solutions, 2.76 on average and at most 64. His table
/// lists 749 boards at 12 moves, instead of 748: see the total of 181,440 and sequence A089473 of the OEIS.
#[test]
fn the_8_puzzle_has_the_published_optimal_solutions() {
    let goal = Goal::blank_last(3);
    let table = MovesTable::new(&goal);
    let histogram = table.histogram();
    assert_eq!(histogram[12], 748);
    assert_eq!(histogram.iter().sum::<usize>(), 181_440);
    assert_eq!((histogram.len() - 1, histogram[31]), (31, 2));
    let moves: usize = histogram.iter().enumerate().map(|(moves, boards)| moves * boards).sum();
    assert_eq!(moves, 3_986_672, "21.97 on average");

    let mut level = HashMap::from([(goal.grid().clone(), 1)]);
    let (mut solutions, mut only, mut most) = (0, 0, BTreeMap::new());
    for (distance, &boards) in histogram.iter().enumerate() {
        assert_eq!(level.len(), boards, "{distance} moves");
        for (board, &count) in &level {
            solutions += count;
            only += usize::from(count == 1);
            most.entry(count).or_insert_with(Vec::new).push((distance, board.cells().to_vec()));
        }
        // Optimal paths continue to boards at the next distance.
        let mut next: HashMap<Grid, usize> = HashMap::new();
        for (board, count) in &level {
            for neighbor in neighbors(board).filter(|b| table.moves(b) == Some(distance + 1)) {
                *next.entry(neighbor).or_default() += count;
            }
        }
        if next.is_empty() {
            break;
        }
        level = next;
    }
    assert_eq!(solutions, 500_880 + 1, "the goal has one, of no moves");
    assert_eq!(only, 78_033, "boards with a single shortest solution");
    let (most, mut boards) = most.pop_last().expect("there are boards");
    boards.sort_unstable();
    assert_eq!(most, 64);
    let farthest = [[0, 8, 5, 6, 7, 2, 3, 4, 1], [0, 8, 7, 6, 3, 2, 5, 4, 1]];
    assert_eq!(boards, farthest.map(|cells| (30, cells.to_vec())));
    assert!(level.values().all(|&count| count == 40), "the two boards of 31 moves have 40 each");
}
