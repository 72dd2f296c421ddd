//! Boards in the notation of the literature.

use oracle::heuristic::{Additive, Fringe, Heuristic, HeuristicName};
use oracle::puzzle::{Goal, Grid};
use slider::Tile;

pub(crate) fn grid(tiles: &[Tile]) -> Grid {
    let n = tiles.len().isqrt();
    let rows: Vec<Vec<Tile>> = tiles.chunks(n).map(Vec::from).collect();
    Grid::new(&rows).expect("a board")
}

pub(crate) fn digits(text: &str) -> Grid {
    let digit = |digit: char| digit.to_digit(10).and_then(|digit| digit.try_into().ok());
    grid(&text.chars().filter_map(digit).collect::<Vec<Tile>>())
}

pub(crate) fn bound(name: &str, goal: &Goal, grid: &Grid) -> usize {
    let named: HeuristicName = name.parse().expect("a name");
    let heuristic = named.build(goal).expect("it suits the goal");
    heuristic.bound(&heuristic.initial_state(grid))
}

pub(crate) fn additive(goal: &Goal, sizes: &[usize]) -> Additive {
    let patterns = Additive::patterns(goal, sizes).expect("sizes that fit");
    Additive::new(goal, &patterns).expect("patterns that fit")
}

pub(crate) fn fringe(goal: &Goal, sizes: &[usize]) -> Fringe {
    let patterns = Fringe::patterns(goal, sizes).expect("sizes that fit");
    Fringe::new(goal, &patterns).expect("patterns that fit")
}
