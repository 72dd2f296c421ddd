//! The cost table for instructions.

use grade::INSTRUCTION;
use wasmtime::{OperatorCost, VariableOperatorCost};

/// The version of the cost table, which must be incremented with every change below. Grades contain it, because
/// instruction limits depend on the table.
pub const COST_TABLE: u32 = 1;

/// [`INSTRUCTION`], in the type that the engine uses.
#[expect(clippy::cast_possible_truncation, reason = "it is 8")]
const PRICE: u8 = INSTRUCTION as u8;

/// The price of a page of memory, which must be zeroed: the same as for writing every 257th byte.
const PAGE: u8 = u8::MAX;

/// The fuel for a minimal call to the grader, in addition to the call instruction.
/// A call leaves the compiled code, and the function checks its arguments: more work than one instruction. Without a
/// price, it would be the cheapest way to keep the machine busy. The price is also low enough that a correct search
/// pays mostly for its own instructions.
pub(crate) const HOST_CALL: u64 = 10 * INSTRUCTION;

/// The fuel for each tile that a call to the grader accesses.
/// It is about what the guest would pay to load, check, compare and store a tile of its own, so moving this work to the
/// grader neither saves nor costs much.
pub(crate) const HOST_TILE: u64 = 4 * INSTRUCTION;

/// The base price of growing the memory and the price of each page, in fuel, as in the [table](operator_costs).
/// Even growing by zero pages takes as long as twenty instructions (see `build/code/growth.rs`), and a real request can
/// take longer. Allocators rarely make one.
pub(crate) const HOST_GROW: u64 = 100 * INSTRUCTION;
pub(crate) const HOST_PAGE: u64 = PAGE as u64;

/// The fuel that each page of a test program's memory adds to the [free work](super::TestRun::free_work). When a page
/// is first written, the machine must provide and zero it, which takes about as long as 50,000 instructions. We cannot
/// raise the price for other programs in the same way, because this would change the figures in all grades.
pub(crate) const TEST_PAGE: u64 = 50_000 * INSTRUCTION;

// WebAssembly defines this size.
pub(crate) const PAGE_SIZE: usize = 1 << 16;

/// The fuel for each name that a call to the grader compares.
/// Names of files have some dozen bytes, so this pays for comparing each byte once.
pub(crate) const HOST_NAME: u64 = 100 * INSTRUCTION;

/// Returns the cost table, in which every instruction with an effect costs [`INSTRUCTION`].
///
/// The table lists every operator instead of using the engine's defaults, which have changed between releases.
pub fn operator_costs() -> OperatorCost {
    macro_rules! fuel {
        // These operators do not generate machine code.
        (Nop) => {
            0
        };
        (Drop) => {
            0
        };
        (Block) => {
            0
        };
        (Loop) => {
            0
        };
        (Else) => {
            0
        };
        (End) => {
            0
        };
        (Return) => {
            0
        };
        (Unreachable) => {
            0
        };
        ($operator:ident) => {
            PRICE
        };
    }
    macro_rules! fill {
        ($(@$proposal:ident $op:ident $({ $($arg:ident: $ty:ty),* })? => $visit:ident ($($ann:tt)*))*) => {
            OperatorCost { $($op: fuel!($op),)* variable: bulk_costs() }
        };
    }
    wasmtime::wasmparser::for_each_operator!(fill)
}

/// The price of each unit that a bulk operator moves, besides the price of the operator.
fn bulk_costs() -> VariableOperatorCost {
    let mut bulk = VariableOperatorCost::new();
    bulk.memory_copy_per_byte = 1;
    bulk.memory_fill_per_byte = 1;
    bulk.memory_init_per_byte = 1;
    bulk.memory_grow_per_page = PAGE;
    // An element of a table is a reference, which has eight bytes.
    bulk.table_copy_per_element = 8;
    bulk.table_fill_per_element = 8;
    bulk.table_init_per_element = 8;
    bulk.table_grow_per_element = 8;
    bulk
}
