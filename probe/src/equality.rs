//! Compares boards with each other.

use slider::Tile;

use crate::cursor;
use crate::out::Out;
use crate::slots::Slots;
use crate::wire::{Method, Whose, Word};

/// Compares each board with each, itself and those of other sizes included.
///
/// One word a pair, in row-major order: bit 0 for `==`, bit 1 for `!=`. Then a word for each
/// board: bit 0 whether it equals its clone and bit 1 whether its clone equals it.
///
/// While two boards are compared, the cursor is at the number of the pair, counted from the number of
/// boards on.
#[inline(never)]
pub(crate) fn equality(boards: &[Vec<Vec<Tile>>], slots: &mut dyn Slots, out: &mut Out) {
    cursor::at(Method::New, Whose::Own);
    for (place, tiles) in boards.iter().enumerate() {
        cursor::board(place as Word);
        slots.make(place, tiles);
    }
    cursor::at(Method::Eq, Whose::Own);
    for a in 0..boards.len() {
        for b in 0..boards.len() {
            cursor::board((boards.len() * (a + 1) + b) as Word);
            out.push(Word::from(slots.eq(a, b)) | Word::from(slots.ne(a, b)) << 1);
        }
        out.flush_if_full();
    }
    let clone = boards.len();
    for place in 0..boards.len() {
        cursor::board(place as Word);
        slots.clone_board(place, clone);
        out.push(Word::from(slots.eq(place, clone)) | Word::from(slots.eq(clone, place)) << 1);
    }
}
