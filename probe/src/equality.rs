//! Compares boards with each other.

use slider::Tile;

use crate::mark;
use crate::out::Out;
use crate::shelf::Shelf;
use crate::wire::{Method, Whose, Word};

/// Compares each board with each, itself and those of other sizes included.
///
/// One word a pair, in row-major order: bit 0 for `==`, bit 1 for `!=`. Then a word for each
/// board: bit 0 whether it equals its clone and bit 1 whether its clone equals it.
pub(crate) fn equality(boards: &[Vec<Vec<Tile>>], shelf: &mut dyn Shelf, out: &mut Out) {
    mark::at(Method::New, Whose::Own);
    for (place, tiles) in boards.iter().enumerate() {
        mark::board(place as Word);
        shelf.make(place, tiles);
    }
    mark::at(Method::Eq, Whose::Own);
    for a in 0..boards.len() {
        mark::board(a as Word);
        for b in 0..boards.len() {
            out.push(Word::from(shelf.eq(a, b)) | Word::from(shelf.ne(a, b)) << 1);
        }
        out.flush_if_full();
    }
    let clone = boards.len();
    for place in 0..boards.len() {
        mark::board(place as Word);
        shelf.clone_board(place, clone);
        out.push(Word::from(shelf.eq(place, clone)) | Word::from(shelf.eq(clone, place)) << 1);
    }
}
