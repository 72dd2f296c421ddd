//! Collects observations and hands them over in large pieces.

use crate::host;
use crate::wire::{DONE, Word};

/// Crossing the wall costs a call, so words cross it some thousands at a time.
const FULL: usize = 16 * 1024;

/// The words observed and not yet handed over.
#[derive(Default)]
pub(crate) struct Out {
    words: Vec<Word>,
}

impl Out {
    /// Adds a word.
    pub(crate) fn push(&mut self, word: Word) {
        self.words.push(word);
    }

    /// The words themselves, to add to.
    pub(crate) fn words(&mut self) -> &mut Vec<Word> {
        &mut self.words
    }

    /// Hands over what there is if it is much.
    pub(crate) fn flush_if_full(&mut self) {
        if self.words.len() >= FULL {
            self.flush();
        }
    }

    /// Hands over what there is.
    pub(crate) fn flush(&mut self) {
        host::observe(&self.words);
        self.words.clear();
    }

    /// Hands over the rest, with the word that says that it is all.
    pub(crate) fn finish(mut self) {
        self.push(DONE);
        self.flush();
    }
}
