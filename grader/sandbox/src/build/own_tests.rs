//! Makes programs of the tests that a submission brings.
//!
//! A program of tests is what `rustc --test` makes: the tests with the standard harness, so that
//! macros, modules, `#[ignore]` and results are as at home. In place of the submission it is linked
//! with [`Subjects`], which is the model or any of the faults, as the grader says when it is run:
//! so there is one program for each file of tests, however many faults there are.
//!
//! Some are linked with the submission's own code instead (`OwnCode`): tests within the sources that
//! use what is private, and tests that the grader has written.

mod items;
mod own_code;
mod prepare;
mod programs;
mod skeleton;
mod sources;
mod subjects;
mod template;

pub(crate) use own_code::OwnCode;
pub use programs::{TestBuilder, TestProgram, TestPrograms};
pub use skeleton::Skeleton;
pub use sources::Sources;
pub use subjects::{Subject, Subjects};
