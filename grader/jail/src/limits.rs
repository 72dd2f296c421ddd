//! Resource limits that the operating system enforces.

use serde::{Deserialize, Serialize};

/// The resource limits of a process sandbox.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProcessLimits {
    /// The maximum processor time in seconds.
    pub cpu: u64,
    /// The maximum memory.
    pub memory: MemoryLimit,
    /// The maximum size of a file that the process writes, in bytes.
    pub file: u64,
    /// The maximum number of open file descriptors.
    pub descriptors: u64,
    /// The maximum number of processes and threads. This limit needs a separate user namespace, because the user's
    /// other processes would count otherwise.
    pub processes: u64,
}

/// A memory limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum MemoryLimit {
    /// The maximum address space in bytes, whether or not it is used.
    AddressSpace(u64),
    /// The maximum writable memory in bytes, for processes that reserve much more address space than they use.
    Data(u64),
}

#[cfg(unix)]
pub(crate) fn set_limits(limits: ProcessLimits, with_processes: bool) -> std::io::Result<()> {
    use rustix::process::Resource;

    let memory = match limits.memory {
        MemoryLimit::AddressSpace(bytes) => (Resource::As, bytes),
        MemoryLimit::Data(bytes) => (Resource::Data, bytes),
    };
    // Core dumps would fill the disk, and contain the hidden puzzles.
    let nothing = (Resource::Core, 0);
    let file = (Resource::Fsize, limits.file);
    let descriptors = (Resource::Nofile, limits.descriptors);
    for (resource, limit) in [(Resource::Cpu, limits.cpu), memory, file, descriptors, nothing] {
        set_one(resource, limit)?;
    }
    if with_processes { set_one(Resource::Nproc, limits.processes) } else { Ok(()) }
}

/// Sets a limit. If the current limit is lower, it stays, except for the number of open files: shells set a low default
/// and expect programs to raise it.
#[cfg(unix)]
fn set_one(resource: rustix::process::Resource, limit: u64) -> std::io::Result<()> {
    use rustix::io::Errno;
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

    let there = getrlimit(resource);
    let lower = |other: Option<u64>, limit: u64| other.map_or(limit, |other| other.min(limit));
    // At the soft limit, the system sends a signal that identifies the cause. At the hard limit, it would kill the
    // process.
    let slack = if resource == Resource::Cpu { 10 } else { 0 };
    let maximum = lower(there.maximum, limit.saturating_add(slack));
    let current =
        if resource == Resource::Nofile { limit.min(maximum) } else { lower(there.current, limit) };
    match setrlimit(resource, Rlimit { current: Some(current), maximum: Some(maximum) }) {
        // Some systems define limits that cannot be set.
        Ok(()) | Err(Errno::INVAL) => Ok(()),
        Err(error) => Err(error.into()),
    }
}
