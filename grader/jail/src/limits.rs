//! Limits of a process, kept by the operating system.

use serde::{Deserialize, Serialize};

/// The limits of a process behind a wall.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Limits {
    /// The most seconds of processor time.
    pub cpu: u64,
    /// The most memory.
    pub memory: Memory,
    /// The most bytes of any file that it writes.
    pub file: u64,
    /// The most descriptors that it has open at once.
    pub descriptors: u64,
    /// The most processes and threads, together with all others in its user namespace. It holds only
    /// where the process has a user namespace of its own, because it would count other processes of
    /// the same user otherwise.
    pub processes: u64,
}

/// A bound on memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Memory {
    /// The most bytes of address space, used or not.
    AddressSpace(u64),
    /// The most bytes that may be written to, for a process that reserves far more addresses than it
    /// uses.
    Data(u64),
}

#[cfg(unix)]
pub(crate) fn set(limits: Limits, with_processes: bool) -> std::io::Result<()> {
    use rustix::process::Resource;

    let memory = match limits.memory {
        Memory::AddressSpace(bytes) => (Resource::As, bytes),
        Memory::Data(bytes) => (Resource::Data, bytes),
    };
    // A process that dies leaves nothing behind.
    let nothing = (Resource::Core, 0);
    let file = (Resource::Fsize, limits.file);
    let descriptors = (Resource::Nofile, limits.descriptors);
    for (resource, limit) in [(Resource::Cpu, limits.cpu), memory, file, descriptors, nothing] {
        set_one(resource, limit)?;
    }
    if with_processes { set_one(Resource::Nproc, limits.processes) } else { Ok(()) }
}

/// Sets a limit. One that is lower already stays, but for the number of open files: shells have a
/// low default there, and expect programs to raise it.
#[cfg(unix)]
fn set_one(resource: rustix::process::Resource, limit: u64) -> std::io::Result<()> {
    use rustix::io::Errno;
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

    let there = getrlimit(resource);
    let lower = |other: Option<u64>, limit: u64| other.map_or(limit, |other| other.min(limit));
    // Time ends with a signal that says so; beyond the harder limit the system would just kill.
    let slack = if resource == Resource::Cpu { 10 } else { 0 };
    let maximum = lower(there.maximum, limit.saturating_add(slack));
    let current =
        if resource == Resource::Nofile { limit.min(maximum) } else { lower(there.current, limit) };
    match setrlimit(resource, Rlimit { current: Some(current), maximum: Some(maximum) }) {
        // Systems know kinds of limits that they do not set.
        Ok(()) | Err(Errno::INVAL) => Ok(()),
        Err(error) => Err(error.into()),
    }
}
