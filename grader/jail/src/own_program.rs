//! The file of the program that is running.

use std::io;
use std::path::PathBuf;
use std::sync::OnceLock;

static PROGRAM: OnceLock<PathBuf> = OnceLock::new();

/// The file of the program that is running. It is looked up once, because behind a wall there may be
/// nothing to look it up in; [`Wall::enter`](crate::Wall::enter) does so before.
///
/// # Errors
///
/// If the system does not tell.
pub fn own_program() -> io::Result<PathBuf> {
    if let Some(program) = PROGRAM.get() {
        return Ok(program.clone());
    }
    let program = std::env::current_exe()?;
    Ok(PROGRAM.get_or_init(|| program).clone())
}
