//! Finds code that submissions of a class share, for a person to look at.
//!
//! A finding is a reason to look and nothing else: no grade depends on it, and nothing here
//! reads or writes one. There are many reasons for similar code, and only people can tell them
//! apart.
//!
//! The way is that of MOSS (Schleimer, Wilkerson, Aiken 2003) and `JPlag` (Prechelt, Malpohl,
//! Philippsen 2002). Each file becomes a list of tokens without names, literals, comments and layout
//! ([`code`]). Short runs of tokens have hashes, of which few are chosen as [`fingerprint`]s; by an
//! [`index`] of these each submission finds those that it has something in common with, and what
//! that is tells a `tiling`. Code that was [`given`] out, and code that much of the class has,
//! counts on no side.

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
