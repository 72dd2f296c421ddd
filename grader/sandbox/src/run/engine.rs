//! The WebAssembly engine, set up so that a run is the same on every machine.

use base::pool;
use wasmtime::{Config, Engine, InstanceAllocationStrategy, OptLevel, Strategy, WasmFeatures};

use super::cost;

/// The version of the engine, which is pinned in the manifest of the workspace.
pub const VERSION: &str = "wasmtime 48.0.8";

/// The stack of the machine that a guest may use. It is far more than the guest's own stack in
/// linear memory (see [`crate::build`]) lets it need, so that the guest's own is what overflows,
/// at a depth that the compiled code alone decides.
const NATIVE_STACK: usize = 16 << 20;

// The grader's own calls need some of a thread's stack, too.
const _: () = assert!(NATIVE_STACK + (4 << 20) <= pool::STACK);

/// The engine.
///
/// # Errors
///
/// If this machine cannot run it, for instance because there is no code generator for it.
pub(crate) fn new_engine() -> wasmtime::Result<Engine> {
    let mut config = Config::new();
    config
        .strategy(Strategy::Cranelift)
        // Fuel does not depend on it. A submission is run once and briefly, so that optimising it
        // takes longer than it saves.
        .cranelift_opt_level(OptLevel::None)
        .cranelift_nan_canonicalization(true)
        .consume_fuel(true)
        .operator_cost(cost::table())
        // The second is unused, but has to be no less than the first.
        .max_wasm_stack(NATIVE_STACK)
        .async_stack_size(NATIVE_STACK)
        // Memory that is mapped copy-on-write skips instructions that are metered otherwise, so
        // fuel would differ between platforms.
        .memory_init_cow(false)
        .allocation_strategy(InstanceAllocationStrategy::OnDemand)
        // All that 32 bits can address, so that no access has to be checked; it is address space and
        // not memory.
        .memory_reservation(4 << 30)
        .memory_guard_size(64 << 20)
        .memory_may_move(false)
        .wasm_backtrace_max_frames(None);
    for (feature, enabled) in [
        // The features that rustc uses for this target, and nothing else.
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
