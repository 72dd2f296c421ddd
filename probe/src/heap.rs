//! The heap inside the sandbox.
//!
//! Every submission is charged by the instruction, so memory should cost what it takes and not what
//! an all-purpose allocator takes to be frugal: a block comes from a list of its size and goes back
//! to it, in a handful of instructions. The heap grows and never shrinks, like linear memory.

#![expect(unsafe_code, reason = "an allocator deals in raw memory")]
#![expect(clippy::cast_ptr_alignment, reason = "every block is aligned to 16 bytes at least")]

use std::alloc::{GlobalAlloc, Layout};
use std::cell::UnsafeCell;
use std::ptr;

#[global_allocator]
static HEAP: Heap = Heap(UnsafeCell::new(Lists {
    free: [ptr::null_mut(); CLASSES],
    top: 0,
    end: 0,
    pages: 0,
    live: 0,
    peak: 0,
}));

/// The steps of small blocks, and how all small blocks are aligned.
const STEP: usize = 16;

/// The number of sizes of small blocks.
const SMALL: usize = 32;

/// The largest small block.
const SMALL_MAX: usize = SMALL * STEP;

/// Large blocks have sizes that are powers of two, and are aligned to their size or to this.
const LARGE_ALIGN: usize = 4096;

/// A class for each size: multiples of [`STEP`], then powers of two.
const CLASSES: usize = SMALL + 32;

/// The least number of pages by which the memory grows.
const GROWTH: usize = 16;

/// The bytes of a page of linear memory.
const PAGE: usize = 64 << 10;

struct Heap(UnsafeCell<Lists>);

// SAFETY: the target has no threads.
unsafe impl Sync for Heap {}

struct Lists {
    /// The free blocks of each class. A free block begins with the address of the next.
    free: [*mut u8; CLASSES],
    /// Memory from `top` to `end` has not been given out yet.
    top: usize,
    end: usize,
    /// The pages by which the heap has grown the memory.
    pages: usize,
    /// The bytes asked for and not given back, without what rounding adds: that is the heap's own.
    live: usize,
    /// The most there were of them since [`reset_peak`].
    peak: usize,
}

/// The bytes in use, and the most that were since the last [`reset_peak`].
///
/// Memory that was not taken by the heap is in use, too: a submission that grows the memory itself
/// keeps what it gets.
pub(crate) fn usage() -> (usize, usize) {
    // SAFETY: without threads and reentrance nobody else holds the lists.
    let lists = unsafe { &*HEAP.0.get() };
    let others = others(lists);
    (lists.live + others, lists.peak + others)
}

/// The bytes of the memory that are none of the heap's: those from the start, and those by which
/// something else has grown it.
fn others(lists: &Lists) -> usize {
    std::arch::wasm32::memory_size::<0>().saturating_sub(lists.pages).saturating_mul(PAGE)
}

/// Begins to look for the peak anew; returns the bytes in use.
pub(crate) fn reset_peak() -> usize {
    // SAFETY: as above.
    let lists = unsafe { &mut *HEAP.0.get() };
    lists.peak = lists.live;
    lists.live + others(lists)
}

/// The class of a block for this layout and its size, or `None` if there can be no such block.
fn class(layout: Layout) -> Option<(usize, usize)> {
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

impl Lists {
    /// Counts bytes that were asked for.
    fn count(&mut self, bytes: usize) {
        self.live += bytes;
        self.peak = self.peak.max(self.live);
    }

    /// A block that was never given out, or null if the memory cannot grow.
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

    /// A block from new pages. The rest of the old ones is lost; it is less than `size`.
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
        // Where memory ends with the address space, the last block is not to be had.
        self.end = start.saturating_add(pages * PAGE);
        start as *mut u8
    }
}

// SAFETY: a block given out is at least as large and as aligned as its layout asks for, lies in
// memory that no other block in use shares, and goes back to the list of the class that its layout
// gives, which is the one that it came from.
unsafe impl GlobalAlloc for Heap {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let Some((class, size)) = class(layout) else { return ptr::null_mut() };
        // SAFETY: without threads and reentrance nobody else holds the lists.
        let lists = unsafe { &mut *self.0.get() };
        lists.count(layout.size());
        let block = lists.free[class];
        if block.is_null() {
            return lists.carve(class, size);
        }
        // SAFETY: a free block begins with the address of the next.
        lists.free[class] = unsafe { block.cast::<*mut u8>().read() };
        block
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        let Some((class, _)) = class(layout) else { return };
        // SAFETY: as above.
        let lists = unsafe { &mut *self.0.get() };
        lists.live -= layout.size();
        // SAFETY: the block is no longer used and has room for an address.
        unsafe { block.cast::<*mut u8>().write(lists.free[class]) };
        lists.free[class] = block;
    }

    unsafe fn realloc(&self, block: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        let Ok(new) = Layout::from_size_align(size, layout.align()) else {
            return ptr::null_mut();
        };
        if class(layout) == class(new) {
            // SAFETY: as above.
            let lists = unsafe { &mut *self.0.get() };
            lists.live -= layout.size();
            lists.count(size);
            return block;
        }
        // SAFETY: the caller's promises are those that these three ask for.
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
