//! Calls the methods of many boards and reports the results.

use std::collections::BTreeSet;
use std::fmt;
use std::ops::Range;

use slider::Tile;

use crate::case::{Boards, Survey};
use crate::cursor;
use crate::grid::TileGrid;
use crate::out::WordWriter;
use crate::slots::Slots;
use crate::tokens::tokenize;
use crate::wire::{
    ALL_PAIRS, Depth, Identification, MAX_NEIGHBORS, Method, NONE, TWIN_DIFFERS, TWIN_SAME,
    TWIN_UNEQUAL, Whose, Word,
};

/// The slots for the board under test, its twins, and a board for comparison.
const BOARD: usize = 0;
const TWIN: usize = 1;
const TWIN_AGAIN: usize = 2;
const CANDIDATE: usize = 3;
/// The first slot for boards derived from derived boards.
const FURTHER: usize = 4;
/// The first slots for the expected neighbors and for the actual neighbors.
const CANDIDATES: usize = FURTHER + MAX_NEIGHBORS;
const NEIGHBORS: usize = CANDIDATES + 4;

/// Runs a survey, and reports a record for each board in the case, in order.
///
/// A record has a part for each method in the mask, in the order of [`Method::ALL`]:
/// * `Display` reports a [text](tokenize).
/// * `neighbors` reports the number of neighbors, and a view of each of the first [`MAX_NEIGHBORS`].
/// * `twin` reports a view. Unless the depth is [`Depth::Which`], the view is followed by a word that says whether a
///   second call returned an equal board.
/// * All other methods report one word.
///
/// A view describes a derived board. It starts with the board's identity, in one or both of these forms:
/// * If identified by comparison of boards or their texts, a neighbor is an index into [`TileGrid::moves`], and a twin is
///   the pair of swapped cells as `first << 16 | second`. If the derived board does not equal any expected board, the
///   identity is [`NONE`].
/// * If identified by text, the identity is the text.
///
/// Depending on the depth, the view continues with the values of the board, the number of its neighbors and their
/// texts, and the text of the twin. Methods outside the mask are left out.
///
/// In a [walk](Boards::Walk), each record except the first is preceded by a word that says whether the board is a
/// neighbor of the previous board. If not, the survey ends.
// The engine compiles several short functions faster than one long one (`docs/decisions/code.md`).
#[inline(never)]
pub(crate) fn run_survey(case: &Survey, slots: &mut dyn Slots, out: &mut WordWriter) {
    let mut surveyor = Surveyor {
        mask: case.mask,
        identify_by: case.identify_by,
        depth: case.depth,
        pairs: Vec::new(),
        slots,
        out,
    };
    match &case.boards {
        Boards::Ranks { n, from, to } => {
            let mut grid = TileGrid::of_rank(*n, *from);
            for rank in *from..*to {
                cursor::set_board((rank - from) as Word);
                surveyor.survey_new_board(&mut grid);
                grid.next_permutation();
            }
        }
        Boards::Listed { n, tiles } => {
            for (number, tiles) in tiles.chunks(n * n).enumerate() {
                cursor::set_board(number as Word);
                surveyor.survey_new_board(&mut TileGrid::new(*n, tiles));
            }
        }
        Boards::Walk { n, tiles } => {
            let mut neighbors = 0;
            for (number, tiles) in tiles.chunks(n * n).enumerate() {
                cursor::set_board(number as Word);
                let mut grid = TileGrid::new(*n, tiles);
                if number == 0 {
                    neighbors = surveyor.survey_new_board(&mut grid);
                } else {
                    let is_there = surveyor.walk_to_neighbor(&grid, neighbors);
                    surveyor.out.push(Word::from(is_there));
                    if !is_there {
                        break;
                    }
                    neighbors = surveyor.record_observations(&mut grid, Whose::Neighbor);
                }
            }
        }
    }
}

struct Surveyor<'a> {
    mask: Word,
    identify_by: Identification,
    depth: Depth,
    /// The pair of cells swapped by the most recent twin, indexed by the blank's cell.
    pairs: Vec<Option<(usize, usize)>>,
    slots: &'a mut dyn Slots,
    out: &'a mut WordWriter,
}

impl Surveyor<'_> {
    fn asks(&self, method: Method) -> bool {
        self.mask & method.bit() != 0
    }

    /// Returns the number of neighbors.
    fn survey_new_board(&mut self, grid: &mut TileGrid) -> usize {
        cursor::set_method(Method::New, Whose::Own);
        self.slots.make(BOARD, grid.rows());
        self.record_observations(grid, Whose::Own)
    }

    /// Replaces the board with the neighbor with the tiles of `grid`, if it exists.
    fn walk_to_neighbor(&mut self, grid: &TileGrid, neighbors: usize) -> bool {
        let mut all = NEIGHBORS..NEIGHBORS + neighbors;
        let mut found = None;
        if self.identify_by.compares_boards_or_texts() {
            cursor::set_method(Method::New, Whose::Own);
            self.slots.make(CANDIDATE, grid.rows());
            found = all.clone().find(|place| self.is_same(CANDIDATE, *place, Whose::Neighbor));
        }
        if found.is_none() && self.identify_by.reads_texts() {
            cursor::set_method(Method::Display, Whose::Neighbor);
            found = all.find(|number| grid.is_text(&self.tokens_of_board(*number, grid.n())));
        }
        found.inspect(|place| self.slots.take(*place, BOARD)).is_some()
    }

    /// Returns the number of neighbors.
    fn record_observations(&mut self, grid: &mut TileGrid, whose: Whose) -> usize {
        self.push_values(BOARD, whose);
        if self.asks(Method::Display) {
            self.push_text(BOARD, whose, grid.n());
        }
        let mut neighbors = 0;
        if self.asks(Method::Neighbors) {
            neighbors = self.report_neighbors(grid, whose);
        }
        if self.asks(Method::Twin) {
            self.report_twin(grid, whose);
        }
        self.out.flush_if_full();
        neighbors
    }

    fn push_values(&mut self, place: usize, whose: Whose) {
        if self.asks(Method::Dimension) {
            cursor::set_method(Method::Dimension, whose);
            self.out.push(self.slots.dimension(place) as Word);
        }
        if self.asks(Method::Hamming) {
            cursor::set_method(Method::Hamming, whose);
            self.out.push(self.slots.hamming(place) as Word);
        }
        if self.asks(Method::Manhattan) {
            cursor::set_method(Method::Manhattan, whose);
            self.out.push(self.slots.manhattan(place) as Word);
        }
        if self.asks(Method::IsGoal) {
            cursor::set_method(Method::IsGoal, whose);
            self.out.push(Word::from(self.slots.is_goal(place)));
        }
    }

    fn report_neighbors(&mut self, grid: &mut TileGrid, whose: Whose) -> usize {
        let mut candidates = CANDIDATES..CANDIDATES;
        if self.identify_by.compares_boards_or_texts() {
            cursor::set_method(Method::New, Whose::Own);
            let blank = grid.blank();
            for cell in grid.moves() {
                self.make_exchanged(candidates.end, grid, blank, cell);
                candidates.end += 1;
            }
        }

        cursor::set_method(Method::Neighbors, whose);
        let count = self.slots.neighbors(BOARD, NEIGHBORS, MAX_NEIGHBORS);
        self.out.push(count as Word);
        for index in 0..count {
            let neighbor = NEIGHBORS + index;
            if self.identify_by.compares_boards_or_texts() {
                self.out.push(self.index_of_equal(neighbor, candidates.clone(), index));
            }
            self.report_derived_board(neighbor, Whose::Neighbor, grid.n());
        }
        count
    }

    /// Returns the index of the candidate that equals a board, or [`NONE`]. Tries `guess` first.
    fn index_of_equal(&self, board: usize, candidates: Range<usize>, guess: usize) -> Word {
        let is_it = |place: &usize| self.is_same(*place, board, Whose::Neighbor);
        // Most submissions return neighbors in a fixed order, so this saves three comparisons out of four.
        let guessed = candidates.clone().nth(guess).filter(is_it);
        let found = guessed.or_else(|| candidates.clone().find(is_it));
        found.map_or(NONE, |place| (place - candidates.start) as Word)
    }

    /// Compares a board with a derived board, in the way in which boards are to be identified.
    fn is_same(&self, board: usize, derived: usize, whose: Whose) -> bool {
        if self.identify_by.compares_texts() {
            cursor::set_method(Method::Display, whose);
            self.slots.text(board) == self.slots.text(derived)
        } else {
            cursor::set_method(Method::Eq, whose);
            self.slots.eq(board, derived)
        }
    }

    fn report_twin(&mut self, grid: &mut TileGrid, whose: Whose) {
        cursor::set_method(Method::Twin, whose);
        self.slots.twin(BOARD, TWIN);
        if self.identify_by.compares_boards_or_texts() {
            let pair = self.swapped_pair(grid);
            self.out.push(pair.map_or(NONE, |(first, second)| (first << 16 | second) as Word));
        }
        self.report_derived_board(TWIN, Whose::Twin, grid.n());
        if self.depth >= Depth::Values {
            self.report_second_twin(grid, whose);
        }
    }

    fn reads_texts(&self, n: usize) -> bool {
        // Texts of 3-by-3 boards have a survey of their own.
        self.identify_by.reads_texts() || n > 3 && self.asks(Method::Display)
    }

    /// Reports whether a second call to `twin` returns the same board.
    fn report_second_twin(&mut self, grid: &TileGrid, whose: Whose) {
        cursor::set_method(Method::Twin, whose);
        self.slots.twin(BOARD, TWIN_AGAIN);
        let by_eq = self.identify_by.eq();
        if self.identify_by.compares_boards_or_texts()
            && self.is_same(TWIN, TWIN_AGAIN, Whose::Twin)
        {
            self.out.push(TWIN_SAME);
            return;
        }
        let is_same_text = (!by_eq || self.reads_texts(grid.n())) && {
            cursor::set_method(Method::Display, Whose::Twin);
            self.tokens_of_board(TWIN, grid.n()) == self.tokens_of_board(TWIN_AGAIN, grid.n())
        };
        self.out.push(match (is_same_text, by_eq) {
            (true, true) => TWIN_UNEQUAL,
            (true, false) => TWIN_SAME,
            (false, _) => TWIN_DIFFERS,
        });
    }

    /// Returns the cells of `grid` that the twin swapped.
    ///
    /// In most implementations, the pair depends only on the blank's cell, so this tries the most recent pair for that
    /// cell first. If that fails, it tries the pair of cells where the texts differ. On small boards, it then tries the
    /// pairs for other cells, and all other pairs.
    fn swapped_pair(&mut self, grid: &mut TileGrid) -> Option<(usize, usize)> {
        let n = grid.n();
        self.pairs.resize(n * n, None);
        let blank = grid.blank();
        if let Some(pair) = self.pairs[blank]
            && self.is_twin_with_swapped(grid, pair)
        {
            return Some(pair);
        }
        if self.reads_texts(n) {
            cursor::set_method(Method::Display, Whose::Twin);
            let cells = grid.differences(&self.tokens_of_board(TWIN, n));
            if let [first, second] = cells[..]
                && self.is_twin_with_swapped(grid, (first, second))
            {
                self.pairs[blank] = Some((first, second));
                return self.pairs[blank];
            }
        }
        // If texts can be read, all pairs of a larger board would take too long.
        let most = if self.identify_by.reads_texts() { 3 } else { ALL_PAIRS };
        if n > most {
            return None;
        }
        let before: BTreeSet<_> = self.pairs.iter().copied().flatten().collect();
        let all = (0..n * n).flat_map(|a| (a + 1..n * n).map(move |b| (a, b)));
        self.pairs[blank] =
            before.into_iter().chain(all).find(|pair| self.is_twin_with_swapped(grid, *pair));
        self.pairs[blank]
    }

    fn is_twin_with_swapped(
        &mut self,
        grid: &mut TileGrid,
        (first, second): (usize, usize),
    ) -> bool {
        cursor::set_method(Method::New, Whose::Own);
        self.make_exchanged(CANDIDATE, grid, first, second);
        self.is_same(CANDIDATE, TWIN, Whose::Twin)
    }

    fn make_exchanged(&mut self, place: usize, grid: &mut TileGrid, a: usize, b: usize) {
        grid.exchange(a, b);
        self.slots.make(place, grid.rows());
        grid.exchange(a, b);
    }

    fn report_derived_board(&mut self, derived: usize, whose: Whose, n: usize) {
        if self.identify_by.reads_texts() {
            self.push_text(derived, whose, n);
        }
        if self.depth >= Depth::Values {
            self.push_values(derived, whose);
        }
        // Boards at this depth are always identified by text.
        if self.depth == Depth::Deep && self.identify_by.reads_texts() {
            self.report_further_boards(derived, whose, n);
        }
    }

    fn report_further_boards(&mut self, derived: usize, whose: Whose, n: usize) {
        if self.asks(Method::Neighbors) {
            cursor::set_method(Method::Neighbors, whose);
            let count = self.slots.neighbors(derived, FURTHER, MAX_NEIGHBORS);
            self.out.push(count as Word);
            for neighbor in FURTHER..FURTHER + count {
                self.push_text(neighbor, whose, n);
            }
        }
        if self.asks(Method::Twin) {
            cursor::set_method(Method::Twin, whose);
            self.slots.twin(derived, FURTHER);
            self.push_text(FURTHER, whose, n);
        }
    }

    fn push_text(&mut self, place: usize, whose: Whose, n: usize) {
        cursor::set_method(Method::Display, whose);
        tokenize(self.slots, place, n, self.out.words());
    }

    fn tokens_of_board(&self, place: usize, n: usize) -> Vec<Word> {
        let mut words = Vec::new();
        tokenize(self.slots, place, n, &mut words);
        words
    }
}

/// Reports a board's text as bytes.
#[inline(never)]
pub(crate) fn show_text(rows: &[Vec<Tile>], slots: &mut dyn Slots, out: &mut WordWriter) {
    cursor::set_method(Method::New, Whose::Own);
    slots.make(BOARD, rows);
    cursor::set_method(Method::Display, Whose::Own);
    out.words().extend(slots.text(BOARD).bytes().map(Word::from));
}

#[inline(never)]
pub(crate) fn format_and_discard_debug(rows: &[Vec<Tile>], slots: &mut dyn Slots) {
    cursor::set_method(Method::New, Whose::Own);
    slots.make(BOARD, rows);
    cursor::set_method(Method::Display, Whose::Own);
    // The text is discarded, and an error that `fmt` returns does not matter.
    let _ = slots.debug(BOARD, &mut DiscardedText);
}

/// A writer that ignores all text.
pub(crate) struct DiscardedText;

impl fmt::Write for DiscardedText {
    fn write_str(&mut self, _: &str) -> fmt::Result {
        Ok(())
    }
}
