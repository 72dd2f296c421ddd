//! Turns WebAssembly into machine code, in a child process that can be stopped.

use std::ffi::OsString;
use std::fs;
use std::path::Path;

use wasmtime::{Engine, Module};

use super::child::{self, ChildLimits};
use super::error::BuildError;

/// The name of the hidden subcommand that does the work.
pub const COMPILE: &str = "internal-compile";

/// The largest program that is taken on. A submission's is about 100 KB.
const MAX_PROGRAM: u64 = 16 << 20;

/// Why a submission's program has no machine code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum NoCode {
    /// It is larger than [`MAX_PROGRAM`].
    TooLarge { bytes: u64 },
    /// The compiler could not do it within its limits.
    Failed(String),
}

/// The machine code of the program in `wasm`.
#[expect(unsafe_code, reason = "see the comment at the call")]
pub(super) fn module(engine: &Engine, wasm: &Path) -> Result<Result<Module, NoCode>, BuildError> {
    let bytes = fs::metadata(wasm)?.len();
    if bytes > MAX_PROGRAM {
        return Ok(Err(NoCode::TooLarge { bytes }));
    }
    let grader = std::env::current_exe()?;
    let folder = wasm.parent().unwrap_or(Path::new("."));
    let code = wasm.with_extension("code");
    let arguments = [OsString::from(COMPILE), wasm.into(), code.clone().into()];
    let finished = child::run(&grader, arguments, folder, ChildLimits::COMPILER)?;
    if !finished.status.success() {
        let message = String::from_utf8_lossy(&finished.stderr).trim().to_owned();
        let message = if message.is_empty() { finished.status.to_string() } else { message };
        return Ok(Err(NoCode::Failed(message)));
    }
    // The bytes are read and not mapped, because the next program takes the same file.
    let code = fs::read(code)?;
    // SAFETY: the code was written a moment ago by this very program, into a folder that only
    // this user can enter.
    let module = unsafe { Module::deserialize(engine, &code) };
    module.map(Ok).map_err(|error| BuildError::Engine(format!("{error:#}")))
}

/// Compiles the program in one file into another: what [`COMPILE`] does.
///
/// # Errors
///
/// If the files cannot be used or the engine refuses the program.
pub fn compile(arguments: &[OsString]) -> Result<(), String> {
    let [wasm, code] = arguments else { return Err("two files are wanted".to_owned()) };
    let engine = crate::run::new_engine().map_err(|error| format!("{error:#}"))?;
    let program = fs::read(wasm).map_err(|error| error.to_string())?;
    let compiled = engine.precompile_module(&program).map_err(|error| format!("{error:#}"))?;
    fs::write(code, compiled).map_err(|error| error.to_string())
}
