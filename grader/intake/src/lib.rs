//! Reads a student's folder or archive as a [`Submission`], and a class as a list of submissions ([`class`]).

#![cfg_attr(not(test), warn(clippy::disallowed_methods))]

mod archive;
mod assembled_input;
mod callers;
mod candidates;
pub mod class;
mod crate_files;
mod digest;
mod encoding;
mod error;
mod folder;
mod given;
mod hidden_state;
mod impurity;
mod input;
mod litter;
mod manifest;
mod nesting;
mod opened_input;
mod outline;
mod own_tests;
mod root;
mod scan;
mod size;
mod sources;
mod submission;
mod syntax;
mod tokens;
mod tree;
mod type_home;
mod unclosed;
mod variables;

pub use archive::{ArchiveError, Refusal, is_archive_name};
pub use callers::{CallGraph, ReachedFunctions};
pub use error::IntakeError;
pub use hidden_state::{HiddenState, hidden_state};
pub use impurity::{Impurity, impurities};
pub use input::{InputFiles, InputName, InputPath};
pub use manifest::{Edition, ManifestFault, ManifestProblem, Package};
pub use nesting::is_too_deep;
pub use opened_input::{OpenedInput, open, read_submission, submission_name};
pub use own_tests::OwnTests;
pub use scan::{ALLOCATOR, CRATE_NAME, FOREIGN, TOO_DEEP, TestScan, UNREADABLE, UNSAFE};
pub use sources::RustSources;
pub use submission::{SourceFile, Submission};
pub use tree::resolve;
pub use tree::{MissingModule, ReadRefusal, RefusedRead, SourceTree};
pub use unclosed::{Unclosed, unclosed};
pub use variables::is_known as is_package_variable;
