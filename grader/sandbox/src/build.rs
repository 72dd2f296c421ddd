//! Compiles submissions to WebAssembly with the installed compiler.

mod cache;
mod canary;
mod code;
mod comments;
mod compile;
mod compiled_model;
mod compiler_sandbox;
mod diagnostics;
mod error;
mod glue;
mod libraries;
pub mod own_tests;
mod prebuilt;
mod programs;
mod rustc;
mod site;
mod toolchain;
mod workshop;

pub use cache::{CACHE_VARIABLE, cache_folder, ensure_sealed_folder as fill_cache};
pub use canary::LEAST_ROOM;
pub use code::compile_tests_to_machine_code as machine_code_of_tests;
pub(crate) use code::growth::GROW;
pub use code::{COMPILE, CompileError, compile as compile_module};
pub use compile::{BoardBuild, Builder};
pub use compiled_model::{CompiledModel, CompiledModelError};
pub use diagnostics::{Diagnostic, ErrorKind};
pub use error::{BuildError, FEWER_JOBS, is_out_of_processes};
pub use libraries::Libraries;
pub use prebuilt::{Prebuilt, PrebuiltError};
pub use programs::{ApiFault, ApiProblem, BuildFault, BuiltSubmission, Programs};
pub use toolchain::{NoTarget, Toolchain, ToolchainError, install_own_version, own_libraries};
pub use workshop::Workshop;
