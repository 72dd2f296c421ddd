//! Published optimal move counts, which the engine proves again with pattern databases.
//!
//! The slow tests run on demand: `cargo test --release -p oracle -- --ignored`.

use oracle::pattern::{Databases, Engine, PARTITIONS, SearchFinding};
use oracle::puzzle::{Arrangement, Goal, Grid};
use slider::Tile;

use crate::boards::grid;
use crate::korf;

fn engine(goal: &Goal, name: &str) -> Engine {
    let named = PARTITIONS.iter().find(|named| named.name == name).expect("its name");
    let partition = named.for_goal(goal).expect("the blank is in a corner");
    Engine::new(goal, Databases::build(partition, 2, &mut |_| ()))
}

#[track_caller]
fn check(engine: &Engine, board: &Grid, moves: usize) {
    let answer = engine.solve(board, u64::MAX);
    let SearchFinding::Solved(slides) = answer.finding else { panic!("{board:?}: {answer:?}") };
    let mut end = board.clone();
    for &tile in &slides {
        let from = end.slidable().find(|&cell| end.cells()[cell] == tile);
        end.slide(from.expect("a sliding tile is next to the blank"));
    }
    assert_eq!((slides.len(), &end), (moves, engine.goal().grid()), "{board:?}");
}

#[test]
fn korfs_100_instances_are_solved_optimally() {
    let goal = Goal::arranged(4, Arrangement::BlankFirst);
    let engine = engine(&goal, "6-6-3");
    let instances = korf::instances();
    assert_eq!(instances.len(), 100);
    for instance in instances {
        check(&engine, &instance.grid, instance.moves);
    }
}

#[test]
#[ignore = "databases of 260 MB and 10 seconds"]
fn korfs_100_instances_are_solved_with_other_databases() {
    let engine = engine(&Goal::arranged(4, Arrangement::BlankFirst), "7-8");
    for instance in korf::instances() {
        check(&engine, &instance.grid, instance.moves);
    }
}

/// The only boards of the 15-puzzle that need 80 moves.
#[test]
#[ignore = "databases of 260 MB and half a minute"]
fn the_17_hardest_15_puzzles_take_80_moves() {
    let engine = engine(&Goal::blank_last(4), "7-8");
    let boards = rows("antipodes15.txt");
    assert_eq!(boards.len(), 17);
    for tiles in boards {
        check(&engine, &grid(&tiles), 80);
    }
}

/// The four of Korf's 50 boards with the fewest expanded nodes.
#[test]
#[ignore = "databases of 120 MB and a minute"]
fn korfs_easiest_24_puzzles_are_solved_optimally() {
    let engine = engine(&Goal::arranged(5, Arrangement::BlankFirst), "6-6-6-6");
    let mut seen = 0;
    for row in rows("korf24.txt").iter().filter(|row| [25, 38, 40, 44].contains(&row[0])) {
        check(&engine, &grid(&row[row.len() - 25..]), row[1].into());
        seen += 1;
    }
    assert_eq!(seen, 4);
}

fn rows(file: &str) -> Vec<Vec<Tile>> {
    let text = korf::read_fixture(file);
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    let last = |line: &str| {
        // The number of nodes does not fit into a `Tile`, but is not needed.
        let numbers = line.split_whitespace().map(|number| number.parse().unwrap_or(Tile::MAX));
        numbers.collect()
    };
    lines.map(last).collect()
}
