//! The submission's boards, with a report of each call that a search depends on.

#![expect(
    unsafe_code,
    reason = "a reference to a board becomes a reference to the same board in a transparent wrapper"
)]

use std::fmt;

use slider::{Board, Tile};

use crate::host;
use crate::wire::{Method, Word};

/// A board of the submission, as its solver sees it.
///
/// The wrapper forwards every call to the board, and reports those that a search depends on, so that the grader sees
/// how a solver searches with this board, too. It has the size, the texts and the results of the board, so a solver
/// cannot recognize it by them.
#[derive(Clone)]
#[repr(transparent)]
pub struct WatchedBoard<B>(B);

impl<B> WatchedBoard<B> {
    pub(crate) fn wrap_reference(board: &B) -> &Self {
        // SAFETY: the wrapper is transparent, so both types have the same layout.
        unsafe { &*std::ptr::from_ref(board).cast() }
    }

    pub(crate) fn into_board(self) -> B {
        self.0
    }
}

impl<B: Board> Board for WatchedBoard<B> {
    fn new(tiles: &[Vec<Tile>]) -> Self {
        report(Method::New, 0);
        Self(B::new(tiles))
    }

    fn dimension(&self) -> usize {
        self.0.dimension()
    }

    fn hamming(&self) -> usize {
        report(Method::Hamming, 0);
        self.0.hamming()
    }

    fn manhattan(&self) -> usize {
        report(Method::Manhattan, 0);
        self.0.manhattan()
    }

    fn is_goal(&self) -> bool {
        self.0.is_goal()
    }

    fn neighbors(&self) -> impl Iterator<Item = Self> {
        report(Method::Neighbors, 0);
        // The submission's iterator decides when it makes each board.
        self.0.neighbors().map(|board| {
            report(Method::Neighbors, 1);
            Self(board)
        })
    }

    fn twin(&self) -> Self {
        report(Method::Twin, 0);
        Self(self.0.twin())
    }
}

/// Reports a call or, if `boards` is not 0, that the iterator of an earlier call has returned so many boards.
fn report(method: Method, boards: usize) {
    host::board_watched(method as Word, boards as Word);
}

// Both operators, because a submission may have overridden either of them.
#[expect(clippy::partialeq_ne_impl, reason = "each operator calls the board's own")]
impl<B: Board> PartialEq for WatchedBoard<B> {
    fn eq(&self, other: &Self) -> bool {
        self.0 == other.0
    }

    fn ne(&self, other: &Self) -> bool {
        self.0 != other.0
    }
}

impl<B: Board> Eq for WatchedBoard<B> {}

impl<B: Board> fmt::Display for WatchedBoard<B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

impl<B: Board> fmt::Debug for WatchedBoard<B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.0, f)
    }
}
