//! The functions that the page calls. Requests and answers share a buffer.
#![expect(unsafe_code, reason = "exported functions need fixed names")]

use std::cell::RefCell;

use crate::Player;

/// The player, with the buffer for a request or an answer.
#[derive(Default)]
struct PlayerBuffer {
    player: Player,
    buffer: Vec<u8>,
}

thread_local! {
    static DESK: RefCell<PlayerBuffer> = RefCell::default();
}

/// Allocates a buffer for a request, and returns the address to write it to.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn room(bytes: usize) -> *mut u8 {
    DESK.with_borrow_mut(|desk| {
        desk.buffer = vec![0; bytes];
        desk.buffer.as_mut_ptr()
    })
}

/// Answers the request, and returns the length of the answer in bytes.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn answer() -> usize {
    DESK.with_borrow_mut(|desk| {
        let request = String::from_utf8_lossy(&desk.buffer).into_owned();
        desk.buffer = desk.player.answer(&request).into_bytes();
        desk.buffer.len()
    })
}

/// Returns the address of the answer.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn text() -> *const u8 {
    DESK.with_borrow(|desk| desk.buffer.as_ptr())
}
