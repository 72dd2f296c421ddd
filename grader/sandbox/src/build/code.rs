//! Turns WebAssembly into machine code, in a child process that can be stopped.

pub(crate) mod growth;

use std::ffi::OsString;
use std::path::Path;
use std::{fmt, fs, io};

use jail::child;
use wasmtime::{Engine, Module};

use super::confined;
use super::error::BuildError;

/// The name of the hidden subcommand that does the work.
pub const COMPILE: &str = "internal-compile";

/// The largest program that is taken on. A submission's is about 100 KB.
const MAX_PROGRAM: u64 = 16 << 20;

/// The error for a program that is larger than [`MAX_PROGRAM`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TooLarge {
    bytes: u64,
}

impl fmt::Display for TooLarge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the program has {} bytes", self.bytes)
    }
}

/// The program in a file.
pub(super) fn read(wasm: &Path) -> io::Result<Result<Vec<u8>, TooLarge>> {
    let bytes = fs::metadata(wasm)?.len();
    if bytes > MAX_PROGRAM { Ok(Err(TooLarge { bytes })) } else { fs::read(wasm).map(Ok) }
}

/// The machine code of a program, or why it has none within the limits of a compiler.
///
/// # Errors
///
/// If the grader or its machine is at fault.
#[expect(unsafe_code, reason = "see the comment at the call")]
pub fn module(engine: &Engine, program: &[u8]) -> Result<Result<Module, String>, BuildError> {
    let folder = tempfile::Builder::new().prefix("grader-").tempdir()?;
    let [wasm, code] = ["wasm", "code"].map(|name| folder.path().join(name));
    fs::write(&wasm, program)?;
    let grader = jail::own_program()?;
    let arguments = vec![OsString::from(COMPILE), wasm.into(), code.clone().into()];
    let finished = child::run(confined::own(&grader, arguments, folder.path()))?;
    if !finished.end.is_success() {
        let message = String::from_utf8_lossy(&finished.stderr).trim().to_owned();
        let message = if message.is_empty() { finished.end.to_string() } else { message };
        // The engine has refused the program, or the process has reached a limit of its wall. Other ends are
        // not the program's fault: a file that cannot be written, or a thread that cannot be started.
        return match finished.end.code() {
            Some(REFUSED) | None => Ok(Err(message)),
            Some(_) => Err(BuildError::Engine(message)),
        };
    }
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
pub fn compile(arguments: &[OsString]) -> Result<(), CompileError> {
    let [wasm, code] = arguments else {
        return Err(CompileError::Refused("two files are wanted".to_owned()));
    };
    let refused = |error: wasmtime::Error| CompileError::Refused(format!("{error:#}"));
    let engine = crate::run::new_engine().map_err(refused)?;
    let mut program = fs::read(wasm)?;
    growth::ask_the_grader(&mut program)
        .map_err(|error| CompileError::Refused(error.to_string()))?;
    let compiled = engine.precompile_module(&program).map_err(refused)?;
    Ok(fs::write(code, compiled)?)
}

/// The exit code of [`COMPILE`] where the engine refuses the program.
const REFUSED: i32 = 1;

/// The exit code of [`COMPILE`] where a file is to blame.
const NO_FILE: u8 = 3;

/// The reason why a program has not been compiled.
#[derive(Debug, thiserror::Error)]
pub enum CompileError {
    /// The engine does not take it.
    #[error("{0}")]
    Refused(String),
    /// A file cannot be read or written.
    #[error("machine code cannot be kept: {0}")]
    File(#[from] io::Error),
}

impl CompileError {
    /// The exit code of the process that was to compile it.
    pub fn exit_code(&self) -> u8 {
        match self {
            Self::Refused(_) => 1,
            Self::File(_) => NO_FILE,
        }
    }
}
