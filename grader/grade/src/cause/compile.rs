//! The reasons why code cannot be graded as it is.

use serde::{Deserialize, Serialize};

/// A fault of code before it runs.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum CompileCause {
    /// It does not compile.
    Errors {
        /// The first error of the compiler, if there is any.
        message: Option<String>,
    },
    /// The compiler breaks down on it.
    Crash,
    /// A source has an allocator of its own.
    Allocator {
        /// The file, relative to the submission's root.
        file: String,
        /// The line, from 1.
        line: u32,
        /// The attribute.
        reader: String,
    },
    /// A source allows `unsafe` code.
    AllowsUnsafe {
        /// The file, relative to the submission's root.
        file: String,
        /// The line, from 1.
        line: u32,
    },
    /// A source declares functions of something else.
    Foreign {
        /// The file, relative to the submission's root.
        file: String,
        /// The line, from 1.
        line: u32,
    },
    /// A source has the compiler read the machine.
    Reader {
        /// The file, relative to the submission's root.
        file: String,
        /// The line, from 1.
        line: u32,
        /// The macro or attribute, as code.
        reader: String,
    },
    /// A source has the compiler read a file outside the submission.
    ReadsOutside {
        /// The file, relative to the submission's root.
        file: String,
        /// The line, from 1.
        line: u32,
        /// The macro or attribute, as code.
        reader: String,
        /// The path that it would read.
        path: String,
    },
    /// A source has the compiler read a file that is not there.
    ReadsMissing {
        /// The file, relative to the submission's root.
        file: String,
        /// The line, from 1.
        line: u32,
        /// The macro or attribute, as code.
        reader: String,
        /// The path that it would read.
        path: String,
    },
    /// One of the two files of a submission is missing.
    FileMissing {
        /// Its name.
        path: String,
    },
    /// A module has no file.
    ModuleMissing {
        /// The name of the file.
        path: String,
        /// The file that names the module.
        file: String,
        /// The line that does, from 1.
        line: u32,
    },
    /// The compiler has read a file that is none of the sources.
    ReadsFile {
        /// Its name.
        file: String,
    },
    /// The compiler has read a variable of the environment.
    ReadsEnvironment {
        /// Its name.
        name: String,
    },
    /// No machine code can be made of it.
    NoCode,
    /// The manifest asks for something that is not allowed.
    Manifest {
        /// The fault, in one sentence without a period.
        what: String,
    },
    /// The root of the crate does not export a type.
    NotExported {
        /// `Board` or `Solver`.
        name: String,
    },
    /// The root of the crate does not export a type under its name, and the type is there.
    NotExportedAs {
        /// `Board` or `Solver`.
        name: String,
        /// The name that the type has.
        other: String,
    },
    /// A type is in a file that no module names.
    InUnnamedFile {
        /// `Board` or `Solver`.
        name: String,
        /// The file, relative to the submission's root.
        file: String,
    },
    /// A type does not implement its trait.
    NotImplemented {
        /// `Board` or `Solver`.
        name: String,
    },
}
