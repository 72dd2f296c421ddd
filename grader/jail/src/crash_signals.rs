//! Tells a program's own crash from a signal that another process sent.
//!
//! The system can report only the signal. However, a Rust program and the compiler write a message before they crash
//! for a reason of their own: a panic, a stack overflow, a refused allocation, an error in LLVM. A process that gets
//! `SIGABRT` from outside does not write a message. For `SIGSEGV`, the compiler writes a backtrace in both cases, but
//! mentions a stack overflow only for its own crash. A crash for any other reason, such as a bug in LLVM, looks like a
//! foreign signal and is then a grader error, which costs a student nothing.

use std::process::ExitStatus;
use std::time::Duration;

/// How the compiler begins the message for any signal that it handles.
const INTERRUPTED: &str = "interrupted by SIG";

const OVERFLOWED: &str = "overflowed its stack";

/// Returns `true` if the standard error of a killed process explains the crash. Lines of JSON are the compiler's
/// messages about the code, and are ignored.
pub fn explains_crash(stderr: &str) -> bool {
    let mut words = stderr.lines().filter(|line| !line.trim().is_empty() && !line.starts_with('{'));
    words.next().is_some() && (!stderr.contains(INTERRUPTED) || stderr.contains(OVERFLOWED))
}

/// Returns the signal that ended a process, unless the process itself caused it. `spent` is the processor time, `limit`
/// is when the system sends `SIGXCPU`, and `words` is standard error.
#[cfg(unix)]
pub(crate) fn signal_from_others(
    status: ExitStatus,
    spent: Duration,
    limit: Duration,
    words: &str,
) -> Option<i32> {
    use std::os::unix::process::ExitStatusExt;
    let is_premature_time_signal = |signal| is_out_of_time(signal) && spent + SLACK < limit;
    let is_unexplained = |signal| is_crash(signal) && !explains_crash(words);
    let is_foreign = |signal| {
        !is_own_signal(signal) || is_premature_time_signal(signal) || is_unexplained(signal)
    };
    status.signal().filter(|signal| is_foreign(*signal))
}

#[cfg(not(unix))]
pub(crate) fn signal_from_others(_: ExitStatus, _: Duration, _: Duration, _: &str) -> Option<i32> {
    None
}

/// A process may reach the limit this much earlier than the measured processor time suggests.
/// The system counts clock ticks for this limit, which is less exact than the time that it reports afterward.
#[cfg(unix)]
const SLACK: Duration = Duration::from_secs(2);

/// Returns `true` for the signal at the limit on processor time.
#[cfg(unix)]
pub fn is_out_of_time(signal: i32) -> bool {
    signal == rustix::process::Signal::XCPU.as_raw()
}

/// Always returns `false`, because this system has no signals.
#[cfg(not(unix))]
pub fn is_out_of_time(_: i32) -> bool {
    false
}

/// Returns `true` for the signal at the limit on the size of a file.
#[cfg(unix)]
pub fn is_file_too_large(signal: i32) -> bool {
    signal == rustix::process::Signal::XFSZ.as_raw()
}

/// Always returns `false`, because this system has no signals.
#[cfg(not(unix))]
pub fn is_file_too_large(_: i32) -> bool {
    false
}

/// Returns `true` if a process that ends with this signal has crashed. Other signals may be due to a limit, or come
/// from another process.
#[cfg(unix)]
pub fn is_crash(signal: i32) -> bool {
    is_own_signal(signal) && !is_out_of_time(signal) && !is_file_too_large(signal)
}

/// Always returns `false`, because this system has no signals.
#[cfg(not(unix))]
pub fn is_crash(_: i32) -> bool {
    false
}

/// Returns `true` if a process can cause this signal itself, by crashing or by exceeding a limit. Other signals come
/// from other processes, or from a full disk under a memory-mapped file.
#[cfg(unix)]
pub fn is_own_signal(signal: i32) -> bool {
    use rustix::process::Signal;

    let own = [
        Signal::ILL,
        Signal::TRAP,
        Signal::ABORT,
        Signal::FPE,
        Signal::SEGV,
        Signal::XCPU,
        Signal::XFSZ,
    ];
    // macOS sends this signal on stack overflow.
    let stack = (!cfg!(target_os = "linux")).then_some(Signal::BUS);
    own.into_iter().chain(stack).any(|own| own.as_raw() == signal)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn own_crashes_are_recognized_by_their_output() {
        for own in [
            "\nthread 'main' (7) has overflowed its stack\nfatal runtime error: stack overflow, aborting\n",
            "memory allocation of 4096 bytes failed\n",
            "{\"$message_type\":\"diagnostic\"}\nLLVM ERROR: out of memory\n",
            "error: rustc interrupted by SIGSEGV, printing backtrace\n\n/lib/librustc_driver.so(+0x1) [0x2]\n\n\
             note: rustc unexpectedly overflowed its stack! this is a bug\n",
        ] {
            assert!(explains_crash(own), "{own}");
        }
        for foreign in [
            "",
            "\n",
            "{\"$message_type\":\"diagnostic\"}\n",
            "error: rustc interrupted by SIGSEGV, printing backtrace\n\n/lib/libc.so.6(+0x1) [0x2]\n\n\
             note: we would appreciate a report at https://github.com/rust-lang/rust\n",
        ] {
            assert!(!explains_crash(foreign), "{foreign}");
        }
    }
}
