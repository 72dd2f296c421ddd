//! Programs: as the compiler makes them of a submission, and as the sandbox makes them ready to
//! run.

use std::borrow::Cow;

use intake::RefusedFor;
use serde::{Deserialize, Serialize};
use wasmtime::Module;

use super::code;
use super::diagnostics::Diagnostic;
use super::error::BuildError;
use crate::run::Machine;

/// The output of the compiler for a submission: programs for the sandbox, the same on every
/// machine, and the faults of the code.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Programs {
    /// The programs, as WebAssembly.
    #[serde(skip)]
    pub code: Vec<Vec<u8>>,
    /// The number of the program that exercises the board.
    pub board: Option<usize>,
    /// The number of the program that exercises the solver.
    pub solver: Option<usize>,
    /// Whether the solver can be run on the submission's own board.
    pub own: bool,
    /// Whether it can be run on the grader's.
    pub foreign: bool,
    /// The faults of the code itself.
    pub faults: Vec<BuildFault>,
    /// The faults of the types that it exports.
    pub api_faults: Vec<ApiFault>,
}

/// Programs that are ready to run on this machine, and the faults of the code.
#[derive(Default)]
pub struct Built {
    /// The program that exercises its board.
    pub board: Option<Module>,
    /// The program that exercises its solver.
    pub solver: Option<Module>,
    /// Whether the solver can be run on the submission's own board.
    pub own: bool,
    /// Whether it can be run on the grader's.
    pub foreign: bool,
    /// The faults of the code itself.
    pub faults: Vec<BuildFault>,
    /// The faults of the types that it exports.
    pub api_faults: Vec<ApiFault>,
}

/// Something that keeps a submission, or a part of it, from being compiled.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum BuildFault {
    /// The compiler's errors.
    Errors(Vec<Diagnostic>),
    /// The compiler broke down or was stopped.
    Crash(String),
    /// The code has a macro or attribute by which the compiler reads what it may not.
    Reader {
        /// The file that it is in.
        file: String,
        /// The line there.
        line: u32,
        /// The macro or attribute.
        reader: Cow<'static, str>,
        /// The reason why it may not.
        why: RefusedFor,
    },
    /// The code names a module that has no file.
    NoFile {
        /// The file that would be it.
        path: String,
        /// The file and line that name it; `None` if a submission of that kind has it in any case.
        place: Option<(String, u32)>,
    },
    /// The code reads a file that is none of its sources.
    ReadsFile(String),
    /// The code reads the environment of the compiler.
    ReadsEnvironment(String),
    /// The program is too large, or no machine code can be made of it.
    NoCode(String),
    /// It compiles, and no program can be linked of it: it wants something that is nowhere, or has
    /// what there can be one of.
    NotLinked,
}

/// A type that is not as the assignment wants it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ApiFault {
    /// `Board` or `Solver`.
    pub name: Cow<'static, str>,
    /// The fault.
    pub problem: ApiProblem,
    /// The compiler's words.
    pub message: String,
    /// A type of another name that implements the trait.
    pub other: Option<String>,
    /// The file that has the type, where no module names that file.
    pub unnamed: Option<String>,
}

/// A fault of a type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ApiProblem {
    /// The root does not export it.
    NotExported,
    /// It does not implement its trait.
    NotImplemented,
}

impl Programs {
    /// Makes machine code of the programs, but for the board's if that is there.
    ///
    /// # Errors
    ///
    /// If this machine cannot. What is wrong with a program is part of the answer.
    pub(super) fn load(
        self,
        machine: &Machine,
        mut loaded_board: Option<Loaded>,
    ) -> Result<Built, BuildError> {
        let Self { code, board, solver, own, foreign, mut faults, api_faults } = self;
        let mut modules = Vec::new();
        for (number, program) in code.iter().enumerate() {
            let there = if board == Some(number) { loaded_board.take() } else { None };
            let loaded = there.map_or_else(|| load(machine, program), Ok)?;
            modules.push(loaded.map_err(|fault| faults.push(fault)).ok());
        }
        let module = |number: Option<usize>| modules.get(number?)?.clone();
        let (board, solver) = (module(board), module(solver));
        let (own, foreign) = (own && solver.is_some(), foreign && solver.is_some());
        Ok(Built { board, solver, own, foreign, faults, api_faults })
    }
}

/// A program that is ready to run, or why it can never be.
pub(super) type Loaded = Result<Module, BuildFault>;

/// Makes machine code of a program.
///
/// # Errors
///
/// If this machine cannot.
pub(super) fn load(machine: &Machine, program: &[u8]) -> Result<Loaded, BuildError> {
    Ok(match code::module(machine.engine(), program)? {
        Ok(module) if machine.link(&module).is_ok() => Ok(module),
        // It wants a function that is not lent.
        Ok(_) => Err(BuildFault::NotLinked),
        Err(message) => Err(BuildFault::NoCode(message)),
    })
}
