//! Why code cannot be graded as it is.

use serde::{Deserialize, Serialize};

/// What is wrong with code before it runs.
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
        /// The attribute.
        reader: String,
    },
    /// A source declares functions of something else.
    Foreign {
        /// The file, relative to the submission's root.
        file: String,
    },
    /// A source has the compiler read the machine.
    Reader {
        /// The file, relative to the submission's root.
        file: String,
        /// The macro or attribute, as code.
        reader: String,
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
        /// What, in one sentence without a period.
        what: String,
    },
    /// The root of the crate does not export a type.
    NotExported {
        /// `Board` or `Solver`.
        name: String,
    },
    /// A type does not implement its trait.
    NotImplemented {
        /// `Board` or `Solver`.
        name: String,
    },
}
