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

use std::env;
use std::path::{Path, PathBuf};

use install::{Rustup, TARGET};

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=src/install.rs");
    println!("cargo::rerun-if-changed=src/names.rs");
    println!("cargo::rerun-if-env-changed=RUSTUP_TOOLCHAIN");
    let rustc = PathBuf::from(env::var_os("RUSTC").expect("cargo sets it"));
    let sysroot = match install::sysroot(&rustc) {
        Ok(sysroot) => sysroot,
        Err(error) => {
            println!("cargo::warning=cannot run `{}`: {error}", rustc.display());
            return;
        }
    };
    if install::is_installed(&sysroot) {
        export_metadata(&rustc);
        return;
    }
    let failure = match Rustup::of(&sysroot).map(|rustup| rustup.add_target()) {
        Some(Ok(())) => {
            export_metadata(&rustc);
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

/// Tells the build scripts of dependent crates the installed target, and the names for the library's files.
fn export_metadata(rustc: &Path) {
    println!("cargo::metadata=installed={TARGET}");
    match names::library_names_of(rustc) {
        Ok(argument) => {
            println!("cargo::metadata=library_names={}", argument.to_string_lossy());
        }
        Err(error) => println!("cargo::warning=cannot run `{}`: {error}", rustc.display()),
    }
}
