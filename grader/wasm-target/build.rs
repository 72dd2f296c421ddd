//! Installs the target when the grader is built, so that one command is enough on a fresh machine. The grader does the
//! same before grading.
//!
//! Nothing here fails the build: without the target, the program can still solve puzzles, write reports and explain
//! checks. Cargo runs this script early, because most crates depend on this one, so users see a warning long before the
//! program is ready.

#[path = "src/install.rs"]
#[expect(unreachable_pub, reason = "the file is also a module of the library")]
mod install;
#[path = "src/names.rs"]
#[expect(unreachable_pub, reason = "the file is also a module of the library")]
mod names;

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, io};

use install::{Rustup, TARGET};

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=src/install.rs");
    println!("cargo::rerun-if-changed=src/names.rs");
    println!("cargo::rerun-if-env-changed=RUSTUP_TOOLCHAIN");
    let rustc = PathBuf::from(env::var_os("RUSTC").expect("cargo sets it"));
    let told = |arguments: &[&str]| match ask(&rustc, arguments) {
        Ok(text) => Some(text),
        Err(error) => {
            println!("cargo::warning=cannot run `{}`: {error}", rustc.display());
            None
        }
    };
    let Some(sysroot) = told(&["--print", "sysroot"]) else { return };
    let Some(version) = told(&["-vV"]) else { return };
    let sysroot = PathBuf::from(sysroot.trim());
    if install::is_installed(&sysroot) {
        export_metadata(&sysroot, &version);
        return;
    }
    let failure = match Rustup::from_sysroot(&sysroot)
        .map(|toolchain| toolchain.add_target(Command::new("rustup")))
    {
        Some(Ok(())) => {
            export_metadata(&sysroot, &version);
            println!("cargo::warning=installed the `{TARGET}` target with rustup");
            return;
        }
        Some(Err(message)) => format!("`rustup target add {TARGET}` failed: {message}"),
        None => "install its standard library the way Rust itself was installed".to_owned(),
    };
    println!(
        "cargo::warning=the Rust compiler has no `{TARGET}` target, which grading needs: {failure}"
    );
    // Run again once a target is installed.
    if let Some(targets) = install::library(&sysroot).ancestors().nth(2) {
        println!("cargo::rerun-if-changed={}", targets.display());
    }
}

/// Returns the compiler's answer to these arguments.
fn ask(rustc: &Path, arguments: &[&str]) -> io::Result<String> {
    let output = Command::new(rustc).args(arguments).output()?;
    if output.status.success() {
        return Ok(String::from_utf8_lossy(&output.stdout).into_owned());
    }
    Err(io::Error::other(String::from_utf8_lossy(&output.stderr).trim()))
}

/// Tells the build scripts of dependent crates the installed target, and the names for the library's files.
fn export_metadata(sysroot: &Path, version: &str) {
    println!("cargo::metadata=installed={TARGET}");
    let argument = names::library_names(sysroot, version);
    println!("cargo::metadata=library_names={}", argument.to_string_lossy());
}
