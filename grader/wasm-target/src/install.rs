//! Looks for the target in a toolchain, and installs it.
//!
//! The build script includes this file, so it uses only the standard library.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::process::Command;

/// The target for which submissions are compiled.
pub const TARGET: &str = "wasm32-wasip1";

/// Returns the folder of the target's standard library in a sysroot.
pub fn library(sysroot: &Path) -> PathBuf {
    sysroot.join("lib").join("rustlib").join(TARGET).join("lib")
}

/// Returns `true` if the toolchain at a sysroot has the target.
pub fn is_installed(sysroot: &Path) -> bool {
    library(sysroot).is_dir()
}

/// A toolchain that rustup installed and can extend.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rustup {
    toolchain: OsString,
}

impl Rustup {
    /// Returns the toolchain at a sysroot, or `None` if rustup did not install it.
    pub fn from_sysroot(sysroot: &Path) -> Option<Self> {
        let is_rustups = sysroot.parent()?.file_name() == Some(OsStr::new("toolchains"));
        is_rustups.then(|| Some(Self { toolchain: sysroot.file_name()?.to_owned() }))?
    }

    /// Installs the target with this command for rustup, which does not ask questions or print to the terminal.
    ///
    /// # Errors
    ///
    /// Returns rustup's error message as a single line or, if rustup cannot be started, the system's error message.
    pub fn add_target(&self, mut rustup: Command) -> Result<(), String> {
        rustup.args(["target", "add", TARGET, "--toolchain"]).arg(&self.toolchain);
        let output = rustup.output().map_err(|error| format!("cannot run `rustup`: {error}"))?;
        if output.status.success() {
            return Ok(());
        }
        let message = String::from_utf8_lossy(&output.stderr);
        let error = message.lines().find(|line| line.starts_with("error"));
        Err(error.or_else(|| message.lines().last()).unwrap_or("no message").to_owned())
    }
}
