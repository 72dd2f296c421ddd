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

/// The number of moves after which there is a neighbor of a neighbor that must have let go of the
/// first board.
const WALK: usize = 8;

/// Has the grader measure each call, under the number of its method, and reports three words: the
/// bytes of the board when it is new, when every method was called, and those of a board some moves
/// away while no other one is left.
pub(crate) fn measure(mask: Word, rows: &[Vec<Tile>], shelf: &mut dyn Shelf, out: &mut Out) {
    // Memory that is there only once, such as a buffer for text, comes before anything is measured.
    mark::at(Method::New, Whose::Own);
    shelf.make(DERIVED + MAX_NEIGHBORS, rows);
    shelf.clear_from(0);
    shelf.make(BOARD, &[vec![1, 2], vec![3, 0]]);
    each(mask, shelf, &[vec![1, 2], vec![3, 0]], &mut |method, call| {
        mark::at(method, Whose::Own);
        call();
    });
    shelf.clear_from(0);
    let empty = heap::reset_peak();
    mark::at(Method::New, Whose::Own);
    measured(Method::New as Word, || shelf.make(BOARD, rows));
    let bytes = |shelf: &dyn Shelf| (heap::usage().0.saturating_sub(empty) + shelf.size()) as Word;
    out.push(bytes(shelf));
    each(mask, shelf, rows, &mut |method, call| {
        mark::at(method, Whose::Own);
        measured(method as Word, call);
    });
    shelf.clear_from(EQUAL);
    out.push(bytes(shelf));
    if mask & Method::Neighbors.bit() != 0 {
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

/// Has each method of the mask called on the board, which has these tiles.
fn each(
    mask: Word,
    shelf: &mut dyn Shelf,
    rows: &[Vec<Tile>],
    call: &mut dyn FnMut(Method, &mut dyn FnMut()),
) {
    for method in Method::ALL {
        if mask & method.bit() == 0 {
            continue;
        }
        if method == Method::Eq {
            mark::at(Method::New, Whose::Own);
            shelf.make(EQUAL, rows);
        }
        call(method, &mut || match method {
            Method::New => {}
            Method::Dimension => {
                shelf.dimension(BOARD);
            }
            Method::Hamming => {
                shelf.hamming(BOARD);
            }
            Method::Manhattan => {
                shelf.manhattan(BOARD);
            }
            Method::IsGoal => {
                shelf.is_goal(BOARD);
            }
            Method::Display => {
                // An error is the submission's own and is judged elsewhere.
                let _ = shelf.write(BOARD, &mut Nowhere);
            }
            Method::Neighbors => {
                shelf.neighbors(BOARD, DERIVED, MAX_NEIGHBORS);
            }
            Method::Twin => shelf.twin(BOARD, DERIVED),
            Method::Eq => {
                shelf.eq(BOARD, EQUAL);
            }
        });
    }
}

/// Takes any text and keeps nothing.
struct Nowhere;

impl fmt::Write for Nowhere {
    fn write_str(&mut self, _: &str) -> fmt::Result {
        Ok(())
    }
}
