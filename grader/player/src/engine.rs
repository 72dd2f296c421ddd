//! The engine of the page: the oracle as WebAssembly.

use std::path::Path;
use std::{fs, io};

use sha2::{Digest as _, Sha256};

use crate::compile;

/// The engine as the build script of this crate left it.
pub(crate) enum Bundled {
    /// The module.
    Compiled(&'static [u8]),
    /// The files that it is compiled from, each with its path below the root of the workspace.
    Sources(&'static [(&'static str, &'static str)]),
}

/// A build has one variant or the other. That depends on the machine that built the program.
#[expect(dead_code, reason = "a build uses one variant")]
const BOTH: [Bundled; 2] = [Bundled::Compiled(&[]), Bundled::Sources(&[])];

const BUNDLED: Bundled = include!(concat!(env!("OUT_DIR"), "/bundled.rs"));

/// Why there is no engine.
#[derive(Debug, thiserror::Error)]
pub enum EngineError {
    /// A file cannot be written or read.
    #[error("cannot use the folder for compiling")]
    File(#[from] io::Error),
    /// The compiler cannot compile it.
    #[error("{0}")]
    Compiler(String),
}

/// The engine that is part of this program, if the machine that built it could compile it.
pub fn bundled() -> Option<&'static [u8]> {
    match BUNDLED {
        Bundled::Compiled(module) => Some(module),
        Bundled::Sources(_) => None,
    }
}

/// Compiles the engine from the sources in this program, in an empty folder, or returns the one in this program.
/// `rustc` has to have the target [`wasm_target::TARGET`]. It takes about ten seconds.
///
/// # Errors
///
/// If a file cannot be written, or the compiler fails.
pub fn compiled(rustc: &Path, folder: &Path) -> Result<Vec<u8>, EngineError> {
    match BUNDLED {
        Bundled::Compiled(module) => Ok(module.to_vec()),
        Bundled::Sources(sources) => {
            let root = folder.join("sources");
            for (name, text) in sources {
                let file = root.join(name);
                fs::create_dir_all(file.parent().unwrap_or(&root))?;
                fs::write(file, text)?;
            }
            compiled_from(rustc, &root, folder)
        }
    }
}

/// Compiles the engine from the sources below the root of a workspace, in the folder `out`.
///
/// # Errors
///
/// If the compiler fails, or its output cannot be read.
pub fn compiled_from(rustc: &Path, root: &Path, out: &Path) -> Result<Vec<u8>, EngineError> {
    let library_names = wasm_target::library_names_of(rustc).map_err(|error| {
        EngineError::Compiler(format!("cannot run `{}`: {error}", rustc.display()))
    })?;
    let module = compile::compile(rustc, wasm_target::TARGET, &library_names, root, out)
        .map_err(EngineError::Compiler)?;
    Ok(fs::read(module)?)
}

/// Tells the engine of this program from that of another, where both are kept in one folder.
pub fn identity() -> String {
    let mut hash = Sha256::new();
    match BUNDLED {
        Bundled::Compiled(module) => hash.update(module),
        Bundled::Sources(sources) => {
            for (name, text) in sources {
                for part in [name, text] {
                    hash.update((part.len() as u64).to_le_bytes());
                    hash.update(part);
                }
            }
        }
    }
    format!("{:x}", hash.finalize())
}
