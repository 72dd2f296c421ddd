//! The process sandbox.

#[cfg(unix)]
use std::ffi::OsString;
use std::io;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use crate::layer::{SandboxLayer, SandboxLayers, StandingLayers};
use crate::limits::ProcessLimits;
use crate::own_program::own_libraries;

/// A process sandbox, specified by the files, folders and resources that a process inside may use. A folder stands for
/// everything inside it. All processes can also load the shared libraries of the grader.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProcessSandbox {
    /// The files and folders that the process may read. Missing paths are ignored.
    #[serde(with = "base::path_bytes::list")]
    pub read: Vec<PathBuf>,
    /// The files and folders that the process may read and execute.
    #[serde(with = "base::path_bytes::list")]
    pub execute: Vec<PathBuf>,
    /// The folders that the process may read and write.
    #[serde(with = "base::path_bytes::list")]
    pub write: Vec<PathBuf>,
    /// The resource limits.
    pub limits: ProcessLimits,
    /// Whether the process never starts other programs in process sandboxes.
    pub is_innermost: bool,
    /// The layers to raise.
    pub layers: SandboxLayers,
}

/// An error that prevented a process sandbox from being set up. Missing support for a layer is not an error.
#[derive(Debug, thiserror::Error)]
#[error("cannot set up the layer `{layer}` of the process sandbox")]
pub struct ProcessSandboxError {
    /// The layer.
    pub layer: SandboxLayer,
    /// The cause.
    pub source: io::Error,
}

impl ProcessSandbox {
    /// Puts this process into the sandbox permanently. The process must have only one thread, because others would stay
    /// outside.
    ///
    /// # Errors
    ///
    /// Returns an error if the system supports a layer but fails to raise it.
    pub fn enter(&self) -> Result<StandingLayers, ProcessSandboxError> {
        let mut standing = StandingLayers::default();
        // Look up the program and its libraries while we still can. Ignore errors, because inside another process
        // sandbox, we may neither be able nor need to look them up.
        let _ = crate::own_program();
        own_libraries();
        for layer in SandboxLayer::ALL {
            let raised = if self.layers.has(layer) {
                self.set_up_layer(layer, &standing)
                    .map_err(|source| ProcessSandboxError { layer, source })?
            } else {
                Err("it was disabled".to_owned())
            };
            match raised {
                Ok(how) => standing.raised.insert(layer, how),
                Err(why) => standing.missing.insert(layer, why),
            };
        }
        Ok(standing)
    }

    /// Returns all paths that the process may execute: the given ones, and the libraries to start the grader again.
    #[cfg(target_os = "linux")]
    pub(crate) fn executable_paths(&self) -> impl Iterator<Item = &PathBuf> {
        self.execute.iter().chain(own_libraries())
    }

    /// Raises a layer. Returns details, or the reason why the system does not support it.
    #[cfg(target_os = "linux")]
    fn set_up_layer(
        &self,
        layer: SandboxLayer,
        standing: &StandingLayers,
    ) -> io::Result<Result<String, String>> {
        use crate::{limits, linux};

        match layer {
            SandboxLayer::Limits => {
                limits::set_limits(self.limits, false)?;
                Ok(Ok("by the kernel".to_owned()))
            }
            SandboxLayer::Descriptors => linux::descriptors::close_inherited(self.is_innermost),
            SandboxLayer::Namespaces => linux::namespaces::enter_new_namespaces(self),
            SandboxLayer::Landlock => linux::landlock::restrict(self),
            SandboxLayer::Seccomp => {
                // This is the last layer, so the process limit cannot interfere with others.
                if standing.raised.contains_key(&SandboxLayer::Namespaces) {
                    limits::set_limits(self.limits, true)?;
                }
                linux::seccomp::restrict(self.is_innermost)
            }
        }
    }

    #[cfg(all(unix, not(target_os = "linux")))]
    fn set_up_layer(
        &self,
        layer: SandboxLayer,
        _: &StandingLayers,
    ) -> io::Result<Result<String, String>> {
        match layer {
            SandboxLayer::Limits => {
                crate::limits::set_limits(self.limits, false)?;
                Ok(Ok("by the kernel".to_owned()))
            }
            _ => Ok(Err("not supported on this system".to_owned())),
        }
    }

    #[cfg(not(unix))]
    fn set_up_layer(
        &self,
        _: SandboxLayer,
        _: &StandingLayers,
    ) -> io::Result<Result<String, String>> {
        Ok(Err("not supported on this system".to_owned()))
    }

    pub(crate) fn to_argument(&self) -> io::Result<String> {
        Ok(serde_json::to_string(self)?)
    }

    #[cfg(unix)]
    pub(crate) fn of_argument(argument: &OsString) -> Option<Self> {
        serde_json::from_str(argument.to_str()?).ok()
    }
}
