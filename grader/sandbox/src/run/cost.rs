//! The price of an instruction.

use grade::INSTRUCTION;
use wasmtime::{OperatorCost, VariableOperatorCost};

/// The number of this table. A grade names it, because a limit in instructions means nothing
/// without it; it grows with every change below.
pub const COST_TABLE: u32 = 1;

/// [`INSTRUCTION`] in the type that the engine wants.
#[expect(clippy::cast_possible_truncation, reason = "it is 8")]
const PRICE: u8 = INSTRUCTION as u8;

/// The price of a page of memory. It has to be zeroed: the price is what one byte in 257 of it would
/// cost.
const PAGE: u8 = u8::MAX;

/// The fuel of a call to the grader that does next to nothing, beyond that of the call itself.
pub(crate) const HOST_CALL: u64 = 10 * INSTRUCTION;

/// The fuel of touching one tile in a call to the grader.
pub(crate) const HOST_TILE: u64 = 4 * INSTRUCTION;

/// The fuel of growing the memory, beyond that of its pages, and of each page, as in the [table].
pub(crate) const HOST_GROW: u64 = 100 * INSTRUCTION;
pub(crate) const HOST_PAGE: u64 = PAGE as u64;

/// The fuel of looking for one name in a call to the grader.
pub(crate) const HOST_NAME: u64 = 100 * INSTRUCTION;

/// The cost table: every instruction that does something costs [`INSTRUCTION`].
///
/// The table is spelled out, operator by operator, by the engine's own list of them, and not taken
/// from the engine's defaults, which have changed from one release to the next.
pub fn table() -> OperatorCost {
    macro_rules! fuel {
        // These make no machine code.
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

/// The price of each unit that an operator moves, beyond that of the operator.
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
