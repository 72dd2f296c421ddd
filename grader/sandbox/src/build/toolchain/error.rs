//! Problems with the compiler on this machine.

use std::io;
use std::path::PathBuf;

use base::UserError;
use embedded::RUST_VERSION;
use wasm_target::TARGET;

use crate::build::compiled_model::CompiledModelError;

/// A problem with the compiler on this machine.
#[derive(Debug, thiserror::Error)]
pub enum ToolchainError {
    /// There is no compiler.
    #[error("no Rust compiler was found")]
    Missing,
    /// Rustup is installed, but has neither the grader's compiler nor a default one.
    #[error("rustup has no default Rust compiler")]
    NoToolchain,
    /// `RUSTUP_TOOLCHAIN` names a toolchain that is not installed.
    #[error("rustup has no toolchain `{name}`, which `RUSTUP_TOOLCHAIN` asks for")]
    NotInstalled {
        /// The name.
        name: String,
    },
    /// `RUSTC` is a path that depends on the current folder.
    #[error("`RUSTC` is the relative path `{}`, so the current folder would choose the compiler", rustc.display())]
    Relative {
        /// The path.
        rustc: PathBuf,
    },
    /// The compiler cannot be started.
    #[error("no Rust compiler: cannot start `{}`", rustc.display())]
    NotStarted {
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
    /// The students' edition cannot use this compiler.
    #[error(transparent)]
    Edition(#[from] CompiledModelError),
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

/// What rustup needs to download something.
const ONLINE: &str = "this needs a network; behind a proxy, also set `HTTPS_PROXY`";

/// Returns the command that installs the compiler that this grader was made for.
pub fn install_own_version() -> String {
    format!("`rustup toolchain install {RUST_VERSION} --profile minimal --target {TARGET}`")
}

impl UserError for ToolchainError {
    fn hint(&self) -> Option<String> {
        Some(match self {
            Self::Missing => format!(
                "install Rust: {INSTALL}; if it is installed, add the folder of `rustc` to PATH, \
                 or set `RUSTC` to the compiler"
            ),
            Self::NoToolchain => format!("run {}; {ONLINE}", install_own_version()),
            Self::NotInstalled { name } => format!(
                "unset `RUSTUP_TOOLCHAIN`, or run `rustup toolchain install {name}`; {ONLINE}"
            ),
            Self::Relative { .. } => {
                "set `RUSTC` to an absolute path, or to the name of a program in PATH".to_owned()
            }
            Self::NotStarted { .. } | Self::Broken { .. } => {
                "reinstall this compiler, or set `RUSTC` to one that works".to_owned()
            }
            Self::Edition(error) => return error.hint(),
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
                format!("`rustup target add {TARGET}` failed: {message}; {ONLINE}")
            }
        })
    }

    fn is_fault(&self) -> bool {
        true
    }
}
