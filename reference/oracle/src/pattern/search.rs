//! Iterative-deepening A* with pattern databases.

#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "there are at most 25 cells, and a step to a lower cell wraps around"
)]

use std::array;

use super::automaton::Automaton;
use super::database::{PatternState, StateDatabase};
use super::databases::Databases;
use super::direction::Direction;
use super::placements::{MAX_CELLS, cells_in_set};
use super::slide::PatternSlide;

/// The length of arrays indexed by cell or tile. A power of two lets the compiler omit bounds checks.
const CELLS: usize = MAX_CELLS.next_power_of_two();

/// The length of arrays indexed by pattern. There are at most 24, one for each tile, and [`CELLS`] explains the power
/// of two.
const PATTERNS: usize = 32;

/// A depth-first search in progress. The bound is the greater of two sums of distances: one for the board, and one for
/// its reflection across the main diagonal, which needs the same number of moves. In each sum, a move affects a single
/// pattern. The reflection's sum is computed only if the board's sum does not prune the branch.
//
// With the 7-8 databases, much of the time is spent waiting for memory. Interleaving the searches for several boards, to
// overlap their lookups, took 12 % longer, because an explicit stack costs more than this saves.
pub(super) struct PatternSearch<'a> {
    databases: [&'a StateDatabase; PATTERNS],
    automaton: &'a Automaton,
    exits: [u8; CELLS],
    /// The change of the cell for each direction.
    steps: [u8; Direction::ALL.len()],
    /// For each cell of the blank and each direction, the slide and its reflection.
    slides: [[[PatternSlide; 2]; Direction::ALL.len()]; CELLS],
    /// For each tile and for its reflection, the pattern and the number in the pattern.
    members: [[PatternTile; CELLS]; 2],
    /// The tile in each cell, by home.
    tiles: [u8; CELLS],
    /// The state of each pattern, for the board and for the reflection.
    states: [[PatternState; PATTERNS]; 2],
    start: [u8; 2],
    blank: u8,
    /// Whether the goal is its own reflection. If not, the search cannot use the reflection.
    is_mirrored: bool,
    left: u64,
    /// The tiles to slide, last tile first.
    path: Vec<u8>,
}

/// A tile of a pattern.
#[derive(Clone, Copy, Debug, Default)]
struct PatternTile {
    pattern: u8,
    /// The number of the tile in the pattern.
    tile: u8,
}

/// The result of searching a branch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum BranchOutcome {
    Solved,
    Beyond,
    Exhausted,
}

impl<'a> PatternSearch<'a> {
    /// Creates a search for the goal of `databases` that may expand up to `nodes` nodes. `tiles[cell]` is the tile in
    /// each cell; the blank's is ignored.
    pub(super) fn new(
        databases: &'a Databases,
        automaton: &'a Automaton,
        tiles: &[u8],
        blank: usize,
        nodes: u64,
    ) -> Self {
        let n = databases.partition().dimension();
        let all = databases.databases();
        let mut mirror = [0; CELLS];
        let mut exits = [0; CELLS];
        for cell in 0..n * n {
            // There are at most 25 cells.
            mirror[cell] = (cell % n * n + cell / n) as u8;
            for direction in Direction::ALL {
                exits[cell] |=
                    u8::from(direction.source_cell(n, cell).is_some()) << direction as u8;
            }
        }
        let mirrored = |cell: usize| usize::from(mirror[cell]);
        let steps = Direction::ALL.map(|direction| {
            let (down, right) = direction.row_and_column_step();
            (down * n as i8 + right) as u8
        });
        let mut slides = [[[PatternSlide::default(); 2]; Direction::ALL.len()]; CELLS];
        for (to, slides) in slides.iter_mut().enumerate().take(n * n) {
            for direction in Direction::ALL {
                if let Some(from) = direction.source_cell(n, to) {
                    slides[direction as usize] = [
                        PatternSlide::new(n, from, to),
                        PatternSlide::new(n, mirrored(from), mirrored(to)),
                    ];
                }
            }
        }
        let mut members = [[PatternTile::default(); CELLS]; 2];
        for (pattern, database) in (0..).zip(all) {
            for (tile, home) in (0..).zip(cells_in_set(database.homes())) {
                members[0][home] = PatternTile { pattern, tile };
                members[1][mirrored(home)] = PatternTile { pattern, tile };
            }
        }
        let image: Vec<u8> =
            (0..n * n).map(|cell| mirror[usize::from(tiles[mirrored(cell)])]).collect();
        let home = databases.partition().blank();
        let is_mirrored = mirrored(home) == home;
        let mut states = [[PatternState::default(); PATTERNS]; 2];
        for (number, database) in all.iter().enumerate() {
            states[0][number] = database.initial_state(tiles, blank);
            if is_mirrored {
                states[1][number] = database.initial_state(&image, mirrored(blank));
            }
        }
        let sum =
            |states: [PatternState; PATTERNS]| states.iter().map(|state| state.distance).sum();
        let mut cells = [0; CELLS];
        cells[..tiles.len()].copy_from_slice(tiles);
        Self {
            // Pad with an arbitrary database, because no tile refers to the padding.
            databases: array::from_fn(|number| all.get(number).unwrap_or(&all[0])),
            automaton,
            exits,
            steps,
            slides,
            members,
            tiles: cells,
            states,
            start: states.map(sum),
            blank: blank as u8,
            is_mirrored,
            left: nodes,
            path: Vec::new(),
        }
    }

    pub(super) fn larger_lower_bound(&self) -> u8 {
        let [own, mirrored] = self.start;
        own.max(mirrored)
    }

    pub(super) fn nodes_left(&self) -> u64 {
        self.left
    }

    /// Returns the tiles to slide, after a successful search.
    pub(super) fn path(&self) -> impl Iterator<Item = u8> {
        self.path.iter().rev().copied()
    }

    /// Searches for a solution with at most `limit` moves, which must be at least the bound.
    pub(super) fn search_within(&mut self, limit: u8) -> BranchOutcome {
        match (self.start, self.is_mirrored) {
            ([0, _], _) => BranchOutcome::Solved,
            (sums, true) => self.explore::<true>(self.blank, Automaton::START, limit, sums),
            (sums, false) => self.explore::<false>(self.blank, Automaton::START, limit, sums),
        }
    }

    /// Searches below the current board, with the blank in cell `blank`, the automaton in `state`, and these sums.
    /// Restores the board unless it reaches the goal.
    fn explore<const MIRRORED: bool>(
        &mut self,
        blank: u8,
        state: u16,
        limit: u8,
        [own_sum, mirrored_sum]: [u8; 2],
    ) -> BranchOutcome {
        if self.left == 0 {
            return BranchOutcome::Exhausted;
        }
        self.left -= 1;
        let limit = limit - 1;
        let mut directions =
            self.automaton.allowed_directions(state) & self.exits[usize::from(blank)];
        while directions != 0 {
            let direction = Direction::ALL[directions.trailing_zeros() as usize];
            // This removes the lowest bit, which was just used.
            directions &= directions - 1;
            // A step up or left is stored as its complement, so that one addition serves all directions.
            let from = blank.wrapping_add(self.steps[direction as usize]);
            let tile = self.tiles[usize::from(from)];
            let [slide, reflection] = &self.slides[usize::from(blank)][direction as usize];

            let (pattern, old, new) = self.states_around_slide::<false>(tile, slide);
            let own_sum = own_sum + new.distance - old.distance;
            if own_sum > limit {
                continue;
            }
            if own_sum == 0 {
                // All tiles are home, and the blank is in the goal's region of every pattern.
                self.path.push(tile);
                return BranchOutcome::Solved;
            }
            let mut mirrored = (0, PatternState::default());
            let mut mirrored_sum = mirrored_sum;
            if MIRRORED {
                let (pattern, old, new) = self.states_around_slide::<true>(tile, reflection);
                mirrored_sum = mirrored_sum + new.distance - old.distance;
                if mirrored_sum > limit {
                    continue;
                }
                self.states[1][pattern] = new;
                mirrored = (pattern, old);
            }
            self.states[0][pattern] = new;
            self.tiles[usize::from(blank)] = tile;

            let state = self.automaton.next_state(state, direction);
            match self.explore::<MIRRORED>(from, state, limit, [own_sum, mirrored_sum]) {
                BranchOutcome::Beyond => {}
                BranchOutcome::Solved => {
                    self.path.push(tile);
                    return BranchOutcome::Solved;
                }
                BranchOutcome::Exhausted => return BranchOutcome::Exhausted,
            }
            self.tiles[usize::from(from)] = tile;
            self.states[0][pattern] = old;
            if MIRRORED {
                let (pattern, old) = mirrored;
                self.states[1][pattern] = old;
            }
        }
        BranchOutcome::Beyond
    }

    /// Returns the pattern of a tile or of its reflection, with the states before and after the tile slides.
    #[inline]
    fn states_around_slide<const MIRRORED: bool>(
        &self,
        tile: u8,
        slide: &PatternSlide,
    ) -> (usize, PatternState, PatternState) {
        let which = usize::from(MIRRORED);
        let PatternTile { pattern, tile } = self.members[which][usize::from(tile)];
        let pattern = usize::from(pattern);
        let old = self.states[which][pattern];
        (pattern, old, self.databases[pattern].state_after(old, slide, tile))
    }
}
