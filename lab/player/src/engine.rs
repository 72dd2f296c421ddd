//! Provides the page's engine, which is the oracle compiled to WebAssembly.

use std::ffi::OsString;
use std::path::Path;
use std::process::Command;
use std::{fs, io};

use sha2::{Digest as _, Sha256};

use crate::compile;

pub(crate) enum Bundled {
    Compiled(&'static [u8]),
    /// Sources with their paths below the workspace root.
    Sources(&'static [(&'static str, &'static str)]),
}

#[expect(dead_code, reason = "each build uses only one variant")]
const BOTH: [Bundled; 2] = [Bundled::Compiled(&[]), Bundled::Sources(&[])];

const BUNDLED: Bundled = include!(concat!(env!("OUT_DIR"), "/bundled.rs"));

/// A compiler for the engine.
pub struct Compiler<'a> {
    /// Returns a command that starts the compiler.
    pub command: &'a dyn Fn() -> Command,
    /// The compiler's argument for the standard library's file names: see [`wasm_target::library_names`].
    pub library_names: OsString,
}

/// The reason why there is no engine.
#[derive(Debug, thiserror::Error)]
pub enum EngineError {
    /// A file cannot be read or written.
    #[error("cannot use the build folder")]
    File(#[from] io::Error),
    /// The compiler failed.
    #[error("{0}")]
    Compiler(String),
}

/// Returns the embedded engine, if the build could compile it.
pub fn embedded_engine() -> Option<&'static [u8]> {
    match BUNDLED {
        Bundled::Compiled(module) => Some(module),
        Bundled::Sources(_) => None,
    }
}

/// Returns the embedded engine, or compiles the embedded sources in the empty folder `folder`, which takes about ten
/// seconds. `rustc` must support the target [`wasm_target::TARGET`].
///
/// # Errors
///
/// Returns an error if a file cannot be written, or if the compiler fails.
pub fn load_or_compile_engine(
    compiler: &Compiler<'_>,
    folder: &Path,
) -> Result<Vec<u8>, EngineError> {
    match BUNDLED {
        Bundled::Compiled(module) => Ok(module.to_vec()),
        Bundled::Sources(sources) => {
            let root = folder.join("sources");
            for (name, text) in sources {
                let file = root.join(name);
                fs::create_dir_all(file.parent().unwrap_or(&root))?;
                fs::write(file, text)?;
            }
            compiled_from(compiler, &root, folder)
        }
    }
}

/// Compiles the engine from the sources in a workspace to the folder `out`.
///
/// # Errors
///
/// Returns an error if the compiler fails, or if the output cannot be read.
pub fn compiled_from(
    compiler: &Compiler<'_>,
    root: &Path,
    out: &Path,
) -> Result<Vec<u8>, EngineError> {
    let Compiler { command, library_names } = compiler;
    let module = compile::compile(command, wasm_target::TARGET, library_names, root, out)
        .map_err(EngineError::Compiler)?;
    Ok(fs::read(module)?)
}

/// Returns a hash of the engine, to store those of different program versions in one folder.
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
