//! Measures the processor time of child processes.

use std::sync::OnceLock;
use std::time::Duration;

/// The total processor time for all children.
static ALLOWANCE: OnceLock<Duration> = OnceLock::new();

/// Limits the total processor time of all children of this process, including those that have already ended. This can
/// be set only once, and later calls have no effect.
pub fn allow_children(time: Duration) {
    let _ = ALLOWANCE.set(time);
}

/// Returns the remaining processor time for children, or `None` if there is no limit.
pub(crate) fn left_for_children() -> Option<Duration> {
    ALLOWANCE.get().map(|allowance| allowance.saturating_sub(children_time()))
}

/// Returns the processor time of all children that have ended and were waited for. If the system cannot report this,
/// the result is zero.
#[cfg(unix)]
#[expect(unsafe_code, reason = "rustix does not have this call")]
pub fn children_time() -> Duration {
    let mut usage = std::mem::MaybeUninit::<libc::rusage>::uninit();
    // SAFETY: the pointer refers to memory of the right size. We read it only if the call has filled it.
    let usage = unsafe {
        if libc::getrusage(libc::RUSAGE_CHILDREN, usage.as_mut_ptr()) != 0 {
            return Duration::ZERO;
        }
        usage.assume_init()
    };
    duration(usage.ru_utime) + duration(usage.ru_stime)
}

#[cfg(unix)]
fn duration(time: libc::timeval) -> Duration {
    let seconds = u64::try_from(time.tv_sec).unwrap_or(0);
    Duration::from_secs(seconds) + Duration::from_micros(u64::try_from(time.tv_usec).unwrap_or(0))
}

/// Returns zero, because this system cannot report the processor time.
#[cfg(not(unix))]
pub fn children_time() -> Duration {
    Duration::ZERO
}

/// Returns the processor time of a running process, including all threads. If the system cannot report this, returns
/// `None`.
#[cfg(target_os = "linux")]
#[expect(unsafe_code, reason = "rustix does not have these calls")]
pub fn time_of(process: u32) -> Option<Duration> {
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
pub fn time_of(_: u32) -> Option<Duration> {
    None
}
