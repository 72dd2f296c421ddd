//! Reasons why code is not graded.

use serde::{Deserialize, Serialize};

use super::compiler_errors;
use super::proof::{CauseProof, proven_by};

/// A fault that prevents the code from running.
///
/// Files are relative to the submission's root, and lines count from 1.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum CompileCause {
    /// The code does not compile.
    Errors {
        /// The first compiler error, if any.
        message: Option<String>,
        /// The code of this error, such as `E0308`, if it has one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        code: Option<String>,
    },
    /// The compiler crashes.
    Crash,
    /// The compiler was stopped at a limit.
    Stopped {
        /// The limit.
        limit: CompilerLimit,
    },
    /// A source file defines an allocator.
    Allocator {
        /// The file.
        file: String,
        /// The line.
        line: u32,
        /// The attribute.
        reader: String,
    },
    /// A source file allows `unsafe` code.
    AllowsUnsafe {
        /// The file.
        file: String,
        /// The line.
        line: u32,
    },
    /// The crate gives itself another name than its manifest.
    CrateName {
        /// The file.
        file: String,
        /// The line.
        line: u32,
    },
    /// A source file declares foreign functions.
    Foreign {
        /// The file.
        file: String,
        /// The line.
        line: u32,
    },
    /// The code in a file is nested too deeply.
    TooDeep {
        /// The file.
        file: String,
        /// The line.
        line: u32,
    },
    /// A file contains invalid tokens, so it could be used to hide a macro that reads files.
    Unreadable {
        /// The file.
        file: String,
        /// The line.
        line: u32,
    },
    /// A source file makes the compiler read data about the machine.
    Reader {
        /// The file.
        file: String,
        /// The line.
        line: u32,
        /// The macro or attribute, as code.
        reader: String,
    },
    /// A source file makes the compiler read a file outside the submission.
    ReadsOutside {
        /// The file.
        file: String,
        /// The line.
        line: u32,
        /// The macro or attribute, as code.
        reader: String,
        /// The path of that file.
        path: String,
    },
    /// A source file makes the compiler read a missing file.
    ReadsMissing {
        /// The file.
        file: String,
        /// The line.
        line: u32,
        /// The macro or attribute, as code.
        reader: String,
        /// The path of that file.
        path: String,
    },
    /// A required file is missing.
    FileMissing {
        /// The name.
        path: String,
    },
    /// A module has no file.
    ModuleMissing {
        /// The file's path.
        path: String,
        /// The file with the declaration.
        file: String,
        /// The line of the declaration.
        line: u32,
    },
    /// The compiler read a file that is not a source file.
    ReadsFile {
        /// The name.
        file: String,
    },
    /// The compiler read an environment variable.
    ReadsEnvironment {
        /// The name.
        name: String,
    },
    /// The code does not compile to machine code.
    NoCode,
    /// The code does not link.
    NotLinked,
    /// The manifest contains settings that are not allowed.
    Manifest {
        /// The fault, without a final period.
        what: String,
    },
    /// The crate root does not export a type.
    NotExported {
        /// `Board` or `Solver`.
        name: String,
    },
    /// The crate root exports a type under a different name.
    NotExportedAs {
        /// `Board` or `Solver`.
        name: String,
        /// The different name.
        other: String,
    },
    /// A type is defined in a file that no module declares.
    InUnnamedFile {
        /// `Board` or `Solver`.
        name: String,
        /// The file.
        file: String,
    },
    /// A type does not implement its trait.
    NotImplemented {
        /// `Board` or `Solver`.
        name: String,
    },
}

/// A limit for the compiler, which protects the grader. Only unusual code reaches one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CompilerLimit {
    /// The processor time for all compilers of a submission.
    Time,
    /// The size of a file that the compiler writes.
    FileSize,
    /// The time without any progress.
    Progress,
}

impl CompilerLimit {
    /// Says that the compiler was stopped at this limit, without a final period.
    pub fn sentence(self) -> &'static str {
        match self {
            Self::Time => {
                "the compiler needs too much processor time for the code, so it was stopped"
            }
            Self::FileSize => "the compiled code is too large, so the compiler was stopped",
            Self::Progress => "the compiler makes no progress on the code, so it was stopped",
        }
    }
}

impl CompileCause {
    /// Returns the file and line of the fault, if they are known.
    pub fn line(&self) -> Option<(&str, u32)> {
        match self {
            Self::Allocator { file, line, .. }
            | Self::AllowsUnsafe { file, line }
            | Self::CrateName { file, line }
            | Self::Foreign { file, line }
            | Self::TooDeep { file, line }
            | Self::Unreadable { file, line }
            | Self::Reader { file, line, .. }
            | Self::ReadsOutside { file, line, .. }
            | Self::ReadsMissing { file, line, .. }
            | Self::ModuleMissing { file, line, .. } => Some((file, *line)),
            _ => None,
        }
    }

    /// Explains the first compiler error in two sentences, if beginners often meet it.
    pub(crate) fn explanation(&self) -> Option<&'static str> {
        match self {
            Self::Errors { code, .. } => compiler_errors::explain_error_code(code.as_deref()?),
            _ => None,
        }
    }

    pub(crate) fn proof(&self) -> CauseProof {
        proven_by! { self;
            Compiler: Errors Crash NoCode NotLinked NotExported NotExportedAs NotImplemented;
            Measurement: Stopped;
            Code: Allocator AllowsUnsafe CrateName Foreign TooDeep Unreadable Reader ReadsOutside
                ReadsMissing FileMissing ModuleMissing ReadsFile ReadsEnvironment Manifest InUnnamedFile;
        }
    }

    pub(crate) fn sentence(&self) -> String {
        match self {
            Self::Errors { message, .. } => {
                let message = message.as_deref().unwrap_or("the compiler does not say why");
                format!("the code does not compile: {message}")
            }
            Self::Crash => "the compiler crashes on the code".to_owned(),
            Self::Stopped { limit } => limit.sentence().to_owned(),
            Self::Allocator { file, line, reader } => format!(
                "`{file}:{line}` sets an allocator with `{reader}`; the grader has its own, \
                 because it counts bytes"
            ),
            Self::AllowsUnsafe { file, line } => {
                format!(
                    "`{file}:{line}` allows `unsafe` code, but it is forbidden; delete this line"
                )
            }
            Self::CrateName { file, line } => format!(
                "`{file}:{line}` gives the crate another name than `Cargo.toml`, so cargo rejects \
                 it; delete this line"
            ),
            Self::Foreign { file, line } => format!(
                "`{file}:{line}` declares external functions with `extern`; these are not \
                 available"
            ),
            Self::TooDeep { file, line } => {
                format!("`{file}:{line}` is nested too deeply, or an expression is too long")
            }
            Self::Unreadable { file, line } => format!(
                "the grader cannot parse `{file}:{line}`: a bracket is not closed, or a character \
                 is not valid in Rust"
            ),
            Self::Reader { file, line, reader } => {
                format!("`{file}:{line}` uses `{reader}` to read data from outside the submission")
            }
            Self::ReadsOutside { file, line, reader, path } => {
                format!(
                    "`{file}:{line}` uses `{reader}` to read `{path}`, but this path is outside \
                     the submission"
                )
            }
            Self::ReadsMissing { file, line, reader, path } => {
                format!(
                    "`{file}:{line}` uses `{reader}` to read `{path}`, but this file is missing"
                )
            }
            Self::FileMissing { path } => {
                format!("`{path}` is missing; a submission needs both `board.rs` and `solver.rs`")
            }
            Self::ModuleMissing { path, file, line } => {
                format!("`{file}:{line}` refers to `{path}`, but this file is missing")
            }
            Self::ReadsFile { file } => {
                format!(
                    "the code reads `{file}` while it is compiled, but this file is not part of \
                     the submission"
                )
            }
            Self::ReadsEnvironment { name } => {
                format!("the code reads the environment variable `{name}` while it is compiled")
            }
            Self::NoCode => "the compiler cannot generate machine code for the program".to_owned(),
            Self::NotLinked => "the linker fails: the code uses a function that does not exist, \
                                or defines something twice, such as an allocator"
                .to_owned(),
            Self::Manifest { what } => what.clone(),
            Self::NotExported { name } => {
                format!("the root of the crate does not export a public `{name}`")
            }
            Self::NotExportedAs { name, other } if name == other => {
                format!(
                    "the crate has a type `{name}`, but its root does not export it; add `pub \
                     use`"
                )
            }
            Self::NotExportedAs { name, other } => {
                format!("`{other}` implements `slider::{name}`; export it as `{name}`")
            }
            Self::InUnnamedFile { name, file } => {
                format!("`{name}` is in `{file}`; add a `mod` for this file to the library")
            }
            Self::NotImplemented { name } if name == "Solver" => {
                "`Solver<B>` does not implement `slider::Solver<B>` for every board".to_owned()
            }
            Self::NotImplemented { name } => {
                format!("`{name}` does not implement `slider::{name}`")
            }
        }
    }
}
