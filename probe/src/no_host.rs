//! Stand-ins for the imported functions outside the sandbox, where only the probe's wire format is used. They are never
//! called, but some linkers, such as the Windows linker, need definitions even for functions in unreachable code.

use crate::cursor::Cursor;
use crate::wire::Word;

fn outside_sandbox() -> ! {
    unreachable!("the probe runs in the sandbox only")
}

pub(crate) fn case() -> Vec<Word> {
    outside_sandbox()
}

pub(crate) fn observe(_words: &[Word]) {
    outside_sandbox()
}

pub(crate) fn watch(_cursor: &'static Cursor) {
    outside_sandbox()
}

pub(crate) fn measured<T>(_label: Word, _answer: impl FnOnce() -> T) -> T {
    outside_sandbox()
}

pub(crate) fn board_new(_n: usize, _tiles: &[u16]) -> Word {
    outside_sandbox()
}

pub(crate) fn board_dimension(_board: Word) -> usize {
    outside_sandbox()
}

pub(crate) fn board_hamming(_board: Word) -> usize {
    outside_sandbox()
}

pub(crate) fn board_manhattan(_board: Word) -> usize {
    outside_sandbox()
}

pub(crate) fn board_is_goal(_board: Word) -> Word {
    outside_sandbox()
}

pub(crate) fn board_neighbors(_board: Word) -> u64 {
    outside_sandbox()
}

pub(crate) fn board_twin(_board: Word) -> Word {
    outside_sandbox()
}

pub(crate) fn board_eq(_a: Word, _b: Word) -> Word {
    outside_sandbox()
}

pub(crate) fn board_tiles(_board: Word) -> Vec<u16> {
    outside_sandbox()
}

pub(crate) fn board_debug(_board: Word) {
    outside_sandbox()
}

pub(crate) fn board_watched(_method: Word, _boards: Word) {
    outside_sandbox()
}

pub(crate) fn queue_new() -> Word {
    outside_sandbox()
}

pub(crate) fn queue_insert(_queue: Word, _len: usize, _key: Word) {
    outside_sandbox()
}

pub(crate) fn queue_del_min(_queue: Word, _len: usize, _key: Word) {
    outside_sandbox()
}

pub(crate) fn queue_min(_queue: Word) {
    outside_sandbox()
}

pub(crate) fn queue_disorder(_queue: Word) {
    outside_sandbox()
}

pub(crate) fn queue_two_orders(_queue: Word) {
    outside_sandbox()
}

pub(crate) fn queue_order() -> Word {
    outside_sandbox()
}
