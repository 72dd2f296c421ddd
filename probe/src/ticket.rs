//! A board type that is unknown to submissions.

use std::fmt;

use slider::{Board, Tile};

use crate::host;
use crate::slots::{BoardSlots, Slots};
use crate::wire::Word;

/// A board that is stored outside the sandbox. The guest holds only the number.
///
/// When a solver uses tickets, the grader sees every call in order and computes the results itself, so a submission
/// cannot tamper with them. Tickets follow the trait's contract and reveal nothing more: equal boards may have
/// different numbers, the text has unusual spacing, and `Debug` does not print tiles.
#[derive(Clone)]
pub struct Ticket(Word);

impl Ticket {
    pub(crate) fn number(&self) -> Word {
        self.0
    }
}

/// Returns slots for tickets as a trait object. This is not generic, so that the trait's methods for tickets are compiled
/// together with the probe, and not for each submission.
#[inline(never)]
pub(crate) fn slots(slots: &mut BoardSlots<Ticket>) -> &mut dyn Slots {
    slots
}

impl Board for Ticket {
    fn new(tiles: &[Vec<Tile>]) -> Self {
        Self(host::board_new(tiles.len(), &tiles.concat()))
    }

    fn dimension(&self) -> usize {
        host::board_dimension(self.0)
    }

    fn hamming(&self) -> usize {
        host::board_hamming(self.0)
    }

    fn manhattan(&self) -> usize {
        host::board_manhattan(self.0)
    }

    fn is_goal(&self) -> bool {
        host::board_is_goal(self.0) != 0
    }

    fn neighbors(&self) -> impl Iterator<Item = Self> {
        // The host returns two words in one number, since a function of WebAssembly has a single result here.
        const HALF: u64 = Word::MAX as u64;
        let packed = host::board_neighbors(self.0);
        let first = (packed & HALF) as Word;
        let count = (packed >> Word::BITS) as Word;
        (first..first + count).map(Self)
    }

    fn twin(&self) -> Self {
        Self(host::board_twin(self.0))
    }
}

impl PartialEq for Ticket {
    fn eq(&self, other: &Self) -> bool {
        host::board_eq(self.0, other.0) != 0
    }
}

impl Eq for Ticket {}

impl fmt::Display for Ticket {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Avoid `write!`, which is slow. Submissions often use texts as keys of a closed set, and are charged for this
        // code.
        let n = self.dimension();
        // A tile takes up to five digits and a tab, and each line has an end.
        let mut text = String::with_capacity(6 * n * n + n + 5);
        push_number(&mut text, n);
        text.push('\n');
        for row in host::board_tiles(self.0).chunks(n) {
            for &tile in row {
                text.push('\t');
                push_number(&mut text, usize::from(tile));
            }
            text.push('\n');
        }
        f.write_str(&text)
    }
}

// As above, the formatting code of the standard library would be slow.
fn push_number(text: &mut String, number: usize) {
    if number >= 10 {
        push_number(text, number / 10);
    }
    text.push(char::from(b'0' + (number % 10) as u8));
}

impl fmt::Debug for Ticket {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        host::board_debug(self.0);
        f.write_str("Board { .. }")
    }
}
