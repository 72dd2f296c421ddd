//! Compiles submissions to WebAssembly, with the compiler of this machine and nothing else.

mod cache;
mod canary;
mod child;
mod code;
mod compile;
mod diagnostics;
mod error;
mod glue;
mod libraries;
pub mod own_tests;
mod prebuilt;
mod programs;
mod rustc;
mod toolchain;
mod workshop;

pub use cache::{CACHE_VARIABLE, folder as cache_folder};
#[cfg(unix)]
pub use child::become_limited;
pub use child::{ChildError, LIMITED};
pub(crate) use code::growth::GROW;
pub use code::module as machine_code;
pub use code::{COMPILE, CompileError, compile as compile_module};
pub use compile::Builder;
pub use diagnostics::{Diagnostic, ErrorKind};
pub use error::BuildError;
pub use libraries::Libraries;
pub use prebuilt::{Prebuilt, PrebuiltError};
pub use programs::{ApiFault, ApiProblem, BuildFault, Built, Programs};
pub use toolchain::{NoTarget, Toolchain, ToolchainError};
pub use workshop::Workshop;
