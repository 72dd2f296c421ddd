//! Starts trusted programs outside of process sandboxes.
//!
//! The grader may run in a student's folder. The current folder, relative entries of search paths, and most environment
//! variables must therefore not decide which program or library is loaded, or how it behaves: rustup's `rustc` obeys a
//! `rust-toolchain.toml` in the current folder and above, for example, and can be told to run any program.

use std::env;
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::process::Command;

/// The variables that some systems need to load programs. These are all that a sandboxed process gets.
const OF_LOADER: [&str; 3] = ["LD_LIBRARY_PATH", "DYLD_FALLBACK_LIBRARY_PATH", "SYSTEMROOT"];

/// Returns a search path without empty and relative entries, which depend on the current folder, or `None` if nothing
/// is left.
pub fn absolute_entries(search_path: &OsStr) -> Option<OsString> {
    let entries = env::split_paths(search_path).filter(|entry| entry.is_absolute());
    env::join_paths(entries).ok().filter(|entries| !entries.is_empty())
}

/// Returns the program with this name from the absolute entries of `PATH`.
pub fn find_program(name: &str) -> Option<PathBuf> {
    find_program_in(&env::var_os("PATH")?, name)
}

fn find_program_in(search_path: &OsStr, name: &str) -> Option<PathBuf> {
    let file = format!("{name}{}", env::consts::EXE_SUFFIX);
    let entries = env::split_paths(search_path).filter(|entry| entry.is_absolute());
    entries.map(|entry| entry.join(&file)).find(|program| is_program(program))
}

#[cfg(unix)]
fn is_program(file: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt as _;
    file.metadata().is_ok_and(|file| file.is_file() && file.permissions().mode() & 0o111 != 0)
}

#[cfg(not(unix))]
fn is_program(file: &Path) -> bool {
    file.is_file()
}

/// Returns the variables that some systems need to load programs, with their values.
pub fn loader_variables() -> impl Iterator<Item = (&'static str, OsString)> {
    OF_LOADER.into_iter().filter_map(|name| Some((name, absolute_entries(&env::var_os(name)?)?)))
}

/// Returns a command for a trusted program: in the root folder, where only an administrator can write configuration
/// files, and with just the variables for finding the user's home and other programs.
pub fn trusted_command(program: &Path) -> Command {
    let mut command = Command::new(program);
    command.env_clear().envs(loader_variables());
    command.envs(env::var_os("PATH").and_then(|path| Some(("PATH", absolute_entries(&path)?))));
    // Rustup looks for its folder there, on Unix and on Windows.
    for name in ["HOME", "USERPROFILE"] {
        command.envs(absolute_folder(name).map(|folder| (name, folder)));
    }
    start_in_root_folder(&mut command, program);
    command
}

/// Like [`trusted_command`], but for a program of the user's desktop, which needs the environment.
pub fn desktop_command(program: &Path) -> Command {
    let mut command = Command::new(program);
    let path = env::var_os("PATH").and_then(|path| absolute_entries(&path));
    command.env("PATH", path.unwrap_or_default());
    start_in_root_folder(&mut command, program);
    command
}

fn start_in_root_folder(command: &mut Command, program: &Path) {
    if let Some(root) = program.ancestors().last().filter(|root| root.is_absolute()) {
        command.current_dir(root);
    }
}

/// Returns the folder in an environment variable, if it is an absolute path.
pub fn absolute_folder(variable: &str) -> Option<PathBuf> {
    env::var_os(variable).map(PathBuf::from).filter(|folder| folder.is_absolute())
}

#[cfg(all(test, unix))]
mod tests {
    use std::fs;
    use std::os::unix::fs::PermissionsExt as _;

    use super::*;

    #[test]
    fn relative_entries_of_search_paths_are_dropped() {
        let kept = |path: &str| absolute_entries(OsStr::new(path));
        assert_eq!(kept("/a::b:./c:/d:").as_deref(), Some(OsStr::new("/a:/d")));
        for path in ["", ":", ".", "b:.:../c"] {
            assert_eq!(kept(path), None, "{path}");
        }
    }

    #[test]
    fn programs_are_only_found_in_absolute_folders() {
        let folder = tempfile::tempdir().unwrap();
        let program = folder.path().join("rustc");
        fs::write(&program, "").unwrap();
        let search = |before: &str| {
            let path = format!("{before}{}", folder.path().display());
            find_program_in(OsStr::new(&path), "rustc")
        };
        assert_eq!(search(""), None, "the file is not executable");
        fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
        for before in ["", ":", ".:", "/nowhere:"] {
            assert_eq!(search(before).as_ref(), Some(&program), "{before}");
        }
        // Tests run in the folder of the crate.
        assert!(Path::new("src/lib.rs").is_file());
        assert_eq!(find_program_in(OsStr::new("src:./src:"), "lib.rs"), None);
    }
}
