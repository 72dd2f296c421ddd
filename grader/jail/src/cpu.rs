//! The processor time of children.

use std::sync::OnceLock;
use std::time::Duration;

/// The processor time that all children of this process may use together.
static ALLOWANCE: OnceLock<Duration> = OnceLock::new();

/// Bounds the processor time that all children of this process may use together, those that have
/// ended included. It is a limit that the process sets for itself, once; a second call changes
/// nothing.
pub fn allow_children(time: Duration) {
    let _ = ALLOWANCE.set(time);
}

/// The processor time that is left for children; `None` if there is no bound.
pub(crate) fn left_for_children() -> Option<Duration> {
    ALLOWANCE.get().map(|allowance| allowance.saturating_sub(children_time()))
}

/// The processor time that the children of this process have used, as far as they have ended and were
/// waited for. Zero where the system does not tell.
#[cfg(unix)]
#[expect(unsafe_code, reason = "rustix does not have this call")]
pub fn children_time() -> Duration {
    let mut usage = std::mem::MaybeUninit::<libc::rusage>::uninit();
    // SAFETY: the pointer is to memory of the right size, which is read only if the call filled it.
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

/// The processor time that the children of this process have used: not known here.
#[cfg(not(unix))]
pub fn children_time() -> Duration {
    Duration::ZERO
}

/// The processor time that a running process has used, its threads included; `None` where the system
/// does not tell.
#[cfg(target_os = "linux")]
#[expect(unsafe_code, reason = "rustix does not have these calls")]
pub(crate) fn time_of(process: u32) -> Option<Duration> {
    let process = libc::pid_t::try_from(process).ok()?;
    let mut clock = 0;
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: both pointers are to variables of the types that the calls fill.
    let is_read = unsafe {
        libc::clock_getcpuclockid(process, &raw mut clock) == 0
            && libc::clock_gettime(clock, &raw mut time) == 0
    };
    let seconds = Duration::from_secs(u64::try_from(time.tv_sec).ok()?);
    is_read.then_some(seconds + Duration::from_nanos(u64::try_from(time.tv_nsec).ok()?))
}

/// The processor time of another process: not known here.
#[cfg(not(target_os = "linux"))]
pub(crate) fn time_of(_: u32) -> Option<Duration> {
    None
}
