//! The name of a student's crate.

use thiserror::Error;

/// A name that cargo takes for a package, and Rust for the crate of its library.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CrateName(String);

/// The reason why a name is none for a crate.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NameError {
    /// It has other characters, or begins with another one.
    #[error("`{0}` is no name for a crate")]
    Characters(String),
    /// It means something else to Rust or cargo.
    #[error("`{0}` is taken: it means something to Rust, to cargo or to this assignment")]
    Taken(String),
}

impl NameError {
    /// What the user can do about it.
    pub fn hint(&self) -> &'static str {
        match self {
            Self::Characters(_) => {
                "it begins with a letter, and the rest are letters from a to z, digits, `-` and `_`"
            }
            Self::Taken(_) => "choose another name, such as `sliding-puzzle`",
        }
    }
}

/// Names beside Rust's keywords that would be in the way of something.
///
/// The dependency; crates that are always there; what cargo refuses for a program, since it has folders
/// of these names (`restricted_names.rs` in cargo's sources, as of 1.95).
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
    /// The most characters that a name may have; a file is called after it.
    const MOST: usize = 64;

    /// Reads a name.
    ///
    /// # Errors
    ///
    /// If cargo or Rust would not take it, or it is `slider`.
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

    /// The name of the package.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The name of the library in code.
    pub(crate) fn in_code(&self) -> String {
        self.0.replace('-', "_")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cargo_and_rust_take_the_name() {
        for name in ["alice", "sliding-puzzle", "A_1"] {
            assert_eq!(CrateName::new(name).map(|it| it.0), Ok(name.to_owned()));
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
