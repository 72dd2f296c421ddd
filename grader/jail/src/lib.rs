//! Runs child processes in a process sandbox.
//!
//! We read, compile and run untrusted code in processes that can access almost nothing. A [`ProcessSandbox`] specifies
//! the paths to read, the programs to execute, the folders to write, and the [`ProcessLimits`] on time, memory, files and
//! processes. [`ProcessSandbox::enter`] puts the current process into the sandbox permanently. To run another program
//! in a process sandbox, use [`child::run_child`].
//!
//! A process sandbox consists of [`SandboxLayer`]s. Not all systems support all layers, so [`StandingLayers`] reports which layers
//! were raised.

pub mod child;
mod cpu;
pub mod crash_signals;
pub mod escape;
#[cfg(target_os = "linux")]
mod groups;
pub mod host;
mod inherited_limits;
mod layer;
mod limits;
#[cfg(target_os = "linux")]
mod linux;
mod own_program;
mod patience;
mod process_sandbox;
#[cfg(unix)]
mod signals;
#[cfg(target_os = "linux")]
mod system;

pub use child::{ChildError, FinishedChild};
pub use cpu::{
    Account, allow_children, children_time, process_time, process_time_of, thread_time,
    time_for_tests,
};
pub use inherited_limits::{Needs, ResourceShortage, Shortages, group_memory};
pub use layer::{SandboxLayer, SandboxLayers, StandingLayers};
pub use limits::{MemoryLimit, ProcessLimits};
pub use own_program::own_program;
pub use patience::{Patience, StopReason};
pub use process_sandbox::{ProcessSandbox, ProcessSandboxError};
#[cfg(unix)]
pub use signals::is_ignored;
