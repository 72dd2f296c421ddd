//! The limits of a worker, and what it needs of those that it inherits.

use jail::{Limits, Memory, Shortages};

/// The address space that the engine reserves for a run: all that 32 bits can address, and guards around it.
const RESERVED: u64 = (4 << 30) + (128 << 20);

/// The address space of a process for its code, its libraries and what it maps to read.
const CODE: u64 = 1 << 30;

/// The limits of a worker that has this number of threads, and runs programs with this many MiB of memory.
pub(crate) fn limits(memory_mib: u32, jobs: usize) -> Limits {
    let (memory_mib, jobs) = (u64::from(memory_mib), jobs as u64);
    Limits {
        cpu: 300,
        // A run at a time on each thread, and what is kept of it.
        memory: Memory::Data((1 << 30) + jobs * ((memory_mib + 128) << 20)),
        file: 256 << 20,
        descriptors: 512 + 16 * jobs,
        processes: 512 + 4 * jobs,
    }
}

/// Compares the limits that this process has, and that a worker would inherit, with what grading needs on
/// this number of threads, with this many MiB of memory for each run; 0 if nothing is run.
///
/// # Errors
///
/// If a limit is too low.
pub fn check(memory_mib: u32, jobs: usize) -> Result<(), Shortages> {
    let check = |jobs: usize| {
        let limits = limits(memory_mib, jobs);
        let (Memory::Data(data) | Memory::AddressSpace(data)) = limits.memory;
        let runs = if memory_mib == 0 { 0 } else { jobs as u64 };
        limits.check_inherited(data + runs * RESERVED + CODE, 64 + 8 * jobs as u64)
    };
    check(jobs).map_err(|shortages| match check(1) {
        Ok(()) => shortages.unless_one_job(),
        Err(_) => shortages,
    })
}
