use slider::Tile;

use super::UNMET;
use super::patterns::{Finder, cells_beside};
use super::placements::{Cell, MAX_THINGS, ThingPlacements};
use crate::puzzle::{Goal, Grid, Slide};

/// For each placement, the number of moves of the pattern's tiles to the goal: a minimum over all initial cells of the
/// blank. Moves of other tiles cost nothing.
#[derive(Clone, Debug)]
pub(super) struct PlacementCosts {
    finder: Finder,
    placements: ThingPlacements,
    table: Box<[u8]>,
}

impl PlacementCosts {
    /// Computes the costs with a breadth-first search from the goal, over the cells of the pattern's tiles and the
    /// blank.
    ///
    /// Moving the blank through other tiles costs nothing, so the search expands all reachable cells of the blank at
    /// once. A step then swaps the blank with a tile of the pattern. The first cost of a placement, with the blank
    /// anywhere, is the minimum.
    ///
    /// The caller must have checked the pattern.
    pub(super) fn new(goal: &Goal, pattern: &[Tile]) -> Self {
        let finder = Finder::new(goal, pattern);
        let placements = ThingPlacements::new(goal.grid().cells().len(), pattern.len());
        let mut search = PlacementSearch::new(goal.dimension(), placements, pattern.len());
        let home = Cell::try_from(goal.home(0)).expect("the pattern was checked");
        search.record_placement(placements.index_of(&finder.cells_of_things(goal.grid())), home, 0);
        for cost in 0.. {
            if !search.expand_placements(cost) {
                break;
            }
        }
        Self { finder, placements, table: search.table }
    }

    pub(super) fn contains_tile(&self, tile: Tile) -> bool {
        self.finder.index_in_pattern(tile).is_some()
    }

    pub(super) fn cost_of(&self, grid: &Grid) -> usize {
        self.cost_at(&self.finder.cells_of_things(grid))
    }

    /// Returns the costs before and after a pattern tile slides. `grid` is the board after the
    /// slide.
    pub(super) fn costs_around_slide(&self, grid: &Grid, slide: Slide) -> [usize; 2] {
        let mut places = self.finder.cells_of_things(grid);
        let after = self.cost_at(&places);
        if let Some(thing) = self.finder.index_in_pattern(slide.tile) {
            places[thing] = Cell::try_from(slide.from).expect("the pattern was checked");
        }
        [self.cost_at(&places), after]
    }

    pub(super) fn cost_at(&self, places: &[Cell; MAX_THINGS]) -> usize {
        usize::from(self.table[self.placements.index_of(places)])
    }

    /// Returns the costs of all placements, by placement number.
    pub(super) fn costs_by_placement(&self) -> &[u8] {
        &self.table
    }
}

struct PlacementSearch {
    things: usize,
    placements: ThingPlacements,
    beside: Vec<Vec<Cell>>,
    /// The minimum cost of each placement reached.
    table: Box<[u8]>,
    met: Blanks,
    /// The members of `met` not yet expanded.
    fresh: Blanks,
    /// The index of the pattern tile in each cell, or [`NO_THING`], while a placement is expanded.
    thing_at: Vec<u8>,
    /// The blank's cells not yet expanded.
    blanks: Vec<Cell>,
}

/// Marks a cell without a tile of the pattern.
const NO_THING: u8 = u8::MAX;

impl PlacementSearch {
    fn new(n: usize, placements: ThingPlacements, things: usize) -> Self {
        let count = placements.count().expect("the pattern was checked");
        Self {
            things,
            placements,
            beside: cells_beside(n),
            table: vec![UNMET; count].into_boxed_slice(),
            met: Blanks::new(count, n * n),
            fresh: Blanks::new(count, n * n),
            thing_at: vec![NO_THING; n * n],
            blanks: Vec::new(),
        }
    }

    /// Records a placement with the blank in this cell, at this cost.
    fn record_placement(&mut self, placement: usize, blank: Cell, cost: u8) {
        if self.met.insert(placement, blank) {
            self.fresh.insert(placement, blank);
            // The same placement can be reached again with the blank elsewhere, at a higher cost.
            self.table[placement] = self.table[placement].min(cost);
        }
    }

    /// Expands all placements with this cost. Returns `false` if there are none.
    ///
    /// Placements are expanded in numeric order to keep consecutive results close in memory. This pass never expands
    /// the generated placements, which have the next cost: a tile's move takes it to a cell of the other color, as on a
    /// chessboard, so all costs of a placement have the same parity.
    fn expand_placements(&mut self, cost: u8) -> bool {
        let mut any = false;
        for placement in 0..self.table.len() {
            let least = self.table[placement];
            if least <= cost && (cost - least).is_multiple_of(2) {
                self.fresh.drain_into(placement, &mut self.blanks);
                if !self.blanks.is_empty() {
                    any = true;
                    self.expand_placement(placement, cost);
                }
            }
        }
        any
    }

    /// Spreads the blank over all reachable cells, and makes all moves of cost one from there.
    fn expand_placement(&mut self, placement: usize, cost: u8) {
        let mut places = self.placements.placement(placement);
        for (thing, &place) in (0..).zip(&places[..self.things]) {
            self.thing_at[usize::from(place)] = thing;
        }
        while let Some(blank) = self.blanks.pop() {
            for at in 0..self.beside[usize::from(blank)].len() {
                let from = self.beside[usize::from(blank)][at];
                let thing = self.thing_at[usize::from(from)];
                if thing == NO_THING {
                    if self.met.insert(placement, from) {
                        self.blanks.push(from);
                    }
                } else {
                    places[usize::from(thing)] = blank;
                    self.record_placement(self.placements.index_of(&places), from, cost + 1);
                    places[usize::from(thing)] = from;
                }
            }
        }
        for &place in &places[..self.things] {
            self.thing_at[usize::from(place)] = NO_THING;
        }
    }
}

/// A set of placements with blank cells.
struct Blanks {
    /// A bitmap of cells for each placement, with `stride` bytes each.
    bits: Vec<u8>,
    stride: usize,
}

impl Blanks {
    fn new(placements: usize, cells: usize) -> Self {
        let stride = cells.div_ceil(8);
        Self { bits: vec![0; placements * stride], stride }
    }

    fn insert(&mut self, placement: usize, cell: Cell) -> bool {
        let byte = &mut self.bits[placement * self.stride + usize::from(cell / 8)];
        let bit = 1 << (cell % 8);
        let is_new = *byte & bit == 0;
        *byte |= bit;
        is_new
    }

    /// Removes a placement's cells and writes them to `into`.
    fn drain_into(&mut self, placement: usize, into: &mut Vec<Cell>) {
        let bytes = &mut self.bits[placement * self.stride..][..self.stride];
        for (first, byte) in (0..).step_by(8).zip(bytes) {
            for bit in 0..8 {
                if *byte & 1 << bit != 0 {
                    into.push(first + bit);
                }
            }
            *byte = 0;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::heuristic::Manhattan;
    use crate::table::{MovesTable, every_board};

    #[test]
    fn one_tile_costs_its_manhattan_distance() {
        let goal = Goal::blank_last(4);
        let costs = PlacementCosts::new(&goal, &[7]);
        let alone = |cell: usize| (cell / 4).abs_diff(1) + (cell % 4).abs_diff(2);
        assert!((0..16).all(|cell| usize::from(costs.costs_by_placement()[cell]) == alone(cell)));
    }

    #[test]
    fn a_pattern_of_all_tiles_costs_all_moves() {
        let goal = Goal::blank_last(3);
        let costs = PlacementCosts::new(&goal, &[1, 2, 3, 4, 5, 6, 7, 8]);
        let table = MovesTable::new(&goal);
        for grid in every_board(3) {
            match table.moves(&grid) {
                Some(moves) => assert_eq!(costs.cost_of(&grid), moves),
                None => assert_eq!(costs.cost_of(&grid), usize::from(UNMET)),
            }
        }
    }

    #[test]
    fn a_pattern_costs_at_least_its_manhattan_distance() {
        let goal = Goal::blank_last(3);
        let costs = PlacementCosts::new(&goal, &[1, 2, 3]);
        let manhattan = Manhattan::new(&goal);
        // If all tiles after 3 are in order, only 1, 2 and 3 may be misplaced.
        let mut conflicts = 0;
        for grid in every_board(3) {
            let places = costs.finder.cells_of_things(&grid);
            let distance: usize = (1..=3)
                .zip(places)
                .map(|(tile, cell)| manhattan.distance(tile, usize::from(cell)))
                .sum();
            assert!(
                costs.cost_of(&grid) >= distance
                    && (costs.cost_of(&grid) - distance).is_multiple_of(2)
            );
            conflicts += usize::from(costs.cost_of(&grid) > distance);
        }
        assert!(conflicts > 0);
    }
}
