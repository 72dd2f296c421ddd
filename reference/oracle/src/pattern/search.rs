//! Iterative-deepening A* with pattern databases.

#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "there are 25 cells at most, and a step to a lower cell wraps around"
)]

use std::array;

use super::automaton::Automaton;
use super::database::{Database, PatternState};
use super::databases::Databases;
use super::direction::Direction;
use super::placements::{MAX_CELLS, bits};

/// The arrays by cell, or by tile, are this long for every board. That it is a power of two saves
/// comparisons: the compiler knows that an index below it is in all of them.
const CELLS: usize = MAX_CELLS.next_power_of_two();

/// The most patterns of a partition.
const PATTERNS: usize = 32;

/// A depth-first search under way.
///
/// A board has two sums of distances: its own, and that of the board mirrored at the main
/// diagonal, whose solutions are the mirrored ones. The greater is the bound. A move changes one
/// pattern of each, and the mirrored one is only looked at where the board's own sum does not
/// suffice to turn back.
pub(super) struct Search<'a> {
    databases: [&'a Database; PATTERNS],
    automaton: &'a Automaton,
    /// The directions that do not lead over the edge from each cell, one bit each.
    exits: [u8; CELLS],
    /// The number that each direction adds to that of a cell.
    steps: [u8; Direction::ALL.len()],
    /// The mirror image of each cell.
    mirror: [u8; CELLS],
    /// The pattern of each tile, and of its mirror image.
    patterns: [[u8; CELLS]; 2],
    /// The tile at each cell, known by its home.
    tiles: [u8; CELLS],
    /// The state of each pattern, of the board and of its mirror image.
    states: [[PatternState; PATTERNS]; 2],
    /// The least sums of the board that the search began with.
    start: [u8; 2],
    blank: u8,
    /// Whether the mirrored board counts: whether the goal is its own mirror image.
    is_mirrored: bool,
    /// The number of nodes that may still be expanded.
    left: u64,
    /// The tiles that slide, the last first.
    path: Vec<u8>,
}

/// The end of the search of a branch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum BranchOutcome {
    /// The goal is reached.
    Solved,
    /// The goal is not within the limit.
    Beyond,
    /// The nodes are used up.
    Exhausted,
}

impl<'a> Search<'a> {
    /// The search for the goal of `databases` from the board on which `tiles[cell]` is the tile at
    /// each cell but the blank's. It may expand as many nodes as `nodes` says.
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
            // There are 25 cells at most.
            mirror[cell] = (cell % n * n + cell / n) as u8;
            for direction in Direction::ALL {
                exits[cell] |= u8::from(direction.from(n, cell).is_some()) << direction as u8;
            }
        }
        let mirrored = |cell: usize| usize::from(mirror[cell]);
        let steps = Direction::ALL.map(|direction| {
            let (down, right) = direction.step();
            (down * n as i8 + right) as u8
        });
        let mut patterns = [[0; CELLS]; 2];
        for (number, database) in (0..).zip(all) {
            for tile in bits(database.homes()) {
                patterns[0][tile] = number;
                patterns[1][mirrored(tile)] = number;
            }
        }
        let image: Vec<u8> =
            (0..n * n).map(|cell| mirror[usize::from(tiles[mirrored(cell)])]).collect();
        let home = databases.partition().blank();
        let is_mirrored = mirrored(home) == home;
        let mut states = [[PatternState::default(); PATTERNS]; 2];
        for (number, database) in all.iter().enumerate() {
            states[0][number] = database.start(tiles, blank);
            if is_mirrored {
                states[1][number] = database.start(&image, mirrored(blank));
            }
        }
        let sum =
            |states: [PatternState; PATTERNS]| states.iter().map(|state| state.distance).sum();
        let mut cells = [0; CELLS];
        cells[..tiles.len()].copy_from_slice(tiles);
        Self {
            // Those beyond the last belong to no tile.
            databases: array::from_fn(|number| all.get(number).unwrap_or(&all[0])),
            automaton,
            exits,
            steps,
            mirror,
            patterns,
            tiles: cells,
            states,
            start: states.map(sum),
            blank: blank as u8,
            is_mirrored,
            left: nodes,
            path: Vec::new(),
        }
    }

    /// The bound of the board that the search begins with.
    pub(super) fn bound(&self) -> u8 {
        let [own, mirrored] = self.start;
        own.max(mirrored)
    }

    /// The number of nodes that may still be expanded.
    pub(super) fn left(&self) -> u64 {
        self.left
    }

    /// The tiles that slide on the way to the goal, once it is reached.
    pub(super) fn path(&self) -> impl Iterator<Item = u8> {
        self.path.iter().rev().copied()
    }

    /// Looks for a solution of at most `limit` moves, which is at least the bound.
    pub(super) fn within(&mut self, limit: u8) -> BranchOutcome {
        match (self.start, self.is_mirrored) {
            ([0, _], _) => BranchOutcome::Solved,
            (sums, true) => self.explore::<true>(self.blank, Automaton::START, limit, sums),
            (sums, false) => self.explore::<false>(self.blank, Automaton::START, limit, sums),
        }
    }

    /// Searches everything below the current board, whose blank is at a cell, whose sums are given
    /// and from which the goal should be reached in `limit` moves. Unless it is solved, the board
    /// is as before. The automaton is in `state`.
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
        let mut directions = self.automaton.allowed(state) & self.exits[usize::from(blank)];
        while directions != 0 {
            let direction = Direction::ALL[directions.trailing_zeros() as usize];
            directions &= directions - 1;
            let from = blank.wrapping_add(self.steps[direction as usize]);
            let tile = self.tiles[usize::from(from)];

            let (pattern, old, new) = self.look::<false>(tile, from, blank);
            let own_sum = own_sum + new.distance - old.distance;
            if own_sum > limit {
                continue;
            }
            if own_sum == 0 {
                // All tiles are at home, and the blank is where it belongs to the patterns.
                self.path.push(tile);
                return BranchOutcome::Solved;
            }
            let mut mirrored = (0, PatternState::default());
            let mut mirrored_sum = mirrored_sum;
            if MIRRORED {
                let (pattern, old, new) = self.look::<true>(tile, from, blank);
                mirrored_sum = mirrored_sum + new.distance - old.distance;
                if mirrored_sum > limit {
                    continue;
                }
                self.states[1][pattern] = new;
                mirrored = (pattern, old);
            }
            self.states[0][pattern] = new;
            self.tiles[usize::from(blank)] = tile;

            let state = self.automaton.after(state, direction);
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

    /// The pattern of a tile, or of its mirror image, and its states before and after the tile
    /// slides from one cell to another.
    #[inline]
    fn look<const MIRRORED: bool>(
        &self,
        tile: u8,
        from: u8,
        to: u8,
    ) -> (usize, PatternState, PatternState) {
        let pattern = usize::from(self.patterns[usize::from(MIRRORED)][usize::from(tile)]);
        let old = self.states[usize::from(MIRRORED)][pattern];
        let cell =
            |cell: u8| usize::from(if MIRRORED { self.mirror[usize::from(cell)] } else { cell });
        (pattern, old, self.databases[pattern].after(old, cell(from), cell(to)))
    }
}
