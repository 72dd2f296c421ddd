//! Buffers observations before sending them to the grader.

use crate::host;
use crate::wire::{DONE, Word};

/// The number of words to flush at. Large batches need few calls to the host.
/// The buffer takes 64 KiB, a page of the guest's memory.
const FULL: usize = 16 * 1024;

#[derive(Clone, Default)]
pub(crate) struct WordWriter {
    words: Vec<Word>,
}

impl WordWriter {
    pub(crate) fn push(&mut self, word: Word) {
        self.words.push(word);
    }

    pub(crate) fn words(&mut self) -> &mut Vec<Word> {
        &mut self.words
    }

    pub(crate) fn flush_if_full(&mut self) {
        if self.words.len() >= FULL {
            self.flush();
        }
    }

    pub(crate) fn flush(&mut self) {
        host::observe(&self.words);
        self.words.clear();
    }

    /// Sends the buffer, and then the final word [`DONE`] on its own, because an answer can be the same number.
    pub(crate) fn finish(mut self) {
        self.flush();
        self.push(DONE);
        self.flush();
    }
}
