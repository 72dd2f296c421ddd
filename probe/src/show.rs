//! Calls `Display` and `Debug`.

use std::fmt;

use slider::Tile;

use crate::cursor;
use crate::out::Out;
use crate::slots::Slots;
use crate::wire::{Method, Whose, Word};

/// The slot for the board.
const BOARD: usize = 0;

/// Reports a board's text as bytes.
#[inline(never)]
pub(crate) fn show(rows: &[Vec<Tile>], slots: &mut dyn Slots, out: &mut Out) {
    cursor::at(Method::New, Whose::Own);
    slots.make(BOARD, rows);
    cursor::at(Method::Display, Whose::Own);
    let mut text = String::new();
    // If there is an error, report the text before the error.
    let _ = slots.write(BOARD, &mut text);
    out.words().extend(text.bytes().map(Word::from));
}

/// Calls `Debug` and discards the text.
#[inline(never)]
pub(crate) fn debug(rows: &[Vec<Tile>], slots: &mut dyn Slots) {
    cursor::at(Method::New, Whose::Own);
    slots.make(BOARD, rows);
    cursor::at(Method::Display, Whose::Own);
    let _ = slots.debug(BOARD, &mut Nowhere);
}

struct Nowhere;

impl fmt::Write for Nowhere {
    fn write_str(&mut self, _: &str) -> fmt::Result {
        Ok(())
    }
}
