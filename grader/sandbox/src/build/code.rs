//! Compiles WebAssembly to machine code in a child process with resource limits.

pub(crate) mod growth;

use std::ffi::OsString;
use std::path::Path;
use std::time::Duration;
use std::{fmt, fs, io};

use grade::cause::CompilerLimit;
use jail::child::{self, ChildEnd};
use jail::{Account, ChildError};
use wasmtime::{Engine, Module};

use super::error::BuildError;
use super::{compiler_sandbox, rustc};

/// The name of the hidden subcommand.
pub const COMPILE: &str = "internal-compile";

/// The maximum size of a program, in bytes. A typical submission's program takes about 100 KB.
/// So only huge tables of data exceed it, and the engine compiles a smaller program within its limits.
const MAX_PROGRAM: u64 = 16 << 20;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TooLarge {
    bytes: u64,
}

impl fmt::Display for TooLarge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the program has {} bytes", self.bytes)
    }
}

pub(super) fn read_program(wasm: &Path) -> io::Result<Result<Vec<u8>, TooLarge>> {
    let bytes = fs::metadata(wasm)?.len();
    if bytes > MAX_PROGRAM { Ok(Err(TooLarge { bytes })) } else { fs::read(wasm).map(Ok) }
}

/// Compiles a test program to machine code. Returns the reason if it exceeds the limits or is invalid.
///
/// # Errors
///
/// Returns an error if the grader or the machine fails.
pub fn compile_tests_to_machine_code(
    engine: &Engine,
    program: &[u8],
) -> Result<Result<Module, String>, BuildError> {
    let (code, _) = compile_and_time(engine, program, Account::Tests);
    code.map(|module| module.map_err(|fault| fault.to_string()))
}

/// Like [`compile_tests_to_machine_code`], but for any account. Also returns the child's processor time.
pub(super) fn compile_and_time(
    engine: &Engine,
    program: &[u8],
    account: Account,
) -> (MachineCode, Duration) {
    let mut cpu = Duration::ZERO;
    (compile_in_child(engine, program, account, &mut cpu), cpu)
}

type MachineCode = Result<Result<Module, CodeFault>, BuildError>;

/// The reason why a program has no machine code.
#[derive(Debug, thiserror::Error)]
pub(super) enum CodeFault {
    /// The process was stopped at a limit, which says nothing about the program.
    #[error("{}", .0.sentence())]
    Stopped(CompilerLimit),
    /// The engine rejected the program, or crashed.
    #[error("{0}")]
    Refused(String),
}

#[expect(unsafe_code, reason = "see the comment at the call site")]
fn compile_in_child(
    engine: &Engine,
    program: &[u8],
    account: Account,
    cpu: &mut Duration,
) -> MachineCode {
    let folder = tempfile::Builder::new().prefix("grader-").tempdir()?;
    let [wasm, code] = ["wasm", "code"].map(|name| folder.path().join(name));
    fs::write(&wasm, program)?;
    let grader = jail::own_program()?;
    let arguments = vec![OsString::from(COMPILE), wasm.into(), code.clone().into()];
    let run = || {
        child::run_child(compiler_sandbox::own_program_job(
            &grader,
            arguments.clone(),
            folder.path(),
            account,
        ))
    };
    let finished = match run() {
        // Repeat it to rule out the machine: a program that crashes the engine does so every time.
        Ok(finished) if matches!(finished.end, ChildEnd::Exit(status) if status.code().is_none()) => {
            run()
        }
        // It crashed without a message, so another process may have sent the signal.
        Err(ChildError::Signal { signal, .. }) if jail::crash_signals::is_crash(signal) => run(),
        done => done,
    }?;
    *cpu = finished.cpu;
    if !finished.end.is_success() {
        let message = String::from_utf8_lossy(&finished.stderr).trim().to_owned();
        let message = if message.is_empty() { finished.end.to_string() } else { message };
        // The program is at fault if the engine rejected it or crashed, but not for other failures: for example, a file
        // is not writable or a thread cannot start.
        if let Some(limit) = rustc::exceeded_limit(finished.end) {
            return Ok(Err(CodeFault::Stopped(limit)));
        }
        return match finished.end.code() {
            None => Ok(Err(CodeFault::Refused(message))),
            Some(code) if code == i32::from(REFUSED) => Ok(Err(CodeFault::Refused(message))),
            Some(_) => Err(BuildError::Engine(message)),
        };
    }
    let code = fs::read(code)?;
    // SAFETY: this program has just written the code, to a folder that only this user can access.
    let module = unsafe { Module::deserialize(engine, &code) };
    module.map(Ok).map_err(|error| BuildError::Engine(format!("{error:#}")))
}

/// Compiles a program from one file to another, for the subcommand [`COMPILE`].
///
/// # Errors
///
/// Returns an error if a file cannot be read or written, or if the engine rejects the program.
pub fn compile(arguments: &[OsString]) -> Result<(), CompileError> {
    let [wasm, code] = arguments else {
        return Err(CompileError::Refused("expected two file arguments".to_owned()));
    };
    let refused = |error: wasmtime::Error| CompileError::Refused(format!("{error:#}"));
    let engine = crate::run::new_engine().map_err(refused)?;
    let mut program = fs::read(wasm)?;
    growth::ask_the_grader(&mut program)
        .map_err(|error| CompileError::Refused(error.to_string()))?;
    let compiled = engine.precompile_module(&program).map_err(refused)?;
    Ok(fs::write(code, compiled)?)
}

/// The exit code of [`COMPILE`] if the engine rejects the program.
const REFUSED: u8 = 1;

/// The exit code of [`COMPILE`] for a file error.
const NO_FILE: u8 = 3;

/// The reason why a program was not compiled.
#[derive(Debug, thiserror::Error)]
pub enum CompileError {
    /// The engine rejected the program.
    #[error("{0}")]
    Refused(String),
    /// A file cannot be read or written.
    #[error("machine code cannot be kept: {0}")]
    File(#[from] io::Error),
}

impl CompileError {
    /// Returns the exit code for the process that compiles.
    pub fn exit_code(&self) -> u8 {
        match self {
            Self::Refused(_) => REFUSED,
            Self::File(_) => NO_FILE,
        }
    }
}
