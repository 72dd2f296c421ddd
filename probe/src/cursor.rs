//! The guest's position, for the grader to read when the guest has been stopped.

use std::sync::atomic::{AtomicU32, Ordering};

use crate::host;
use crate::wire::{Method, Whose, Word};

/// The method that runs, whose board it runs on, and the number of the board surveyed.
///
/// A panic, a trap or an exhausted budget ends the guest where it stands; the cursor is what tells
/// which call it was. Without threads an atomic is a plain word.
#[repr(C)]
pub(crate) struct Cursor {
    method: AtomicU32,
    whose: AtomicU32,
    board: AtomicU32,
}

static CURSOR: Cursor =
    Cursor { method: AtomicU32::new(0), whose: AtomicU32::new(0), board: AtomicU32::new(0) };

/// Shows the grader where the cursor is.
pub(crate) fn show() {
    host::watch(&CURSOR);
}

/// Marks the method that is called next.
pub(crate) fn at(method: Method, whose: Whose) {
    CURSOR.method.store(method as Word, Ordering::Relaxed);
    CURSOR.whose.store(whose as Word, Ordering::Relaxed);
}

/// Marks the board that the next calls are about.
pub(crate) fn board(number: Word) {
    CURSOR.board.store(number, Ordering::Relaxed);
}
