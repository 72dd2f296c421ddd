//! Functions that the guest imports from the grader.
//!
//! Besides these, the guest imports only a few functions of WASI. The grader counts and charges every call, so a submission that calls these functions
//! directly only increases the cost.

#![expect(unsafe_code, reason = "WebAssembly imports are declared in an `extern` block")]

use crate::cursor::Cursor;
use crate::wire::Word;

#[link(wasm_import_module = "host")]
unsafe extern "C" {
    /// Copies the case to `into` if it has at most `capacity` words, and returns its length in words.
    #[link_name = "case"]
    unsafe fn host_case(into: *mut Word, capacity: usize) -> usize;
    /// Sends `len` words of observations to the grader.
    #[link_name = "observe"]
    unsafe fn host_observe(words: *const Word, len: usize);
    /// Passes the address of the [cursor](crate::cursor) to the grader.
    #[link_name = "watch"]
    unsafe fn host_watch(cursor: *const Cursor);
    /// Grows the memory by a number of 64 KiB pages. Returns the previous number of pages, or `usize::MAX` on failure.
    #[link_name = "grow"]
    safe fn grow(pages: usize) -> usize;

    #[link_name = "begin"]
    safe fn host_begin(label: Word);
    #[link_name = "end"]
    safe fn host_end();

    /// Makes a board from `n * n` tiles at `tiles` and returns its number.
    #[link_name = "board_new"]
    unsafe fn host_board_new(n: usize, tiles: *const u16) -> Word;
    #[link_name = "board_dimension"]
    pub(crate) safe fn board_dimension(board: Word) -> usize;
    #[link_name = "board_hamming"]
    pub(crate) safe fn board_hamming(board: Word) -> usize;
    #[link_name = "board_manhattan"]
    pub(crate) safe fn board_manhattan(board: Word) -> usize;
    /// Returns 0 or 1.
    #[link_name = "board_is_goal"]
    pub(crate) safe fn board_is_goal(board: Word) -> Word;
    /// Implements `Board::neighbors`. Neighbors are numbered consecutively: the low half of the result is the first
    /// number, and the high half is the count.
    #[link_name = "board_neighbors"]
    pub(crate) safe fn board_neighbors(board: Word) -> u64;
    #[link_name = "board_twin"]
    pub(crate) safe fn board_twin(board: Word) -> Word;
    /// Returns 1 if the boards are equal, and 0 otherwise.
    #[link_name = "board_eq"]
    pub(crate) safe fn board_eq(a: Word, b: Word) -> Word;
    /// Copies up to `capacity` tiles of a board to `into`, and returns the total number of tiles.
    #[link_name = "board_tiles"]
    unsafe fn host_board_tiles(board: Word, into: *mut u16, capacity: usize) -> usize;

    #[link_name = "board_debug"]
    pub(crate) safe fn board_debug(board: Word);
    /// Reports a call to a method of one of the submission's boards or, if `boards` is not 0, that the iterator of an
    /// earlier call has returned so many boards.
    #[link_name = "board_watched"]
    pub(crate) safe fn board_watched(method: Word, boards: Word);

    /// Reports a new queue, and returns its number.
    #[link_name = "queue_new"]
    pub(crate) safe fn queue_new() -> Word;
    /// Reports the insertion of a key with this number. `len` includes the key.
    #[link_name = "queue_insert"]
    pub(crate) safe fn queue_insert(queue: Word, len: usize, key: Word);
    /// Reports that the minimum was removed. `key` is its number, and `len` does not include it.
    #[link_name = "queue_del_min"]
    pub(crate) safe fn queue_del_min(queue: Word, len: usize, key: Word);
    #[link_name = "queue_min"]
    pub(crate) safe fn queue_min(queue: Word);
    /// Reports that the order of keys in the queue has changed.
    #[link_name = "queue_disorder"]
    pub(crate) safe fn queue_disorder(queue: Word);
    /// Reports that `cmp` and `partial_cmp` disagree on keys in the queue.
    #[link_name = "queue_two_orders"]
    pub(crate) safe fn queue_two_orders(queue: Word);
    /// Returns the [`QueueOrder`](crate::wire::QueueOrder) to use in this run.
    #[link_name = "queue_order"]
    pub(crate) safe fn queue_order() -> Word;
}

/// Keeps the import of [`grow`], which the grader later calls in place of every `memory.grow` instruction. Calling it
/// from the heap instead would affect how the compiler optimizes the heap.
#[used]
static GROW: extern "C" fn(usize) -> usize = grow;

pub(crate) fn case() -> Vec<Word> {
    // SAFETY: the grader writes at most `capacity` words, so this call writes nothing.
    let len = unsafe { host_case(std::ptr::null_mut(), 0) };
    let mut words = vec![0; len];
    // SAFETY: `words` has room for `len` words.
    unsafe { host_case(words.as_mut_ptr(), len) };
    words
}

pub(crate) fn observe(words: &[Word]) {
    // SAFETY: the grader only reads these words.
    unsafe { host_observe(words.as_ptr(), words.len()) }
}

pub(crate) fn watch(cursor: &'static Cursor) {
    // SAFETY: the cursor is static, and the grader only reads it while the guest is stopped.
    unsafe { host_watch(cursor) }
}

pub(crate) fn measured<T>(label: Word, answer: impl FnOnce() -> T) -> T {
    host_begin(label);
    let answer = answer();
    host_end();
    answer
}

/// Makes a board from tiles in row-major order and returns its number.
pub(crate) fn board_new(n: usize, tiles: &[u16]) -> Word {
    assert_eq!(tiles.len(), n * n, "a board of dimension {n} has {} tiles", n * n);
    // SAFETY: the length was checked above.
    unsafe { host_board_new(n, tiles.as_ptr()) }
}

/// Returns the tiles of a board in row-major order.
pub(crate) fn board_tiles(board: Word) -> Vec<u16> {
    let n = board_dimension(board);
    let mut tiles = vec![0; n * n];
    // SAFETY: `tiles` has room for `tiles.len()` tiles.
    unsafe { host_board_tiles(board, tiles.as_mut_ptr(), tiles.len()) };
    tiles
}
