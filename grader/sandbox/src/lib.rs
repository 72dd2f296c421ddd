//! Compiles submissions and runs them in a sandbox. It knows what a run did, and not what is right.

pub mod build;
pub mod run;
