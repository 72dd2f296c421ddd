//! Build errors that are not the submission's fault.

use std::io;

use super::prebuilt::PrebuiltError;
use super::toolchain::ToolchainError;
use base::UserError;
use jail::{ChildError, Shortages};

/// A build error that the grader or the machine caused.
#[derive(Debug, thiserror::Error)]
pub enum BuildError {
    /// The compiler is missing or incomplete.
    #[error(transparent)]
    Toolchain(#[from] ToolchainError),
    /// A resource limit of the machine is too low.
    #[error(transparent)]
    Limits(#[from] Shortages),
    /// A compiler process failed.
    #[error(transparent)]
    Child(#[from] ChildError),
    /// The grader's own code does not compile.
    #[error("the grader's own `{part}` does not compile: {message}")]
    OwnCode {
        /// The part of the grader that does not compile.
        part: &'static str,
        /// The compiler's first error.
        message: String,
    },
    /// The compiler rejects code that it compiled before.
    #[error("the compiler no longer works: {message}")]
    Compiler {
        /// The first error.
        message: String,
    },
    /// The system starts no more processes for this user.
    #[error("this machine cannot start more processes")]
    Processes(#[source] io::Error),
    /// Prebuilt programs are missing or unusable.
    #[error(transparent)]
    Prebuilt(#[from] PrebuiltError),
    /// A folder or file could not be created or read.
    #[error("cannot use one of the grader's files")]
    Files(#[from] io::Error),
    /// The engine rejected a program.
    #[error("the engine rejects the program: {0}")]
    Engine(String),
}

/// How to go on when the system starts no more processes or threads.
pub const FEWER_JOBS: &str =
    "use fewer `--jobs`, end other programs, or raise the limit on processes (`ulimit -u`)";

impl UserError for BuildError {
    fn hint(&self) -> Option<String> {
        match self {
            Self::Processes(_) => Some(FEWER_JOBS.to_owned()),
            Self::Child(ChildError::Start { source, .. }) => {
                is_out_of_processes(source).then(|| FEWER_JOBS.to_owned())
            }
            Self::Toolchain(error) => error.hint(),
            Self::Limits(shortages) => shortages.hint(),
            Self::Prebuilt(error) => error.hint(),
            _ => None,
        }
    }

    fn is_fault(&self) -> bool {
        true
    }
}

impl BuildError {
    /// Returns a short message without paths and details about this machine, which do not belong in a grade.
    pub fn in_short(&self) -> &'static str {
        match self {
            Self::Toolchain(_) => "the Rust compiler is missing or incomplete",
            Self::Limits(_) => "a limit on this machine is too low",
            Self::Child(_) => "a compiler could not finish its work",
            Self::OwnCode { .. } => "the grader's own code does not compile",
            Self::Compiler { .. } => "the compiler no longer works",
            Self::Processes(_) => "this machine cannot start more processes",
            Self::Prebuilt(PrebuiltError::Missing { .. }) => "its programs were not built",
            Self::Prebuilt(_) => "its programs cannot be used",
            Self::Files(_) => "cannot use one of the grader's files",
            Self::Engine(_) => "the engine rejected its programs",
        }
    }
}

/// Returns `true` for the error of a system that starts no more processes for this user.
pub fn is_out_of_processes(error: &io::Error) -> bool {
    // `fork` and `pthread_create` fail with `EAGAIN` at this limit.
    error.kind() == io::ErrorKind::WouldBlock
}

#[cfg(test)]
#[cfg(target_os = "linux")]
mod tests {
    use super::*;

    /// Whichever error the system reports for a write, the grade has the same text.
    #[test]
    fn a_full_disk_or_quota_is_a_machine_error() {
        let (full, quota) = (28, 122);
        for code in [full, quota] {
            let error = BuildError::from(io::Error::from_raw_os_error(code));
            assert_eq!(error.in_short(), "cannot use one of the grader's files");
        }
    }
}
