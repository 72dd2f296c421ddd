//! The path of the current executable.

use std::io;
use std::path::PathBuf;
use std::sync::OnceLock;

static PROGRAM: OnceLock<PathBuf> = OnceLock::new();

/// Returns the path of the current executable. The path is looked up only once, because this may be impossible inside a
/// process sandbox. To look it up in time, [`ProcessSandbox::enter`](crate::ProcessSandbox::enter) calls this function
/// first.
///
/// # Errors
///
/// Returns an error if the system cannot report the path.
pub fn own_program() -> io::Result<PathBuf> {
    if let Some(program) = PROGRAM.get() {
        return Ok(program.clone());
    }
    let program = std::env::current_exe()?;
    Ok(PROGRAM.get_or_init(|| program).clone())
}
