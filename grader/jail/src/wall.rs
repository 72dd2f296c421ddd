//! The wall around a process.

#[cfg(unix)]
use std::ffi::OsString;
use std::io;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use crate::layer::{Layer, Layers, Standing};
use crate::limits::Limits;

/// What a process behind the wall may reach. Folders stand for all that is in them.
///
/// The libraries of the system that programs are loaded with can always be read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Wall {
    /// The files and folders that it may read. Those that are not there are passed over.
    pub read: Vec<PathBuf>,
    /// The files and folders that it may read, and whose programs it may start.
    pub execute: Vec<PathBuf>,
    /// The folders that it may write to, and read.
    pub write: Vec<PathBuf>,
    /// The limits.
    pub limits: Limits,
    /// Whether it starts no programs behind walls of their own, so that it need not raise one.
    pub is_innermost: bool,
    /// The layers to raise.
    pub layers: Layers,
}

/// The reason why a wall does not stand as it should. A layer that the system does not have is no
/// error.
#[derive(Debug, thiserror::Error)]
#[error("cannot set up the wall `{layer}` around a process")]
pub struct WallError {
    /// The layer.
    pub layer: Layer,
    /// Why.
    pub source: io::Error,
}

impl Wall {
    /// Raises the wall around this process, for good. It must have one thread only: other threads
    /// would stay outside.
    ///
    /// # Errors
    ///
    /// If a layer that the system has cannot be raised.
    pub fn enter(&self) -> Result<Standing, WallError> {
        let mut standing = Standing::default();
        // Looked up while it can be; a program that is behind a wall already may not need it.
        let _ = crate::own_program();
        for layer in Layer::ALL {
            let raised = if self.layers.has(layer) {
                self.raise(layer, &standing).map_err(|source| WallError { layer, source })?
            } else {
                Err("it was left out".to_owned())
            };
            match raised {
                Ok(how) => standing.raised.insert(layer, how),
                Err(why) => standing.missing.insert(layer, why),
            };
        }
        Ok(standing)
    }

    /// Raises a layer: how it stands, or why the system does not have it.
    #[cfg(target_os = "linux")]
    fn raise(&self, layer: Layer, standing: &Standing) -> io::Result<Result<String, String>> {
        use crate::{limits, linux};

        match layer {
            Layer::Limits => {
                limits::set(self.limits, false)?;
                Ok(Ok("by the kernel".to_owned()))
            }
            Layer::Descriptors => linux::descriptors::close(self.is_innermost),
            Layer::Namespaces => linux::namespaces::enter(self),
            Layer::Landlock => linux::landlock::restrict(self),
            Layer::Seccomp => {
                // The last layer, after which a limit of processes no longer hinders the others.
                if standing.raised.contains_key(&Layer::Namespaces) {
                    limits::set(self.limits, true)?;
                }
                linux::seccomp::restrict(self.is_innermost)
            }
        }
    }

    #[cfg(all(unix, not(target_os = "linux")))]
    fn raise(&self, layer: Layer, _: &Standing) -> io::Result<Result<String, String>> {
        match layer {
            Layer::Limits => {
                crate::limits::set(self.limits, false)?;
                Ok(Ok("by the kernel".to_owned()))
            }
            _ => Ok(Err("this system does not have it".to_owned())),
        }
    }

    #[cfg(not(unix))]
    fn raise(&self, _: Layer, _: &Standing) -> io::Result<Result<String, String>> {
        Ok(Err("this system does not have it".to_owned()))
    }

    /// The wall as an argument of a command line.
    pub(crate) fn to_argument(&self) -> io::Result<String> {
        Ok(serde_json::to_string(self)?)
    }

    /// The wall that an argument describes.
    #[cfg(unix)]
    pub(crate) fn of_argument(argument: &OsString) -> Option<Self> {
        serde_json::from_str(argument.to_str()?).ok()
    }
}
