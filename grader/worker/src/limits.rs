//! The resource limits of workers, and the minimum for inherited limits.

use jail::{MemoryLimit, Needs, ProcessLimits, Shortages};

/// The address space that the engine reserves for each run, in bytes: a full 32-bit memory and guard pages.
/// It omits bounds checks: an access beyond the memory hits a page that is not mapped.
const RESERVED: u64 = (4 << 30) + (128 << 20);

/// The maximum processor time of a worker in seconds, without its compilers.
/// All runs together may take 150 billion instructions (`BOARD` and `SOLVER` in `grader/grade/src/budgets.rs`), or
/// about two minutes on a typical machine. Twice as much is left for slower machines, reading and judging.
pub(crate) const PROCESSOR_TIME: u64 = 300;

/// The address space for code, libraries and mapped files, in bytes.
/// Libraries and the grader take far less, and address space is free.
const CODE: u64 = 1 << 30;

/// The memory in bytes for a thread's data and a run that is not large.
/// A small run takes up to 96 MiB (`SMALL` in `grader/sandbox/src/run/large.rs`), and its log, its words and the judge
/// need memory, too.
const THREAD: u64 = 224 << 20;

/// Returns the limits for a worker with `jobs` threads that runs programs with up to `memory_mib` MiB of memory.
pub(crate) fn limits_for_worker(memory_mib: u32, jobs: usize) -> ProcessLimits {
    let (memory_mib, jobs) = (u64::from(memory_mib), jobs as u64);
    ProcessLimits {
        cpu: PROCESSOR_TIME,
        // Each thread executes one run at a time. Only one of these runs may be large.
        // The worker itself may use a gigabyte, for the syntax trees and the machine code. A large run may use what the
        // rubric allows and some memory for its log.
        memory: MemoryLimit::Data(
            (1 << 30) + ((memory_mib + 128) << 20) + (jobs.max(1) - 1) * THREAD,
        ),
        // This must exceed the limit for a compiler's files, since children inherit it.
        file: 256 << 20,
        // Each thread may start compilers, with pipes, files and threads of their own.
        descriptors: 512 + 16 * jobs,
        // Some kernels also count the user's other processes, so the limit is much higher than what grading needs.
        processes: 512 + 4 * jobs,
    }
}

/// The memory in bytes that the grader, its worker and a typical compiler process need while a submission is compiled.
const COMPILING: u64 = 384 << 20;

/// The memory in bytes that the grader and its worker need beside the memory of the largest run. With a run of 512 MiB, we
/// measured about 10 MiB more, and 100 MiB in all for the model answer. The rest is a reserve for a longer log.
const RUNNING: u64 = 192 << 20;

/// Returns the memory in bytes for grading a submission with this number of threads, which is enough for the largest run
/// that the rubric allows, but less than a hostile submission could use.
///
/// A single thread never compiles while a program runs. With more, tests are compiled beside the largest run.
fn memory_to_grade_one(memory_mib: u32, threads: usize) -> u64 {
    let run = u64::from(memory_mib) << 20;
    match (memory_mib, threads) {
        // Without programs to run, nothing is graded.
        (0, _) => 0,
        (_, 0 | 1) => COMPILING.max(RUNNING + run),
        _ => COMPILING + run,
    }
}

/// Returns the memory in MiB that the smallest container for grading with this rubric needs.
pub fn least_memory_mib(memory_mib: u32) -> u64 {
    memory_to_grade_one(memory_mib, 1) >> 20
}

/// Returns how many threads can grade a submission in the memory that control groups allow: `threads` or one.
pub fn threads_that_fit(memory_mib: u32, threads: usize) -> usize {
    fitting_threads(jail::group_memory(), memory_mib, threads)
}

fn fitting_threads(memory: Option<u64>, memory_mib: u32, threads: usize) -> usize {
    let is_enough = memory.is_none_or(|memory| memory_to_grade_one(memory_mib, threads) <= memory);
    if is_enough { threads } else { 1 }
}

/// Returns how many submissions can be graded at once in the memory that control groups allow: at least one, and at
/// most `jobs`. If a worker is killed because it needs more memory than usual, it will be restarted when no other
/// worker is running.
pub fn jobs_that_fit(memory_mib: u32, jobs: usize) -> usize {
    fitting_jobs(jail::group_memory(), memory_mib, jobs)
}

fn fitting_jobs(memory: Option<u64>, memory_mib: u32, jobs: usize) -> usize {
    // Without programs, every job fits.
    let most = memory.map_or(u64::MAX, |memory| memory / memory_to_grade_one(memory_mib, 1).max(1));
    // Even if there is too little memory for one, try it. The check of the limits then says what is missing.
    jobs.min(usize::try_from(most).unwrap_or(usize::MAX)).max(1)
}

/// Checks that the limits of this process, which workers inherit, are high enough to grade with `jobs` threads and
/// `memory_mib` MiB per run, or 0 MiB if no programs are run.
///
/// # Errors
///
/// Fails if a limit is too low.
pub fn check_inherited_limits(memory_mib: u32, jobs: usize) -> Result<(), Shortages> {
    let check = |jobs: usize| {
        let limits = limits_for_worker(memory_mib, jobs);
        let (MemoryLimit::Data(data) | MemoryLimit::AddressSpace(data)) = limits.memory;
        let runs = if memory_mib == 0 { 0 } else { jobs as u64 };
        limits.check_inherited(Needs {
            address_space: data + runs * RESERVED + CODE,
            // Grading uses far fewer processes than the limits above allow: 64 for the main program and a worker with
            // its threads, and for each job a thread, a compiler and a linker with some threads each.
            processes: 64 + 8 * jobs as u64,
            memory: memory_to_grade_one(memory_mib, jobs),
        })
    };
    // If a single job fits, the error can suggest `--jobs 1`.
    check(jobs).map_err(|shortages| match check(1) {
        Ok(()) => shortages.unless_one_job(),
        Err(_) => shortages,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn jobs_share_the_memory_of_a_control_group() {
        let gib = |count: u64| Some(count << 30);
        assert_eq!(fitting_jobs(None, 512, 8), 8);
        assert_eq!(fitting_jobs(gib(64), 512, 8), 8);
        assert_eq!(fitting_jobs(gib(4), 512, 8), 5);
        assert_eq!(fitting_jobs(gib(4), 512, 2), 2);
        assert_eq!(fitting_jobs(gib(2), 1664, 8), 1);
        assert_eq!(fitting_jobs(Some(1 << 20), 512, 8), 1);
    }

    #[test]
    fn the_smallest_container_of_gradescope_has_enough_memory() {
        assert_eq!(fitting_jobs(Some(768 << 20), 512, 1), 1);
        assert!(memory_to_grade_one(512, 1) <= 768 << 20);
        assert_eq!(fitting_threads(Some(768 << 20), 512, 2), 1);
        assert_eq!(fitting_threads(Some(1 << 30), 512, 2), 2);
        assert_eq!(fitting_threads(None, 512, 8), 8);
        assert_eq!(memory_to_grade_one(64, 1), COMPILING);
        assert_eq!(memory_to_grade_one(0, 2), 0);
    }
}
