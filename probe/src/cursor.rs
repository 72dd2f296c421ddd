//! Tracks the call that the guest is making, to identify it after a crash.

use std::sync::atomic::{AtomicU32, Ordering};

use crate::host;
use crate::wire::{Method, Whose, Word};

/// The current method, with the origin and the number of its board.
///
/// A panic, a trap or an exhausted budget stops the guest immediately, and only the cursor can tell the grader which
/// call was responsible. The fields are atomics to avoid `static mut`. Without threads, they compile to plain words.
#[repr(C)]
pub(crate) struct Cursor {
    method: AtomicU32,
    whose: AtomicU32,
    board: AtomicU32,
}

static CURSOR: Cursor =
    Cursor { method: AtomicU32::new(0), whose: AtomicU32::new(0), board: AtomicU32::new(0) };

pub(crate) fn register() {
    host::watch(&CURSOR);
}

pub(crate) fn set_method(method: Method, whose: Whose) {
    CURSOR.method.store(method as Word, Ordering::Relaxed);
    CURSOR.whose.store(whose as Word, Ordering::Relaxed);
}

pub(crate) fn set_board(number: Word) {
    CURSOR.board.store(number, Ordering::Relaxed);
}
