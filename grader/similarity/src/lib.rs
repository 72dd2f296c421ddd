//! Finds code that submissions of a class have in common, for a person to review.
//!
//! The results do not affect grades. Code can be similar for many reasons, and only a person can judge them.
//!
//! The method follows MOSS (Schleimer, Wilkerson, Aiken 2003) and `JPlag` (Prechelt, Malpohl, Philippsen 2002). Each
//! file is converted to a list of tokens without names, literals, comments and layout ([`code`]). A subset of the
//! hashes of short token runs serves as [`fingerprint`]s. An [`index`] of fingerprints finds candidates for each
//! submission, and `tiling` determines the code shared by a pair. Code that was [`given`] to students or is common in
//! the class does not count.

pub mod code;
mod collect;
mod compare;
mod document;
pub mod fingerprint;
pub mod given;
mod groups;
mod idioms;
pub mod index;
pub mod jplag;
pub(crate) mod lexer;
pub mod report;
mod symbol;
#[cfg(test)]
mod tests;
pub(crate) mod tiling;

pub use collect::{CollectError, Collected, LeftOut, Reader, Texts, Unread};
pub use compare::{CompareOptions, Comparison, Pair};
pub use document::{Document, File, Origin, Place, Region};
pub use given::Given;
pub use symbol::Symbol;
