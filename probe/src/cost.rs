//! Measures what a board and each of its methods cost.

use std::fmt;

use slider::Tile;

use crate::heap;
use crate::host::measured;
use crate::mark;
use crate::out::Out;
use crate::shelf::Shelf;
use crate::wire::{MAX_NEIGHBORS, Method, Whose, Word};

const BOARD: usize = 0;
const EQUAL: usize = 1;
const DERIVED: usize = 2;

/// So many moves away from a board there is a neighbor of a neighbor that must have let go of it.
const WALK: usize = 8;

/// Has the grader measure each call, under the number of its method, and reports three words: the
/// bytes of the board when it is new, when every method was called, and those of a board some moves
/// away while no other one is left.
pub(crate) fn measure(mask: Word, rows: &[Vec<Tile>], shelf: &mut dyn Shelf, out: &mut Out) {
    let asks = |method: Method| mask & method.bit() != 0;
    let call = |method: Method| {
        mark::at(method, Whose::Own);
        method as Word
    };
    // The shelf grows before anything is measured.
    shelf.make(DERIVED + MAX_NEIGHBORS, rows);
    shelf.clear_from(0);
    let empty = heap::reset_peak();
    measured(call(Method::New), || shelf.make(BOARD, rows));
    let bytes = |shelf: &dyn Shelf| (heap::usage().0.saturating_sub(empty) + shelf.size()) as Word;
    out.push(bytes(shelf));
    if asks(Method::Dimension) {
        measured(call(Method::Dimension), || shelf.dimension(BOARD));
    }
    if asks(Method::Hamming) {
        measured(call(Method::Hamming), || shelf.hamming(BOARD));
    }
    if asks(Method::Manhattan) {
        measured(call(Method::Manhattan), || shelf.manhattan(BOARD));
    }
    if asks(Method::IsGoal) {
        measured(call(Method::IsGoal), || shelf.is_goal(BOARD));
    }
    if asks(Method::Display) {
        // An error is the submission's own and is judged elsewhere.
        let _ = measured(call(Method::Display), || shelf.write(BOARD, &mut Nowhere));
    }
    if asks(Method::Neighbors) {
        measured(call(Method::Neighbors), || shelf.neighbors(BOARD, DERIVED, MAX_NEIGHBORS));
    }
    if asks(Method::Twin) {
        measured(call(Method::Twin), || shelf.twin(BOARD, DERIVED));
    }
    if asks(Method::Eq) {
        mark::at(Method::New, Whose::Own);
        shelf.make(EQUAL, rows);
        measured(call(Method::Eq), || shelf.eq(BOARD, EQUAL));
    }
    shelf.clear_from(EQUAL);
    out.push(bytes(shelf));
    if asks(Method::Neighbors) {
        mark::at(Method::Neighbors, Whose::Own);
        for step in 0..WALK {
            // Between two places, so that each board goes when the next is there.
            let (from, to) = (step % 2, (step + 1) % 2);
            shelf.neighbors(from, to, 1);
            shelf.clear(from);
        }
    }
    out.push(bytes(shelf));
}

/// Takes any text and keeps nothing.
struct Nowhere;

impl fmt::Write for Nowhere {
    fn write_str(&mut self, _: &str) -> fmt::Result {
        Ok(())
    }
}
