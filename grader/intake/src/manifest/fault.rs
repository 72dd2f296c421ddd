//! Manifest faults.

use std::fmt;

/// A forbidden item in a manifest or next to it.
///
/// The `compile.build` check fails, but the code is compiled without the item.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ManifestFault {
    /// The line in the manifest, if any.
    pub line: Option<u32>,
    /// The fault.
    pub what: ManifestProblem,
}

/// The kind of a manifest fault.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum ManifestProblem {
    /// Invalid TOML.
    Unreadable {
        /// The parser's message, on one line.
        message: String,
    },
    /// A nonexistent edition.
    Edition(String),
    /// A dependency other than `slider`.
    Dependency {
        /// The package.
        package: String,
        /// The name used in the code.
        known_as: String,
    },
    /// An optional dependency on `slider`, with this name, that no default feature enables.
    Optional(String),
    /// An invalid or unknown feature name.
    Feature(String),
    /// A library root that is missing from the submission.
    Root(String),
    /// A build script.
    BuildScript,
    /// A procedural macro crate.
    MacroCrate,
}

impl ManifestFault {
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
                write!(f, "{file} sets the unknown edition `{year}`")
            }
            ManifestProblem::Dependency { package, .. } => write!(
                f,
                "`{package}` in {file} is not available: submissions can use only `slider` and \
                 std; remove it"
            ),
            ManifestProblem::Optional(name) => write!(
                f,
                "{file} makes `{name}` optional, but no default feature enables it; remove \
                 `optional`"
            ),
            ManifestProblem::Feature(name) => {
                write!(f, "{file} enables the unknown feature `{name}`")
            }
            ManifestProblem::Root(path) => {
                write!(f, "{file} sets `{path}` as the library root, but the file is missing")
            }
            ManifestProblem::BuildScript => {
                write!(f, "the crate has a build script, but build scripts are never run")
            }
            ManifestProblem::MacroCrate => write!(f, "the crate is a procedural macro crate"),
        }
    }
}
