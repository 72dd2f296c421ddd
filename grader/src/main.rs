//! Runs the command line of the grader, which is implemented in the library.

use std::process::ExitCode;

// Replaces musl's `memcpy` and `memmove`.
#[cfg(target_env = "musl")]
use copy as _;

/// Replaces musl's allocator. It has a global lock, and grading with it takes a fifth longer.
#[cfg(target_env = "musl")]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    grader::cli::main()
}
