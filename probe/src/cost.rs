//! Measures instructions and memory for a board and its methods.

use slider::Tile;

use crate::cursor;
use crate::heap;
use crate::host::measured;
use crate::out::WordWriter;
use crate::slots::Slots;
use crate::survey::DiscardedText;
use crate::wire::{MAX_NEIGHBORS, Method, Whose, Word};

const BOARD: usize = 0;
const EQUAL: usize = 1;
const DERIVED: usize = 2;

/// After this many moves, a board is expected to share no memory with the first board.
/// A board of a persistent data structure shares most of its parts with its neighbors, and less with each move.
const WALK: usize = 8;

/// Measures each method in the mask, and reports three sizes in bytes: a new board, the same board after all calls, and
/// a board [`WALK`] moves away after all others have been dropped.
// The engine compiles several short functions faster than one long one (`docs/decisions/code.md`).
#[inline(never)]
pub(crate) fn measure_methods(
    mask: Word,
    rows: &[Vec<Tile>],
    slots: &mut dyn Slots,
    out: &mut WordWriter,
) {
    // Warm up, to avoid charging a method for one-time allocations such as a text buffer.
    cursor::set_method(Method::New, Whose::Own);
    slots.make(DERIVED + MAX_NEIGHBORS, rows);
    slots.clear_from(0);
    slots.make(BOARD, &[vec![1, 2], vec![3, 0]]);
    for_each_method(mask, slots, &[vec![1, 2], vec![3, 0]], &mut |method, call| {
        cursor::set_method(method, Whose::Own);
        call();
    });
    slots.clear_from(0);
    let empty = heap::reset_peak();
    cursor::set_method(Method::New, Whose::Own);
    measured(Method::New as Word, || slots.make(BOARD, rows));
    // A submission can change the counters.
    let bytes = |slots: &dyn Slots| (heap::usage().0.saturating_sub(empty) + slots.size()) as Word;
    out.push(bytes(slots));
    for_each_method(mask, slots, rows, &mut |method, call| {
        cursor::set_method(method, Whose::Own);
        measured(method as Word, call);
    });
    slots.clear_from(EQUAL);
    out.push(bytes(slots));
    if mask & Method::Neighbors.bit() != 0 {
        cursor::set_method(Method::Neighbors, Whose::Own);
        for step in 0..WALK {
            // Alternate between two slots to drop each board as soon as its neighbor exists.
            let (from, to) = (step % 2, (step + 1) % 2);
            slots.neighbors(from, to, 1);
            slots.clear(from);
        }
    }
    out.push(bytes(slots));
}

/// Passes each method in the mask to `call`, along with a closure that calls it on the board.
fn for_each_method(
    mask: Word,
    slots: &mut dyn Slots,
    rows: &[Vec<Tile>],
    call: &mut dyn FnMut(Method, &mut dyn FnMut()),
) {
    for method in Method::ALL {
        if mask & method.bit() == 0 {
            continue;
        }
        if method == Method::Eq {
            cursor::set_method(Method::New, Whose::Own);
            slots.make(EQUAL, rows);
        }
        call(method, &mut || match method {
            Method::New => {}
            Method::Dimension => {
                slots.dimension(BOARD);
            }
            Method::Hamming => {
                slots.hamming(BOARD);
            }
            Method::Manhattan => {
                slots.manhattan(BOARD);
            }
            Method::IsGoal => {
                slots.is_goal(BOARD);
            }
            Method::Display => {
                // Other checks judge errors from `Display`.
                let _ = slots.write(BOARD, &mut DiscardedText);
            }
            Method::Neighbors => {
                slots.neighbors(BOARD, DERIVED, MAX_NEIGHBORS);
            }
            Method::Twin => slots.twin(BOARD, DERIVED),
            Method::Eq => {
                slots.eq(BOARD, EQUAL);
            }
        });
    }
}
