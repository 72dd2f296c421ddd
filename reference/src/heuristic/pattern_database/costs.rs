//! The moves that the tiles of one pattern make.

use slider::Tile;

use super::UNMET;
use super::patterns::{Finder, cells_beside};
use super::placements::{Cell, MAX_THINGS, Placements};
use crate::puzzle::{Goal, Grid, Slide};

/// The least number of moves that tiles of a pattern make on the way to the goal, for every
/// placement of the pattern, wherever the blank starts. Moves of other tiles cost nothing.
#[derive(Clone, Debug)]
pub(super) struct Costs {
    finder: Finder,
    placements: Placements,
    /// The cost of each placement.
    table: Box<[u8]>,
}

impl Costs {
    /// Finds the costs by a breadth-first search from the goal over the cells of the pattern and
    /// of the blank.
    ///
    /// To move the blank through other tiles is free, so the search takes all cells that it can
    /// reach that way at once, and makes a step where the blank exchanges with a tile of the
    /// pattern. The first cost that it finds for a placement, with the blank at whatever cell, is
    /// the least.
    ///
    /// The pattern has been checked.
    pub(super) fn new(goal: &Goal, pattern: &[Tile]) -> Self {
        let finder = Finder::new(goal, pattern);
        let placements = Placements::new(goal.grid().cells().len(), pattern.len());
        let goal_step = Step::new(
            placements.number(&finder.places(goal.grid())),
            Cell::try_from(goal.home(0)).expect("the pattern was checked"),
        );
        let mut search = Search::new(goal.dimension(), placements, pattern.len());
        let mut frontier = vec![goal_step];
        for cost in 0.. {
            let mut next = Vec::new();
            for step in frontier {
                search.enter(step, cost, &mut next);
            }
            if next.is_empty() {
                break;
            }
            frontier = next;
        }
        Self { finder, placements, table: search.table }
    }

    /// Whether a tile belongs to the pattern.
    pub(super) fn has(&self, tile: Tile) -> bool {
        self.finder.thing(tile).is_some()
    }

    /// The cost of a board.
    pub(super) fn of(&self, grid: &Grid) -> usize {
        self.at(&self.finder.places(grid))
    }

    /// The costs before and after a slide of a tile of the pattern, given the board after it.
    pub(super) fn around(&self, grid: &Grid, slide: Slide) -> [usize; 2] {
        let mut places = self.finder.places(grid);
        let after = self.at(&places);
        if let Some(thing) = self.finder.thing(slide.tile) {
            places[thing] = Cell::try_from(slide.from).expect("the pattern was checked");
        }
        [self.at(&places), after]
    }

    /// The cost where the tiles of the pattern are at these cells.
    pub(super) fn at(&self, places: &[Cell; MAX_THINGS]) -> usize {
        usize::from(self.table[self.placements.number(places)])
    }

    /// The cost of each placement, in the order of their numbers.
    pub(super) fn table(&self) -> &[u8] {
        &self.table
    }
}

/// Where the search goes on: with the blank at a cell where it has just arrived by taking a tile
/// of the pattern away from it. It is small, for there are millions.
#[derive(Clone, Copy)]
struct Step {
    placement: u32,
    blank: Cell,
}

impl Step {
    fn new(placement: usize, blank: Cell) -> Self {
        Self { placement: u32::try_from(placement).expect("a table has 2^30 entries"), blank }
    }
}

/// A search under way.
struct Search {
    things: usize,
    placements: Placements,
    /// The cells that each cell touches.
    beside: Vec<Vec<Cell>>,
    met: Met,
    /// The cost of each placement met so far.
    table: Box<[u8]>,
    /// The thing of the pattern at each cell, while a placement is looked at.
    thing_at: Vec<Option<usize>>,
    /// Where the blank has come, and has not been taken further.
    blanks: Vec<Cell>,
}

impl Search {
    fn new(n: usize, placements: Placements, things: usize) -> Self {
        let count = placements.count().expect("the pattern was checked");
        Self {
            things,
            placements,
            beside: cells_beside(n),
            met: Met::new(count, n * n),
            table: vec![UNMET; count].into_boxed_slice(),
            thing_at: vec![None; n * n],
            blanks: Vec::new(),
        }
    }

    /// Takes the blank to all cells that it reaches without a move of the pattern's tiles, and
    /// adds the steps from there that cost one.
    fn enter(&mut self, step: Step, cost: u8, next: &mut Vec<Step>) {
        let number = usize::try_from(step.placement).expect("it was a usize");
        if !self.met.insert(number, step.blank) {
            return;
        }
        self.table[number] = self.table[number].min(cost);
        let mut places = self.placements.placement(number);
        for (thing, &place) in places[..self.things].iter().enumerate() {
            self.thing_at[usize::from(place)] = Some(thing);
        }
        self.blanks.push(step.blank);
        while let Some(blank) = self.blanks.pop() {
            for &from in &self.beside[usize::from(blank)] {
                let Some(thing) = self.thing_at[usize::from(from)] else {
                    if self.met.insert(number, from) {
                        self.blanks.push(from);
                    }
                    continue;
                };
                places[thing] = blank;
                let after = self.placements.number(&places);
                places[thing] = from;
                if !self.met.contains(after, from) {
                    next.push(Step::new(after, from));
                }
            }
        }
        for &place in &places[..self.things] {
            self.thing_at[usize::from(place)] = None;
        }
    }
}

/// A set of placements together with the cell of the blank.
struct Met {
    /// The bits of a placement's cells, in `stride` bytes.
    bits: Vec<u8>,
    stride: usize,
}

impl Met {
    fn new(placements: usize, cells: usize) -> Self {
        let stride = cells.div_ceil(8);
        Self { bits: vec![0; placements * stride], stride }
    }

    /// The byte and the bit of a placement and a cell.
    fn at(&self, placement: usize, cell: Cell) -> (usize, u8) {
        (placement * self.stride + usize::from(cell / 8), 1 << (cell % 8))
    }

    fn contains(&self, placement: usize, cell: Cell) -> bool {
        let (byte, bit) = self.at(placement, cell);
        self.bits[byte] & bit != 0
    }

    /// Adds an element, and says whether it is new.
    fn insert(&mut self, placement: usize, cell: Cell) -> bool {
        let (byte, bit) = self.at(placement, cell);
        let is_new = self.bits[byte] & bit == 0;
        self.bits[byte] |= bit;
        is_new
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::heuristic::Manhattan;
    use crate::oracle::{Table, every_board};

    #[test]
    fn one_tile_costs_its_manhattan_distance() {
        let goal = Goal::blank_last(4);
        let costs = Costs::new(&goal, &[7]);
        let alone = |cell: usize| (cell / 4).abs_diff(1) + (cell % 4).abs_diff(2);
        assert!((0..16).all(|cell| usize::from(costs.table()[cell]) == alone(cell)));
    }

    #[test]
    fn all_tiles_cost_all_moves() {
        let goal = Goal::blank_last(3);
        let costs = Costs::new(&goal, &[1, 2, 3, 4, 5, 6, 7, 8]);
        let table = Table::new(&goal);
        for grid in every_board(3) {
            match table.moves(&grid) {
                Some(moves) => assert_eq!(costs.of(&grid), moves),
                None => assert_eq!(costs.of(&grid), usize::from(UNMET)),
            }
        }
    }

    #[test]
    fn a_pattern_costs_at_least_its_manhattan_distance() {
        let goal = Goal::blank_last(3);
        let costs = Costs::new(&goal, &[1, 2, 3]);
        let manhattan = Manhattan::new(&goal);
        // With the tiles after 3 in their order, only 1, 2 and 3 may be out of place.
        let mut conflicts = 0;
        for grid in every_board(3) {
            let places = costs.finder.places(&grid);
            let distance: usize = (1..=3)
                .zip(places)
                .map(|(tile, cell)| manhattan.distance(tile, usize::from(cell)))
                .sum();
            assert!(costs.of(&grid) >= distance && (costs.of(&grid) - distance).is_multiple_of(2));
            conflicts += usize::from(costs.of(&grid) > distance);
        }
        assert!(conflicts > 0);
    }
}
