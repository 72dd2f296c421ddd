//! Signals that a process was started with.

use std::io;
use std::mem::MaybeUninit;
use std::ptr;

/// Whether this process ignores a signal. By convention a signal that is ignored at the start stays
/// ignored: `nohup` and shells that start a program in the background rely on it.
///
/// # Errors
///
/// If there is no such signal.
#[expect(unsafe_code, reason = "no library that is here has this call")]
pub fn is_ignored(signal: i32) -> io::Result<bool> {
    let mut action = MaybeUninit::<libc::sigaction>::zeroed();
    // SAFETY: without a new action nothing changes, and there is room for the one that is set.
    let result = unsafe { libc::sigaction(signal, ptr::null(), action.as_mut_ptr()) };
    if result != 0 {
        return Err(io::Error::last_os_error());
    }
    // SAFETY: the system has written it.
    let action = unsafe { action.assume_init() };
    Ok(action.sa_sigaction == libc::SIG_IGN)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every Rust program ignores this one, and no test handles that one.
    #[test]
    fn ignored_signals_are_told_from_others() {
        assert!(is_ignored(libc::SIGPIPE).unwrap());
        assert!(!is_ignored(libc::SIGUSR1).unwrap());
        assert!(is_ignored(-1).is_err());
    }
}
