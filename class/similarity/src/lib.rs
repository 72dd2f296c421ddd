//! Finds similar code in a class, for a person to review.
//!
//! The results never affect grades: code can be similar for many reasons, and only a person can tell which applies.
//!
//! The method is similar to those of MOSS (Schleimer, Wilkerson, Aiken 2003) and `JPlag` (Prechelt, Malpohl, Philippsen
//! 2002). Each file is converted to tokens that ignore names, literals, comments and layout ([`code`]). Short runs are
//! hashed, and some hashes are selected as [`fingerprint`]s. An [`index`] of fingerprints yields the candidates for
//! each submission, and `tiling` finds the code that a pair has in common. Code does not count if it was
//! [given](given_code) to students or is common in the class.

#![cfg_attr(not(test), warn(clippy::disallowed_methods))]

pub mod code;
mod collect;
mod compare;
mod document;
pub mod fingerprint;
pub mod given_code;
mod idioms;
pub mod index;
pub mod jplag;
pub(crate) mod lexer;
pub mod report;
mod symbol;
#[cfg(test)]
mod tests;
pub(crate) mod tiling;

pub use collect::{CollectError, Collected, LeftOut, SubmissionReader, Texts, Unread};
pub use compare::{CompareOptions, Comparison, SimilarPair};
pub use document::{Document, DocumentFile, LineColumn, Region, TokenOrigin};
pub use given_code::GivenCode;
pub use symbol::Symbol;
