//! A fast allocator for the sandbox.
//!
//! Submissions are charged per instruction, and should not have to pay for the bookkeeping of a general-purpose
//! allocator. This allocator has a free list for each size class, and needs only a handful of instructions per
//! allocation or deallocation. Like linear memory, the heap never shrinks.

#![expect(unsafe_code, reason = "an allocator handles raw memory")]
#![expect(clippy::cast_ptr_alignment, reason = "every block is aligned to 16 bytes at least")]

use std::alloc::{GlobalAlloc, Layout};
use std::cell::UnsafeCell;
use std::ptr;

#[global_allocator]
static HEAP: GuestHeap = GuestHeap(UnsafeCell::new(FreeLists {
    free: [ptr::null_mut(); CLASSES],
    top: 0,
    end: 0,
    pages: 0,
    live: 0,
    peak: 0,
}));

/// The alignment of small blocks, and the difference between their sizes, in bytes.
/// No primitive type has a larger alignment, and a free block must have room for a pointer.
const STEP: usize = 16;

/// The number of small sizes.
const SMALL: usize = 32;

/// In bytes.
const SMALL_MAX: usize = SMALL * STEP;

/// The maximum alignment of large blocks. The size of a large block is a power of two, and the block is aligned to it,
/// up to the maximum.
/// Larger alignments, which no ordinary type needs, are refused.
const LARGE_ALIGN: usize = 4096;

/// The number of size classes: multiples of [`STEP`], then powers of two.
const CLASSES: usize = SMALL + 32;

/// The minimum number of pages to grow by.
/// A megabyte at a time makes the calls to the grader rare, and is little compared with the limit.
const GROWTH: usize = 16;

/// In bytes.
const PAGE: usize = 64 << 10;

struct GuestHeap(UnsafeCell<FreeLists>);

// SAFETY: the target has no threads.
unsafe impl Sync for GuestHeap {}

struct FreeLists {
    /// The first block in each free list, which begins with a pointer to the next.
    free: [*mut u8; CLASSES],
    /// The start of the unused memory, which ends at `end`.
    top: usize,
    end: usize,
    pages: usize,
    /// The number of bytes in use, as requested by the program and without padding.
    live: usize,
    /// Since [`reset_peak`].
    peak: usize,
}

/// Returns the number of bytes in use, and their peak since the last [`reset_peak`].
///
/// Memory outside the heap counts as used, because a submission could grow the memory directly.
pub(crate) fn usage() -> (usize, usize) {
    // SAFETY: there are no threads, and the allocator is not reentrant.
    let lists = unsafe { &*HEAP.0.get() };
    let others = memory_of_others(lists);
    (lists.live + others, lists.peak + others)
}

/// Returns the size of the initial memory and of all memory that the heap did not request.
fn memory_of_others(lists: &FreeLists) -> usize {
    std::arch::wasm32::memory_size::<0>().saturating_sub(lists.pages).saturating_mul(PAGE)
}

/// Resets the peak to the current usage, and returns that usage in bytes.
pub(crate) fn reset_peak() -> usize {
    // SAFETY: there are no threads, and the allocator is not reentrant.
    let lists = unsafe { &mut *HEAP.0.get() };
    lists.peak = lists.live;
    lists.live + memory_of_others(lists)
}

/// Returns the size class and block size for a layout, or `None` if it cannot be allocated.
fn size_class(layout: Layout) -> Option<(usize, usize)> {
    // Blocks of size zero must have an address as well.
    let size = layout.size().max(1);
    if size <= SMALL_MAX && layout.align() <= STEP {
        let class = (size - 1) / STEP;
        return Some((class, (class + 1) * STEP));
    }
    if layout.align() > LARGE_ALIGN {
        return None;
    }
    let size = size.max(layout.align()).checked_next_power_of_two()?;
    Some((SMALL + size.trailing_zeros() as usize, size))
}

impl FreeLists {
    fn add_live_bytes(&mut self, bytes: usize) {
        self.live += bytes;
        self.peak = self.peak.max(self.live);
    }

    /// Cuts a block from the unused memory. Returns null if the memory cannot grow.
    fn carve(&mut self, class: usize, size: usize) -> *mut u8 {
        let align = if class < SMALL { STEP } else { size.min(LARGE_ALIGN) };
        let start = self.top.next_multiple_of(align);
        match start.checked_add(size) {
            Some(end) if end <= self.end => {
                self.top = end;
                start as *mut u8
            }
            _ => self.grow(size),
        }
    }

    /// Grows the memory, and returns a block at the start of the new pages. Discards the remainder of the old pages,
    /// which is less than `size` bytes.
    #[cold]
    fn grow(&mut self, size: usize) -> *mut u8 {
        let pages = size.div_ceil(PAGE).max(GROWTH);
        let before = std::arch::wasm32::memory_grow(0, pages);
        if before == usize::MAX {
            return ptr::null_mut();
        }
        self.pages += pages;
        let start = before * PAGE;
        self.top = start + size;
        // At the end of the address space, the sum saturates, and the last block stays unused.
        self.end = start.saturating_add(pages * PAGE);
        start as *mut u8
    }
}

// SAFETY: blocks are at least as large and aligned as their layouts require, and blocks in use do not overlap. The
// class depends only on the layout, so a freed block returns to the same list.
unsafe impl GlobalAlloc for GuestHeap {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let Some((class, size)) = size_class(layout) else { return ptr::null_mut() };
        // SAFETY: there are no threads, and the allocator is not reentrant.
        let lists = unsafe { &mut *self.0.get() };
        lists.add_live_bytes(layout.size());
        let block = lists.free[class];
        if block.is_null() {
            return lists.carve(class, size);
        }
        // SAFETY: a free block begins with a pointer to the next free block.
        lists.free[class] = unsafe { block.cast::<*mut u8>().read() };
        block
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        // Such a block was never allocated.
        let Some((class, _)) = size_class(layout) else { return };
        // SAFETY: there are no threads, and the allocator is not reentrant.
        let lists = unsafe { &mut *self.0.get() };
        lists.live -= layout.size();
        // SAFETY: the block is no longer in use and has room for an address.
        unsafe { block.cast::<*mut u8>().write(lists.free[class]) };
        lists.free[class] = block;
    }

    unsafe fn realloc(&self, block: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        let Ok(new) = Layout::from_size_align(size, layout.align()) else {
            return ptr::null_mut();
        };
        if size_class(layout) == size_class(new) {
            // SAFETY: there are no threads, and the allocator is not reentrant.
            let lists = unsafe { &mut *self.0.get() };
            lists.live -= layout.size();
            lists.add_live_bytes(size);
            return block;
        }
        // SAFETY: the caller upholds the contracts of `alloc` and `dealloc`.
        unsafe {
            let fresh = self.alloc(new);
            if !fresh.is_null() {
                ptr::copy_nonoverlapping(block, fresh, layout.size().min(size));
                self.dealloc(block, layout);
            }
            fresh
        }
    }
}
