//! Measures the processor time of this process and its children.

use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Duration;

static ALLOWANCE: OnceLock<Duration> = OnceLock::new();

/// The processor time of all children for [`Account::Tests`] that have been waited for.
static FOR_TESTS: Mutex<Duration> = Mutex::new(Duration::ZERO);

/// What a child works for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Account {
    /// The submission's code.
    Code,
    /// The submission's tests. They are compiled at the same time as the code, and only get the time that it leaves.
    Tests,
}

/// Limits the total processor time of all children of this process, past and future. Only the first call has an effect.
pub fn allow_children(time: Duration) {
    // A later call must not raise the limit.
    let _ = ALLOWANCE.set(time);
}

/// Returns the processor time that children on this account may still use, if it is limited.
pub(crate) fn time_left_for(account: Account) -> Option<Duration> {
    let allowance = *ALLOWANCE.get()?;
    let for_tests = lock_time_for_tests();
    Some(allowance.saturating_sub(account.time_to_count(children_time(), *for_tests)))
}

impl Account {
    /// Returns the time to count, given the total time of all children, and how much was for tests.
    fn time_to_count(self, all: Duration, for_tests: Duration) -> Duration {
        match self {
            Self::Code => all.saturating_sub(for_tests),
            Self::Tests => all,
        }
    }
}

/// Returns the processor time of all children for [`Account::Tests`] that have been waited for.
pub fn time_for_tests() -> Duration {
    *lock_time_for_tests()
}

fn lock_time_for_tests() -> MutexGuard<'static, Duration> {
    FOR_TESTS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Calls `wait`, which may wait for one child. If this child has ended, also returns its processor time. The system
/// only reports the sum over all children, so a single thread may wait at a time.
pub(crate) fn wait_and_time<T>(
    account: Option<Account>,
    wait: impl FnOnce() -> std::io::Result<Option<T>>,
) -> std::io::Result<Option<(T, Duration)>> {
    // Holding this lock keeps other threads from waiting for a child between the two readings.
    let mut for_tests = lock_time_for_tests();
    let before = children_time();
    let ended = wait()?;
    Ok(ended.map(|ended| {
        let time = children_time().saturating_sub(before);
        if account == Some(Account::Tests) {
            *for_tests += time;
        }
        (ended, time)
    }))
}

/// Returns the processor time of all children that have been waited for, or zero if the system cannot report it.
#[cfg(unix)]
pub fn children_time() -> Duration {
    processor_time_or_zero(libc::RUSAGE_CHILDREN)
}

/// Returns the processor time of this process, or zero if the system cannot report it.
#[cfg(unix)]
pub fn process_time() -> Duration {
    processor_time_or_zero(libc::RUSAGE_SELF)
}

#[cfg(unix)]
#[expect(unsafe_code, reason = "rustix does not provide this call")]
fn processor_time_or_zero(who: libc::c_int) -> Duration {
    let mut usage = std::mem::MaybeUninit::<libc::rusage>::uninit();
    // SAFETY: the pointer refers to memory of the correct size, which we read only after the call has filled it.
    let usage = unsafe {
        if libc::getrusage(who, usage.as_mut_ptr()) != 0 {
            return Duration::ZERO;
        }
        usage.assume_init()
    };
    duration_from_timeval(usage.ru_utime) + duration_from_timeval(usage.ru_stime)
}

/// Returns the processor time of this thread, or zero if the system cannot report it.
#[cfg(unix)]
#[expect(
    unsafe_code,
    reason = "rustix provides this call only with a feature that nothing else needs"
)]
pub fn thread_time() -> Duration {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: the pointer refers to a variable of the type that the call fills.
    let is_read = unsafe { libc::clock_gettime(libc::CLOCK_THREAD_CPUTIME_ID, &raw mut time) == 0 };
    if !is_read {
        return Duration::ZERO;
    }
    let (seconds, nanos) = (u64::try_from(time.tv_sec), u64::try_from(time.tv_nsec));
    Duration::from_secs(seconds.unwrap_or(0)) + Duration::from_nanos(nanos.unwrap_or(0))
}

#[cfg(unix)]
fn duration_from_timeval(time: libc::timeval) -> Duration {
    let seconds = u64::try_from(time.tv_sec).unwrap_or(0);
    Duration::from_secs(seconds) + Duration::from_micros(u64::try_from(time.tv_usec).unwrap_or(0))
}

/// Returns zero, because this system cannot report the processor time.
#[cfg(not(unix))]
pub fn children_time() -> Duration {
    Duration::ZERO
}

/// Returns zero, because this system cannot report the processor time.
#[cfg(not(unix))]
pub fn process_time() -> Duration {
    Duration::ZERO
}

/// Returns zero, because this system cannot report the processor time.
#[cfg(not(unix))]
pub fn thread_time() -> Duration {
    Duration::ZERO
}

/// Returns the processor time of a running process, if the system can report it.
#[cfg(target_os = "linux")]
#[expect(unsafe_code, reason = "rustix does not provide these calls")]
pub fn process_time_of(process: u32) -> Option<Duration> {
    let process = libc::pid_t::try_from(process).ok()?;
    let mut clock = 0;
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: both pointers refer to variables of the types that the calls fill.
    let is_read = unsafe {
        libc::clock_getcpuclockid(process, &raw mut clock) == 0
            && libc::clock_gettime(clock, &raw mut time) == 0
    };
    let seconds = Duration::from_secs(u64::try_from(time.tv_sec).ok()?);
    is_read.then_some(seconds + Duration::from_nanos(u64::try_from(time.tv_nsec).ok()?))
}

/// Returns `None`, because this system cannot report the processor time.
#[cfg(not(target_os = "linux"))]
pub fn process_time_of(_: u32) -> Option<Duration> {
    None
}

#[cfg(all(test, unix))]
mod tests {
    use std::process::Command;

    use super::*;

    #[test]
    fn tests_get_the_time_that_the_code_leaves() {
        let [all, for_tests] = [7, 5].map(Duration::from_secs);
        assert_eq!(Account::Code.time_to_count(all, for_tests), Duration::from_secs(2));
        assert_eq!(Account::Tests.time_to_count(all, for_tests), Duration::from_secs(7));
    }

    #[test]
    fn the_time_of_children_is_added_to_their_account() {
        let work = ["-c", "i=0; while [ $i -lt 100000 ]; do i=$((i + 1)); done"];
        let run = |account| {
            let mut child = Command::new("sh").args(work).spawn().unwrap();
            wait_and_time(account, || child.wait().map(Some)).unwrap().unwrap().1
        };
        let before = time_for_tests();
        let for_tests = run(Some(Account::Tests));
        assert!(for_tests > Duration::ZERO);
        run(Some(Account::Code));
        run(None);
        assert_eq!(time_for_tests().saturating_sub(before), for_tests);
    }

    #[test]
    fn thread_time_counts_toward_process_time() {
        let (thread, process) = (thread_time(), process_time());
        let mut sum = 0u64;
        while thread_time().saturating_sub(thread) < Duration::from_millis(2) {
            sum = std::hint::black_box(sum.wrapping_add(1));
        }
        assert!(process_time() > process);
        let other = std::thread::spawn(thread_time).join().unwrap();
        assert!(other < thread_time());
    }
}
