//! Compiles submissions and runs them in a sandbox. This crate only reports observations; it does not judge them.

pub mod build;
pub mod run;
pub mod timing;
