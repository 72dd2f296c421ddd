//! Boards of a type that the probe's own code need not know.

use std::fmt;

use slider::{Board, Tile};

/// Numbered places for boards of one type, and the trait's methods by place.
///
/// The probe's logic is written against this trait object, so that it is compiled once and for
/// all. Only [`BoardSlots`] is compiled again for every submission; it is kept thin, because
/// grading a submission is for the most part compiling it.
pub trait Slots {
    /// Puts `Board::new(rows)` at `place`.
    fn make(&mut self, place: usize, rows: &[Vec<Tile>]);
    /// `Board::dimension`.
    fn dimension(&self, place: usize) -> usize;
    /// `Board::hamming`.
    fn hamming(&self, place: usize) -> usize;
    /// `Board::manhattan`.
    fn manhattan(&self, place: usize) -> usize;
    /// `Board::is_goal`.
    fn is_goal(&self, place: usize) -> bool;
    /// Puts the neighbors of the board at `of` from `first` on, at most `limit` of them, and
    /// returns how many there are, counting no further than `limit`.
    fn neighbors(&mut self, of: usize, first: usize, limit: usize) -> usize;
    /// Puts the twin of the board at `of` at `place`.
    fn twin(&mut self, of: usize, place: usize);
    /// Moves the board at `of` to `place`.
    fn take(&mut self, of: usize, place: usize);
    /// Puts a clone of the board at `of` at `place`.
    fn clone_board(&mut self, of: usize, place: usize);
    /// `a == b`.
    fn eq(&self, a: usize, b: usize) -> bool;
    /// `a != b`, which a submission may have written itself.
    fn ne(&self, a: usize, b: usize) -> bool;
    /// The bytes of a board itself, without what it has from the heap.
    fn size(&self) -> usize;
    /// Drops the board at `place`.
    fn clear(&mut self, place: usize);
    /// Drops the boards from `first` on.
    fn clear_from(&mut self, first: usize);
    /// Writes the text of a board.
    ///
    /// # Errors
    ///
    /// If the submission's `Display` gives one.
    fn write(&self, place: usize, sink: &mut dyn fmt::Write) -> fmt::Result;
    /// Writes what `Debug` makes of a board.
    ///
    /// # Errors
    ///
    /// If the submission's `Debug` gives one, or the sink does.
    fn debug(&self, place: usize, sink: &mut dyn fmt::Write) -> fmt::Result;
}

/// Slots of boards of type `B`.
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
        // The iterator may borrow the board, so the board leaves its place while it lasts.
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
