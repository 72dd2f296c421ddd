//! Compares the functions with the standard library, for all lengths and distances that matter.

extern crate std;

use std::vec::Vec;

use proptest::prelude::*;

use super::{STEP, memcpy, memmove};

/// Returns bytes that reveal their original position.
fn bytes(len: usize) -> Vec<u8> {
    (0..len).map(|at| u8::try_from(at * 31 % 251).expect("it is below 251")).collect()
}

#[track_caller]
fn moves(from: usize, to: usize, len: usize) {
    let mut memory = bytes(from.max(to) + len);
    let mut expected = memory.clone();
    expected.copy_within(from..from + len, to);
    let base = memory.as_mut_ptr();
    // SAFETY: both blocks are within the vector.
    let at = unsafe { memmove(base.add(to), base.add(from), len) };
    assert_eq!(at.addr() - base.addr(), to);
    assert!(memory == expected, "{len} bytes from {from} to {to}");
}

#[test]
fn short_moves_at_every_distance_are_correct() {
    for len in 0..=3 * STEP + 2 {
        for distance in 0..=2 * STEP + 2 {
            moves(0, distance, len);
            moves(distance, 0, len);
        }
    }
}

#[test]
fn bytes_around_the_block_are_unchanged() {
    for len in 0..=5 * STEP {
        let (from, mut to) = (bytes(len), std::vec![255; len + 2]);
        // SAFETY: the blocks are within their vectors, which are different.
        unsafe { memcpy(to.as_mut_ptr().add(1), from.as_ptr(), len) };
        assert_eq!((to[0], to[len + 1]), (255, 255), "{len}");
        assert_eq!(to[1..=len], from, "{len}");
    }
}

proptest! {
    #[test]
    fn moves_of_any_length_are_correct(from in 0usize..5000, to in 0usize..5000, len in 0usize..9000) {
        moves(from, to, len);
    }
}
