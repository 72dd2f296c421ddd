//! Finds the system libraries, which all programs need.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};

/// The libraries on various distributions, and the library cache.
const LIBRARIES: [&str; 9] = [
    "/lib",
    "/lib64",
    "/lib32",
    "/usr/lib",
    "/usr/lib64",
    "/usr/local/lib",
    "/etc/ld.so.cache",
    "/nix/store",
    "/gnu/store",
];

/// Includes libraries from the environment.
pub(crate) fn libraries() -> Vec<PathBuf> {
    let own = env::var_os("LD_LIBRARY_PATH");
    let own: Vec<PathBuf> = own.iter().flat_map(env::split_paths).collect();
    let own = own.into_iter().filter(|path| path.is_absolute());
    LIBRARIES.map(PathBuf::from).into_iter().chain(own).collect()
}

/// Returns the dynamic loaders. They must be executable to load the libraries for other programs.
pub(crate) fn loaders() -> Vec<PathBuf> {
    let folders = ["/lib", "/lib64", "/usr/lib", "/usr/lib64"];
    let mut loaders: Vec<PathBuf> =
        folders.iter().flat_map(|it| loaders_in(Path::new(it))).collect();
    loaders.sort();
    loaders.dedup();
    loaders
}

fn loaders_in(folder: &Path) -> Vec<PathBuf> {
    let files = fs::read_dir(folder).into_iter().flatten().flatten();
    let is_loader = |file: &fs::DirEntry| {
        let name = file.file_name();
        let name = name.to_string_lossy();
        name.starts_with("ld-linux") || name.starts_with("ld-musl") || name.starts_with("ld64.so")
    };
    files.filter(is_loader).filter_map(|file| fs::canonicalize(file.path()).ok()).collect()
}
