//! Descriptors that the process got from whoever started it.

use std::io;

/// The flag of `close_range` by which descriptors are closed when another program takes over.
const CLOSE_ON_EXEC: libc::c_uint = libc::CLOSE_RANGE_CLOEXEC;

/// Closes all descriptors but standard input, output and error. For a process that becomes another
/// program, that is when it does. For one that stays it is at once, before it opens any of its own.
#[expect(unsafe_code, reason = "no library that is here has this call")]
pub(crate) fn close(becomes_another: bool) -> io::Result<Result<String, String>> {
    let flags = if becomes_another { CLOSE_ON_EXEC } else { 0 };
    // SAFETY: the call touches no memory, and this program has no descriptors yet but the first three.
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
