//! Finds the shared libraries that the compiler and the linker load, so that a process sandbox can show these files
//! instead of all folders with libraries. Other files there may be private, and a compiler message could quote them.

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::io;
use std::os::unix::ffi::OsStrExt as _;
use std::path::{Component, Path, PathBuf};

use jail::host;
use object::Endianness;
use object::elf::{FileHeader64, PT_INTERP};
use object::read::elf::{FileHeader as _, ProgramHeader as _};

/// Asks the system's loader for all libraries of these programs, given the value of `LD_LIBRARY_PATH`. Also returns the
/// loader. A static program or a script has no libraries.
pub(super) fn of_programs(programs: &[PathBuf], folders: &OsStr) -> io::Result<BTreeSet<PathBuf>> {
    let mut libraries = BTreeSet::new();
    for program in programs {
        let Some(loader) = loader_of(program)? else { continue };
        // The loaders of glibc and musl have this option. The loader does not run the program.
        let mut command = host::trusted_command(&loader);
        command.arg("--list").arg(program).env("LD_LIBRARY_PATH", folders);
        let output = command.output()?;
        if !output.status.success() {
            let message = String::from_utf8_lossy(&output.stderr).trim().to_owned();
            return Err(io::Error::other(message));
        }
        libraries.insert(loader);
        for library in output.stdout.split(|byte| *byte == b'\n').filter_map(path_in_line) {
            // A file may have several names, and the process may see only some of the folders in a path with `..`.
            libraries.extend(library.canonicalize().ok());
            libraries.insert(without_parents(&library));
        }
    }
    Ok(libraries)
}

/// Returns the path in a line of the loader's output: `libc.so.6 => /lib/libc.so.6 (0x7f0)` or `/lib/ld.so (0x7f0)`.
fn path_in_line(line: &[u8]) -> Option<PathBuf> {
    let end = line.windows(2).rposition(|bytes| bytes == b" (")?;
    let line = line[..end].trim_ascii();
    let start = line.windows(4).position(|bytes| bytes == b" => ").map_or(0, |at| at + 4);
    let path = Path::new(OsStr::from_bytes(&line[start..]));
    path.is_absolute().then(|| path.to_owned())
}

fn without_parents(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for part in path.components() {
        match part {
            // By the name alone, because the folders need not exist.
            Component::ParentDir => drop(plain.pop()),
            part => plain.push(part),
        }
    }
    plain
}

/// Returns the loader that a program names, or `None` if the program is not a dynamic 64-bit ELF file.
fn loader_of(program: &Path) -> io::Result<Option<PathBuf>> {
    let file = object::ReadCache::new(std::fs::File::open(program)?);
    let Ok(header) = FileHeader64::<Endianness>::parse(&file) else { return Ok(None) };
    let loader = header.endian().and_then(|endian| {
        let segments = header.program_headers(endian, &file)?;
        let loader = segments.iter().find(|segment| segment.p_type(endian) == PT_INTERP);
        Ok(loader.map(|segment| segment.data(endian, &file)))
    });
    let Some(path) = loader.map_err(io::Error::other)? else { return Ok(None) };
    let path = path.map_err(|()| io::ErrorKind::InvalidData)?;
    let path = path.split(|byte| *byte == 0).next().unwrap_or_default();
    Ok(Some(PathBuf::from(OsStr::from_bytes(path))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_read_from_the_loaders_output() {
        for (line, path) in [
            ("\tlinux-vdso.so.1 (0x00007f)", None),
            ("\tlibm.so.6 => /lib/libm.so.6 (0x00007f)", Some("/lib/libm.so.6")),
            ("\tlibx.so => /a (b) => c/libx.so (0x0)", Some("/a (b) => c/libx.so")),
            ("\t/lib64/ld-linux-x86-64.so.2 (0x00007f)", Some("/lib64/ld-linux-x86-64.so.2")),
            ("\tlibx.so => not found", None),
            ("\tstatically linked", None),
            ("", None),
        ] {
            assert_eq!(path_in_line(line.as_bytes()), path.map(PathBuf::from), "{line}");
        }
        assert_eq!(without_parents(Path::new("/a/bin/../lib/x")), Path::new("/a/lib/x"));
    }

    #[test]
    fn the_libraries_of_this_program_are_those_that_it_has_loaded() {
        let own = std::env::current_exe().unwrap();
        let found = of_programs(std::slice::from_ref(&own), OsStr::new("")).unwrap();
        let maps = std::fs::read_to_string("/proc/self/maps").unwrap();
        let loaded: BTreeSet<PathBuf> = maps
            .lines()
            .filter_map(|line| line.find('/').map(|at| PathBuf::from(&line[at..])))
            .filter(|path| *path != own && path.to_string_lossy().contains(".so"))
            .collect();
        assert!(loaded.is_subset(&found), "{loaded:?} {found:?}");
    }

    #[test]
    fn scripts_have_no_libraries() {
        let folder = tempfile::tempdir().unwrap();
        let script = folder.path().join("rustc");
        std::fs::write(&script, "#!/bin/sh\n").unwrap();
        assert_eq!(of_programs(&[script], OsStr::new("")).unwrap(), BTreeSet::new());
    }
}
