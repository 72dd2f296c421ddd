//! Stores boards, so that other modules do not depend on their type.

use std::fmt;

use slider::{Board, Tile};

/// Numbered slots for boards of the same type, with the trait's methods.
///
/// Other modules use this trait object, to be compiled only once. [`BoardSlots`] must be compiled for each submission,
/// and is kept small because most of the time for grading a submission is spent compiling it.
pub trait Slots {
    /// Calls `Board::new` and puts the result at `place`.
    fn make(&mut self, place: usize, rows: &[Vec<Tile>]);
    /// Calls `Board::dimension`.
    fn dimension(&self, place: usize) -> usize;
    /// Calls `Board::hamming`.
    fn hamming(&self, place: usize) -> usize;
    /// Calls `Board::manhattan`.
    fn manhattan(&self, place: usize) -> usize;
    /// Calls `Board::is_goal`.
    fn is_goal(&self, place: usize) -> bool;
    /// Calls `Board::neighbors` and puts up to `limit` boards into the slots from `first`. Returns the count.
    fn neighbors(&mut self, of: usize, first: usize, limit: usize) -> usize;
    /// Calls `Board::twin` and puts the result at `place`.
    fn twin(&mut self, of: usize, place: usize);
    /// Moves a board from `of` to `place`.
    fn take(&mut self, of: usize, place: usize);
    /// Clones the board at `of` and puts the clone at `place`.
    fn clone_board(&mut self, of: usize, place: usize);
    /// Evaluates `a == b`.
    fn eq(&self, a: usize, b: usize) -> bool;
    /// Evaluates `a != b`, which a submission may have overridden.
    fn ne(&self, a: usize, b: usize) -> bool;
    /// Returns the `size_of` the type, without heap memory.
    fn size(&self) -> usize;
    /// Drops the board at `place`.
    fn clear(&mut self, place: usize);
    /// Drops the board at `first` and all boards in higher slots.
    fn clear_from(&mut self, first: usize);
    /// Writes a board with `Display`.
    ///
    /// # Errors
    ///
    /// Returns an error if the submission's `Display` returns an error.
    fn write(&self, place: usize, sink: &mut dyn fmt::Write) -> fmt::Result;
    /// Returns the text that `Display` writes for a board, up to an error.
    fn text(&self, place: usize) -> String {
        let mut text = String::new();
        // Other checks judge errors from `Display`.
        let _ = self.write(place, &mut text);
        text
    }
    /// Writes a board with `Debug`.
    ///
    /// # Errors
    ///
    /// Returns an error if the submission's `Debug` or the sink returns one.
    fn debug(&self, place: usize, sink: &mut dyn fmt::Write) -> fmt::Result;
}

/// Slots for boards of type `B`.
pub struct BoardSlots<B> {
    places: Vec<Option<B>>,
}

impl<B> Default for BoardSlots<B> {
    fn default() -> Self {
        Self { places: Vec::new() }
    }
}

impl<B> BoardSlots<B> {
    #[inline(never)]
    pub(crate) fn put(&mut self, place: usize, board: B) {
        while self.places.len() <= place {
            self.places.push(None);
        }
        self.places[place] = Some(board);
    }

    pub(crate) fn at(&self, place: usize) -> &B {
        self.get(place).expect("the probe looks only at boards that it has put there")
    }

    pub(crate) fn get(&self, place: usize) -> Option<&B> {
        self.places.get(place)?.as_ref()
    }
}

impl<B: Board> Slots for BoardSlots<B> {
    fn make(&mut self, place: usize, rows: &[Vec<Tile>]) {
        self.put(place, B::new(rows));
    }

    fn dimension(&self, place: usize) -> usize {
        self.at(place).dimension()
    }

    fn hamming(&self, place: usize) -> usize {
        self.at(place).hamming()
    }

    fn manhattan(&self, place: usize) -> usize {
        self.at(place).manhattan()
    }

    fn is_goal(&self, place: usize) -> bool {
        self.at(place).is_goal()
    }

    fn neighbors(&mut self, of: usize, first: usize, limit: usize) -> usize {
        // Take the board out of its slot, because the iterator may borrow it.
        let Some(board) = self.places[of].take() else { return 0 };
        let mut count = 0;
        for neighbor in board.neighbors() {
            self.put(first + count, neighbor);
            count += 1;
            if count == limit {
                break;
            }
        }
        self.places[of] = Some(board);
        count
    }

    fn twin(&mut self, of: usize, place: usize) {
        let twin = self.at(of).twin();
        self.put(place, twin);
    }

    fn take(&mut self, of: usize, place: usize) {
        self.places[place] = self.places[of].take();
    }

    fn clone_board(&mut self, of: usize, place: usize) {
        let clone = self.at(of).clone();
        self.put(place, clone);
    }

    fn eq(&self, a: usize, b: usize) -> bool {
        self.at(a) == self.at(b)
    }

    fn ne(&self, a: usize, b: usize) -> bool {
        self.at(a) != self.at(b)
    }

    fn size(&self) -> usize {
        size_of::<B>()
    }

    fn clear(&mut self, place: usize) {
        self.places[place] = None;
    }

    fn clear_from(&mut self, first: usize) {
        self.places.truncate(first);
    }

    fn write(&self, place: usize, sink: &mut dyn fmt::Write) -> fmt::Result {
        write!(sink, "{}", self.at(place))
    }

    fn debug(&self, place: usize, sink: &mut dyn fmt::Write) -> fmt::Result {
        write!(sink, "{:?}", self.at(place))
    }
}
