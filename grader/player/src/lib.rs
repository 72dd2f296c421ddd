//! The page of `grader play`.

/// The engine, compiled to WebAssembly.
pub const ENGINE: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/engine.wasm"));
