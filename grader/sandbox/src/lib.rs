//! Compiles submissions and runs them in a sandbox. This crate reports observations and does not judge them.

pub mod build;
pub mod run;
pub mod timing;
