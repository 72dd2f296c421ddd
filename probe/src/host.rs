//! The functions that the grader lends to the guest.
//!
//! They are all there is of the world outside. The grader counts, stores and prices each call, so
//! calling one uninvited can only ever add to what a submission is charged.

#![expect(unsafe_code, reason = "an import of a WebAssembly module is an `extern` block")]

use crate::cursor::Cursor;
use crate::wire::Word;

#[link(wasm_import_module = "host")]
unsafe extern "C" {
    /// Copies the case to `into`, at most `capacity` words, and returns its length in words.
    #[link_name = "case"]
    unsafe fn host_case(into: *mut Word, capacity: usize) -> usize;
    /// Takes `len` words of observations.
    #[link_name = "observe"]
    unsafe fn host_observe(words: *const Word, len: usize);
    /// Learns where the guest keeps its [cursor](crate::cursor).
    #[link_name = "watch"]
    unsafe fn host_watch(cursor: *const Cursor);
    /// Grows the memory by so many pages of 64 KiB; returns how many there were, or `usize::MAX` if
    /// there are no more.
    #[link_name = "grow"]
    safe fn grow(pages: usize) -> usize;

    /// The guest begins something whose cost is wanted, under this label.
    #[link_name = "begin"]
    safe fn host_begin(label: Word);
    /// The guest has done it.
    #[link_name = "end"]
    safe fn host_end();

    /// A new board of dimension `n` with the `n * n` tiles at `tiles`.
    #[link_name = "board_new"]
    unsafe fn host_board_new(n: usize, tiles: *const u16) -> Word;
    /// `Board::dimension` of a ticket.
    #[link_name = "board_dimension"]
    pub(crate) safe fn board_dimension(board: Word) -> usize;
    /// `Board::hamming` of a ticket.
    #[link_name = "board_hamming"]
    pub(crate) safe fn board_hamming(board: Word) -> usize;
    /// `Board::manhattan` of a ticket.
    #[link_name = "board_manhattan"]
    pub(crate) safe fn board_manhattan(board: Word) -> usize;
    /// `Board::is_goal` of a ticket, 0 or 1.
    #[link_name = "board_is_goal"]
    pub(crate) safe fn board_is_goal(board: Word) -> Word;
    /// `Board::neighbors` of a ticket: the first neighbor's number in the low half, how many
    /// there are, numbered in sequence, in the high half.
    #[link_name = "board_neighbors"]
    pub(crate) safe fn board_neighbors(board: Word) -> u64;
    /// `Board::twin` of a ticket.
    #[link_name = "board_twin"]
    pub(crate) safe fn board_twin(board: Word) -> Word;
    /// Whether two tickets stand for equal boards, 0 or 1.
    #[link_name = "board_eq"]
    pub(crate) safe fn board_eq(a: Word, b: Word) -> Word;
    /// Copies the tiles of a ticket to `into`, at most `capacity` of them, and returns how many
    /// there are.
    #[link_name = "board_tiles"]
    unsafe fn host_board_tiles(board: Word, into: *mut u16, capacity: usize) -> usize;

    /// `Debug` of a ticket was asked for, which tells nothing.
    #[link_name = "board_debug"]
    pub(crate) safe fn board_debug(board: Word);

    /// A queue has got its first key; returns the queue's number.
    #[link_name = "queue_new"]
    pub(crate) safe fn queue_new() -> Word;
    /// A key was put into a queue that now holds `len`; this is its number there.
    #[link_name = "queue_insert"]
    pub(crate) safe fn queue_insert(queue: Word, len: usize, key: Word);
    /// The least key was taken from a queue that now holds `len`; it has this number there.
    #[link_name = "queue_del_min"]
    pub(crate) safe fn queue_del_min(queue: Word, len: usize, key: Word);
    /// The least key of a queue was looked at.
    #[link_name = "queue_min"]
    pub(crate) safe fn queue_min(queue: Word);
    /// A key in a queue has changed its order.
    #[link_name = "queue_disorder"]
    pub(crate) safe fn queue_disorder(queue: Word);
    /// Keys of a queue are in one order by `cmp` and in another by `partial_cmp`.
    #[link_name = "queue_two_orders"]
    pub(crate) safe fn queue_two_orders(queue: Word);
    /// The order in which queues are to give back their keys in this run.
    #[link_name = "queue_order"]
    pub(crate) safe fn queue_order() -> Word;
}

/// Keeps the import of [`grow`]: each instruction that grows the memory is made a call of it when the
/// program is on the grader's side, and not here, where it would change what the compiler makes of
/// the heap.
#[used]
static GROW: extern "C" fn(usize) -> usize = grow;

/// The words of the case to run.
pub(crate) fn case() -> Vec<Word> {
    // SAFETY: the grader writes at most `capacity` words, and none for 0.
    let len = unsafe { host_case(std::ptr::null_mut(), 0) };
    let mut words = vec![0; len];
    // SAFETY: `words` has room for `len` words.
    unsafe { host_case(words.as_mut_ptr(), len) };
    words
}

/// Hands observations over.
pub(crate) fn observe(words: &[Word]) {
    // SAFETY: the grader reads just these words.
    unsafe { host_observe(words.as_ptr(), words.len()) }
}

/// Tells the grader where to look for the cursor when the guest is stopped.
pub(crate) fn watch(cursor: &'static Cursor) {
    // SAFETY: the cursor is never freed, and the grader reads it only while the guest stands still.
    unsafe { host_watch(cursor) }
}

/// Runs `answer` between two marks, so that the grader can tell its cost from all other cost.
pub(crate) fn measured<T>(label: Word, answer: impl FnOnce() -> T) -> T {
    host_begin(label);
    let answer = answer();
    host_end();
    answer
}

/// A new board with these tiles, row by row.
pub(crate) fn board_new(n: usize, tiles: &[u16]) -> Word {
    assert_eq!(tiles.len(), n * n, "a board of dimension {n} has {} tiles", n * n);
    // SAFETY: there are `n * n` tiles.
    unsafe { host_board_new(n, tiles.as_ptr()) }
}

/// The tiles of a board, row by row.
pub(crate) fn board_tiles(board: Word) -> Vec<u16> {
    let n = board_dimension(board);
    let mut tiles = vec![0; n * n];
    // SAFETY: `tiles` has room for as many tiles as it says.
    unsafe { host_board_tiles(board, tiles.as_mut_ptr(), tiles.len()) };
    tiles
}
