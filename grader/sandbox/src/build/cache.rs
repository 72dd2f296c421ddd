//! The cache folder.

mod sealed;

use std::io;
use std::path::{Path, PathBuf};

use base::trust;

/// The environment variable for the cache folder.
pub const CACHE_VARIABLE: &str = "GRADER_CACHE_DIR";

/// Returns the cache folder: `$GRADER_CACHE_DIR` if it is set, or else a folder `grader` in the user's cache folder, or
/// in the temporary folder if the user has none.
///
/// The folder contains compiled code that runs with the user's privileges. On Unix, it is accessible only to the user,
/// and the grader rejects a folder that others can change.
///
/// # Errors
///
/// Returns an error with the path of the folder if it cannot be created or trusted (see [`trust::Distrust::from_io_error`]).
pub fn cache_folder() -> Result<PathBuf, (PathBuf, io::Error)> {
    let variable =
        // An empty variable counts as unset, as the XDG specification says.
        |name| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let folder = variable(CACHE_VARIABLE)
        .or_else(|| variable("XDG_CACHE_HOME").map(|caches| caches.join("grader")))
        .or_else(|| variable("HOME").map(|home| home.join(".cache").join("grader")))
        .or_else(|| variable("LOCALAPPDATA").map(|caches| caches.join("grader").join("cache")))
        .unwrap_or_else(|| std::env::temp_dir().join("grader-cache"));
    let made = trust::create_private(&folder).and_then(|()| {
        let place = std::path::absolute(&folder)?;
        trust::check_trust(&place)?;
        if place.to_str().is_none() {
            let reason = "the compiler accepts only paths in UTF-8";
            return Err(io::Error::new(io::ErrorKind::InvalidInput, reason));
        }
        Ok(place)
    });
    made.map_err(|error| (folder, error))
}

/// Returns the folder `name` in `cache`. If it does not exist, creates it and fills it with `fill`, under a temporary
/// name, so that it is complete even if multiple graders create it at the same time.
pub(super) fn ensure_folder<E: From<io::Error>>(
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
            // Another grader was faster, and its folder has the same contents.
            let _ = std::fs::remove_dir_all(&fresh);
            if place.is_dir() { Ok(place) } else { Err(error.into()) }
        }
    }
}

/// Returns the folder `name` in `cache`. If it is missing, damaged or renamed, creates it, fills it with `fill`, and
/// seals it under this name.
///
/// # Errors
///
/// Returns an error if `fill` fails or a folder cannot be created.
pub fn ensure_sealed_folder<E: From<io::Error>>(
    cache: &Path,
    name: &str,
    fill: impl FnOnce(&Path) -> Result<(), E>,
) -> Result<PathBuf, E> {
    let place = cache.join(name);
    if place.is_dir() && !sealed::is_whole(&place, name) {
        // Rename the folder before removing it. Other graders must never see it partly removed.
        let aside = tempfile::Builder::new().prefix(".old-").tempdir_in(cache)?;
        let _ = std::fs::rename(&place, aside.path().join(name));
    }
    ensure_folder(cache, name, |folder| {
        fill(folder)?;
        Ok(sealed::seal_folder(folder, name)?)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn damaged_or_misplaced_entries_are_rebuilt() {
        let cache = tempfile::tempdir().unwrap();
        let fill = |name: &str| {
            let mut was_filled = false;
            let folder = ensure_sealed_folder(cache.path(), name, |folder| {
                was_filled = true;
                std::fs::write(folder.join("lib"), name)
            });
            let text = std::fs::read_to_string(folder.unwrap().join("lib")).unwrap();
            (was_filled, text)
        };
        assert_eq!(fill("a"), (true, "a".to_owned()));
        assert_eq!(fill("a"), (false, "a".to_owned()));
        std::fs::write(cache.path().join("a/lib"), "other").unwrap();
        assert_eq!(fill("a"), (true, "a".to_owned()));
        std::fs::rename(cache.path().join("a"), cache.path().join("b")).unwrap();
        assert_eq!(fill("b"), (true, "b".to_owned()));
        assert_eq!(std::fs::read_dir(cache.path()).unwrap().count(), 1, "nothing is left over");
    }
}
