//! The faults of a manifest.

use std::fmt;

/// Something in a manifest, or beside it, that a submission may not have.
///
/// It costs the check `compile.build`; the code is compiled all the same, without it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ManifestFault {
    /// The line of the manifest, if it is in one.
    pub line: Option<u32>,
    /// The fault.
    pub what: ManifestProblem,
}

/// A fault of a manifest, or beside it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ManifestProblem {
    /// The manifest is no TOML.
    Unreadable {
        /// The message of the TOML reader, in one line.
        message: String,
    },
    /// An edition that does not exist.
    Edition(String),
    /// A dependency other than `slider`.
    Dependency {
        /// The package.
        package: String,
        /// The name by which the code knows it.
        known_as: String,
    },
    /// A dependency on `slider`, by this name, that no default feature turns on.
    Optional(String),
    /// A name that features cannot have, or one that there is no feature of.
    Feature(String),
    /// The library begins in a file that is not in the submission.
    Root(String),
    /// A build script.
    BuildScript,
    /// A crate of procedural macros.
    MacroCrate,
}

impl ManifestFault {
    /// A build script beside the manifest.
    pub(crate) fn build_script() -> Self {
        Self { line: None, what: ManifestProblem::BuildScript }
    }
}

impl fmt::Display for ManifestFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let file = match self.line {
            Some(line) => format!("`Cargo.toml:{line}`"),
            None => "`Cargo.toml`".to_owned(),
        };
        match &self.what {
            ManifestProblem::Unreadable { message } => {
                write!(f, "cannot read {file}: {message}")
            }
            ManifestProblem::Edition(year) => {
                write!(f, "{file} names the unknown edition `{year}`")
            }
            ManifestProblem::Dependency { package, .. } => write!(
                f,
                "`{package}` in {file} is not available: submissions use only `slider` and std; \
                 remove it"
            ),
            ManifestProblem::Optional(name) => write!(
                f,
                "{file} makes `{name}` optional, but no default feature enables it; leave out \
                 `optional`"
            ),
            ManifestProblem::Feature(name) => {
                write!(f, "{file} enables the unknown feature `{name}`")
            }
            ManifestProblem::Root(path) => write!(
                f,
                "{file} sets `{path}` as the root of the library, but this file is missing"
            ),
            ManifestProblem::BuildScript => {
                write!(f, "the crate has a build script, but build scripts never run")
            }
            ManifestProblem::MacroCrate => write!(f, "the crate is a procedural macro crate"),
        }
    }
}
