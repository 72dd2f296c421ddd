//! The names of the standard library's files in compiled programs.

use std::ffi::OsString;
use std::path::Path;

/// Returns the compiler argument that gives the standard library's files the same names on every machine, for a sysroot
/// and the output of `rustc -vV`.
///
/// Panic messages contain these names. If the component `rust-src` is installed, they would otherwise begin with the
/// toolchain's folder instead of `/rustc/` and the compiler's commit.
pub fn library_names(sysroot: &Path, version: &str) -> OsString {
    let commit = version.lines().find_map(|line| line.strip_prefix("commit-hash: "));
    let mut argument = OsString::from("--remap-path-prefix=");
    argument.push(sysroot.join("lib").join("rustlib").join("src").join("rust"));
    argument.push("=/rustc/");
    argument.push(commit.unwrap_or("unknown"));
    argument
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn source_paths_are_remapped_to_the_commit() {
        let version = "rustc 1.95.0 (5980761 2026-04-14)\nbinary: rustc\ncommit-hash: 5980761\n";
        let argument = library_names(Path::new("/opt/rust"), version);
        let source = Path::new("/opt/rust").join("lib").join("rustlib").join("src").join("rust");
        assert_eq!(
            argument.to_string_lossy(),
            format!("--remap-path-prefix={}=/rustc/5980761", source.display())
        );
    }
}
