//! Compares boards with one another.

use slider::Tile;

use crate::cursor;
use crate::out::WordWriter;
use crate::slots::Slots;
use crate::wire::{Method, Whose, Word};

/// Compares all pairs of boards, including boards of different sizes and each board with itself.
///
/// Reports a word for each pair, in row-major order: bit 0 is the result of `==`, and bit 1 is the result of `!=`. Then
/// reports a word for each board: bit 0 is `board == clone`, and bit 1 is `clone == board`.
///
/// During a comparison, the cursor's board number is the number of the pair plus the number of boards.
// The engine compiles several short functions faster than one long one (`docs/decisions/code.md`).
#[inline(never)]
pub(crate) fn compare_all_boards(
    boards: &[Vec<Vec<Tile>>],
    slots: &mut dyn Slots,
    out: &mut WordWriter,
) {
    make_all(boards, slots);
    cursor::set_method(Method::Eq, Whose::Own);
    compare(slots, boards.len(), out, |a, b| {
        cursor::set_board((boards.len() * (a + 1) + b) as Word);
    });
    let clone = boards.len();
    for place in 0..boards.len() {
        cursor::set_board(place as Word);
        slots.clone_board(place, clone);
        out.push(Word::from(slots.eq(place, clone)) | Word::from(slots.eq(clone, place)) << 1);
    }
}

/// Makes each board in the slot with its number.
fn make_all(boards: &[Vec<Vec<Tile>>], slots: &mut dyn Slots) {
    cursor::set_method(Method::New, Whose::Own);
    for (place, tiles) in boards.iter().enumerate() {
        cursor::set_board(place as Word);
        slots.make(place, tiles);
    }
}

/// Compares different boards with one another, and reports the numbers of the first two that are equal, if any are.
///
/// The cursor's board number is the same as in [`compare_all_boards`].
#[inline(never)]
pub(crate) fn find_equal_boards(
    boards: &[Vec<Vec<Tile>>],
    slots: &mut dyn Slots,
    out: &mut WordWriter,
) {
    make_all(boards, slots);
    cursor::set_method(Method::Eq, Whose::Own);
    for a in 0..boards.len() {
        for b in a + 1..boards.len() {
            cursor::set_board((boards.len() * (a + 1) + b) as Word);
            if slots.eq(a, b) {
                out.push(a as Word);
                out.push(b as Word);
                return;
            }
        }
    }
}

/// Compares the boards in the first `count` slots with one another, and passes each pair to `before` first.
pub(crate) fn compare(
    slots: &dyn Slots,
    count: usize,
    out: &mut WordWriter,
    mut before: impl FnMut(usize, usize),
) {
    for a in 0..count {
        for b in 0..count {
            before(a, b);
            out.push(eq_and_ne(slots, a, b));
        }
    }
}

/// Returns the results of `==` and `!=` as bits 0 and 1.
fn eq_and_ne(slots: &dyn Slots, a: usize, b: usize) -> Word {
    Word::from(slots.eq(a, b)) | Word::from(slots.ne(a, b)) << 1
}

/// Compares each board at an even index with the next board.
///
/// Reports a word for each pair: bits 0 and 1 are the results of `==` and `!=`, and bits 2 and 3 those with the boards
/// swapped.
///
/// The cursor's board number is the same as in [`compare_all_boards`].
#[inline(never)]
pub(crate) fn compare_pairs(
    boards: &[Vec<Vec<Tile>>],
    slots: &mut dyn Slots,
    out: &mut WordWriter,
) {
    for (number, pair) in boards.chunks_exact(2).enumerate() {
        cursor::set_method(Method::New, Whose::Own);
        for (place, tiles) in pair.iter().enumerate() {
            cursor::set_board((2 * number + place) as Word);
            slots.make(place, tiles);
        }
        cursor::set_method(Method::Eq, Whose::Own);
        cursor::set_board((boards.len() * (2 * number + 1) + 2 * number + 1) as Word);
        let word = eq_and_ne(slots, 0, 1) | eq_and_ne(slots, 1, 0) << 2;
        out.push(word);
        out.flush_if_full();
    }
}

/// Reports for each board the index of the first board with the same text.
#[inline(never)]
pub(crate) fn compare_texts(
    boards: &[Vec<Vec<Tile>>],
    slots: &mut dyn Slots,
    out: &mut WordWriter,
) {
    let mut texts: Vec<String> = Vec::new();
    for (number, tiles) in boards.iter().enumerate() {
        cursor::set_board(number as Word);
        cursor::set_method(Method::New, Whose::Own);
        slots.make(0, tiles);
        cursor::set_method(Method::Display, Whose::Own);
        texts.push(slots.text(0));
    }
    report_first_same_text(&texts, out);
}

/// Reports for each text the index of the first one that is the same.
pub(crate) fn report_first_same_text(texts: &[String], out: &mut WordWriter) {
    for text in texts {
        out.push(texts.iter().take_while(|other| *other != text).count() as Word);
    }
}
