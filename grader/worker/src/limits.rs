//! Resource limits for workers, and minimum requirements for inherited limits.

use jail::{Limits, Memory, Shortages};

/// Address space that the engine reserves for each run: a full 32-bit memory and guard pages.
const RESERVED: u64 = (4 << 30) + (128 << 20);

/// Address space for code, libraries and mapped files.
const CODE: u64 = 1 << 30;

/// Returns the limits for a worker with `jobs` threads that runs programs with up to `memory_mib` MiB of memory.
pub(crate) fn limits(memory_mib: u32, jobs: usize) -> Limits {
    let (memory_mib, jobs) = (u64::from(memory_mib), jobs as u64);
    Limits {
        cpu: 300,
        // Each thread has a single run at a time, plus the data kept from it.
        memory: Memory::Data((1 << 30) + jobs * ((memory_mib + 128) << 20)),
        file: 256 << 20,
        descriptors: 512 + 16 * jobs,
        processes: 512 + 4 * jobs,
    }
}

/// Checks that the limits of this process, which workers inherit, allow grading with `jobs` threads and `memory_mib`
/// MiB per run. With 0 MiB, nothing is run.
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
