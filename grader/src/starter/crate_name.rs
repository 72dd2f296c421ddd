//! Validates the names of students' crates.

use base::UserError;
use thiserror::Error;

/// A name for a cargo package and a Rust library.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CrateName(String);

/// A reason why a crate name is invalid.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NameError {
    /// The name is too long, does not begin with a letter, or contains characters other than
    /// letters, digits, `-` and `_`.
    #[error("invalid crate name `{0}`")]
    Characters(String),
    /// The name is reserved by Rust, cargo or the assignment.
    #[error("the crate name `{0}` is reserved by Rust, cargo or this assignment")]
    Taken(String),
}

impl UserError for NameError {
    fn hint(&self) -> Option<String> {
        let hint = match self {
            Self::Characters(_) => {
                "start with a letter and use only letters from a to z, digits, `-` and `_`"
            }
            Self::Taken(_) => "choose another name, such as `sliding-puzzle`",
        };
        Some(hint.to_owned())
    }
}

/// Reserved names in addition to Rust's keywords.
///
/// They are the name of the dependency, the crates that are always available, and the names that cargo rejects for
/// programs because they conflict with its folders (`restricted_names.rs` in cargo's sources, as of 1.95).
const TAKEN: [&str; 11] = [
    "slider",
    "alloc",
    "core",
    "proc_macro",
    "std",
    "test",
    "build",
    "deps",
    "examples",
    "incremental",
    "gen",
];

impl Default for CrateName {
    fn default() -> Self {
        Self("sliding-puzzle".to_owned())
    }
}

impl CrateName {
    /// The maximum number of characters, because the name is also a file name.
    /// With an extension and a number, it stays far below the common limit of 255 bytes.
    const MOST: usize = 64;

    /// Parses a crate name.
    ///
    /// # Errors
    ///
    /// Returns an error if the name is invalid or reserved.
    pub fn new(name: &str) -> Result<Self, NameError> {
        let is_plain = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
        if !name.starts_with(|c: char| c.is_ascii_alphabetic())
            || !name.chars().all(is_plain)
            || name.len() > Self::MOST
        {
            return Err(NameError::Characters(name.to_owned()));
        }
        let made = Self(name.to_owned());
        let word = made.in_code();
        if TAKEN.contains(&word.as_str()) || syn::parse_str::<syn::Ident>(&word).is_err() {
            return Err(NameError::Taken(name.to_owned()));
        }
        Ok(made)
    }

    /// Returns the name of the package.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    pub(crate) fn in_code(&self) -> String {
        self.0.replace('-', "_")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_valid_for_cargo_and_rust() {
        for name in ["alice", "sliding-puzzle", "A_1"] {
            assert_eq!(CrateName::new(name).map(|name| name.0), Ok(name.to_owned()));
        }
        for name in ["", "8-puzzle", "-a", "a b", "a/b", "ä", &"a".repeat(65)] {
            assert_eq!(CrateName::new(name), Err(NameError::Characters(name.to_owned())));
        }
        for name in ["slider", "fn", "gen", "std", "proc-macro", "build", "self"] {
            assert_eq!(CrateName::new(name), Err(NameError::Taken(name.to_owned())));
        }
        assert_eq!(CrateName::new(CrateName::default().as_str()), Ok(CrateName::default()));
    }
}
