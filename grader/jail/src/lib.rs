//! Runs child processes in a process sandbox.
//!
//! We read, compile and run untrusted code in processes that can access almost nothing. A [`ProcessSandbox`] specifies
//! what they can access: paths to read, programs to execute, folders to write, and [`Limits`] on time, memory, files
//! and processes. [`ProcessSandbox::enter`] sets up the process sandbox permanently around the current process. To
//! start another program behind a sandbox, use [`child::run`].
//!
//! A process sandbox consists of [`Layer`]s. Not all systems support all layers. [`Standing`] reports which of them
//! were actually raised.

pub mod child;
mod cpu;
#[cfg(target_os = "linux")]
mod groups;
mod inherited;
pub mod killed;
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
pub mod trial;

pub use child::{ChildError, Finished};
pub use cpu::{allow_children, children_time, process_time, thread_time, time_of};
pub use inherited::{Needs, Shortage, Shortages, group_memory};
pub use layer::{Layer, Layers, Standing};
pub use limits::{Limits, Memory};
pub use own_program::own_program;
pub use patience::{Patience, Spent};
pub use process_sandbox::{ProcessSandbox, ProcessSandboxError};
#[cfg(unix)]
pub use signals::is_ignored;
