//! Signal settings that this process inherited when it started.

use std::io;
use std::mem::MaybeUninit;
use std::ptr;

/// Returns `true` if this process ignores a signal. By convention, a signal that is ignored at startup should stay
/// ignored, as `nohup` and the background jobs of shells expect.
///
/// # Errors
///
/// Returns an error if the signal does not exist.
#[expect(unsafe_code, reason = "no dependency provides this call")]
pub fn is_ignored(signal: i32) -> io::Result<bool> {
    let mut action = MaybeUninit::<libc::sigaction>::zeroed();
    // SAFETY: without a new action, the call changes nothing, and the pointer refers to space for the current action.
    let result = unsafe { libc::sigaction(signal, ptr::null(), action.as_mut_ptr()) };
    if result != 0 {
        return Err(io::Error::last_os_error());
    }
    // SAFETY: the system has initialized the action.
    let action = unsafe { action.assume_init() };
    Ok(action.sa_sigaction == libc::SIG_IGN)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All Rust programs ignore SIGPIPE, and no test handles SIGUSR1.
    #[test]
    fn ignored_signals_are_recognized() {
        assert!(is_ignored(libc::SIGPIPE).unwrap());
        assert!(!is_ignored(libc::SIGUSR1).unwrap());
        assert!(is_ignored(-1).is_err());
    }
}
