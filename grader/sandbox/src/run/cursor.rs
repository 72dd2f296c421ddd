//! Reads a guest's cursor from its memory.

use probe::wire::{Method, Whose, Word};

/// The call that the guest was executing when the run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GuestCursor {
    /// The last called method.
    pub method: Method,
    /// The origin of the board.
    pub whose: Whose,
    /// The number of the board in the case.
    pub board: usize,
}

pub(super) fn read_cursor(memory: &[u8], at: u32) -> Option<GuestCursor> {
    let word = |index: usize| {
        let start = usize::try_from(at).ok()?.checked_add(4 * index)?;
        let bytes = memory.get(start..start.checked_add(4)?)?;
        Some(Word::from_le_bytes(bytes.try_into().ok()?))
    };
    Some(GuestCursor {
        method: Method::from_word(word(0)?)?,
        whose: Whose::from_word(word(1)?)?,
        board: usize::try_from(word(2)?).ok()?,
    })
}
