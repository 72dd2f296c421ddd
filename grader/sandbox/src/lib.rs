//! Compiles submissions and runs them in a sandbox. This crate reports observations, but does not judge them.

#![warn(clippy::disallowed_methods)]

pub mod build;
pub mod run;
pub mod timing;
