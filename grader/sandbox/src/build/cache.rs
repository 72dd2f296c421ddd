//! The folder in which the grader keeps what is worth keeping from one grading to the next.

use std::io;
use std::path::{Path, PathBuf};

/// The environment variable that names the folder.
pub const CACHE_VARIABLE: &str = "GRADER_CACHE_DIR";

/// The folder: `$GRADER_CACHE_DIR`, or `grader` in the user's folder for caches, or in the folder
/// for temporary files where there is no such.
///
/// It holds compiled code that is run with the user's rights, so on Unix only the user can enter.
///
/// # Errors
///
/// If it cannot be made; the error comes with the folder.
pub fn folder() -> Result<PathBuf, (PathBuf, io::Error)> {
    let variable =
        |name| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let folder = variable(CACHE_VARIABLE)
        .or_else(|| variable("XDG_CACHE_HOME").map(|caches| caches.join("grader")))
        .or_else(|| variable("HOME").map(|home| home.join(".cache").join("grader")))
        .or_else(|| variable("LOCALAPPDATA").map(|caches| caches.join("grader").join("cache")))
        .unwrap_or_else(|| std::env::temp_dir().join("grader-cache"));
    let made = make_private(&folder).and_then(|()| std::path::absolute(&folder));
    made.map_err(|error| (folder, error))
}

#[cfg(unix)]
fn make_private(folder: &Path) -> io::Result<()> {
    use std::os::unix::fs::DirBuilderExt;
    std::fs::DirBuilder::new().recursive(true).mode(0o700).create(folder)
}

#[cfg(not(unix))]
fn make_private(folder: &Path) -> io::Result<()> {
    std::fs::create_dir_all(folder)
}

/// The folder `name` in `cache`, filled by `fill` if it is not there yet.
///
/// It is filled beside its place and then moved there, so that it is there whole or not at all,
/// even if several graders do the same at once.
///
/// # Errors
///
/// If `fill` fails, or a folder cannot be made.
pub(super) fn filled<E: From<io::Error>>(
    cache: &Path,
    name: &str,
    fill: impl FnOnce(&Path) -> Result<(), E>,
) -> Result<PathBuf, E> {
    let place = cache.join(name);
    if place.is_dir() {
        return Ok(place);
    }
    let fresh = tempfile::Builder::new().prefix(".new-").tempdir_in(cache)?;
    fill(fresh.path())?;
    let fresh = fresh.keep();
    match std::fs::rename(&fresh, &place) {
        Ok(()) => Ok(place),
        Err(error) => {
            // Another grader was faster: what it has put there is the same.
            let _ = std::fs::remove_dir_all(&fresh);
            if place.is_dir() { Ok(place) } else { Err(error.into()) }
        }
    }
}
