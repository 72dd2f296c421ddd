//! Compiled programs: the compiler's output, and modules that are ready to run.

use std::borrow::Cow;

use grade::SourcePosition;
use grade::cause::CompilerLimit;
use intake::ReadRefusal;
use jail::Account;
use serde::{Deserialize, Serialize};
use wasmtime::Module;

use super::code::{self, CodeFault};
use super::diagnostics::Diagnostic;
use super::error::BuildError;
use crate::run::Machine;
use crate::timing::{Recorder, WorkKind};

/// The compiler's output for a submission: programs for the sandbox, which are identical on every machine, and faults
/// in the code.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Programs {
    /// The WebAssembly programs.
    #[serde(skip)]
    pub code: Vec<Vec<u8>>,
    /// The index of the board's program in `code`.
    pub board: Option<usize>,
    /// The index of the solver's program in `code`, which is usually the same program.
    pub solver: Option<usize>,
    /// Whether the solver runs on the submission's own board.
    pub own: bool,
    /// Whether the solver runs on the grader's boards.
    pub foreign: bool,
    /// The faults in the code.
    pub faults: Vec<BuildFault>,
    /// The faults in the exported types.
    pub api_faults: Vec<ApiFault>,
    /// Why the solver does not run on other boards, if it runs on the submission's own board.
    pub own_only: Option<ApiFault>,
    /// The compiler's warnings about the submission's code, if it compiles completely.
    pub warnings: Vec<Diagnostic>,
}

/// The programs of a submission, ready to run on this machine, and faults in the code.
#[derive(Default)]
pub struct BuiltSubmission {
    /// The board's program.
    pub board: Option<Module>,
    /// The solver's program.
    pub solver: Option<Module>,
    /// Whether the solver runs on the submission's own board.
    pub own: bool,
    /// Whether the solver runs on the grader's boards.
    pub foreign: bool,
    /// The faults in the code.
    pub faults: Vec<BuildFault>,
    /// The faults in the exported types.
    pub api_faults: Vec<ApiFault>,
    /// Why the solver does not run on other boards, if it runs on the submission's own board.
    pub own_only: Option<ApiFault>,
    /// The compiler's warnings about the submission's code, if it compiles completely.
    pub warnings: Vec<Diagnostic>,
}

/// A fault that prevents a submission or part of it from compiling.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum BuildFault {
    /// The compiler reported errors.
    Errors(Vec<Diagnostic>),
    /// The compiler crashed.
    Crash(String),
    /// The compiler was stopped at a limit.
    Stopped(CompilerLimit),
    /// A macro or attribute makes the compiler read files or environment variables.
    Reader {
        /// The file.
        file: String,
        /// The line.
        line: u32,
        /// The macro or attribute.
        reader: Cow<'static, str>,
        /// The reason why it is not allowed.
        why: ReadRefusal,
    },
    /// The code declares a module without a file.
    NoFile {
        /// The path of the missing file.
        path: String,
        /// The file and line of the declaration, unless the root of the crate was generated.
        place: Option<(String, u32)>,
    },
    /// The code makes the compiler read a file outside its sources.
    ReadsFile(String),
    /// The code makes the compiler read an environment variable.
    ReadsEnvironment(String),
    /// The program is too large or does not compile to machine code.
    NoCode(String),
    /// The code compiles but does not link: a symbol is undefined, or a unique item is defined twice.
    NotLinked,
}

/// An exported type that does not match the assignment.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ApiFault {
    /// `Board` or `Solver`.
    pub name: Cow<'static, str>,
    /// The fault.
    pub problem: ApiProblem,
    /// The compiler message.
    pub message: String,
    /// A type with a different name that implements the trait, if any.
    pub other: Option<String>,
    /// The file with the type, if no module declares it.
    pub unnamed: Option<String>,
    /// The first place in the submission that the compiler's notes refer to, if any.
    pub place: Option<SourcePosition>,
}

/// A fault in an exported type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ApiProblem {
    /// The crate root does not export the type.
    NotExported,
    /// The type does not implement the trait.
    NotImplemented,
}

impl Programs {
    /// Compiles the programs to machine code. Faults in a program are part of the result, not errors.
    pub(super) fn load(
        self,
        machine: &Machine,
        recorder: &Recorder,
    ) -> Result<BuiltSubmission, BuildError> {
        let Self { code, board, solver, own, foreign, mut faults, api_faults, own_only, warnings } =
            self;
        let mut modules = Vec::new();
        for (number, program) in code.iter().enumerate() {
            let name = match [board, solver].map(|part| part == Some(number)) {
                [true, true] => "program",
                [true, false] => "board",
                _ => "solver",
            };
            let loaded = load_program(machine, program, name, recorder)?;
            modules.push(loaded.map_err(|fault| faults.push(fault)).ok());
        }
        let module = |number: Option<usize>| modules.get(number?)?.clone();
        let (board, solver) = (module(board), module(solver));
        let (own, foreign) = (own && solver.is_some(), foreign && solver.is_some());
        Ok(BuiltSubmission { board, solver, own, foreign, faults, api_faults, own_only, warnings })
    }
}

/// Returns a program that is ready to run, or the fault that prevents it.
fn load_program(
    machine: &Machine,
    program: &[u8],
    name: &str,
    recorder: &Recorder,
) -> Result<Result<Module, BuildFault>, BuildError> {
    let compile = || code::compile_and_time(machine.engine(), program, Account::Code);
    Ok(match recorder.measure_with(WorkKind::MachineCode, name, compile)? {
        Ok(module) if machine.link(&module).is_ok() => Ok(module),
        // The program imports an unknown function.
        Ok(_) => Err(BuildFault::NotLinked),
        Err(CodeFault::Stopped(limit)) => Err(BuildFault::Stopped(limit)),
        Err(CodeFault::Refused(message)) => Err(BuildFault::NoCode(message)),
    })
}
