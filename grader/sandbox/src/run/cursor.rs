//! The position of a guest, read from its memory.

use probe::wire::{Method, Whose, Word};

/// The position of a guest when it ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cursor {
    /// The method that ran last.
    pub method: Method,
    /// The kind of the board that it ran for.
    pub whose: Whose,
    /// The number in the case of the board that was looked at.
    pub board: usize,
}

/// The cursor that a guest keeps at this address.
pub(super) fn read_cursor(memory: &[u8], at: u32) -> Option<Cursor> {
    let word = |index: usize| {
        let start = usize::try_from(at).ok()?.checked_add(4 * index)?;
        let bytes = memory.get(start..start.checked_add(4)?)?;
        Some(Word::from_le_bytes(bytes.try_into().ok()?))
    };
    Some(Cursor {
        method: Method::from_word(word(0)?)?,
        whose: Whose::from_word(word(1)?)?,
        board: usize::try_from(word(2)?).ok()?,
    })
}
