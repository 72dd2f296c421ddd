//! The current executable, and the libraries that it has loaded.

use std::io;
use std::path::PathBuf;
use std::sync::OnceLock;

static PROGRAM: OnceLock<PathBuf> = OnceLock::new();

static LIBRARIES: OnceLock<Vec<PathBuf>> = OnceLock::new();

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

/// Returns the shared libraries of this process, including the loader, which another instance of the current executable
/// needs. The list is empty for a static program, and where the system does not report it. Like [`own_program`], this is
/// looked up only once.
pub(crate) fn own_libraries() -> &'static [PathBuf] {
    LIBRARIES.get_or_init(|| {
        let maps = std::fs::read_to_string("/proc/self/maps").unwrap_or_default();
        let mut libraries: Vec<PathBuf> = maps.lines().filter_map(executable_file).collect();
        libraries.sort();
        // A library has several entries, one for each part with other permissions.
        libraries.dedup();
        libraries
    })
}

/// Returns the file in a line of `/proc/self/maps` if the process can execute this part of it:
/// `7f3a-7f4b r-xp 0000 00:1d 42   /lib/libc.so.6`.
fn executable_file(line: &str) -> Option<PathBuf> {
    let is_code = line.split(' ').nth(1)?.contains('x');
    // No field before the path contains a slash, but the path can contain spaces.
    let at = line.find('/').filter(|_| is_code)?;
    Some(PathBuf::from(&line[at..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_files_with_code_are_libraries() {
        for (line, path) in [
            ("7f3a-7f4b r-xp 0002 00:1d 42    /lib/libc.so.6", Some("/lib/libc.so.6")),
            ("7f3a-7f4b r--p 0000 00:1d 42    /usr/lib/locale/locale-archive", None),
            ("7f3a-7f4b r-xp 0000 00:00 0     [vdso]", None),
            ("7f3a-7f4b rw-p 0000 00:00 0 ", None),
            ("", None),
        ] {
            assert_eq!(executable_file(line), path.map(PathBuf::from), "{line}");
        }
    }
}
