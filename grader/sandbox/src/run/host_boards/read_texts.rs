//! Recognizes the boards that a program makes again from their texts.
//!
//! A search may keep each board as its text, and make a board of it when it needs one. In the log, this board should be
//! the one with the text, and not a new root.

use std::collections::HashMap;

use crate::run::search::EVENTS;

/// The boards whose texts were read, by their tiles.
#[derive(Default)]
pub(super) enum ReadTexts {
    /// No text was read.
    #[default]
    None,
    /// Texts were read, but no board was made since.
    Unused,
    Known(KnownTexts),
}

/// A board that was made again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::run) enum Remade {
    /// This is the only board with these tiles whose text was read.
    Only(u32),
    /// Several boards have these tiles, so it is unknown which one of them this is.
    OneOfSeveral,
}

#[derive(Default)]
pub(super) struct KnownTexts(HashMap<Box<[u8]>, Remade>);

impl ReadTexts {
    /// Returns `true` if the boards have to be listed, because the program may now make one of them again. Most
    /// programs that read texts never do.
    pub(super) fn must_list_boards(&self) -> bool {
        matches!(self, Self::Unused)
    }

    /// Records that the text of a board with these packed tiles was read for the first time.
    pub(super) fn note_read(&mut self, board: u32, tiles: &[u8]) {
        match self {
            Self::None => *self = Self::Unused,
            Self::Unused => {}
            Self::Known(texts) => texts.add(board, tiles),
        }
    }

    pub(super) fn find_remade(&self, tiles: &[u8]) -> Option<Remade> {
        match self {
            Self::None | Self::Unused => None,
            Self::Known(texts) => texts.0.get(tiles).copied(),
        }
    }
}

impl KnownTexts {
    /// Adds a board. A search with more boards than the log has events is not followed to its end.
    pub(super) fn add(&mut self, board: u32, tiles: &[u8]) {
        if let Some(known) = self.0.get_mut(tiles) {
            *known = Remade::OneOfSeveral;
        } else if self.0.len() < EVENTS {
            self.0.insert(tiles.into(), Remade::Only(board));
        }
    }
}
