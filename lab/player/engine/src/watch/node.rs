use oracle::heuristic::AnyState;
use oracle::puzzle::{Grid, Slide};
use oracle::search::{HeuristicState, Visit};

use super::cells_to_json;
use super::puzzle::OwnedSliding;
use crate::json::Object;

/// The five bits of a cell.
const CELL: u128 = 31;

/// Packs a board into an integer with five bits per cell, enough for 25 cells.
pub(crate) fn pack(grid: &Grid) -> u128 {
    grid.cells().iter().rev().fold(0, |key, &tile| key << 5 | u128::from(tile))
}

/// Returns the number in a cell of a packed board.
pub(super) fn tile_at(key: u128, cell: usize) -> u8 {
    // Five bits fit into a byte.
    u8::try_from(key >> (5 * cell) & CELL).unwrap_or_default()
}

pub(crate) fn unpack(key: u128, n: usize) -> impl Iterator<Item = u8> {
    (0..n * n).map(move |cell| tile_at(key, cell))
}

/// Returns the packed board after the tile in cell `from` slides into the blank.
pub(crate) fn slid(key: u128, from: usize, n: usize) -> u128 {
    let blank = (0..n * n).find(|&cell| cell != from && tile_at(key, cell) == 0);
    let tile = u128::from(tile_at(key, from));
    // Exclusive or removes the tile from one cell, and puts it into the blank's, which is zero.
    blank.map_or(key, |blank| key ^ tile << (5 * from) ^ tile << (5 * blank))
}

/// An examined node, with the page's data.
pub(super) struct Visited {
    pub(super) key: u128,
    pub(super) depth: usize,
    pub(super) estimate: Option<usize>,
}

impl Visited {
    pub(super) fn new(
        visit: &Visit<'_, OwnedSliding>,
        puzzle: &OwnedSliding,
        is_informed: bool,
    ) -> Self {
        Self {
            key: pack(visit.state.grid()),
            depth: visit.depth,
            estimate: is_informed.then(|| puzzle.weighted_estimate(visit.state)),
        }
    }
}

/// Returns the packed board after a slide.
pub(super) fn packed_after(position: &HeuristicState<AnyState>, slide: &Slide) -> u128 {
    let mut grid = position.grid().clone();
    grid.slide(slide.from);
    pack(&grid)
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NodeState {
    Waiting,
    Expanded,
    /// It was not expanded, because it is beyond the bound or already on the current path.
    Cut,
    /// It was dropped, because a path with at most as many moves was known.
    Known,
    /// It is the dequeued goal.
    Goal,
}

impl NodeState {
    const fn name(self) -> &'static str {
        match self {
            Self::Waiting => "waiting",
            Self::Expanded => "expanded",
            Self::Cut => "cut",
            Self::Known => "known",
            Self::Goal => "goal",
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ShownNode {
    pub(crate) id: Option<u64>,
    pub(crate) parent: Option<u64>,
    pub(crate) key: u128,
    /// The moves from the initial board.
    pub(crate) depth: usize,
    /// The estimated moves to the goal, if the search uses estimates.
    pub(crate) estimate: Option<usize>,
    pub(crate) priority: usize,
    pub(crate) kind: NodeState,
    /// The number of the expansion, counted from 1, or 0 if there was none.
    pub(crate) turn: u64,
    /// Whether the node belongs to the twin's search in a recording.
    pub(crate) is_twin: bool,
}

impl ShownNode {
    pub(crate) fn json(&self, n: usize) -> String {
        let object = Object::new()
            .optional_field("id", self.id)
            .optional_field("parent", self.parent)
            .json_field("cells", cells_to_json(self.key, n))
            .json_field("g", self.depth)
            .optional_field("h", self.estimate)
            .json_field("f", self.priority)
            .text_field("kind", self.kind.name())
            .json_field("turn", self.turn);
        if self.is_twin { object.json_field("twin", true) } else { object }.into_text()
    }
}
