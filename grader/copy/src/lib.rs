//! `memcpy` and `memmove` for the program that is linked with musl. It is a crate because `no_builtins`, without
//! which the compiler would turn the copying into a call of itself, holds for whole crates.
//!
//! Musl copies by an instruction of the processor that takes some thirty cycles to begin with. Most of
//! what a compiler and an engine copy is a few words long, and an eighth of the processor time of a
//! grade went there. Where this crate is linked, its functions take the place of musl's; elsewhere
//! the system's own are better still, and it is empty.
//!
//! A block of up to 64 bytes is read whole before any of it is written, in pieces that overlap, so there
//! is no loop and it does not matter whether the two blocks overlap. A longer one is copied in steps of
//! 64 bytes from the end at which nothing is overwritten that is still to be read.

#![no_builtins]
#![no_std]
#![cfg(all(target_arch = "x86_64", any(test, target_env = "musl")))]
#![expect(unsafe_code, reason = "it is the copying of raw memory")]

#[cfg(test)]
mod tests;

use core::arch::x86_64::__m128i as Register;
use core::ptr::{read_unaligned, write_unaligned};

/// A step of a loop.
type Step = [Register; 4];

const STEP: usize = size_of::<Step>();

/// C's `memcpy`.
///
/// # Safety
///
/// `len` bytes can be read at `from` and written at `to`, and the two blocks do not overlap.
#[cfg_attr(not(test), unsafe(no_mangle))]
pub unsafe extern "C" fn memcpy(to: *mut u8, from: *const u8, len: usize) -> *mut u8 {
    // SAFETY: the caller promises more than this asks for.
    unsafe { copy(to, from, len) }
}

/// C's `memmove`.
///
/// # Safety
///
/// `len` bytes can be read at `from` and written at `to`.
#[cfg_attr(not(test), unsafe(no_mangle))]
pub unsafe extern "C" fn memmove(to: *mut u8, from: *const u8, len: usize) -> *mut u8 {
    // SAFETY: the caller's promise.
    unsafe { copy(to, from, len) }
}

/// Copies `len` bytes.
///
/// # Safety
///
/// `len` bytes can be read at `from` and written at `to`. The two blocks may overlap.
#[inline]
unsafe fn copy(to: *mut u8, from: *const u8, len: usize) -> *mut u8 {
    // SAFETY: in each case the pieces lie within the blocks and cover them; the caller lends both.
    unsafe {
        match len {
            0 => {}
            1 => to.write(from.read()),
            2..4 => ends::<u16>(to, from, len),
            4..8 => ends::<u32>(to, from, len),
            8..16 => ends::<u64>(to, from, len),
            16..=32 => ends::<Register>(to, from, len),
            33..=STEP => ends::<[Register; 2]>(to, from, len),
            // The distance is so large, too, where `to` comes first.
            _ if to.addr().wrapping_sub(from.addr()) >= len => forwards(to, from, len),
            _ => backwards(to, from, len),
        }
    }
    to
}

/// Copies a block of one to two pieces: its first and its last, which may overlap.
///
/// # Safety
///
/// The block has at least a piece and at most two.
#[inline]
unsafe fn ends<T: Copy>(to: *mut u8, from: *const u8, len: usize) {
    let last = len - size_of::<T>();
    // SAFETY: both pieces lie within the block.
    unsafe {
        let ends: (T, T) = (read(from), read(from.add(last)));
        write(to, ends.0);
        write(to.add(last), ends.1);
    }
}

/// Copies a block of more than a step, from its beginning to its end.
///
/// # Safety
///
/// What is written is not read any more: `to` is not within the block at `from`.
unsafe fn forwards(to: *mut u8, from: *const u8, len: usize) {
    let last = len - STEP;
    // SAFETY: all steps lie within the block. The last is read before it can be overwritten, where `to`
    // comes a little before `from`.
    unsafe {
        let end: Step = read(from.add(last));
        let mut at = 0;
        while at < last {
            let step: Step = read(from.add(at));
            write(to.add(at), step);
            at += STEP;
        }
        write(to.add(last), end);
    }
}

/// Copies a block of more than a step, from its end to its beginning.
///
/// # Safety
///
/// What is written is not read any more: `from` does not come after `to`.
unsafe fn backwards(to: *mut u8, from: *const u8, len: usize) {
    // SAFETY: all steps lie within the block. The first is read before it can be overwritten, where `to`
    // comes a little after `from`.
    unsafe {
        let begin: Step = read(from);
        let mut at = len;
        while at > STEP {
            at -= STEP;
            let step: Step = read(from.add(at));
            write(to.add(at), step);
        }
        write(to, begin);
    }
}

/// # Safety
///
/// A `T` can be read there.
#[inline]
unsafe fn read<T: Copy>(from: *const u8) -> T {
    // SAFETY: the caller's promise.
    unsafe { read_unaligned(from.cast()) }
}

/// # Safety
///
/// A `T` can be written there.
#[inline]
unsafe fn write<T: Copy>(to: *mut u8, value: T) {
    // SAFETY: the caller's promise.
    unsafe { write_unaligned(to.cast(), value) }
}
