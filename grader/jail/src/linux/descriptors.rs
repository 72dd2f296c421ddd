//! Descriptors that the process got from whoever started it.

use std::io;

/// The flag of `close_range` by which descriptors are closed when another program takes over.
const CLOSE_ON_EXEC: libc::c_uint = libc::CLOSE_RANGE_CLOEXEC;

/// Closes all descriptors but standard input, output and error: at once where that is safe, because
/// this program has opened none yet, or else when another program takes over.
#[expect(unsafe_code, reason = "no library that is here has this call")]
pub(crate) fn close() -> io::Result<Result<String, String>> {
    // SAFETY: the call changes a flag of descriptors. It touches no memory and closes none that this
    // program uses.
    let result =
        unsafe { libc::syscall(libc::SYS_close_range, 3, libc::c_uint::MAX, CLOSE_ON_EXEC) };
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
