//! Closes the file descriptors that this process inherited.

use std::io;

/// Closes the descriptors when the process executes another program.
const CLOSE_ON_EXEC: libc::c_uint = libc::CLOSE_RANGE_CLOEXEC;

/// Closes all descriptors except standard input, output and error. If the process will execute another program, this
/// happens at that time. Otherwise, it happens immediately, so the process must not have opened any descriptors yet.
#[expect(unsafe_code, reason = "no dependency provides this call")]
pub(crate) fn close_inherited(becomes_another: bool) -> io::Result<Result<String, String>> {
    let flags = if becomes_another { CLOSE_ON_EXEC } else { 0 };
    // SAFETY: the call does not access memory, and this program has not opened any descriptors yet.
    let result = unsafe { libc::syscall(libc::SYS_close_range, 3, libc::c_uint::MAX, flags) };
    if result == 0 {
        return Ok(Ok("close_range".to_owned()));
    }
    match io::Error::last_os_error() {
        error if error.raw_os_error() == Some(libc::ENOSYS) => {
            Ok(Err("the kernel is older than 5.11".to_owned()))
        }
        error => Err(error),
    }
}
