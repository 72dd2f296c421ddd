//! Configures the WebAssembly engine for deterministic runs.

use std::num::NonZeroUsize;

use base::pool;
use wasmtime::{
    Config, Engine, InstanceAllocationStrategy, OptLevel, Strategy, WasmBacktraceDetails,
    WasmFeatures,
};

use super::{call_stack, cost};

/// The engine version, pinned in the workspace manifest.
pub const VERSION: &str = "wasmtime 48.0.8";

/// The size of the native stack for guests, in bytes. It needs to be so large that the guest's own stack, which is in
/// linear memory (see [`crate::build`]), overflows first, at a depth that depends only on the compiled code.
/// It is sixteen times the guest's stack, as unoptimized machine code also keeps locals here that are not in linear
/// memory.
const NATIVE_STACK: usize = 16 << 20;

// The grader's functions also need some stack.
const _: () = assert!(NATIVE_STACK + (4 << 20) <= pool::STACK);

/// Creates the engine. Fails if this machine cannot run it, for example because there is no code generator.
pub(crate) fn new_engine() -> wasmtime::Result<Engine> {
    let mut config = Config::new();
    config
        .strategy(Strategy::Cranelift)
        // This does not affect fuel. Submissions run so briefly that optimizing them would take longer than it saves.
        .cranelift_opt_level(OptLevel::None)
        // Processors disagree about the bits of a NaN, and a program can print them.
        .cranelift_nan_canonicalization(true)
        .consume_fuel(true)
        .operator_cost(cost::operator_costs())
        // This setting is not used, but must be at least the stack size.
        .max_wasm_stack(NATIVE_STACK)
        .async_stack_size(NATIVE_STACK)
        // With copy-on-write memory, some instructions would not be metered, so fuel would depend on the platform.
        .memory_init_cow(false)
        .allocation_strategy(InstanceAllocationStrategy::OnDemand)
        // Reserve the complete 32-bit address space, to avoid bounds checks. This does not reserve memory.
        .memory_reservation(4 << 30)
        // An access with a constant offset below this needs no bounds check either. This also reserves no memory.
        .memory_guard_size(64 << 20)
        // With all addresses reserved, memory never needs to move to grow.
        .memory_may_move(false)
        .wasm_backtrace_max_frames(NonZeroUsize::new(call_stack::FRAMES))
        .wasm_backtrace_details(WasmBacktraceDetails::Disable);
    for (feature, enabled) in [
        // Enable only the features that rustc uses for this target.
        (WasmFeatures::MUTABLE_GLOBAL, true),
        (WasmFeatures::SATURATING_FLOAT_TO_INT, true),
        (WasmFeatures::SIGN_EXTENSION, true),
        (WasmFeatures::BULK_MEMORY, true),
        (WasmFeatures::MULTI_VALUE, true),
        (WasmFeatures::REFERENCE_TYPES, true),
        (WasmFeatures::SIMD, false),
        (WasmFeatures::RELAXED_SIMD, false),
        (WasmFeatures::TAIL_CALL, false),
        (WasmFeatures::MULTI_MEMORY, false),
        (WasmFeatures::MEMORY64, false),
        (WasmFeatures::EXTENDED_CONST, false),
    ] {
        config.wasm_features(feature, enabled);
    }
    Engine::new(&config)
}
