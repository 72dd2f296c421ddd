//! Finds the Rust compiler on this machine.

use std::ffi::OsString;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::process::Command;

use serde::{Deserialize, Serialize};
use wasm_target::{Rustup, TARGET};

/// A Rust compiler that supports [`TARGET`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Toolchain {
    /// The path of the compiler, not of a launcher.
    rustc: PathBuf,
    /// The folder that contains the compiler and its libraries.
    sysroot: PathBuf,
    release: String,
    verbose: String,
}

/// A problem with the compiler on this machine.
#[derive(Debug, thiserror::Error)]
pub enum ToolchainError {
    /// There is no compiler.
    #[error("no Rust compiler: cannot start `{}`", rustc.display())]
    Missing {
        /// The compiler.
        rustc: PathBuf,
        /// The error from the operating system.
        source: io::Error,
    },
    /// The compiler does not report its version.
    #[error("`{} {arguments}` failed: {stderr}", rustc.display())]
    Broken {
        /// The compiler.
        rustc: PathBuf,
        /// The arguments.
        arguments: &'static str,
        /// The text that the compiler printed to standard error.
        stderr: String,
    },
    /// The WebAssembly target is missing and was not installed.
    #[error("the Rust compiler has no `{TARGET}` target")]
    Target {
        /// The reason why the target was not installed.
        reason: NoTarget,
    },
}

/// The reason why a target was not installed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoTarget {
    /// The user did not allow the installation.
    NotAllowed,
    /// The compiler was not installed with rustup.
    NoRustup,
    /// Rustup failed with this message.
    Failed(String),
}

/// The command that installs Rust, from <https://rustup.rs>, for this system.
#[cfg(not(windows))]
const INSTALL: &str = "`curl --proto '=https' --tlsv1.2 -sSf https://sh.rustup.rs | sh`";
#[cfg(windows)]
const INSTALL: &str = "`winget install Rustlang.Rustup`";

/// Returns `true` if rustup's folder contains a compiler.
fn is_off_path() -> bool {
    let variable =
        |name| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let home = if cfg!(windows) { "USERPROFILE" } else { "HOME" };
    let cargo = variable("CARGO_HOME").or_else(|| Some(variable(home)?.join(".cargo")));
    let rustc = format!("rustc{}", std::env::consts::EXE_SUFFIX);
    // If `RUSTC` is set, `PATH` does not matter.
    std::env::var_os("RUSTC").is_none()
        && cargo.is_some_and(|cargo| cargo.join("bin").join(rustc).is_file())
}

impl ToolchainError {
    /// Returns a hint on how to get a working compiler.
    pub fn hint(&self) -> String {
        match self {
            Self::Missing { .. } if is_off_path() => {
                let remedy = if cfg!(windows) {
                    "open a new terminal".to_owned()
                } else {
                    "run `. \"$HOME/.cargo/env\"`, or open a new terminal".to_owned()
                };
                format!("Rust is installed, but not in the PATH of this terminal: {remedy}")
            }
            Self::Missing { .. } => {
                format!(
                    "install Rust: {INSTALL}; if it is installed, add its folder, usually \
                     `~/.cargo/bin`, to PATH, or set `RUSTC` to the compiler"
                )
            }
            Self::Broken { .. } => "run `rustup default stable` to install a compiler, or set \
                                    `RUSTC` to a compiler that works"
                .to_owned(),
            Self::Target { reason: NoTarget::NotAllowed } => {
                format!(
                    "run `rustup target add {TARGET}`, or use `grader check` without \
                     `--no-install`"
                )
            }
            Self::Target { reason: NoTarget::NoRustup } => format!(
                "install the standard library for `{TARGET}` the way Rust itself was installed, \
                 or install Rust with rustup: {INSTALL}"
            ),
            Self::Target { reason: NoTarget::Failed(message) } => {
                format!("`rustup target add {TARGET}` failed: {message}")
            }
        }
    }
}

impl Toolchain {
    /// Finds the compiler: `$RUSTC` if it is set, or else `rustc`.
    ///
    /// If the target is missing, this function calls `install` with a message, because installing the target takes time
    /// and changes the machine. If `install` returns `true`, the target is installed with rustup.
    ///
    /// # Errors
    ///
    /// Returns an error if there is no working compiler with the target.
    pub fn find(install: Option<&dyn Fn(&str)>) -> Result<Self, ToolchainError> {
        let launcher = std::env::var_os("RUSTC").map_or_else(|| "rustc".into(), PathBuf::from);
        let sysroot = PathBuf::from(say(&launcher, &["--print", "sysroot"])?.trim());
        // Call the compiler directly, to bypass the launcher.
        let direct = sysroot.join("bin").join(format!("rustc{}", std::env::consts::EXE_SUFFIX));
        let rustc = if direct.is_file() { direct } else { launcher };
        let verbose = say(&rustc, &["-vV"])?;
        let release = verbose.lines().find_map(|line| line.strip_prefix("release: "));
        let release = format!("rustc {}", release.unwrap_or("unknown"));
        if !wasm_target::is_installed(&sysroot) {
            add_target(&sysroot, install).map_err(|reason| ToolchainError::Target { reason })?;
        }
        Ok(Self { rustc, sysroot, release, verbose })
    }

    /// Returns the path of the compiler.
    pub fn rustc(&self) -> &Path {
        &self.rustc
    }

    /// Returns the paths that the compiler and the linker need. If the compiler is a script, it may call any program.
    pub(super) fn folders(&self) -> Vec<PathBuf> {
        if self.is_script() {
            return vec![PathBuf::from("/")];
        }
        let parts = ["bin", "lib", "lib64", "libexec"].map(|part| self.sysroot.join(part));
        parts.into_iter().chain([self.rustc.clone()]).collect()
    }

    pub(super) fn programs(&self) -> OsString {
        let mut folders = self.sysroot.join("bin").into_os_string();
        if self.is_script() {
            folders.push(":/usr/local/bin:/usr/bin:/bin");
        }
        folders
    }

    /// Returns `true` if the compiler is a script that calls a different compiler.
    fn is_script(&self) -> bool {
        let mut begin = [0; 2];
        let read = File::open(&self.rustc).and_then(|mut file| file.read_exact(&mut begin));
        read.is_ok() && begin == *b"#!"
    }

    pub(super) fn libraries(&self) -> OsString {
        let mut folders = self.sysroot.join("lib").into_os_string();
        if let Some(others) = std::env::var_os("LD_LIBRARY_PATH").filter(|it| !it.is_empty()) {
            folders.push(":");
            folders.push(others);
        }
        folders
    }

    pub(super) fn sysroot(&self) -> &Path {
        &self.sysroot
    }

    /// Makes the compiler use the same names for the standard library's files on every machine.
    pub(super) fn library_names(&self) -> OsString {
        wasm_target::library_names(&self.sysroot, &self.verbose)
    }

    /// Returns the compiler's name and version, such as `rustc 1.95.0`.
    pub fn release(&self) -> &str {
        &self.release
    }

    /// Returns the complete identity of this compiler.
    pub fn identity(&self) -> &str {
        &self.verbose
    }
}

fn say(rustc: &Path, arguments: &[&'static str]) -> Result<String, ToolchainError> {
    let output = Command::new(rustc)
        .args(arguments)
        .output()
        .map_err(|source| ToolchainError::Missing { rustc: rustc.to_owned(), source })?;
    if output.status.success() {
        return Ok(String::from_utf8_lossy(&output.stdout).into_owned());
    }
    Err(ToolchainError::Broken {
        rustc: rustc.to_owned(),
        arguments: arguments[0],
        stderr: String::from_utf8_lossy(&output.stderr).trim().to_owned(),
    })
}

fn add_target(sysroot: &Path, install: Option<&dyn Fn(&str)>) -> Result<(), NoTarget> {
    let rustup = Rustup::of(sysroot).ok_or(NoTarget::NoRustup)?;
    let report = install.ok_or(NoTarget::NotAllowed)?;
    report(&format!("installing the `{TARGET}` target with rustup"));
    rustup.add_target().map_err(NoTarget::Failed)
}
