//! The cost table for instructions.

use grade::INSTRUCTION;
use wasmtime::{OperatorCost, VariableOperatorCost};

/// The version of this table. Grades contain it, because instruction limits depend on the table. Every change below
/// must increment it.
pub const COST_TABLE: u32 = 1;

/// [`INSTRUCTION`] as the engine's type.
#[expect(clippy::cast_possible_truncation, reason = "it is 8")]
const PRICE: u8 = INSTRUCTION as u8;

/// The price of a memory page, which must be zeroed. It equals the price of writing every 257th byte.
const PAGE: u8 = u8::MAX;

/// The fuel for a minimal call to the grader, in addition to the call instruction.
pub(crate) const HOST_CALL: u64 = 10 * INSTRUCTION;

/// The fuel for each tile that a call to the grader accesses.
pub(crate) const HOST_TILE: u64 = 4 * INSTRUCTION;

/// The base price in fuel of growing the memory, and the price of each page, as in the [table].
pub(crate) const HOST_GROW: u64 = 100 * INSTRUCTION;
pub(crate) const HOST_PAGE: u64 = PAGE as u64;

/// The fuel that each page of memory in a test program adds to the [free work](super::TestRun::free_work). It reflects
/// the time that a machine takes to provide and zero the page when it is first written, about as long as 50,000
/// instructions take. The prices for other programs cannot change, because the figures in all grades would change too.
pub(crate) const TEST_PAGE: u64 = 50_000 * INSTRUCTION;

/// The size of a memory page, in bytes.
pub(crate) const PAGE_SIZE: usize = 1 << 16;

/// The fuel for comparing a name in a call to the grader.
pub(crate) const HOST_NAME: u64 = 100 * INSTRUCTION;

/// Returns the cost table, in which every instruction that has an effect costs [`INSTRUCTION`].
///
/// The table lists every operator instead of using the engine's defaults, because those have changed between releases.
pub fn table() -> OperatorCost {
    macro_rules! fuel {
        // These operators generate no machine code.
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
            OperatorCost { $($op: fuel!($op),)* variable: bulk() }
        };
    }
    wasmtime::wasmparser::for_each_operator!(fill)
}

/// The price of each unit that an operator moves, in addition to the price of the operator itself.
fn bulk() -> VariableOperatorCost {
    let mut bulk = VariableOperatorCost::new();
    bulk.memory_copy_per_byte = 1;
    bulk.memory_fill_per_byte = 1;
    bulk.memory_init_per_byte = 1;
    bulk.memory_grow_per_page = PAGE;
    bulk.table_copy_per_element = 8;
    bulk.table_fill_per_element = 8;
    bulk.table_init_per_element = 8;
    bulk.table_grow_per_element = 8;
    bulk
}
