//! `memcpy` and `memmove` for the program's musl build. `no_builtins` prevents the compiler from turning the copy loop
//! into a call to the function itself. The attribute applies to a whole crate, so the functions need their own.
//!
//! Musl copies with a processor instruction that takes about thirty cycles to start. Most blocks that the compiler and
//! the engine copy are only a few words long, so these copies used to take an eighth of the processor time for a grade.
//! On other platforms, the system's functions are fast, and this crate is empty.
//!
//! A block of up to 64 bytes is read entirely, in pieces that may overlap, before anything is written. This needs no
//! loop, and works for overlapping blocks. Longer blocks are copied in steps of 64 bytes, from the end where no step
//! overwrites unread bytes.

#![no_builtins]
#![no_std]
#![cfg(all(target_arch = "x86_64", any(test, target_env = "musl")))]
#![expect(unsafe_code, reason = "copying raw memory requires unsafe code")]

#[cfg(test)]
mod tests;

use core::arch::x86_64::__m128i as Register;
use core::ptr::{read_unaligned, write_unaligned};

type Step = [Register; 4];

const STEP: usize = size_of::<Step>();

/// C's `memcpy`.
///
/// # Safety
///
/// `from` must be valid for reads and `to` for writes of `len` bytes, and the blocks must not overlap.
#[cfg_attr(not(test), unsafe(no_mangle))]
pub unsafe extern "C" fn memcpy(to: *mut u8, from: *const u8, len: usize) -> *mut u8 {
    // SAFETY: the caller guarantees more than `copy` requires.
    unsafe { copy(to, from, len) }
}

/// C's `memmove`.
///
/// # Safety
///
/// `from` must be valid for reads and `to` for writes of `len` bytes.
#[cfg_attr(not(test), unsafe(no_mangle))]
pub unsafe extern "C" fn memmove(to: *mut u8, from: *const u8, len: usize) -> *mut u8 {
    // SAFETY: guaranteed by the caller.
    unsafe { copy(to, from, len) }
}

/// Copies `len` bytes and returns `to`.
///
/// # Safety
///
/// `from` must be valid for reads and `to` for writes of `len` bytes. The blocks may overlap.
#[inline]
unsafe fn copy(to: *mut u8, from: *const u8, len: usize) -> *mut u8 {
    // SAFETY: in each case, the pieces cover exactly the blocks, which the caller guarantees to be valid.
    unsafe {
        match len {
            0 => {}
            1 => to.write(from.read()),
            2..4 => copy_ends::<u16>(to, from, len),
            4..8 => copy_ends::<u32>(to, from, len),
            8..16 => copy_ends::<u64>(to, from, len),
            16..=32 => copy_ends::<Register>(to, from, len),
            33..=STEP => copy_ends::<[Register; 2]>(to, from, len),
            // If `to` is before `from`, the difference wraps around and is large.
            _ if to.addr().wrapping_sub(from.addr()) >= len => copy_forwards(to, from, len),
            _ => copy_backwards(to, from, len),
        }
    }
    to
}

/// Copies a block in two pieces, at the start and the end, which may overlap.
///
/// # Safety
///
/// The block must be one to two pieces long.
#[inline]
unsafe fn copy_ends<T: Copy>(to: *mut u8, from: *const u8, len: usize) {
    let last = len - size_of::<T>();
    // SAFETY: both pieces are within the block.
    unsafe {
        let ends: (T, T) = (read(from), read(from.add(last)));
        write(to, ends.0);
        write(to.add(last), ends.1);
    }
}

/// Copies a block longer than a step, from beginning to end.
///
/// # Safety
///
/// No byte may be overwritten before it is read: `to` must not be within the block at `from`.
unsafe fn copy_forwards(to: *mut u8, from: *const u8, len: usize) {
    let last = len - STEP;
    // SAFETY: all steps are within the block. If `to` is slightly before `from`, writing could overwrite the last step,
    // so it is read first.
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

/// Copies a block longer than a step, from end to beginning.
///
/// # Safety
///
/// No byte may be overwritten before it is read: `from` must not come after `to`.
unsafe fn copy_backwards(to: *mut u8, from: *const u8, len: usize) {
    // SAFETY: all steps are within the block. If `to` is slightly after `from`, writing could overwrite the first step,
    // so it is read first.
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
/// `from` must be valid for reads of a `T`.
#[inline]
unsafe fn read<T: Copy>(from: *const u8) -> T {
    // SAFETY: guaranteed by the caller.
    unsafe { read_unaligned(from.cast()) }
}

/// # Safety
///
/// `to` must be valid for writes of a `T`.
#[inline]
unsafe fn write<T: Copy>(to: *mut u8, value: T) {
    // SAFETY: guaranteed by the caller.
    unsafe { write_unaligned(to.cast(), value) }
}
