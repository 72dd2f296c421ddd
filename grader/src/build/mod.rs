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
pub(crate) mod own_tests;
mod rustc;
mod toolchain;

pub use cache::{CACHE_VARIABLE, folder as cache_folder};
pub use canary::canary;
#[cfg(unix)]
pub use child::become_limited;
pub use child::{ChildError, LIMITED};
pub use code::{COMPILE, compile as compile_module};
pub use compile::{ApiFault, ApiProblem, BuildFault, Builder, Built};
pub use diagnostics::Diagnostic;
pub use error::BuildError;
pub use libraries::Libraries;
pub(crate) use libraries::MODEL_ROOT;
pub use toolchain::{NoTarget, TARGET, Toolchain, ToolchainError};
